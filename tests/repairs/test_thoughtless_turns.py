"""An open turn without a thought at the beginning of a message is told; any other is left."""

from __future__ import annotations

from segue.parts import ReasoningPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.thoughtless_turns import tell_thoughtless_turn
from tests.repairs.settling import roles, said, settled, spared, untouched

ASK, RUN, DONE = user("Which trains run today?"), assistant(call("c1", "trains")), tool(result("c1", "7:10"))
THOUGHT = ReasoningPart("Look it up.")
LATER, AGAIN = assistant("And:", call("c2", "buses")), tool(result("c2", "8:00"))


def test_the_whole_turn_is_told():
    """All its calls, so that it is no longer open; words beside them stay."""
    before = prompt(ASK, assistant(THOUGHT, "Hello."), ASK, RUN, DONE, LATER, AGAIN)
    after = settled(tell_thoughtless_turn, before)

    assert roles(after) == "uauuuauu"
    assert said(after.messages[5]) == ["And:"]
    assert "8:00" in said(after.messages[7])[0]
    spared(before, after, 3, 4, 5, 6)


def test_a_thought_behind_a_call_does_not_begin_a_message():
    """It stays as it is; the turn is told."""
    after = settled(tell_thoughtless_turn, prompt(ASK, assistant(*RUN.content, THOUGHT), DONE))
    assert after.messages[1].content == (THOUGHT,)


def test_words_behind_the_results_do_not_close_a_turn():
    """They are of the same message."""
    assert roles(settled(tell_thoughtless_turn, prompt(ASK, RUN, DONE, user("Quick!")))) == "uuuu"


def test_a_turn_with_a_thought_is_left():
    """Claude thinks once at the beginning, and perhaps again; either will do."""
    thoughtful = assistant(THOUGHT, *RUN.content)
    untouched(
        tell_thoughtless_turn,
        prompt(ASK, thoughtful, DONE),
        prompt(ASK, thoughtful, DONE, LATER, AGAIN),
        prompt(ASK, RUN, DONE, assistant(THOUGHT, *LATER.content), AGAIN),
    )


def test_a_turn_that_is_over_is_left():
    """So is one that waits for its results, and a history without turns."""
    untouched(tell_thoughtless_turn, Prompt(), prompt(ASK, RUN, DONE, assistant("7:10."), ASK), prompt(ASK, RUN), prompt(ASK, assistant(), tool()))
