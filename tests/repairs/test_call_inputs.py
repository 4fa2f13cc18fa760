"""A call's input becomes an object, with all that the model sent in it."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from segue.json_values import EMPTY, JsonObject, JsonText, freeze, same_json
from segue.parts import ToolCallPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.call_inputs import wrap_odd_inputs
from tests.repairs.settling import settled, spared, untouched

ASK, DONE = user("Go."), tool(result("c1", "ok"))


def wrapped(given):
    """Return what an input becomes, and see that the rest stayed."""
    before = prompt(ASK, assistant("Now:", ToolCallPart("c1", "run", given)), DONE)
    after = settled(wrap_odd_inputs, before)
    spared(before, after, 1)
    assert after.messages[1].content[0] is before.messages[1].content[0]
    assert evolve(after.messages[1].content[1], input=given) == before.messages[1].content[1]
    return after.messages[1].content[1].input


@pytest.mark.parametrize("given", [None, "", " \n", (), "null", " [] "])
def test_nothing_is_an_empty_object(given):
    """Null, no text, white space and an empty list say nothing, nor does text that holds one of them."""
    assert wrapped(given) == {}
    assert isinstance(wrapped(given), JsonObject)


@pytest.mark.parametrize("given", ['{"cmd": "ls', "ls -l", "[1]", "[ ]", '""', "7", "nil", '{"a": NaN}', "{" * 300, "é☕", "x" * 100_000])
def test_text_that_is_no_object_is_wrapped(given):
    """As it came, whatever it looks like."""
    assert wrapped(given) == {"_raw": given}


@pytest.mark.parametrize("given", [[1, 2], 7, 0, False, -0.0, [{}], [[]]])
def test_a_value_that_is_no_object_is_wrapped(given):
    """To the letter: false, zero and minus zero are told apart."""
    made = wrapped(freeze(given))

    assert list(made) == ["_raw"]
    assert same_json(made["_raw"], freeze(given))


def test_text_that_holds_an_object_is_read():
    """Order of keys and kinds of number as in the text."""
    made = wrapped('{"b": 1.0, "a": [1, {"é": null}]}')

    assert same_json(made, freeze({"b": 1.0, "a": [1, {"é": None}]}))
    assert isinstance(made, JsonObject)


def test_objects_stay():
    """Also empty ones, and those still in their JSON text; and an object under the key that wraps."""
    texts = [assistant(ToolCallPart("c1", "run", JsonText(text))) for text in ("{}", '{"a": 1}')]

    untouched(wrap_odd_inputs, Prompt(), prompt(ASK, assistant(call("c1", "run"), call("c2", "run", {"_raw": 1})), *texts, DONE))
    untouched(wrap_odd_inputs, prompt(ASK, assistant(ToolCallPart("c1", "run", EMPTY), "null", "[1]")))


def test_a_server_tools_input_is_an_object_too():
    """The provider takes no other back."""
    assert settled(wrap_odd_inputs, prompt(ASK, assistant(ToolCallPart("s1", "search", "x", hosted=True)))).messages[1].content[0].input == {"_raw": "x"}


def test_each_of_several_calls_is_looked_at():
    """Those beside an odd one are the same objects."""
    fine, odd = call("a", "run", {"x": 1}), ToolCallPart("b", "run", "x")
    after = settled(wrap_odd_inputs, prompt(ASK, assistant(fine, odd, fine, odd)))

    assert [part is fine for part in after.messages[1].content] == [True, False, True, False]


def test_text_of_an_object_may_be_read_too():
    """With `texts`, where the target takes objects alone; the same object then, and those that are one already stay."""
    read = partial(wrap_odd_inputs, texts=True)
    after = settled(read, prompt(ASK, assistant(ToolCallPart("c1", "run", JsonText('{"a": [1, 2.0]}'))), DONE))

    assert same_json(after.messages[1].content[0].input, {"a": [1, 2.0]})
    assert type(after.messages[1].content[0].input) is JsonObject
    untouched(read, prompt(ASK, assistant(call("c1", "run", {"a": 1})), DONE))
