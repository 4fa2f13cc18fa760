"""Thoughts of OpenAI's that came to nothing go; all others stay."""

from __future__ import annotations

from attrs import evolve

from segue.json_values import EMPTY, freeze_object
from segue.parts import ReasoningPart, TextPart, ToolCallPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.lone_reasoning import drop_lone_reasoning
from tests.repairs.settling import settled, spared, untouched

THOUGHT = ReasoningPart("Hm.", freeze_object({"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "g"}}))
SEARCH = ToolCallPart("ws_1", "web_search", EMPTY, hosted=True)


def test_a_thought_at_the_end_of_a_turn_goes():
    """With its message if that holds nothing else; a user who goes on, and the end of the history, end a turn."""
    before = prompt(user("Go."), assistant("Ja é☕", THOUGHT), user("?"), assistant(THOUGHT, THOUGHT))
    after = settled(drop_lone_reasoning, before)

    assert after.messages == (before.messages[0], assistant("Ja é☕"), before.messages[2])
    spared(before, after, 1, 3)


def test_blank_words_are_nothing():
    """They stay, and are free of their id."""
    blank = TextPart(" ", freeze_object({"openai": {"itemId": "msg_1"}}))

    assert settled(drop_lone_reasoning, prompt(assistant(THOUGHT, blank))).messages == (assistant(" "),)


def test_a_result_is_none_of_the_models():
    """Nothing came of a thought before results alone."""
    assert settled(drop_lone_reasoning, prompt(assistant(call("c1", "run"), THOUGHT), tool(result("c1")))).messages[0] == assistant(call("c1", "run"))


def test_what_came_of_a_thought():
    """Words, calls, a search, in the same message or the next one; thoughts of others are none of this repair's."""
    untouched(
        drop_lone_reasoning,
        Prompt(),
        prompt(assistant(THOUGHT, "Ja."), assistant(THOUGHT), assistant(call("c1", "run")), tool(result("c1")), assistant(THOUGHT, SEARCH)),
        prompt(assistant(evolve(THOUGHT, provider_options=EMPTY))),
    )
