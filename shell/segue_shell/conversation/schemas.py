"""The JSON schema of a function's arguments, as far as its annotations tell; what they do not tell may be anything."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from segue.json_values import JsonObject, freeze_object

_SIMPLE: Mapping[Any, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
}
_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def schema_of(function: Callable[..., object]) -> JsonObject:
    """Return the schema of the arguments of a function that takes them as keywords.

    Known are text, numbers, booleans, None, lists, dicts, `Literal`, unions, and `Annotated` with a text that describes.

    >>> def tides(place: str, hours: int = 6, *, units: Literal["m", "ft"] = "m"): ...
    >>> schema_of(tides)["properties"]["units"], schema_of(tides)["required"]
    ({'type': 'string', 'enum': ('m', 'ft')}, ('place',))
    """
    hints = _hints(function)
    taken = [taken for taken in inspect.signature(function).parameters.values() if taken.kind in _NAMED]
    properties = {taken.name: _schema(hints.get(taken.name, Any)) for taken in taken}
    required = [taken.name for taken in taken if taken.default is inspect.Parameter.empty]
    return freeze_object({"type": "object", "properties": properties, "required": required})


def _hints(function: Callable[..., object]) -> dict[str, Any]:
    """Return the annotations, none where a name in them means nothing here."""
    try:
        return get_type_hints(function, include_extras=True)
    except (NameError, TypeError):
        return {}


def _schema(hint: Any) -> dict[str, Any]:
    if isinstance(hint, type) and hint in _SIMPLE:
        return _SIMPLE[hint]
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if origin is Annotated:
        words = next((told for told in inner[1:] if isinstance(told, str)), None)
        return {**_schema(inner[0]), **({} if words is None else {"description": words})}
    if origin is Literal:
        return _choice(inner)
    if origin in {Union, types.UnionType}:
        return {"anyOf": [_schema(one) for one in inner]}
    return _container(origin, inner)


def _choice(values: Sequence[Any]) -> dict[str, Any]:
    kinds = {type(value) for value in values}
    return {**(_SIMPLE.get(kinds.pop(), {}) if len(kinds) == 1 else {}), "enum": list(values)}


def _container(origin: Any, inner: Sequence[Any]) -> dict[str, Any]:
    if not isinstance(origin, type):
        return {}
    if issubclass(origin, Mapping):
        return {"type": "object", **({"additionalProperties": _schema(inner[1])} if len(inner) == 2 else {})}
    if issubclass(origin, Sequence | set | frozenset):
        return {"type": "array", **({"items": _schema(inner[0])} if inner else {})}
    return {}
