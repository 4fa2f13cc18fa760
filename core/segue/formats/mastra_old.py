"""Messages of version 1 as version 2 has them: a call's outcome becomes an assistant's invocation whose arguments the earlier call tells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from attrs import evolve

from segue.formats.mastra_layout import NAME, new_shape
from segue.formats.mastra_rows import CURRENT, row_type
from segue.json_values import EMPTY, JsonValue
from segue.messages import StoredMessage, StoredPart, ToolInvocation
from segue.parts import TextPart
from segue.shapes import shape_for

_KEYS = ("id", "role", "createdAt", "threadId", "resourceId", "content")


def modernised(messages: Iterable[StoredMessage]) -> tuple[StoredMessage, ...]:
    """Return the messages with those of version 1 as version 2 has them. Others stay the same objects."""
    given: dict[str, JsonValue] = {}
    return tuple(_modern(message, given) if _is_old(message) else message for message in messages)


def _is_old(message: StoredMessage) -> bool:
    shape = shape_for(message.shape, NAME)
    return row_type(message) != CURRENT and shape is not None and shape.form in {"string", "list"}


def _modern(message: StoredMessage, given: dict[str, JsonValue]) -> StoredMessage:
    string = message.shape is not None and message.shape.form == "string"
    parts = tuple(_modern_part(part, given) for part in message.parts)
    settled = tuple(part for part in parts if isinstance(part, ToolInvocation) and part.state == "result")
    text = next((part.text for part in parts if isinstance(part, TextPart)), None) if string else None
    role = "assistant" if message.role == "tool" else message.role
    shape = new_shape(NAME, _KEYS, "object", False, ("format", "parts"))
    return evolve(message, role=role, parts=parts, text=text, invocations=settled, extras=None, shape=shape)


def _modern_part(part: StoredPart, given: dict[str, JsonValue]) -> StoredPart:
    if not isinstance(part, ToolInvocation):
        return part
    if part.state != "result":
        given[part.id] = part.input
        return evolve(part, shape=new_shape(NAME, ("type", "toolInvocation"), part.state, False, ("state", "toolCallId", "toolName", "args")))
    shape = new_shape(NAME, ("type", "toolInvocation"), part.state, False, ("state", "toolCallId", "toolName", "result", "args"))
    return evolve(part, input=part.input or given.get(part.id, EMPTY), shape=shape)
