"""Threads and resources as plain JSON objects."""

from __future__ import annotations

from typing import Any, TypeVar

from segue.json_values import Malformed, freeze_object, thaw
from segue.messages import Resource, Thread

_R = TypeVar("_R", Thread, Resource)
_THREAD = {
    "id": "id", "resourceId": "resource_id", "title": "title", "metadata": "metadata", "createdAt": "created_at", "updatedAt": "updated_at",
}  # fmt: skip
_RESOURCE = {"id": "id", "workingMemory": "working_memory", "metadata": "metadata", "createdAt": "created_at", "updatedAt": "updated_at"}


def read_thread(raw: object) -> Thread:
    """Read a thread. Raises `Malformed` where a field is missing or of another type."""
    return _read(Thread, raw, _THREAD, ("id", "resourceId"))


def read_resource(raw: object) -> Resource:
    """Read a resource. Raises `Malformed` where a field is missing or of another type."""
    return _read(Resource, raw, _RESOURCE, ("id",))


def _read(record: type[_R], raw: object, names: dict[str, str], needed: tuple[str, ...]) -> _R:
    if not isinstance(raw, dict):
        raise Malformed("an object", raw)
    for key in needed:
        if raw.get(key) is None:
            raise Malformed("a string", None, (key,))
    fields = {name: _value(key, raw[key]) for key, name in names.items() if raw.get(key) is not None}
    return record(**fields)


def _value(key: str, value: Any) -> Any:
    try:
        if key == "metadata":
            return freeze_object(value)
        if value.__class__ is not str:
            raise Malformed("a string", value)  # noqa: TRY301
    except Malformed as fault:
        raise fault.at(key) from None
    return value


def write_thread(thread: Thread) -> dict[str, Any]:
    """Write a thread as a plain object."""
    return {key: thaw(getattr(thread, name)) for key, name in _THREAD.items()}


def write_resource(resource: Resource) -> dict[str, Any]:
    """Write a resource as a plain object."""
    return {key: thaw(getattr(resource, name)) for key, name in _RESOURCE.items()}
