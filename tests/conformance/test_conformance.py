"""Ours answers as the TypeScript original does, case by case; where it does not, the answer and the reason are written down.

The cases were run on the original. Which differences are allowed: where the case tells that the original does badly, or that it
breaks on a fault of its own, and where the documents say otherwise.
"""

from __future__ import annotations

import pytest

from tests.conformance.cases import OWN, own_deviations, read_cases
from tests.conformance.handlers import handler
from tests.conformance.verdict import answered, as_ours, judged


def test_ours_answers_as_the_original(case, listed, deviations, own):
    """The answer is the original's, or the one that a deviation promises."""
    answer = answered(handler(case.function), case)
    ours = deviations.get(case.key)
    known = listed or (ours if ours is not None and (own or as_ours(answer, ours.ours)) else None)
    verdict = judged(case, answer, known, own=own)
    if verdict.excused:
        pytest.xfail(verdict.complaint)
    assert not verdict.complaint, verdict.complaint


def test_every_function_has_a_handler():
    """Each of our case files has something of ours to answer it."""
    assert len({case.function for case in read_cases(OWN) if handler(case.function)}) == 17


def test_all_cases_are_here():
    """No case was lost on the way."""
    assert len(read_cases(OWN)) == 605


def test_every_deviation_has_a_case():
    """Nothing is written down about a case that is not there."""
    assert sorted(set(own_deviations()) - {case.key for case in read_cases(OWN)}) == []
