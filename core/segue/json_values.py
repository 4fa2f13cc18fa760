"""JSON as values: frozen objects and arrays, and an equality that tells apart what JSON tells apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from math import copysign, isfinite
from typing import Any, Never, NoReturn, TypeAlias

from segue.unicode import encodes

JsonValue: TypeAlias = "None | bool | int | float | str | tuple[JsonValue, ...] | JsonObject"

MAX_DEPTH = 256
MAX_DIGITS = 4300
_TOO_LONG = 10**MAX_DIGITS
_SMALL = 10**18


class Malformed(ValueError):
    """A value that is not what its place demands; `path` grows from the inside out."""

    def __init__(self, expected: str, found: object, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(expected)
        self.expected, self.found, self.path = expected, found, path

    def at(self, *steps: str | int) -> Malformed:
        """Return this fault as seen from further out."""
        self.path = (*steps, *self.path)
        return self


class JsonObject(dict[str, Any]):
    """A JSON object that cannot be changed. Arrays in it are tuples."""

    __slots__ = ("whole",)
    whole: bool
    """No half of a character is in it. Told by `freeze`, which looks at all there is; unset where nobody looked."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        message = f"a {type(self).__name__} cannot be changed"
        raise TypeError(message)

    __setitem__ = __delitem__ = __ior__ = _refuse
    update = setdefault = pop = popitem = clear = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        """Hash by content, so that records holding objects can be kept in sets."""
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[JsonObject], tuple[dict[str, Any]]]:
        """Pickle through the constructor; the mutators are closed."""
        return JsonObject, (dict(self),)

    def __copy__(self) -> JsonObject:
        """Return itself: there is nothing to protect."""
        return self

    def __deepcopy__(self, memo: object) -> JsonObject:
        """Return itself: there is nothing to protect."""
        return self

    def with_(self, **items: JsonValue) -> JsonObject:
        """Return an object that has these items as well."""
        return JsonObject({**self, **items})

    def without(self, *keys: str) -> JsonObject:
        """Return an object that has none of these keys; itself where it has none."""
        if not any(key in self for key in keys):
            return self
        return JsonObject({key: value for key, value in self.items() if key not in keys})


EMPTY = JsonObject()


class JsonText(str):
    """Text known to hold a JSON object, kept as the wire carried it."""

    __slots__ = ()


def freeze(value: object, depth: int = 0) -> JsonValue:
    """Return an immutable copy of plain JSON.

    Raises `Malformed` at NaN, infinity, keys that are no strings, integers of more than 4,300 digits, values that are not
    JSON and anything nested more than 256 deep.
    """
    kind = value.__class__
    if kind is str or kind is bool or value is None:
        return value  # type: ignore[return-value]
    if kind is int:
        return _whole(value)  # type: ignore[arg-type]
    if kind is float:
        return _finite(value)  # type: ignore[arg-type]
    if depth >= MAX_DEPTH:
        raise Malformed(f"nesting of at most {MAX_DEPTH}", value)
    if isinstance(value, list | tuple):
        return _items(value, depth + 1)[0]
    if kind is dict or isinstance(value, Mapping):
        return _object(value, depth + 1)  # type: ignore[arg-type]
    if isinstance(value, str | int | float):
        return _plain(value, depth)
    raise Malformed("JSON", value)


def freeze_object(value: object, depth: int = 0) -> JsonObject:
    """Return an immutable copy of a plain JSON object. Raises `Malformed` as `freeze` does, and where it is no object."""
    if value.__class__ is not dict and not isinstance(value, Mapping):
        raise Malformed("an object", value)
    return _object(value, depth + 1)


def _object(value: Mapping[Any, Any], depth: int) -> JsonObject:
    nested: dict[str, Any] = {}
    whole = True
    for key, item in value.items():
        if key.__class__ is not str:
            raise Malformed("a string as key", key)
        if not key.isascii() and not encodes(key):
            whole = False
        kind = item.__class__
        if kind is str:
            if not item.isascii() and not encodes(item):
                whole = False
        elif kind is bool or item is None or (kind is int and -_SMALL < item < _SMALL) or (kind is float and isfinite(item)):
            continue
        else:
            try:
                nested[key], clean = _inner(item, depth)
            except Malformed as fault:
                raise fault.at(key) from None
            whole = whole and clean
    made = JsonObject(value)
    if nested:
        dict.update(made, nested)
    made.whole = whole
    return made


def _inner(value: Any, depth: int) -> tuple[Any, bool]:
    """Freeze what stands in an object or array, and tell whether no half of a character is in it."""
    kind = value.__class__
    if depth < MAX_DEPTH and kind is dict:
        made = _object(value, depth + 1)
        return made, made.whole
    if depth < MAX_DEPTH and kind is list:
        return _items(value, depth + 1)
    frozen = freeze(value, depth)
    return frozen, is_whole(frozen)


def _items(value: Sequence[Any], depth: int) -> tuple[tuple[JsonValue, ...], bool]:
    frozen: list[Any] = []
    whole = True
    for item in value:
        if item.__class__ is str:
            if not item.isascii() and not encodes(item):
                whole = False
            frozen.append(item)
            continue
        try:
            made, clean = _inner(item, depth)
        except Malformed as fault:
            raise fault.at(len(frozen)) from None
        frozen.append(made)
        whole = whole and clean
    return tuple(frozen), whole


def is_whole(value: JsonValue) -> bool:
    r"""Tell whether no half of a character is in frozen JSON; of an object that nobody looked at, False.

    >>> is_whole("🚆"), is_whole(("cut \ud83d",)), is_whole(freeze({"said": "cut \ud83d"})), is_whole(freeze({"said": ["🚆"]}))
    (True, False, False, True)
    """
    if isinstance(value, str):
        return value.isascii() or encodes(value)
    if isinstance(value, JsonObject):
        return getattr(value, "whole", False)
    return all(map(is_whole, value)) if isinstance(value, tuple) else True


def _plain(value: str | float, depth: int) -> JsonValue:
    if isinstance(value, str):
        return str.__str__(value)
    return freeze(int(value) if isinstance(value, int) else float(value), depth)


def _whole(value: int) -> int:
    if not -_TOO_LONG < value < _TOO_LONG:
        raise Malformed(f"an integer of at most {MAX_DIGITS} digits", value)
    return value


def _finite(value: float) -> float:
    if not isfinite(value):
        raise Malformed("a finite number", value)
    return value


def thaw(value: JsonValue) -> Any:
    """Return plain dicts and lists that are the caller's own."""
    if isinstance(value, dict):
        return {key: item if item.__class__ is str else thaw(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [thaw(item) for item in value]
    return str(value) if value.__class__ is JsonText else value


def with_keys(value: JsonValue, spell: Callable[[str], str]) -> Any:
    """Return plain dicts and lists in which every key has another spelling.

    >>> with_keys(freeze({"a": [{"b": 1}]}), str.upper)
    {'A': [{'B': 1}]}
    """
    if isinstance(value, dict):
        return {spell(key): with_keys(item, spell) for key, item in value.items()}
    return [with_keys(item, spell) for item in value] if isinstance(value, list | tuple) else thaw(value)


def same_json(left: object, right: object) -> bool:
    """Tell whether two JSON values are the same to the letter.

    >>> same_json(1, 1.0), same_json(0.0, -0.0), same_json(True, 1)
    (False, False, False)
    >>> same_json({"a": 1, "b": [2]}, {"a": 1, "b": (2,)}), same_json({"a": 1, "b": 2}, {"b": 2, "a": 1})
    (True, False)
    """
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return list(left) == list(right) and all(same_json(item, right[key]) for key, item in left.items())
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(same_json, left, right))
    if isinstance(left, str) and isinstance(right, str):
        return str.__eq__(left, right)
    if isinstance(left, float) and isinstance(right, float):
        return left == right and copysign(1.0, left) == copysign(1.0, right)
    return left == right and (type(left) is type(right) or _is_whole(left) is _is_whole(right) is True)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _refuse_constant(name: str) -> Never:
    message = f"{name} is not JSON"
    raise ValueError(message)


def _finite_text(text: str) -> float:
    return _finite(float(text))


_PARSER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite_text)


def parse(text: str) -> object:
    """Return what JSON text holds. Raises `ValueError` where it is not JSON; NaN, infinity and 1e999 are not."""
    try:
        value, end = _PARSER.scan_once(text, 0)  # type: ignore[attr-defined]
        return value if end == len(text) else _PARSER.decode(text)
    except StopIteration:
        return _PARSER.decode(text)
    except RecursionError:
        message = "nested too deeply"
        raise ValueError(message) from None


def parse_object(text: str) -> dict[str, Any] | None:
    """Return the object that JSON text holds, None where it holds none that a record could hold."""
    try:
        value = parse(text)
        if value.__class__ is not dict:
            return None
        if text.count("{") + text.count("[") > MAX_DEPTH:
            freeze(value)
    except ValueError:
        return None
    return value


def json_text(text: str) -> str:
    """Return the text as `JsonText` where it holds an object, as it is where it does not.

    >>> type(json_text('{"a": 1}')).__name__, type(json_text('{"a": 1')).__name__
    ('JsonText', 'str')
    """
    return text if parse_object(text) is None else JsonText(text)


def dump(value: object) -> str:
    """Return JSON text on one line, readable: non-ASCII stays as it is."""
    return json.dumps(value, ensure_ascii=False)
