"""Threads and stored messages as text for people, a line a thing, safe to look at."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import click

from segue.convert.makers import maker_of
from segue.json_values import thaw
from segue.messages import Data, Source, StepStart, StoredMessage, StoredReasoning, Thread, ToolInvocation
from segue.parts import FilePart, OpaquePart, TextPart
from segue_shell.cli.escaping import escaped

WIDEST = 100
_ROLE_COLOURS = {"user": "cyan", "assistant": "green"}


def thread_lines(threads: Iterable[Thread]) -> Iterator[str]:
    """Yield a line a thread: when it was touched, its id, whose it is, its title."""
    rows = [(thread.updated_at or "", thread.id, thread.resource_id, thread.title) for thread in threads]
    widths = [max(len(escaped(row[column])) for row in rows) for column in range(3)]
    for row in rows:
        cells = [escaped(cell) for cell in row]
        lead = "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=False))
        yield f"{lead}  {cells[3]}".rstrip()


def message_lines(message: StoredMessage) -> Iterator[str]:
    """Yield a line for who spoke when, and which model it was, and the lines of each part; a blank one at the end."""
    head = click.style(escaped(message.role), bold=True, fg=_ROLE_COLOURS.get(message.role, "yellow"))
    maker = maker_of(message.metadata)
    known = "  ".join(escaped(one) for one in (message.created_at, message.id, "" if maker is None else str(maker)) if one)
    yield f"{head}  {click.style(known, dim=True)}"
    parts = message.parts or message.invocations
    for part in parts:
        yield from (f"    {line}" for line in _part_lines(part))
    if message.text and not any(isinstance(part, TextPart) for part in message.parts):
        yield from (f"    {escaped(line)}" for line in message.text.splitlines())
    yield ""


def _part_lines(part: Any) -> Iterator[str]:
    match part:
        case TextPart():
            yield from map(escaped, part.text.splitlines())
        case StoredReasoning():
            text = part.text or "".join(thought.text for thought in part.details)
            yield click.style(f"(thinks) {_short(text)}" if text else "(thinks, unreadable)", dim=True)
        case ToolInvocation():
            yield from _call_lines(part)
        case FilePart():
            yield f"[{' '.join(map(escaped, filter(None, (part.media_type, part.filename))))}, {len(part.data)} characters]"
        case Source():
            yield click.style(f"[source] {_short(part.title or part.url or part.id)}", dim=True)
        case Data():
            yield click.style(f"[data {escaped(part.name)}] {_compact(part.value)}", dim=True)
        case OpaquePart():
            yield click.style(f"[{escaped(part.kind) or 'unreadable part'}]", dim=True)
        case StepStart():
            pass


def _call_lines(part: ToolInvocation) -> Iterator[str]:
    state = "" if part.state == "result" else f" ({escaped(part.state)})"
    yield f"{click.style('→', fg='magenta')} {escaped(part.name)} {_compact(part.input)}{state}"
    if part.state == "result":
        yield f"{click.style('←', fg='magenta')} {'error: ' if part.error else ''}{_compact(part.output)}"
    elif part.error_text:
        yield f"{click.style('←', fg='magenta')} error: {_short(part.error_text)}"


def _compact(value: Any) -> str:
    return _short(json.dumps(thaw(value), ensure_ascii=False))


def _short(text: str) -> str:
    line = escaped(" ".join(text.split()))
    return line if len(line) <= WIDEST else f"{line[: WIDEST - 1]}…"
