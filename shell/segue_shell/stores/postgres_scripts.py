"""What `Store` promises, as scripts for Postgres: arguments looked at, then the statements."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import frozen

from segue.messages import Resource, StoredMessage, Thread
from segue_shell.stores import postgres_messages, postgres_threads
from segue_shell.stores import postgres_statements as sql
from segue_shell.stores.columns import check_copy, check_owner, check_thread, message_records, natural, storable, thread_records, wanted_ids
from segue_shell.stores.postgres_address import Address
from segue_shell.stores.postgres_schema import prepare
from segue_shell.stores.protocol import Owner, Page, Stretch
from segue_shell.stores.scripts import Rows, Script, within
from segue_shell.stores.scrolling import Window, around, scrolled
from segue_shell.stores.turns import check

Messages = tuple[StoredMessage, ...]


@frozen
class PostgresScripts:
    """A script for each method of `Store`, under the same name."""

    clock: Callable[[], str]

    def prepare(self, address: Address, *, create: bool) -> Script[None]:
        """See that the tables are there."""
        return prepare(address, create=create)

    def append(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> Script[Messages]:
        """Write one turn."""
        check_thread(thread_id, resource_id)
        check(given := tuple(messages))
        return postgres_messages.append(thread_id, resource_id, given, self.clock())

    def list_messages(
        self, thread_id: str, resource_id: Owner, *, last: int | None = None, without: Collection[str] = ()
    ) -> Script[Messages]:
        """Read a thread's messages."""
        check_thread(thread_id, resource_id)
        roles = [storable("a role", role) for role in without]
        return postgres_messages.list_messages(thread_id, resource_id, None if last is None else natural("last", last), roles)

    def page_messages(
        self, thread_id: str, resource_id: Owner, *, page: int = 0, per_page: int | None = 40, newest_first: bool = False
    ) -> Script[Page]:
        """Read one page of a thread's messages."""
        check_thread(thread_id, resource_id)
        ask = partial(sql.message_page, thread_id, resource_id, newest_first=newest_first)
        return _page(page, per_page, sql.message_count(thread_id, resource_id), ask, message_records)

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
    ) -> Script[Stretch]:
        """Read a stretch of a thread's messages."""
        check_thread(thread_id, resource_id)
        window = Window.of(cursor, limit, newest_first=newest_first, tie=str, since=since, until=until, roles=roles, metadata=metadata)
        return scrolled(window, partial(sql.scroll_messages, thread_id, resource_id), message_records)

    def list_around(self, message_id: str, resource_id: Owner, *, before: int = 20, after: int = 20) -> Script[Messages]:
        """Read a message and those around it."""
        (id,) = wanted_ids([message_id], resource_id)
        return within(sql.LOOK, around(sql.place(id, resource_id), resource_id, before, after, sql.scroll_messages))

    def get_messages(self, ids: Iterable[str], resource_id: Owner) -> Script[Messages]:
        """Read messages by their ids."""
        return postgres_messages.get_messages(wanted_ids(ids, resource_id), resource_id)

    def replace_messages(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> Script[Messages]:
        """Put messages in the place of stored ones."""
        check_thread(thread_id, resource_id)
        check(given := tuple(messages))
        return postgres_messages.replace(thread_id, resource_id, given, self.clock())

    def delete_messages(self, ids: Iterable[str], resource_id: Owner) -> Script[int]:
        """Delete messages by their ids."""
        return postgres_messages.delete_messages(wanted_ids(ids, resource_id), resource_id, self.clock())

    def get_thread(self, thread_id: str, resource_id: Owner) -> Script[Thread | None]:
        """Read a thread."""
        check_thread(thread_id, resource_id)
        return postgres_threads.get_thread(thread_id, resource_id)

    def list_threads(self, resource_id: Owner, *, page: int = 0, per_page: int | None = 100, newest_first: bool = True) -> Script[Page]:
        """Read one page of an owner's threads."""
        check_owner(resource_id)
        ask = partial(sql.thread_page, resource_id, newest_first=newest_first)
        return _page(page, per_page, sql.thread_count(resource_id), ask, thread_records)

    def scroll_threads(
        self,
        resource_id: Owner,
        *,
        cursor: str | None = None,
        limit: int = 100,
        newest_first: bool = True,
        metadata: Mapping[str, Any] | None = None,
    ) -> Script[Stretch]:
        """Read a stretch of an owner's threads."""
        check_owner(resource_id)
        window = Window.of(cursor, limit, newest_first=newest_first, tie=str, metadata=metadata)
        return scrolled(window, partial(sql.scroll_threads, resource_id), thread_records)

    def import_thread(self, thread: Thread, messages: Iterable[StoredMessage]) -> Script[int]:
        """Write a thread with its messages."""
        check_thread(thread.id, thread.resource_id)
        return within("BEGIN", postgres_messages.import_thread(thread, messages, self.clock))

    def copy_thread(self, thread_id: str, resource_id: Owner, new_id: str, *, until: str | None = None) -> Script[Thread | None]:
        """Copy a thread."""
        check_copy(thread_id, resource_id, new_id, until)
        return within("BEGIN", postgres_messages.copy_thread(thread_id, resource_id, new_id, until, self.clock()))

    def save_thread(self, thread: Thread) -> Script[Thread]:
        """Write a thread, whole."""
        check_thread(thread.id, thread.resource_id)
        return postgres_threads.save_thread(thread, self.clock())

    def update_thread(
        self, thread_id: str, resource_id: Owner, *, title: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Script[Thread | None]:
        """Change a thread in part."""
        check_thread(thread_id, resource_id)
        return postgres_threads.update_thread(thread_id, resource_id, title, metadata, self.clock())

    def delete_thread(self, thread_id: str, resource_id: Owner) -> Script[bool]:
        """Delete a thread and its messages."""
        check_thread(thread_id, resource_id)
        return postgres_threads.delete_thread(thread_id, resource_id)

    def get_resource(self, resource_id: str) -> Script[Resource | None]:
        """Read an owner's record."""
        check_owner(resource_id)
        return postgres_threads.get_resource(resource_id)

    def save_resource(self, resource: Resource) -> Script[Resource]:
        """Write an owner's record, whole."""
        check_owner(resource.id)
        return postgres_threads.save_resource(resource, self.clock())

    def update_resource(
        self, resource_id: str, *, working_memory: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Script[Resource]:
        """Change an owner's record in part."""
        check_owner(resource_id)
        return postgres_threads.update_resource(resource_id, working_memory, metadata, self.clock())

    def delete_resource(self, resource_id: str) -> Script[bool]:
        """Delete an owner's record."""
        check_owner(resource_id)
        return postgres_threads.delete_resource(resource_id)


def _page(
    page: int,
    per_page: int | None,
    count: sql.Statement,
    ask: Callable[[int, int], sql.Statement],
    records: Callable[[Rows], tuple[Any, ...]],
) -> Script[Page]:
    number, wanted = natural("page", page), None if per_page is None else natural("per_page", per_page)
    look = within(sql.LOOK, postgres_messages.page(number, wanted, count, ask))
    return _as_page(look, page, per_page, records)


def _as_page(
    look: Script[tuple[int, int, Rows]], page: int, per_page: int | None, records: Callable[[Rows], tuple[Any, ...]]
) -> Script[Page]:
    total, start, rows = yield from look
    return Page(records(rows), total, page, per_page, start + len(rows) < total)
