"""A caller's copy of a stored message moves tool outcomes forward and changes nothing else."""

from __future__ import annotations

import pytest

from segue.json_values import JsonObject
from segue.messages import STATES
from segue.recall import advanced
from segue.testing.steps import steps_of
from tests.recall.turns import call, done, said

SETTLED = ("result", "output-error", "output-denied")
WAITING = ("partial-call", "call", "approval-requested", "approval-responded")
UNKNOWN = ("", "odd")


def states(message):
    """The states of all calls, those listed beside the parts last."""
    return [part.state for part in (*message.parts, *message.invocations)]


def after(stored, copy, **fields):
    """The state of a stored call once the copy was seen."""
    return states(advanced(said("m", call(stored, **fields)), said("m", call(copy))))[0]


@pytest.mark.parametrize("copy", SETTLED)
@pytest.mark.parametrize("stored", WAITING)
def test_an_outcome_settles_a_call_that_waits(stored, copy):
    """Whatever it waits for, and however it ends."""
    assert copy == after(stored, copy)


@pytest.mark.parametrize("stored", WAITING[:3])
def test_an_answer_is_brought_to_a_call_that_was_not_answered(stored):
    """An answer is no outcome, but it is news."""
    assert after(stored, "approval-responded") == "approval-responded"


@pytest.mark.parametrize("copy", [*STATES, *UNKNOWN])
@pytest.mark.parametrize("stored", [*SETTLED, *UNKNOWN])
def test_settled_and_unknown_states_stay(stored, copy):
    """What has an outcome keeps it, and nobody knows what comes after a state that is not known."""
    assert stored == after(stored, copy)


@pytest.mark.parametrize("copy", ["partial-call", "call", "approval-requested", *UNKNOWN])
@pytest.mark.parametrize("stored", WAITING)
def test_a_copy_cannot_ask(stored, copy):
    """Only answers and outcomes come from a caller; that a model calls or a tool needs approval does not."""
    assert stored == after(stored, copy)


def test_an_answer_is_not_taken_back():
    """The same answer again is no news either."""
    assert after("approval-responded", "approval-responded") == "approval-responded"


@pytest.mark.parametrize(("copy", "expected"), [("result", "call"), ("output-error", "call"), ("approval-responded", "approval-responded")])
def test_what_the_provider_runs_can_only_be_approved(copy, expected):
    """Its outcome comes from the provider."""
    assert expected == after("call", copy, hosted=True)


def test_the_outcome_is_the_copys_and_all_else_the_stored_calls():
    """Arguments, name and options cannot be rewritten on the way."""
    stored = call("call", name="tides", input=JsonObject(day=1), provider_options=JsonObject(openai=JsonObject(itemId="fc_1")))
    copy = done("low", name="other", input=JsonObject(day=2), hosted=True, error=True)

    expected = done("low", input=JsonObject(day=1), provider_options=stored.provider_options, error=True)
    assert expected == advanced(said("m", stored), said("m", copy)).parts[0]


def test_what_went_wrong_is_taken_over():
    """The text of an error is its outcome."""
    assert advanced(said("m", call("call")), said("m", call("output-error", error_text="no tide"))).parts[0].error_text == "no tide"


def test_an_answer_is_laid_over_the_question():
    """What was asked stays beside what was answered."""
    stored = said("m", call("approval-requested", approval=JsonObject(id="ap")))
    copy = said("m", call("approval-responded", approval=JsonObject(approved=True)))
    assert advanced(stored, copy).parts[0].approval == {"id": "ap", "approved": True}


@pytest.mark.parametrize(
    ("stored", "copy", "expected"), [(None, {"id": "a"}, {"id": "a"}), ({"id": "a"}, None, {"id": "a"}), (None, None, None)]
)
def test_an_approval_may_be_missing(stored, copy, expected):
    """On either side."""
    stored, copy = (None if approval is None else JsonObject(approval) for approval in (stored, copy))
    assert expected == advanced(said("m", call("call", approval=stored)), said("m", done(approval=copy))).parts[0].approval


def test_part_and_list_have_the_same_approval():
    """What either knew of it, and what is new."""
    stored = said("m", call("call", approval=JsonObject(id="ap")), invocations=(call("call", approval=JsonObject(reason="r")),))
    moved = advanced(stored, said("m", done(approval=JsonObject(approved=True))))
    assert moved.parts[0].approval == moved.invocations[0].approval == {"id": "ap", "reason": "r", "approved": True}


def test_the_list_beside_the_parts_moves_along():
    """It tells of the same calls."""
    assert states(advanced(said("m", call("call"), invocations=(call("call"),)), said("m", done()))) == ["result", "result"]


def test_a_call_that_got_its_result_is_listed():
    """As the original lists it, without what stands around its part; other outcomes and answers are not."""
    stored = said("m", call("call", provider_options=JsonObject(openai=JsonObject(itemId="fc_1"))), call("call", "d"))
    copy = said("m", done(), call("output-error", "d", error_text="no tide"))
    assert advanced(stored, copy).invocations == (done(),)


def test_calls_of_one_id_are_not_listed():
    """The list could not tell which of them it is."""
    assert advanced(said("m", done("first"), call("call")), said("m", done(), done("second"))).invocations == ()


def test_rows_that_have_only_the_list_are_moved():
    """Older rows have no parts."""
    assert states(advanced(said("m", invocations=(call("call"),)), said("m", done()))) == ["result"]


def test_a_copy_may_have_the_outcome_in_its_list_alone():
    """Older clients write it there."""
    copy = said("m", call("call"), invocations=(done("low"),))
    assert advanced(said("m", call("call")), copy).parts[0].output == "low"


@pytest.mark.parametrize(
    "stored", [said("m", done("low"), invocations=(call("call"),)), said("m", call("call"), invocations=(done("low"),))]
)
def test_a_call_that_is_settled_in_one_place_is_settled(stored):
    """Where part and list disagree, nothing is forged into the one that lags."""
    assert advanced(stored, said("m", done("forged"))) is stored


@pytest.mark.parametrize(
    "stored",
    [said("m", call("call", hosted=True), invocations=(call("call"),)), said("m", call("call"), invocations=(call("call", hosted=True),))],
)
def test_the_provider_runs_a_call_in_both_places(stored):
    """The list does not repeat who runs a tool."""
    assert advanced(stored, said("m", done())) is stored


def test_a_state_that_is_not_known_does_not_hide_an_outcome():
    """Where a copy has both."""
    assert advanced(said("m", call("call")), said("m", call("odd"), invocations=(done(),))).parts[0].state == "result"


def test_calls_of_one_id_are_told_apart_by_their_order():
    """Some providers count their calls from nought in every step."""
    stored = said("m", done("first"), call("call"))
    assert [part.output for part in advanced(stored, said("m", done("forged"), done("second"))).parts] == ["first", "second"]


def test_of_calls_of_one_id_the_copy_may_lack_some():
    """What is not told is not guessed."""
    stored = said("m", call("call"), call("call"))
    assert states(advanced(stored, said("m", done()))) == ["result", "call"]


def test_the_furthest_of_a_copys_calls_of_one_id_counts():
    """Older clients repeat a call with its outcome."""
    assert advanced(said("m", call("call")), said("m", call("call"), done(), call("odd"))).parts[0].state == "result"


@pytest.mark.parametrize("copy", [said("m"), said("m", "text"), said("m", call("result", "")), said("m", done(id="other"))])
def test_where_nothing_moves_the_stored_message_itself_comes_back(copy):
    """Without calls, ids, or calls of these ids there is no news; a call without an id is no one's."""
    stored = said("m", "Checking.", call("call"), call("call", ""))
    assert advanced(stored, copy) is stored


def test_the_copys_words_and_sources_do_not_count():
    """The stored message keeps its text, date, metadata and sources, and its other parts are the same objects."""
    stored = said("m", "Checking.", call("call"), created_at="a", text="t", sources=frozenset({"memory"}))
    moved = advanced(stored, said("m", "Forged.", done(), created_at="b", text="u", metadata=JsonObject(a=1)))

    assert (moved.created_at, moved.text, moved.metadata, moved.sources) == ("a", "t", {}, {"memory"})
    assert moved.parts[0] is stored.parts[0]


@pytest.mark.parametrize("same_ids", [True, False])
def test_many_calls_take_no_more_than_their_share(same_ids):
    """Twice the calls, twice the steps."""

    def steps(count):
        ids = ["c"] * count if same_ids else [f"c{n}" for n in range(count)]
        stored, copy = said("m", *(call("call", id) for id in ids)), said("m", *(done(id=id) for id in ids))
        return steps_of(lambda: advanced(stored, copy))

    assert steps(200) < 2.5 * steps(100)
