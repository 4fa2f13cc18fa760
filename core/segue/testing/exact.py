"""Comparing records to the letter: types, key order, -0.0 and shapes told apart, which `==` does not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias

from attrs import fields, has

from segue.characters import whole

Path: TypeAlias = tuple[str, ...]

CACHE_MARKERS = frozenset({"cacheControl", "cache_control", "cachePoint"})


def exact(value: Any) -> Any:
    """Return a value that equals another's where both are the same to the letter.

    >>> exact(1) == exact(1.0), exact(0.0) == exact(-0.0), exact({"a": 1, "b": 2}) == exact({"b": 2, "a": 1})
    (False, False, False)
    """
    kind = value.__class__
    if kind is str or value is None:
        return value
    names = _field_names(kind)
    if names is not None:
        return (kind.__name__, *[exact(getattr(value, name)) for name in names])
    return _plain(kind.__name__, value, exact)


@cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    """Return the names of a record's fields, None for what is no record."""
    return tuple(field.name for field in fields(kind)) if has(kind) else None


def renewed(value: Any) -> Any:
    """Return an equal record of new objects, so that a rule that changes its input spoils nobody else's."""
    kind = value.__class__
    if kind is tuple:
        return tuple(map(renewed, value))
    names = _field_names(kind)
    return value if names is None else kind(*[renewed(getattr(value, name)) for name in names])


def completed(value: Any) -> Any:
    """Return an equal record but for halves of characters, in whose place U+FFFD stands; `whole` is for JSON what this is for records."""
    kind = value.__class__
    names = _field_names(kind)
    if names is not None:
        return kind(*[completed(getattr(value, name)) for name in names])
    return tuple(map(completed, value)) if kind is tuple else whole(value)


def unmarked(value: Any) -> Any:
    """Return what `exact` does, cache markers left out."""
    kind = value.__class__
    if kind is str or value is None:
        return value
    names = _field_names(kind)
    if names is not None:
        return (kind.__name__, *[_field(name, getattr(value, name)) for name in names])
    return _plain(kind.__name__, value, unmarked)


def _plain(name: str, value: Any, inner: Any) -> Any:
    if isinstance(value, dict):
        return ("{}", *((key, inner(item)) for key, item in value.items()))
    if isinstance(value, tuple | list):
        return (name, *map(inner, value))
    return (name, repr(value))


def _field(name: str, value: Any) -> Any:
    if name == "provider_options":
        return tuple((path, leaf) for path, leaf in option_leaves(value) if not is_marker(path))
    return unmarked(value)


def option_leaves(options: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield each value under provider options that is no object, by its path.

    >>> list(option_leaves({"openai": {"itemId": "rs_1", "more": {}}}))
    [(('openai', 'itemId'), 'rs_1')]
    """
    if isinstance(options, dict):
        for key, item in options.items():
            yield from option_leaves(item, (*path, key))
    else:
        yield path, exact(options)


def is_marker(path: Path) -> bool:
    """Tell whether an option asks for caching."""
    return not CACHE_MARKERS.isdisjoint(path)


def shown(value: Any) -> str:
    """Write a record without the fields that have their default.

    >>> from segue.prompts import prompt, user
    >>> shown(prompt(user("Hello", name="Ann")))
    "Prompt((UserMessage((TextPart('Hello'),), 'Ann'),))"
    """
    kind = value.__class__
    if has(kind):
        return f"{kind.__name__}({', '.join(_arguments(value))})"
    if kind is tuple:
        return f"({', '.join(map(shown, value))}{',' if len(value) == 1 else ''})"
    return repr(value)


def _arguments(record: Any) -> Iterator[str]:
    in_place = True
    for field in record.__class__.__attrs_attrs__:
        value = getattr(record, field.name)
        if exact(value) == exact(field.default):
            in_place = False
        else:
            yield shown(value) if in_place else f"{field.name}={shown(value)}"
