"""A store that forgets: everything in memory, for tests and trials."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from threading import RLock
from typing import Any, TypeVar

from attrs import define, evolve, field

from segue.json_values import EMPTY
from segue.messages import MEMORY, Resource, StoredMessage, Thread
from segue_shell.clock import utc_now
from segue_shell.stores.columns import check_owner, check_thread, laid_over, natural, resource_row, thread_row, wanted_ids
from segue_shell.stores.dates import canonical, is_date
from segue_shell.stores.protocol import ANY_RESOURCE, ConflictError, Owner, Page
from segue_shell.stores.turns import Stamp, check, owner_of, refuse_others, replaced, turn

_Record = TypeVar("_Record", Thread, Resource)


@define(eq=False)
class MemoryStore:
    """Threads, messages and resources in memory. What is written is gone with the object; see `Store` for what each method does.

    Threads may use one store at the same time.

    >>> store = MemoryStore(clock=lambda: "2030-06-01T08:00:00.000Z")
    >>> _ = store.append("t", "ada", (StoredMessage("m", "user"),))
    >>> store.list_messages("t", "ada")[0].created_at
    '2030-06-01T08:00:00.000Z'
    """

    clock: Callable[[], str] = field(default=utc_now, kw_only=True)
    """What time it is, as rows hold it."""
    _threads: dict[str, Thread] = field(factory=dict, init=False, repr=False)
    _rows: dict[str, StoredMessage] = field(factory=dict, init=False, repr=False)
    _ids: dict[str, dict[str, None]] = field(factory=dict, init=False, repr=False)
    """The ids of each thread's messages, as they were written."""
    _last: dict[str, str] = field(factory=dict, init=False, repr=False)
    """The latest date in each thread."""
    _resources: dict[str, Resource] = field(factory=dict, init=False, repr=False)
    _lock: Any = field(factory=RLock, init=False, repr=False)

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
        return _page(self._listed(thread_id, resource_id), page, per_page, newest_first=newest_first)

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
        return _page(sorted(mine, key=_made), page, per_page, newest_first=newest_first)

    def save_thread(self, thread: Thread) -> Thread:
        """Write a thread, whole, and return it with its times; without a time it keeps that it has. Raises `ConflictError`."""
        check_thread(thread.id, thread.resource_id)
        with self._lock:
            known = self._threads.get(thread.id)
            if known is not None and known.resource_id != thread.resource_id:
                raise ConflictError(f"the thread {thread.id!r} is somebody else's")
            saved = _timed(thread, known, self.clock())
            thread_row(saved)
            self._threads[thread.id] = saved
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
            del self._threads[thread_id]
            return True

    def get_resource(self, resource_id: str) -> Resource | None:
        """Return an owner's record, None where there is none."""
        check_owner(resource_id)
        return self._resources.get(resource_id)

    def save_resource(self, resource: Resource) -> Resource:
        """Write an owner's record, whole, and return it with its times; without a time it keeps that it has."""
        check_owner(resource.id)
        with self._lock:
            saved = _timed(resource, self._resources.get(resource.id), self.clock())
            resource_row(saved)
            self._resources[resource.id] = saved
            return saved

    def update_resource(
        self, resource_id: str, *, working_memory: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Resource:
        """Set what is remembered of an owner, lay metadata over what there is, and return the record; it is made where missing."""
        with self._lock:
            known = self.get_resource(resource_id) or Resource(resource_id)
            memory = known.working_memory if working_memory is None else working_memory
            return self.save_resource(evolve(known, working_memory=memory, metadata=laid_over(known.metadata, metadata), updated_at=None))

    def delete_resource(self, resource_id: str) -> bool:
        """Delete an owner's record, not their threads, and say whether there was one."""
        check_owner(resource_id)
        return self._resources.pop(resource_id, None) is not None

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
        self._ids.setdefault(thread_id, {}).update((row.id, None) for row in done.added)
        self._last[thread_id] = stamp.last
        return done.messages

    def _touch(self, thread_id: str, resource_id: Owner) -> Thread:
        now, owner = self.clock(), thread_id if resource_id is ANY_RESOURCE else resource_id
        known = self._threads.get(thread_id) or Thread(thread_id, owner, "", EMPTY, now)
        self._threads[thread_id] = touched = evolve(known, updated_at=now)
        return touched

    def _forget(self, row: StoredMessage) -> None:
        del self._rows[row.id]
        del self._ids[str(row.thread_id)][row.id]

    def _trim(self, thread_id: str) -> None:
        dates = (_made(self._rows[id]) for id in self._ids[thread_id])
        self._last[thread_id] = max(filter(is_date, dates), default="")
        self._touch(thread_id, ANY_RESOURCE)

    def _listed(self, thread_id: str, resource_id: Owner) -> list[StoredMessage]:
        check_thread(thread_id, resource_id)
        with self._lock:
            rows = [self._rows[id] for id in self._ids.get(thread_id, ())]
        return sorted((row for row in rows if resource_id in {ANY_RESOURCE, row.resource_id}), key=_made)


def _made(row: StoredMessage | Thread) -> str:
    return row.created_at or ""


def _timed(record: _Record, known: _Record | None, now: str) -> _Record:
    """Return a record with its dates, in the form of rows."""
    made = record.created_at or (known and known.created_at) or now
    return evolve(record, created_at=canonical(made), updated_at=canonical(record.updated_at or now))


def _page(ordered: Sequence[StoredMessage | Thread], page: int, per_page: int | None, *, newest_first: bool) -> Page:
    rows = ordered[::-1] if newest_first else ordered
    size = len(rows) if per_page is None else natural("per_page", per_page)
    start = natural("page", page) * size
    items = tuple(rows[start : start + size])
    return Page(items, len(rows), page, per_page, start + len(items) < len(rows))
