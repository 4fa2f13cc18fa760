"""Lists in memory: what is wanted of rows that are all there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from attrs import evolve

from segue.messages import Resource, StoredMessage, Thread
from segue_shell.stores.columns import natural
from segue_shell.stores.dates import canonical
from segue_shell.stores.protocol import Page, Stretch
from segue_shell.stores.scrolling import Place, Window, has, stretch_of

_Record = TypeVar("_Record", Thread, Resource)


def made(row: StoredMessage | Thread) -> str:
    """Return the date of a row, "" where it has none."""
    return row.created_at or ""


def timed(record: _Record, known: _Record | None, now: str) -> _Record:
    """Return a record with its dates, in the form of rows."""
    date = record.created_at or (known and known.created_at) or now
    return evolve(record, created_at=canonical(date), updated_at=canonical(record.updated_at or now))


def page_of(ordered: Sequence[StoredMessage | Thread], page: int, per_page: int | None, *, newest_first: bool) -> Page:
    """Return a page of rows that are given oldest first."""
    rows = ordered[::-1] if newest_first else ordered
    size = len(rows) if per_page is None else natural("per_page", per_page)
    start = natural("page", page) * size
    items = tuple(rows[start : start + size])
    return Page(items, len(rows), page, per_page, start + len(items) < len(rows))


def is_wanted(row: StoredMessage, window: Window) -> bool:
    """Tell whether a message is in the time, and of the roles, that are wanted."""
    date = made(row)
    in_time = (window.since is None or date >= window.since) and (window.until is None or date < window.until)
    return in_time and (window.roles is None or row.role in window.roles)


def windowed(rows: Sequence[tuple[Any, Place]], window: Window) -> Stretch:
    """Return a stretch of rows, given oldest first with their places."""
    ordered = rows[::-1] if window.newest_first else rows
    behind = [(row, place) for row, place in ordered if _is_behind(place, window) and has(row.metadata, window.metadata)]
    return stretch_of(behind, window)


def _is_behind(place: Place, window: Window) -> bool:
    if window.after is None:
        return True
    return place < window.after if window.newest_first else place > window.after
