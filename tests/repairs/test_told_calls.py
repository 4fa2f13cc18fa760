"""Calls are told behind their message and results where they stand, in the user's words."""

from __future__ import annotations

from functools import partial

from segue.json_values import JsonText, freeze, freeze_object
from segue.parts import FilePart, JsonPart, OpaquePart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs._told_calls import tell_calls
from tests.repairs.settling import roles, said, settled, spared, untouched

ASK = user("Which trains run today?")
PICTURE = FilePart("image/png", "iVBORw0KGgo=")
every = partial(tell_calls, chosen=lambda _, __: True)


def told(*messages):
    """Return the texts of the messages that tell of a call."""
    return [text for message in settled(every, prompt(ASK, *messages)).messages[1:] for text in said(message)]


def test_a_call_is_told_and_its_result():
    """Name and input, and output, each on lines of their own between labels."""
    assert told(assistant(call("c1", "trains", {"day": "today"})), tool(result("c1", "7:10\nand 9:40"))) == [
        '[tool trains was called with]\n{"day": "today"}',
        "[result of tool trains]\n7:10\nand 9:40\n[end of tool result]",
    ]


def test_a_call_without_name_is_of_an_unknown_tool():
    """Alone and beside another."""
    assert told(assistant(call("c1", "")))[0] == "[tool unknown_tool was called with]\n{}"
    assert "[tool unknown_tool (a) was called with]" in told(assistant(call("a", ""), call("b", "x")))[0]


def test_an_input_is_told_as_it_came():
    """JSON in its own text, what is no object as JSON, an unparsed text as it is."""
    inputs = [JsonText('{"day":  1}'), freeze(["a"]), "{cut", None]
    assert [told(assistant(ToolCallPart("c1", "trains", given)))[0].split("\n")[1] for given in inputs] == ['{"day":  1}', '["a"]', '"{cut"', "null"]


def test_an_error_is_told_as_one():
    """Its label says so."""
    assert told(assistant(call("c1", "trains")), tool(result("c1", "no such day", error=True)))[1].startswith("[error of tool trains]\nno such day")


def test_a_call_without_result_is_told_alone():
    """The words beside it stay the model's."""
    assert told(assistant("I look.", call("c1", "trains")), user("Stop.")) == ["I look.", "[tool trains was called with]\n{}", "Stop."]


def test_ids_tell_results_of_parallel_calls_apart():
    """Each where it stands, whatever the order, two of one call among them; a message that held nothing else goes."""
    after = settled(every, prompt(ASK, assistant(call("a", "x"), call("b", "x")), tool(result("b", "2"), result("a", "1")), tool(result("a", "3"))))

    assert roles(after) == "uuuu"
    assert [said(message) for message in after.messages[1:]] == [
        ["[tool x (a) was called with]\n{}\n[tool x (b) was called with]\n{}"],
        ["[result of tool x (b)]\n2\n[end of tool result]\n[result of tool x (a)]\n1\n[end of tool result]"],
        ["[result of tool x (a)]\n3\n[end of tool result]"],
    ]


def test_files_stand_behind_the_words():
    """The very file; values and unread pieces become words."""
    output = (TextPart("See:"), PICTURE, JsonPart(freeze({"n": 1})), OpaquePart("note", freeze_object({"type": "note", "says": "hi"}), "f"))
    after = settled(every, prompt(ASK, assistant(call("c1", "cam")), tool(ToolResultPart("c1", "cam", output))))

    assert after.messages[2].content[0].text.endswith('\nSee:\n{"n": 1}\n[note part]\nsays: hi\n[end of tool result]')
    assert after.messages[2].content[1] is PICTURE


def test_only_the_chosen_are_told():
    """Asked by message and call; the results of others stay, and hosted calls are not asked for."""
    hosted = ToolCallPart("s1", "web_search", freeze_object({}), hosted=True)
    before = prompt(ASK, assistant(hosted, call("a", "x"), call("b", "y")), tool(result("a", "1"), result("b", "2")), assistant("Done."), user("?"))
    asked = []

    def chosen(index, part):
        asked.append((index, part.id))
        return part.id == "b"

    after = settled(partial(tell_calls, chosen=chosen), before)

    assert set(asked) == {(1, "a"), (1, "b")}
    assert roles(after) == "uautuau"
    assert [part.id for part in after.messages[1].content] == ["s1", "a"]
    assert [part.id for part in after.messages[3].content] == ["a"]
    spared(before, after, 1, 2)


def test_a_message_that_was_empty_stays():
    """Nothing was taken out of it."""
    before = prompt(ASK, assistant(), assistant(call("c1", "x")), user("Stop."))
    spared(before, settled(every, before), 2)


def test_nothing_chosen_is_nothing_told():
    """Without calls, and with calls that are none's choice."""
    untouched(every, Prompt(), prompt(ASK, assistant("7:10."), user("Thanks.")))
    untouched(partial(tell_calls, chosen=lambda _, __: False), prompt(ASK, assistant(call("c1", "trains")), tool(result("c1"))))
