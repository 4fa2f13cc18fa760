"""What every wire format offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from attrs import frozen
from returns.result import Failure, Result, Success

from segue.failures import DecodeFailure
from segue.json_values import Malformed, freeze
from segue.kinds import Place
from segue.prompts import Request
from segue.targets import Target

MessagePlaces: TypeAlias = tuple[Place, tuple[Place, ...]]
"""Where a message stands in its payload, and where each of its parts does."""


@frozen
class Format:
    """One wire format: its name, and pure functions between its payloads and requests."""

    name: str
    decode: Callable[[object], Result[Request, DecodeFailure]]
    """Read a payload, a whole body or its bare list. Total: anything else is a failure that names the place."""
    encode: Callable[[Request], Any]
    """Write a payload of plain dicts and lists. What `decode` read is written as it came; a request of another format becomes
    a body of messages, system and tools."""
    places: Callable[[Request], tuple[MessagePlaces, ...]]
    """Where each message and part of a request that `decode` returned stood in its payload."""
    restore: Callable[[Any, Mapping[str, str]], Any]
    """Put tool names back into a reply, or one event of a streamed one: alias to name."""
    encode_for: Callable[[Request, Target], Any] | None = None
    """Write a payload as one target has this format, where targets differ. None: they do not."""


def reading(format: str, decode: Callable[[object], Request]) -> Callable[[object], Result[Request, DecodeFailure]]:
    """Make a total decoder of one that raises `Malformed`.

    Python's objects may refuse to be compared or to be true, as arrays of numbers do, wherever a decoder first looks at one. So an
    error of another kind is the payload's fault where the payload holds what is not JSON, and a bug where it does not.
    """

    def total(payload: object) -> Result[Request, DecodeFailure]:
        try:
            return Success(decode(payload))
        except Malformed as fault:
            return Failure(_failure(format, fault, payload))
        except Exception:
            odd = _no_json(payload)
            if odd is None:
                raise
            return Failure(_failure(format, odd, payload))

    return total


def _failure(format: str, fault: Malformed, payload: object) -> DecodeFailure:
    found = "nothing" if fault.found is None and not _stands(payload, fault.path) else describe(fault.found)
    return DecodeFailure(format, fault.path, fault.expected, found)


def _no_json(payload: object) -> Malformed | None:
    """Return where a payload holds what is not JSON, None where all of it is."""
    try:
        freeze(payload)
    except Malformed as fault:
        return fault
    return None


def _stands(payload: Any, path: Place) -> bool:
    """Tell whether anything stands at a place, null included."""
    for step in path:
        try:
            payload = payload[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def describe(found: object) -> str:
    """Say what stood there without quoting at length.

    >>> describe(None), describe([1]), describe("x" * 50), describe(7)
    ('null', 'a list', "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'", '7')
    """
    if found is None:
        return "null"
    if isinstance(found, str):
        found = str.__str__(found)
        return ascii(found[:40] + "…" if len(found) > 40 else found).replace("\\u2026", "…")
    if isinstance(found, bool | int | float):
        return str(found).lower() if isinstance(found, bool) else _number(found)
    names = ((Mapping, "an object"), (list, "a list"), (tuple, "a list"))
    return next((name for kind, name in names if isinstance(found, kind)), f"a {type(found).__name__}")


def _number(found: float) -> str:
    return str(found) if isinstance(found, float) or found.bit_length() < 256 else "a very long integer"
