"""What went wrong, made into a `CallFailure`: bodies of errors, errors in replies, exceptions of SDKs."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from segue.failures import CallFailure
from segue.formats.format import describe
from segue_shell.providers.masking import masked

LONGEST = 16_384
"""Characters of a message or body that are kept: rules look at no more."""
_DEEPEST = 8
"""Levels of an error's body at which its words and its status are looked for."""
_SECRETIVE = frozenset({401, 403})
"""Statuses whose bodies are not kept: they speak of keys, accounts and roles."""
_STATUSES = {
    "invalid_request_error": 400, "authentication_error": 401, "billing_error": 402, "permission_error": 403, "not_found_error": 404,
    "request_too_large": 413, "rate_limit_error": 429, "api_error": 500, "timeout_error": 504, "overloaded_error": 529,
    "server_error": 500, "rate_limit_exceeded": 429, "invalid_prompt": 400, "insufficient_quota": 429,
}  # fmt: skip
"""The status that stands for a kind of error, where it comes in a reply that began as a 200. Sources: the API references of Anthropic
(errors) and OpenAI (error codes)."""


class ErrorReply(Exception):
    """Raised where a reply that came with a status of 200 says that something went wrong; `body` is what it says."""

    def __init__(self, body: object) -> None:
        super().__init__("the reply is an error")
        self.body = body


class UnreadableReply(Exception):
    """Raised where a reply is not what the provider promises: at which place, what was expected, what stood there."""

    def __init__(self, place: str, expected: str = "", found: object = None) -> None:
        told = f"{place}: expected {expected}, found {describe(found)}" if expected else place
        super().__init__(f"the reply cannot be read: {told}")


def refusal(body: object, status: int | None, secrets: Collection[str], otherwise: str = "") -> CallFailure:
    """Return the failure that an error's body tells of. Text is kept as it is, JSON is written as text; keys are masked.

    >>> refusal('{"error": {"message": "messages: Field required", "type": "invalid_request_error"}}', 400, ()).message
    'messages: Field required'
    >>> refusal({"error": {"code": 502, "message": "Upstream is down"}}, None, ()).status
    502
    """
    decoded = _decoded(body)
    status = _status(decoded) if status is None else status
    plain = body.strip() if isinstance(body, str) and decoded is None else ""
    line = "" if plain.startswith("<") else plain  # a page says less than the SDK
    message = said(decoded) or line or otherwise or plain or "the provider did not say what went wrong"
    kept = "" if status in _SECRETIVE else body if isinstance(body, str) else _written(body)
    return CallFailure(masked(message, secrets)[:LONGEST], status, masked(kept, secrets)[:LONGEST])


def _written(body: object) -> str:
    try:
        return json.dumps(body, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):  # nested without end
        return ""


def unreadable(error: UnreadableReply, secrets: Collection[str]) -> CallFailure:
    """Return the failure of a reply that is not what the provider promises."""
    return CallFailure(masked(str(error), secrets)[:LONGEST])


def failure_of(error: BaseException, secrets: Collection[str]) -> CallFailure:
    """Return the failure behind an exception of an SDK, or of what it stands on.

    Only an answer has a status and a body: that of a connection that failed is None.
    """
    response = getattr(error, "response", None)
    status = getattr(error, "status_code", None)
    if not isinstance(status, int) or isinstance(status, bool):
        return refusal(getattr(error, "body", None) or "", None, secrets, _words(error))
    body = getattr(error, "body", None)
    if status < 400:  # the error came as an event of a stream that had begun well
        return refusal(body, None, secrets, _words(error))
    return refusal(text_of(response) or body or "", status, secrets, _words(error))


def text_of(response: object) -> str:
    """Return the body of an answer as httpx holds it, "" where there is none or it was never read."""
    try:
        text = getattr(response, "text", "")
    except Exception:  # noqa: BLE001 - httpx raises what it likes where a body was never read
        return ""
    return text if isinstance(text, str) else ""


def _words(error: BaseException) -> str:
    """Return what an exception says, and what its cause says where that is more than `Connection error`."""
    own = str(error) or type(error).__name__
    cause = str(error.__cause__) if error.__cause__ is not None else ""
    return f"{own} ({cause})" if cause and cause not in own else own


def _decoded(body: object) -> object:
    if not isinstance(body, str):
        return body
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def said(body: object, depth: int = 0) -> str:
    """Return the words of an error's body, "" where none of the usual places has them.

    >>> said({"error": "model not found"}), said({"detail": [{"loc": ["body", "messages"], "msg": "Field required"}]})
    ('model not found', 'Field required')
    """
    return next(_sayings(body, depth), "")


def _sayings(body: object, depth: int) -> Iterator[str]:
    """Yield the words found at the places where providers, gateways and web frameworks put them."""
    if isinstance(body, str) and body:
        yield body
    elif depth > _DEEPEST:
        return
    elif isinstance(body, list | tuple):
        words = "; ".join(filter(None, (said(item, depth + 1) for item in body)))
        yield from (words,) if words else ()
    elif isinstance(body, Mapping):
        for key in ("error", "message", "msg", "detail", "status_msg", "errors"):
            yield from _sayings(body.get(key), depth + 1)


def _status(body: object, depth: int = 0) -> int | None:
    """Return the status that an error in a reply names or stands for, None where it tells neither."""
    if isinstance(body, list | tuple) and depth <= _DEEPEST:
        return _status(body[0], depth + 1) if body else None
    if not isinstance(body, Mapping):
        return None
    if isinstance(body.get("error"), Mapping) and depth <= _DEEPEST:
        return _status(body["error"], depth + 1)
    told: list[Any] = [body.get(key) for key in ("code", "status_code", "status", "type")]
    numbers = [int(one) for one in told if isinstance(one, int) or (isinstance(one, str) and len(one) == 3 and one.isdecimal())]
    named = [_STATUSES[one] for one in told if isinstance(one, str) and one in _STATUSES]
    return next((number for number in (*numbers, *named) if 400 <= number < 600), None)
