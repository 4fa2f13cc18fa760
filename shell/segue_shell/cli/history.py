"""`segue history`: look into a database of threads, take threads out of it and put them in."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from segue_shell.cli.choosing import chosen, gathered
from segue_shell.cli.database import database, opened, owner, resource, where
from segue_shell.cli.escaping import escaped
from segue_shell.cli.history_carrying import copy, export, import_
from segue_shell.cli.history_deleting import delete, prune
from segue_shell.cli.reading import BadInput, Layout, shown
from segue_shell.cli.telling import message_lines, thread_lines
from segue_shell.cli.writing import dumped, put, say

_OUTPUT = click.option("--output", type=click.Choice(["text", "json"]), default="text", help="For people or for programs.  [default: text]")


@click.group("history", short_help="Look into a database of threads, take threads out and put them in.")
def history_command() -> None:
    """Look into a database of threads, take threads out of it and put them in.

    DB is a SQLite file or the postgresql:// address of a database, of segue or of the TypeScript original, which share one layout.

    \b
    Examples:
      segue history threads --db chat.db
      segue history show thread-1 --db chat.db --last 20
      segue history export --db chat.db > threads.jsonl
      segue history import threads.jsonl --db postgresql://ada@db.example/chat --new-ids
      segue history prune --db chat.db --before 2026-01-01 --keep-last 100
      segue check --db chat.db --thread thread-1 --to anthropic/claude-sonnet-4-5
    """  # noqa: D301  # click reads the backspace


@history_command.command("threads", short_help="List the threads.")
@database
@resource
@where
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most N, and how to go on.  [default: all]")
@click.option("--after", metavar="CURSOR", help="Go on where a listing with --limit stopped.")
@_OUTPUT
def threads(db: str, resource: str | None, where: dict[str, Any] | None, limit: int | None, after: str | None, output: str) -> None:
    """List the threads of a database, the newest first.

    \b
    Examples:
      segue history threads --db chat.db
      segue history threads --db chat.db --resource user-7 --output json
      segue history threads --db chat.db --where plan=free --where seats=3 --limit 50
    """  # noqa: D301
    from segue.formats.mastra import write_thread  # noqa: PLC0415

    with opened(db) as store:
        ask = partial(store.scroll_threads, owner(resource), metadata=where)
        found, cursor = gathered(ask, limit, after)
    if output == "json":
        put([dumped([write_thread(thread) for thread in found], Layout(indent="  "))])
    elif found:
        say("\n".join(thread_lines(found)))
    else:
        click.echo(f"{shown(db)}: no threads", err=True)
    _tell_cursor(cursor)


def _read_date(_: click.Context, param: click.Parameter, given: str | None) -> str | None:
    from segue_shell.stores.dates import moment  # noqa: PLC0415

    try:
        return None if given is None else moment("it", given)
    except ValueError:
        raise click.BadParameter(f"{given!r} is no date", param=param) from None


@history_command.command("show", short_help="Show the messages of a thread.")
@click.argument("thread", metavar="THREAD")
@database
@resource
@click.option("--last", type=click.IntRange(min=0), metavar="N", help="Only the newest N of them.")
@click.option("--around", metavar="ID", help="Only this message and its neighbours, --last of them on either side.  [default: 5]")
@click.option("--since", metavar="DATE", callback=_read_date, help="Only messages from this date on.")
@click.option("--until", metavar="DATE", callback=_read_date, help="Only messages before this date.")
@click.option("--role", "roles", metavar="ROLE", multiple=True, help="Only messages of this role; several times for several.")
@where
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most N, and how to go on.  [default: all]")
@click.option("--after", metavar="CURSOR", help="Go on where a showing with --limit stopped.")
@_OUTPUT
def show(thread: str, db: str, resource: str | None, output: str, **wanted: Any) -> None:
    """Show the messages of THREAD, the oldest first: texts whole, calls and results in a line each.

    \b
    Examples:
      segue history show thread-1 --db chat.db
      segue history show thread-1 --db chat.db --last 20 --output json
      segue history show thread-1 --db chat.db --role user --since 2026-01-01 --until 2026-02-01
      segue history show thread-1 --db chat.db --around msg-7
    """  # noqa: D301
    from segue.formats.mastra import encode_messages  # noqa: PLC0415

    with opened(db) as store:
        if store.get_thread(thread, owner(resource)) is None:
            raise BadInput(f"{shown(db)}: no thread {escaped(thread)!r}")
        found, cursor = chosen(store, thread, owner(resource), **wanted)
    if output == "json":
        put([dumped(encode_messages(found), Layout(indent="  "))])
    elif not found:
        click.echo(f"{shown(db)}: no such messages", err=True)
    else:
        say("\n".join(line for message in found for line in message_lines(message)))
    _tell_cursor(cursor)


def _tell_cursor(cursor: str | None) -> None:
    if cursor is not None:
        click.echo(f"there is more: --after {cursor}", err=True)


for command in (export, import_, copy, delete, prune):
    history_command.add_command(command)
