"""What the tests that were collected call: to try a fault in a function, only tests that call it need to be run."""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType

import pytest
from attrs import frozen

PASSED, FAILED = 0, 1


class Calls:
    """Notes the functions of some files that are called while it traces."""

    def __init__(self, files: Collection[str]) -> None:
        self.files = files
        self.seen: dict[int, CodeType] = {}

    def __call__(self, frame: FrameType, _event: str, _: object) -> None:
        """Note the function of a frame that begins; its lines are not traced."""
        if frame.f_code.co_filename in self.files:
            self.seen[id(frame.f_code)] = frame.f_code

    def begin(self) -> None:
        sys.settrace(self)

    def end(self) -> None:
        sys.settrace(None)


@frozen
class Reach:
    """Which tests call which code, how many functions each calls, and how many seconds it takes."""

    tests: Mapping[int, Sequence[int]]
    """By the identity of the code, the tests by their number."""
    widths: Sequence[int]
    seconds: Sequence[float]

    def of(self, functions: Iterable[FunctionType]) -> list[int]:
        """Return the tests that call any of these functions, those first that call the fewest: they are about these."""
        found = {number for function in functions for number in self.tests.get(id(function.__code__), ())}
        return sorted(found, key=lambda number: (self.widths[number], number))


def measured(items: Sequence[pytest.Item], files: Collection[str], path: Path) -> int:
    """Run tests without a fault, and write to a file what each of them calls. Returns 1 where one of them fails."""
    tests: defaultdict[int, list[int]] = defaultdict(list)
    widths, seconds, calls = [], [], Calls(files)
    for number, item in enumerate(items):
        calls.seen.clear()
        begin = time.process_time()
        calls.begin()
        code = run([item], items[number + 1] if number + 1 < len(items) else None)
        calls.end()
        if code != PASSED:
            return code
        seconds.append(time.process_time() - begin)
        widths.append(len(calls.seen))
        for id in calls.seen:
            tests[id].append(number)
    path.write_text(json.dumps([tests, widths, seconds]))
    return PASSED


def read(path: Path) -> Reach:
    """Read what was written."""
    tests, widths, seconds = json.loads(path.read_text())
    return Reach({int(id): numbers for id, numbers in tests.items()}, widths, seconds)


def run(items: Sequence[pytest.Item], after: pytest.Item | None = None) -> int:
    """Run tests until one fails; `after` is what will be run behind them."""
    for item, following in zip(items, [*items[1:], after], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.testsfailed:
            return FAILED
    return PASSED
