"""Every call is told where no tools are sent."""

from __future__ import annotations

from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.calls_without_tools import tell_all_calls
from tests.repairs.settling import roles, said, settled, untouched


def test_every_turn_is_told():
    """No call and no result is left, and all that they said is."""
    turn = (assistant("I look.", call("c1", "trains", {"day": "today"})), tool(result("c1", "7:10")), assistant("At 7:10."))
    after = settled(tell_all_calls, prompt(user("When?"), *turn, user("And back?"), *turn, user("Sum it up.")))

    assert roles(after) == "uauuauauuau"
    assert said(after.messages[3]) == said(after.messages[8])
    assert "7:10" in said(after.messages[3])[0]


def test_words_alone_are_left():
    """There is nothing to tell."""
    untouched(tell_all_calls, Prompt(), prompt(user("Hi"), assistant("Ho")))
