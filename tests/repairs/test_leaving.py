"""Parts are taken out, and messages that held nothing else; all others stay the same objects."""

from __future__ import annotations

from segue.parts import TextPart
from segue.prompts import UserMessage, assistant, prompt, user
from segue.repairs._leaving import take_out
from tests.repairs.settling import said, spared


def test_parts_leave_by_message_and_kind():
    """The index tells of which message a part is."""
    before = prompt(user("a", "b"), assistant("a", "c"))
    after = take_out(before, lambda index, part: index == 1 and part == TextPart("a"))
    assert [said(message) for message in after.messages] == [["a", "b"], ["c"]]
    spared(before, after, 1)


def test_a_message_of_which_nothing_is_left_goes():
    """One that was empty before stays."""
    before = prompt(user("a"), UserMessage(()), assistant("b"))
    after = take_out(before, lambda _, part: part == TextPart("a"))
    assert after.messages == before.messages[1:]
    spared(before, after, 0)


def test_nothing_leaves_nothing_changes():
    """The very prompt comes back."""
    before = prompt(user("a"), UserMessage(()))
    assert take_out(before, lambda _, __: False) is before
