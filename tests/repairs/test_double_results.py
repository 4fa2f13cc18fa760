"""The results of one call become one, with everything that each of them gave."""

from __future__ import annotations

from attrs import evolve

from segue.parts import FilePart, JsonPart, OpaquePart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.double_results import join_double_results
from tests.repairs.settling import ids, settled, spared, untouched

ASK, RUN = user("Go."), assistant(call("c1", "run"))
NOTE = OpaquePart("note", {}, "f")


def texts(part):
    """Return the texts of a result."""
    return [piece.text for piece in part.output]


def test_two_results_become_one_in_the_place_of_the_first():
    """Outputs in order; a message that held nothing else goes."""
    before = prompt(ASK, RUN, tool(result("c1", "started")), tool(result("c1", "done")), user("?"))
    after = settled(join_double_results, before)

    assert ids(after) == [[], ["c1"], ["c1"], []]
    assert texts(after.messages[2].content[0]) == ["started", "done"]
    spared(before, after, 2, 3)


def test_three_results_in_one_message():
    """And the results beside them are the same objects."""
    before = prompt(ASK, assistant(call("c1", "run"), call("c2", "run")), tool(result("c1", "a"), result("c2", "x"), result("c1", "b"), result("c1", "c")))
    after = settled(join_double_results, before)

    assert ids(after)[2] == ["c1", "c2"]
    assert texts(after.messages[2].content[0]) == ["a", "b", "c"]
    assert after.messages[2].content[1] is before.messages[2].content[1]


def test_every_piece_is_the_same_object():
    """Files, values and opaque parts, empty texts and equal ones: nothing of an output is dropped or made anew."""
    first, second = (FilePart("image/png", "iVBORw0KGgo="), TextPart("é☕")), (JsonPart(1), NOTE, TextPart(""), TextPart("é☕"))
    after = settled(join_double_results, prompt(ASK, RUN, tool(ToolResultPart("c1", "", first), ToolResultPart("c1", "", second))))

    assert all(one is other for one, other in zip(after.messages[2].content[0].output, first + second, strict=True))


def test_it_is_an_error_if_the_last_one_is():
    """What was said last holds, name and options are the first one's."""
    for flags in ((True, False), (False, True), (True, True), (False, False)):
        given = [evolve(result("c1", str(flag), name="run"), error=flag) for flag in flags]
        joined = settled(join_double_results, prompt(ASK, RUN, tool(given[0]), tool(evolve(given[1], name="")))).messages[2].content[0]
        assert (joined.error, joined.name) == (flags[1], "run")


def test_results_join_over_turns():
    """A result that came again much later stands with the first one."""
    before = prompt(ASK, RUN, tool(result("c1", "a")), assistant("Hm."), user("?"), tool(result("c1", "b"), NOTE))
    after = settled(join_double_results, before)

    assert texts(after.messages[2].content[0]) == ["a", "b"]
    assert after.messages[5].content == (NOTE,)
    spared(before, after, 2, 5)


def test_results_of_several_calls_stay():
    """One each, an id used again in another turn, two empty ids, orphans, and an empty message."""
    turn = (RUN, tool(result("c1", "x")))
    empty = (assistant(call("", "a"), call("", "b")), tool(result("", "x"), result("", "x")))

    untouched(join_double_results, Prompt(), prompt(ASK, *turn, *turn), prompt(ASK, *empty), prompt(ASK, tool(result("z"), result("z")), tool()))


def test_whether_it_failed_is_told_by_the_last():
    """Not by those before it."""
    tries = tool(result("c1", "a"), result("c1", "b"), result("c1", "c", error=True))
    assert settled(join_double_results, prompt(ASK, RUN, tries)).messages[2].content[0].error
    better = tool(result("c1", "a", error=True), result("c1", "b", error=True), result("c1", "c"))
    assert not settled(join_double_results, prompt(ASK, RUN, better)).messages[2].content[0].error
