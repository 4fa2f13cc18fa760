"""Reading stored messages: the message, its content, the list of calls beside the parts."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from segue.formats.mastra_calls import read_listed
from segue.formats.mastra_layout import NAME, Fields, Keys, extras_of, freeze_fields, new_shape, unclaimed
from segue.formats.mastra_parts import OLD_PARTS, PARTS, read_parts
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, Malformed, freeze, freeze_object
from segue.messages import INPUT, StoredMessage, StoredPart, ToolInvocation
from segue.parts import TextPart
from segue.shapes import Shape

_message = quick(StoredMessage)
_MESSAGE = frozenset({"id", "role", "createdAt", "threadId", "resourceId", "content"})
_CONTENT = frozenset({"format", "parts"})


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


def read_message(raw: object) -> StoredMessage:
    """Read a message. Raises `Malformed` where it is no object, has an id or role that is no string, or is no JSON."""
    if not isinstance(raw, dict):
        raise Malformed("an object", raw)
    id, role = raw.get("id"), raw.get("role")
    if role.__class__ is not str:
        raise Malformed("a string", role, ("role",))
    if id is not None and id.__class__ is not str:
        raise Malformed("a string", id, ("id",))
    return _read(raw, read_content(raw["content"]) if "content" in raw else Content())


def _read(raw: dict[str, Any], content: Content) -> StoredMessage:
    keys = tuple(raw)
    free = {key: raw[key] for key in unclaimed(keys, _MESSAGE)} | _odd_fields(raw)
    times = tuple(raw.get(key) if raw.get(key).__class__ is str else None for key in ("createdAt", "threadId", "resourceId"))
    extras = freeze_fields(free)
    if content.odd or content.form == "odd":
        extras = extras.with_(content=content.odd)
    return StoredMessage(
        raw.get("id") or "", raw["role"], content.parts, *times, content.text, content.metadata, content.invocations,
        extras_of(extras), Shape(NAME, keys, content.form, False, content.keys), INPUT,
    )  # fmt: skip


def _odd_fields(raw: dict[str, Any]) -> Fields:
    odd = {key: raw[key] for key in ("createdAt", "threadId", "resourceId") if key in raw and not isinstance(raw[key], str | None)}
    return odd | {"id": None} if "id" in raw and raw["id"] is None else odd


def read_content(raw: Any) -> Content:
    """Read a content. Raises `Malformed` where it is no JSON that a record could hold."""
    try:
        if isinstance(raw, dict):
            return _object(raw)
        if isinstance(raw, str):
            return Content((TextPart(raw),), "string")
        if isinstance(raw, list | tuple):
            return Content(read_parts(raw, OLD_PARTS), "list")
        return Content(form="odd", odd=freeze(raw))
    except Malformed as fault:
        raise fault.at("content") from None


def _object(raw: dict[str, Any]) -> Content:
    keys, wire, text, metadata = tuple(raw), raw.get("parts"), raw.get("content"), raw.get("metadata")
    rest = unclaimed(keys, _CONTENT)
    odd: Fields = {key: raw[key] for key in rest}
    format = raw.get("format")
    if format.__class__ is not int or format != 2:
        odd |= {"format": format} if "format" in raw else {}
    parts: tuple[StoredPart, ...] = ()
    if isinstance(wire, list | tuple):
        parts, form = _parts(wire), "object"
    else:
        form = "partless"
        odd |= {"parts": wire} if "parts" in raw else {}
    if text.__class__ is str:
        del odd["content"]
    if isinstance(metadata, dict):
        del odd["metadata"]
    invocations = _listed(raw.get("toolInvocations"))
    if invocations is not None:
        del odd["toolInvocations"]
    return Content(
        parts, form, keys, text if text.__class__ is str else None,
        freeze_object(metadata) if isinstance(metadata, dict) else EMPTY, invocations or (), freeze_fields(odd),
    )  # fmt: skip


def _parts(wire: Any) -> tuple[StoredPart, ...]:
    try:
        return read_parts(wire, PARTS)
    except Malformed as fault:
        raise fault.at("parts") from None


def _listed(wire: Any) -> tuple[ToolInvocation, ...] | None:
    """Return the calls listed beside the parts, None where there is no list or one of them cannot be read."""
    if not isinstance(wire, list | tuple):
        return None
    try:
        return tuple(read_listed(item) for item in wire)
    except (Malformed, TypeError):
        return None
