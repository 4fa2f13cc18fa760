"""What a model says beside its calls stands in a message of its own before them."""

from __future__ import annotations

from attrs import evolve

from segue.json_values import EMPTY, freeze_object
from segue.models import Model
from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.words_beside_calls import part_words_from_calls
from segue.shapes import Extras, Shape
from tests.repairs.settling import ids, roles, said, settled, spared, untouched

ASK, DONE = user("Go."), tool(result("c1", "ok"), result("c2", "ok"))
CALLS = (call("c1", "run"), call("c2", "run"))


def test_words_are_parted_from_calls():
    """The words first, in order, then a request to go on, then the calls, in order."""
    before = prompt(ASK, assistant("One.", CALLS[0], "Two.", CALLS[1], "Three."), DONE, assistant("Done."))
    after = settled(part_words_from_calls, before)

    assert roles(after) == "uauata"
    assert [said(message) for message in after.messages[1:3]] == [["One.", "Two.", "Three."], ["[continue from where your last message stops]"]]
    assert ids(after)[3] == ["c1", "c2"]
    spared(before, after, 1)


def test_fields_stay_with_the_words():
    """Unclaimed fields, options and layout; the maker is that of both."""
    options, extras, shape = freeze_object({"x": {"y": 1}}), Extras("f", freeze_object({"z": 1})), Shape("f")
    spoken = evolve(assistant("One.", *CALLS, origin=Model("meta", "llama")), provider_options=options, extras=extras, shape=shape)
    words, _, calls = settled(part_words_from_calls, prompt(ASK, spoken, DONE)).messages[1:4]

    assert (words.provider_options, words.extras, words.shape, words.origin) == (options, extras, shape, Model("meta", "llama"))
    assert (calls.provider_options, calls.extras, calls.shape, calls.origin) == (EMPTY, None, None, Model("meta", "llama"))


def test_a_tool_that_the_provider_ran_is_no_call():
    """Its call and result stay beside the words."""
    ran = ToolCallPart("s1", "search", EMPTY, hosted=True), ToolResultPart("s1", "search", (), hosted=True)
    untouched(part_words_from_calls, prompt(ASK, assistant("Searching.", *ran, "Found."), user("?")))


def test_other_messages_stay():
    """Words alone, calls alone, nothing."""
    untouched(part_words_from_calls, Prompt(), prompt(ASK, assistant("One.", "Two."), ASK), prompt(ASK, assistant(*CALLS), DONE), prompt(ASK, assistant(), ASK))


def test_a_turn_in_which_calls_share_an_id_is_left_alone():
    """In one message or in two in a row; which of them the result answers would change."""
    spoken = assistant("One.", CALLS[0])
    untouched(part_words_from_calls, prompt(ASK, spoken, spoken, DONE), prompt(ASK, assistant("One.", CALLS[0], CALLS[0]), DONE))
