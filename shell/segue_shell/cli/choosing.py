"""Which threads and messages are shown: stretches put together, the last, those around one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from segue_shell.cli.escaping import escaped
from segue_shell.cli.reading import BadInput

if TYPE_CHECKING:
    from segue.messages import StoredMessage
    from segue_shell.stores import Owner, Store, Stretch

_NEIGHBOURS = 5


def gathered(ask: Callable[..., Stretch], limit: int | None, after: str | None) -> tuple[list[Any], str | None]:
    """Return all that is asked for, or so many, and the cursor to go on with where there is more."""
    found: list[Any] = []
    more = True
    while more and (limit is None or len(found) < limit):
        stretch = ask(cursor=after, limit=500 if limit is None else min(500, limit - len(found)))
        found += stretch.items
        after, more = stretch.cursor, stretch.more
    return found, after if more else None


def chosen(
    store: Store, thread: str, owner: Owner, *, last: int | None, around: str | None, limit: int | None, after: str | None, **wanted: Any
) -> tuple[list[StoredMessage], str | None]:
    """Return the messages of a thread that are wanted, and the cursor to go on with where there is more."""
    wanted = {name: value for name, value in wanted.items() if value}
    if around is not None:
        return _around(store, thread, owner, around, last, alone=not wanted and limit is None and after is None), None

    def ask(**options: Any) -> Stretch:
        return store.scroll_messages(thread, owner, **(_renamed(wanted) | options))

    if last is None:
        return gathered(ask, limit, after)
    if limit is not None or after is not None:
        raise click.UsageError("--last goes with neither --limit nor --after")
    return (gathered(lambda **options: ask(newest_first=True, **options), last, None)[0] if last else [])[::-1], None


def _around(store: Store, thread: str, owner: Owner, id: str, size: int | None, *, alone: bool) -> list[StoredMessage]:
    if not alone:
        raise click.UsageError("--around goes with --last alone")
    size = _NEIGHBOURS if size is None else size
    found = list(store.list_around(id, owner, before=size, after=size))
    if not found or found[0].thread_id != thread:
        raise BadInput(f"no message {escaped(id)!r} in this thread")
    return found


def _renamed(wanted: dict[str, Any]) -> dict[str, Any]:
    return {"metadata" if name == "where" else name: value for name, value in wanted.items()}
