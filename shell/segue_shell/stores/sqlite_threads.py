"""Threads and resources in a SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from segue.messages import Resource, Thread
from segue_shell.stores import columns
from segue_shell.stores import sqlite_statements as sql
from segue_shell.stores.dates import canonical
from segue_shell.stores.protocol import ANY_RESOURCE, ConflictError, Owner


def get_thread(connection: sqlite3.Connection, thread_id: str, resource_id: Owner) -> Thread | None:
    """Return a thread, None where there is none or it is somebody else's."""
    row = _first(connection, sql.GET_THREAD, thread_id)
    return columns.thread(row) if row is not None and resource_id in {ANY_RESOURCE, row[1]} else None


def save_thread(connection: sqlite3.Connection, thread: Thread, now: str) -> Thread:
    """Write a thread, whole, within a transaction. Raises `ConflictError` where it is somebody else's."""
    home, made = _first(connection, sql.THREAD_HOME, thread.id) or (thread.resource_id, None)
    if home != thread.resource_id:
        raise ConflictError(f"the thread {thread.id!r} is somebody else's")
    saved = evolve(thread, created_at=_date(thread.created_at, made, now), updated_at=_date(thread.updated_at, now))
    connection.execute(sql.PUT_THREAD, columns.thread_row(saved))
    return saved


def update_thread(
    connection: sqlite3.Connection, thread_id: str, resource_id: Owner, title: str | None, metadata: Mapping[str, Any] | None, now: str
) -> Thread | None:
    """Change a thread within a transaction; None where there is none or it is somebody else's."""
    known = get_thread(connection, thread_id, resource_id)
    if known is None:
        return None
    title = known.title if title is None else title
    return save_thread(connection, evolve(known, title=title, metadata=columns.laid_over(known.metadata, metadata), updated_at=now), now)


def delete_thread(connection: sqlite3.Connection, thread_id: str, resource_id: Owner) -> bool:
    """Delete a thread and its messages within a transaction and say whether there was one."""
    known = _first(connection, sql.THREAD_HOME, thread_id)
    if known is None or resource_id not in {ANY_RESOURCE, known[0]}:
        return False
    for statement in sql.DELETE_THREAD:
        connection.execute(statement, (thread_id,))
    return True


def get_resource(connection: sqlite3.Connection, resource_id: str) -> Resource | None:
    """Return an owner's record, None where there is none."""
    row = _first(connection, sql.GET_RESOURCE, resource_id)
    return None if row is None else columns.resource(row)


def save_resource(connection: sqlite3.Connection, resource: Resource, now: str) -> Resource:
    """Write an owner's record, whole, within a transaction."""
    (made,) = _first(connection, sql.RESOURCE_DATE, resource.id) or (None,)
    saved = evolve(resource, created_at=_date(resource.created_at, made, now), updated_at=_date(resource.updated_at, now))
    connection.execute(sql.PUT_RESOURCE, columns.resource_row(saved))
    return saved


def update_resource(
    connection: sqlite3.Connection, resource_id: str, working_memory: str | None, metadata: Mapping[str, Any] | None, now: str
) -> Resource:
    """Change an owner's record within a transaction; it is made where missing."""
    known = get_resource(connection, resource_id) or Resource(resource_id)
    memory = known.working_memory if working_memory is None else working_memory
    changed = evolve(known, working_memory=memory, metadata=columns.laid_over(known.metadata, metadata), updated_at=now)
    return save_resource(connection, changed, now)


def delete_resource(connection: sqlite3.Connection, resource_id: str) -> bool:
    """Delete an owner's record and say whether there was one."""
    return bool(connection.execute(sql.DELETE_RESOURCE, (resource_id,)).rowcount)


def _first(connection: sqlite3.Connection, statement: str, id: str) -> tuple[Any, ...] | None:
    row: tuple[Any, ...] | None = connection.execute(statement, (id,)).fetchone()
    return row


def _date(*dates: str | None) -> str | None:
    return next((canonical(date) for date in dates if date is not None), None)
