"""Which opaque tokens of a history a provider really issued."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.judges.checks import Issued
from tests.switch.facts import Thought, read
from tests.switch.run import makers

SEARCH_KEYS = ("encrypted_content", "encryptedContent")


def maker_at(history: dict[str, Any], at: int) -> str:
    """Name the model that made item `at`."""
    made_by = makers(history)
    if isinstance(made_by, str):
        return made_by
    return next((model for start, model in reversed(made_by) if start <= at), history["from_model"])


def thoughts(history: dict[str, Any]) -> Iterator[tuple[int, Thought]]:
    """Yield the thoughts of a history, each with the item it stands in."""
    for turn in read(history["history"], history["format"]):
        yield from ((turn.at, item) for item in turn.told if isinstance(item, Thought))


def issued_by_anthropic(history: dict[str, Any]) -> Issued:
    """Collect what Anthropic's API can read again: what Claude signed, at home or elsewhere."""
    own = [item for at, item in thoughts(history) if item.token and "claude" in maker_at(history, at)]
    return Issued(
        {item.token: item.words for item in own if not item.redacted},
        frozenset(item.token for item in own if item.redacted),
        frozenset(_searched(history)),
    )


def _searched(history: dict[str, Any]) -> Iterator[str]:
    body = history["history"]
    for at, item in enumerate(body.get("messages") or body.get("prompt") or ()):
        if maker_at(history, at).startswith("anthropic/"):
            yield from _payloads(item)


def _payloads(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (value[key] for key in SEARCH_KEYS if isinstance(value.get(key), str))
    entries = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for entry in entries:
        yield from _payloads(entry)
