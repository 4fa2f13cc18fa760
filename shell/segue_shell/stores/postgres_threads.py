"""Threads and resources in a Postgres database, as scripts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from segue.json_values import JsonObject, freeze_object
from segue.messages import Resource, Thread
from segue_shell.stores import columns
from segue_shell.stores import postgres_statements as sql
from segue_shell.stores.dates import moment
from segue_shell.stores.protocol import ConflictError, Owner
from segue_shell.stores.scripts import Script, within


def get_thread(thread_id: str, owner: Owner) -> Script[Thread | None]:
    """Read a thread, None where there is none or it is somebody else's."""
    rows = yield sql.get_thread(thread_id, owner)
    return columns.thread(rows[0]) if rows else None


def save_thread(thread: Thread, now: str) -> Script[Thread]:
    """Write a thread, whole. Raises `ConflictError` where it is somebody else's."""
    columns.thread_row(thread)
    written = {"thread": thread.id, "owner": thread.resource_id, "title": thread.title, "metadata": _metadata(thread.metadata)}
    rows = yield sql.PUT_THREAD, {**written, **_dates(f"the thread {thread.id!r}", thread, now)}
    if not rows:
        raise ConflictError(f"the thread {thread.id!r} is somebody else's")
    return columns.thread(rows[0])


def update_thread(thread_id: str, owner: Owner, title: str | None, metadata: Mapping[str, Any] | None, now: str) -> Script[Thread | None]:
    """Change a thread in part; None where there is none or it is somebody else's."""
    columns.storable("its title", title or "")
    rows = yield sql.update_thread(thread_id, owner, title, _metadata(_frozen(metadata)), now)
    return columns.thread(rows[0]) if rows else None


def delete_thread(thread_id: str, owner: Owner) -> Script[bool]:
    """Delete a thread and its messages and say whether there was one.

    Whoever writes to the thread meanwhile has done so before the first statement, or waits until both are done.
    """
    return (yield from within("BEGIN", _deleted(thread_id, owner)))


def _deleted(thread_id: str, owner: Owner) -> Script[bool]:
    if not (yield sql.delete_thread(thread_id, owner)):
        return False
    yield sql.DELETE_ROWS_OF, {"thread": thread_id}
    return True


def get_resource(owner: str) -> Script[Resource | None]:
    """Read an owner's record, None where there is none."""
    rows = yield sql.GET_RESOURCE, {"owner": owner}
    return _resource(rows[0]) if rows else None


def save_resource(resource: Resource, now: str) -> Script[Resource]:
    """Write an owner's record, whole."""
    columns.resource_row(resource)
    written = {"owner": resource.id, "memory": resource.working_memory, "metadata": _metadata(resource.metadata)}
    rows = yield sql.PUT_RESOURCE, {**written, **_dates(f"the resource {resource.id!r}", resource, now)}
    return _resource(rows[0])


def update_resource(owner: str, memory: str | None, metadata: Mapping[str, Any] | None, now: str) -> Script[Resource]:
    """Change an owner's record in part; it is made where missing."""
    columns.storable("its working memory", memory or "")
    given = {"owner": owner, "memory": memory, "metadata": _metadata(_frozen(metadata)), "made": now, "now": now}
    rows = yield sql.UPDATE_RESOURCE, given
    return _resource(rows[0])


def delete_resource(owner: str) -> Script[bool]:
    """Delete an owner's record and say whether there was one."""
    return bool((yield sql.DELETE_RESOURCE, {"owner": owner}))


def _resource(row: tuple[Any, ...]) -> Resource:
    id, memory, data, *times = row
    if data is not None and data.startswith('"'):  # as the original saves it: JSON in a JSON string
        data = json.loads(data)
    return columns.resource((id, memory, data, *times))


def _dates(place: str, record: Thread | Resource, now: str) -> dict[str, Any]:
    made, updated = record.created_at, record.updated_at
    return {
        "dated": made is not None,
        "made": moment(f"the date of {place}", now if made is None else made),
        "now": moment(f"the date of {place}", now if updated is None else updated),
    }


def _frozen(metadata: Mapping[str, Any] | None) -> JsonObject | None:
    return None if metadata is None else freeze_object(metadata)


def _metadata(metadata: JsonObject | None) -> str | None:
    return None if metadata is None else columns.jsonb_text(metadata)
