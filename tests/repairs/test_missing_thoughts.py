"""An empty thought where the provider wants one and there is none."""

from __future__ import annotations

from functools import partial

from segue.parts import ReasoningPart, ToolCallPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.missing_thoughts import fill_missing_thoughts
from segue.shapes import Shape
from tests.repairs.settling import said, settled, spared, untouched

SHAPE = Shape("openai-chat", (), "reasoning_content")


def calls(message):
    """Tell whether a message calls anything."""
    return any(isinstance(part, ToolCallPart) for part in message.content)


fill = partial(fill_missing_thoughts, wants=calls, blank=" ", shape=SHAPE)


def test_messages_that_want_one_get_one():
    """First, with what counts as nothing, in the field that was named; others get none."""
    before = prompt(user("Go."), assistant("Running.", call("c1", "run")), tool(result("c1", "ok")), assistant("Done."), user("?"))
    after = settled(fill, before)

    assert said(after.messages[1]) == [" ", "Running.", "ToolCallPart"]
    assert after.messages[1].content[0].shape is SHAPE
    spared(before, after, 1)


def test_every_message_may_want_one():
    """As after an error that does not tell which."""
    after = settled(partial(fill_missing_thoughts, wants=lambda _: True), prompt(user("Hi"), assistant("Hello"), assistant()))

    assert [said(message) for message in after.messages] == [["Hi"], ["", "Hello"], [""]]


def test_a_thought_that_is_there_stays_alone():
    """Wherever it stands, even an empty one."""
    untouched(
        fill,
        Prompt(),
        prompt(user("Go."), assistant(call("c1", "run"), ReasoningPart("Run.")), tool(result("c1", "ok"))),
        prompt(assistant(ReasoningPart(""), call("c1", "run"))),
    )
