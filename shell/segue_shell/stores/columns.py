"""What the columns of a database can hold, and how records get into them and out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from segue.formats.mastra import Row, modernised, read_rows
from segue.json_values import EMPTY, JsonObject, Malformed, freeze_object, parse
from segue.messages import Resource, StoredMessage, Thread
from segue_shell.stores.jsonb import decode_jsonb
from segue_shell.stores.protocol import ANY_RESOURCE, Owner, StoreError

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
"""A NUL as JSON text has it, which is no backslash before `u0000`."""


def storable(place: str, text: str) -> str:
    r"""Return a text that can stand in a column. `ValueError` for what no text column holds, or not everyone's: NUL, a lone surrogate.

    Messages' contents and metadata are JSON, in which both are escaped, so they hold everything.

    >>> storable("the thread's id", "a\0b")
    Traceback (most recent call last):
    ValueError: the thread's id cannot be stored, it has a NUL or a lone surrogate: 'a\x00b'
    """
    if not isinstance(text, str):
        raise ValueError(f"{place} is text, not {text!r}")  # noqa: TRY004  # whatever an argument is, it is refused in one way
    if "\0" in text or not (text.isascii() or _encodable(text)):
        raise ValueError(f"{place} cannot be stored, it has a NUL or a lone surrogate: {text!r}")
    return text


def named(place: str, id: str) -> str:
    """Return an id that can stand in a column and is not blank. `ValueError` for others."""
    if not storable(place, id).strip():
        raise ValueError(f"{place} is not blank, as {id!r} is")
    return id


def check_owner(resource_id: Owner) -> None:
    """Refuse an owner's id that no column can hold."""
    if resource_id is not ANY_RESOURCE:
        storable("an owner's id", resource_id)


def check_thread(thread_id: str, resource_id: Owner) -> None:
    """Refuse a thread's id, or its owner's, that no column can hold or that is blank."""
    named("a thread's id", thread_id)
    check_owner(resource_id)


def check_copy(thread_id: str, resource_id: Owner, new_id: str, until: str | None) -> None:
    """Refuse ids of a thread, of its copy or of the message it is copied up to that no column can hold."""
    check_thread(thread_id, resource_id)
    named("the new thread's id", new_id)
    storable("a message's id", until or "")


def wanted_ids(ids: Iterable[str], resource_id: Owner) -> tuple[str, ...]:
    """Return messages' ids, each once. Refuses those that no column can hold."""
    check_owner(resource_id)
    return tuple(dict.fromkeys(storable("a message's id", id) for id in ids))


def natural(place: str, number: int) -> int:
    """Return a whole number from 0 on. `ValueError` for others."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError(f"{place} is a whole number from 0 on, not {number!r}")
    return number


def positive(place: str, number: int) -> int:
    """Return a whole number from 1 on. `ValueError` for others."""
    if natural(place, number) == 0:
        raise ValueError(f"{place} is at least 1")
    return number


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def metadata_text(metadata: JsonObject | None) -> str | None:
    """Return metadata as JSON text, with escapes where it could not be stored otherwise."""
    if metadata is None:
        return None
    text = _ENCODER.encode(metadata)
    return text if _encodable(text) else json.dumps(metadata, separators=(",", ":"), allow_nan=False)


def jsonb_text(metadata: JsonObject) -> str:
    r"""Return metadata as JSON text that Postgres' `jsonb` can hold. `ValueError` where there is a NUL or a lone surrogate in it.

    >>> jsonb_text(JsonObject(a=r"\u0000"))
    '{"a":"\\\\u0000"}'
    >>> jsonb_text(JsonObject(a="\0"))
    Traceback (most recent call last):
    ValueError: metadata cannot be stored, it has a NUL or a lone surrogate
    """
    text = _ENCODER.encode(metadata)
    if _NUL.search(text) or not _encodable(text):
        raise ValueError("metadata cannot be stored, it has a NUL or a lone surrogate")
    return text


def metadata(place: str, value: str | bytes | None) -> JsonObject | None:
    """Read a column of metadata: JSON as text, or SQLite's binary form of it. Raises `StoreError` for anything else."""
    if value is None:
        return None
    try:
        read = decode_jsonb(value) if isinstance(value, bytes) else parse(value)
        return None if read is None else freeze_object(read)
    except Malformed as fault:
        raise StoreError(f"the metadata of {place} is no JSON object: expected {fault}") from fault
    except ValueError as error:
        raise StoreError(f"the metadata of {place} cannot be read: {error}") from error


def laid_over(known: JsonObject | None, given: Mapping[str, Any] | None) -> JsonObject | None:
    """Return metadata with what is given in the place of what is known; the known where nothing is given. `ValueError` for no JSON."""
    return known if given is None else JsonObject({**(known or EMPTY), **freeze_object(given)})


def message_records(rows: Sequence[Row]) -> tuple[StoredMessage, ...]:
    """Read rows of messages, those of version 1 as version 2 has them. Raises `StoreError` for a content that is no text."""
    try:
        messages = read_rows(rows)
    except TypeError as error:
        odd = next((row[0] for row in rows if not isinstance(row[2], str)), "?")
        raise StoreError(f"the message {odd!r} cannot be read: its content is no text") from error
    return modernised(messages) if any(row[4] != "v2" for row in rows) else tuple(messages)


def thread(row: tuple[Any, ...]) -> Thread:
    """Read a row of a thread. Raises `StoreError` where its metadata cannot be read."""
    id, resource_id, title, data, *times = row
    return Thread(id, resource_id, title, metadata(f"the thread {id!r}", data), *times)


def thread_records(rows: Sequence[tuple[Any, ...]]) -> tuple[Thread, ...]:
    """Read rows of threads."""
    return tuple(map(thread, rows))


def resource(row: tuple[Any, ...]) -> Resource:
    """Read a row of an owner. Raises `StoreError` where its metadata cannot be read."""
    id, working_memory, data, *times = row
    return Resource(id, working_memory, metadata(f"the resource {id!r}", data), *times)


def thread_row(thread: Thread) -> tuple[Any, ...]:
    """Write the row of a thread. `ValueError` for text that cannot be stored."""
    texts = {"the thread's id": thread.id, "its owner's id": thread.resource_id, "its title": thread.title}
    for place, text in texts.items():
        storable(place, text)
    return thread.id, thread.resource_id, thread.title, metadata_text(thread.metadata), thread.created_at, thread.updated_at


def resource_row(resource: Resource) -> tuple[Any, ...]:
    """Write the row of an owner. `ValueError` for text that cannot be stored."""
    storable("the resource's id", resource.id)
    storable("its working memory", resource.working_memory or "")
    return resource.id, resource.working_memory, metadata_text(resource.metadata), resource.created_at, resource.updated_at
