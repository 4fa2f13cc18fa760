"""Tests are known by what they call, those first that call the least else."""

from __future__ import annotations

from tests.mutation.reach import Calls, Reach


def one():
    """Call nothing."""
    return 1


def two():
    """Call another."""
    return one() + one()


def test_calls_of_a_file_are_noted():
    """Each function once, those of other files not; and nothing before it begins or after it ends."""
    calls, others = Calls({__file__}), Calls({"elsewhere.py"})
    for each in (calls, others):
        one()
        each.begin()
        two()
        each.end()
    assert set(calls.seen.values()) == {one.__code__, two.__code__}
    assert others.seen == {}


def test_the_most_particular_tests_come_first():
    """Of those that call one of the functions; those that call fewer others, in their order."""
    reach = Reach({id(one.__code__): [0, 1, 2], id(two.__code__): [1, 3]}, widths=[2, 5, 1, 1], seconds=[0.0] * 4)
    assert reach.of([one]) == [2, 0, 1]
    assert reach.of([one, two]) == [2, 3, 0, 1]
    assert reach.of([]) == []
