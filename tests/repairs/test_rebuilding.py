"""What did not change is not made anew."""

from __future__ import annotations

from segue.json_values import EMPTY
from segue.parts import OpaquePart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs._rebuilding import each_part, each_part_and_output, each_result, same_items, with_content, with_messages, with_output

ASK, RUN, DONE = user("Hi"), assistant("Go:", call("c1", "run")), tool(result("c1", "ok"), result("c2", "no"))
GIVEN = prompt(ASK, RUN, DONE)


def test_the_same_items_are_the_same_objects():
    """Equal is not enough, and neither is the beginning."""
    one, other = TextPart("x"), TextPart("x")

    assert same_items((one, other), [one, other])
    assert not same_items((one, other), (other, one))
    assert not same_items((one,), (one, other))
    assert same_items((), [])


def test_a_prompt_of_its_own_messages_is_itself():
    """Other messages make another prompt; equal ones too."""
    assert with_messages(GIVEN, iter(GIVEN.messages)) is GIVEN
    assert with_messages(GIVEN, [ASK]) == Prompt((ASK,))
    assert with_messages(GIVEN, [user("Hi"), RUN, DONE]) is not GIVEN


def test_a_message_of_its_own_parts_is_itself():
    """Other parts make another message, with the rest of its fields."""
    assert with_content(RUN, list(RUN.content)) is RUN
    assert with_content(RUN, RUN.content[1:]) == assistant(call("c1", "run"))


def test_a_result_of_its_own_output_is_itself():
    """Other output makes another result, with the rest of its fields."""
    one = DONE.content[0]

    assert with_output(one, list(one.output)) is one
    assert with_output(one, ()) == ToolResultPart("c1", "", ())


def test_each_part_is_replaced_by_what_is_made_of_it():
    """By none, one or several; results are parts, what is in them is not."""
    doubled = each_part(GIVEN, lambda part: (part, part) if isinstance(part, TextPart) else ())

    assert doubled == prompt(user("Hi", "Hi"), assistant("Go:", "Go:"), tool())
    assert each_part(GIVEN, lambda part: (part,)) is GIVEN


def test_each_part_of_a_result_is_replaced_too():
    """The results stay; a result whose output did not change is the same object."""
    after = each_part_and_output(GIVEN, lambda part: () if getattr(part, "text", "") == "ok" else (part,))

    assert after.messages[2].content[0].output == ()
    assert after.messages[2].content[1] is DONE.content[1]
    assert after.messages[:2] == (ASK, RUN)
    assert after.messages[1] is RUN
    assert each_part_and_output(GIVEN, lambda part: (part,)) is GIVEN


def test_each_result_is_one_of_a_tool_message():
    """Results of hosted tools, in assistant messages, are none of them."""
    hosted = assistant(ToolResultPart("h", "search", (), hosted=True))
    after = each_result(prompt(hosted, *GIVEN.messages), lambda part: with_output(part, ()) if part.id != "c2" else part)

    assert after.messages[0] is hosted
    assert [part.output for part in after.messages[3].content] == [(), (TextPart("no"),)]
    assert after.messages[3].content[1] is DONE.content[1]
    assert each_result(GIVEN, lambda part: part) is GIVEN


def test_each_result_leaves_other_parts_of_the_message():
    """A part of an unknown kind among results stays."""
    note = OpaquePart("note", EMPTY, "elsewhere")
    after = each_result(prompt(tool(note, result("c1", "ok"))), lambda part: with_output(part, ()))

    assert after.messages[0].content[0] is note


def test_messages_without_the_classes_that_are_named_are_left_alone():
    """Where classes of parts are named, `change` is asked only in messages that hold one of them, of all their parts."""
    asked: list[object] = []
    after = each_part(GIVEN, lambda part: (asked.append(part), (part,))[1], (ToolCallPart,))

    assert after is GIVEN
    assert asked == [*RUN.content]
