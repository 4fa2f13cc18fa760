"""`segue fix`: write the history as the target takes it, and say what that cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import click

import segue
from segue.failures import Change, DecodeError
from segue_shell.cli.check import unreadable
from segue_shell.cli.escaping import escaped
from segue_shell.cli.options import Job, job, opened, read_format, shared, sources
from segue_shell.cli.progress import Progress
from segue_shell.cli.reading import STDIN, Document, Payload, shown
from segue_shell.cli.rendering import Finding, account, counted, fault_text, finding
from segue_shell.cli.writing import dumped, put


class _Done(NamedTuple):
    """A payload fixed: its text, what was changed, what its format has no place for, and what is left."""

    text: bytes
    changes: tuple[Change, ...]
    unheld: tuple[Change, ...]
    left: tuple[Finding, ...]


@click.command("fix", short_help="Write the history as the target takes it.")
@click.argument("file", metavar="[FILE]", required=False)
@shared
@click.option("--as", "as_format", metavar="FORMAT", callback=read_format, help="The format to write.  [default: the target's]")
@click.option("-o", "--output", metavar="FILE", default=STDIN, help="Where to write, in one step; FILE itself is allowed.  [default: -]")
@click.pass_context
def fix_command(ctx: click.Context, /, file: str | None, as_format: str | None, output: str, **options: Any) -> None:
    """Write the history in FILE as TARGET takes it.

    The payload goes to standard output, an account of what was changed and lost to standard error. JSON lines stay JSON lines.
    Where a fault is left that nothing repairs, the status is 1 and the account names it.

    \b
    Examples:
      segue fix chat.json --to anthropic/claude-sonnet-4-5 > next.json
      segue fix chat.json --to anthropic/claude-sonnet-4-5 --as openai-chat -o chat.json
      curl -s https://example.com/chat.json | segue fix - --to openai/gpt-5.2
      segue fix chat.json --to openai/gpt-5.2 --made-by 0:moonshot/kimi-k2
      segue fix --db chat.db --thread thread-1 --to openai/gpt-5.2 > next.json
    """  # noqa: D301  # click reads the backspace
    asked = job(**options)
    (name,) = sources(asked, (file,))
    document = opened(asked, name)
    with Progress(shown(document.name), document.size) as progress:
        progress.step("reading")
        done = tuple(_each(asked, document, as_format, progress))
    put((one.text for one in done), output)
    for line in _account(asked, document.name, done):
        click.echo(line, err=True)
    ctx.exit(1 if any(one.left for one in done) else 0)


def _each(asked: Job, document: Document, as_format: str | None, progress: Progress) -> Iterator[_Done]:
    for payload in document.payloads:
        progress.step("fixing")
        yield _fixed(asked, document.name, payload, as_format)


def _fixed(asked: Job, name: str, payload: Payload, as_format: str | None) -> _Done:
    rules = {rule.name: rule for rule in asked.rules}
    try:
        fixed = segue.fix(
            payload.value, asked.target, from_format=asked.from_format, made_by=asked.made_by, rules=asked.rules, as_format=as_format
        )
    except DecodeError as error:
        raise unreadable(name, payload, error, quoted=False) from None
    left = tuple(finding(name, payload, fault, rules.get(fault.rule), quoted=False) for fault in fixed.faults_left)
    return _Done(_text(payload, fixed.payload), fixed.changes, fixed.unheld, left)


def _text(payload: Payload, value: Any) -> bytes:
    """Write a payload; a history that came a message a line goes the same way, unless it became a body."""
    if payload.lines and isinstance(value, list):
        return b"".join(dumped(message, payload.layout._replace(indent=None)) for message in value)
    layout = payload.layout._replace(indent=None) if payload.line else payload.layout
    return dumped(value, layout)


def _account(asked: Job, name: str, done: tuple[_Done, ...]) -> Iterator[str]:
    changes = [change for one in done for change in one.changes]
    left = [found for one in done for found in one.left]
    payloads = f" in {len(done)} payloads" if len(done) > 1 else ""
    yield f"{shown(name)}: {counted(len(changes), 'change') if changes else 'nothing to change'} for {escaped(str(asked.target))}{payloads}"
    yield from account([*changes, *(lost for one in done for lost in one.unheld)])
    if left:
        yield f"{counted(len(left), 'fault')} left:"
        yield from (line for found in left for line in fault_text(found))
