"""Parts of kinds that are not known here, carried as they are; bytes in them, of the Python SDK's dumps, as base64 text."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Any

from segue.formats.gemini_layout import own, told
from segue.formats.gemini_wire import NAME, Wire, in_manner
from segue.json_values import MAX_DEPTH, JsonObject, freeze_object, thaw
from segue.kinds import Place
from segue.parts import OpaquePart
from segue.shapes import Shape


def unread(raw: Wire, kind: str, form: str = "") -> OpaquePart:
    """Carry a part unread. Raises `Malformed` where no record could hold it."""
    value: Any = _copied(raw)
    places = tuple(_bytes(value))
    for place in places:
        _put(value, place, b64encode(_found(value, place)).decode("ascii"))
    return OpaquePart(kind, freeze_object(value), NAME, None, Shape(NAME, form=form, detail=JsonObject(bytes=places)))


def write_unread(part: OpaquePart) -> Any:
    """Write such a part as it came."""
    value = thaw(part.value)
    for place in told(own(part), "bytes") or ():
        _put(value, place, in_manner(_found(value, place), "bytes"))
    return value


def _copied(value: object, depth: int = 0) -> object:
    """Return the value with dicts and lists of its own; what is nested so deep that no record could hold it stays."""
    if depth > MAX_DEPTH:
        return value  # `freeze_object` refuses it
    if isinstance(value, Mapping):
        return {key: _copied(item, depth + 1) for key, item in value.items()}
    return [_copied(item, depth + 1) for item in value] if isinstance(value, list | tuple) else value


def _bytes(value: object, place: Place = ()) -> Iterator[Place]:
    """Yield where bytes stand in a value."""
    items = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items if len(place) <= MAX_DEPTH else ():
        if isinstance(item, bytes):
            yield (*place, step)
        else:
            yield from _bytes(item, (*place, step))


def _found(value: Any, place: Place) -> Any:
    for step in place:
        value = value[step]
    return value


def _put(value: Any, place: Place, item: object) -> None:
    _found(value, place[:-1])[place[-1]] = item
