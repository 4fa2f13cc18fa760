"""`segue explain`: turn a provider's error into the rule behind it."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator
from typing import Any

import click

import segue
from segue.rule import CompatRule
from segue.targets import Target
from segue_shell.cli.escaping import escaped
from segue_shell.cli.options import read_target
from segue_shell.cli.reading import STDIN, BadInput, read_bytes, shown
from segue_shell.cli.rendering import evidence_lines, losses, repairs, sections
from segue_shell.cli.writing import say

LONGEST_ERROR = 1_000_000  # bytes read; the core looks at the first 16 kB of what is handed on
_DEEPEST = 8
_FIRST_KEYS = ("message", "error", "detail", "errors", "raw")


@click.command("explain", short_help="Turn a provider's error into the rule behind it.")
@click.argument("file", metavar="[FILE]", default=STDIN)
@click.option("--to", metavar="TARGET", callback=read_target, help="Who answered with the error: provider/model.")
@click.pass_context
def explain_command(ctx: click.Context, /, file: str, to: Target | None) -> None:
    """Explain the error in FILE, or the one pasted into standard input.

    Takes the message alone, a traceback or log, or the whole JSON body of the response.

    \b
    Examples:
      pbpaste | segue explain
      segue explain response.json --to anthropic/claude-sonnet-4-5
      echo 'messages.3: all messages must have non-empty content' | segue explain
    """  # noqa: D301  # click reads the backspace
    if file == STDIN and sys.stdin and sys.stdin.isatty():
        click.echo("Paste the error, then press Ctrl-D.", err=True)
    text = read_bytes(file)[:LONGEST_ERROR].decode("utf-8-sig", "replace")
    if not text.strip():
        raise BadInput(f"{shown(file)}: empty")
    error = error_words(text)
    rules = segue.explain(error, to)
    if not rules:
        click.echo(_nothing(error, to), err=True)
        ctx.exit(1)
    say("\n\n".join("\n".join(_explained(rule, to)) for rule in rules))


def error_words(text: str) -> str:
    """Return the strings of the JSON in a response, messages first, and below them the text as it came."""
    start = text.find("{")
    try:
        body, _ = json.JSONDecoder().raw_decode(text, start) if start >= 0 else ("", 0)
    except (ValueError, RecursionError):
        return text
    return "\n".join([*_strings(body), text])


def _strings(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield the strings of a body; one that is JSON itself, as gateways nest them, is opened."""
    if depth > _DEEPEST:
        return
    if isinstance(value, str):
        yield from _nested(value, depth)
    elif isinstance(value, dict):
        first = [value[key] for key in _FIRST_KEYS if key in value]
        for item in (*first, *(item for key, item in value.items() if key not in _FIRST_KEYS)):
            yield from _strings(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, depth + 1)


def _nested(text: str, depth: int) -> Iterator[str]:
    if re.match(r"\s*[{\[]", text):
        try:
            yield from _strings(json.loads(text), depth + 1)
        except (ValueError, RecursionError):
            pass
        else:
            return
    yield text


def _nothing(error: str, to: Target | None) -> str:
    if to is not None and (elsewhere := segue.explain(error, None)):
        return f"no rule for {escaped(str(to))} knows this error; others do: {', '.join(rule.name for rule in elsewhere)}"
    return "no rule knows this error; `segue check FILE --to TARGET` may still name the fault"


def _explained(rule: CompatRule, to: Target | None) -> Iterator[str]:
    doc = sections(rule.repair_doc)
    repair = doc.get("What it does", "") if repairs(rule) else ""
    target = escaped(shlex.quote(str(to.given))) if to is not None else "TARGET"
    yield click.style(rule.name, fg="red", bold=True)
    yield from _entry("demand", rule.demand)
    yield from _entry("cause", doc.get("Why", ""))
    yield from _entry("repair", repair)
    yield from _entry("loses", ", ".join(losses(rule.losses)) or "nothing" if repairs(rule) else "")
    yield from _entry("advice", rule.advice)
    yield from _entry("seen", "\n".join(evidence_lines(rule)))
    verb = "fix" if repairs(rule) else "check" if rule.find is not None else ""
    yield from _entry("run", f"segue {verb} FILE --to {target}" if verb else "")


def _entry(label: str, body: str) -> Iterator[str]:
    for index, line in enumerate(body.splitlines()):
        yield f"  {label if index == 0 else '':<8}{line}".rstrip()
