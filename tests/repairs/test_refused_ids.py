"""Calls and results are laid out without ids, results in the order of their calls."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.json_values import freeze_object
from segue.parts import FilePart, ToolCallPart, ToolResultPart
from segue.profiles.gemini import without_id
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs._refused_ids import leave_ids_out
from segue.shapes import Shape
from tests.repairs.settling import ids, settled, spared, untouched

ASK = user("Go.")
leave = partial(leave_ids_out, layout=without_id)


def shaped(part, *keys, detail=None):
    """Return a part as Gemini lays it out."""
    return evolve(part, shape=Shape("gemini", ("x",), "result", False, detail or keys))


def test_results_stand_in_the_order_of_their_calls():
    """Through several turns; ids stay in the history."""
    turn = (assistant(call("a", "run"), call("b", "run")), tool(result("b", "2"), result("a", "1")))
    before = prompt(ASK, *turn, ASK, assistant(call("c", "run"), call("a", "run")), tool(result("a", "4"), result("c", "3")))
    after = settled(leave, before)

    assert ids(after) == [[], ["a", "b"], ["a", "b"], [], ["c", "a"], ["c", "a"]]
    spared(before, after, 1, 2, 4, 5)


def test_calls_of_messages_in_a_row_are_in_order():
    """Words before a call do not count; a result without a call comes first."""
    before = prompt(ASK, assistant("Look.", call("a", "run")), assistant(call("b", "run")), tool(result("b"), result("a"), result("gone")))

    assert ids(settled(leave, before))[3] == ["gone", "a", "b"]


def test_results_of_a_provider_keep_their_order():
    """They stand in the model's own message, in which nothing moves."""
    searches = [ToolCallPart(id, "search", freeze_object({}), hosted=True) for id in "ab"]
    found = [ToolResultPart(id, "search", (), hosted=True) for id in "ba"]
    untouched(leave, prompt(ASK, assistant(*searches), assistant(*found)))


def test_only_the_id_leaves_a_layout():
    """That of a plain part, that of one with more to tell; one of another format, or none, gets the usual layout."""
    more = freeze_object({"keys": ("id", "name"), "inner": {"args": None}})
    parts = (shaped(call("a", "run"), "id", "name", "args"), shaped(call("b", "run"), detail=more), call("c", "run"), evolve(call("d", "run"), shape=Shape("openai-chat", ("id",), "function")))
    made = settled(leave, prompt(ASK, assistant(*parts))).messages[1].content

    assert [part.shape.detail for part in made] == [("name", "args"), {"keys": ("name",), "inner": {"args": None}}, ("name", "args"), ("name", "args")]
    assert [part.shape.form for part in made] == ["result", "result", "", ""]


def test_results_without_layout_get_one():
    """An error its own."""
    made = settled(leave, prompt(ASK, assistant(call("a", "run"), call("b", "run")), tool(result("a", "1"), result("b", "2", error=True)))).messages[2].content

    assert [(part.shape.form, part.shape.detail) for part in made] == [("result", ("name", "response")), ("error", ("name", "response"))]


def test_what_has_no_id_stays():
    """Laid out without one, or a server's own; results beside files keep their order."""
    hosted = ToolCallPart("h", "search", freeze_object({}), hosted=True)
    plain, told = shaped(call("a", "run"), "name", "args"), shaped(result("a", "1"), "name", "response")
    odd = shaped(call("b", "run"), detail=freeze_object({"inner": {}}))
    untouched(leave, Prompt(), prompt(ASK, assistant(plain, hosted, odd), tool(told)), prompt(ASK, assistant("Done.")))

    beside = evolve(tool(told), content=(shaped(ToolResultPart("b", "run", ()), "name"), FilePart("image/png", "iVBORw0KGgo="), told))
    untouched(leave, prompt(ASK, assistant(plain), beside))
