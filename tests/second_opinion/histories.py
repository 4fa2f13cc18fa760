"""Clean histories of Chat Completions: the stored ones, whole and exchange by exchange."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import segue
from tests.switch.run import makers

HISTORIES = Path(__file__).parents[1] / "switch" / "histories"
TARGETS = {
    "anthropic": "anthropic/claude-sonnet-4-6",
    "gemini": "google/gemini-2.5-flash",
    "bedrock-converse": "bedrock/amazon.nova-pro-v1:0",
    "openai-responses": "openai.responses/gpt-5.2",
}
"""Format to a target that has it."""

Messages = list[dict[str, Any]]


def histories() -> Iterator[tuple[str, Messages]]:
    """Yield each stored history as Chat Completions has it, and its exchanges, by name."""
    for path in sorted(HISTORIES.glob("*.json")):
        history = json.loads(path.read_text(encoding="utf-8"))
        chat = segue.fix(history["history"], "openai/gpt-5.2", from_format=history["format"], made_by=makers(history)).payload
        messages = chat["messages"] if isinstance(chat, dict) else chat
        yield path.stem, messages
        yield from ((f"{path.stem} {number}", said) for number, said in enumerate(exchanges(messages)))


def exchanges(messages: Messages) -> list[Messages]:
    """Return each user's message with what follows it, up to the next; the operator's words before."""
    lead = [message for message in messages[:1] if message["role"] in {"system", "developer"}]
    starts = [index for index, message in enumerate(messages) if message["role"] == "user"]
    return [[*lead, *messages[start:end]] for start, end in zip(starts, [*starts[1:], len(messages)], strict=False)]


def is_clean(messages: Messages, target: str) -> bool:
    """Tell whether a target would take a history as it is, with all that is said in it."""
    return segue.check(messages, target, from_format="openai-chat") == ()


def translated(messages: Messages, target: str) -> Any:
    """Return a history as segue has it for a target."""
    return segue.fix(messages, target, from_format="openai-chat").payload
