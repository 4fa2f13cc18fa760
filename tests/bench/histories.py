"""Histories as agents make them, written in each wire format and in dialects that differ much: the same talk, from a fixed seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any

from attrs import frozen

from tests.bench.writers import Turn, chat, claude, converse, gemini, gemini_dump, ollama, responses, sdk

_WORDS = ["the", "train", "to", "Oslo", "leaves", "at", "seven", "and", "is", "late", "again", "because", "of", "snow", "on", "the", "line", "so", "take", "the", "bus", "from", "platform", "nine", "which", "costs", "forty", "kroner", "or", "wait", "until", "noon", "when", "the", "next", "one", "comes,", "says", "the", "station;", "café,", "naïve,", "7:10,", "9:40.", "Please", "check", "whether", "the", "fare", "for", "two", "adults", "and", "one", "child", "is", "refunded\n", "and", "tell", "me", "what", "I", "should", "book", "for", "Tuesday", "evening"]
_TOOLS = ("search_trains", "get_fare", "book_seat", "read_file", "list_stations", "run_query")
_ARGUMENTS = ("query", "day", "limit", "path", "adults", "options", "flexible")


def payload(name: str, size: int) -> dict[str, Any]:
    """Return a body of about so many wire messages, the last the user's. None of it breaks a demand of its layout's target."""
    layout = LAYOUTS[name]
    messages = list(layout.body.get(layout.messages, ()))
    for turn in _turns(Random(11), layout.ids):
        messages += layout.write(turn)
        if len(messages) >= size and turn.role == "user":
            return layout.body | {layout.messages: messages}
    raise AssertionError  # turns do not end


def _turns(dice: Random, ids: str) -> Iterator[Turn]:
    """Yield exchanges without end: six of ten are words alone, the others call one to three tools before the answer."""
    for number in count():
        yield Turn("user", _text(dice), listed=dice.random() < 0.15)
        if dice.random() < 0.4:
            calls = tuple(_call(dice, ids) for _ in range(dice.choice((1, 1, 1, 2, 3))))
            yield Turn("assistant", _text(dice) if dice.random() < 0.4 else "", _thought(dice, 0.4), calls, number=2 * number)
            yield Turn("tool", results=tuple((id, name, _found(dice)) for id, name, _ in calls))
        yield Turn("assistant", _text(dice), _thought(dice, 0.1), number=2 * number + 1)


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


@frozen
class Layout:
    """How a history is written: the format that reads it, the model it goes to, how ids begin, and what writes a turn."""

    format: str
    target: str
    ids: str
    write: Callable[[Turn], list[dict[str, Any]]]
    body: dict[str, Any]
    """What stands around or before the messages."""
    messages: str = "messages"


_BRIEF = "You book trains. Be brief."
_LISTED = {"messages": [{"role": "system", "content": _BRIEF}]}
LAYOUTS = {
    "openai-chat": Layout("openai-chat", "openai/gpt-5.2", "call_", chat, _LISTED),
    "anthropic": Layout("anthropic", "anthropic/claude-sonnet-4-5", "toolu_01", claude, {"system": _BRIEF}),
    "ai-sdk": Layout("ai-sdk", "anthropic/claude-sonnet-4-5", "toolu_01", sdk, {"prompt": _LISTED["messages"]}, "prompt"),
    "openai-responses": Layout(
        "openai-responses", "openai.responses/gpt-5.2", "call_", responses, {"instructions": _BRIEF, "store": False}, "input",
    ),
    "gemini": Layout("gemini", "google/gemini-3-pro", "", gemini, {"systemInstruction": {"parts": [{"text": _BRIEF}]}}, "contents"),
    "gemini-dump": Layout("gemini", "google/gemini-3-pro", "", gemini_dump, {}, "contents"),
    "bedrock-converse": Layout(
        "bedrock-converse", "bedrock/anthropic.claude-sonnet-4-5", "tooluse_", converse, {"system": [{"text": _BRIEF}]},
    ),
    "ollama-native": Layout("openai-chat", "ollama.native/qwen3", "", ollama, _LISTED),
}  # fmt: skip
NAMES = tuple(LAYOUTS)
