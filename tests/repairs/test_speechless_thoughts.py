"""A thought alone is taken out."""

from __future__ import annotations

from segue.parts import ReasoningPart
from segue.prompts import Prompt, assistant, call, prompt, user
from segue.repairs.speechless_thoughts import drop_speechless_thoughts
from tests.repairs.settling import said, settled, spared, untouched

THOUGHT = ReasoningPart("Greet.")


def test_a_lone_thought_goes():
    """Several as well; the message stays, and all others."""
    before = prompt(user("Hi"), assistant(THOUGHT, THOUGHT), user("?"), assistant(THOUGHT, "Hello"))
    after = settled(drop_speechless_thoughts, before)

    assert [said(message) for message in after.messages] == [["Hi"], [], ["?"], ["Greet.", "Hello"]]
    spared(before, after, 1)


def test_other_messages_stay():
    """With words, with calls, without parts."""
    untouched(
        drop_speechless_thoughts,
        Prompt(),
        prompt(assistant(THOUGHT, "Hello")),
        prompt(assistant(THOUGHT, call("c1", "run"))),
        prompt(assistant(), user("Hi")),
    )
