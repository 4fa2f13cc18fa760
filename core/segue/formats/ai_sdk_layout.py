"""How objects of the AI SDK's wire format are laid out: which keys are claimed, in which order they came."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, freeze, freeze_object, thaw
from segue.shapes import Extras, Shape, in_order

NAME = "ai-sdk"
OPTIONS, METADATA = "providerOptions", "providerMetadata"
NO_CONTENT = "null"
"""The form of a model's message whose contents are null or missing."""
_REMEMBERED = 256

More: TypeAlias = "tuple[str | None, tuple[str, ...]] | None"
"""Under which key provider options stand if they do, and the keys nobody claims; None where there is neither."""


class Layouts(dict[tuple[str, ...], tuple[Shape, More]]):
    """Layouts of one kind of wire object by its keys. Keys may come from anyone, so only so many are remembered."""

    def __init__(self, *claimed: str, form: str = "") -> None:
        super().__init__()
        self.claimed, self.form = frozenset(claimed), form

    def __missing__(self, keys: tuple[str, ...]) -> tuple[Shape, More]:
        """Work out a layout that has not been seen."""
        for key in keys:
            if key.__class__ is not str:
                raise Malformed("a string as key", key)
        options = next((key for key in (OPTIONS, METADATA) if key in keys), None)
        rest = tuple(key for key in keys if key not in self.claimed and key != options)
        layout = Shape(NAME, keys, self.form), ((options, rest) if options is not None or rest else None)
        if len(self) < _REMEMBERED:
            self[keys] = layout
        return layout


def claim(raw: dict[str, Any], more: More) -> tuple[JsonObject, Extras | None]:
    """Return an object's provider options and its unclaimed fields. Options that are empty or no object count as unclaimed."""
    if more is None:
        return EMPTY, None
    name, rest = more
    options = EMPTY
    if name is not None:
        value = raw[name]
        if value and value.__class__ is dict:
            try:
                options = freeze_object(value)
            except Malformed as fault:
                raise fault.at(name) from None
        else:
            rest = (*rest, name)
    return options, unclaimed(raw, rest)


def unclaimed(raw: dict[str, Any], rest: tuple[str, ...]) -> Extras | None:
    """Return the fields under these keys, None where there are none."""
    return Extras(NAME, JsonObject({key: value_at(raw, key) for key in rest})) if rest else None


def value_at(raw: dict[str, Any], key: str) -> JsonValue:
    """Return the JSON under a key."""
    try:
        return freeze(raw[key])
    except Malformed as fault:
        raise fault.at(key) from None


def text_at(raw: dict[str, Any], key: str) -> str:
    """Return the string under a key that must be there."""
    value: str = raw.get(key)  # type: ignore[assignment]
    if value.__class__ is not str:
        raise Malformed("a string", value, (key,))
    return value


class Laid(Protocol):
    """A record that has provider options, unclaimed fields and a shape."""

    @property
    def provider_options(self) -> JsonObject:
        """What one provider asks for or gave."""

    @property
    def extras(self) -> Extras | None:
        """Unclaimed fields."""

    @property
    def shape(self) -> Shape | None:
        """The layout."""


def own_shape(record: Laid) -> Shape | None:
    """Return the record's shape if it was read from this format."""
    shape = record.shape
    return shape if shape is not None and shape.format == NAME else None


def own_form(record: Laid) -> str:
    """Return the form the record had in this format, "" if it comes from elsewhere."""
    shape = record.shape
    return shape.form if shape is not None and shape.format == NAME else ""


def finish(fields: dict[str, Any], record: Laid) -> dict[str, Any]:
    """Add a record's options and unclaimed fields, and put all in the order in which it came."""
    shape, extras = record.shape, record.extras
    if record.provider_options:
        fields[_options_key(shape)] = thaw(record.provider_options)
    if extras is not None and extras.format == NAME:
        fields = thaw(extras.fields) | fields
    if shape is None or shape.format != NAME:
        return fields
    return in_order(fields, shape)


def _options_key(shape: Shape | None) -> str:
    if shape is None or OPTIONS in shape.keys or shape.format != NAME or METADATA not in shape.keys:
        return OPTIONS
    return METADATA
