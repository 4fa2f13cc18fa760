"""`segue history delete` and `prune`: threads, and old messages, deleted."""

from __future__ import annotations

import sys

import click

from segue_shell.cli.database import database, opened, owner, resource
from segue_shell.cli.escaping import escaped
from segue_shell.cli.progress import Progress
from segue_shell.cli.reading import BadInput, shown
from segue_shell.cli.rendering import counted

_YES = click.option("--yes", is_flag=True, help="Do not ask.")


@click.command("delete", short_help="Delete threads and their messages.")
@click.argument("threads", metavar="THREAD...", nargs=-1, required=True)
@database
@resource
@_YES
def delete(threads: tuple[str, ...], db: str, resource: str | None, yes: bool) -> None:
    """Delete threads and all their messages. Asks first; without a terminal, --yes is needed.

    \b
    Examples:
      segue history delete thread-1 --db chat.db
      segue history delete thread-1 thread-2 --db chat.db --yes
    """  # noqa: D301
    _refuse_silence(yes)
    with opened(db) as store:
        missing = [one for one in threads if store.get_thread(one, owner(resource)) is None]
        if missing:
            raise BadInput(f"{shown(db)}: no thread {escaped(missing[0])!r}; nothing was deleted")
        if not yes:
            click.confirm(f"Delete {counted(len(threads), 'thread')} from {shown(db)}?", abort=True, err=True)
        gone = sum(store.delete_thread(one, owner(resource)) for one in threads)
    click.echo(f"{shown(db)}: {counted(gone, 'thread')} deleted", err=True)


@click.command("prune", short_help="Delete old messages.")
@database
@resource
@click.option("--thread", metavar="ID", help="Only of this thread.  [default: all]")
@click.option("--before", metavar="DATE", help="Only messages older than this date.")
@click.option("--keep-last", type=click.IntRange(min=0), metavar="N", help="Keep the newest N messages of each thread.")
@_YES
def prune(db: str, resource: str | None, thread: str | None, before: str | None, keep_last: int | None, yes: bool) -> None:
    """Delete the messages that are older than a date, or all but the last of each thread; with both options, what is beyond both.

    The oldest go first, some hundred in a transaction, so that others need not wait, and an interrupted run has done its part.
    Asks first; without a terminal, --yes is needed.

    \b
    Examples:
      segue history prune --db chat.db --before 2026-01-01
      segue history prune --db chat.db --thread thread-1 --keep-last 100 --yes
    """  # noqa: D301
    from segue_shell.stores.retention import prune as pruned  # noqa: PLC0415  # imported where a database is wanted

    if before is None and keep_last is None:
        raise click.UsageError("say what is to be kept: --before, --keep-last or both")
    _refuse_silence(yes)
    with opened(db) as store, Progress(shown(db), None) as progress:
        if not yes:
            click.confirm(f"Delete old messages from {shown(db)}?", abort=True, err=True)
        gone = pruned(
            store, owner(resource), thread_id=thread, before=before, keep_last=keep_last,
            progress=lambda count: progress.step(f"{counted(count, 'message')} deleted from"),
        )  # fmt: skip
    click.echo(f"{shown(db)}: {counted(gone, 'message')} deleted", err=True)


def _refuse_silence(yes: bool) -> None:
    if not yes and not sys.stdin.isatty():
        raise click.UsageError("without a terminal to ask on, --yes is needed")
