"""Reading stored messages: the message, its content, the list of calls beside the parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import frozen

from segue.formats.mastra_calls import read_listed
from segue.formats.mastra_layout import BETWEEN, NAME, Fields, Freeze, Keys, extras_of, new_shape, of_payload, remember, rest_of, unclaimed
from segue.formats.mastra_parts import OLD_PARTS, PARTS, Readers, read_parts
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, Malformed, freeze, freeze_object
from segue.messages import INPUT, StoredMessage, StoredPart, ToolInvocation
from segue.parts import TextPart
from segue.shapes import Shape

_T = TypeVar("_T")
_message = quick(StoredMessage)
_MESSAGE = frozenset({"id", "role", "createdAt", "threadId", "resourceId", "content"})
_PLACES = ("createdAt", "threadId", "resourceId")
_NEEDED, _USUAL = frozenset({"format", "parts"}), frozenset({"format", "parts", "content", "metadata"})


def usual(keys: Keys) -> bool:
    """Tell whether a content has the keys that most have, and no others."""
    return _USUAL.issuperset(keys) and _NEEDED.issubset(keys)


def usual_content(raw: dict[str, Any], frozen: Freeze) -> tuple[tuple[StoredPart, ...], str | None, JsonObject] | None:
    """Return parts, text and metadata of a content that has the usual keys; None where they hold something else."""
    format, wire, text, metadata = raw["format"], raw["parts"], raw.get("content"), raw.get("metadata")
    if type(format) is not int or format != 2 or type(wire) is not list:
        return None
    if (type(text) is not str and "content" in raw) or (type(metadata) is not dict and "metadata" in raw):
        return None
    return read_parts(wire, PARTS, frozen), text, freeze_object(metadata) if metadata else EMPTY


class _Layouts(dict[tuple[Any, ...], tuple[Shape, Keys] | None]):
    """Layouts of messages by their keys, `BETWEEN`, and those of their content; None where the content has not the usual keys."""

    def __missing__(self, found: tuple[Any, ...]) -> tuple[Shape, Keys] | None:
        """Work out a layout that has not been seen."""
        between = found.index(BETWEEN)
        keys, inner = found[:between], found[between + 1 :]
        rest = unclaimed(keys, _MESSAGE)
        return remember(self, found, (new_shape(NAME, keys, "object", False, inner), rest) if usual(inner) else None)


_LAYOUTS = _Layouts()


def read_message(raw: object) -> StoredMessage:
    """Read a message. Raises `Malformed` where it is no object, has an id or role that is no string, or is no JSON."""
    try:
        read = _usual_message(raw) if type(raw) is dict else None
    except Malformed:
        read = None  # it is raised again, with its place
    return _any_message(raw) if read is None else read


def _usual_message(raw: dict[str, Any]) -> StoredMessage | None:
    id, role, content, at = raw.get("id"), raw.get("role"), raw.get("content"), raw.get("createdAt")
    thread, owner = raw.get("threadId"), raw.get("resourceId")
    if type(id) is not str or type(role) is not str or type(content) is not dict:
        return None
    if not ((at is None or type(at) is str) and (thread is None or type(thread) is str) and (owner is None or type(owner) is str)):
        return None
    layout = _LAYOUTS[(*raw, BETWEEN, *content)]
    read = None if layout is None else usual_content(content, of_payload)
    if layout is None or read is None:
        return None
    shape, rest = layout
    parts, text, metadata = read
    return _message(id, role, parts, at, thread, owner, text, metadata, (), rest_of(raw, rest), shape, INPUT)


def _any_message(raw: object) -> StoredMessage:
    if not isinstance(raw, dict):
        raise Malformed("an object", raw)
    for key in ("role", "id"):
        if type(raw.get(key)) is not str and (key == "role" or raw.get(key) is not None):
            raise Malformed("a string", raw.get(key), (key,))
    content = _at("content", read_content, raw["content"]) if "content" in raw else Content()
    odd = {key: raw[key] for key in _PLACES if key in raw and not isinstance(raw[key], str | None)}
    free = {key: raw[key] for key in unclaimed(tuple(raw), _MESSAGE)} | odd
    if "id" in raw and raw["id"] is None:
        free["id"] = None
    extras = freeze_object(free)
    if content.odd or content.form == "odd":
        extras = extras.with_(content=content.odd)
    at, thread, owner = (None if key in odd else raw.get(key) for key in _PLACES)
    return StoredMessage(
        raw.get("id") or "", raw["role"], content.parts, at, thread, owner, content.text, content.metadata, content.invocations,
        extras_of(extras), Shape(NAME, tuple(raw), content.form, False, content.keys),
    )  # fmt: skip


def _at(key: str, read: Callable[[Any], _T], raw: Any) -> _T:
    try:
        return read(raw)
    except Malformed as fault:
        raise fault.at(key) from None


@frozen
class Content:
    """What a message holds, read."""

    parts: tuple[StoredPart, ...] = ()
    form: str = "absent"
    keys: Keys | None = None
    text: str | None = None
    metadata: JsonObject = EMPTY
    invocations: tuple[ToolInvocation, ...] = ()
    odd: Any = EMPTY
    """Fields nobody claims; the content itself where its form is odd."""


def read_content(raw: Any) -> Content:
    """Read a content of any form. Raises `Malformed` where it is no JSON that a record could hold."""
    if isinstance(raw, dict):
        return _object(raw)
    if isinstance(raw, str):
        return Content((TextPart(str(raw)),), "string")
    if isinstance(raw, list | tuple):
        return Content(_parts(OLD_PARTS)(raw), "list")
    return Content(form="odd", odd=freeze(raw))


def _parts(readers: Readers) -> Callable[[Any], tuple[StoredPart, ...]]:
    return lambda wire: read_parts(wire, readers, of_payload)


def _object(raw: dict[str, Any]) -> Content:
    odd: Fields = dict(raw)
    parts: tuple[StoredPart, ...] = ()
    form, text, metadata = "partless", None, EMPTY
    if type(raw.get("format")) is int and raw["format"] == 2:
        del odd["format"]
    if isinstance(raw.get("parts"), list | tuple):
        parts, form = _at("parts", _parts(PARTS), odd.pop("parts")), "object"
    if type(raw.get("content")) is str:
        text = odd.pop("content")
    if isinstance(raw.get("metadata"), dict):
        metadata = _at("metadata", freeze_object, odd.pop("metadata"))
    listed = _listed(raw.get("toolInvocations"))
    if listed is not None:
        del odd["toolInvocations"]
    return Content(parts, form, tuple(raw), text, metadata, listed or (), freeze_object(odd))


def _listed(wire: Any) -> tuple[ToolInvocation, ...] | None:
    """Return the calls listed beside the parts, None where there is no list or one of them cannot be read."""
    if not isinstance(wire, list | tuple):
        return None
    try:
        return tuple(read_listed(item, of_payload) for item in wire)
    except (Malformed, TypeError):
        return None
