"""What a scan remembers of messages shows in nothing: a history that grows is rewritten as one that nobody has looked at."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from segue import find_faults, rewrite
from segue.prompts import Prompt
from segue.rules import BUILT_IN
from segue.testing import prompts, spliced, targets
from segue.testing.exact import exact, renewed

TRIGGERS = tuple(trigger for rule in BUILT_IN for trigger in rule.triggers)


@given(prompts(max_turns=6) | spliced(TRIGGERS), targets())
def test_a_history_that_grows_is_rewritten_as_if_it_were_new(prompt, target):
    """Turn for turn, the result and what is told of it are those of the same history of new objects."""
    messages = renewed(prompt).messages  # no object stands twice in it, so that each has a place of its own
    for length in range(len(messages) + 1):
        grown = Prompt(messages[:length])
        known, new = rewrite(grown, target), rewrite(renewed(grown), target)
        assert (exact(known.prompt), known.changes) == (exact(new.prompt), new.changes)
        assert find_faults(grown, target) == find_faults(renewed(grown), target)


@given(spliced(TRIGGERS), st.lists(targets(), min_size=2, max_size=3))
def test_what_one_target_saw_says_nothing_to_another(prompt, aims):
    """A history that was sent to other targets before goes to the next as if it had not been."""
    seen = renewed(prompt)
    for target in aims:
        known, new = rewrite(seen, target), rewrite(renewed(prompt), target)
        assert (exact(known.prompt), known.changes) == (exact(new.prompt), new.changes)
