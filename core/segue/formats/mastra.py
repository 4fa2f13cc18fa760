"""Stored messages of the TypeScript original, content format 2, and of version 1 before it: the public face."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from returns.result import Failure, Result, Success

from segue.failures import DecodeFailure
from segue.formats.format import describe
from segue.formats.mastra_layout import NAME
from segue.formats.mastra_messages import read_message
from segue.formats.mastra_old import modernised
from segue.formats.mastra_rows import Row, content_text, read_row, read_rows, row_type
from segue.formats.mastra_threads import read_resource, read_thread, write_resource, write_thread
from segue.formats.mastra_write import write_fields
from segue.json_values import Malformed
from segue.messages import StoredMessage


def decode_messages(payload: object) -> Result[tuple[StoredMessage, ...], DecodeFailure]:
    """Read a list of stored messages, or one. Total: anything else is a failure that names the place.

    >>> decode_messages([{"id": "m1", "role": "user", "content": "Hi"}]).unwrap()[0].parts[0].text
    'Hi'
    >>> str(decode_messages([{"id": 7, "role": "user"}]).failure())
    '[0].id: expected a string, found 7 (read as mastra)'
    """
    if isinstance(payload, dict):
        payload = [payload]
    if not isinstance(payload, list | tuple):
        return Failure(DecodeFailure(NAME, (), "a list of messages", describe(payload)))
    messages: list[StoredMessage] = []
    for index, raw in enumerate(payload):
        try:
            messages.append(read_message(raw))
        except Malformed as fault:
            fault.at(index)
            return Failure(DecodeFailure(NAME, fault.path, fault.expected, describe(fault.found)))
    return Success(tuple(messages))


def encode_messages(messages: Iterable[StoredMessage]) -> list[dict[str, Any]]:
    """Write messages as plain dicts and lists. What was read is written as it came."""
    return [write_message(message) for message in messages]


def write_message(message: StoredMessage) -> dict[str, Any]:
    """Write a message as a plain dict. What was read is written as it came."""
    written: dict[str, Any] = _plain(write_fields(message))
    return written


def _plain(value: Any) -> Any:
    """Return plain dicts and lists that are the caller's own."""
    if isinstance(value, dict):
        return {key: item if type(item) is str else _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return list(map(_plain, value))
    return str(value) if isinstance(value, str) else value


__all__ = [
    "Row", "content_text", "decode_messages", "encode_messages", "modernised", "read_message", "read_resource", "read_row", "read_rows",
    "read_thread", "row_type", "write_message", "write_resource", "write_thread",
]  # fmt: skip
