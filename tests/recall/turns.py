"""Messages to recall and to store, made short."""

from __future__ import annotations

from segue.json_values import EMPTY
from segue.messages import StoredMessage, ToolInvocation
from segue.parts import TextPart


def said(id, *parts, role="assistant", **fields):
    """A message of texts and other parts."""
    return StoredMessage(id, role, tuple(TextPart(part) if isinstance(part, str) else part for part in parts), **fields)


def asked(id, *parts, **fields):
    """A message of a person."""
    return said(id, *parts, role="user", **fields)


def call(state, id="c", name="tides", **fields):
    """A call in this state."""
    return ToolInvocation(id, name, state, fields.pop("input", EMPTY), **fields)


def done(output="low at six", id="c", **fields):
    """A call with its outcome."""
    return call("result", id, output=output, **fields)


def at(minute):
    """A time within one hour."""
    return f"2030-06-01T08:{minute:02}:00.000Z"
