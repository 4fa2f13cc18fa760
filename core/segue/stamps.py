"""Times as text: UTC in milliseconds, as rows hold them, and the number of milliseconds since 1970 that they stand for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def to_milliseconds(text: str) -> int | None:
    """Return the milliseconds since 1970 that an ISO text stands for, None where it cannot be read. Without a zone it is UTC.

    >>> to_milliseconds("1970-01-01T00:00:01.006Z"), to_milliseconds("1970-01-01 02:00:00+02:00"), to_milliseconds("soon")
    (1006, 0, None)
    """
    try:
        moment = datetime.fromisoformat(text)
        return ((moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - _EPOCH) // _MILLISECOND
    except ValueError:
        return None


def from_milliseconds(milliseconds: int) -> str:
    """Return the text of a time, as rows hold it. `ValueError` for one before the year 1 or after the year 9999.

    >>> from_milliseconds(1006)
    '1970-01-01T00:00:01.006Z'
    """
    try:
        moment = _EPOCH + timedelta(milliseconds=milliseconds)
    except OverflowError:
        message = f"{milliseconds} milliseconds since 1970 are not in the years 1 to 9999"
        raise ValueError(message) from None
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
