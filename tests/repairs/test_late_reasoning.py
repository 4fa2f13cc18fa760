"""Thoughts from a message on go, and nothing else."""

from __future__ import annotations

from functools import partial

import pytest

from segue.parts import ReasoningPart
from segue.prompts import Prompt, assistant, prompt, user
from segue.repairs.late_reasoning import drop_reasoning_since
from tests.repairs.settling import roles, said, settled, spared, untouched

ASK, THOUGHT = user("2 + 2?"), ReasoningPart("Add.")
HISTORY = prompt(ASK, assistant(THOUGHT, "4"), ASK, assistant(THOUGHT, "4", THOUGHT), ASK, assistant(THOUGHT), ASK)


@pytest.mark.parametrize(("first", "kept"), [(0, []), (1, []), (2, [1]), (3, [1]), (4, [1, 3])])
def test_thoughts_go_from_there_on(first, kept):
    """Earlier ones stay where they are; a message of nothing else goes."""
    after = settled(partial(drop_reasoning_since, first=first), HISTORY)

    assert [index for index, message in enumerate(after.messages) if "ReasoningPart" in map(type_of, message.content)] == kept
    assert roles(after) == "uauauu"
    assert said(after.messages[3])[-1:] != []
    spared(HISTORY, after, 1, 3, 5)


def type_of(part):
    """Return the name of a part's class."""
    return type(part).__name__


def test_where_no_thought_is_left_nothing_changes():
    """Behind the last one, and where there is none."""
    untouched(partial(drop_reasoning_since, first=6), HISTORY)
    untouched(partial(drop_reasoning_since, first=0), Prompt(), prompt(ASK, assistant("4"), assistant()))
