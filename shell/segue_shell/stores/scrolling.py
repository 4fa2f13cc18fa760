"""Lists read stretch by stretch, by a cursor: the place of a row, behind which a list goes on whatever is added to it meanwhile."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from attrs import evolve, frozen

from segue.json_values import JsonObject, freeze_object
from segue.messages import StoredMessage
from segue.stamps import to_milliseconds
from segue_shell.stores.columns import message_records, natural, storable
from segue_shell.stores.dates import moment
from segue_shell.stores.protocol import Owner, Stretch
from segue_shell.stores.scripts import Rows, Script

T = TypeVar("T")
Place: TypeAlias = tuple[str, Any]
"""Where a row stands: its date, and what orders rows of one date."""
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.(?:[0-9]{6}|[0-9]{3}Z)")
_CHUNK = 200
"""How many rows are looked through at once for metadata."""


@frozen(kw_only=True)
class Window:
    """Which rows of a list are wanted."""

    limit: int
    newest_first: bool
    after: Place | None = None
    """Only rows behind this one, in the direction of the list."""
    since: str | None = None
    until: str | None = None
    roles: tuple[str, ...] | None = None
    metadata: JsonObject | None = None

    @classmethod
    def of(
        cls,
        cursor: str | None,
        limit: int,
        *,
        newest_first: bool,
        tie: type,
        since: str | None = None,
        until: str | None = None,
        roles: Collection[str] | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Window:
        """Read what a caller wants. `ValueError` for a cursor, a number or a date that is none."""
        return cls(
            limit=_limit("limit", limit),
            newest_first=newest_first,
            after=None if cursor is None else place_of(cursor, tie),
            since=None if since is None else moment("since", since),
            until=None if until is None else moment("until", until),
            roles=None if roles is None else tuple(storable("a role", role) for role in roles),
            metadata=None if metadata is None else freeze_object(metadata),
        )


def _limit(place: str, number: int) -> int:
    return min(natural(place, number), 2**31)


def cursor_of(place: Place) -> str:
    """Return a place as text that callers keep and give back."""
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode().rstrip("=")


def place_of(cursor: str, tie: type) -> Place:
    """Read a cursor. `ValueError` for what is none, or is one of another kind of store: what orders rows of one date is text or a number.

    >>> place_of(cursor_of(("2030-06-01T08:00:00.006Z", 7)), int)
    ('2030-06-01T08:00:00.006Z', 7)
    """
    try:
        match json.loads(base64.urlsafe_b64decode(f"{cursor}{'=' * (-len(cursor) % 4)}")):
            case [str(date), int(number)] if tie is type(number) and abs(number) < 2**63:
                return storable("a cursor", date), number
            case [str(date), str(id)] if tie is str and _DATE.fullmatch(date) and to_milliseconds(date) is not None:
                return date, storable("a cursor", id)
    except (ValueError, TypeError, RecursionError):
        pass
    raise ValueError(f"no cursor of this store: {cursor!r}")


def stretch_of(found: Sequence[tuple[Any, Place]], window: Window) -> Stretch:
    """Return the rows that are wanted of those that were found, one more where there is one."""
    kept = found[: window.limit]
    last = kept[-1][1] if kept else window.after
    return Stretch(tuple(item for item, _ in kept), None if last is None else cursor_of(last), len(found) > window.limit)


def scrolled(window: Window, ask: Callable[[Window], tuple[str, Any]], read: Callable[[Rows], Sequence[Any]]) -> Script[Stretch]:
    """Read a stretch; the last two columns of each row are its place. Metadata is looked at here, since databases differ in it."""
    size = window.limit + 1 if window.metadata is None else max(window.limit + 1, _CHUNK)
    at, found = evolve(window, limit=size), list[tuple[Any, Place]]()
    while True:
        rows = yield ask(at)
        records = read([row[:-2] for row in rows])
        found += [(record, row[-2:]) for record, row in zip(records, rows, strict=True) if has(record.metadata, window.metadata)]
        if len(found) > window.limit or len(rows) < size:
            return stretch_of(found, window)
        at = evolve(at, after=rows[-1][-2:])


def has(known: JsonObject | None, wanted: JsonObject | None) -> bool:
    """Tell whether metadata has all the items that are wanted, each equal as JSON; numbers by their value.

    >>> known = freeze_object({"plan": "free", "seats": 1, "tags": [True]})
    >>> [has(known, freeze_object(wanted)) for wanted in ({}, {"seats": 1.0}, {"seats": True}, {"tags": [1]}, {"team": None})]
    [True, True, False, False, False]
    """
    return not wanted or (known is not None and all(key in known and _equal(known[key], value) for key, value in wanted.items()))


def _equal(left: Any, right: Any) -> bool:
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_equal(left[key], right[key]) for key in left)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(_equal, left, right))
    return bool(left == right)


def around(
    place: tuple[str, Any], owner: Owner, before: int, after: int, ask: Callable[[str, Owner, Window], tuple[str, Any]]
) -> Script[tuple[StoredMessage, ...]]:
    """Read the message that stands at a place in its thread, with those before and after it; nothing where there is none."""
    earlier = Window(limit=_limit("before", before), newest_first=True)
    later = Window(limit=_limit("after", after), newest_first=False)
    found = yield place
    if not found:
        return ()
    (*anchor, date, tie) = found[0]
    first = yield ask(anchor[1], owner, evolve(earlier, after=(date, tie)))
    last = yield ask(anchor[1], owner, evolve(later, after=(date, tie)))
    return message_records([row[:-2] for row in (*first[::-1], found[0], *last)])


def chunks(items: Iterator[T], size: int) -> Iterator[tuple[T, ...]]:
    """Yield items so many at a time."""
    while chunk := tuple(islice(items, size)):
        yield chunk
