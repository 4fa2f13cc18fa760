"""Threads and their messages in a Postgres database, laid out as the TypeScript original does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from segue.messages import Resource, StoredMessage, Thread
from segue_shell.clock import utc_now
from segue_shell.stores.postgres_address import Address
from segue_shell.stores.postgres_pool import Pool
from segue_shell.stores.postgres_scripts import PostgresScripts
from segue_shell.stores.protocol import Owner, Page, Stretch


class PostgresStore:
    """Threads, messages and resources in a Postgres database; see `Store` for what each method does. Needs the extra `postgres`.

    A schema that the TypeScript original made is used as it is, and one made here is one of its. Processes may use one database, and
    threads one store, at the same time. A turn of new messages is one statement. Rows of one date come in the order of their ids,
    as they do there, so it is best not to give dates. Dates that cannot be read, and metadata with a NUL or a lone surrogate, have no
    place in the columns and raise `ValueError`; numbers and the order of keys in metadata come back as `jsonb` has them.

    Where tables are sharded, make them beforehand: messages by `thread_id` with the key `(thread_id, id)`, threads by `id`,
    resources by `id`. All statements of a turn name its thread but one, which looks for its ids in all threads, since an id is one
    message's in the whole database.

    Raises `StoreError` for what the database refuses, with user, host and database but no password, and psycopg's error as the cause.
    A connection that is lost while a turn is on its way leaves open whether it was written; the same turn given again is there once.
    """

    def __init__(
        self,
        dsn: str,
        *,
        schema: str = "public",
        pooler: bool = False,
        connections: int = 10,
        clock: Callable[[], str] = utc_now,
        timeout: float = 30.0,
        create: bool = True,
    ) -> None:
        """Open a database by a DSN such as `postgresql://user@host/database`, and complete the tables where some are missing.

        Behind a pooler that hands out transactions, as PgBouncer does, say `pooler`: nothing is prepared then. At most so many
        `connections` are open; who finds none free waits for `timeout` seconds. `clock` tells the time as rows hold it. Without
        `create` missing tables are an error. Raises `StoreError` for a database that cannot be reached, is laid out otherwise, or by
        a newer version, `ValueError` for a DSN that is none, `ImportError` where psycopg is missing.
        """
        self._scripts = PostgresScripts(clock)
        self._pool = Pool(Address.of(dsn, schema, pooler=pooler, timeout=timeout), connections)
        try:
            self._pool.run(self._scripts.prepare(self._pool.address, create=create))
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """The database as it may be shown: without the password."""
        return self._pool.address.name

    def append(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
        """Write one turn in one transaction and return its messages as they are stored now."""
        return self._pool.run(self._scripts.append(thread_id, resource_id, messages))

    def list_messages(
        self, thread_id: str, resource_id: Owner, *, last: int | None = None, without: Collection[str] = ()
    ) -> tuple[StoredMessage, ...]:
        """Return a thread's messages, oldest first: all, or the last so many."""
        return self._pool.run(self._scripts.list_messages(thread_id, resource_id, last=last, without=without))

    def page_messages(
        self, thread_id: str, resource_id: Owner, *, page: int = 0, per_page: int | None = 40, newest_first: bool = False
    ) -> Page:
        """Return one page of a thread's messages."""
        return self._pool.run(self._scripts.page_messages(thread_id, resource_id, page=page, per_page=per_page, newest_first=newest_first))

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
        wanted = self._scripts.scroll_messages(
            thread_id, resource_id, cursor=cursor, limit=limit, newest_first=newest_first,
            since=since, until=until, roles=roles, metadata=metadata,
        )  # fmt: skip
        return self._pool.run(wanted)

    def list_around(self, message_id: str, resource_id: Owner, *, before: int = 20, after: int = 20) -> tuple[StoredMessage, ...]:
        """Return a message with so many before and after it in its thread, oldest first; nothing where it is not there."""
        return self._pool.run(self._scripts.list_around(message_id, resource_id, before=before, after=after))

    def get_messages(self, ids: Iterable[str], resource_id: Owner) -> tuple[StoredMessage, ...]:
        """Return the owner's messages of these ids, in their order."""
        return self._pool.run(self._scripts.get_messages(ids, resource_id))

    def replace_messages(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
        """Put messages in the place of those stored under their ids, in one transaction, and return them."""
        return self._pool.run(self._scripts.replace_messages(thread_id, resource_id, messages))

    def delete_messages(self, ids: Iterable[str], resource_id: Owner) -> int:
        """Delete the owner's messages of these ids and say how many there were."""
        return self._pool.run(self._scripts.delete_messages(ids, resource_id))

    def get_thread(self, thread_id: str, resource_id: Owner) -> Thread | None:
        """Return a thread, None where there is none or it is somebody else's."""
        return self._pool.run(self._scripts.get_thread(thread_id, resource_id))

    def list_threads(self, resource_id: Owner, *, page: int = 0, per_page: int | None = 100, newest_first: bool = True) -> Page:
        """Return one page of an owner's threads by the time they were made."""
        return self._pool.run(self._scripts.list_threads(resource_id, page=page, per_page=per_page, newest_first=newest_first))

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
        wanted = self._scripts.scroll_threads(resource_id, cursor=cursor, limit=limit, newest_first=newest_first, metadata=metadata)
        return self._pool.run(wanted)

    def import_thread(self, thread: Thread, messages: Iterable[StoredMessage]) -> int:
        """Write a thread with its messages in one transaction, as they are asked for, and say how many these were."""
        return self._pool.run(self._scripts.import_thread(thread, messages))

    def copy_thread(self, thread_id: str, resource_id: Owner, new_id: str, *, until: str | None = None) -> Thread | None:
        """Copy a thread under a new id, up to and including the message `until` where one is given, and return the copy."""
        return self._pool.run(self._scripts.copy_thread(thread_id, resource_id, new_id, until=until))

    def save_thread(self, thread: Thread) -> Thread:
        """Write a thread, whole, and return it with its times; without a time it keeps that it has. Raises `ConflictError`."""
        return self._pool.run(self._scripts.save_thread(thread))

    def update_thread(
        self, thread_id: str, resource_id: Owner, *, title: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Thread | None:
        """Set a thread's title, lay metadata over what it has, and return it; None where there is none."""
        return self._pool.run(self._scripts.update_thread(thread_id, resource_id, title=title, metadata=metadata))

    def delete_thread(self, thread_id: str, resource_id: Owner) -> bool:
        """Delete a thread and its messages and say whether there was one."""
        return self._pool.run(self._scripts.delete_thread(thread_id, resource_id))

    def get_resource(self, resource_id: str) -> Resource | None:
        """Return an owner's record, None where there is none."""
        return self._pool.run(self._scripts.get_resource(resource_id))

    def save_resource(self, resource: Resource) -> Resource:
        """Write an owner's record, whole, and return it with its times; without a time it keeps that it has."""
        return self._pool.run(self._scripts.save_resource(resource))

    def update_resource(
        self, resource_id: str, *, working_memory: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Resource:
        """Set what is remembered of an owner, lay metadata over what there is, and return the record; it is made where missing."""
        return self._pool.run(self._scripts.update_resource(resource_id, working_memory=working_memory, metadata=metadata))

    def delete_resource(self, resource_id: str) -> bool:
        """Delete an owner's record, not their threads, and say whether there was one."""
        return self._pool.run(self._scripts.delete_resource(resource_id))

    def close(self) -> None:
        """Close all connections. Every later use raises `StoreError`."""
        self._pool.close()

    def __enter__(self) -> Self:
        """Return the store, which is closed at the end."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close all connections."""
        self.close()

    def __repr__(self) -> str:
        """Name the database, without its password."""
        return f"PostgresStore({self.name!r})"
