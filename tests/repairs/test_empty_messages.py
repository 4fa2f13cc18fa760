"""Messages without parts go, and no others."""

from __future__ import annotations

from segue.parts import TextPart
from segue.prompts import Prompt, SystemMessage, ToolMessage, UserMessage, assistant, call, prompt, result, tool, user
from segue.repairs.empty_messages import drop_empty_messages
from tests.repairs.settling import roles, settled, spared, untouched


def test_messages_without_parts_go():
    """Of every role, several in a row, at both ends; the others are the same objects."""
    empty = (SystemMessage(()), UserMessage(()), assistant(), ToolMessage(()))
    before = prompt(*empty, user("Hi"), *empty, assistant("Ho"), *empty)
    after = settled(drop_empty_messages, before)

    assert roles(after) == "ua"
    spared(before, after, *range(4), *range(5, 9), *range(10, 14))


def test_a_history_may_hold_nothing_else():
    """An empty one is left."""
    assert settled(drop_empty_messages, prompt(assistant(), UserMessage(()))) == Prompt()


def test_messages_with_parts_stay():
    """Be it one empty text, or a call."""
    untouched(drop_empty_messages, Prompt(), prompt(user(""), assistant(TextPart("")), assistant(call("c1", "run")), tool(result("c1"))))
