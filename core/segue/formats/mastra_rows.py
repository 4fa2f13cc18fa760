"""Rows of a database: a message in columns, its content as JSON text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, TypeAlias

from segue.formats.mastra_layout import NAME, extras_of, new_shape
from segue.formats.mastra_messages import Content, read_content
from segue.formats.mastra_write import write_content
from segue.json_values import EMPTY, JsonObject, Malformed, parse
from segue.messages import INPUT, StoredMessage
from segue.parts import OpaquePart, TextPart
from segue.shapes import Shape

Row: TypeAlias = tuple[str, str, str, str, str, str, str | None]
"""Id, thread, content, role, type, time, resource."""

CURRENT = "v2"
"""The type of rows in today's format; older rows have others."""
_KEYS = ("id", "content", "role", "createdAt", "threadId", "resourceId")
_UNREAD = Shape(NAME, form="unread")


def read_row(id: str, thread_id: str, content: str, role: str, type: str, created_at: str, resource_id: str | None) -> StoredMessage:
    """Read one row. Never raises: a content that no record can hold is carried unread."""
    read = _content(content)
    fields: dict[str, Any] = {} if type == CURRENT else {"type": type}
    if read.odd:
        fields["content"] = read.odd
    keys = _KEYS if resource_id is not None else _KEYS[:-1]
    shape = new_shape(NAME, keys if type == CURRENT else (*keys, "type"), read.form, False, read.keys)
    return StoredMessage(
        id, role, read.parts, created_at, thread_id, resource_id, read.text, read.metadata, read.invocations, extras_of(fields), shape, INPUT
    )


def _content(text: str) -> Content:
    try:
        value = parse(text)
    except ValueError:
        return Content((TextPart(text),), "string")
    try:
        if value.__class__ is str:
            return Content((TextPart(value),), "string", ("quoted",))
        return read_content(value) if isinstance(value, dict | list) else Content((TextPart(text),), "string")
    except Malformed:
        return Content((OpaquePart("", JsonObject(text=text), NAME, shape=_UNREAD),), "unread")


def read_rows(rows: Iterable[Row]) -> list[StoredMessage]:
    """Read the rows of a recall."""
    return [read_row(*row) for row in rows]


def row_type(message: StoredMessage) -> str:
    """Return what stands in a message's `type` column."""
    extras = message.extras
    kept = extras.fields.get("type") if extras is not None and extras.format == NAME else None
    return kept if isinstance(kept, str) else CURRENT


def content_text(message: StoredMessage) -> str:
    """Return the `content` column of a message: compact JSON; a content that is a string stands bare."""
    shape = message.shape
    if shape is not None and shape.form == "unread" and len(message.parts) == 1 and message.parts[0].shape is _UNREAD:
        return message.parts[0].value["text"]
    content = write_content(message)
    if content.__class__ is str and not (shape.detail or _needs_quotes(content)):
        return content
    return _escaped(_ENCODER.encode(content))


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False)
_LONE = re.compile("[\ud800-\udfff]")
_MAY_BE_JSON = re.compile(r"[ \t\n\r]*[\[{\"0-9tfn-]")


def _escaped(text: str) -> str:
    """Escape surrogates, which no database can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _LONE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return text


def _needs_quotes(text: str) -> bool:
    """Tell whether a string, stood bare, would be read as JSON or could not be stored."""
    if "\0" in text or _escaped(text) is not text:
        return True
    if not _MAY_BE_JSON.match(text):
        return False
    try:
        parse(text)
    except ValueError:
        return False
    return True
