"""One turn on its way into a database: which messages are new, which rows they change, and from when they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import define, frozen

from segue.formats.quick import quick
from segue.json_values import JsonObject
from segue.messages import StoredMessage
from segue.recall import advanced, extended
from segue.shapes import Extras
from segue_shell.stores.columns import named, storable
from segue_shell.stores.dates import canonical, is_date, later
from segue_shell.stores.protocol import ANY_RESOURCE, ConflictError, Owner

_new_row = quick(StoredMessage)


@frozen
class Turn:
    """What is to be written, and the messages of the turn as they are stored then."""

    added: tuple[StoredMessage, ...]
    changed: tuple[StoredMessage, ...]
    messages: tuple[StoredMessage, ...]


@define
class Stamp:
    """Stamps new messages of a thread: whose they are, and where they have no date, a date later than all before."""

    thread_id: str
    owner: str | None
    """None where the thread is nobody's; a message then says itself whose it is."""
    now: str
    last: str
    """The latest date in the thread so far, "" where there is none."""

    def new(self, message: StoredMessage) -> StoredMessage:
        """Return the message as a new row."""
        made = later(self.last, self.now) if message.created_at is None else canonical(message.created_at)
        if made > self.last and (message.created_at is None or is_date(made)):
            self.last = made
        return as_row(message, self.thread_id, self.owner or message.resource_id, made)


def as_row(message: StoredMessage, thread_id: str, owner: str | None, made: str) -> StoredMessage:
    """Return a message as a new row of a thread holds it."""
    return _new_row(
        message.id, message.role, message.parts, made, thread_id, owner, message.text,
        message.metadata, message.invocations, _kept(message.extras), message.shape, message.sources,
    )  # fmt: skip


def _kept(extras: Extras | None) -> Extras | None:
    """Return the fields that a row has a place for: those of the content, and the type of old rows."""
    if extras is None:
        return None
    fields = {key: value for key, value in extras.fields.items() if key in {"content", "type"}}
    return Extras(extras.format, JsonObject(fields)) if fields else None


def check(messages: Iterable[StoredMessage]) -> None:
    """Refuse messages that no row can hold. Raises `ValueError` that names the place."""
    for index, message in enumerate(messages):
        named(f"the id of message {index}", message.id)
        storable(f"the role of message {message.id!r}", message.role)
        storable(f"the date of message {message.id!r}", message.created_at or "")
        storable(f"the owner of message {message.id!r}", message.resource_id or "")


def refuse_others(thread_id: str, resource_id: Owner, home: str | None, stored: Iterable[StoredMessage]) -> None:
    """Raise `ConflictError` where the thread, owned by `home`, or a stored message is somebody else's."""
    if home is not None and resource_id not in {ANY_RESOURCE, home}:
        raise ConflictError(f"the thread {thread_id!r} is somebody else's")
    for row in stored:
        if row.thread_id != thread_id:
            raise ConflictError(f"the message {row.id!r} is in another thread")
        if row.resource_id is not None and resource_id not in {ANY_RESOURCE, row.resource_id}:
            raise ConflictError(f"the message {row.id!r} is somebody else's")


def owner_of(thread_id: str, home: str, resource_id: Owner) -> str | None:
    """Return whose a thread's new messages are. A thread that is its own owner was made without one, so they are nobody's."""
    if resource_id is not ANY_RESOURCE:
        return resource_id
    return None if home == thread_id else home


def turn(messages: Iterable[StoredMessage], stored: Mapping[str, StoredMessage], stamp: Stamp) -> Turn:
    """Lay a turn over what is stored. A message of an id that exists moves its row on; all others are new rows."""
    rows, states = dict(stored), []
    for message in messages:
        row = rows.get(message.id)
        rows[message.id] = row = stamp.new(message) if row is None else _onward(row, message)
        states.append(row.from_(message.sources))
    added = tuple(row for id, row in rows.items() if id not in stored)
    changed = tuple(row for id, row in rows.items() if id in stored and row is not stored[id])
    return Turn(added, changed, tuple(states))


def replaced(messages: Iterable[StoredMessage], stored: Mapping[str, StoredMessage]) -> Turn:
    """Put messages in the place of those stored under their ids. When a row was made, where and whose it is stays; others are left out."""
    made = {message.id: _in_place(message, stored[message.id]) for message in messages if message.id in stored}
    return Turn((), tuple(row for row in made.values() if row != stored[row.id]), tuple(made.values()))


def _in_place(message: StoredMessage, row: StoredMessage) -> StoredMessage:
    return as_row(message, str(row.thread_id), row.resource_id, str(row.created_at)).from_(row.sources)


def _onward(row: StoredMessage, message: StoredMessage) -> StoredMessage:
    return extended(row, message) if "response" in message.sources else advanced(row, message)
