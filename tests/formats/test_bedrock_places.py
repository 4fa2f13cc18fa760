"""The Converse API: where records stand in a payload, and how tool names are put back into replies."""

import pytest

from segue.formats.bedrock import BEDROCK_CONVERSE, restore
from segue.json_values import freeze
from segue.prompts import Request, assistant, prompt, result, system, tool, user

RESULT = {"toolResult": {"toolUseId": "a", "content": [{"text": "r"}]}}
TEXT = {"text": "t"}
MARK = {"cachePoint": {"type": "default"}}
POLL = {"poll": {}}


def places(payload):
    """Return the places of a payload that is read."""
    return BEDROCK_CONVERSE.places(BEDROCK_CONVERSE.decode(payload).unwrap())


def at(payload, place):
    """Return what stands at a place."""
    for step in place:
        payload = payload[step]
    return payload


def test_places_of_a_body():
    """Messages are found by index, parts by that of their block, the system's blocks under its key."""
    body = {"system": [TEXT], "messages": [{"role": "user", "content": [TEXT]}, {"role": "system", "content": [TEXT, TEXT]}]}
    assert places(body) == (
        (("system",), (("system", 0),)),
        (("messages", 0), (("messages", 0, "content", 0),)),
        (("messages", 1), (("messages", 1, "content", 0), ("messages", 1, "content", 1))),
    )


def test_places_of_a_bare_list():
    """In a bare list a place starts with the message's index."""
    assert places([{"role": "user", "content": [TEXT]}]) == (((0,), ((0, "content", 0),)),)


def test_places_of_a_message_that_became_several_records():
    """Results and words of one wire message share its place and keep their indexes."""
    found = places([{"role": "user", "content": [RESULT, TEXT, TEXT, RESULT]}, {"role": "user", "content": [RESULT]}])
    assert [place for place, _ in found] == [(0,), (0,), (0,), (1,)]
    assert [parts for _, parts in found][1] == ((0, "content", 1), (0, "content", 2))


MARKED = [
    [MARK, TEXT, MARK, POLL, MARK, MARK, TEXT],
    [TEXT, MARK, MARK, RESULT, MARK, TEXT, MARK, RESULT],
    [MARK],
    [POLL, MARK, RESULT, TEXT],
]


@pytest.mark.parametrize("content", MARKED)
def test_cache_markers_are_counted(content):
    """A marker is no part, and yet has a place among the blocks."""
    payload = [{"role": "user", "content": content}]
    found = [at(payload, place) for _, parts in places(payload) for place in parts]
    assert found == [block for block in content if block is not MARK]


def test_cache_markers_of_the_system_are_counted():
    """So it is in the body's `system`."""
    body = {"system": [MARK, TEXT, MARK, MARK, TEXT], "messages": []}
    assert [parts for _, parts in places(body)] == [(("system", 1), ("system", 4))]


def test_places_of_records_nobody_read():
    """Records made by hand are given the places they would be written to."""
    made = Request(prompt(system("s"), system("u"), user("a"), assistant("b", "c"), tool(result("d", "e")), user("f")))
    assert [parts for _, parts in BEDROCK_CONVERSE.places(made)] == [
        (("system", 0),),
        (("system", 1),),
        (("messages", 0, "content", 0),),
        (("messages", 1, "content", 0), ("messages", 1, "content", 1)),
        (("messages", 2, "content", 0),),
        (("messages", 2, "content", 1),),
    ]


NAMES = {"a_b": "a.b", "same": "same"}
CALL = {"toolUse": {"toolUseId": "1", "name": "a_b", "input": {"toolUse": {"name": "a_b"}, "content": [{"toolUse": {"name": "a_b"}}]}}}


def test_names_are_put_back_into_a_reply():
    """A call's alias becomes the tool's name; what the call was given is not looked at, nor changed the reply given."""
    reply = {"output": {"message": {"role": "assistant", "content": [TEXT, CALL]}}, "stopReason": "tool_use", "usage": {"name": "a_b"}}
    restored = restore(reply, NAMES)
    assert restored["output"]["message"]["content"] == [TEXT, {"toolUse": {**CALL["toolUse"], "name": "a.b"}}]
    assert restored["output"]["message"]["content"][0] is TEXT
    assert CALL["toolUse"]["name"] == "a_b"


def test_names_are_put_back_into_an_event():
    """The start of a streamed call is put back as well, alone and in a list of events."""
    event = {"contentBlockStart": {"start": {"toolUse": {"toolUseId": "1", "name": "a_b"}}, "contentBlockIndex": 1}}
    assert restore(event, NAMES)["contentBlockStart"]["start"]["toolUse"]["name"] == "a.b"
    assert restore({"stream": [event, TEXT]}, NAMES)["stream"][1] is TEXT


def test_a_reply_without_aliases_is_the_same_object():
    """Where nothing is put back the reply itself is returned, whatever it is; Amazon's own tools have no aliases."""
    for reply in (
        {"content": [{"toolUse": {"name": "other"}}, {"toolUse": {"name": None}}, {"toolUse": 5}, {"toolUse": {"name": ["a_b"]}}]},
        {"content": [{"toolUse": {"name": "same"}}, {"toolUse": {"name": "a_b", "type": "server_tool_use"}}]},
        {"contentBlockDelta": {"delta": {"toolUse": {"input": '{"name": "a_b"}'}}}},
        [TEXT],
        "text",
        None,
        freeze({"a": 1}),
    ):
        assert restore(reply, NAMES) is reply
