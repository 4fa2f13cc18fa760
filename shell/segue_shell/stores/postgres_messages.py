"""Messages in a Postgres database, as scripts: a turn written, rows read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from segue.formats.mastra import content_text, row_type
from segue.messages import StoredMessage, Thread
from segue_shell.stores import postgres_statements as sql
from segue_shell.stores.columns import message_records, thread_records
from segue_shell.stores.dates import later, moment
from segue_shell.stores.postgres_threads import save_thread
from segue_shell.stores.protocol import ANY_RESOURCE, ConflictError, Owner
from segue_shell.stores.scripts import Again, Rows, Script, repeated, within
from segue_shell.stores.scrolling import chunks
from segue_shell.stores.turns import Stamp, Turn, as_row, check, owner_of, refuse_others, replaced, turn

Messages = tuple[StoredMessage, ...]
CHUNK = 500
"""How many messages of a thread that is imported are written at once."""


def append(thread_id: str, resource_id: Owner, messages: Messages, now: str) -> Script[Messages]:
    """Write one turn: in one statement if all of it is new, as most are, and else in a transaction."""
    if not messages:
        rows = yield sql.HOME, {"thread": thread_id}
        refuse_others(thread_id, resource_id, rows[0][0] if rows else None, ())
        return ()
    made = yield from _at_once(thread_id, resource_id, messages, now)
    if made is not None:
        return made
    return (yield from repeated(lambda: within("BEGIN", _step_by_step(thread_id, resource_id, messages, now))))


def _at_once(thread_id: str, resource_id: Owner, messages: Messages, now: str) -> Script[Messages | None]:
    """Write a turn in one statement; None where nothing was written, since that statement cannot write this turn."""
    if len({message.id for message in messages}) < len(messages):
        return None
    try:
        rows = yield sql.APPEND, {**_held(thread_id, resource_id, now), **_columns(messages), **_relative_dates(messages, now)}
    except Again:
        return None
    if len(rows) < len(messages):
        return None
    stored = {id: (date, owner) for id, date, owner in rows}
    return tuple(as_row(message, thread_id, stored[message.id][1], stored[message.id][0]) for message in messages)


def _step_by_step(thread_id: str, resource_id: Owner, messages: Messages, now: str) -> Script[Messages]:
    """Write a turn within a transaction: hold the thread, look at what is stored, write what is new and what moves on."""
    held = yield sql.HOLD, _held(thread_id, resource_id, now)
    if not held:
        raise ConflictError(f"the thread {thread_id!r} is somebody else's")
    ids = tuple(dict.fromkeys(message.id for message in messages))
    stored = {row.id: row for row in message_records((yield sql.messages_by_id(ids, ANY_RESOURCE, hold=True)))}
    refuse_others(thread_id, resource_id, held[0][0], stored.values())
    latest = yield sql.LATEST, {"thread": thread_id}
    stamp = Stamp(thread_id, owner_of(thread_id, held[0][0], resource_id), now, latest[0][0] if latest else "")
    done = turn(messages, stored, stamp)
    yield from _written(thread_id, done)
    return done.messages


def _written(thread_id: str, done: Turn) -> Script[None]:
    if done.added:
        yield sql.ADD, {"thread": thread_id, **_columns(done.added), "steps": _nothing(done.added), "dates": _dates(done.added)}
    if done.changed:
        yield sql.CHANGE, _columns(done.changed)


def replace(thread_id: str, resource_id: Owner, messages: Messages, now: str) -> Script[Messages]:
    """Put messages in the place of those stored under their ids, in a transaction."""
    return (yield from repeated(lambda: within("BEGIN", _replaced(thread_id, resource_id, messages, now))))


def _replaced(thread_id: str, resource_id: Owner, messages: Messages, now: str) -> Script[Messages]:
    home = yield sql.HOME, {"thread": thread_id}
    ids = tuple(dict.fromkeys(message.id for message in messages))
    known = message_records((yield sql.messages_by_id(ids, ANY_RESOURCE))) if ids else ()
    refuse_others(thread_id, resource_id, home[0][0] if home else None, known)
    if not known:
        return ()
    yield sql.HOLD, _held(thread_id, resource_id, now)
    stored = {row.id: row for row in message_records((yield sql.messages_by_id(ids, ANY_RESOURCE, hold=True)))}
    done = replaced(messages, stored)
    if done.changed:
        yield sql.CHANGE, _columns(done.changed)
    return done.messages


def import_thread(thread: Thread, messages: Iterable[StoredMessage], clock: Callable[[], str]) -> Script[int]:
    """Write a thread with its messages within a transaction; a thread that is there is continued."""
    now, count = clock(), 0
    home = yield sql.HOME, {"thread": thread.id}
    refuse_others(thread.id, thread.resource_id, home[0][0] if home else None, ())
    for chunk in chunks(iter(messages), CHUNK):
        check(chunk)
        count += len((yield from _step_by_step(thread.id, thread.resource_id, chunk, now)))
    if not home:
        yield from save_thread(thread, now)
    return count


def copy_thread(thread_id: str, owner: Owner, new_id: str, until: str | None, now: str) -> Script[Thread | None]:
    """Copy a thread within a transaction; None where it, or the message it is copied up to, is not there."""
    end = (yield sql.place(until, owner)) if until is not None else []
    there = yield sql.get_thread(thread_id, owner)
    if not there or (until is not None and (not end or end[0][1] != thread_id)):
        return None
    copied = yield sql.copy_thread(thread_id, owner, new_id, now)
    if not copied:
        raise ConflictError(f"the thread {new_id!r} is there already")
    try:
        yield sql.copy_messages(thread_id, owner, new_id, end[0][-2:] if end else None)
    except Again:
        raise ConflictError(f"messages named after the thread {new_id!r} are there already") from None
    return thread_records(copied)[0]


def list_messages(thread_id: str, owner: Owner, last: int | None, without: Collection[str]) -> Script[Messages]:
    """Read a thread's messages, oldest first: all, or the last so many."""
    rows = yield sql.messages(thread_id, owner, last, without)
    return message_records(rows if last is None else rows[::-1])


def get_messages(ids: Sequence[str], owner: Owner) -> Script[Messages]:
    """Read messages by their ids, in their order."""
    rows = (yield sql.messages_by_id(ids, owner)) if ids else []
    found = {row[0]: row for row in rows}
    return message_records([found[id] for id in ids if id in found])


def delete_messages(ids: Sequence[str], owner: Owner, now: str) -> Script[int]:
    """Delete messages by their ids, set the dates of their threads, and say how many there were."""
    return (yield from repeated(lambda: _deleted(ids, owner, now))) if ids else 0


def _deleted(ids: Sequence[str], owner: Owner, now: str) -> Script[int]:
    rows = yield sql.delete_messages(ids, owner, now)
    return int(rows[0][0])


def page(number: int, size: int | None, count: sql.Statement, ask: Any) -> Script[tuple[int, int, Rows]]:
    """Read how many rows there are, where the page begins, and its rows, all of one state of the database."""
    ((total,),) = yield count
    size = total if size is None else min(size, total)
    start = number * size
    return total, start, (yield ask(size, start)) if start < total else []


def _held(thread_id: str, resource_id: Owner, now: str) -> dict[str, Any]:
    anyone = resource_id is ANY_RESOURCE
    return {"thread": thread_id, "home": thread_id if anyone else resource_id, "anyone": anyone, "made": now, "now": now}


def _columns(messages: Sequence[StoredMessage]) -> dict[str, Any]:
    return {
        "ids": [message.id for message in messages],
        "contents": list(map(content_text, messages)),
        "roles": [message.role for message in messages],
        "types": list(map(row_type, messages)),
        "owners": [message.resource_id for message in messages],
    }


def _dates(messages: Iterable[StoredMessage]) -> list[str]:
    return [str(message.created_at) for message in messages]


def _nothing(messages: Sequence[StoredMessage]) -> list[str | None]:
    return [None] * len(messages)


def _relative_dates(messages: Iterable[StoredMessage], now: str) -> dict[str, Any]:
    """Return the date of each message as what only the database knows makes it: the later of `date` and `steps` ms after its latest.

    A message that brings its date has no step.
    """
    steps: list[str | None] = []
    dates: list[str] = []
    step, last = 0, ""
    for message in messages:
        if message.created_at is None:
            step, last = step + 1, later(last, now)
            steps.append(str(step))
            dates.append(last)
        else:
            dates.append(moment(f"the date of message {message.id!r}", message.created_at))
            last = max(last, dates[-1])
            steps.append(None)
    return {"steps": steps, "dates": dates}
