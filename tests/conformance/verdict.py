"""What to make of an answer: met, not met and why, or not met where the reference itself does badly."""

from __future__ import annotations

import json
from collections.abc import Callable
from difflib import unified_diff
from typing import Any

from attrs import frozen

from tests.conformance.cases import Case, Deviation
from tests.conformance.handlers.codes import decoded

NOT_COMPARED = frozenset({"storageCalls", "returnedMessageList"})
LONGEST_DIFF = 120
ROW = {"id", "role", "content"}


@frozen
class Verdict:
    """Met, where nothing is said; `excused` where the case's own note allows the difference."""

    complaint: str = ""
    excused: bool = False


def answered(run: Callable[[Any], Any], case: Case) -> Any:
    """Return what a handler answers, `{"$raises": name, "text": …}` where it raises."""
    try:
        return run(decoded(case.input))
    except Exception as error:  # noqa: BLE001  # whatever it raises is its answer
        return {"$raises": type(error).__name__, "text": str(error)}


def judged(case: Case, answer: Any, deviation: Deviation | None, *, own: bool) -> Verdict:
    """Judge an answer. In another's folder a case with a note of its own may be answered otherwise."""
    met, diff = as_expected(answer, case.expected), difference(case.expected, answer)
    if deviation is None:
        return Verdict() if met else Verdict(f"{case.id}\nnot as the reference answers:\n{diff}" + _note(case), bool(case.note) and not own)
    if met:
        return Verdict(f"{case.id}\nthe deviation is not needed: ours is as the reference's ({deviation.reason})")
    if deviation.told or as_ours(answer, deviation.ours):
        return Verdict()
    return Verdict(f"{case.id}\nnot the answer that the deviation promises ({deviation.reason}):\n{difference(deviation.ours, answer)}")


def _note(case: Case) -> str:
    return f"\nthe case's note: {case.note}" if case.note else ""


def as_expected(answer: Any, expected: Any) -> bool:
    """Tell whether an answer is what the reference answered; where that throws, ours raises."""
    if isinstance(expected, dict) and "$throws" in expected:
        return isinstance(answer, dict) and "$raises" in answer
    return same(compared(answer), compared(expected))


def as_ours(answer: Any, ours: Any) -> bool:
    """Tell whether an answer is the one a deviation promises."""
    if isinstance(ours, dict) and "$raises" in ours:
        return isinstance(answer, dict) and answer.get("$raises") == ours["$raises"]
    return same(compared(answer), compared(ours))


def compared(value: Any) -> Any:
    """Return the part of a value that is compared; lists of sources in order, as they are sets."""
    if isinstance(value, list):
        return [compared(item) for item in value]
    if not isinstance(value, dict):
        return value
    left_out = NOT_COMPARED | {"type"} if set(value) >= ROW else NOT_COMPARED
    return {key: _sets(item) if key == "sources" else compared(item) for key, item in value.items() if key not in left_out}


def _sets(sources: Any) -> Any:
    if isinstance(sources, dict):
        return {key: sorted(ids) for key, ids in sources.items()}
    return sorted(sources)


def same(left: Any, right: Any) -> bool:
    """Tell whether two JSON values are the same; the order of keys does not count, and 1 is 1.0 as in JavaScript."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(item, right[key]) for key, item in left.items())
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def difference(expected: Any, answer: Any) -> str:
    """Show two answers line by line, what was expected with a minus."""
    lines = list(unified_diff(*map(_lines, (expected, answer)), "expected", "ours", lineterm="", n=4))
    return "\n".join(lines[:LONGEST_DIFF] + ["…"] * (len(lines) > LONGEST_DIFF))


def _lines(value: Any) -> list[str]:
    return json.dumps(compared(value), indent=1, ensure_ascii=False, sort_keys=True, default=repr).splitlines()
