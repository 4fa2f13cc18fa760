"""Every call has a result; the one that is added says that there was none."""

from __future__ import annotations

from segue.json_values import EMPTY
from segue.parts import TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, system, tool, user
from segue.repairs.unanswered_calls import answer_unanswered_calls
from tests.repairs.settling import ids, roles, settled, spared, untouched

ASK, RUN, DONE = user("Go."), assistant(call("c1", "run")), tool(result("c1", "ok"))


def test_the_added_result_is_an_error():
    """With the id and the name of the call, and words of ours."""
    after = settled(answer_unanswered_calls, prompt(ASK, assistant(call("é.1", "Züge ☕")), user("Stop!")))

    assert after.messages[2] == tool(ToolResultPart("é.1", "Züge ☕", (TextPart("[no result: this call was not answered]"),), error=True))


def test_it_stands_behind_the_call():
    """Before whoever speaks next, or at the end; all messages are the same objects."""
    for before, expected in (
        (prompt(ASK, RUN, user("Stop!")), "uatu"),
        (prompt(ASK, RUN), "uat"),
        (prompt(ASK, RUN, assistant(call("c2", "run"))), "uatat"),
        (prompt(ASK, RUN, system("S"), ASK), "uatsu"),
    ):
        after = settled(answer_unanswered_calls, before)
        assert roles(after) == expected
        spared(before, after)


def test_it_stands_behind_the_results_that_are_there():
    """Several in one message, in the order of the calls; calls that are answered are not answered again."""
    before = prompt(ASK, assistant(call("a", "x"), call("b", "x"), call("c", "x")), tool(result("b")), tool(), user("?"))
    after = settled(answer_unanswered_calls, before)

    assert roles(after) == "uatttu"
    assert ids(after)[4] == ["a", "c"]
    spared(before, after)


def test_it_stands_behind_a_message_with_results_of_others_too():
    """Where one of the calls is answered in it."""
    after = settled(answer_unanswered_calls, prompt(ASK, assistant(call("a", "x"), call("b", "x")), tool(result("gone"), result("b"))))

    assert ids(after)[2:] == [["gone", "b"], ["a"]]


def test_each_message_is_answered():
    """Also under an id that is used again: the later call has the result."""
    before = prompt(ASK, RUN, user("?"), RUN, DONE, RUN)

    assert ids(settled(answer_unanswered_calls, before)) == [[], ["c1"], ["c1"], [], ["c1"], ["c1"], ["c1"], ["c1"]]


def test_calls_without_id_are_answered_too():
    """The result has none either."""
    assert ids(settled(answer_unanswered_calls, prompt(ASK, assistant(call("", "x"))))) == [[], [""], [""]]


def test_answered_calls_stay():
    """At once, late, early or twice; a server tool's call is the provider's to answer."""
    hosted = assistant(ToolCallPart("s1", "web_search", EMPTY, hosted=True))

    untouched(answer_unanswered_calls, Prompt(), prompt(ASK, RUN, DONE, ASK, hosted, ASK), prompt(ASK, RUN, ASK, DONE, DONE), prompt(DONE, RUN))


def test_a_turn_in_which_two_calls_share_an_id_stays():
    """An answer between them would change which of them a result answers; the turns beside it are answered."""
    twice = assistant(call("c1", "run"), call("c1", "walk"))
    untouched(answer_unanswered_calls, prompt(ASK, twice), prompt(ASK, RUN, RUN, DONE), prompt(ASK, RUN, assistant("Hm."), twice, user("?")))

    assert ids(settled(answer_unanswered_calls, prompt(ASK, RUN, ASK, twice, ASK, RUN))) == [[], ["c1"], ["c1"], [], ["c1", "c1"], [], ["c1"], ["c1"]]


def test_an_answer_stands_before_results_of_other_calls():
    """Nothing stands between a call and what is said of it, a result without its call neither."""
    orphan = tool(result("gone", "late"))
    after = answer_unanswered_calls(prompt(user("Go."), assistant(call("c1", "run")), orphan))

    assert [part.id for message in after.messages[2:] for part in message.content] == ["c1", "gone"]
    assert after.messages[3] is orphan
