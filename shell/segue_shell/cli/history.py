"""`segue history`: look into a database of threads, take threads out of it and put them in."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from segue_shell.cli.database import database, opened, owner, resource
from segue_shell.cli.escaping import escaped
from segue_shell.cli.reading import STDIN, BadInput, Layout, shown
from segue_shell.cli.rendering import counted
from segue_shell.cli.telling import message_lines, thread_lines
from segue_shell.cli.writing import dumped, put, say

_OUTPUT = click.option("--output", type=click.Choice(["text", "json"]), default="text", help="For people or for programs.  [default: text]")


@click.group("history", short_help="Look into a database of threads, take threads out and put them in.")
def history_command() -> None:
    """Look into a database of threads, take threads out of it and put them in.

    FILE is a SQLite database, of segue or of the TypeScript original, which share one layout.

    \b
    Examples:
      segue history threads --db chat.db
      segue history show thread-1 --db chat.db --last 20
      segue history export --db chat.db > threads.jsonl
      segue history import threads.jsonl --db other.db --new-ids
      segue check --db chat.db --thread thread-1 --to anthropic/claude-sonnet-4-5
    """  # noqa: D301  # click reads the backspace


@history_command.command("threads", short_help="List the threads.")
@database
@resource
@_OUTPUT
def threads(db: str, resource: str | None, output: str) -> None:
    """List the threads of a database, the newest first.

    \b
    Examples:
      segue history threads --db chat.db
      segue history threads --db chat.db --resource user-7 --output json
    """  # noqa: D301
    from segue.formats.mastra import write_thread  # noqa: PLC0415

    with opened(db) as store:
        found = store.list_threads(owner(resource), per_page=None).items
    if output == "json":
        put([dumped([write_thread(thread) for thread in found], Layout(indent="  "))])
    elif found:
        say("\n".join(thread_lines(found)))
    else:
        click.echo(f"{shown(db)}: no threads", err=True)


@history_command.command("show", short_help="Show the messages of a thread.")
@click.argument("thread", metavar="THREAD")
@database
@resource
@click.option("--last", type=click.IntRange(min=0), metavar="N", help="Only the newest N messages.")
@_OUTPUT
def show(thread: str, db: str, resource: str | None, last: int | None, output: str) -> None:
    """Show the messages of THREAD, the oldest first: texts whole, calls and results in a line each.

    \b
    Examples:
      segue history show thread-1 --db chat.db
      segue history show thread-1 --db chat.db --last 20 --output json
    """  # noqa: D301
    from segue.formats.mastra import encode_messages  # noqa: PLC0415

    with opened(db) as store:
        if store.get_thread(thread, owner(resource)) is None:
            raise BadInput(f"{shown(db)}: no thread {escaped(thread)!r}")
        found = store.list_messages(thread, owner(resource), last=last)
    if output == "json":
        put([dumped(encode_messages(found), Layout(indent="  "))])
    else:
        say("\n".join(line for message in found for line in message_lines(message)))


@history_command.command("export", short_help="Write threads as JSON lines.")
@click.argument("threads", metavar="[THREAD]...", nargs=-1)
@database
@resource
@click.option("-o", "--output", metavar="FILE", default=STDIN, help="Where to write, in one step.  [default: -]")
def export(threads: tuple[str, ...], db: str, resource: str | None, output: str) -> None:
    """Write threads as JSON lines: a line {"thread": …}, then a line {"message": …} for each of its messages. All, or those named.

    \b
    Examples:
      segue history export --db chat.db > threads.jsonl
      segue history export thread-1 --db chat.db -o thread-1.jsonl
    """  # noqa: D301
    from segue_shell.cli.carrying import exported  # noqa: PLC0415

    with opened(db) as store:
        count = _Counted()
        put(count.each(exported(store, threads, owner(resource))), output)
    click.echo(f"{shown(db)}: {counted(count.threads, 'thread')}, {counted(count.messages, 'message')} written", err=True)


@history_command.command("import", short_help="Read threads from JSON lines into a database.")
@click.argument("file", metavar="FILE")
@click.option("--db", metavar="FILE", required=True, help="The SQLite file to fill; made where it is missing.")
@resource
@click.option("--new-ids", is_flag=True, help="Give every thread and message a new id.")
def import_(file: str, db: str, resource: str | None, new_ids: bool) -> None:
    """Read the threads in FILE, as `export` wrote them, into a database. Each thread goes in whole or not at all.

    A thread that is there already is continued: messages it has stay as they are. An id that belongs to another thread or another
    owner is refused, unless --new-ids gives all of them new ones. --resource makes the threads this owner's.

    \b
    Examples:
      segue history import threads.jsonl --db chat.db
      segue history import threads.jsonl --db chat.db --new-ids --resource user-9
    """  # noqa: D301
    from segue_shell.cli.carrying import imported  # noqa: PLC0415

    with opened(db, new=True) as store:
        done = imported(store, file, resource, new_ids=new_ids)
    click.echo(f"{shown(db)}: {counted(done.threads, 'thread')}, {counted(done.messages, 'message')} read", err=True)


@history_command.command("delete", short_help="Delete threads and their messages.")
@click.argument("threads", metavar="THREAD...", nargs=-1, required=True)
@database
@resource
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(threads: tuple[str, ...], db: str, resource: str | None, yes: bool) -> None:
    """Delete threads and all their messages. Asks first; without a terminal, --yes is needed.

    \b
    Examples:
      segue history delete thread-1 --db chat.db
      segue history delete thread-1 thread-2 --db chat.db --yes
    """  # noqa: D301
    if not yes and not sys.stdin.isatty():
        raise click.UsageError("without a terminal to ask on, --yes is needed")
    with opened(db) as store:
        missing = [one for one in threads if store.get_thread(one, owner(resource)) is None]
        if missing:
            raise BadInput(f"{shown(db)}: no thread {escaped(missing[0])!r}; nothing was deleted")
        if not yes:
            click.confirm(f"Delete {counted(len(threads), 'thread')} from {shown(db)}?", abort=True, err=True)
        gone = sum(store.delete_thread(one, owner(resource)) for one in threads)
    click.echo(f"{shown(db)}: {counted(gone, 'thread')} deleted", err=True)


class _Counted:
    """Counts the lines that go by."""

    def __init__(self) -> None:
        self.threads = self.messages = 0

    def each(self, lines: Iterator[dict[str, Any]]) -> Iterator[bytes]:
        for line in lines:
            self.threads += "thread" in line
            self.messages += "message" in line
            yield dumped(line)
