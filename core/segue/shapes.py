"""How a wire payload was laid out, kept so that what nobody touched is written as it came.

A shape says nothing about what a message means, so records that differ in shape alone are equal. It belongs to one format and
is heeded by that format only.
"""

from __future__ import annotations

from attrs import frozen

from segue.json_values import EMPTY, JsonObject, JsonValue


@frozen
class Shape:
    """The layout of one wire object."""

    format: str
    """The format it was read from, such as `openai-chat`."""
    keys: tuple[str, ...] = ()
    """The keys of the wire object in the order they came."""
    form: str = ""
    """Which of its ways to say the same the format had used, such as `string` for contents that were no list. A call's form of
    several words is one that only dialects use."""
    apart: bool = False
    """It stood in a message of its own although the one before has the same role."""
    detail: JsonValue = None
    """What else the format must remember, in its own terms."""


@frozen
class Extras:
    """Wire fields that no record field claims, kept for the format they came from and never written into another."""

    format: str
    fields: JsonObject = EMPTY


def extras_for(extras: Extras | None, format: str) -> JsonObject:
    """Return the unclaimed fields that this format may write back."""
    return extras.fields if extras is not None and extras.format == format else EMPTY


def shape_for(shape: Shape | None, format: str) -> Shape | None:
    """Return the shape if it is this format's own."""
    return shape if shape is not None and shape.format == format else None


def in_order(fields: dict[str, object], shape: Shape | None) -> dict[str, object]:
    """Return the fields in the order their wire object had, those it did not have last."""
    if shape is None or not shape.keys or tuple(fields) == shape.keys:
        return fields
    known = {key: fields[key] for key in shape.keys if key in fields}
    return known | fields
