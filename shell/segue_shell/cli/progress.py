"""What a large file needs beside the work itself: a line for whoever waits, and a collector that rests."""

from __future__ import annotations

import gc
import sys
import time
from types import TracebackType
from typing import Self

import click

LARGE = 8_000_000  # bytes; below, the answer is there before the line could be read
_PAUSE = 0.25  # seconds between two lines


class Progress:
    """Says on standard error, if it is a terminal, what is being done to a large file. A context manager.

    Python's cyclic collector rests meanwhile: JSON and records hold no cycles, and scanning millions of them again and again
    takes three quarters of the time of reading them.
    """

    def __init__(self, name: str, size: int | None) -> None:
        """Take what to call the file, and its bytes, or None for what may take long and has no size: a database."""
        self._name = name if size is None else f"{name} ({size / 1e6:.0f} MB)"
        self._large = size is not None and size >= LARGE
        self._on = (self._large or size is None) and sys.stderr.isatty()
        self._next = 0.0 if self._large else time.monotonic() + _PAUSE
        self._collects = False

    def __enter__(self) -> Self:
        """Begin; nothing is said before the first step."""
        self._collects = self._large and gc.isenabled()
        if self._collects:
            gc.disable()
        return self

    def step(self, words: str) -> None:
        """Show what comes now, at most four times a second."""
        if self._on and time.monotonic() >= self._next:
            click.echo(f"\r\x1b[K{words} {self._name} …", err=True, nl=False)
            self._next = time.monotonic() + _PAUSE

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Wipe the line."""
        if self._collects:
            gc.enable()
        if self._on:
            click.echo("\r\x1b[K", err=True, nl=False)
