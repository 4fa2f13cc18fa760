"""The wire format `openai-chat`: where records stand in a payload, and tool names in replies."""

from __future__ import annotations

import pytest

from segue.formats.openai_chat import OPENAI_CHAT
from segue.json_values import EMPTY
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart
from segue.prompts import AssistantMessage, Prompt, Request, tool, user

NAMES = {"alias": "find.file"}
CALL = {"id": "a", "type": "function", "function": {"name": "b", "arguments": "{}"}}
SPOKEN = {
    "role": "assistant", "content": [{"type": "text", "text": "A"}, {"type": "odd"}], "reasoning": "R", "refusal": "No", "audio": {"id": "a"},
    "reasoning_details": [{"text": "D"}, {"text": "E"}], "tool_calls": [CALL, {"type": "odd"}, {"type": "custom", "custom": {"name": "", "input": ""}}],
    "function_call": {"name": "a", "arguments": 1}, "reasoning_content": "C",
}  # fmt: skip
STEPS = [
    ("reasoning_details", 0), ("reasoning_details", 1), ("reasoning_content",), ("reasoning",), ("content", 0), ("content", 1), ("refusal",),
    ("audio",), ("function_call",), ("tool_calls", 0), ("tool_calls", 1), ("tool_calls", 2),
]  # fmt: skip


def places(payload):
    """Read a payload and tell where its records stood."""
    return OPENAI_CHAT.places(OPENAI_CHAT.decode(payload).unwrap())


def test_places_in_a_body():
    """Messages stand under `messages`, a string's part is the contents, a result its message."""
    said, answer = {"role": "user", "content": "Hi"}, {"role": "tool", "tool_call_id": "a", "content": [{"type": "text", "text": "1"}]}

    assert places({"messages": [said, {**said, "content": [{"type": "text", "text": "A"}]}, answer]}) == (
        (("messages", 0), (("messages", 0, "content"),)),
        (("messages", 1), (("messages", 1, "content", 0),)),
        (("messages", 2), (("messages", 2),)),
    )


def test_places_of_an_assistants_parts():
    """Each part is found under the field it came from; in a bare list places begin with the index."""
    assert places([SPOKEN]) == (((0,), tuple((0, *step) for step in STEPS)),)


def test_places_of_records_made_by_hand():
    """Records that were not read have the places they would be written to."""
    made = AssistantMessage((ReasoningPart("R"), TextPart("A"), ToolCallPart("a", "b", EMPTY), OpaquePart("odd", EMPTY, "anthropic")))
    request = Request(Prompt((user("Hi"), user("A", FilePart("image/png", "")), made, tool())))

    assert [parts for _, parts in OPENAI_CHAT.places(request)] == [
        (("messages", 0, "content"),),
        (("messages", 1, "content", 0), ("messages", 1, "content", 1)),
        tuple(("messages", 2, *step) for step in (("reasoning_details", 0), ("content", 0), ("tool_calls", 0), ("content", 1))),
        (),
    ]


def reply(name, holder="message"):
    """Make a reply that calls a tool in all three ways."""
    said = {
        "role": "assistant",
        "content": "alias",
        "tool_calls": [
            {"index": 0, "id": "alias", "type": "function", "function": {"name": name, "arguments": '{"name": "alias"}'}},
            {"id": "b", "type": "custom", "custom": {"name": name, "input": "alias"}},
            {"id": "c", "function": {"arguments": "x"}},
        ],
        "function_call": {"name": name, "arguments": "alias"},
    }
    return {"id": "alias", "choices": [{"index": 0, holder: said}, {"index": 1, holder: {"content": None, "tool_calls": None}}]}


@pytest.mark.parametrize("holder", ["message", "delta"])
def test_names_are_put_back(holder):
    """Tool names in a reply or an event are the caller's again, and nothing else changes."""
    given = reply("alias", holder)

    assert OPENAI_CHAT.restore(given, NAMES) == reply("find.file", holder)
    assert given == reply("alias", holder)


def test_names_are_put_back_into_messages_and_lists():
    """A message by itself and a list of events are understood as well."""
    message = reply("alias")["choices"][0]["message"]

    assert OPENAI_CHAT.restore(message, NAMES)["function_call"]["name"] == "find.file"
    assert OPENAI_CHAT.restore([reply("alias"), message, 5], NAMES)[0] == reply("find.file")


@pytest.mark.parametrize(
    "given", [reply("other"), [reply("other")], None, "alias", {"name": "alias"}, {"choices": 5}, {"tool_calls": [5, {"function": {"name": 5}}]}, object()]
)
def test_a_reply_without_aliases_is_returned_itself(given):
    """Where no name changes the very object comes back, whatever it is."""
    assert OPENAI_CHAT.restore(given, NAMES) is given
