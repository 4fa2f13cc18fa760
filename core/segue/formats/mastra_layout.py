"""How objects of stored messages are laid out: which keys are claimed, in which order they came.

A message's shape has the keys of the message, and as `detail` those of its content; its `form` is that of the content: `object`
(one with a list of parts), `partless` (an object without), `string`, `list` (rows of version 1), `absent`, `odd` (null, a number).
A call's shape has the keys of its part, as `detail` those of `toolInvocation`, and as `form` the state it was read in; of a call
in a list of version 1 the form is `tool-call` or `tool-result`, and there is no detail.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeAlias

from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, freeze, freeze_object
from segue.shapes import Extras, Shape, in_order

NAME = "mastra"
OPTIONS, METADATA = "providerOptions", "providerMetadata"
_REMEMBERED = 1024
_SMALL = 10**18

Keys: TypeAlias = tuple[str, ...]
Wire: TypeAlias = Mapping[str, Any]
Fields: TypeAlias = dict[str, Any]

new_extras, new_shape = quick(Extras), quick(Shape)


class Layouts(dict[Hashable, tuple[Shape, Keys]]):
    """Layouts of one kind of object by its keys: the shape, and the keys that are not claimed. Only so many are remembered."""

    def __init__(self, *claimed: str, form: str = "") -> None:
        super().__init__()
        self.claimed, self.form = frozenset(claimed), form

    def __missing__(self, keys: Any) -> tuple[Shape, Keys]:
        """Work out a layout that has not been seen."""
        layout = new_shape(NAME, keys, self.form, False, None), unclaimed(keys, self.claimed)
        if len(self) < _REMEMBERED:
            self[keys] = layout
        return layout


def unclaimed(keys: Keys, claimed: frozenset[str]) -> Keys:
    """Return the keys that are not claimed. Raises `Malformed` where one is no string."""
    if claimed.issuperset(keys):
        return ()
    for key in keys:
        if key.__class__ is not str:
            raise Malformed("a string as key", key)
    return tuple(key for key in keys if key not in claimed)


def frozen(value: Any) -> JsonValue:
    """Do as `freeze`, quickly for strings and for flat objects."""
    if value.__class__ is str:
        return value  # type: ignore[no-any-return]
    return frozen_object(value) if value.__class__ is dict else freeze(value)


def frozen_object(value: dict[str, Any]) -> JsonObject:
    """Do as `freeze_object`, quickly for flat objects."""
    for item in value.values():
        kind = item.__class__
        if kind is not str and kind is not bool and item is not None and (kind is not int or not -_SMALL < item < _SMALL):
            return freeze_object(value)
    for key in value:
        if key.__class__ is not str:
            return freeze_object(value)
    return JsonObject(value)


def claim(raw: Wire, rest: Keys) -> tuple[JsonObject, Extras | None]:
    """Return an object's provider options, and the fields under the other unclaimed keys. Options that are no object are a field."""
    key = METADATA if isinstance(raw.get(METADATA), dict) else OPTIONS if isinstance(raw.get(OPTIONS), dict) else ""
    options = freeze_object(raw[key]) if key else EMPTY
    return options, extras_of({name: raw[name] for name in rest if name != key})


def extras_of(fields: Fields) -> Extras | None:
    """Return fields as extras, None where there are none."""
    return new_extras(NAME, frozen_object(fields)) if fields else None  # type: ignore[no-any-return]


def own(record: Any) -> Shape | None:
    """Return the record's shape if this format laid it out."""
    shape: Shape | None = record.shape
    return shape if shape is not None and shape.format == NAME else None


def left(record: Any) -> JsonObject:
    """Return the record's unclaimed fields if they are this format's."""
    extras: Extras | None = record.extras
    return extras.fields if extras is not None and extras.format == NAME else EMPTY


def within(fields: JsonObject, key: str) -> JsonObject:
    """Return the unclaimed fields of an object inside."""
    inner = fields.get(key, EMPTY)
    return inner if inner.__class__ is JsonObject else EMPTY


def stood(key: str, keys: Any, fields: JsonObject) -> bool:
    """Tell whether a key stood there with a value that a record could hold."""
    return keys is not None and key in keys and key not in fields


def finish(fields: Fields, record: Any, shape: Shape | None) -> Fields:
    """Add a record's options and unclaimed fields, and put all in the order in which it came."""
    free, keys = left(record), () if shape is None else shape.keys
    key = OPTIONS if stood(OPTIONS, keys, free) and not stood(METADATA, keys, free) else METADATA
    if record.provider_options or stood(key, keys, free):
        fields[key] = record.provider_options
    return in_order({**free, **fields} if free else fields, shape)


def freeze_fields(fields: Fields) -> JsonObject:
    """Return fields as an object, the empty one where there are none."""
    return frozen_object(fields) if fields else EMPTY
