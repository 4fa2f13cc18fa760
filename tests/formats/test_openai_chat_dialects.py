"""What other clients write into chat messages: LiteLLM's thinking blocks, calls without a type, arguments as objects."""

from __future__ import annotations

import pytest

from segue import Target, fix, same_json
from segue.failures import dotted
from segue.formats.openai_chat import OPENAI_CHAT
from segue.parts import ReasoningPart, option

BLOCKS = [
    {"type": "thinking", "thinking": "Look it up.", "signature": "EqoB"},
    {"type": "redacted_thinking", "data": "EmwK"},
    {"type": "thinking"},
]


def reply(**fields):
    """Return a history whose last message is an assistant's with these fields."""
    return [{"role": "user", "content": "Which trains run?"}, {"role": "assistant", "content": "7:10.", **fields}]


@pytest.mark.parametrize(
    "fields",
    [
        {"thinking_blocks": BLOCKS},
        {"thinking_blocks": BLOCKS[:1], "reasoning_content": "Look it up."},
        {"reasoning_content": "Something else.", "thinking_blocks": BLOCKS[:1]},
        {"thinking_blocks": []},
        {"thinking_blocks": None},
        {"reasoning_details": [{"type": "reasoning.text", "text": "Look it up."}], "thinking_blocks": BLOCKS[:1]},
        {"tool_calls": [{"id": "a", "function": {"name": "x", "arguments": "{}"}}]},
        {"tool_calls": [{"function": {"arguments": {"q": 1}, "name": "x"}, "id": "a"}]},
    ],
)
def test_dialects_come_back_as_they_were(fields):
    """A message with a dialect's fields is written as it came."""
    given = reply(**fields)
    assert same_json(OPENAI_CHAT.encode(OPENAI_CHAT.decode(given).unwrap()), given)


def test_thinking_blocks_carry_claudes_tokens():
    """Each block is a thought with its signature or its redacted data under Anthropic's name."""
    thoughts = OPENAI_CHAT.decode(reply(thinking_blocks=BLOCKS)).unwrap().prompt.messages[1].content[:3]

    assert all(isinstance(part, ReasoningPart) for part in thoughts)
    assert [part.text for part in thoughts] == ["Look it up.", "", ""]
    assert [option(part, "anthropic", "signature") for part in thoughts] == ["EqoB", None, None]
    assert option(thoughts[1], "anthropic", "redactedData") == "EmwK"


def test_a_second_copy_is_no_second_thought():
    """Reasoning that repeats the blocks' text is not read twice."""
    content = OPENAI_CHAT.decode(reply(thinking_blocks=BLOCKS[:1], reasoning_content="Look it up.")).unwrap().prompt.messages[1].content
    assert sum(isinstance(part, ReasoningPart) for part in content) == 1


def test_thinking_blocks_reach_claude_and_no_one_else():
    """Signed blocks go back to Claude byte for byte; OpenAI gets none of them, nor the copy."""
    given = [*reply(thinking_blocks=BLOCKS[:2], reasoning_content="Look it up."), {"role": "user", "content": "And back?"}]

    assert fix(given, "anthropic/claude-sonnet-4-5", from_format="openai-chat").payload["messages"][1]["content"][:2] == BLOCKS[:2]
    assert fix(given, "openai/gpt-5.2").payload[1] == {"role": "assistant", "content": "7:10."}


def test_places_name_the_blocks_field():
    """The place of a thinking block is in the field it came from."""
    request = OPENAI_CHAT.decode(reply(thinking_blocks=BLOCKS)).unwrap()
    places = OPENAI_CHAT.places(request)[1][1]
    assert [dotted(place) for place in places[:2]] == ["[1].thinking_blocks[0]", "[1].thinking_blocks[1]"]


@pytest.mark.parametrize(
    ("fields", "place", "expected"),
    [
        ({"thinking_blocks": ["Look it up."]}, "[1].thinking_blocks[0]", "an object"),
        ({"thinking_blocks": [{"type": "thinking", "thinking": 7}]}, "[1].thinking_blocks[0].thinking", "a string"),
        ({"thinking_blocks": {}}, "[1].thinking_blocks", "a list"),
    ],
)
def test_failures_name_the_block(fields, place, expected):
    """A malformed block is named with its place."""
    failure = OPENAI_CHAT.decode(reply(**fields)).failure()
    assert (dotted(failure.place), failure.expected) == (place, expected)


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ({"id": "a", "function": {"name": "x", "arguments": '{"q": 1}'}}, '{"q": 1}'),
        ({"id": "a", "type": "function", "function": {"name": "x", "arguments": {"q": 1}}}, '{"q": 1}'),
        ({"id": "a", "function": {"name": "x", "arguments": {"q": 1}}}, '{"q": 1}'),
    ],
)
def test_openai_gets_calls_as_it_takes_them(call, written):
    """A call without its type, or with its arguments as an object, is written the way OpenAI demands."""
    given = [*reply(tool_calls=[call]), {"role": "tool", "tool_call_id": "a", "content": "ok"}]
    made = fix(given, Target.of("openai/gpt-5.2")).payload[1]["tool_calls"]
    assert made == [{"id": "a", "type": "function", "function": {"name": "x", "arguments": written}}]
