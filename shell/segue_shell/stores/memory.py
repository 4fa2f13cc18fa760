"""A store that forgets: everything in memory, for tests and trials."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from threading import RLock
from typing import Any

from attrs import define, evolve, field

from segue.json_values import EMPTY, JsonObject, freeze
from segue.messages import MEMORY, Resource, StoredMessage, Thread
from segue.recall import advanced, extended
from segue.stamps import from_milliseconds, to_milliseconds
from segue_shell.clock import utc_now
from segue_shell.stores.protocol import ANY_RESOURCE, ConflictError, Owner, Page


@define(eq=False)
class MemoryStore:
    """Threads, messages and resources in memory. What is written is gone with the object; see `Store` for what each method does.

    >>> store = MemoryStore(clock=lambda: "2030-06-01T08:00:00.000Z")
    >>> _ = store.append("t", "ada", (StoredMessage("m", "user"),))
    >>> store.list_messages("t", "ada")[0].created_at
    '2030-06-01T08:00:00.000Z'
    """

    clock: Callable[[], str] = field(default=utc_now, kw_only=True)
    """What time it is, as rows hold it."""
    _threads: dict[str, Thread] = field(factory=dict, init=False, repr=False)
    _rows: dict[str, dict[str, StoredMessage]] = field(factory=dict, init=False, repr=False)
    _last: dict[str, str] = field(factory=dict, init=False, repr=False)
    _homes: dict[str, str] = field(factory=dict, init=False, repr=False)
    _resources: dict[str, Resource] = field(factory=dict, init=False, repr=False)
    _lock: RLock = field(factory=RLock, init=False, repr=False)

    def append(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
        """Write one turn; nothing of it where a message has no id or an unreadable date."""
        with self._lock:
            dated = tuple(_canonical(message) for message in messages)
            self._refuse_others(thread_id, resource_id, dated)
            if not dated:
                return ()
            self._touch(thread_id, resource_id)
            owner = _owner(self._threads[thread_id], resource_id)
            return tuple(self._write(thread_id, owner, message) for message in dated)

    def list_messages(
        self, thread_id: str, resource_id: Owner, *, last: int | None = None, without: Collection[str] = ()
    ) -> tuple[StoredMessage, ...]:
        """Return a thread's messages, oldest first; of one time, in the order they were written."""
        rows = tuple(row for row in self._listed(thread_id, resource_id) if row.role not in without)
        return rows if last is None else rows[max(0, len(rows) - _natural(last, "last")) :]

    def page_messages(
        self, thread_id: str, resource_id: Owner, *, page: int = 0, per_page: int | None = 40, newest_first: bool = False
    ) -> Page:
        """Return one page of a thread's messages."""
        return _page(self._listed(thread_id, resource_id), page, per_page, newest_first=newest_first)

    def get_messages(self, ids: Iterable[str], resource_id: Owner) -> tuple[StoredMessage, ...]:
        """Return the owner's messages of these ids, in their order."""
        return self._found(ids, resource_id)

    def delete_messages(self, ids: Iterable[str], resource_id: Owner) -> int:
        """Delete the owner's messages of these ids and say how many there were."""
        with self._lock:
            found = self._found(ids, resource_id)
            for row in found:
                home = self._homes.pop(row.id)
                del self._rows[home][row.id]
                self._touch(home, ANY_RESOURCE)
            return len(found)

    def get_thread(self, thread_id: str, resource_id: Owner) -> Thread | None:
        """Return a thread, None where there is none or it is somebody else's."""
        thread = self._threads.get(thread_id)
        return thread if thread is not None and resource_id in {ANY_RESOURCE, thread.resource_id} else None

    def list_threads(self, resource_id: Owner, *, page: int = 0, per_page: int | None = 100, newest_first: bool = True) -> Page:
        """Return one page of an owner's threads by the time they were made."""
        with self._lock:
            mine = [thread for thread in self._threads.values() if resource_id in {ANY_RESOURCE, thread.resource_id}]
        return _page(mine, page, per_page, newest_first=newest_first)

    def save_thread(self, thread: Thread) -> Thread:
        """Write a thread, whole, and return it with its times."""
        with self._lock:
            self._refuse_others(thread.id, thread.resource_id, ())
            now, known = self.clock(), self._threads.get(thread.id, thread)
            made = thread.created_at or known.created_at or now
            self._threads[thread.id] = evolve(thread, created_at=made, updated_at=thread.updated_at or now)
            return self._threads[thread.id]

    def update_thread(
        self, thread_id: str, resource_id: Owner, *, title: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Thread | None:
        """Set a thread's title, lay metadata over what it has, and return it; None where there is none."""
        with self._lock:
            if (thread := self.get_thread(thread_id, resource_id)) is None:
                return None
            return self.save_thread(
                evolve(
                    thread,
                    title=thread.title if title is None else title,
                    metadata=_laid_over(thread.metadata, metadata),
                    updated_at=self.clock(),
                )
            )

    def delete_thread(self, thread_id: str, resource_id: Owner) -> bool:
        """Delete a thread and its messages and say whether there was one."""
        with self._lock:
            if self.get_thread(thread_id, resource_id) is None:
                return False
            del self._threads[thread_id]
            self._last.pop(thread_id, None)
            for id in self._rows.pop(thread_id, {}):
                del self._homes[id]
            return True

    def get_resource(self, resource_id: str) -> Resource | None:
        """Return an owner's record, None where there is none."""
        return self._resources.get(resource_id)

    def save_resource(self, resource: Resource) -> Resource:
        """Write an owner's record, whole, and return it with its times."""
        with self._lock:
            now, known = self.clock(), self._resources.get(resource.id, resource)
            made = resource.created_at or known.created_at or now
            self._resources[resource.id] = evolve(resource, created_at=made, updated_at=resource.updated_at or now)
            return self._resources[resource.id]

    def update_resource(
        self, resource_id: str, *, working_memory: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Resource:
        """Set what is remembered of an owner, lay metadata over what there is, and return the record; it is made where missing."""
        with self._lock:
            known = self._resources.get(resource_id, Resource(resource_id))
            return self.save_resource(
                evolve(
                    known,
                    working_memory=known.working_memory if working_memory is None else working_memory,
                    metadata=_laid_over(known.metadata, metadata),
                    updated_at=self.clock(),
                )
            )

    def delete_resource(self, resource_id: str) -> bool:
        """Delete an owner's record, not their threads, and say whether there was one."""
        return self._resources.pop(resource_id, None) is not None

    def close(self) -> None:
        """Do nothing: there is no database."""

    def _refuse_others(self, thread_id: str, resource_id: Owner, messages: Iterable[StoredMessage]) -> None:
        if not thread_id.strip():
            raise ValueError(f"a thread's id is not blank, as {thread_id!r} is")
        thread = self._threads.get(thread_id)
        if thread is not None and resource_id not in {ANY_RESOURCE, thread.resource_id}:
            raise ConflictError(f"the thread {thread_id!r} is somebody else's")
        for message in messages:
            self._refuse_other(thread_id, resource_id, message)

    def _refuse_other(self, thread_id: str, resource_id: Owner, message: StoredMessage) -> None:
        home = self._homes.get(message.id, thread_id)
        if home != thread_id:
            raise ConflictError(f"the message {message.id!r} is in another thread, {home!r}")
        row = self._rows.get(home, {}).get(message.id)
        if row is not None and resource_id is not ANY_RESOURCE and row.resource_id not in {None, resource_id}:
            raise ConflictError(f"the message {message.id!r} is somebody else's")

    def _touch(self, thread_id: str, resource_id: Owner) -> None:
        now = self.clock()
        owner = thread_id if resource_id is ANY_RESOURCE else resource_id
        known = self._threads.get(thread_id) or Thread(thread_id, owner, "", EMPTY, now)
        self._threads[thread_id] = evolve(known, updated_at=now)

    def _write(self, thread_id: str, owner: str | None, message: StoredMessage) -> StoredMessage:
        rows = self._rows.setdefault(thread_id, {})
        row = rows.get(message.id)
        rows[message.id] = self._placed(thread_id, owner, message) if row is None else _onward(row, message)
        self._homes[message.id] = thread_id
        return rows[message.id].from_(message.sources)

    def _placed(self, thread_id: str, owner: str | None, message: StoredMessage) -> StoredMessage:
        made = message.created_at or self._next(thread_id)
        self._last[thread_id] = max(made, self._last.get(thread_id, ""))
        return evolve(message, thread_id=thread_id, resource_id=owner or message.resource_id, created_at=made, sources=MEMORY)

    def _next(self, thread_id: str) -> str:
        now, last = self.clock(), self._last.get(thread_id, "")
        return now if now > last else from_milliseconds((to_milliseconds(last) or 0) + 1)

    def _listed(self, thread_id: str, resource_id: Owner) -> list[StoredMessage]:
        with self._lock:
            mine = [row for row in self._rows.get(thread_id, {}).values() if resource_id in {ANY_RESOURCE, row.resource_id}]
        return sorted(mine, key=_made)

    def _found(self, ids: Iterable[str], resource_id: Owner) -> tuple[StoredMessage, ...]:
        with self._lock:
            known = [self._rows[self._homes[id]][id] for id in dict.fromkeys(ids) if id in self._homes]
        return tuple(row for row in known if resource_id in {ANY_RESOURCE, row.resource_id})


def _onward(row: StoredMessage, message: StoredMessage) -> StoredMessage:
    return extended(row, message) if "response" in message.sources else advanced(row, message)


def _canonical(message: StoredMessage) -> StoredMessage:
    if not message.id:
        raise ValueError(f"a message needs an id to be stored, and this one of the role {message.role!r} has none")
    if message.created_at is None:
        return message
    made = to_milliseconds(message.created_at)
    if made is None:
        raise ValueError(f"the message {message.id!r} has a date that cannot be read, {message.created_at!r}")
    return evolve(message, created_at=from_milliseconds(made))


def _owner(thread: Thread, resource_id: Owner) -> str | None:
    """Return whose the messages are; a thread that is its own owner was made without one."""
    if resource_id is not ANY_RESOURCE:
        return resource_id
    return None if thread.resource_id == thread.id else thread.resource_id


def _made(row: StoredMessage | Thread) -> str:
    return row.created_at or ""


def _natural(number: int, name: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError(f"{name} is a whole number from 0 on, not {number!r}")
    return number


def _page(rows: Iterable[StoredMessage | Thread], page: int, per_page: int | None, *, newest_first: bool) -> Page:
    ordered = sorted(rows, key=_made)
    if newest_first:
        ordered.reverse()
    size = len(ordered) if per_page is None else _natural(per_page, "per_page")
    start = _natural(page, "page") * size
    items = tuple(ordered[start : start + size])
    return Page(items, len(ordered), page, per_page, start + len(items) < len(ordered))


def _laid_over(known: JsonObject | None, metadata: Mapping[str, Any] | None) -> JsonObject | None:
    return known if metadata is None else JsonObject({**(known or {}), **{key: freeze(value) for key, value in metadata.items()}})
