"""How objects of stored messages are laid out: which keys are claimed, in which order they came.

A message's shape has the keys of the message, and as `detail` those of its content; its `form` is that of the content: `object`
(one with a list of parts), `partless` (an object without), `string`, `list` (rows of version 1), `absent`, `odd` (null, a number).
A call's shape has the keys of its part, as `detail` those of `toolInvocation`, and as `form` the state it was read in; of a call
in a list of version 1 the form is `tool-call` or `tool-result`, and there is no detail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, freeze, freeze_object
from segue.shapes import Extras, Shape, in_order

NAME = "mastra"
OPTIONS, METADATA = "providerOptions", "providerMetadata"
OPTIONS_ALONE = (METADATA,)
_REMEMBERED = 1024
_SMALL = 10**18

_K = TypeVar("_K")
_V = TypeVar("_V")
Keys: TypeAlias = tuple[str, ...]
Wire: TypeAlias = Mapping[str, Any]
Fields: TypeAlias = dict[str, Any]
Freeze: TypeAlias = Callable[[Any], JsonValue]

BETWEEN: Any = object()
"""Stands between the keys of an object and those of one inside it; no key is equal to it."""

new_extras, new_shape = quick(Extras), quick(Shape)


class Layouts(dict[Keys, tuple[Shape, Keys]]):
    """Layouts of one kind of object by its keys: the shape, and the keys that are not claimed."""

    def __init__(self, *claimed: str, form: str = "") -> None:
        super().__init__()
        self.claimed, self.form = frozenset(claimed), form

    def __missing__(self, keys: Keys) -> tuple[Shape, Keys]:
        """Work out a layout that has not been seen."""
        return remember(self, keys, (new_shape(NAME, keys, self.form, False, None), unclaimed(keys, self.claimed)))


def remember(known: dict[_K, _V], keys: _K, layout: _V) -> _V:
    """Keep a layout. Keys may come from anyone, so only so many are kept at a time."""
    if len(known) >= _REMEMBERED:
        known.clear()
    known[keys] = layout
    return layout


def unclaimed(keys: Keys, claimed: frozenset[str]) -> Keys:
    """Return the keys that are not claimed. Raises `Malformed` where one is no string."""
    if claimed.issuperset(keys):
        return ()
    if claimed.union(OPTIONS_ALONE).issuperset(keys):
        return OPTIONS_ALONE
    for key in keys:
        if key.__class__ is not str:
            raise Malformed("a string as key", key)
    return tuple(key for key in keys if key not in claimed)


def as_object(value: Any) -> dict[str, Any]:
    """Return what must be an object. Raises `Malformed`."""
    if not isinstance(value, dict):
        raise Malformed("an object", value)
    return value


def of_payload(value: Any) -> JsonValue:
    """Freeze what anyone gave."""
    if type(value) is str:
        return value
    return freeze_object(value) if type(value) is dict else freeze(value)


def of_json(value: Any) -> JsonValue:
    """Freeze what was read from JSON text, whose keys are strings and whose integers are not too long; flat objects quickly."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[no-any-return]
    if kind is not dict:
        return freeze(value)
    for item in value.values():
        if type(item) not in _FLAT:
            return freeze_object(value)
    return JsonObject(value)


_FLAT = frozenset({str, int, bool, type(None)})


def claim(raw: Wire, rest: Keys, frozen: Freeze) -> tuple[JsonObject, Extras | None]:
    """Return an object's provider options, and the fields under the other unclaimed keys. Options that are no object are a field."""
    key, options = METADATA, raw.get(METADATA)
    if not isinstance(options, dict):
        key, options = OPTIONS, raw.get(OPTIONS)
        if not isinstance(options, dict):
            return EMPTY, rest_of(raw, rest)
    held = _options(options) if frozen is of_json else freeze_object(options)
    return held, None if rest is OPTIONS_ALONE else rest_of(raw, [name for name in rest if name != key])


def _options(value: dict[str, Any]) -> JsonObject:
    """Freeze options from JSON text, quickly where they are one provider's and flat."""
    if len(value) != 1:
        return freeze_object(value)
    [(provider, options)] = value.items()
    if type(options) is not dict:
        return freeze_object(value)
    for item in options.values():
        if type(item) not in _FLAT:
            return freeze_object(value)
    return JsonObject({provider: JsonObject(options)})


def extras_of(fields: Wire) -> Extras | None:
    """Return fields as extras, None where there are none."""
    return new_extras(NAME, freeze_object(fields)) if fields else None


def rest_of(raw: Wire, rest: Sequence[str]) -> Extras | None:
    """Return the fields under these keys as extras; quickly the time that parts are stamped with."""
    if len(rest) == 1 and type(stamp := raw[rest[0]]) is int and 0 < stamp < _SMALL:
        return new_extras(NAME, JsonObject({rest[0]: stamp}))
    return extras_of({key: raw[key] for key in rest}) if rest else None


def own(record: Any) -> Shape | None:
    """Return the record's shape if this format laid it out."""
    shape: Shape | None = record.shape
    return shape if shape is not None and shape.format == NAME else None


def left(record: Any) -> JsonObject:
    """Return the record's unclaimed fields if they are this format's."""
    return left_of(record.extras)


def left_of(extras: Extras | None) -> JsonObject:
    """Return unclaimed fields if they are this format's."""
    return extras.fields if extras is not None and extras.format == NAME else EMPTY


def within(fields: JsonObject, key: str) -> JsonObject:
    """Return the unclaimed fields of an object inside."""
    inner = fields.get(key, EMPTY)
    return inner if inner.__class__ is JsonObject else EMPTY


def stood(key: str, keys: Any, fields: JsonObject) -> bool:
    """Tell whether a key stood there with a value that a record could hold."""
    return keys is not None and key in keys and key not in fields


def with_optional(fields: Fields, items: tuple[tuple[str, Any, Any], ...], keys: Any, free: JsonObject) -> Fields:
    """Add those of (key, value, value when absent) that are not absent, or that stood there."""
    for key, value, absent in items:
        if value != absent or stood(key, keys, free):
            fields[key] = value
    return fields


def ordered(fields: Fields, keys: Any) -> Fields:
    """Return the fields of an object inside in the order of its keys."""
    return {key: fields[key] for key in keys if key in fields} | fields if keys else fields


def finish(fields: Fields, record: Any, shape: Shape | None) -> Fields:
    """Add a record's options and unclaimed fields, and put all in the order in which it came."""
    free, keys = left(record), () if shape is None else shape.keys
    if record.provider_options or METADATA in keys or OPTIONS in keys:
        key = OPTIONS if stood(OPTIONS, keys, free) and not stood(METADATA, keys, free) else METADATA
        if record.provider_options or stood(key, keys, free):
            fields[key] = record.provider_options
    return in_order(fields | free | fields if free else fields, shape)
