"""The Messages API: where records stand in their payload, and tool names put back into replies."""

from segue.formats.anthropic import ANTHROPIC, restore
from segue.json_values import freeze
from segue.parts import TextPart
from segue.prompts import Request, SystemMessage, assistant, prompt, result, system, tool, user
from segue.shapes import Shape

RESULT = {"type": "tool_result", "tool_use_id": "a", "content": "r"}
TEXT = {"type": "text", "text": "t"}


def places(payload):
    """Return the places of a payload that is read."""
    return ANTHROPIC.places(ANTHROPIC.decode(payload).unwrap())


def at(payload, place):
    """Return what stands at a place."""
    for step in place:
        payload = payload[step]
    return payload


def test_places_of_a_body():
    """Messages are found by index, parts by index or as the string content itself, the system text under its key."""
    body = {"system": "s", "messages": [{"role": "user", "content": "t"}, {"role": "assistant", "content": [TEXT, TEXT]}]}
    assert places(body) == (
        (("system",), (("system",),)),
        (("messages", 0), (("messages", 0, "content"),)),
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
    assert found[2][1] == ((0, "content", 3),)


def test_places_of_system_blocks():
    """Blocks of the system text are found by index, system messages in the list like others."""
    found = places({"system": [TEXT, TEXT], "messages": [{"role": "system", "content": "t"}]})
    assert found == (
        (("system",), (("system", 0), ("system", 1))),
        (("messages", 0), (("messages", 0, "content"),)),
    )


def test_each_place_leads_to_its_part():
    """Following a part's place in the payload leads to what the part was read from."""
    body = {"system": [TEXT], "messages": [{"role": "user", "content": [RESULT, TEXT]}, {"role": "assistant", "content": [TEXT]}]}
    assert [at(body, part) for _, parts in places(body) for part in parts] == [TEXT, RESULT, TEXT, TEXT]


def test_places_of_records_nobody_read():
    """Records made by hand are given the places they would be written to."""
    made = Request(prompt(system("s"), system("u"), user("a"), assistant("b", "c"), tool(result("d", "e")), user("f")))
    assert [parts for _, parts in ANTHROPIC.places(made)] == [
        (("system", 0),),
        (("system", 1),),
        (("messages", 0, "content"),),
        (("messages", 1, "content", 0), ("messages", 1, "content", 1)),
        (("messages", 2, "content", 0),),
        (("messages", 2, "content", 1),),
    ]


def test_a_shape_of_another_format_is_not_heeded():
    """A list that another format read is not this format's list."""
    made = Request(prompt(SystemMessage((TextPart("s"),), shape=Shape("ai-sdk", form="listed"))), shape=Shape("ai-sdk", form="list"))
    assert ANTHROPIC.places(made) == ((("system",), (("system",),)),)


NAMES = {"a_b": "a.b", "same": "same"}


def test_names_are_put_back_into_a_reply():
    """A call's alias becomes the tool's name; what the call was given is not looked at."""
    call = {"type": "tool_use", "id": "1", "name": "a_b", "input": {"type": "tool_use", "name": "a_b"}}
    reply = {"role": "assistant", "content": [TEXT, call], "usage": {"name": "a_b"}}
    restored = restore(reply, NAMES)
    assert restored == {**reply, "content": [TEXT, {**call, "name": "a.b"}]}
    assert restored["content"][0] is TEXT
    assert reply["content"][1]["name"] == "a_b"


def test_names_are_put_back_into_an_event():
    """A streamed block, and the tools that a search found, are put back as well."""
    event = {"type": "content_block_start", "content_block": {"type": "tool_use", "name": "a_b", "input": {}}}
    assert restore(event, NAMES)["content_block"]["name"] == "a.b"
    found = {"type": "tool_search_tool_search_result", "tool_references": [{"type": "tool_reference", "tool_name": "a_b"}]}
    reply = [{"message": {"content": [{"type": "tool_search_tool_result", "content": found}]}}]
    assert restore(reply, NAMES)[0]["message"]["content"][0]["content"]["tool_references"][0]["tool_name"] == "a.b"


def test_a_reply_without_aliases_is_the_same_object():
    """Where nothing is put back the reply itself is returned, whatever it is."""
    for reply in (
        {
            "content": [
                {"type": "tool_use", "name": "other"},
                {"type": "tool_use", "name": None},
                {"type": []},
                {"type": "server_tool_use", "name": "a_b"},
            ]
        },
        {"content": [{"type": "tool_use", "name": "same"}]},
        [TEXT],
        "text",
        None,
        freeze({"a": 1}),
    ):
        assert restore(reply, NAMES) is reply
