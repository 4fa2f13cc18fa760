"""How Gemini's wire objects are taken apart, and laid out again as they stood.

A shape's `keys` are those of the wire part or content as they were spelled. Its `detail` is an object that may hold `keys`, those
of the object inside; `blank` and `inner`, what stood empty in the part and in the object inside; `data` and `signature`, how these
were written; `single` that the only part stood in no list. In the plainest layouts it is the tuple of the keys inside and nothing else.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from segue.formats.gemini_wire import MAKER, MAKERS, NAME, NAMES, SETTINGS, SIGNATURE, Fields, Wire, frozen_at, in_manner, mapping, string
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, thaw
from segue.parts import option
from segue.shapes import Extras, Shape, extras_for, shape_for


@frozen
class Opened:
    """A wire object: what it says by the names of its fields, and by the keys as they came what nobody claims and what is empty."""

    raw: Wire
    said: Fields
    left: Fields
    blank: Fields


def opened(raw: Wire, known: frozenset[str]) -> Opened:
    """Take a wire object apart. Null is empty, and so are the false and the empty text by which some clients leave a field out."""
    said: Fields = {}
    left: Fields = {}
    blank: Fields = {}
    for key, value in raw.items():
        name = NAMES.get(key, key)
        if value is None or (name == "thought" and value is False) or (name == "id" and value == ""):
            blank[key] = value
        elif name in known and name not in said:
            said[name] = value
        else:
            left[key] = value
    return Opened(raw, said, left, blank)


def laid(fields: Fields, keys: object, blank: object = None, extras: Mapping[str, JsonValue] = EMPTY) -> Fields:
    """Return the fields under the keys and in the order that a wire object had, with what else stood there; new ones last."""
    if tuple(fields) == keys and not extras:
        return fields
    empty: Mapping[str, JsonValue] = blank if isinstance(blank, JsonObject) else EMPTY
    wire = _filled(fields, keys, empty) if empty and isinstance(keys, tuple) and not extras else {}
    if wire:
        return wire
    for key in keys if isinstance(keys, tuple) else ():
        name = NAMES.get(key, key)
        if extras and key in extras:
            wire[key] = thaw(extras[key])
        elif name in fields and not (key in empty and _is_twice(name, keys, empty)):
            wire[key] = fields.pop(name)
        elif key in empty:
            wire[key] = None if empty[key] is None else thaw(empty[key])
    return wire | fields | {key: thaw(value) for key, value in extras.items() if key not in wire and key not in fields}


def _filled(fields: Fields, keys: tuple[str, ...], empty: Mapping[str, JsonValue]) -> Fields:
    """Return the fields among the empty ones where each key is one or the other, as in the SDK's dumps; nothing elsewhere."""
    names, wire, late = _names(keys), {**dict.fromkeys(keys), **empty}, dict[str, Any]()
    filled, wanted = len(empty), len(wire)
    for name, value in fields.items():
        key = names.get(name)
        if key is None:
            late[name] = value
        else:
            wire[key] = value
            filled += key not in empty
    if filled != wanted or wanted != len(names):
        return {}
    return {**wire, **late} if late else wire


@lru_cache(maxsize=1024)
def _names(keys: tuple[str, ...]) -> Mapping[str, str]:
    """Return the keys by the names of their fields; of a name that stands there twice, one."""
    return {NAMES.get(key, key): key for key in keys}


def _is_twice(name: str, keys: Any, empty: Mapping[str, JsonValue]) -> bool:
    """Tell whether a field that stands empty under one of its spellings stood filled under the other."""
    return any(NAMES.get(key, key) == name and key not in empty for key in keys)


def own(record: Any) -> Shape | None:
    """Return the record's shape if this format laid it out."""
    return shape_for(record.shape, NAME)


def told(shape: Shape | None, name: str) -> Any:
    """Return what a shape's detail says under a name, None where it says nothing."""
    detail = None if shape is None else shape.detail
    if detail.__class__ is tuple:
        return detail if name == "keys" else None
    return detail.get(name) if isinstance(detail, JsonObject) else None


def had(shape: Shape, name: str) -> bool:
    """Tell whether the object inside a part had a field, in whatever spelling, and not an empty one."""
    blank = told(shape, "inner") or EMPTY
    return any(NAMES.get(key, key) == name and key not in blank for key in told(shape, "keys") or ())


def extras_of(record: Any) -> JsonObject:
    """Return the record's extras if they are this format's."""
    return extras_for(record.extras, NAME)


def kept(left: Fields, inner: Mapping[str, Fields] = EMPTY) -> Extras | None:
    """Return as extras what nobody claims, that of the objects inside under their names."""
    fields = {key: frozen_at(key, value) for key, value in (*left.items(), *inner.items()) if value or key in left}
    return Extras(NAME, JsonObject(fields)) if fields else None


def inside(part: Opened, kind: str, known: frozenset[str]) -> Opened:
    """Take apart the object that a part holds. Raises `Malformed`."""
    return opened(mapping(part.said[kind], kind), known)


def shape_of(part: Opened, inner: Opened | None = None, form: str = "", **detail: JsonValue) -> Shape:
    """Return the shape of a part, and of the object inside."""
    if inner is not None:
        detail["keys"] = tuple(inner.raw)
        detail |= {"inner": JsonObject(inner.blank)} if inner.blank else {}
    if part.blank:
        detail["blank"] = JsonObject(part.blank)
    if part.said.get(SIGNATURE).__class__ is bytes:
        detail["signature"] = "bytes"
    return Shape(NAME, tuple(part.raw), form, False, JsonObject(detail) if detail else None)


def options_of(part: Opened, **more: JsonValue) -> JsonObject:
    """Return the options that a part's signature and settings are."""
    options = {name: _setting(name, value) for name, value in part.said.items() if name in SETTINGS} | more
    return JsonObject({MAKER: JsonObject(options)}) if options else EMPTY


def _setting(name: str, value: object) -> JsonValue:
    if name == SIGNATURE:
        return b64encode(value).decode("ascii") if isinstance(value, bytes) else string({name: value}, name)
    if name == "thought" and value is not True:
        raise Malformed("true or false", value, (name,))
    return frozen_at(name, value)


def stood(shape: Shape, name: str) -> bool:
    """Tell whether a part or content had a field, in whatever spelling, and not an empty one."""
    blank = told(shape, "blank") or EMPTY
    return any(NAMES.get(key, key) == name and key not in blank for key in shape.keys)


def finish(fields: Fields, part: Any, *data: str) -> Fields:
    """Add a part's signature, settings and unclaimed fields, and lay all out as it stood. `data` is what holds extras of its own."""
    shape = own(part)
    if part.provider_options:
        fields |= _settings(part, shape)
    extras = extras_of(part).without(*data) if part.extras is not None else EMPTY
    return laid(fields, shape.keys if shape is not None else None, told(shape, "blank"), extras)


def _settings(part: Any, shape: Shape | None) -> Fields:
    options = part.provider_options.get(MAKER)
    settings: Fields = {}
    if isinstance(options, JsonObject) and not (len(options) == 1 and SIGNATURE in options):
        settings = {name: thaw(options[name]) for name in SETTINGS if options.get(name) is not None}
    token = signature(part)
    if token is not None:
        settings[SIGNATURE] = in_manner(token, told(shape, "signature"))
    return settings


def signature(part: Any) -> str | None:
    """Return the thought signature that a part carries, None where it carries none."""
    tokens = (option(part, maker, SIGNATURE) for maker in MAKERS)
    return next((token for token in tokens if isinstance(token, str)), None)
