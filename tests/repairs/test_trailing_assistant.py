"""The user speaks last; what the assistant said stays the assistant's."""

from __future__ import annotations

import pytest

from segue.json_values import EMPTY
from segue.parts import ReasoningPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, UserMessage, assistant, call, prompt, result, system, tool, user
from segue.repairs.trailing_assistant import ask_to_continue
from tests.repairs.settling import said, settled, spared, untouched

ASK = user("A poem.")
SEARCH, FOUND = ToolCallPart("s1", "web_search", EMPTY, hosted=True), ToolResultPart("s1", "web_search", (), hosted=True)


@pytest.mark.parametrize("closing", [assistant("The tide é☕"), assistant(), assistant(ReasoningPart("Hm.")), assistant(SEARCH, FOUND, "7:10"), assistant(FOUND)])
def test_the_user_asks_to_go_on(closing):
    """One message behind it; all others are the same objects."""
    before = prompt(ASK, assistant("Once"), ASK, closing)
    after = settled(ask_to_continue, before)

    assert isinstance(after.messages[-1], UserMessage)
    assert said(after.messages[-1]) == ["[continue from where your last message stops]"]
    assert len(after.messages) == 5
    spared(before, after)


@pytest.mark.parametrize("closing", [assistant("Go:", call("c1", "run")), assistant(SEARCH), assistant(SEARCH, FOUND, call("c1", "run"))])
def test_a_message_whose_tools_run_stays(closing):
    """The caller's tools, or the provider's own."""
    untouched(ask_to_continue, prompt(ASK, closing))


def test_a_history_that_others_end_stays():
    """A user, a tool, the system, or nobody."""
    untouched(ask_to_continue, Prompt(), prompt(ASK), prompt(ASK, assistant(call("c1", "run")), tool(result("c1"))), prompt(ASK, assistant("A"), system("S")))
