"""A result in another turn moves behind its call; all that does not move keeps its order."""

from __future__ import annotations

from functools import partial

from segue.json_values import EMPTY
from segue.parts import OpaquePart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.stray_results import move_stray_results
from tests.repairs.settling import ids, roles, settled, spared, untouched

ASK, RUN, DONE = user("Go."), assistant(call("c1", "run")), tool(result("c1", "ok é☕"))
NOTE = OpaquePart("note", EMPTY, "f")


def test_a_result_moves_up_to_its_call():
    """Over a turn of the assistant's; it is the same object, and so is everything else."""
    before = prompt(ASK, RUN, assistant("Running."), user("?"), DONE, user("!"))
    after = settled(move_stray_results, before)

    assert roles(after) == "uatauu"
    assert after.messages[2].content[0] is DONE.content[0]
    spared(before, after, 4)


def test_a_result_moves_down_to_its_call():
    """One that stands before it."""
    before = prompt(DONE, RUN, user("!"))
    after = settled(move_stray_results, before)

    assert roles(after) == "atu"
    spared(before, after, 0)


def test_it_stands_behind_the_results_that_are_there():
    """In a message of its own, before what comes next; several in the order in which they stood."""
    before = prompt(ASK, assistant(call("a", "x"), call("b", "x"), call("c", "x")), tool(result("b")), user("?"), assistant("Hm."), tool(result("c"), result("a")))
    after = settled(move_stray_results, before)

    assert roles(after) == "uattua"
    assert ids(after)[2:4] == [["b"], ["c", "a"]]
    spared(before, after, 5)


def test_a_message_that_goes_is_not_in_the_way():
    """What moved up stands behind all results of its turn, also where a stray one stood before them."""
    late = tool(result("c2", "again"))
    before = prompt(ASK, RUN, ASK, assistant(call("c2", "run")), DONE, tool(result("c2", "once")), assistant("Hm."), late)
    after = settled(move_stray_results, before)

    assert ids(after) == [[], ["c1"], ["c1"], [], ["c2"], ["c2"], ["c2"], []]
    assert after.messages[6].content[0] is late.content[0]


def test_what_stood_beside_it_stays():
    """Results of that turn, orphans and other parts."""
    before = prompt(ASK, RUN, assistant(call("c2", "run")), tool(NOTE, *DONE.content, result("c9"), result("c2")))
    after = settled(move_stray_results, before)

    assert roles(after) == "uatat"
    assert after.messages[4].content == (NOTE, result("c9"), result("c2"))
    assert after.messages[4].content[0] is NOTE
    spared(before, after, 3)


def test_results_of_neighbouring_assistant_messages():
    """Each gets its own behind it, also at the end and one after the other."""
    before = prompt(ASK, RUN, assistant(call("c2", "run")), assistant(call("c3", "run")), user("?"), assistant("Hm."), tool(result("c3"), result("c2"), result("c1")))

    assert ids(settled(move_stray_results, before)) == [[], ["c1"], ["c1"], ["c2"], ["c2"], ["c3"], ["c3"], [], []]


def test_a_result_may_move_to_the_end():
    """Where its call is in the last message."""
    assert roles(settled(move_stray_results, prompt(DONE, ASK, RUN))) == "uat"


def test_results_in_their_turn_stay():
    """Right behind, behind a user's message, twice, by order, and without call."""
    empty = (assistant(call("", "run")), tool(result("", "ok")))

    untouched(
        move_stray_results,
        Prompt(),
        prompt(ASK, RUN, DONE),
        prompt(ASK, RUN, user("?"), DONE, DONE),
        prompt(ASK, *empty, *empty, RUN, tool()),
        prompt(DONE, ASK, assistant("Hm."), tool(NOTE, result("c9"))),
    )


def test_early_ones_alone():
    """With `early` a result stays wherever it stands behind its call, and moves if it stands before."""
    before = prompt(tool(result("c2", "before")), ASK, assistant(call("c1", "run"), call("c2", "run")), user("?"), DONE, user("!"))
    after = settled(partial(move_stray_results, early=True), before)

    assert roles(after) == "uatutu"
    assert ids(after)[2] == ["c2"]
    untouched(partial(move_stray_results, early=True), prompt(ASK, RUN, assistant("Running."), user("?"), DONE))
