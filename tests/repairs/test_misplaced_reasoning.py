"""Thoughts that do not begin their message are taken out."""

from __future__ import annotations

from segue.json_values import freeze_object
from segue.parts import ReasoningPart
from segue.prompts import assistant, prompt, user
from segue.repairs.misplaced_reasoning import drop_misplaced_reasoning

THOUGHT = ReasoningPart("Add.", freeze_object({"anthropic": {"signature": "EqoB"}}))


def test_a_message_that_begins_with_words_loses_its_thoughts():
    """Every thought behind other parts goes, and nothing else."""
    before = prompt(user("2 + 2?"), assistant("Hm.", THOUGHT, "4", THOUGHT))
    after = drop_misplaced_reasoning(before)

    assert [part.text for part in after.messages[1].content] == ["Hm.", "4"]
    assert after.messages[0] is before.messages[0]
    assert drop_misplaced_reasoning(after) is after


def test_messages_that_begin_with_a_thought_are_spared():
    """Thoughts between other parts stay where the message begins with one; so do empty messages and those of others."""
    fine = prompt(user("2 + 2?"), assistant(THOUGHT, "4", THOUGHT, "!"), assistant(), assistant("Done."))
    assert drop_misplaced_reasoning(fine) is fine
