"""Tool results that stood bare."""

from attrs import evolve

from segue.prompts import assistant, call, prompt, result, tool, user
from segue.repairs.bare_results import wrap_bare_results
from segue.shapes import Shape

BARE, USUAL = Shape("gemini", ("functionResponse",), "bare"), Shape("gemini", ("functionResponse",), "result")


def wrapped(before):
    """Forget bare layouts."""
    return wrap_bare_results(before, lambda shape: shape.form == "bare")


def test_a_bare_result_is_written_as_an_object():
    """By its layout alone: what it says is the same."""
    before = prompt(user("Go."), assistant(call("c1", "run")), tool(evolve(result("c1", "ok"), shape=BARE), evolve(result("c2"), shape=USUAL), result("c3")))
    after = wrapped(before)

    assert after == before
    assert [part.shape for part in after.messages[2].content] == [None, USUAL, None]


def test_objects_are_left_alone():
    """The very prompt."""
    before = prompt(user("Go."), assistant(call("c1", "run")), tool(evolve(result("c1", "ok"), shape=USUAL)))

    assert wrapped(before) is before
