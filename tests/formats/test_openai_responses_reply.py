"""The wire format `openai-responses`: where records stand in a payload, and tool names in replies."""

from __future__ import annotations

import pytest

from segue.formats.openai_responses import OPENAI_RESPONSES
from segue.parts import TextPart
from segue.prompts import AssistantMessage, Prompt, Request, SystemMessage, UserMessage, assistant, call, result, system, tool, user

NAMES = {"alias": "find.file"}
USER = {"role": "user", "content": "Hi"}
TEXT = {"type": "output_text", "text": "Hello.", "annotations": []}
SAID = {"type": "message", "role": "assistant", "status": "completed", "id": "msg_1", "content": [TEXT, {"type": "odd"}, TEXT]}
THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": []}
CALL = {"type": "function_call", "call_id": "call_1", "name": "find", "arguments": "{}"}
ANSWER = {"type": "function_call_output", "call_id": "call_1", "output": [{"type": "input_text", "text": "7"}]}
SEARCH = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "a", "sources": []}}
TURN = [THOUGHT, SAID, SEARCH, {"role": "assistant", "content": "Hello."}, {**SAID, "content": []}, {"id": "msg_2"}, CALL]
STEPS = [(0,), (1, "content", 0), (1, "content", 1), (1, "content", 2), (2,), (2,), (3, "content"), (4, "content"), (5,), (6,)]


def places(payload):
    """Read a payload and tell where its records stood."""
    return OPENAI_RESPONSES.places(OPENAI_RESPONSES.decode(payload).unwrap())


def test_places_in_a_body():
    """Messages stand under `input`, the body's own text in its field; a string's part is the contents."""
    listed = {"role": "developer", "content": [{"type": "input_text", "text": "A"}]}

    assert places({"instructions": "Be brief.", "input": [USER, listed]}) == (
        (("instructions",), (("instructions",),)),
        (("input", 0), (("input", 0, "content"),)),
        (("input", 1), (("input", 1, "content", 0),)),
    )


def test_places_of_a_text():
    """A text that is the whole input stands where that does."""
    assert places("Hi") == (((), ((),)),)
    assert places({"input": "Hi"}) == ((("input",), (("input",),)),)


def test_places_of_a_turn():
    """Each part of a message that was gathered is found in its own item, a call's outcome in the call's."""
    assert places([USER, *TURN, ANSWER, {**ANSWER, "call_id": "b"}, {"type": "compaction_trigger"}, USER]) == (
        ((0,), ((0, "content"),)),
        ((1,), tuple((first + 1, *rest) for first, *rest in STEPS)),
        ((8,), ((8,), (9,))),
        ((10,), ((10,),)),
        ((11,), ((11, "content"),)),
    )


def test_places_of_records_made_by_hand():
    """Records that were not read have the places they would be written to."""
    request = Request(Prompt((system("A"), user("A", "B"), assistant("A", call("a", "b")), tool(result("a")), AssistantMessage(()), UserMessage(()))))

    assert OPENAI_RESPONSES.places(request) == (
        (("instructions",), (("instructions",),)),
        (("input", 0), (("input", 0, "content", 0), ("input", 0, "content", 1))),
        (("input", 1), (("input", 1, "content"), ("input", 2))),
        (("input", 3), (("input", 3),)),
        (("input", 4), ()),
        (("input", 4), ()),
    )
    assert OPENAI_RESPONSES.places(Request(Prompt((SystemMessage((TextPart("A"),), developer=True),)))) == ((("input", 0), (("input", 0, "content"),)),)


def reply(name):
    """Make a reply that names a tool in all ways."""
    called = {"type": "function_call", "call_id": "alias", "name": name, "arguments": '{"name": "alias"}'}
    return {
        "id": "alias",
        "object": "response",
        "output": [called, {"type": "custom_tool_call", "name": name, "input": "alias"}, {"type": "mcp_call", "name": "alias"}, {"type": "message", "content": []}],
        "tools": [{"type": "function", "name": name, "parameters": {"name": "alias"}}, {"type": "namespace", "name": "alias", "tools": [{"type": "custom", "name": name}]}],
        "tool_choice": {"type": "function", "name": name},
        "metadata": {"name": "alias"},
    }


def test_names_are_put_back():
    """Tool names in a reply are the caller's again, and nothing else changes."""
    given = reply("alias")

    assert OPENAI_RESPONSES.restore(given, NAMES) == reply("find.file")
    assert given == reply("alias")
    assert OPENAI_RESPONSES.restore([given], NAMES) == [reply("find.file")]


@pytest.mark.parametrize("kind", ["response.output_item.added", "response.output_item.done"])
def test_names_are_put_back_in_items_of_a_stream(kind):
    """An event that brings an item is restored."""
    event = {"type": kind, "output_index": 0, "item": {**CALL, "name": "alias"}}

    assert OPENAI_RESPONSES.restore(event, NAMES) == {**event, "item": {**CALL, "name": "find.file"}}


def test_names_are_put_back_in_other_events():
    """Events that bring the whole response, or the arguments of a call with its name, are restored; others are themselves."""
    done = {"type": "response.completed", "response": reply("alias")}
    arguments = {"type": "response.function_call_arguments.done", "name": "alias", "arguments": '{"name": "alias"}'}
    delta = {"type": "response.output_text.delta", "delta": "alias"}

    assert OPENAI_RESPONSES.restore(done, NAMES) == {"type": "response.completed", "response": reply("find.file")}
    assert OPENAI_RESPONSES.restore(arguments, NAMES)["name"] == "find.file"
    assert OPENAI_RESPONSES.restore(delta, NAMES) is delta


@pytest.mark.parametrize("other", [reply("find"), [], [CALL], {}, None, "alias", {"type": "function_call", "name": 5}, {"type": ["x"], "name": "alias"}, {"output": "alias"}])
def test_other_replies_are_themselves(other):
    """A reply without aliases, and what is no reply, is returned as it is."""
    assert OPENAI_RESPONSES.restore(other, NAMES) is other
