"""What a rejection says, whatever it comes as: an exception, a decoded body, an SDK's own object, a `CallFailure`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from segue.failures import CallFailure

_BODIES = ("body", "response_body", "responseBody")
_STATUSES = ("status_code", "statusCode", "status")
_DEEPEST = 16


def failures_in(error: object) -> tuple[CallFailure, ...]:
    """Return what an error says, and what those say that it wraps as its cause, outermost first. Nothing for None and bare text.

    >>> failures_in({"message": "Bad Request", "body": {"error": "no such model"}})[0].body
    '{"error": "no such model"}'
    >>> failures_in("Bad Request")
    ()
    """
    return tuple(map(_failure, _chain(error)))


def _chain(error: object) -> Iterator[object]:
    for _ in range(_DEEPEST):
        if error is None or isinstance(error, str | bytes):
            return
        yield error
        error = getattr(error, "__cause__", None) or _field(error, "cause")


def _failure(error: object) -> CallFailure:
    if isinstance(error, CallFailure):
        return error
    message, body = _field(error, "message"), next((held for name in _BODIES if (held := _field(error, name)) is not None), None)
    if message is None and isinstance(error, BaseException):
        message = str(error)
    if message is None and body is None and isinstance(error, Mapping):
        body = error  # a decoded body itself
    return CallFailure(_text(message), _status(error), _text(body))


def _status(error: object) -> int | None:
    numbers = (_field(error, name) for name in _STATUSES)
    return next((number for number in numbers if isinstance(number, int) and not isinstance(number, bool)), None)


def _field(error: Any, name: str) -> Any:
    return error.get(name) if isinstance(error, Mapping) else getattr(error, name, None)


def _text(said: object) -> str:
    """Return the text of a message or body: an object's as JSON, in which line breaks are spelled out."""
    if said is None or isinstance(said, str):
        return said or ""
    if isinstance(said, bytes | bytearray):
        return said.decode("utf-8", "replace")
    try:
        return json.dumps(said, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        return ""
