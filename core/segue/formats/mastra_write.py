"""Writing stored messages: the content in the form it had where that still fits, the fields in the order they came."""

from __future__ import annotations

from typing import Any

from segue.formats.mastra_layout import Fields, left, ordered, own, stood, with_optional, within
from segue.formats.mastra_write_calls import write_invocation, write_old_call
from segue.formats.mastra_write_parts import WRITERS, write_part
from segue.json_values import EMPTY, JsonValue
from segue.messages import StoredMessage, StoredPart, ToolInvocation
from segue.parts import OpaquePart, TextPart
from segue.shapes import Shape, in_order

_NOTHING_ELSE = ("format", "parts")
UNREAD = "unread"
"""The form of a row's content that no record can hold, such as one nested too deeply; its text is carried as it is."""
_WITHOUT_PARTS = frozenset({"string", "list", "odd", "absent", UNREAD})


def write_content(message: StoredMessage) -> Any:
    """Return a message's content."""
    shape = own(message)
    if shape is None or shape.form not in _WITHOUT_PARTS:
        return _object(message, shape)
    if message.text is None and not message.metadata and not message.invocations:
        if shape.form == "list":
            return tuple(map(_listed, message.parts))
        if shape.form == "string" and _is_bare(message.parts):
            return message.parts[0].text  # type: ignore[union-attr]
        if shape.form == "odd" and not message.parts and "content" in left(message):
            return left(message)["content"]
        if shape.form == UNREAD and (text := _unread_text(message.parts)) is not None:
            return text
    return _object(message, None)


def _is_bare(parts: tuple[StoredPart, ...]) -> bool:
    return len(parts) == 1 and type(parts[0]) is TextPart and not parts[0].provider_options and not left(parts[0])


def _unread_text(parts: tuple[StoredPart, ...]) -> JsonValue:
    return parts[0].value.get("text") if len(parts) == 1 and isinstance(parts[0], OpaquePart) else None


def _listed(part: StoredPart) -> Any:
    """Return what a part is in a content of version 1."""
    old = write_old_call(part) if type(part) is ToolInvocation else None
    return write_part(part) if old is None else old


def _object(message: StoredMessage, shape: Shape | None) -> Fields:
    parts = tuple([WRITERS[type(part)](part) for part in message.parts])
    keys: Any = None if shape is None else shape.detail
    if keys == _NOTHING_ELSE and message.text is None and not message.metadata and not message.invocations and message.extras is None:
        return {"format": 2, "parts": parts}
    free = within(left(message), "content")
    fields: Fields = {"format": 2} if keys is None or stood("format", keys, free) else {}
    if parts or keys is None or stood("parts", keys, free):
        fields["parts"] = parts
    listed = tuple(map(write_invocation, message.invocations))
    items = (("content", message.text, None), ("metadata", message.metadata, EMPTY), ("toolInvocations", listed, ()))
    fields = with_optional(fields, items, keys, free)
    return ordered(fields | free | fields, keys)


def write_fields(message: StoredMessage) -> Fields:
    """Return a message as it is stored."""
    shape, free = own(message), left(message)
    keys = None if shape is None else shape.keys
    items = (("createdAt", message.created_at, None), ("threadId", message.thread_id, None), ("resourceId", message.resource_id, None))
    fields: Fields = {"id": message.id} if message.id or stood("id", keys, free) else {}
    fields["role"] = message.role
    fields = with_optional(fields, items, keys, free)
    if keys is None or "content" in keys or message.parts or message.text is not None or message.metadata or message.invocations:
        fields["content"] = write_content(message)
    return in_order(fields | free | fields if free else fields, shape)
