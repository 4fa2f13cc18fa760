"""The time of day, as rows hold it."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> str:
    """Return the time as UTC text in milliseconds, such as `2026-01-02T03:04:05.006Z`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
