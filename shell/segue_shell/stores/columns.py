"""What the columns of a database can hold, and how records get into them and out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from segue.json_values import EMPTY, JsonObject, Malformed, freeze_object, parse
from segue.messages import Resource, Thread
from segue_shell.stores.jsonb import decode_jsonb
from segue_shell.stores.protocol import StoreError

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


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


def natural(place: str, number: int) -> int:
    """Return a whole number from 0 on. `ValueError` for others."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise ValueError(f"{place} is a whole number from 0 on, not {number!r}")
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


def thread(row: tuple[Any, ...]) -> Thread:
    """Read a row of a thread. Raises `StoreError` where its metadata cannot be read."""
    id, resource_id, title, data, *times = row
    return Thread(id, resource_id, title, metadata(f"the thread {id!r}", data), *times)


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
