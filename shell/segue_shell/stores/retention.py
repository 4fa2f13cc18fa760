"""Old messages deleted, in small transactions: nobody waits long for them, and what was done stays done where it is interrupted."""

from __future__ import annotations

from collections.abc import Callable, Generator
from itertools import takewhile
from typing import Any, NamedTuple

from segue_shell.stores.asynchronous import AwaitedStore
from segue_shell.stores.columns import natural, positive
from segue_shell.stores.dates import moment
from segue_shell.stores.protocol import Owner, Store, Stretch

BATCH = 500
"""How many messages one transaction deletes."""


class _Call(NamedTuple):
    """A method of a store, and what it is given."""

    name: str
    arguments: tuple[Any, ...]
    options: dict[str, Any]


def prune(
    store: Store,
    resource_id: Owner,
    *,
    thread_id: str | None = None,
    before: str | None = None,
    keep_last: int | None = None,
    batch: int = BATCH,
    progress: Callable[[int], object] = lambda _: None,
) -> int:
    """Delete an owner's messages that are older than `before` and not among the last so many of their thread; return how many went.

    Of one thread, or of all the owner's. One of the two limits is needed; where both are given, only what is beyond both goes. The
    oldest go first, `batch` in a transaction; `progress` is called after each with how many are gone. Threads stay, though empty.
    Raises `ValueError` for limits that are none.
    """
    work = _pruning(resource_id, thread_id, _limits(before, keep_last), positive("batch", batch), progress)
    try:
        call = next(work)
        while True:
            call = work.send(getattr(store, call.name)(*call.arguments, **call.options))
    except StopIteration as done:
        return int(done.value)


async def prune_async(
    store: AwaitedStore,
    resource_id: Owner,
    *,
    thread_id: str | None = None,
    before: str | None = None,
    keep_last: int | None = None,
    batch: int = BATCH,
    progress: Callable[[int], object] = lambda _: None,
) -> int:
    """Do as `prune`, with a store whose methods are awaited."""
    work = _pruning(resource_id, thread_id, _limits(before, keep_last), positive("batch", batch), progress)
    try:
        call = next(work)
        while True:
            call = work.send(await getattr(store, call.name)(*call.arguments, **call.options))
    except StopIteration as done:
        return int(done.value)


class _Limits(NamedTuple):
    before: str | None
    keep_last: int


def _limits(before: str | None, keep_last: int | None) -> _Limits:
    if before is None and keep_last is None:
        raise ValueError("nothing says what is to be kept: give `before`, `keep_last` or both")
    return _Limits(None if before is None else moment("before", before), natural("keep_last", keep_last or 0))


def _pruning(
    owner: Owner, thread_id: str | None, limits: _Limits, batch: int, progress: Callable[[int], object]
) -> Generator[_Call, Any, int]:
    """Go through the threads; yields what a store is asked, and is sent its answer."""
    gone, cursor, more = 0, None, True
    while more:
        threads, cursor, more = ([thread_id], None, False) if thread_id is not None else (yield from _threads(owner, cursor))
        for id in threads:
            gone = yield from _thread_pruned(id, owner, limits, batch, gone, progress)
    return gone


def _threads(owner: Owner, cursor: str | None) -> Generator[_Call, Any, tuple[list[str], str | None, bool]]:
    found: Stretch = yield _Call("scroll_threads", (owner,), {"cursor": cursor, "newest_first": False})
    return [thread.id for thread in found.items], found.cursor, found.more


def _thread_pruned(
    id: str, owner: Owner, limits: _Limits, batch: int, gone: int, progress: Callable[[int], object]
) -> Generator[_Call, Any, int]:
    """Delete what is beyond the limits of one thread, and return how many are gone in all."""
    kept = yield from _kept(id, owner, limits.keep_last)
    ids = [""] * batch
    while len(ids) == batch:
        oldest: Stretch = yield _Call("scroll_messages", (id, owner), {"limit": batch, "until": limits.before})
        ids = list(takewhile(lambda one: one not in kept, (message.id for message in oldest.items)))
        if ids:
            gone += yield _Call("delete_messages", (ids, owner), {})
            progress(gone)
    return gone


def _kept(id: str, owner: Owner, last: int) -> Generator[_Call, Any, set[str]]:
    if not last:
        return set()
    newest: Stretch = yield _Call("scroll_messages", (id, owner), {"limit": last, "newest_first": True})
    return {message.id for message in newest.items}
