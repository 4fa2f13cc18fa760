"""Words before a thought and its calls, in a message of their own."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import EMPTY, freeze_object
from segue.parts import FilePart, ReasoningPart, ToolCallPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.words_beside_thoughts import part_words_from_thoughts
from segue.shapes import Extras, Shape
from tests.repairs.settling import roles, said, settled, spared, untouched

ASK, DONE = user("Go."), tool(result("c1", "ok"))
THOUGHT, CALL = ReasoningPart("Run it."), call("c1", "run")


@pytest.mark.parametrize("parts", [(THOUGHT, "Running.", CALL), ("Running.", THOUGHT, CALL), (CALL, "Running.", THOUGHT)])
def test_words_come_first(parts):
    """In a message of their own; thought and call keep their order, and what the message carried."""
    before = prompt(ASK, evolve(assistant(*parts), extras=Extras("openai-chat", freeze_object({"x": 1}))), DONE)
    after = settled(part_words_from_thoughts, before)

    assert roles(after) == "uaat"
    assert said(after.messages[1]) == ["Running."]
    assert after.messages[2].content == tuple(part for part in parts if part != "Running.")
    assert [message.extras is None for message in after.messages[1:3]] == [True, False]
    spared(before, after, 1)


def test_options_and_layout_stay_with_the_call():
    """They are said once."""
    options = freeze_object({"anthropic": {"cacheControl": {}}})
    before = prompt(ASK, evolve(assistant(THOUGHT, "Running.", CALL), provider_options=options, shape=Shape("openai-chat")), DONE)
    after = settled(part_words_from_thoughts, before)

    assert [(message.provider_options, message.shape) for message in after.messages[1:3]] == [(EMPTY, None), (options, Shape("openai-chat"))]


def test_a_file_is_no_blank():
    """It is parted like words."""
    picture = FilePart("image/png", "iVBORw0KGgo=")
    after = settled(part_words_from_thoughts, prompt(ASK, assistant(THOUGHT, picture, CALL), DONE))

    assert [message.content for message in after.messages[1:3]] == [(picture,), (THOUGHT, CALL)]


def test_messages_with_one_or_the_other_are_left_alone():
    """No thought, no call, no word, a blank one; a server's call; two calls of one id."""
    hosted = ToolCallPart("s", "search", freeze_object({}), hosted=True)
    untouched(
        part_words_from_thoughts,
        Prompt(),
        prompt(ASK, assistant("Running.", CALL), DONE),
        prompt(ASK, assistant(THOUGHT, "Running.")),
        prompt(ASK, assistant(THOUGHT, CALL), DONE),
        prompt(ASK, assistant(THOUGHT, " ", CALL), DONE),
        prompt(ASK, assistant(THOUGHT, "Running.", hosted)),
        prompt(ASK, assistant(THOUGHT, "Running.", CALL, call("c1", "walk")), DONE),
        prompt(user(FilePart("image/png", "iVBORw0KGgo="))),
    )
