"""`segue history export`, `import` and `copy`: threads taken from one place to another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from segue_shell.cli.database import database, opened, owner, resource
from segue_shell.cli.escaping import escaped
from segue_shell.cli.progress import Progress
from segue_shell.cli.reading import STDIN, BadInput, shown
from segue_shell.cli.rendering import counted
from segue_shell.cli.writing import dumped, put


@click.command("export", short_help="Write threads as JSON lines.")
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
        with Progress(shown(db), None) as progress:
            put(count.each(exported(store, threads, owner(resource)), progress), output)
    click.echo(f"{shown(db)}: {counted(count.threads, 'thread')}, {counted(count.messages, 'message')} written", err=True)


@click.command("import", short_help="Read threads from JSON lines into a database.")
@click.argument("file", metavar="FILE")
@click.option("--db", metavar="DB", required=True, help="A SQLite file, made where it is missing, or a postgresql:// address.")
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

    done = imported(opened(db, new=True), file, resource, new_ids=new_ids)
    click.echo(f"{shown(db)}: {counted(done.threads, 'thread')}, {counted(done.messages, 'message')} read", err=True)


@click.command("copy", short_help="Copy a thread, or branch it off at a message.")
@click.argument("thread", metavar="THREAD")
@click.argument("new", metavar="NEW")
@database
@resource
@click.option("--until", metavar="ID", help="Only up to this message, and with it.  [default: all]")
def copy(thread: str, new: str, db: str, resource: str | None, until: str | None) -> None:
    """Copy THREAD within its database under the id NEW. Its messages get new ids, NEW-000000001 and so on.

    \b
    Examples:
      segue history copy thread-1 thread-1b --db chat.db
      segue history copy thread-1 other-ending --db chat.db --until msg-7
    """  # noqa: D301
    with opened(db) as store:
        if store.copy_thread(thread, owner(resource), new, until=until) is None:
            what = f"thread {escaped(thread)!r}" + (f" with a message {escaped(until)!r}" if until else "")
            raise BadInput(f"{shown(db)}: no {what}")
        count = store.page_messages(new, owner(resource), per_page=0).total
    click.echo(f"{shown(db)}: {counted(count, 'message')} copied", err=True)


class _Counted:
    """Counts the lines that go by."""

    def __init__(self) -> None:
        self.threads = self.messages = 0

    def each(self, lines: Iterator[dict[str, Any]], progress: Progress) -> Iterator[bytes]:
        for line in lines:
            self.threads += "thread" in line
            self.messages += "message" in line
            progress.step(f"{counted(self.messages, 'message')} of")
            yield dumped(line)
