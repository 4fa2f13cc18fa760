"""A part in another provider's spelling is read, one of an unknown kind is told as text; the target's own stays unread."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from segue.json_values import JsonText, freeze_object
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, SystemMessage, ToolMessage, UserMessage, assistant, call, prompt, result, tool, user
from segue.repairs.foreign_parts import tell_foreign_parts
from tests.repairs.settling import ids, roles, said, settled, spared, steps, untouched


def unread(format="elsewhere", **fields):
    """Return a part that was carried unread."""
    return OpaquePart(fields["type"], freeze_object(fields), format)


POLL, OWN = unread(type="poll", question="Thé ou café ☕?"), unread("here", type="poll")
TOLD = "[poll part]\nquestion: Thé ou café ☕?"
TEXT, THOUGHT = unread(type="output_text", text="Yes."), unread(type="thinking", thinking="Hm.")
IMAGE = unread(type="image_url", image_url={"url": "https://a.example/a.png"})
CALL, RESULT = unread(type="tool_use", id="c1", name="trains", input={"day": 1}), unread(type="tool_result", tool_use_id="c1", content="7:10")
tell = partial(tell_foreign_parts, is_own=lambda part: part.format == "here")


def made(message):
    """Return the messages that one becomes."""
    return settled(tell, prompt(message)).messages


def test_a_part_is_told_in_its_place():
    """In each role, among other parts, which are the same objects."""
    first = TextPart("Choose:")
    before = prompt(user("Hi"), UserMessage((first, POLL, OWN)), assistant(POLL, POLL), SystemMessage((POLL,)))
    after = settled(tell, before)

    assert [said(message) for message in after.messages] == [["Hi"], ["Choose:", TOLD, "OpaquePart"], [TOLD, TOLD], [TOLD]]
    assert after.messages[1].content[0] is first
    assert after.messages[1].content[2] is OWN
    spared(before, after, 1, 2, 3)


def test_a_known_kind_is_read():
    """Texts, thoughts, files and calls become what they are, in their place."""
    content = made(assistant("So:", THOUGHT, TEXT, IMAGE, CALL))[0].content

    assert content[1:] == (
        ReasoningPart("Hm."), TextPart("Yes."), FilePart("image/*", "https://a.example/a.png", "url"), call("c1", "trains", {"day": 1}),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (UserMessage((TEXT, IMAGE, CALL)), ["Yes.", "FilePart", "[tool_use part]\nname: trains\nday: 1"]),
        (SystemMessage((TEXT, IMAGE)), ["Yes.", "[image_url part]\nurl: https://a.example/a.png"]),
        (AssistantMessage((RESULT,)), ["[tool_result part]\ncontent: 7:10"]),
    ],
)
def test_a_part_that_its_message_cannot_hold_is_told(message, expected):
    """A call of the user's, an image of the system's, a result of the assistant's."""
    assert said(made(message)[0]) == expected


def test_results_of_a_user_are_a_message_of_their_own():
    """In their place; what stood around them stays the user's, unclaimed fields with the first of it."""
    after = made(UserMessage((TextPart("A"), RESULT, RESULT, TextPart("B")), name="Ann"))

    assert after == (user("A", name="Ann"), tool(result("c1", "7:10"), result("c1", "7:10")), user("B", name="Ann"))


def test_a_thought_of_others_is_left_out():
    """A user and a tool have no place for thoughts."""
    assert made(UserMessage((THOUGHT, TextPart("Hi")))) == (user("Hi"),)
    assert made(UserMessage((THOUGHT,))) == (UserMessage(()),)


@pytest.mark.parametrize("given", [freeze_object({"day": 1, "to": "é"}), JsonText('{"to": "é", "day": 1}')])
def test_a_call_that_is_there_already_is_the_same_call(given):
    """In whatever spelling its arguments are, and however its keys are ordered."""
    again = unread(type="tool_use", id="c1", name="trains", input={"day": 1, "to": "é"})
    known = ToolCallPart("c1", "trains", given)
    after = made(assistant(again, "So:", known, again))[0]

    assert said(after) == ["So:", "ToolCallPart"]
    assert after.content[1] is known


def test_a_call_without_arguments_is_one_with_none():
    """Null, no text and an empty object say the same."""
    again = unread(type="tool_use", id="c1", name="trains")

    assert all(said(made(assistant(ToolCallPart("c1", "trains", given), again))[0]) == ["ToolCallPart"] for given in (None, "", freeze_object({})))


@pytest.mark.parametrize("other", [call("c2", "trains", {"day": 1}), call("c1", "buses", {"day": 1}), call("c1", "trains", {"day": True}), call("c1", "trains", 1)])
def test_a_call_that_differs_is_another(other):
    """In id, name or arguments: both stay."""
    assert ids(Prompt(made(assistant(other, CALL)))) == [[other.id, "c1"]]


def test_a_part_in_a_result_is_read_or_told_there():
    """Results hold texts and files; their other pieces and neighbours are the same objects."""
    before = prompt(tool(ToolResultPart("c1", "", (OWN, POLL, TEXT, IMAGE, CALL, TextPart("x"))), result("c2")))
    after = settled(tell, before).messages[0]

    told = [getattr(piece, "text", type(piece).__name__) for piece in after.content[0].output]
    assert told == ["OpaquePart", TOLD, "Yes.", "FilePart", "[tool_use part]\nname: trains\nday: 1", "x"]
    assert after.content[1] is before.messages[0].content[1]


def test_a_part_in_a_result_that_is_read_is_read_too():
    """What a result in another spelling holds is told at once."""
    nested = unread(type="tool_result", tool_use_id="c1", content=[{"type": "poll", "question": "Tea?"}, {"type": "text", "text": "x"}])

    assert [piece.text for piece in made(tool(nested))[0].content[0].output] == ["[poll part]\nquestion: Tea?", "x"]


def test_a_part_among_results_is_told_between_them():
    """As a user's message: a message of results holds no text. Results are the same objects."""
    before = prompt(tool(result("c1"), POLL, POLL, result("c2"), RESULT), user("?"))
    after = settled(tell, before)

    assert roles(after) == "tutu"
    assert said(after.messages[1]) == [TOLD, TOLD]
    assert ids(after) == [["c1"], [], ["c2", "c1"], []]
    assert after.messages[2].content[0] is before.messages[0].content[3]


def test_a_message_of_results_keeps_its_fields():
    """What is left of it is the message that it was."""
    marker = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})

    assert made(evolve(tool(result("c1"), POLL), provider_options=marker))[0] == evolve(tool(result("c1")), provider_options=marker)


def test_results_of_server_tools_stay_the_assistants():
    """They are none of the caller's."""
    found = ToolResultPart("s1", "search", (), hosted=True)

    assert said(made(assistant(found, POLL))[0]) == ["ToolResultPart", TOLD]


def test_a_message_of_such_parts_alone_is_the_users():
    """No message of results without results is left, unless there is nothing to tell."""
    assert [type(message) for message in made(tool(POLL))] == [UserMessage]
    assert made(tool(THOUGHT)) == (ToolMessage(()),)


def test_the_targets_own_parts_stay():
    """Everywhere; so does all that is known, and an empty message."""
    untouched(tell, Prompt(), prompt(UserMessage((OWN,)), assistant(OWN, "x"), ToolMessage(())), prompt(tool(result("c0"), ToolResultPart("c1", "", (OWN,)))))


def test_it_is_linear():
    """Twice as many parts among twice as many calls and results take twice the steps."""

    def grown(count):
        return prompt(tool(*[POLL, result("c", "x"), RESULT] * count), assistant(*[CALL, call("c1", "x"), POLL] * count))

    once, twice = (steps(partial(tell, grown(count))) for count in (500, 1000))

    assert twice <= 2.1 * once
