"""A store that forgets: everything in memory, for tests and trials."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from attrs import define, evolve, field

from segue.json_values import EMPTY
from segue.messages import MEMORY, StoredMessage, Thread
from segue_shell.stores.columns import check_copy, check_owner, check_thread, laid_over, natural, thread_row, wanted_ids
from segue_shell.stores.dates import is_date
from segue_shell.stores.memory_lists import is_wanted, made, page_of, timed, windowed
from segue_shell.stores.memory_resources import MemoryResources
from segue_shell.stores.protocol import ANY_RESOURCE, ConflictError, Owner, Page, Stretch
from segue_shell.stores.scrolling import Place, Window
from segue_shell.stores.turns import Stamp, check, owner_of, refuse_others, replaced, turn


@define(eq=False)
class MemoryStore(MemoryResources):
    """Threads, messages and resources in memory. What is written is gone with the object; see `Store` for what each method does.

    Threads may use one store at the same time.

    >>> store = MemoryStore(clock=lambda: "2030-06-01T08:00:00.000Z")
    >>> _ = store.append("t", "ada", (StoredMessage("m", "user"),))
    >>> store.list_messages("t", "ada")[0].created_at
    '2030-06-01T08:00:00.000Z'
    """

    by_id: bool = field(default=False, kw_only=True)
    """Rows of one date come by their ids, as in Postgres, and not as they were written, as in SQLite."""
    _threads: dict[str, Thread] = field(factory=dict, init=False, repr=False)
    _rows: dict[str, StoredMessage] = field(factory=dict, init=False, repr=False)
    _ids: dict[str, dict[str, int]] = field(factory=dict, init=False, repr=False)
    """The ids of each thread's messages, as they were written, each with its number among all."""
    _made: dict[str, int] = field(factory=dict, init=False, repr=False)
    """The number of each thread among all that were written."""
    _numbers: Iterator[int] = field(factory=count, init=False, repr=False)
    _last: dict[str, str] = field(factory=dict, init=False, repr=False)
    """The latest date in each thread."""

    def append(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
        """Write one turn, or nothing of it, and return its messages as they are stored now."""
        check_thread(thread_id, resource_id)
        check(messages)
        with self._lock:
            thread = self._threads.get(thread_id)
            known = {message.id: self._rows[message.id] for message in messages if message.id in self._rows}
            refuse_others(thread_id, resource_id, None if thread is None else thread.resource_id, known.values())
            return self._write(thread_id, resource_id, messages, known) if messages else ()

    def list_messages(
        self, thread_id: str, resource_id: Owner, *, last: int | None = None, without: Collection[str] = ()
    ) -> tuple[StoredMessage, ...]:
        """Return a thread's messages, oldest first; of one date, in the order they were written."""
        rows = tuple(row for row in self._listed(thread_id, resource_id) if row.role not in without)
        return rows if last is None else rows[max(0, len(rows) - natural("last", last)) :]

    def page_messages(
        self, thread_id: str, resource_id: Owner, *, page: int = 0, per_page: int | None = 40, newest_first: bool = False
    ) -> Page:
        """Return one page of a thread's messages."""
        return page_of(self._listed(thread_id, resource_id), page, per_page, newest_first=newest_first)

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
        window = Window.of(
            cursor, limit, newest_first=newest_first, tie=self._tie,
            since=since, until=until, roles=roles, metadata=metadata,
        )  # fmt: skip
        with self._lock:
            rows = [(row, self._place(row)) for row in self._listed(thread_id, resource_id)]
        return windowed([(row, place) for row, place in rows if is_wanted(row, window)], window)

    def list_around(self, message_id: str, resource_id: Owner, *, before: int = 20, after: int = 20) -> tuple[StoredMessage, ...]:
        """Return a message with so many before and after it in its thread, oldest first; nothing where it is not there."""
        before, after = natural("before", before), natural("after", after)
        with self._lock:
            found = self.get_messages([message_id], resource_id)
            rows = self._listed(str(found[0].thread_id), resource_id) if found else []
        place = rows.index(found[0]) if found else 0
        return tuple(rows[max(0, place - before) : place + after + 1])

    def get_messages(self, ids: Iterable[str], resource_id: Owner) -> tuple[StoredMessage, ...]:
        """Return the owner's messages of these ids, in their order."""
        wanted = wanted_ids(ids, resource_id)
        with self._lock:
            known = [self._rows[id] for id in wanted if id in self._rows]
        return tuple(row for row in known if resource_id in {ANY_RESOURCE, row.resource_id})

    def replace_messages(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
        """Put messages in the place of those stored under their ids, and return them; all or none of them."""
        check_thread(thread_id, resource_id)
        check(messages)
        with self._lock:
            thread = self._threads.get(thread_id)
            known = {message.id: self._rows[message.id] for message in messages if message.id in self._rows}
            refuse_others(thread_id, resource_id, None if thread is None else thread.resource_id, known.values())
            done = replaced(messages, known)
            self._rows.update((row.id, row) for row in done.changed)
            if done.messages:
                self._touch(thread_id, resource_id)
            return done.messages

    def delete_messages(self, ids: Iterable[str], resource_id: Owner) -> int:
        """Delete the owner's messages of these ids and say how many there were."""
        with self._lock:
            found = self.get_messages(ids, resource_id)
            for row in found:
                self._forget(row)
            for thread_id in {row.thread_id for row in found}:
                self._trim(str(thread_id))
            return len(found)

    def get_thread(self, thread_id: str, resource_id: Owner) -> Thread | None:
        """Return a thread, None where there is none or it is somebody else's."""
        check_thread(thread_id, resource_id)
        thread = self._threads.get(thread_id)
        return thread if thread is not None and resource_id in {ANY_RESOURCE, thread.resource_id} else None

    def list_threads(self, resource_id: Owner, *, page: int = 0, per_page: int | None = 100, newest_first: bool = True) -> Page:
        """Return one page of an owner's threads by the time they were made."""
        check_owner(resource_id)
        with self._lock:
            mine = [thread for thread in self._threads.values() if resource_id in {ANY_RESOURCE, thread.resource_id}]
            mine.sort(key=self._place)
        return page_of(mine, page, per_page, newest_first=newest_first)

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
        window = Window.of(cursor, limit, newest_first=newest_first, tie=self._tie, metadata=metadata)
        with self._lock:
            mine = self.list_threads(resource_id, per_page=None, newest_first=False).items
            rows = [(thread, self._place(thread)) for thread in mine]
        return windowed(rows, window)

    def import_thread(self, thread: Thread, messages: Iterable[StoredMessage]) -> int:
        """Write a thread with its messages, or nothing of it, and say how many these were."""
        check_thread(thread.id, thread.resource_id)
        thread_row(thread)
        given = tuple(messages)
        with self._lock:
            known = self._threads.get(thread.id)
            self.append(thread.id, thread.resource_id, given)
            if known is None:
                self.save_thread(thread)
        return len(given)

    def copy_thread(self, thread_id: str, resource_id: Owner, new_id: str, *, until: str | None = None) -> Thread | None:
        """Copy a thread under a new id, up to and including the message `until` where one is given, and return the copy."""
        check_copy(thread_id, resource_id, new_id, until)
        with self._lock:
            known, rows = self.get_thread(thread_id, resource_id), self._listed(thread_id, resource_id)
            ids = [row.id for row in rows]
            if known is None or (until is not None and until not in ids):
                return None
            kept = rows if until is None else rows[: ids.index(until) + 1]
            return self._put_copy(known, new_id, kept)

    def save_thread(self, thread: Thread) -> Thread:
        """Write a thread, whole, and return it with its times; without a time it keeps that it has. Raises `ConflictError`."""
        check_thread(thread.id, thread.resource_id)
        with self._lock:
            known = self._threads.get(thread.id)
            if known is not None and known.resource_id != thread.resource_id:
                raise ConflictError(f"the thread {thread.id!r} is somebody else's")
            saved = timed(thread, known, self.clock())
            thread_row(saved)
            self._threads[thread.id] = saved
            self._made.setdefault(thread.id, next(self._numbers))
            return saved

    def update_thread(
        self, thread_id: str, resource_id: Owner, *, title: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Thread | None:
        """Set a thread's title, lay metadata over what it has, and return it; None where there is none."""
        with self._lock:
            known = self.get_thread(thread_id, resource_id)
            if known is None:
                return None
            title = known.title if title is None else title
            return self.save_thread(evolve(known, title=title, metadata=laid_over(known.metadata, metadata), updated_at=None))

    def delete_thread(self, thread_id: str, resource_id: Owner) -> bool:
        """Delete a thread and its messages and say whether there was one."""
        with self._lock:
            if self.get_thread(thread_id, resource_id) is None:
                return False
            for id in self._ids.pop(thread_id, {}):
                del self._rows[id]
            self._last.pop(thread_id, None)
            del self._threads[thread_id], self._made[thread_id]
            return True

    def close(self) -> None:
        """Do nothing: there is no database."""

    def _write(
        self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage], known: Mapping[str, StoredMessage]
    ) -> tuple[StoredMessage, ...]:
        thread = self._touch(thread_id, resource_id)
        owner = owner_of(thread_id, thread.resource_id, resource_id)
        stamp = Stamp(thread_id, owner, str(thread.updated_at), self._last.get(thread_id, ""))
        done = turn(messages, known, stamp)
        self._rows.update((row.id, row.from_(MEMORY)) for row in (*done.added, *done.changed))
        self._ids.setdefault(thread_id, {}).update((row.id, next(self._numbers)) for row in done.added)
        self._last[thread_id] = stamp.last
        return done.messages

    def _put_copy(self, known: Thread, new_id: str, rows: Sequence[StoredMessage]) -> Thread:
        copies = [evolve(row, id=f"{new_id}-{number:09}", thread_id=new_id) for number, row in enumerate(rows, 1)]
        if new_id in self._threads:
            raise ConflictError(f"the thread {new_id!r} is there already")
        if any(copy.id in self._rows for copy in copies):
            raise ConflictError(f"messages named after the thread {new_id!r} are there already")
        self._rows.update((copy.id, copy) for copy in copies)
        self._ids[new_id] = {copy.id: next(self._numbers) for copy in copies}
        self._last[new_id] = max(filter(is_date, map(made, copies)), default="")
        now = self.clock()
        return self.save_thread(evolve(known, id=new_id, created_at=now, updated_at=now))

    def _touch(self, thread_id: str, resource_id: Owner) -> Thread:
        now, owner = self.clock(), thread_id if resource_id is ANY_RESOURCE else resource_id
        known = self._threads.get(thread_id) or Thread(thread_id, owner, "", EMPTY, now)
        self._threads[thread_id] = touched = evolve(known, updated_at=now)
        self._made.setdefault(thread_id, next(self._numbers))
        return touched

    def _forget(self, row: StoredMessage) -> None:
        del self._rows[row.id]
        del self._ids[str(row.thread_id)][row.id]

    def _trim(self, thread_id: str) -> None:
        dates = (made(self._rows[id]) for id in self._ids[thread_id])
        self._last[thread_id] = max(filter(is_date, dates), default="")
        self._touch(thread_id, ANY_RESOURCE)

    def _listed(self, thread_id: str, resource_id: Owner) -> list[StoredMessage]:
        check_thread(thread_id, resource_id)
        with self._lock:
            rows = [self._rows[id] for id in self._ids.get(thread_id, ())]
            return sorted((row for row in rows if resource_id in {ANY_RESOURCE, row.resource_id}), key=self._place)

    def _place(self, row: StoredMessage | Thread) -> Place:
        if self.by_id:
            return made(row), row.id
        numbers = self._made if isinstance(row, Thread) else self._ids[str(row.thread_id)]
        return made(row), numbers[row.id]

    @property
    def _tie(self) -> type:
        return str if self.by_id else int
