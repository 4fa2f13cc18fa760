"""Tool results that name another tool than their call."""

import pytest
from attrs import evolve

from segue.json_values import EMPTY
from segue.parts import OpaquePart
from segue.prompts import assistant, call, prompt, result, tool, user
from segue.repairs.result_names import name_results
from segue.shapes import Shape

OWN, OTHER = Shape("gemini", ("functionResponse",), "result"), Shape("anthropic")


def told(name, shape, id="c1"):
    """A history with a result of this name."""
    return prompt(user("Go."), assistant(call("c1", "run")), tool(evolve(result(id, "ok", name=name), shape=shape), OpaquePart("x", EMPTY, "gemini")))


@pytest.mark.parametrize("name", ["", "walk"])
def test_a_result_is_named_after_its_call(name):
    """Whether it had no name or another."""
    assert name_results(told(name, OWN), "gemini").messages[2].content[0].name == "run"


@pytest.mark.parametrize(("name", "shape", "id"), [("run", OWN, "c1"), ("", OTHER, "c1"), ("", None, "c1"), ("walk", OWN, "c9"), ("", OWN, "c9")])
def test_others_are_left_alone(name, shape, id):
    """Those that fit, those of other formats, and those without a call: the very prompt."""
    before = told(name, shape, id)

    assert name_results(before, "gemini") is before


def test_of_several_results_those_of_this_format_are_named():
    """What other formats read, or nothing did, and what is no result stays beside them."""
    results = [evolve(result("c1", "ok"), shape=shape) for shape in (OTHER, None, OWN)]
    before = prompt(user("Go."), assistant(call("c1", "run")), tool(*results, OpaquePart("x", EMPTY, "gemini", shape=OWN)))
    after = name_results(before, "gemini").messages[2].content

    assert [part.name for part in after[:3]] == ["", "", "run"]
    assert [one is other for one, other in zip(after, before.messages[2].content, strict=True)] == [True, True, False, True]


def test_a_call_without_a_name_names_nothing():
    """The result's own name is all there is."""
    before = prompt(user("Go."), assistant(call("c1", "")), tool(evolve(result("c1", "ok", name="run"), shape=OWN)))

    assert name_results(before, "gemini") is before
