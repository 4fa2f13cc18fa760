"""What every store offers, and the errors that all share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, Protocol, TypeAlias

from attrs import frozen

from segue.messages import Resource, StoredMessage, Thread


class AnyResource(Enum):
    """The wish to see rows whoever owns them."""

    ANY = "any"


ANY_RESOURCE: Final = AnyResource.ANY
"""Given in place of an owner's id: all owners. To be written out, so that nobody sees another's rows for want of an argument."""

Owner: TypeAlias = str | AnyResource


class StoreError(Exception):
    """A store that cannot do what it was asked. Nothing of the turn was written."""


class ConflictError(StoreError):
    """An id that exists under another thread or another owner. Nothing of the turn was written."""


@frozen
class Page:
    """A stretch of a list: what it holds, how many there are in all, and whether more follow."""

    items: tuple[Any, ...]
    total: int
    page: int
    per_page: int | None
    more: bool


@frozen
class Stretch:
    """Rows of a list from a cursor on: what there is, the cursor of the last, and whether more follow now.

    With that cursor the list goes on behind these rows, also where rows were added or deleted meanwhile.
    """

    items: tuple[Any, ...]
    cursor: str | None
    """None where there was no row and no cursor was given: the list begins."""
    more: bool


class Store(Protocol):
    """Threads, messages and resources in a database. Owners are named in every call; times and ids are text."""

    def append(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
        """Write one turn in one transaction and return its messages as they are stored now.

        The thread is made where it is missing. Messages are stamped with the thread and its owner. An id that exists keeps its row:
        only tool outcomes move forward (`segue.recall.advanced`, or `extended` for a response). A message without a date gets one
        later than all of its thread; a date that is given is stored in the one form that rows have, or as it is where it cannot be
        read. Raises, and writes nothing: `ConflictError` for an id or a thread of somebody else, `ValueError` for a blank id and for
        text that no column holds.
        """
        ...

    def list_messages(
        self, thread_id: str, resource_id: Owner, *, last: int | None = None, without: Collection[str] = ()
    ) -> tuple[StoredMessage, ...]:
        """Return a thread's messages, oldest first: all, or the last so many; rows of the roles in `without` are not looked at."""
        ...

    def page_messages(
        self, thread_id: str, resource_id: Owner, *, page: int = 0, per_page: int | None = 40, newest_first: bool = False
    ) -> Page:
        """Return one page of a thread's messages."""
        ...

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
        """Return a stretch of a thread's messages, behind `cursor`: from `since` on and before `until`, of some `roles`.

        With `metadata` only messages that have all its items, each equal as JSON. `ValueError` for a cursor or a date that is none.
        """
        ...

    def list_around(self, message_id: str, resource_id: Owner, *, before: int = 20, after: int = 20) -> tuple[StoredMessage, ...]:
        """Return a message with so many before and after it in its thread, oldest first; nothing where it is not there."""
        ...

    def get_messages(self, ids: Iterable[str], resource_id: Owner) -> tuple[StoredMessage, ...]:
        """Return the messages of these ids, in their order, those that exist and are the owner's."""
        ...

    def replace_messages(self, thread_id: str, resource_id: Owner, messages: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
        """Put messages in the place of those stored under their ids, in one transaction, and return them as they are stored now.

        What a row says is as given; when it was made, where and whose it is stays. Ids that are not stored are left out. Raises, and
        writes nothing: `ConflictError` for an id or a thread of somebody else, `ValueError` for what no column holds.
        """
        ...

    def delete_messages(self, ids: Iterable[str], resource_id: Owner) -> int:
        """Delete the owner's messages of these ids and say how many there were."""
        ...

    def get_thread(self, thread_id: str, resource_id: Owner) -> Thread | None:
        """Return a thread, None where there is none or it is somebody else's."""
        ...

    def list_threads(self, resource_id: Owner, *, page: int = 0, per_page: int | None = 100, newest_first: bool = True) -> Page:
        """Return one page of an owner's threads by the time they were made."""
        ...

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
        ...

    def import_thread(self, thread: Thread, messages: Iterable[StoredMessage]) -> int:
        """Write a thread with its messages in one transaction, as they are asked for, and say how many these were.

        A thread that is there is continued, as by `append`, and its title, metadata and dates stay. Raises what `append` raises.
        """
        ...

    def copy_thread(self, thread_id: str, resource_id: Owner, new_id: str, *, until: str | None = None) -> Thread | None:
        """Copy a thread under a new id, up to and including the message `until` where one is given, and return the copy.

        Its messages are named after it, `NEW-000000001` and so on, and keep their dates. None where there is no such thread, or no
        such message in it. Raises `ConflictError` where the new thread, or a message of such a name, is there already.
        """
        ...

    def save_thread(self, thread: Thread) -> Thread:
        """Write a thread, whole, and return it with its times. Raises `ConflictError` where it is somebody else's."""
        ...

    def update_thread(
        self, thread_id: str, resource_id: Owner, *, title: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Thread | None:
        """Set a thread's title, lay metadata over what it has, and return it; None where there is none."""
        ...

    def delete_thread(self, thread_id: str, resource_id: Owner) -> bool:
        """Delete a thread and its messages and say whether there was one."""
        ...

    def get_resource(self, resource_id: str) -> Resource | None:
        """Return an owner's record, None where there is none."""
        ...

    def save_resource(self, resource: Resource) -> Resource:
        """Write an owner's record, whole, and return it with its times."""
        ...

    def update_resource(
        self, resource_id: str, *, working_memory: str | None = None, metadata: Mapping[str, Any] | None = None
    ) -> Resource:
        """Set what is remembered of an owner, lay metadata over what there is, and return the record; it is made where missing."""
        ...

    def delete_resource(self, resource_id: str) -> bool:
        """Delete an owner's record, not their threads, and say whether there was one."""
        ...

    def close(self) -> None:
        """Let go of the database."""
        ...
