"""Work on a database as a script: it yields statements and is sent their rows, and knows nothing of connections.

So one script serves a store whose methods are called and one whose methods are awaited.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, TypeAlias, TypeVar

from segue_shell.stores.protocol import StoreError

T = TypeVar("T")
Rows: TypeAlias = list[tuple[Any, ...]]
Script: TypeAlias = Generator[tuple[str, Mapping[str, Any]], Rows, T]
ATTEMPTS = 5


class Again(StoreError):
    """What failed because somebody else was at work at the same time, and may be tried again. Nothing of it was written."""


def within(begin: str, script: Script[T]) -> Script[T]:
    """Do work in a transaction. Where anything is raised, whoever runs the script rolls back."""
    yield begin, {}
    done = yield from script
    yield "COMMIT", {}
    return done


def repeated(make: Callable[[], Script[T]]) -> Script[T]:
    """Do work, and do it again where somebody else was in the way. Raises `Again` where they still are."""
    for _ in range(ATTEMPTS - 1):
        try:
            return (yield from make())
        except Again:
            continue
    return (yield from make())
