"""Which result answers which call: in any order, under ids used again, without ids, early, twice and never."""

from __future__ import annotations

from functools import partial

import pytest

from segue.json_values import EMPTY, freeze_object
from segue.parts import OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, system, tool, user
from segue.repairs._pairing import Pairs, pair, turns, unclear_messages, with_ids, without, without_marked
from tests.repairs.settling import spared, steps

ASK = user("Which trains run today?")


def answers(given):
    """Return the calls with results, by position."""
    return pair(given).answers


def called(*names, id="c1"):
    """Return an assistant message that calls these tools under one id."""
    return assistant(*(call(id, name) for name in names))


def test_nothing_pairs_with_nothing():
    """An empty prompt, and one without calls, has no pairs and no orphans."""
    assert pair(Prompt()) == Pairs({}, [])
    assert pair(prompt(system("Be brief."), ASK, assistant("7:10."))) == Pairs({}, [])


def test_a_result_answers_the_call_of_its_id():
    """One call, one result."""
    assert pair(prompt(ASK, called("trains"), tool(result("c1")))) == Pairs({(1, 0): [(2, 0)]}, [])


def test_parallel_calls_are_answered_out_of_order():
    """Results go by id, whatever their order, and in several messages."""
    given = prompt(ASK, assistant(call("a", "x"), "And:", call("b", "y"), call("c", "z")), tool(result("c"), result("a")), tool(result("b")))

    assert answers(given) == {(1, 0): [(2, 1)], (1, 2): [(3, 0)], (1, 3): [(2, 0)]}


def test_an_unanswered_call_has_no_results():
    """A call that nothing answers stands with an empty list."""
    assert answers(prompt(ASK, assistant(call("a", "x"), call("b", "y")), tool(result("b")))) == {(1, 0): [], (1, 1): [(2, 0)]}


def test_a_result_without_call_is_an_orphan():
    """It is named by its position, in order."""
    given = prompt(tool(result("x"), result("")), ASK, called("trains"), tool(result("c9"), result("c1")))

    assert pair(given) == Pairs({(2, 0): [(3, 1)]}, [(0, 0), (0, 1), (3, 0)])


def test_an_id_that_is_used_again_pairs_within_its_turn():
    """A result answers the call of the latest turn that waits for it."""
    turn = (called("trains"), tool(result("c1")))

    assert answers(prompt(ASK, *turn, *turn, user("And back?"), *turn)) == {(1, 0): [(2, 0)], (3, 0): [(4, 0)], (6, 0): [(7, 0)]}


def test_the_latest_waiting_turn_comes_first():
    """Where two turns wait for one id, the first result is the later turn's, the next the earlier one's."""
    given = prompt(ASK, called("trains"), user("?"), called("trains"), tool(result("c1")), tool(result("c1")))

    assert answers(given) == {(1, 0): [(5, 0)], (3, 0): [(4, 0)]}


def test_assistant_messages_in_a_row_are_one_turn():
    """Their calls of one id are answered in their own order."""
    given = prompt(ASK, called("trains"), called("buses"), tool(result("c1"), result("c1")))

    assert answers(given) == {(1, 0): [(3, 0)], (2, 0): [(3, 1)]}


def test_one_id_twice_in_a_message_is_answered_in_order():
    """The first result is the first call's."""
    assert answers(prompt(ASK, called("trains", "buses"), tool(result("c1"), result("c1")))) == {(1, 0): [(2, 0)], (1, 1): [(2, 1)]}


def test_a_second_result_belongs_to_the_answered_call():
    """A call may have several results; they stay in order. With an id used again they are the latest call's."""
    assert answers(prompt(ASK, called("trains"), tool(result("c1")), user("?"), tool(result("c1")))) == {(1, 0): [(2, 0), (4, 0)]}
    turn = (called("trains"), tool(result("c1")))
    assert answers(prompt(ASK, *turn, *turn, tool(result("c1")))) == {(1, 0): [(2, 0)], (3, 0): [(4, 0), (5, 0)]}


def test_a_result_before_its_call_belongs_to_it():
    """Where nothing else answers the call."""
    assert pair(prompt(tool(result("c1")), called("trains"), user("?"))) == Pairs({(1, 0): [(0, 0)]}, [])


def test_a_result_before_an_answered_call_is_an_orphan():
    """What stands behind the call comes first."""
    assert pair(prompt(tool(result("c1")), called("trains"), tool(result("c1")))) == Pairs({(1, 0): [(2, 0)]}, [(0, 0)])


def test_two_early_results_have_one_call():
    """The first of them belongs to it, the second is an orphan."""
    assert pair(prompt(tool(result("c1"), result("c1")), called("trains"))) == Pairs({(1, 0): [(0, 0)]}, [(0, 1)])


def test_empty_ids_pair_by_name():
    """Results without id go to the calls without id, of their name."""
    given = prompt(ASK, assistant(call("", "trains"), call("", "buses")), tool(result("", name="buses"), result("", name="trains")))

    assert answers(given) == {(1, 0): [(2, 1)], (1, 1): [(2, 0)]}


def test_empty_ids_pair_by_order():
    """Without names the first result is the first call's, and a name and none may mix."""
    given = prompt(ASK, assistant(call("", "trains"), call("", "buses")), tool(result(""), result("")))
    mixed = prompt(ASK, assistant(call("", "trains"), call("", "buses")), tool(result("", name="buses"), result("")))

    assert answers(given) == {(1, 0): [(2, 0)], (1, 1): [(2, 1)]}
    assert answers(mixed) == {(1, 0): [(2, 1)], (1, 1): [(2, 0)]}


def test_a_result_without_id_may_stand_beside_one_with():
    """In one message; one is enough to pair by name."""
    given = prompt(ASK, assistant(call("a", "trains"), call("b", "buses")), tool(result("a"), result("", name="buses")))

    assert answers(given) == {(1, 0): [(2, 0)], (1, 1): [(2, 1)]}


def test_empty_ids_pair_within_their_turn():
    """An earlier call without id is left for the results that come later."""
    given = prompt(ASK, assistant(call("", "trains")), user("?"), assistant(call("", "trains")), tool(result(""), result("", name="trains")))

    assert answers(given) == {(1, 0): [(4, 1)], (3, 0): [(4, 0)]}


@pytest.mark.parametrize(("name", "number"), [("buses", 1), ("", 0)])
def test_a_result_without_id_answers_a_call_with_one(name, number):
    """Where no call lacks an id: one of its name, or the first."""
    given = prompt(ASK, assistant(call("a", "trains"), call("b", "buses")), tool(result("", name=name)))

    assert answers(given)[1, number] == [(2, 0)]


def test_a_result_without_id_answers_a_call_without_one():
    """Where there are both kinds, a call with an id is left for the result that names it."""
    given = prompt(ASK, assistant(call("a", "trains"), call("", "trains")), tool(result("", name="trains"), result("")))

    assert pair(given) == Pairs({(1, 0): [], (1, 1): [(2, 0)]}, [(2, 1)])


def test_a_result_without_id_and_another_name_is_an_orphan():
    """A name that no waiting call has pairs with none."""
    assert pair(prompt(ASK, called("trains"), tool(result("", name="planes")))).orphans == [(2, 0)]
    assert pair(prompt(ASK, called("trains", id=""), tool(result("", name="planes")))).orphans == [(2, 0)]


def test_a_surplus_result_without_id_is_an_orphan():
    """There is no telling which answered call it repeats; and one before all calls has none."""
    assert pair(prompt(ASK, called("trains", id=""), tool(result(""), result("")))) == Pairs({(1, 0): [(2, 0)]}, [(2, 1)])
    assert pair(prompt(tool(result("")), called("trains", id=""))) == Pairs({(1, 0): []}, [(0, 0)])


def test_only_the_callers_own_tools_are_paired():
    """A hosted call is none of them, and a part of another kind among results is none."""
    hosted = ToolCallPart("h", "search", EMPTY, hosted=True)
    found = ToolResultPart("h", "search", (TextPart("x"),), hosted=True)
    given = prompt(ASK, assistant(hosted, found, call("c1", "trains")), tool(OpaquePart("note", EMPTY, "elsewhere"), result("c1")))

    assert pair(given) == Pairs({(1, 2): [(2, 1)]}, [])


def test_the_call_of_each_result():
    """`call_of` turns the pairs around."""
    given = prompt(ASK, assistant(call("a", "x"), call("b", "y")), tool(result("b"), result("a"), result("a"), result("z")))

    assert pair(given).call_of() == {(2, 0): (1, 1), (2, 1): (1, 0), (2, 2): (1, 0)}


def test_turns_are_told_by_the_assistant_message_before():
    """-1 before the first one; an assistant message is its own."""
    assert turns(prompt(ASK, assistant("A"), ASK, tool(), assistant("B"), assistant("C"), ASK)) == [-1, 1, 1, 1, 4, 5, 5]


def test_a_turn_is_unclear_where_two_of_its_calls_share_an_id():
    """In one message or in several in a row, without id too; all its messages are. One id in two turns is clear."""
    one, other = call("a", "x"), call("b", "x")

    assert unclear_messages(Prompt()) == set()
    assert unclear_messages(prompt(ASK, assistant(one, other), ASK, assistant(one), tool(result("a")), assistant(one, other))) == set()
    assert unclear_messages(prompt(ASK, assistant(one, one), ASK, assistant(one))) == {1}
    assert unclear_messages(prompt(ASK, assistant(one), assistant("Hm."), assistant(other, one))) == {1, 2, 3}
    assert unclear_messages(prompt(assistant(call("", "x"), call("", "y")), ASK)) == {0}
    assert unclear_messages(prompt(assistant(one, ToolCallPart("a", "x", EMPTY, hosted=True)))) == set()


def test_new_ids_touch_what_they_rename_only():
    """Messages and parts without a new id are the same objects; a prompt whose ids are as wanted is."""
    given = prompt(ASK, assistant("A", call("a", "x")), tool(result("a"), result("b")))
    after = with_ids(given, {(1, 1): "n", (2, 0): "n", (2, 1): "b"})

    assert [part.id for part in (after.messages[1].content[1], *after.messages[2].content)] == ["n", "n", "b"]
    assert after.messages[1].content[0] is given.messages[1].content[0]
    assert after.messages[2].content[1] is given.messages[2].content[1]
    spared(given, after, 1, 2)
    assert with_ids(given, {(1, 1): "a"}) is given
    assert with_ids(given, {}) is given


def test_a_message_goes_with_its_last_part():
    """What loses all its parts goes; what had none stays."""
    given = prompt(ASK, assistant(), tool(result("a")), tool(result("b"), result("c")))

    assert without_marked(given, {(2, 0), (3, 0)})[1:3] == [given.messages[1], None]
    assert without(given, {(2, 0), (3, 0)}) == prompt(ASK, assistant(), tool(result("c")))
    assert without(given, set()) is given


def _same_id(count):
    return Prompt((ASK, assistant(*[call("c", "x")] * count), tool(*[result("c")] * count)))


def _no_id(count):
    return Prompt((ASK, assistant(*[call("", "x")] * count), tool(*[result("", name="x")] * count)))


def _crossed(count):
    named = [call("", f"t{index}") for index in range(count)]
    return Prompt((ASK, assistant(*named), tool(*(result("", name=part.name) for part in reversed(named)))))


def _turns_of_one_id(count):
    return Prompt((ASK, assistant(call("c", "x")), user("?")) * (count // 2) + (tool(*[result("c")] * count),))


def _early(count):
    return Prompt((tool(*[result("c")] * count), assistant(*[call("c", "x")] * (count // 2))))


def _repeated(count):
    return Prompt((ASK, assistant(call("c", "x")), tool(*[result("c")] * count)))


def _mixed(count):
    return Prompt((ASK, assistant(*[call(str(index), "x") for index in range(count)]), tool(*[result("", name="x")] * (2 * count))))


@pytest.mark.parametrize("history", [_same_id, _no_id, _crossed, _turns_of_one_id, _early, _repeated, _mixed])
def test_pairing_is_linear(history):
    """Twenty thousand calls and results under one id, or none, take a bounded number of steps each, twice as many twice as many."""
    once, twice = (steps(partial(pair, history(count))) for count in (10_000, 20_000))

    assert twice <= 2.1 * once
    assert twice <= 20_000 * 60


def test_details_follow_the_calls_that_they_sign():
    """OpenRouter's name a call of their message by its id; those that name another, or none, are left alone."""

    def detail(**fields):
        return ReasoningPart("", freeze_object({"openrouter": {"detail": fields, "x": 1}}))

    words = TextPart("I look.", detail(id="old").provider_options)
    said = assistant(detail(id="old", data="c2ln"), detail(id="gone"), detail(), ReasoningPart("Hm."), words, call("old", "run"))
    before = prompt(ASK, said, assistant(detail(id="old"), call("c2", "run")))
    after = with_ids(before, {(1, 5): "new"})

    assert after.messages[1].content[0].provider_options == {"openrouter": {"detail": {"id": "new", "data": "c2ln"}, "x": 1}}
    assert all(one is other for one, other in zip(after.messages[1].content[1:5], said.content[1:5], strict=True))
    assert after.messages[2] is before.messages[2]


def test_pairs_are_remembered():
    """A prompt is looked at once; an equal one is another prompt, and is equal still."""
    given = prompt(ASK, called("trains"), tool(result("c1")))

    assert pair(given) is pair(given)
    assert given == Prompt(given.messages)
    assert pair(Prompt(given.messages)) is not pair(given)
    assert pair(Prompt(given.messages)) == pair(given)


def test_one_id_used_again_leaves_the_others_to_their_ids():
    """Calls of an id of their own are paired by it, early results too, beside calls that share one."""
    given = prompt(tool(result("b")), called("x"), called("y", id="b"), tool(result("c1")), called("z"), tool(result("c1"), result("q")))

    assert pair(given) == Pairs({(1, 0): [(3, 0)], (2, 0): [(0, 0)], (4, 0): [(5, 0)]}, [(5, 1)])
