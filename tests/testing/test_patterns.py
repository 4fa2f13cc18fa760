"""Patterns whose search may take more than linear time are told by their syntax."""

from __future__ import annotations

import re

import pytest

from segue.testing.patterns import pattern_fault

LINEAR = [
    r"too long", r"messages\.\d+\.content", r"^\d+ tokens", r"\A\s*error", r"'[^']*' is", r"(?:tool|call)_id", r"a.{0,80}b", r"x[0-9]+-\d+", r"(?i)id=\w+",
    r"(?=x\d+)x", r"(?!\[\d+\])a", r"(?<=a)b", r"(?>ab)c", r"(a)?(?(1)b|c)", r"(a)?(?(1)b)", r"(?:ab){1,3}\d+", r"[ab]x+", r"(id)\d+", r"a\d++", r"a\d+?b",
]  # fmt: skip
SLOW = {
    r"a.*b": "the character before it", r".*b": "the character before it", r"\s+x": "the character before it", r"(a+)+b": "more than one character",
    r"(?:ab)*c": "more than one character", r"\w+\d+": "the character before it", r"x?\d+": "the character before it", r"(ab|c)\d*": "the character before it",
    r"a(?:\d*b){2}": "it is in another repetition", r"(?:x\d*|y.*)": "the character before it", r"a.{0,5000}b": "the character before it",
    r"(?=.*x)a": "the character before it", r"()\d+": "the character before it", r"(?>a.*)": "the character before it", r"(a)?(?(1)b.*|c)": "the character before it",
}  # fmt: skip


@pytest.mark.parametrize("pattern", LINEAR)
def test_a_linear_pattern_passes(pattern):
    """Bounded repetitions, and runs that can only be entered at their start."""
    assert pattern_fault(re.compile(pattern)) == ""


@pytest.mark.parametrize(("pattern", "why"), SLOW.items())
def test_a_slow_pattern_is_refused(pattern, why):
    """Runs that can be entered anywhere, and repetitions in repetitions."""
    assert why in pattern_fault(re.compile(pattern))


def test_flags_count():
    """A letter before is one that is repeated once case does not matter."""
    assert pattern_fault(re.compile("A[a-c]*x")) == ""
    assert pattern_fault(re.compile("A[a-c]*x", re.IGNORECASE)) != ""
