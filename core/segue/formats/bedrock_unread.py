"""Blocks of kinds that are not known here, carried as they are; bytes in them, as boto3 holds blobs, as base64 text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from segue.formats.bedrock_wire import BYTES, NAME, base64_of, in_manner, own
from segue.json_values import MAX_DEPTH, Malformed, freeze_object, thaw
from segue.kinds import Place
from segue.parts import OpaquePart
from segue.shapes import Shape

_SHAPE = Shape(NAME)


def unread(block: Any) -> OpaquePart:
    """Carry a block unread. Raises `Malformed` where no record could hold it."""
    if not isinstance(block, Mapping):
        raise Malformed("an object", block)
    value, places = _without_bytes(block)
    frozen = freeze_object(value)
    return OpaquePart(next(iter(frozen), ""), frozen, NAME, None, Shape(NAME, detail=places) if places else _SHAPE)


def write_unread(part: OpaquePart) -> Any:
    """Write such a part as it came."""
    value, shape = thaw(part.value), own(part)
    places: Any = () if shape is None else shape.detail or ()
    for place in places:
        _put_bytes(value, place)
    return value


def _put_bytes(value: Any, place: Place) -> None:
    """Put bytes back where they stood, if there is still something."""
    *steps, last = place
    try:
        for step in steps:
            value = value[step]
        value[last] = in_manner(value[last], BYTES)
    except (KeyError, IndexError, TypeError):
        return


def _without_bytes(block: Any) -> tuple[Any, tuple[Place, ...]]:
    """Return a block with base64 text in place of bytes, and where these stood."""
    places = tuple(_bytes(block))
    return (_replaced(block) if places else block), places


def _bytes(value: object, place: Place = ()) -> Iterator[Place]:
    """Yield where bytes stand; what is nested so deep that no record could hold it is not looked into."""
    if isinstance(value, bytes | bytearray):
        yield place
    elif len(place) <= MAX_DEPTH:
        items = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list | tuple) else ()
        for step, item in items:
            yield from _bytes(item, (*place, step))


def _replaced(value: Any, depth: int = 0) -> Any:
    if isinstance(value, bytes | bytearray):
        return base64_of(value)[0]
    if depth > MAX_DEPTH:
        return value
    if isinstance(value, Mapping):
        return {key: _replaced(item, depth + 1) for key, item in value.items()}
    return [_replaced(item, depth + 1) for item in value] if isinstance(value, list | tuple) else value
