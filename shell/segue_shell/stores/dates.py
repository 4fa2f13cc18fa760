"""The dates of rows: text in one form, so that texts sort as times do."""

from __future__ import annotations

import re

from segue.stamps import from_milliseconds, to_milliseconds

_DAY = "(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
_CANONICAL = re.compile(rf"(?!0000)[0-9]{{4}}-{_DAY}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{{3}}Z")
"""What can be told to be a date at a glance: all but the 29th of February and the year 0, which tests in full decide."""
_WALL = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?")
_END = 253402300799000
"""The last second of the year 9999."""


def canonical(text: str) -> str:
    """Return a date in the form that rows have, or as it is where it cannot be read.

    >>> canonical("2030-06-01T10:00:00+02:00"), canonical("soon")
    ('2030-06-01T08:00:00.000Z', 'soon')
    """
    if _CANONICAL.fullmatch(text):
        return text
    try:
        made = to_milliseconds(text)
        return text if made is None else from_milliseconds(made)
    except ValueError:  # in its own zone it is in the year 1 or 9999, and not in UTC
        return text


def moment(place: str, text: str) -> str:
    """Return a date in the form that rows have. `ValueError` where it cannot be read, for databases whose columns hold dates alone.

    >>> moment("the date of message 'm'", "soon")
    Traceback (most recent call last):
    ValueError: the date of message 'm' cannot be stored, it is no date of the years 1 to 9999: 'soon'
    """
    made = canonical(text)
    if _CANONICAL.fullmatch(made) or (len(made) == 24 and made[-1] == "Z" and to_milliseconds(made) is not None):
        return made
    raise ValueError(f"{place} cannot be stored, it is no date of the years 1 to 9999: {text!r}")


def is_date(text: str) -> bool:
    """Tell whether a text begins with a day and a time, in this form or another."""
    return _CANONICAL.fullmatch(text) is not None or _wall(text) is not None


def later(last: str, now: str) -> str:
    """Return what time it is, or where that does not sort after the last date, the next date that does.

    Where there is none, since the last is no date or the end of all dates, it is the last itself.

    >>> later("2030-06-01T08:00:00.006Z", "2030-06-01T07:00:00.000Z")
    '2030-06-01T08:00:00.007Z'
    >>> later("2030-06-01T08:00:00Z", "2030-06-01T08:00:00.500Z")
    '2030-06-01T08:00:01.000Z'
    """
    if now > last:
        return now
    if last[20:23] < "999" and _CANONICAL.fullmatch(last):  # as a turn's second message has it
        return f"{last[:20]}{int(last[20:23]) + 1:03}Z"
    made = _wall(last)
    if made is None or made >= _END:
        return last
    return next(date for step in (1, 1_000) if (date := from_milliseconds(made + step)) > last)


def _wall(text: str) -> int | None:
    """Return the milliseconds of the day and time that stand there, wherever the zone; None where there are none."""
    wall = _WALL.match(text)
    return to_milliseconds(wall[0]) if wall else None
