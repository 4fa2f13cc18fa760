"""What is recalled: the stored messages of a conversation and those of the caller, in the order of their times, each once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import itemgetter

from attrs import evolve

from segue.messages import MEMORY, RESPONSE, StoredMessage, ToolInvocation
from segue.recall.changing import laid_over
from segue.recall.outcomes import advanced
from segue.recall.replies import extended
from segue.stamps import from_milliseconds, to_milliseconds


def recall(stored: Sequence[StoredMessage], incoming: Sequence[StoredMessage]) -> tuple[StoredMessage, ...]:
    """Return the conversation: stored messages, oldest first as the store has them, and the caller's, ordered by their times.

    Of equal times the caller's comes first; without a time it is the last. Stored messages keep their order and have the source
    `memory`; stored system messages are left out, the caller's stand before all others.

    Where both have a message, it is the stored one, at its place and time. An `input` copy moves tool outcomes forward (`advanced`),
    a `response` copy adds to it (`extended`), and so does a `context` copy, but for a user's message, whose content's place it
    takes. It then has both sources; one that a reply added to is a `response`.

    >>> stored = [StoredMessage("a", "user", created_at="2030-06-01T08:00:00.000Z")]
    >>> [(message.id, message.source) for message in recall(stored, [StoredMessage("b", "user"), StoredMessage("a", "user")])]
    [('a', 'memory'), ('b', 'input')]
    """
    rows = {row.id: _remembered(row) for row in stored if row.role != "system"}
    given = _once(message for message in incoming if message.role != "system")
    new = [message for message in given if message.id not in rows or not message.id]
    rows |= {copy.id: _layered(rows[copy.id], copy) for copy in given if copy.id and copy.id in rows}
    times = (*(_time(message, math.inf) for message in new), *accumulate((_time(row, -math.inf) for row in rows.values()), max))
    timed = sorted(zip(times, (*new, *rows.values()), strict=True), key=itemgetter(0))
    return (*(message for message in incoming if message.role == "system"), *(message for _, message in timed))


def dated(messages: Iterable[StoredMessage], stored: Iterable[StoredMessage], now: str) -> tuple[StoredMessage, ...]:
    """Return the messages with a date each, system messages aside: now, or later where those stored or before them are not earlier.

    >>> messages = dated([StoredMessage("a", "user"), StoredMessage("b", "user")], [], "2030-06-01T08:00:00.000Z")
    >>> [message.created_at for message in messages]
    ['2030-06-01T08:00:00.000Z', '2030-06-01T08:00:00.001Z']
    """
    moment = to_milliseconds(now)
    if moment is None:
        message = f"the time now cannot be read, {now!r}"
        raise ValueError(message)
    return tuple(_dated(messages, max((_time(row, -math.inf) for row in stored), default=-math.inf), moment))


def _dated(messages: Iterable[StoredMessage], last: float, now: int) -> Iterator[StoredMessage]:
    for message in messages:
        if message.created_at is None and message.role != "system":
            last = now if now > last else int(last) + 1
            yield evolve(message, created_at=from_milliseconds(int(last)))
        else:
            last = max(last, _time(message, last))
            yield message


def _time(message: StoredMessage, otherwise: float) -> float:
    time = None if message.created_at is None else to_milliseconds(message.created_at)
    return otherwise if time is None else time


def _once(messages: Iterable[StoredMessage]) -> list[StoredMessage]:
    """Return each message once, with what its copies say; those without an id are no copies."""
    once: dict[object, StoredMessage] = {}
    for place, message in enumerate(messages):
        key = message.id or place
        once[key] = _together(once[key], message) if key in once else message
    return list(once.values())


def _together(earlier: StoredMessage, later: StoredMessage) -> StoredMessage:
    """Return what two of the caller's copies make: a recalled one is the base, otherwise the later one counts."""
    if "memory" in later.sources:
        return _layered(later, earlier)
    if "memory" in earlier.sources:
        return _layered(earlier, later)
    return later.from_(_sources(earlier, later))


def _layered(row: StoredMessage, copy: StoredMessage) -> StoredMessage:
    """Return the stored message with what the copy may change of it."""
    if "response" in copy.sources:
        return extended(row, copy).from_(RESPONSE)
    if "input" in copy.sources:
        row = advanced(row, copy)
    if "context" in copy.sources:
        row = _reworded(row, copy) if row.role == "user" else extended(row, copy)
    return row.from_(_sources(row, copy))


def _sources(one: StoredMessage, other: StoredMessage) -> frozenset[str]:
    both = one.sources | other.sources
    return RESPONSE if "response" in both else both


def _reworded(row: StoredMessage, copy: StoredMessage) -> StoredMessage:
    return evolve(
        copy,
        role=row.role,
        created_at=row.created_at,
        thread_id=row.thread_id,
        resource_id=row.resource_id,
        metadata=laid_over(row.metadata, copy.metadata),
        sources=row.sources,
    )


def _remembered(row: StoredMessage) -> StoredMessage:
    return (_whole(row) if row.invocations else row).from_(MEMORY)


def _whole(row: StoredMessage) -> StoredMessage:
    """Return a row in which the calls listed beside the parts have the arguments of the parts, where theirs were lost."""
    inputs = {part.id: part.input for part in row.parts if isinstance(part, ToolInvocation) and part.input}
    listed = tuple(evolve(call, input=inputs[call.id]) if not call.input and call.id in inputs else call for call in row.invocations)
    return row if listed == row.invocations else evolve(row, invocations=listed)
