"""An id names one call: the later one gets another, its results too, and nothing is merged or mixed up."""

from __future__ import annotations

from functools import partial

import pytest

from segue.json_values import EMPTY
from segue.parts import TextPart, ToolCallPart, ToolResultPart
from segue.profiles.demands import Spelling
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs._pairing import pair
from segue.repairs.reused_ids import rename_reused_ids
from tests.repairs.settling import ids, settled, spared, steps, untouched

ASK = user("Watch.")
TURN = (assistant(call("c1", "clock")), tool(result("c1", "9:00")))
SECOND, THIRD, OF_SECOND = "c1_51bc6c974e", "c1_f5eb5b2886", "c1_51bc6c974e_4ca15acd83"
rename = partial(rename_reused_ids, spelling=Spelling("[a-zA-Z0-9_-]"))
within_turn = partial(rename_reused_ids, spelling=Spelling(r"[\s\S]", 40), within_turn=True)


def run(*names):
    """Return an assistant message that calls under these ids."""
    return assistant(*(call(name, f"t{index}") for index, name in enumerate(names)))


def test_each_later_call_gets_another_id():
    """Fixed ones, on its results as well; the first one's messages are the same objects."""
    before = prompt(ASK, *TURN, *TURN, ASK, *TURN)
    after = settled(rename, before)

    assert ids(after) == [[], ["c1"], ["c1"], [SECOND], [SECOND], [], [THIRD], [THIRD]]
    assert after.messages[4].content[0].output[0] is before.messages[4].content[0].output[0]
    spared(before, after, 3, 4, 6, 7)


def test_calls_of_one_message_get_their_own_results():
    """In order; parts beside them are the same objects."""
    before = prompt(ASK, run("c1", "a", "c1"), tool(result("c1", "first"), result("c1", "second"), result("a")))
    after = settled(rename, before)

    assert ids(after) == [[], ["c1", "a", SECOND], ["c1", SECOND, "a"]]
    assert [after.messages[1].content[index] is before.messages[1].content[index] for index in (0, 1, 2)] == [True, True, False]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (prompt(ASK, run("c1"), ASK, *TURN), [[], ["c1"], [], [SECOND], [SECOND]]),
        (prompt(ASK, run("c1"), ASK, run("c1"), tool(result("c1"), result("c1"))), [[], ["c1"], [], [SECOND], [SECOND, "c1"]]),
        (prompt(ASK, *TURN, *TURN, ASK, tool(result("c1"))), [[], ["c1"], ["c1"], [SECOND], [SECOND], [], [SECOND]]),
        (prompt(tool(result("c1")), run("c1"), *TURN), [[SECOND], ["c1"], [SECOND], ["c1"]]),
        (prompt(tool(result("c1"), result("c1"), result("c1")), run("c1"), run("c1")), [["c1", SECOND, "c1"], ["c1"], [SECOND]]),
    ],
)
def test_unanswered_doubled_early_and_stray_results(before, expected):
    """Each result has the new id of its own call; one that has none keeps its id."""
    assert ids(settled(rename, before)) == expected


def test_the_pairs_are_those_that_were():
    """Which result answers which call does not change by the new ids."""
    before = prompt(tool(result("c1")), *TURN, *TURN, run("c1", "c1", ""), tool(result("c1"), result(""), result("c1")), ASK, tool(result("c1")))

    assert pair(settled(rename, before)).answers == pair(before).answers


def test_an_id_that_equals_a_new_one_stays_apart():
    """Whether it stands before the id is used again, or behind; the one that came first keeps it."""
    behind = settled(rename, prompt(ASK, *TURN, *TURN, run(SECOND), tool(result(SECOND))))
    before = settled(rename, prompt(ASK, run(SECOND), tool(result(SECOND)), *TURN, *TURN))

    assert ids(behind)[3:] == [[SECOND], [SECOND], [OF_SECOND], [OF_SECOND]]
    assert ids(before)[1:] == [[SECOND], [SECOND], ["c1"], ["c1"], ["c1_da00389bde"], ["c1_da00389bde"]]


def test_a_result_without_call_gets_none():
    """One that is spelled like a new id: before it the new id is another, behind it the result's is."""
    behind = settled(rename, prompt(ASK, *TURN, *TURN, ASK, tool(result(SECOND, "lost"), result("", "lost"))))
    before = settled(rename, prompt(tool(result(SECOND, "lost")), ASK, *TURN, *TURN))

    assert ids(behind)[3:] == [[SECOND], [SECOND], [], [OF_SECOND, ""]]
    assert ids(before)[4:] == [["c1_da00389bde"], ["c1_da00389bde"]]
    assert [len(pair(after).orphans) for after in (behind, before)] == [2, 1]


def test_what_comes_later_changes_no_id():
    """The beginning of a longer history is renamed as it was alone."""
    messages = (ASK, *TURN, *TURN, ASK, *TURN, run(SECOND), tool(result(SECOND)), *TURN)
    whole = ids(rename(Prompt(messages)))

    assert all(whole[:count] == ids(rename(Prompt(messages[:count]))) for count in range(len(messages)) if count not in {2, 4, 7, 9, 11})


def test_server_tools_are_renamed_with_their_result():
    """In the same message; the first pair keeps its id."""
    pair_of_parts = (ToolCallPart("s1", "search", EMPTY, hosted=True), ToolResultPart("s1", "search", (TextPart("x"),), hosted=True))
    before = prompt(ASK, assistant(*pair_of_parts), ASK, assistant(*pair_of_parts, "So."), ASK)
    after = settled(rename, before)

    assert [len(set(found)) for found in ids(after)] == [0, 1, 0, 1, 0]
    assert ids(after)[1][0] == "s1" != ids(after)[3][0]
    assert after.messages[3].content[2] is before.messages[3].content[2]
    spared(before, after, 3)


def test_server_tools_in_a_row_are_one_turn():
    """Two messages without anything between them may not share an id; with a user between them they may."""
    used = assistant(ToolCallPart("s1", "search", EMPTY, hosted=True), ToolResultPart("s1", "search", (), hosted=True))
    untouched(within_turn, prompt(ASK, used, ASK, used))

    assert ids(settled(within_turn, prompt(ASK, used, used)))[1:] == [["s1", "s1"], ["s1_520da6953a"] * 2]


def test_distinct_and_empty_ids_stay():
    """Empty ones name nothing; two results of one call, and an orphan, use no id again."""
    untouched(rename, Prompt(), prompt(ASK, run("a", "b", "", ""), tool(result("a"), result("a"), result("z"), result(""))), prompt(ASK, run("a.b é☕")))


def test_within_a_turn_only():
    """An id may come again in the next turn where all results stand behind their calls."""
    untouched(within_turn, Prompt(), prompt(ASK, *TURN, *TURN, ASK, *TURN))
    before = prompt(ASK, *TURN, run("c1", "c1"), tool(result("c1"), result("c1")))

    assert ids(settled(within_turn, before)) == [[], ["c1"], ["c1"], ["c1", THIRD], ["c1", THIRD]]


def test_assistant_messages_in_a_row_are_one_turn():
    """Nothing stands between their calls."""
    before = prompt(ASK, run("c1"), run("c1"), tool(result("c1"), result("c1")))

    assert ids(settled(within_turn, before)) == [[], ["c1"], [SECOND], ["c1", SECOND]]


@pytest.mark.parametrize("unsettled", [(run("b"),), (run("b"), ASK, run("a"), tool(result("a"), result("b"))), (run("b"), tool(result("b"), result("b")))])
def test_in_an_unsettled_history_ids_are_used_once(unsettled):
    """Where a call is unanswered, or its results stand elsewhere or are two: to move them joins turns."""
    assert ids(settled(within_turn, prompt(ASK, *TURN, *TURN, *unsettled)))[:5] == [[], ["c1"], ["c1"], [SECOND], [SECOND]]


def test_it_is_linear():
    """Twenty thousand calls and results of one id take a bounded number of steps each."""

    def grown(count):
        return prompt(ASK, assistant(*[call("c1", "x")] * count), tool(*[result("c1")] * count))

    for repair in (rename, within_turn):
        once, twice = (steps(partial(repair, grown(count))) for count in (5_000, 10_000))
        assert twice <= 2.1 * once
        assert twice <= 20_000 * 120
