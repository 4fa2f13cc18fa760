"""The checks of what is kept notice each kind of loss."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.switch.kept import added, lost

CALL = {"id": "a", "type": "function", "function": {"name": "add", "arguments": '{"x": 1}'}}
HISTORY: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {
        "role": "user",
        "content": [{"type": "text", "text": "1 + 1?"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}],
    },
    {"role": "assistant", "content": "Adding.", "reasoning_content": "I add them up.", "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "a", "content": "the sum is 2"},
    {"role": "assistant", "content": "It is 2."},
    {"role": "user", "content": "Thanks."},
]
PAYLOAD: dict[str, Any] = {
    "system": "Be brief.",
    "messages": [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "1 + 1?"},
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}},
            ],
        },
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "Adding."}, {"type": "tool_use", "id": "a", "name": "add", "input": {"x": 1}}],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "the sum is 2"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "It is 2."}]},
        {"role": "user", "content": "Thanks."},
    ],
}


def _changed(*steps: Any, to: Any) -> dict[str, Any]:
    payload = copy.deepcopy(PAYLOAD)
    target: Any = payload
    for step in steps[:-1]:
        target = target[step]
    target[steps[-1]] = to
    return payload


DAMAGES = {
    "system text gone": (_changed("system", to=""), "system text: 'Be brief.'"),
    "user text gone": (_changed("messages", 4, "content", to="Thank you."), "user text: 'Thanks.'"),
    "assistant text edited": (_changed("messages", 3, "content", 0, "text", to="It is two."), "assistant text: 'It is 2.'"),
    "texts swapped": ({**PAYLOAD, "messages": [PAYLOAD["messages"][4], *PAYLOAD["messages"][:4]]}, "user text: 'Thanks.'"),
    "file gone": (_changed("messages", 0, "content", to="1 + 1?"), "file: image/png"),
    "call gone": (_changed("messages", 1, "content", to=[{"type": "text", "text": "Adding."}]), "1 calls became 0"),
    "call renamed": (_changed("messages", 1, "content", 1, "name", to="sum"), "call of add became one of sum"),
    "arguments edited": (_changed("messages", 1, "content", 1, "input", to={"x": "1"}), "arguments of add: {'x': 1} became {'x': '1'}"),
    "result edited": (_changed("messages", 2, "content", 0, "content", to="2"), "result of add: 'the sum is 2'"),
    "result detached": (_changed("messages", 2, "content", 0, "tool_use_id", to="b"), "result of add: 'the sum is 2'"),
    "reasoning leaked": (_changed("messages", 4, "content", to="I add them up. Thanks."), "reasoning became visible: 'I add them up.'"),
}


ADDITIONS = {
    "a line of its own": (_changed("messages", 4, "content", to="Thanks.\nPlease continue."), ["Please continue."]),
    "said twice": ({**PAYLOAD, "messages": [*PAYLOAD["messages"], PAYLOAD["messages"][4]]}, ["Thanks."]),
    "a placeholder": (_changed("messages", 4, "content", to="[earlier messages are left out]\nThanks."), []),
}


def test_a_faithful_payload_has_lost_nothing() -> None:
    """The same conversation in another wire format is found whole, and nothing besides."""
    assert lost(HISTORY, "openai-chat", PAYLOAD, "anthropic") == []
    assert added(HISTORY, "openai-chat", PAYLOAD, "anthropic") == []


@pytest.mark.parametrize("addition", ADDITIONS)
def test_each_addition_is_noticed(addition: str) -> None:
    """A line that nobody said, or not so often, is told; what stands in brackets is not."""
    payload, told = ADDITIONS[addition]
    assert added(HISTORY, "openai-chat", payload, "anthropic") == told


@pytest.mark.parametrize("damage", DAMAGES)
def test_each_damage_is_noticed(damage: str) -> None:
    """One thing gone, edited, moved or leaked is told, and nothing else is."""
    payload, told = DAMAGES[damage]
    assert lost(HISTORY, "openai-chat", payload, "anthropic") == [told]
