"""Threads out of a database file, for the verbs and for `segue history`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from segue_shell.cli.reading import BadInput, Document, Layout, Payload, shown

if TYPE_CHECKING:
    from segue_shell.stores import Owner
    from segue_shell.stores.sqlite import SqliteStore

Command = TypeVar("Command", bound=Callable[..., Any])

database: Callable[[Command], Command] = click.option("--db", metavar="FILE", required=True, help="The SQLite file that holds the threads.")
resource: Callable[[Command], Command] = click.option(
    "--resource", metavar="ID", help="Only what belongs to this owner.  [default: whoever owns it]"
)


def owner(given: str | None) -> Owner:
    """Return whose rows are asked for; whoever can read the file may see all."""
    from segue_shell.stores import ANY_RESOURCE  # noqa: PLC0415  # imported where a database is wanted

    return ANY_RESOURCE if given is None else given


@contextmanager
def opened(name: str, *, new: bool = False) -> Iterator[SqliteStore]:
    """Open a database that is there, or with `new` one that may not be. What goes wrong is bad input."""
    from segue_shell.stores import StoreError  # noqa: PLC0415
    from segue_shell.stores.sqlite import SqliteStore  # noqa: PLC0415

    if not new and not Path(name).exists():
        raise BadInput(f"{shown(name)}: no such file")
    try:
        store = SqliteStore(name, create=new)
        try:
            yield store
        finally:
            store.close()
    except (StoreError, OSError, ValueError) as error:
        raise BadInput(str(error)) from None


def read_thread(name: str, thread: str, resource_id: str | None = None) -> Document:
    """Return a thread as a document of one payload, its messages as they are stored. Raises `BadInput`."""
    from segue.formats.mastra import encode_messages  # noqa: PLC0415

    with opened(name) as store:
        if store.get_thread(thread, owner(resource_id)) is None:
            raise BadInput(f"{shown(name)}: no thread {thread!r}{_near(store, thread, resource_id)}")
        messages = encode_messages(store.list_messages(thread, owner(resource_id)))
    return Document(f"{name}#{thread}", 0, iter((Payload(messages, layout=Layout(indent="  ")),)))


def _near(store: SqliteStore, thread: str, resource_id: str | None) -> str:
    from difflib import get_close_matches  # noqa: PLC0415

    known = [one.id for one in store.list_threads(owner(resource_id), per_page=1000).items]
    near = get_close_matches(thread, known, n=3, cutoff=0.5)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    return f"; segue history threads --db {shown(name_of(store))} lists them" if known else "; it holds none"


def name_of(store: SqliteStore) -> str:
    """Return the file a store was opened on."""
    return str(store.path)
