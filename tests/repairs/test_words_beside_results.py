"""What a user says behind results stands in a turn of its own."""

from __future__ import annotations

from segue.json_values import freeze_object
from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, system, tool, user
from segue.repairs.words_beside_results import part_words_from_results
from tests.repairs.settling import roles, said, settled, spared, untouched

ASK, RUN, DONE = user("Go."), assistant(call("c1", "run")), tool(result("c1", "ok"))


def test_words_are_parted_from_results():
    """By one message of the assistant's, each time; all others are the same objects."""
    before = prompt(ASK, RUN, DONE, DONE, user("And?"), RUN, DONE, user("So?"), user("Well?"))
    after = settled(part_words_from_results, before)

    assert roles(after) == "uattauatauu"
    assert said(after.messages[4]) == said(after.messages[8]) == ["[no reply: the user went on]"]
    spared(before, after)


def test_other_turns_stay():
    """Results that the model answers, or that end the history, words before results, and what a provider's own tool gave."""
    search = (ToolCallPart("s", "search", freeze_object({}), hosted=True), ToolResultPart("s", "search", (), hosted=True))
    untouched(part_words_from_results, prompt(ASK, assistant(*search), ASK))
    untouched(part_words_from_results, Prompt(), prompt(ASK, RUN, DONE, assistant("Fine."), user("?")), prompt(ASK, RUN, DONE), prompt(ASK, DONE, system("!"), ASK), prompt(ASK, tool(), ASK))
