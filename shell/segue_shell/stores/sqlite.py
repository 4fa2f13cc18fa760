"""The default store: threads and their messages in one SQLite file, laid out as the TypeScript original does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar

from segue.messages import Resource, StoredMessage, Thread
from segue_shell.clock import utc_now
from segue_shell.stores import sqlite_messages, sqlite_threads
from segue_shell.stores import sqlite_statements as sql
from segue_shell.stores.columns import check_copy, check_owner, check_thread, message_records, natural, thread_records, wanted_ids
from segue_shell.stores.protocol import Owner, Page, Stretch
from segue_shell.stores.scripts import Script
from segue_shell.stores.scrolling import Window, around, scrolled
from segue_shell.stores.sqlite_connections import Connections
from segue_shell.stores.sqlite_files import MEMORY, Synchronous, connect, enter_wal, make
from segue_shell.stores.sqlite_schema import prepare
from segue_shell.stores.turns import check

T = TypeVar("T")


class SqliteStore:
    """Threads, messages and resources in a SQLite file; see `Store` for what each method does.

    A file that the TypeScript original wrote is opened as it is, and a file made here is one of its. A new file can be read by its
    owner alone. Threads and processes may use one file, and threads one store, at the same time. Rows of one date come in the order
    in which they were written. Where an owner is named, rows that are nobody's, as old ones may be, are not seen.

    Raises `StoreError` for what the database refuses, with the path and the database's own error as the cause, and `ValueError` for
    text that no column can hold.

    >>> with SqliteStore(":memory:") as store:
    ...     _ = store.append("t", "ada", [StoredMessage("m", "user", text="Low tide?")])
    ...     store.list_messages("t", "ada")[0].text
    'Low tide?'
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        synchronous: Synchronous = "FULL",
        clock: Callable[[], str] = utc_now,
        timeout: float = 30.0,
        create: bool = True,
    ) -> None:
        """Open a file, make it where there is none, and complete the tables where some are missing.

        Without `create` nothing is made, and a file that is not there, or that has not all of the tables, is an error.
        `synchronous` is `FULL`, by which a turn outlives a loss of power, or `NORMAL`, faster, by which the last turns may then be
        gone, each whole. `clock` tells the time as rows hold it. `timeout` is how many seconds to wait for other writers.
        Raises `StoreError` for a file that cannot be opened, is no database, is laid out otherwise, or by a newer version.
        """
        if synchronous not in {"FULL", "NORMAL"}:
            raise ValueError(f"synchronous is FULL or NORMAL, not {synchronous!r}")
        self.path, self._clock = _place(path), clock
        open_one, wal = partial(connect, self.path, synchronous, timeout), partial(enter_wal, timeout=timeout)
        self._connections = Connections(self.path, open_one, wal, shared=self.path == MEMORY)
        try:
            if create:
                make(self.path)
            prepare(self.path, self._connections, create=create)
        except BaseException:
            self.close()
            raise

    def append(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
        """Write one turn in one transaction and return its messages as they are stored now."""
        check_thread(thread_id, resource_id)
        messages = tuple(messages)
        check(messages)
        return self._connections.write(lambda connection: sqlite_messages.append(connection, thread_id, resource_id, messages, self._clock))

    def list_messages(
        self, thread_id: str, resource_id: Owner, *, last: int | None = None, without: Collection[str] = ()
    ) -> tuple[StoredMessage, ...]:
        """Return a thread's messages, oldest first: all, or the last so many."""
        check_thread(thread_id, resource_id)
        limit = None if last is None else min(natural("last", last), sys.maxsize)
        asked = sql.messages(thread_id, resource_id, limit, without)
        rows = self._connections.read(lambda connection: connection.execute(*asked).fetchall())
        return message_records(rows if last is None else rows[::-1])

    def page_messages(
        self, thread_id: str, resource_id: Owner, *, page: int = 0, per_page: int | None = 40, newest_first: bool = False
    ) -> Page:
        """Return one page of a thread's messages."""
        check_thread(thread_id, resource_id)
        stretch = partial(sql.message_page, thread_id, resource_id, newest_first=newest_first)
        return self._page(page, per_page, sql.message_count(thread_id, resource_id), stretch, message_records)

    def scroll_messages(
        self,
        thread_id: str,
        resource_id: Owner,
        *,
        cursor: str | None = None,
        limit: int = 40,
        newest_first: bool = False,
        since: str | None = None,
        until: str | None = None,
        roles: Collection[str] | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Stretch:
        """Return a stretch of a thread's messages, behind `cursor`."""
        check_thread(thread_id, resource_id)
        window = Window.of(cursor, limit, newest_first=newest_first, tie=int, since=since, until=until, roles=roles, metadata=metadata)
        return self._looked(scrolled(window, partial(sql.scroll_messages, thread_id, resource_id), message_records))

    def list_around(self, message_id: str, resource_id: Owner, *, before: int = 20, after: int = 20) -> tuple[StoredMessage, ...]:
        """Return a message with so many before and after it in its thread, oldest first; nothing where it is not there."""
        (id,) = wanted_ids([message_id], resource_id)
        return self._looked(around(sql.place(id, resource_id), resource_id, before, after, sql.scroll_messages))

    def get_messages(self, ids: Iterable[str], resource_id: Owner) -> tuple[StoredMessage, ...]:
        """Return the owner's messages of these ids, in their order."""
        wanted = wanted_ids(ids, resource_id)
        asked = sql.messages_by_id(wanted, resource_id)
        found = {row[0]: row for row in self._connections.look(lambda connection: sqlite_messages.fetched(connection, asked))}
        return message_records([found[id] for id in wanted if id in found])

    def replace_messages(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
        """Put messages in the place of those stored under their ids, in one transaction, and return them."""
        check_thread(thread_id, resource_id)
        check(messages := tuple(messages))
        return self._connections.write(
            lambda connection: sqlite_messages.replace(connection, thread_id, resource_id, messages, self._clock)
        )

    def delete_messages(self, ids: Iterable[str], resource_id: Owner) -> int:
        """Delete the owner's messages of these ids and say how many there were."""
        wanted = wanted_ids(ids, resource_id)
        return self._connections.write(lambda connection: sqlite_messages.delete_messages(connection, wanted, resource_id, self._clock()))

    def get_thread(self, thread_id: str, resource_id: Owner) -> Thread | None:
        """Return a thread, None where there is none or it is somebody else's."""
        check_thread(thread_id, resource_id)
        return self._connections.read(lambda connection: sqlite_threads.get_thread(connection, thread_id, resource_id))

    def list_threads(self, resource_id: Owner, *, page: int = 0, per_page: int | None = 100, newest_first: bool = True) -> Page:
        """Return one page of an owner's threads by the time they were made."""
        check_owner(resource_id)
        stretch = partial(sql.thread_page, resource_id, newest_first=newest_first)
        return self._page(page, per_page, sql.thread_count(resource_id), stretch, thread_records)

    def scroll_threads(
        self,
        resource_id: Owner,
        *,
        cursor: str | None = None,
        limit: int = 100,
        newest_first: bool = True,
        metadata: Mapping[str, Any] | None = None,
    ) -> Stretch:
        """Return a stretch of an owner's threads by the time they were made, behind `cursor`, or of those that have some `metadata`."""
        check_owner(resource_id)
        window = Window.of(cursor, limit, newest_first=newest_first, tie=int, metadata=metadata)
        return self._looked(scrolled(window, partial(sql.scroll_threads, resource_id), thread_records))

    def import_thread(self, thread: Thread, messages: Iterable[StoredMessage]) -> int:
        """Write a thread with its messages in one transaction, as they are asked for, and say how many these were."""
        check_thread(thread.id, thread.resource_id)
        return self._connections.write(lambda connection: sqlite_messages.import_thread(connection, thread, messages, self._clock))

    def copy_thread(self, thread_id: str, resource_id: Owner, new_id: str, *, until: str | None = None) -> Thread | None:
        """Copy a thread under a new id, up to and including the message `until` where one is given, and return the copy."""
        check_copy(thread_id, resource_id, new_id, until)
        return self._connections.write(
            lambda connection: sqlite_messages.copy_thread(connection, thread_id, resource_id, new_id, until, self._clock())
        )

    def save_thread(self, thread: Thread) -> Thread:
        """Write a thread, whole, and return it with its times; without a time it keeps that it has. Raises `ConflictError`."""
        check_thread(thread.id, thread.resource_id)
        return self._connections.write(lambda connection: sqlite_threads.save_thread(connection, thread, self._clock()))

    def update_thread(
        self, thread_id: str, resource_id: Owner, *, title: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Thread | None:
        """Set a thread's title, lay metadata over what it has, and return it; None where there is none."""
        check_thread(thread_id, resource_id)
        return self._connections.write(
            lambda connection: sqlite_threads.update_thread(connection, thread_id, resource_id, title, metadata, self._clock())
        )

    def delete_thread(self, thread_id: str, resource_id: Owner) -> bool:
        """Delete a thread and its messages and say whether there was one."""
        check_thread(thread_id, resource_id)
        return self._connections.write(lambda connection: sqlite_threads.delete_thread(connection, thread_id, resource_id))

    def get_resource(self, resource_id: str) -> Resource | None:
        """Return an owner's record, None where there is none."""
        check_owner(resource_id)
        return self._connections.read(lambda connection: sqlite_threads.get_resource(connection, resource_id))

    def save_resource(self, resource: Resource) -> Resource:
        """Write an owner's record, whole, and return it with its times; without a time it keeps that it has."""
        check_owner(resource.id)
        return self._connections.write(lambda connection: sqlite_threads.save_resource(connection, resource, self._clock()))

    def update_resource(
        self, resource_id: str, *, working_memory: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Resource:
        """Set what is remembered of an owner, lay metadata over what there is, and return the record; it is made where missing."""
        check_owner(resource_id)
        return self._connections.write(
            lambda connection: sqlite_threads.update_resource(connection, resource_id, working_memory, metadata, self._clock())
        )

    def delete_resource(self, resource_id: str) -> bool:
        """Delete an owner's record, not their threads, and say whether there was one."""
        check_owner(resource_id)
        return self._connections.write(lambda connection: sqlite_threads.delete_resource(connection, resource_id))

    def close(self) -> None:
        """Close the file. Every later use raises `StoreError`."""
        self._connections.close()

    def __enter__(self) -> Self:
        """Return the store, which is closed at the end."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close the file."""
        self.close()

    def __repr__(self) -> str:
        """Name the file."""
        return f"SqliteStore({self.path!r})"

    def _looked(self, script: Script[T]) -> T:
        return self._connections.look(lambda connection: sqlite_messages.looked(connection, script))

    def _page(
        self,
        page: int,
        per_page: int | None,
        count: sql.Statement,
        stretch: Callable[[int, int], sql.Statement],
        records: Callable[[Sequence[Any]], tuple[Any, ...]],
    ) -> Page:
        number, wanted = natural("page", page), None if per_page is None else natural("per_page", per_page)
        total, start, rows = self._connections.look(lambda connection: sqlite_messages.stretch(connection, number, wanted, count, stretch))
        return Page(records(rows), total, page, per_page, start + len(rows) < total)


def _place(path: str | os.PathLike[str]) -> str:
    """Return the name under which a file is opened, the same wherever the process goes."""
    if not (name := os.fspath(path)):
        raise ValueError("the path of a store is not empty")
    return name if name == MEMORY else os.path.realpath(name)
