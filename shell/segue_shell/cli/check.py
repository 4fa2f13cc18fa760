"""`segue check`: name the faults that a target would refuse."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any, NamedTuple

import click

import segue
from segue.failures import DecodeError
from segue_shell.cli.escaping import escaped
from segue_shell.cli.options import Job, job, opened, shared, sources
from segue_shell.cli.progress import Progress
from segue_shell.cli.reading import BadInput, Layout, Payload, shown
from segue_shell.cli.rendering import Finding, counted, failure_text, fault_data, fault_text, finding, where
from segue_shell.cli.writing import dumped, put, say


class _Report(NamedTuple):
    """What was found in a file, and why reading it stopped, if it did."""

    name: str
    found: tuple[Finding, ...]
    error: str = ""


@click.command("check", short_help="Name the faults that a target would refuse.")
@click.argument("files", metavar="[FILE]...", nargs=-1)
@shared
@click.option("--output", type=click.Choice(["text", "json"]), default="text", help="For people or for programs.  [default: text]")
@click.option("--show-values", is_flag=True, help="Quote the offending values, cut to 200 characters.")
@click.pass_context
def check_command(ctx: click.Context, /, files: tuple[str, ...], output: str, show_values: bool, **options: Any) -> None:
    """Name the faults in FILEs that TARGET would refuse.

    A FILE is JSON, a body or its list of messages, or holds one payload a line; - is standard input. Nothing is changed.
    Text of the conversation is shown with --show-values only.

    \b
    Examples:
      segue check chat.json --to anthropic/claude-sonnet-4-5
      segue check *.jsonl --to openai/gpt-5.2 --output json
      segue check chat.json --to openai/gpt-5.2 --made-by 0:moonshot/kimi-k2 --made-by 6:anthropic/claude-opus-4-6
      segue check chat.json --to anthropic/claude-sonnet-4-5 --ignore anthropic-tool-id
      segue check --db chat.db --thread thread-1 --to anthropic/claude-sonnet-4-5
    """  # noqa: D301  # click reads the backspace
    asked = job(**options)
    names = sources(asked, files)
    reports = tuple(_report(asked, name, quoted=show_values) for name in names)
    for report in reports:
        if report.error:
            click.echo(f"error: {report.error}", err=True)
    (_print_json if output == "json" else _print_text)(asked, names, reports)
    ctx.exit(2 if any(report.error for report in reports) else 1 if any(report.found for report in reports) else 0)


def _report(asked: Job, name: str, *, quoted: bool) -> _Report:
    """Check a file; keep what was found before it could not be read any further."""
    found: list[Finding] = []
    try:
        document = opened(asked, name)
        with Progress(shown(document.name), document.size) as progress:
            progress.step("reading")
            for payload in document.payloads:
                progress.step("checking")
                found.extend(_findings(asked, document.name, payload, quoted=quoted))
    except BadInput as error:
        return _Report(name, tuple(found), error.message)
    return _Report(name, tuple(found))


def _findings(asked: Job, name: str, payload: Payload, *, quoted: bool) -> Iterator[Finding]:
    rules = {rule.name: rule for rule in asked.rules}
    try:
        faults = segue.check(payload.value, asked.target, from_format=asked.from_format, made_by=asked.made_by, rules=asked.rules)
    except DecodeError as error:
        raise unreadable(name, payload, error, quoted=quoted) from None
    for fault in faults:
        yield finding(name, payload, fault, rules.get(fault.rule), quoted=quoted)


def unreadable(name: str, payload: Payload, error: DecodeError, *, quoted: bool) -> BadInput:
    """Make bad input of a payload that is not of its format."""
    return BadInput(f"{click.unstyle(where(name, payload.line, ()))}: {failure_text(error.failure, quoted=quoted)}")


def _print_text(asked: Job, files: tuple[str, ...], reports: tuple[_Report, ...]) -> None:
    found = [one for report in reports for one in report.found]
    for one in found:
        say("\n".join(fault_text(one)))
    if found:
        say(_summary(asked, files, found))
    elif not any(report.error for report in reports):
        taken = f"{shown(files[0])} as it is" if len(files) == 1 else f"all {len(files)} files as they are"
        click.echo(f"fine: {escaped(str(asked.target))} takes {taken}", err=True)


def _summary(asked: Job, files: tuple[str, ...], found: list[Finding]) -> str:
    faulty = {one.file for one in found}
    repairable = sum(one.fault.repairable for one in found)
    file = "" if asked.stored else f"{escaped(shlex.quote(files[0])) if len(files) == 1 else 'FILE'} "
    inside = f" in {len(faulty)} of {len(files)} files" if len(files) > 1 else ""
    hint = f": segue fix {file}{asked.words}" if repairable else ""
    return f"{counted(len(found), 'fault')}{inside}, {repairable} repairable{hint}"


def _print_json(asked: Job, files: tuple[str, ...], reports: tuple[_Report, ...]) -> None:
    found = [one for report in reports for one in report.found]
    data = {
        "target": str(asked.target),
        "files": list(files),
        "faults": [fault_data(one) for one in found],
        "repairable": sum(one.fault.repairable for one in found),
        "errors": [{"file": report.name, "message": report.error} for report in reports if report.error],
    }
    put([dumped(data, Layout(indent="  "))])
