"""Faults, accounts and rules as text for people and as plain data for programs."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import click

from segue.failures import Change, DecodeFailure, Fault, dotted
from segue.kinds import Loss, Place
from segue.rule import CompatRule, Evidence
from segue_shell.cli.escaping import escaped
from segue_shell.cli.reading import Payload, shown

LONGEST_VALUE = 200
_WIDTH = 100
_NAME_LIKE = re.compile(r"'[\w.\-/]{0,24}'", re.ASCII)
_HEADING = re.compile(r"^(\S[^\n]*)\n(?=[ \t]+\S)", re.MULTILINE)


class Finding(NamedTuple):
    """A fault in a file: the line (0: the file is one value) and the place in what stands on it."""

    file: str
    line: int
    place: Place
    fault: Fault
    rule: CompatRule | None
    value: str | None = None
    """The offending value as JSON, where it was asked for."""


def finding(file: str, payload: Payload, fault: Fault, rule: CompatRule | None, *, quoted: bool) -> Finding:
    """Place a fault in the user's own file."""
    line, place = placed(payload, fault.place)
    return Finding(file, line, place, fault, rule, quote(payload.value, fault.place) if quoted else None)


def placed(payload: Payload, place: Place) -> tuple[int, Place]:
    """Return line and place; in a history of a message a line, the index is the line's."""
    match place:
        case (int(index), *rest) if index < len(payload.lines):
            return payload.lines[index], tuple(rest)
        case _:
            return payload.line, place


def quote(value: Any, place: Place) -> str | None:
    """Return what stands at a place as JSON of at most 200 characters, None where nothing does."""
    try:
        for step in place:
            value = value[step]
    except (LookupError, TypeError):
        return None
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def fault_text(found: Finding) -> Iterator[str]:
    """Yield the lines of a fault: where and which rule, the provider's words, what can be done."""
    mark = "" if found.fault.repairable else click.style(" (not repairable)", fg="yellow")
    yield f"{where(found.file, found.line, found.place)}: {click.style(found.fault.rule, fg='red', bold=True)}{mark}"
    if found.rule is not None:
        yield from (f"    {line}" for line in _beneath(found.rule, repairable=found.fault.repairable))
    if found.value is not None:
        yield f"    value: {escaped(found.value)}"


def where(file: str, line: int, place: Place) -> str:
    """Write file, line and place the way compilers do."""
    steps = (shown(file), str(line) if line else "", escaped(dotted(place)))
    return click.style(":".join(step for step in steps[:2] if step), bold=True) + (f": {_cut(steps[2])}" if steps[2] else "")


def fault_data(found: Finding) -> dict[str, Any]:
    """Return a fault as plain JSON."""
    rule = found.rule
    words = _reported(rule) if rule else None
    return {
        "file": found.file,
        "line": found.line or None,
        "path": dotted(found.place),
        "place": list(found.place),
        "rule": found.fault.rule,
        "repairable": found.fault.repairable,
        "demand": rule.demand if rule else "",
        "error": words.error if words else None,
        "status": words.status if words else None,
        "source": words.source if words else None,
        "losses": losses(rule.losses) if rule else [],
        "advice": rule.advice if rule else "",
        **({} if found.value is None else {"value": found.value}),
    }


def failure_text(failure: DecodeFailure, *, quoted: bool) -> str:
    """Say why a payload cannot be read; text of the payload is quoted on demand only, names and roles always."""
    shy = failure.found.startswith("'") and not quoted and not _NAME_LIKE.fullmatch(failure.found)
    found = "a text" if shy else failure.found
    return escaped(f"{_cut(dotted(failure.place)) or 'the payload'}: expected {failure.expected}, found {found} (read as {failure.format})")


def losses(lost: Iterable[Loss]) -> list[str]:
    """Name losses in words, sorted."""
    return sorted(loss.name.lower().replace("_", " ") for loss in lost)


def account(changes: Iterable[Change]) -> Iterator[str]:
    """Yield a line a rule: how often it changed something, and what that may have lost."""
    counts: dict[str, tuple[int, frozenset[Loss]]] = {}
    for change in changes:
        count, lost = counts.get(change.rule, (0, frozenset()))
        counts[change.rule] = (count + 1, lost | change.losses)
    width = max(map(len, counts), default=0)
    for name, (count, lost) in counts.items():
        yield f"  {name:{width}}  {count:>4}" + (f"  {', '.join(losses(lost))}" if lost else "")


def counted(count: int, noun: str) -> str:
    """Write a number with its noun.

    >>> counted(1, "fault"), counted(2, "fault")
    ('1 fault', '2 faults')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def sections(doc: str) -> dict[str, str]:
    r"""Split a repair's documentation at its headings; what stands before the first is under "".

    >>> sections("Blank.\n\nWhy\n    It is refused.\n")
    {'': 'Blank.', 'Why': 'It is refused.'}
    """
    head, *rest = _HEADING.split(doc)
    bodies = {name.strip(): textwrap.dedent(body).strip() for name, body in zip(rest[::2], rest[1::2], strict=True)}
    return {"": head.strip(), **bodies}


def rule_whole(rule: CompatRule) -> Iterator[str]:
    """Yield all that is known of a rule: what, why, the error text and its source, what it loses."""
    yield click.style(rule.name, bold=True)
    yield from _wrapped(rule.demand)
    parts = sections(rule.repair_doc)
    for heading in ("What it does", "Why", "Keeps", "Example"):
        yield from _section(heading, parts.get(heading, ""))
    yield from _section("Loses", ", ".join(losses(rule.losses)) or "nothing" if repairs(rule) else "")
    yield from _section("Repaired", "" if repairs(rule) else "no")
    yield from _section("Advice", rule.advice)
    yield from _section("Not stable", rule.unstable)
    yield from _section("Reported as", "\n".join(evidence_lines(rule)))
    yield from _section("Since", rule.since)


def evidence_lines(rule: CompatRule) -> Iterator[str]:
    """Yield the provider's words and their sources."""
    for words in rule.evidence:
        yield f"{words.status}: {escaped(words.error) or '(documented; nobody quotes the words)'}"
        yield f"     {escaped(words.source)} ({words.read.isoformat()})"


def repairs(rule: CompatRule) -> bool:
    """Tell whether a rule repairs what it names."""
    return any(step is not None for step in (rule.apply_to_prompt, rule.apply_to_request, rule.after_error))


def _beneath(rule: CompatRule, *, repairable: bool) -> Iterator[str]:
    words = _reported(rule)
    yield f"{words.status}: {escaped(words.error)}" if words and words.error else rule.demand
    if rule.advice and not repairable:
        yield f"advice: {rule.advice}"


def _reported(rule: CompatRule) -> Evidence | None:
    """Return the first evidence that quotes the provider, else the first."""
    return next((words for words in rule.evidence if words.error), rule.evidence[0] if rule.evidence else None)


def _section(heading: str, body: str) -> Iterator[str]:
    if body:
        yield ""
        yield click.style(heading, underline=True)
        yield from _wrapped(body)


def _wrapped(body: str) -> Iterator[str]:
    """Indent by four; wrap prose, leave code and quotations as they are."""
    for line in body.splitlines():
        kept = line.startswith((" ", ">>>")) or "http" in line or len(line) + 4 <= _WIDTH
        yield from [f"    {line}".rstrip()] if kept else textwrap.wrap(line, _WIDTH, initial_indent="    ", subsequent_indent="    ")


def _cut(path: str) -> str:
    return path if len(path) <= LONGEST_VALUE else f"{path[:120]}…{path[-60:]}"
