"""Pools: what was drawn once is the same everywhere, and taking from it is one choice."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from segue.testing import texts
from segue.testing.pool import drawn, pool, pooled

NUMBERS = pooled(st.integers(5, 9), 30)


def test_what_is_drawn_is_the_same_each_time():
    """No chance is left; as many as are asked for, and not all alike."""
    first = drawn(texts(), 30)
    assert first == drawn(texts(), 30)
    assert len(first) == 30
    assert len(set(first)) > 5


def test_prompts_are_short_where_few_turns_are_asked_for():
    """None of them longer than its turns."""
    assert max(len(prompt.messages) for prompt in pool(1, 40)) <= 5


def test_what_is_pooled_is_what_was_drawn():
    """Each value is one of the strategy's, and more than one comes up."""
    seen = set()

    @settings(max_examples=60, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(NUMBERS)
    def look(number):
        seen.add(number)

    look()
    assert seen == {*drawn(st.integers(5, 9), 30)}
    assert len(seen) > 2
