"""Whether a part was read from one of an unknown kind, all that it says standing there (`Loss.UNKNOWN_FIELD`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from segue.json_values import JsonText, parse
from segue.kinds import Loss
from segue.testing.facts import Fact

READABLE = frozenset({"text", "reasoning", "file", "call", "result"})


def is_read_from(made: Fact, gone: Sequence[Fact], losses: frozenset[Loss]) -> bool:
    """Tell whether one of the unknown parts that are gone says all that the new part does, its id and name aside where these may change."""
    labels = (("" if Loss.CALL_ID in losses else made.id), ("" if Loss.TOOL_NAME in losses else made.written))
    said = [text for text in (*labels, *_said(made)) if text]
    return any(fact.kind == "opaque" and _holds(fact.said.value, said) for fact in gone)


def _holds(value: Any, said: Sequence[str]) -> bool:
    held = "\0".join(_texts(value))
    return all(text in held for text in said)


def _said(fact: Fact) -> Iterator[str]:
    """Yield the strings of a part: its content and tokens; a media type may be told otherwise."""
    yield from (leaf for kind, detail in fact.details if kind == "token" for leaf in detail[1:] if isinstance(leaf, str))
    if fact.kind in {"text", "reasoning"}:
        yield fact.value
    elif fact.kind == "file":
        yield fact.said.data
    else:
        yield from _texts(parse(fact.value) if fact.value.__class__ is JsonText else fact.value)
        yield from (text for piece in fact.pieces for text in _said(piece))


def _texts(value: Any) -> Iterator[str]:
    """Yield the strings in a JSON value."""
    if isinstance(value, str):
        yield str(value)
    elif isinstance(value, dict):
        yield from (text for item in value.values() for text in _texts(item))
    elif isinstance(value, list | tuple):
        yield from (text for item in value for text in _texts(item))
