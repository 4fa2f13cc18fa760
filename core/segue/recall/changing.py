"""Changed records, and the very same record where nothing changes."""

from __future__ import annotations

from typing import Any, TypeVar

from attrs import evolve

from segue.json_values import JsonObject, JsonValue, same_json

_Record = TypeVar("_Record")


def changed(record: _Record, **fields: Any) -> _Record:
    """Return a record that has these fields; itself where they are the very ones it has."""
    if all(getattr(record, name) is value for name, value in fields.items()):
        return record
    return evolve(record, **fields)  # type: ignore[misc]


def laid_over(known: JsonObject, offered: JsonObject) -> JsonObject:
    """Return an object in which what is offered is laid over what is known, however deep; the known one where nothing changes."""
    both = JsonObject({**known, **{key: _laid_over(known.get(key), value) for key, value in offered.items()}})
    return known if same_json(both, known) else both


def _laid_over(known: JsonValue, offered: JsonValue) -> JsonValue:
    return laid_over(known, offered) if isinstance(known, JsonObject) and isinstance(offered, JsonObject) else offered
