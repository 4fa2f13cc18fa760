"""Histories as agents make them, written in each wire format: the same talk, from a fixed seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from attrs import frozen

_WORDS = ["the", "train", "to", "Oslo", "leaves", "at", "seven", "and", "is", "late", "again", "because", "of", "snow", "on", "the", "line", "so", "take", "the", "bus", "from", "platform", "nine", "which", "costs", "forty", "kroner", "or", "wait", "until", "noon", "when", "the", "next", "one", "comes,", "says", "the", "station;", "café,", "naïve,", "7:10,", "9:40.", "Please", "check", "whether", "the", "fare", "for", "two", "adults", "and", "one", "child", "is", "refunded\n", "and", "tell", "me", "what", "I", "should", "book", "for", "Tuesday", "evening"]
_TOOLS = ("search_trains", "get_fare", "book_seat", "read_file", "list_stations", "run_query")
_ARGUMENTS = ("query", "day", "limit", "path", "adults", "options", "flexible")


@frozen
class Turn:
    """What one speaker says before the next does."""

    role: str
    text: str = ""
    thought: str = ""
    calls: tuple[tuple[str, str, dict[str, Any]], ...] = ()
    """Id, name and input."""
    results: tuple[tuple[str, str, Any], ...] = ()
    """Id, name and what came: text, or any JSON."""
    listed: bool = False
    """The text stands in a list of parts."""


def payload(format: str, size: int) -> dict[str, Any]:
    """Return a body of about so many wire messages, the last the user's. None of it breaks a demand of its format's provider."""
    ids, write = _FORMATS[format]
    body = {"system": "You book trains. Be brief."} if format == "anthropic" else {}
    messages = [] if format == "anthropic" else [{"role": "system", "content": "You book trains. Be brief."}]
    for turn in _turns(Random(11), ids):
        messages += write(turn)
        if len(messages) >= size and turn.role == "user":
            return body | {"prompt" if format == "ai-sdk" else "messages": messages}
    raise AssertionError  # turns do not end


def _turns(dice: Random, ids: str) -> Iterator[Turn]:
    """Yield exchanges without end: six of ten are words alone, the others call one to three tools before the answer."""
    while True:
        yield Turn("user", _text(dice), listed=dice.random() < 0.15)
        if dice.random() < 0.4:
            calls = tuple(_call(dice, ids) for _ in range(dice.choice((1, 1, 1, 2, 3))))
            yield Turn("assistant", _text(dice) if dice.random() < 0.4 else "", _thought(dice, 0.4), calls)
            yield Turn("tool", results=tuple((id, name, _found(dice)) for id, name, _ in calls))
        yield Turn("assistant", _text(dice), _thought(dice, 0.1))


def _text(dice: Random) -> str:
    """Return 40 to 400 characters of words."""
    length, words = dice.randint(40, 400), list[str]()
    while length > 0:
        words.append(dice.choice(_WORDS))
        length -= len(words[-1]) + 1
    return " ".join(words).strip()[:400].strip()


def _thought(dice: Random, often: float) -> str:
    return _text(dice) if dice.random() < often else ""


def _call(dice: Random, ids: str) -> tuple[str, str, dict[str, Any]]:
    values: tuple[Any, ...] = (dice.choice(_WORDS), dice.randint(1, 5000), True, ["a", "b"], {"from": "Oslo", "to": "Bergen"}, 7.5)
    given = {key: dice.choice(values) for key in dice.sample(_ARGUMENTS, dice.randint(2, 5))}
    return ids + "".join(dice.choices("abcdefghjkmnpqrstuvwxyzABCDEFGH23456789", k=22)), dice.choice(_TOOLS), given


def _found(dice: Random) -> Any:
    if dice.random() < 0.6:
        return _text(dice)
    rows = [{"id": dice.randint(1, 10**6), "name": dice.choice(_WORDS), "price": 39.9, "open": True} for _ in range(dice.randint(1, 4))]
    return {"rows": rows, "next": None}


def _as_text(found: Any) -> str:
    return found if isinstance(found, str) else json.dumps(found)


def _chat(turn: Turn) -> list[dict[str, Any]]:
    if turn.role == "tool":
        return [{"role": "tool", "tool_call_id": id, "content": _as_text(found)} for id, _, found in turn.results]
    content: Any = [{"type": "text", "text": turn.text}] if turn.listed else turn.text or None
    calls = [{"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(given)}} for id, name, given in turn.calls]
    return [{"role": turn.role, "content": content} | ({"tool_calls": calls} if calls else {})]


def _claude(turn: Turn) -> list[dict[str, Any]]:
    if turn.role == "user":
        return [{"role": "user", "content": [{"type": "text", "text": turn.text}] if turn.listed else turn.text}]
    if turn.role == "tool":
        blocks = [{"type": "tool_result", "tool_use_id": id, "content": _claude_output(found)} for id, _, found in turn.results]
        return [{"role": "user", "content": blocks}]
    thought = {"type": "thinking", "thinking": turn.thought, "signature": "EqQBCkYIBxgCKkDvPl4" * 9}
    said = [{"type": "text", "text": turn.text}]
    calls = [{"type": "tool_use", "id": id, "name": name, "input": given} for id, name, given in turn.calls]
    return [{"role": "assistant", "content": [thought] * bool(turn.thought) + said * bool(turn.text) + calls}]


def _claude_output(found: Any) -> Any:
    text = _as_text(found)
    return [{"type": "text", "text": text}] if len(text) % 3 == 0 else text


def _sdk(turn: Turn) -> list[dict[str, Any]]:
    said = [{"type": "text", "text": turn.text}] * bool(turn.text)
    calls = [{"type": "tool-call", "toolCallId": id, "toolName": name, "input": given} for id, name, given in turn.calls]
    results = [{"type": "tool-result", "toolCallId": id, "toolName": name, "output": _sdk_output(found)} for id, name, found in turn.results]
    return [{"role": turn.role, "content": said + calls + results}]


def _sdk_output(found: Any) -> dict[str, Any]:
    return {"type": "text" if isinstance(found, str) else "json", "value": found}


_FORMATS: dict[str, tuple[str, Callable[[Turn], list[dict[str, Any]]]]] = {
    "openai-chat": ("call_", _chat), "anthropic": ("toolu_01", _claude), "ai-sdk": ("toolu_01", _sdk),
}  # fmt: skip
FORMATS = tuple(_FORMATS)
TARGETS = {"openai-chat": "openai/gpt-5.2", "anthropic": "anthropic/claude-sonnet-4-5", "ai-sdk": "anthropic/claude-sonnet-4-5"}
"""The model that each format's history goes to."""
