"""Calls that another provider ran go, with whatever shares their ids."""

from __future__ import annotations

import pytest

from segue.json_values import EMPTY
from segue.parts import OpaquePart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, ToolMessage, assistant, call, prompt, result, tool, user
from segue.repairs.foreign_hosted_calls import strip_foreign_hosted_calls
from tests.repairs.settling import ids, roles, said, settled, spared, untouched

SEARCH = ToolCallPart("ws_1", "search", EMPTY, hosted=True)
FOUND = ToolResultPart("ws_1", "search", (TextPart("7:10"),), hosted=True)
OWN = ToolCallPart("srv_1", "search", EMPTY, hosted=True)
ASK = user("When?")


def strip(given):
    """Strip the calls whose ids are another provider's."""
    return strip_foreign_hosted_calls(given, lambda part: part.id.startswith("ws"))


def test_the_result_goes_with_its_call():
    """In the same message or in one of results."""
    before = prompt(ASK, assistant("I look.", SEARCH, FOUND), tool(result("ws_1", "7:10"), result("c1", "4")), assistant("At 7:10."))
    after = settled(strip, before)
    assert ids(after) == [[], [], ["c1"], []]
    assert said(after.messages[1]) == ["I look."]
    spared(before, after, 1, 2)


def test_messages_that_held_nothing_else_go():
    """Calls alone, results alone."""
    assert roles(settled(strip, prompt(ASK, assistant(SEARCH), tool(result("ws_1")), assistant("At 7:10.")))) == "ua"


def test_whatever_shares_the_id_goes():
    """A call of the caller's own too, since its result could not be told apart."""
    after = settled(strip, prompt(ASK, assistant(SEARCH, call("ws_1", "get"), call("c1", "get")), tool(result("ws_1"), result("c1"))))
    assert ids(after) == [[], ["c1"], ["c1"]]


@pytest.mark.parametrize("kept", [OWN, call("ws_1", "get"), FOUND, OpaquePart("ws_1", EMPTY, "elsewhere")])
def test_everything_else_stays(kept):
    """The target's own calls, the caller's, results alone, parts that cannot be read."""
    untouched(strip, Prompt(), prompt(ASK, assistant(kept), tool(result("ws_1"))))


def test_parts_that_cannot_be_read_stay_among_results():
    """They have no id."""
    odd = OpaquePart("tool-approval-response", EMPTY, "ai-sdk")
    after = settled(strip, prompt(ASK, assistant(SEARCH), ToolMessage((odd, result("ws_1")))))
    assert after.messages[1].content == (odd,)
