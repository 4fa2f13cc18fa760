"""Calls of the computer that no screenshot answers are told; others are left."""

from __future__ import annotations

from functools import partial

from segue.json_values import freeze_object
from segue.parts import FilePart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.unshown_screens import tell_unshown_screens
from tests.repairs.settling import roles, said, settled, untouched

ASK, PICTURE = user("Close it."), FilePart("image/png", "iVBORw0KGgo=")
repair = partial(tell_unshown_screens, is_screen=lambda part: part.name == "computer")


def click(id):
    """Make a call of the computer."""
    return ToolCallPart(id, "computer", freeze_object({"action": {"type": "click"}}))


def test_a_call_without_a_screenshot_is_told():
    """Whether nothing answers it or words do, which are told with it."""
    alone = settled(repair, prompt(ASK, assistant("I see.", click("c1")), user("Stop.")))
    told = settled(repair, prompt(ASK, assistant(click("c1")), tool(result("c1", "not allowed", error=True))))

    assert roles(alone) == "uauu"
    assert "click" in said(alone.messages[2])[0]
    assert [said(message)[0].split("\n")[0] for message in told.messages[1:]] == ["[tool computer was called with]", "[error of tool computer]"]


def test_of_two_calls_the_unanswered_is_told():
    """The other keeps its screenshot."""
    shown = tool(ToolResultPart("a", "", (PICTURE,)))
    after = settled(repair, prompt(ASK, assistant(click("a"), click("b")), shown))

    assert roles(after) == "uaut"
    assert [part.id for part in after.messages[1].content] == ["a"]
    assert after.messages[3] is shown


def test_a_screenshot_behind_words_counts():
    """A call may have several results."""
    untouched(repair, prompt(ASK, assistant(click("c1")), tool(result("c1", "Wait.")), tool(ToolResultPart("c1", "", (PICTURE,)))))


def test_calls_of_other_tools_stay_beside_it():
    """Though nothing answers them."""
    after = settled(repair, prompt(ASK, assistant(call("t", "trains"), click("c1")), user("Stop.")))

    assert [part.id for part in after.messages[1].content] == ["t"]


def test_other_calls_are_left():
    """Those with a screenshot, also beside words, and those of other tools."""
    shown = tool(ToolResultPart("c1", "", (TextPart("Done."), PICTURE)))
    untouched(repair, Prompt(), prompt(ASK, assistant(click("c1")), shown), prompt(ASK, assistant(call("c1", "trains")), tool(result("c1", "7:10"))))
