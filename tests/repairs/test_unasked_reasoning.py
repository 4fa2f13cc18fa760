"""Thoughts of the last turn go where thinking is off; those of earlier turns stay."""

from __future__ import annotations

from segue.parts import ReasoningPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.unasked_reasoning import strip_unasked_reasoning
from tests.repairs.settling import roles, settled, spared, untouched

ASK, THOUGHT, DONE = user("Which trains run today?"), ReasoningPart("Look."), tool(result("c1", "7:10"))
RUN = assistant(THOUGHT, call("c1", "trains"))


def test_the_turn_that_goes_on_is_without_thoughts():
    """All of its messages; earlier turns are the same objects."""
    before = prompt(ASK, RUN, DONE, assistant(THOUGHT, "7:10."), ASK, RUN, DONE, RUN, DONE, user("Quick!"))
    after = settled(strip_unasked_reasoning, before)

    assert [len(message.content) for message in after.messages] == [1, 2, 1, 2, 1, 1, 1, 1, 1, 1]
    spared(before, after, 5, 7)


def test_a_beginning_of_the_reply_is_without_thoughts():
    """A message that held nothing else goes."""
    assert settled(strip_unasked_reasoning, prompt(ASK, assistant(THOUGHT, "At"))) == prompt(ASK, assistant("At"))
    assert roles(settled(strip_unasked_reasoning, prompt(ASK, assistant(THOUGHT)))) == "u"


def test_turns_that_are_over_keep_theirs():
    """The user spoke since; and without thoughts there is nothing to do."""
    untouched(strip_unasked_reasoning, Prompt(), prompt(ASK, RUN, DONE, assistant(THOUGHT, "7:10."), ASK), prompt(ASK, assistant("7:10.")))
