"""Threads as JSON lines, out of a database and into one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from attrs import evolve
from returns.pipeline import is_successful

from segue.formats.mastra import decode_messages, read_thread, write_message, write_thread
from segue.json_values import Malformed
from segue.messages import StoredMessage, Thread
from segue_shell.cli.escaping import escaped
from segue_shell.cli.progress import Progress
from segue_shell.cli.reading import BadInput, Payload, read, shown
from segue_shell.stores import ConflictError, Owner, Store, StoreError


class Carried(NamedTuple):
    """How many threads and messages went over."""

    threads: int
    messages: int


def exported(store: Store, ids: Sequence[str], owner: Owner) -> Iterator[dict[str, Any]]:
    """Yield a line for each thread and each of its messages, oldest first. Raises `StoreError` for a thread that is not there."""
    for thread in _threads(store, ids, owner):
        yield {"thread": write_thread(thread)}
        for message in store.list_messages(thread.id, owner):
            yield {"message": write_message(message)}


def _threads(store: Store, ids: Sequence[str], owner: Owner) -> Iterator[Thread]:
    if not ids:
        yield from store.list_threads(owner, per_page=None, newest_first=False).items
    for id in ids:
        thread = store.get_thread(id, owner)
        if thread is None:
            raise StoreError(f"no thread {escaped(id)!r}")
        yield thread


def imported(store: Store, file: str, owner: str | None, *, new_ids: bool) -> Carried:
    """Put the threads of a file of lines into a store, each in one transaction. Raises `BadInput`."""
    threads = messages = 0
    document = read(file)
    with Progress(shown(file), document.size) as progress:
        progress.step("reading")
        for thread, turn in _gathered(file, document.payloads):
            progress.step("writing")
            threads += 1
            messages += _put(store, _owned(thread, owner), turn, new_ids=new_ids)
    return Carried(threads, messages)


def _gathered(file: str, payloads: Iterator[Payload]) -> Iterator[tuple[Thread, list[StoredMessage]]]:
    """Yield each thread with the messages that follow it."""
    thread: Thread | None = None
    held: list[StoredMessage] = []
    for payload in payloads:
        for line, value in _lines(payload):
            read_line = _line(f"{shown(file)}:{line}" if line else shown(file), value)
            if isinstance(read_line, Thread):
                if thread is not None:
                    yield thread, held
                thread, held = read_line, []
            elif thread is None:
                raise BadInput(f"{shown(file)}:{line or 1}: a message before any thread")
            else:
                held.append(read_line)
    if thread is not None:
        yield thread, held


def _lines(payload: Payload) -> Iterator[tuple[int, Any]]:
    """Yield line and value; a file of lines may have been read as one list."""
    if payload.lines:
        yield from zip(payload.lines, payload.value, strict=True)
    else:
        yield payload.line, payload.value


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


def _owned(thread: Thread, owner: str | None) -> Thread:
    return thread if owner is None else evolve(thread, resource_id=owner)


def _put(store: Store, thread: Thread, turn: list[StoredMessage], *, new_ids: bool) -> int:
    """Write a thread and its messages, whole or not at all."""
    id = str(uuid4()) if new_ids else thread.id
    messages = [_stamped(message, id, thread.resource_id, new_ids=new_ids) for message in turn]
    try:
        before = store.get_thread(id, thread.resource_id)
        store.append(id, thread.resource_id, messages)
        if before is None:
            store.save_thread(evolve(thread, id=id))
    except ConflictError as error:
        raise BadInput(f"{error}; --new-ids gives new ones") from None
    return len(messages)


def _stamped(message: StoredMessage, thread_id: str, resource_id: str, *, new_ids: bool) -> StoredMessage:
    return evolve(message, id=str(uuid4()) if new_ids or not message.id else message.id, thread_id=thread_id, resource_id=resource_id)
