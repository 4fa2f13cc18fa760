"""Stores whose methods are awaited: each does what that of `Store` does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from segue.messages import Resource, StoredMessage, Thread
from segue_shell.stores.protocol import Owner, Page, Stretch


class AwaitedStore(ABC):
    """The methods of `Store`, to be awaited; a context manager for `async with`."""

    @abstractmethod
    async def _do(self, name: str, *arguments: Any, **options: Any) -> Any:
        """Do what the method of this name does."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of the database. Every later use raises `StoreError`."""

    async def append(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
        """Write one turn in one transaction and return its messages as they are stored now."""
        done: tuple[StoredMessage, ...] = await self._do("append", thread_id, resource_id, messages)
        return done

    async def list_messages(
        self, thread_id: str, resource_id: Owner, *, last: int | None = None, without: Collection[str] = ()
    ) -> tuple[StoredMessage, ...]:
        """Return a thread's messages, oldest first: all, or the last so many."""
        found: tuple[StoredMessage, ...] = await self._do("list_messages", thread_id, resource_id, last=last, without=without)
        return found

    async def page_messages(
        self, thread_id: str, resource_id: Owner, *, page: int = 0, per_page: int | None = 40, newest_first: bool = False
    ) -> Page:
        """Return one page of a thread's messages."""
        options = {"page": page, "per_page": per_page, "newest_first": newest_first}
        found: Page = await self._do("page_messages", thread_id, resource_id, **options)
        return found

    async def scroll_messages(
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
        found: Stretch = await self._do(
            "scroll_messages", thread_id, resource_id, cursor=cursor, limit=limit, newest_first=newest_first,
            since=since, until=until, roles=roles, metadata=metadata,
        )  # fmt: skip
        return found

    async def list_around(self, message_id: str, resource_id: Owner, *, before: int = 20, after: int = 20) -> tuple[StoredMessage, ...]:
        """Return a message with so many before and after it in its thread, oldest first; nothing where it is not there."""
        found: tuple[StoredMessage, ...] = await self._do("list_around", message_id, resource_id, before=before, after=after)
        return found

    async def get_messages(self, ids: Iterable[str], resource_id: Owner) -> tuple[StoredMessage, ...]:
        """Return the owner's messages of these ids, in their order."""
        found: tuple[StoredMessage, ...] = await self._do("get_messages", ids, resource_id)
        return found

    async def replace_messages(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
        """Put messages in the place of those stored under their ids, in one transaction, and return them."""
        done: tuple[StoredMessage, ...] = await self._do("replace_messages", thread_id, resource_id, messages)
        return done

    async def delete_messages(self, ids: Iterable[str], resource_id: Owner) -> int:
        """Delete the owner's messages of these ids and say how many there were."""
        gone: int = await self._do("delete_messages", ids, resource_id)
        return gone

    async def get_thread(self, thread_id: str, resource_id: Owner) -> Thread | None:
        """Return a thread, None where there is none or it is somebody else's."""
        found: Thread | None = await self._do("get_thread", thread_id, resource_id)
        return found

    async def list_threads(self, resource_id: Owner, *, page: int = 0, per_page: int | None = 100, newest_first: bool = True) -> Page:
        """Return one page of an owner's threads by the time they were made."""
        found: Page = await self._do("list_threads", resource_id, page=page, per_page=per_page, newest_first=newest_first)
        return found

    async def scroll_threads(
        self,
        resource_id: Owner,
        *,
        cursor: str | None = None,
        limit: int = 100,
        newest_first: bool = True,
        metadata: Mapping[str, Any] | None = None,
    ) -> Stretch:
        """Return a stretch of an owner's threads by the time they were made, behind `cursor`, or of those that have some `metadata`."""
        options = {"cursor": cursor, "limit": limit, "newest_first": newest_first, "metadata": metadata}
        found: Stretch = await self._do("scroll_threads", resource_id, **options)
        return found

    async def import_thread(self, thread: Thread, messages: Iterable[StoredMessage]) -> int:
        """Write a thread with its messages in one transaction, as they are asked for, and say how many these were."""
        count: int = await self._do("import_thread", thread, messages)
        return count

    async def copy_thread(self, thread_id: str, resource_id: Owner, new_id: str, *, until: str | None = None) -> Thread | None:
        """Copy a thread under a new id, up to and including the message `until` where one is given, and return the copy."""
        copied: Thread | None = await self._do("copy_thread", thread_id, resource_id, new_id, until=until)
        return copied

    async def save_thread(self, thread: Thread) -> Thread:
        """Write a thread, whole, and return it with its times; without a time it keeps that it has. Raises `ConflictError`."""
        saved: Thread = await self._do("save_thread", thread)
        return saved

    async def update_thread(
        self, thread_id: str, resource_id: Owner, *, title: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Thread | None:
        """Set a thread's title, lay metadata over what it has, and return it; None where there is none."""
        changed: Thread | None = await self._do("update_thread", thread_id, resource_id, title=title, metadata=metadata)
        return changed

    async def delete_thread(self, thread_id: str, resource_id: Owner) -> bool:
        """Delete a thread and its messages and say whether there was one."""
        gone: bool = await self._do("delete_thread", thread_id, resource_id)
        return gone

    async def get_resource(self, resource_id: str) -> Resource | None:
        """Return an owner's record, None where there is none."""
        found: Resource | None = await self._do("get_resource", resource_id)
        return found

    async def save_resource(self, resource: Resource) -> Resource:
        """Write an owner's record, whole, and return it with its times; without a time it keeps that it has."""
        saved: Resource = await self._do("save_resource", resource)
        return saved

    async def update_resource(
        self, resource_id: str, *, working_memory: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Resource:
        """Set what is remembered of an owner, lay metadata over what there is, and return the record; it is made where missing."""
        changed: Resource = await self._do("update_resource", resource_id, working_memory=working_memory, metadata=metadata)
        return changed

    async def delete_resource(self, resource_id: str) -> bool:
        """Delete an owner's record, not their threads, and say whether there was one."""
        gone: bool = await self._do("delete_resource", resource_id)
        return gone

    async def __aenter__(self) -> Self:
        """Return the store, which is closed at the end."""
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close the store."""
        await self.close()
