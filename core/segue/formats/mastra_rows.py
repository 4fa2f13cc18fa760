"""Rows of a database: a message in columns, its content as JSON text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, Never, TypeAlias

from segue.formats.mastra_layout import NAME, Keys, extras_of, new_extras, new_shape, of_json, remember
from segue.formats.mastra_messages import Content, read_content, usual, usual_content
from segue.formats.mastra_parts import PLAIN_TEXT, STAMPED_TEXT
from segue.formats.mastra_write import UNREAD, write_content
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject
from segue.messages import MEMORY, StoredMessage
from segue.parts import OpaquePart, TextPart
from segue.shapes import Shape

Row: TypeAlias = tuple[str, str, str, str, str, str, str | None]
"""Id, thread, content, role, type, time, resource."""

CURRENT = "v2"
"""The type of rows in today's format; older rows have others."""
_KEYS = ("id", "content", "role", "createdAt", "threadId", "resourceId")
_message, _text_part = quick(StoredMessage), quick(TextPart)


def _no_json(name: str) -> Never:
    raise json.JSONDecodeError("not JSON", name, 0)


_DECODER = json.JSONDecoder(parse_constant=_no_json)
_scan: Callable[[str, int], tuple[Any, int]] = _DECODER.scan_once  # type: ignore[attr-defined]
_string: Callable[[str, int], tuple[str, int]] = json.decoder.scanstring  # type: ignore[attr-defined]


class _Layouts(dict[Keys, tuple[Shape, Shape] | None]):
    """Shapes of rows, with a resource and without, by the keys of their content; None where these are not the usual ones."""

    def __missing__(self, keys: Keys) -> tuple[Shape, Shape] | None:
        """Work it out for keys that have not been seen."""
        owned, unowned = (new_shape(NAME, of_row, "object", False, keys) for of_row in (_KEYS, _KEYS[:-1]))
        return remember(self, keys, (owned, unowned) if usual(keys) else None)


_LAYOUTS = _Layouts()
_LONE = '{"format":2,"parts":[{"type":"text","text":"'
_STAMPED = re.compile(r',"createdAt":([1-9][0-9]{0,16})\}\]\}').fullmatch
_LONE_LAYOUT = tuple(new_shape(NAME, keys, "object", False, ("format", "parts")) for keys in (_KEYS, _KEYS[:-1]))


def _lone_text(content: str) -> TextPart | None:
    """Read a content that is one text, as most are, without parsing it. Raises `ValueError` where the text is no JSON."""
    text, end = _string(content, len(_LONE))
    tail = content[end:]
    if tail == "}]}":
        return _text_part(text, EMPTY, None, PLAIN_TEXT)
    if stamped := _STAMPED(tail):
        return _text_part(text, EMPTY, new_extras(NAME, JsonObject(createdAt=int(stamped[1]))), STAMPED_TEXT)
    return None


def read_row(id: str, thread_id: str, content: str, role: str, type: str, created_at: str, resource_id: str | None) -> StoredMessage:
    """Read one row. Never raises: a content that no record can hold is carried unread.

    >>> read_row("m1", "t1", '{"format":2,"parts":[{"type":"text","text":"Hi"}]}', "user", "v2", "2026-01-02T03:04:05.006Z", "r1").parts
    (TextPart(text='Hi', provider_options={}, extras=None),)
    """
    if type != CURRENT:
        return _odd_row(id, thread_id, content, role, type, created_at, resource_id)
    try:
        if content.startswith(_LONE) and (part := _lone_text(content)) is not None:
            shape = _LONE_LAYOUT[resource_id is None]
            return _message(id, role, (part,), created_at, thread_id, resource_id, None, EMPTY, (), None, shape, MEMORY)
        raw, end = _scan(content, 0)
        shapes = _LAYOUTS[tuple(raw)] if raw.__class__ is dict and end == len(content) else None
        read = None if shapes is None else usual_content(raw, of_json)
    except (ValueError, StopIteration, RecursionError):
        read, shapes = None, None
    if read is None or shapes is None:
        return _odd_row(id, thread_id, content, role, type, created_at, resource_id)
    parts, text, metadata = read
    return _message(id, role, parts, created_at, thread_id, resource_id, text, metadata, (), None, shapes[resource_id is None], MEMORY)


def _odd_row(id: str, thread_id: str, content: str, role: str, type: str, created_at: str, resource_id: str | None) -> StoredMessage:
    """Read a row of an older type, or one whose content has more than most or is no JSON."""
    read = _content(content)
    fields: dict[str, Any] = {} if type == CURRENT else {"type": type}
    if read.odd:
        fields["content"] = read.odd
    keys = _KEYS if resource_id is not None else _KEYS[:-1]
    shape = new_shape(NAME, keys if type == CURRENT else (*keys, "type"), read.form, False, read.keys)
    owner = created_at, thread_id, resource_id
    return _message(id, role, read.parts, *owner, read.text, read.metadata, read.invocations, extras_of(fields), shape, MEMORY)


def _content(text: str) -> Content:
    try:
        value = _DECODER.decode(text)
        if isinstance(value, dict | list):
            return read_content(value)
        return Content((TextPart(value),), "string", ("quoted",)) if isinstance(value, str) else Content((TextPart(text),), "string")
    except json.JSONDecodeError:
        return Content((TextPart(text),), "string")
    except (ValueError, RecursionError):
        return Content((OpaquePart("", JsonObject(text=text), NAME),), UNREAD)


def read_rows(rows: Iterable[Row]) -> list[StoredMessage]:
    """Read the rows of a recall."""
    return [read_row(*row) for row in rows]


def row_type(message: StoredMessage) -> str:
    """Return what stands in a message's `type` column."""
    extras = message.extras
    kept = extras.fields.get("type") if extras is not None and extras.format == NAME else None
    return kept if isinstance(kept, str) else CURRENT


def content_text(message: StoredMessage) -> str:
    """Return the `content` column of a message: compact JSON. A content that is a string stands bare, if it is read as such then.

    >>> content_text(StoredMessage("m1", "user", (TextPart("Grüße"),)))
    '{"format":2,"parts":[{"type":"text","text":"Grüße"}]}'
    """
    content = write_content(message)
    if type(content) is not str:
        return _escaped(_dump(content))
    shape = message.shape
    if shape is not None and (shape.form == UNREAD or (not shape.detail and _stands_bare(content))):
        return content
    return _escaped(_dump(content))


_dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False).encode
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_MAY_BE_JSON = re.compile(r"[ \t\n\r]*[\[{\"0-9tfn-]")


def _escaped(text: str) -> str:
    """Escape surrogates, which no database can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return text


def _stands_bare(text: str) -> bool:
    """Tell whether a string can be stored, and is not read as JSON."""
    if "\0" in text or _escaped(text) is not text:
        return False
    if not _MAY_BE_JSON.match(text):
        return True
    try:
        _DECODER.decode(text)
    except json.JSONDecodeError:
        return True
    except (ValueError, RecursionError):
        return False
    return False
