"""Threads as JSON lines, out of a database and into one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from attrs import evolve
from returns.pipeline import is_successful

from segue.formats.mastra import decode_messages, read_thread, write_message, write_thread
from segue.json_values import Malformed
from segue.messages import StoredMessage, Thread
from segue_shell.cli.escaping import escaped
from segue_shell.cli.progress import Progress
from segue_shell.cli.reading import STDIN, BadInput, read_lines, shown
from segue_shell.stores import ConflictError, Owner, Store, StoreError

_STRETCH = 500


class Carried(NamedTuple):
    """How many threads and messages went over."""

    threads: int
    messages: int


def exported(store: Store, ids: Sequence[str], owner: Owner) -> Iterator[dict[str, Any]]:
    """Yield a line for each thread and each of its messages, oldest first, as they are read. `StoreError` for a missing thread."""
    for thread in _threads(store, ids, owner):
        yield {"thread": write_thread(thread)}
        for message in messages_of(store, thread.id, owner):
            yield {"message": write_message(message)}


def messages_of(store: Store, thread_id: str, owner: Owner) -> Iterator[StoredMessage]:
    """Yield a thread's messages, oldest first, a stretch in memory at a time."""
    cursor, more = None, True
    while more:
        stretch = store.scroll_messages(thread_id, owner, cursor=cursor, limit=_STRETCH)
        cursor, more = stretch.cursor, stretch.more
        yield from stretch.items


def threads_of(store: Store, owner: Owner, **options: Any) -> Iterator[Thread]:
    """Yield an owner's threads, a stretch in memory at a time."""
    cursor, more = None, True
    while more:
        stretch = store.scroll_threads(owner, cursor=cursor, limit=_STRETCH, **options)
        cursor, more = stretch.cursor, stretch.more
        yield from stretch.items


def _threads(store: Store, ids: Sequence[str], owner: Owner) -> Iterator[Thread]:
    if not ids:
        yield from threads_of(store, owner, newest_first=False)
    for id in ids:
        thread = store.get_thread(id, owner)
        if thread is None:
            raise StoreError(f"no thread {escaped(id)!r}")
        yield thread


def imported(opening: AbstractContextManager[Store], file: str, owner: str | None, *, new_ids: bool) -> Carried:
    """Put the threads of a file of lines into a store while it is read, each in one transaction. Raises `BadInput`.

    The store is opened, and made, when the first line was read, so what is no export leaves no database behind.
    """
    threads = messages = 0
    with Progress(shown(file), _size(file)) as progress:
        found = _gathered(file, _read(file, progress))
        with opening as store:
            for thread, turn in found:
                threads += 1
                messages += _put(store, thread if owner is None else evolve(thread, resource_id=owner), turn, new_ids=new_ids)
    return Carried(threads, messages)


def _size(file: str) -> int:
    path = Path(file)
    return path.stat().st_size if file != STDIN and path.is_file() else 0


def _read(file: str, progress: Progress) -> Iterator[tuple[str, Thread | StoredMessage]]:
    """Yield what each line holds, and its place."""
    for number, _, value in read_lines(file):
        progress.step("reading")
        place = f"{shown(file)}:{number}"
        yield place, _line(place, value)


def _gathered(file: str, lines: Iterator[tuple[str, Thread | StoredMessage]]) -> Iterator[tuple[Thread, Iterator[StoredMessage]]]:
    """Read the first line; return the threads, each with the messages that follow it, which are to be read before the next."""
    held = list(islice(lines, 1))
    if not held:
        raise BadInput(f"{shown(file)}: empty")
    return _threads_with(held, lines)


def _threads_with(
    held: list[tuple[str, Thread | StoredMessage]], lines: Iterator[tuple[str, Thread | StoredMessage]]
) -> Iterator[tuple[Thread, Iterator[StoredMessage]]]:

    def following() -> Iterator[StoredMessage]:
        for line in lines:
            if isinstance(line[1], Thread):
                held.append(line)
                return
            yield line[1]

    while held:
        place, thread = held.pop()
        if not isinstance(thread, Thread):
            raise BadInput(f"{place}: a message before any thread")
        yield thread, following()


def _line(place: str, value: Any) -> Thread | StoredMessage:
    keys = set(value) if isinstance(value, dict) else set()
    try:
        if keys == {"thread"}:
            return read_thread(value["thread"])
    except Malformed as fault:
        raise BadInput(f"{place}: thread: expected {fault.expected}") from None
    if keys != {"message"}:
        raise BadInput(f'{place}: expected {{"thread": …}} or {{"message": …}}')
    decoded = decode_messages([value["message"]])
    if not is_successful(decoded):
        raise BadInput(f"{place}: {escaped(str(decoded.failure()))}")
    message: StoredMessage = decoded.unwrap()[0]
    return message


def _put(store: Store, thread: Thread, turn: Iterator[StoredMessage], *, new_ids: bool) -> int:
    """Write a thread and its messages, whole or not at all."""
    home = evolve(thread, id=str(uuid4())) if new_ids else thread
    try:
        return store.import_thread(home, (_stamped(message, home.id, home.resource_id, new_ids=new_ids) for message in turn))
    except ConflictError as error:
        raise BadInput(f"{error}; --new-ids gives new ones") from None


def _stamped(message: StoredMessage, thread_id: str, resource_id: str, *, new_ids: bool) -> StoredMessage:
    return evolve(message, id=str(uuid4()) if new_ids or not message.id else message.id, thread_id=thread_id, resource_id=resource_id)
