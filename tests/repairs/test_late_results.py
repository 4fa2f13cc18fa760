"""The results of a turn come first; everything else keeps its order."""

from __future__ import annotations

from segue.json_values import EMPTY
from segue.parts import OpaquePart
from segue.prompts import Prompt, assistant, call, prompt, result, system, tool, user
from segue.repairs.late_results import put_results_first
from tests.repairs.settling import roles, settled, untouched

ASK, RUN, DONE = user("Go."), assistant(call("c1", "run")), tool(result("c1", "ok"))


def moved(before, *order):
    """Repair, and see that the messages are the same objects in this order."""
    after = settled(put_results_first, before)
    assert [message is before.messages[index] for message, index in zip(after.messages, order, strict=True)] == [True] * len(order)
    return after


def test_what_was_said_meanwhile_comes_behind_the_result():
    """A user's message, and a system's."""
    moved(prompt(ASK, RUN, user("Wait!"), DONE), 0, 1, 3, 2)
    moved(prompt(ASK, RUN, system("!"), user("Wait!"), DONE, user("?")), 0, 1, 4, 2, 3, 5)


def test_several_results_keep_their_order():
    """And so does what stood between them."""
    before = prompt(ASK, assistant(call("a", "x"), call("b", "y")), user("1"), tool(result("b")), user("2"), tool(result("a")), user("3"))

    assert roles(moved(before, 0, 1, 3, 5, 2, 4, 6)) == "uattuuu"


def test_a_later_result_comes_behind_the_first():
    """Though something was said between them."""
    before = prompt(ASK, assistant(call("a", "x"), call("b", "y")), tool(result("a")), user("Wait!"), tool(result("b")))
    moved(before, 0, 1, 2, 4, 3)


def test_each_turn_is_put_in_order():
    """What stands before the next assistant message stays before it, also where ids are used again."""
    moved(prompt(ASK, RUN, user("1"), DONE, RUN, user("2"), DONE), 0, 1, 3, 2, 4, 6, 5)


def test_results_of_other_turns_stay():
    """Only a message with a result of this turn's calls is moved; orphans, earlier calls' and opaque parts alone are not."""
    untouched(
        put_results_first,
        Prompt(),
        prompt(ASK, RUN, DONE, user("Wait!")),
        prompt(DONE, ASK, RUN),
        prompt(ASK, RUN, user("Wait!"), tool(result("c9"))),
        prompt(ASK, RUN, assistant("Hm."), user("Wait!"), DONE),
        prompt(ASK, RUN, user("Wait!"), tool(OpaquePart("note", EMPTY, "f"))),
        prompt(ASK, RUN, user("Wait!"), tool()),
    )


def test_a_message_moves_whole():
    """With what else it holds."""
    before = prompt(ASK, RUN, user("Wait!"), tool(OpaquePart("note", EMPTY, "f"), result("c9"), result("c1")))

    moved(before, 0, 1, 3, 2)
