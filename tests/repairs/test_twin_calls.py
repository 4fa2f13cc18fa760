"""A call that repeats another of its message to the letter goes, and nothing that differs in anything."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import EMPTY, JsonText, freeze
from segue.parts import JsonPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.twin_calls import drop_twin_calls
from tests.repairs.settling import ids, settled, spared, untouched

ASK, DONE = user("Time?"), tool(result("c1", "9:00"))
CLOCK = call("c1", "clock", {"city": "Zürich ☕"})


def test_the_second_call_goes():
    """And the third; the first and what stands between are the same objects."""
    before = prompt(ASK, assistant("Now:", CLOCK, "And:", call("c1", "clock", {"city": "Zürich ☕"}), CLOCK), DONE)
    after = settled(drop_twin_calls, before)

    assert [part is before.messages[1].content[index] for index, part in enumerate(after.messages[1].content)] == [True] * 3
    spared(before, after, 1)


def test_its_result_goes_where_it_is_the_same():
    """A message that held nothing else goes with it."""
    before = prompt(ASK, assistant(CLOCK, CLOCK), DONE, tool(result("c1", "9:00")), user("?"))
    after = settled(drop_twin_calls, before)

    assert ids(after) == [[], ["c1"], ["c1"], []]
    assert after.messages[2] is DONE


def test_each_message_has_its_own_twins():
    """One id in two messages names two calls."""
    turn = (assistant(CLOCK, CLOCK), DONE)

    assert ids(settled(drop_twin_calls, prompt(ASK, *turn, *turn))) == [[], ["c1"], ["c1"], ["c1"], ["c1"]]
    untouched(drop_twin_calls, prompt(ASK, assistant(CLOCK), DONE, assistant(CLOCK), DONE))


@pytest.mark.parametrize(
    "other",
    [
        call("c2", "clock", {"city": "Zürich ☕"}),
        call("c1", "watch", {"city": "Zürich ☕"}),
        call("c1", "clock", {"city": "zürich ☕"}),
        call("c1", "clock"),
        ToolCallPart("c1", "clock", EMPTY, hosted=True),
    ],
)
def test_calls_that_differ_stay(other):
    """In id, name, input, or who runs them."""
    untouched(drop_twin_calls, Prompt(), prompt(ASK, assistant(CLOCK, other), DONE))


@pytest.mark.parametrize(
    ("one", "other"),
    [({"n": 1}, {"n": 1.0}), ({"n": 1}, {"n": True}), ({"n": 0.0}, {"n": -0.0}), ({"n": [0]}, {"n": [False]}), ({"a": 1, "b": 2}, {"b": 2, "a": 1}), ("1", 1), (1, True)],
)
def test_inputs_that_only_python_takes_for_equal_stay(one, other):
    """JSON tells them apart, and so may the tool."""
    untouched(drop_twin_calls, prompt(ASK, assistant(call("c1", "clock", one), call("c1", "clock", other)), DONE))


def test_an_input_in_its_text_is_not_the_object():
    """To the letter is to the letter: text is no object, and another text another input."""
    texts = [ToolCallPart("c1", "clock", JsonText(text)) for text in ('{"n": 1}', '{"n":1}')]

    untouched(drop_twin_calls, prompt(ASK, assistant(*texts, call("c1", "clock", {"n": 1})), DONE))
    settled(drop_twin_calls, prompt(ASK, assistant(*texts, texts[0]), DONE))


@pytest.mark.parametrize(
    "second",
    [
        result("c1", "9:01"),
        result("c1", "9:00", error=True),
        ToolResultPart("c1", "", (TextPart("9:00"), TextPart(""))),
        ToolResultPart("c1", "", ()),
    ],
)
def test_calls_whose_results_differ_stay(second):
    """In words, number of pieces, or being an error."""
    untouched(drop_twin_calls, prompt(ASK, assistant(CLOCK, CLOCK), tool(result("c1", "9:00"), second)))


def test_results_that_only_python_takes_for_equal_stay():
    """1 is not true."""
    one, other = (ToolResultPart("c1", "", (JsonPart(freeze(value)),)) for value in (1, True))

    untouched(drop_twin_calls, prompt(ASK, assistant(CLOCK, CLOCK), tool(one, other)))


def test_a_twin_with_a_result_of_its_own_stays():
    """Where the first one has no result, the second one's is not lost; by order it is the first one's."""
    after = settled(drop_twin_calls, prompt(ASK, assistant(CLOCK, CLOCK), tool(result("c1", "9:00"))))

    assert ids(after) == [[], ["c1"], ["c1"]]


def test_calls_without_id_are_no_twins():
    """Nothing says that they are one."""
    bare = evolve(CLOCK, id="")

    untouched(drop_twin_calls, prompt(ASK, assistant(bare, bare), tool(result("", "9:00"), result("", "9:00"))))
