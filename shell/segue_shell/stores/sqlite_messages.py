"""Messages in a SQLite database: a turn written, rows read."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from attrs import evolve

from segue.formats.mastra import content_text, row_type
from segue.json_values import EMPTY
from segue.messages import StoredMessage, Thread
from segue_shell.stores import sqlite_statements as sql
from segue_shell.stores.columns import message_records, thread_row
from segue_shell.stores.dates import is_date
from segue_shell.stores.protocol import ANY_RESOURCE, ConflictError, Owner
from segue_shell.stores.scripts import Script
from segue_shell.stores.scrolling import chunks
from segue_shell.stores.sqlite_threads import get_thread, save_thread
from segue_shell.stores.turns import Stamp, check, owner_of, refuse_others, replaced, turn

T = TypeVar("T")


def append(
    connection: sqlite3.Connection, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage], clock: Callable[[], str]
) -> tuple[StoredMessage, ...]:
    """Write one turn within a transaction. Raises `ConflictError` for what is somebody else's."""
    home, last = connection.execute(sql.STANDING, (thread_id, thread_id)).fetchone()
    rows = fetched(connection, sql.messages_by_id(dict.fromkeys(message.id for message in messages), ANY_RESOURCE))
    stored = {row.id: row for row in message_records(rows)} if rows else {}
    refuse_others(thread_id, resource_id, home, stored.values())
    if not messages:
        return ()
    now = clock()
    owner = _touched(connection, thread_id, resource_id, home, now)
    done = turn(messages, stored, Stamp(thread_id, owner, now, _latest(connection, thread_id, last)))
    connection.executemany(sql.ADD_MESSAGE, map(_row, done.added))
    connection.executemany(sql.CHANGE_MESSAGE, map(_change, done.changed))
    return done.messages


def replace(
    connection: sqlite3.Connection, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage], clock: Callable[[], str]
) -> tuple[StoredMessage, ...]:
    """Put messages in the place of stored ones within a transaction. Raises `ConflictError` for what is somebody else's."""
    home, _ = connection.execute(sql.STANDING, (thread_id, thread_id)).fetchone()
    rows = fetched(connection, sql.messages_by_id(dict.fromkeys(message.id for message in messages), ANY_RESOURCE))
    stored = {row.id: row for row in message_records(rows)}
    refuse_others(thread_id, resource_id, home, stored.values())
    done = replaced(messages, stored)
    if done.messages:
        connection.execute(sql.TOUCH_THREAD, (clock(), thread_id))
        connection.executemany(sql.CHANGE_MESSAGE, map(_change, done.changed))
    return done.messages


def delete_messages(connection: sqlite3.Connection, ids: Sequence[str], resource_id: Owner, now: str) -> int:
    """Delete messages by their ids within a transaction, set the dates of their threads, and say how many there were."""
    threads = fetched(connection, sql.threads_of(ids, resource_id))
    connection.executemany(sql.TOUCH_THREAD, [(now, id) for (id,) in threads])
    return sum(connection.execute(*statement).rowcount for statement in sql.delete_messages(ids, resource_id))


def import_thread(connection: sqlite3.Connection, thread: Thread, messages: Iterable[StoredMessage], clock: Callable[[], str]) -> int:
    """Write a thread with its messages within a transaction; a thread that is there is continued."""
    known, count = connection.execute(sql.THREAD_HOME, (thread.id,)).fetchone(), 0
    for chunk in chunks(iter(messages), sql.CHUNK):
        check(chunk)
        count += len(append(connection, thread.id, thread.resource_id, chunk, clock))
    if known is None:
        save_thread(connection, thread, clock())
    elif not count:
        refuse_others(thread.id, thread.resource_id, known[0], ())
    return count


def copy_thread(
    connection: sqlite3.Connection, thread_id: str, resource_id: Owner, new_id: str, until: str | None, now: str
) -> Thread | None:
    """Copy a thread within a transaction; None where it, or the message it is copied up to, is not there."""
    known = get_thread(connection, thread_id, resource_id)
    end = None if until is None else connection.execute(*sql.place(until, resource_id)).fetchone()
    if known is None or (until is not None and (end is None or end[1] != thread_id)):
        return None
    if connection.execute(sql.THREAD_HOME, (new_id,)).fetchone():
        raise ConflictError(f"the thread {new_id!r} is there already")
    try:
        connection.execute(*sql.copy_messages(thread_id, resource_id, new_id, end and end[-2:]))
    except sqlite3.IntegrityError:
        raise ConflictError(f"messages named after the thread {new_id!r} are there already") from None
    return save_thread(connection, evolve(known, id=new_id, created_at=now, updated_at=now), now)


def looked(connection: sqlite3.Connection, script: Script[T]) -> T:
    """Run a script that only looks."""
    try:
        asked = next(script)
        while True:
            asked = script.send(connection.execute(*asked).fetchall())
    except StopIteration as done:
        value: T = done.value
        return value


def fetched(connection: sqlite3.Connection, statements: Iterable[sql.Statement]) -> list[Any]:
    """Return the rows of some statements."""
    return [row for statement in statements for row in connection.execute(*statement)]


def stretch(
    connection: sqlite3.Connection, page: int, size: int | None, count: sql.Statement, ask: Callable[[int, int], sql.Statement]
) -> tuple[int, int, list[Any]]:
    """Return how many rows there are, where the page begins, and its rows."""
    (total,) = connection.execute(*count).fetchone()
    size = total if size is None else min(size, total)
    start = page * size
    return total, start, connection.execute(*ask(size, start)).fetchall() if start < total else []


def _touched(connection: sqlite3.Connection, thread_id: str, resource_id: Owner, home: str | None, now: str) -> str | None:
    """Set the thread's date, make it where there is none, and return whose its new messages are."""
    if home is not None:
        connection.execute(sql.TOUCH_THREAD, (now, thread_id))
        return owner_of(thread_id, home, resource_id)
    home = thread_id if resource_id is ANY_RESOURCE else resource_id
    connection.execute(sql.PUT_THREAD, thread_row(Thread(thread_id, home, "", EMPTY, now, now)))
    return owner_of(thread_id, home, resource_id)


def _latest(connection: sqlite3.Connection, thread_id: str, last: str | None) -> str:
    """Return the latest date in the thread, "" where there is none. What is no date does not count."""
    if last is None or is_date(last):
        return last or ""
    return next((date for (date,) in connection.execute(sql.DATES, (thread_id,)) if is_date(date)), "")


def _row(message: StoredMessage) -> tuple[Any, ...]:
    return (
        message.id, message.thread_id, content_text(message), message.role, row_type(message), message.created_at, message.resource_id,
    )  # fmt: skip


def _change(message: StoredMessage) -> tuple[Any, ...]:
    return content_text(message), message.role, row_type(message), message.id
