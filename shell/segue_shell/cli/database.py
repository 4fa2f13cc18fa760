"""Threads out of a database file, for the verbs and for `segue history`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from segue_shell.cli.escaping import ADDRESSES, masked
from segue_shell.cli.reading import BadInput, Document, Layout, Payload, shown

if TYPE_CHECKING:
    from segue_shell.stores import Owner, Store
    from segue_shell.stores.postgres import PostgresStore
    from segue_shell.stores.sqlite import SqliteStore

Command = TypeVar("Command", bound=Callable[..., Any])

database: Callable[[Command], Command] = click.option(
    "--db", metavar="DB", required=True, help="A SQLite file of threads, or a postgresql:// address."
)
resource: Callable[[Command], Command] = click.option(
    "--resource", metavar="ID", help="Only what belongs to this owner.  [default: whoever owns it]"
)


def read_pairs(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, Any] | None:
    """Read KEY=VALUE options; a value is JSON, or else text. None where there are none."""
    from json import loads  # noqa: PLC0415

    found = {}
    for pair in given:
        key, sign, value = pair.partition("=")
        if not sign:
            raise click.BadParameter(f"{pair!r} is not KEY=VALUE")
        try:
            found[key] = loads(value)
        except ValueError:
            found[key] = value
    return found or None


where: Callable[[Command], Command] = click.option(
    "--where", metavar="KEY=VALUE", multiple=True, callback=read_pairs, help="Only those whose metadata has this; VALUE is JSON or text."
)


def owner(given: str | None) -> Owner:
    """Return whose rows are asked for; whoever can read the file may see all."""
    from segue_shell.stores import ANY_RESOURCE  # noqa: PLC0415  # imported where a database is wanted

    return ANY_RESOURCE if given is None else given


@contextmanager
def opened(name: str, *, new: bool = False) -> Iterator[SqliteStore | PostgresStore]:
    """Open a database that is there, or with `new` one whose tables may not be. What goes wrong is bad input."""
    from segue_shell.stores import StoreError  # noqa: PLC0415

    try:
        store = _opened(name, new=new)
        try:
            yield store
        finally:
            store.close()
    except (StoreError, OSError, ValueError, ImportError) as error:
        raise BadInput(str(error)) from None


def _opened(name: str, *, new: bool) -> SqliteStore | PostgresStore:
    if name.startswith(ADDRESSES):
        from segue_shell.stores.postgres import PostgresStore  # noqa: PLC0415

        return PostgresStore(name, create=new)
    from segue_shell.stores.sqlite import SqliteStore  # noqa: PLC0415

    if not new and not Path(name).exists():
        raise BadInput(f"{shown(name)}: no such file")
    return SqliteStore(name, create=new)


def read_thread(name: str, thread: str, resource_id: str | None = None) -> Document:
    """Return a thread as a document of one payload, its messages as they are stored. Raises `BadInput`."""
    from segue.formats.mastra import encode_messages  # noqa: PLC0415

    with opened(name) as store:
        if store.get_thread(thread, owner(resource_id)) is None:
            raise BadInput(f"{shown(name)}: no thread {thread!r}{_near(store, name, thread, resource_id)}")
        messages = encode_messages(store.list_messages(thread, owner(resource_id)))
    return Document(f"{masked(name)}#{thread}", 0, iter((Payload(messages, layout=Layout(indent="  ")),)))


def _near(store: Store, name: str, thread: str, resource_id: str | None) -> str:
    from difflib import get_close_matches  # noqa: PLC0415

    known = [one.id for one in store.list_threads(owner(resource_id), per_page=1000).items]
    near = get_close_matches(thread, known, n=3, cutoff=0.5)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    return f"; segue history threads --db {shown(name)} lists them" if known else "; it holds none"
