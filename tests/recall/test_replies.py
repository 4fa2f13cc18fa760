"""A reply that goes on with a stored message adds to it and takes nothing away."""

from __future__ import annotations

import pytest

from segue.json_values import EMPTY, JsonObject
from segue.messages import STATES, Data, StepStart
from segue.parts import OpaquePart, TextPart
from segue.recall import extended
from segue.shapes import Extras
from segue.testing.steps import steps_of
from tests.recall.turns import call, done, said

LOW, HIGH = TextPart("Low at six."), TextPart("High at noon.")


def words(message):
    """The texts, the states of calls and the beginnings of steps, in order."""
    return [part.text if isinstance(part, TextPart) else "step" if isinstance(part, StepStart) else part.state for part in message.parts]


def test_what_the_reply_says_more_comes_last():
    """As a model goes on after its tools have answered."""
    stored = said("m", "Checking.", done(), "Low.")
    assert words(extended(stored, said("m", "Checking.", done(), "Low.", "Anything else?"))) == [
        "Checking.",
        "result",
        "Low.",
        "Anything else?",
    ]


def test_a_text_with_other_blanks_at_its_ends_is_the_same_text():
    """It is the reply's then, and stands once; blanks are what JavaScript trims."""
    stored = said("m", "Low.", done(), "High.")
    after = extended(stored, said("m", "Low.\n", done(), "\ufeffHigh.", "High.\x85"))
    assert words(after) == ["Low.\n", "result", "\ufeffHigh.", "High.\x85"]
    assert after.parts[1] is stored.parts[1]


def test_a_reply_of_the_new_parts_alone_is_added():
    """Not every caller repeats what is stored."""
    assert words(extended(said("m", "Checking.", done()), said("m", "Low."))) == ["Checking.", "result", "step", "Low."]


@pytest.mark.parametrize(
    ("stored", "reply", "expected"),
    [
        ((call("call"),), (done(), "Low."), ["result", "step", "Low."]),
        ((call("call"),), (done(), StepStart(), "Low."), ["result", "step", "Low."]),
        (("A",), ("A", call("call"), "B"), ["A", "call", "step", "B"]),
        ((), (done(), "Low."), ["result", "step", "Low."]),
        ((done(), "B"), (done(), "A", "B"), ["result", "A", "B"]),
        ((done(), "A"), (done(), "A", "B"), ["result", "A", "B"]),
    ],
)
def test_a_text_behind_a_call_begins_a_step(stored, reply, expected):
    """At the end, as the original has it; it says so once, and nothing is put between what is stored."""
    assert words(extended(said("m", *stored), said("m", *reply))) == expected


def test_a_step_is_of_the_model_before():
    """As far as the parts tell."""
    parts = extended(said("m", StepStart("openai/gpt-5"), done()), said("m", StepStart("openai/gpt-5"), done(), "Low.")).parts
    assert parts[2] == StepStart("openai/gpt-5")


def test_a_new_part_stands_before_the_stored_one_that_follows_it():
    """Where the reply has it."""
    assert words(extended(said("m", "A", done(), "B"), said("m", "A", "new", done(), "C", "B"))) == ["A", "new", "result", "C", "B"]


def test_stored_parts_keep_their_order():
    """A reply that has them otherwise, or lacks some, does not shuffle or remove them."""
    assert words(extended(said("m", "A", "B", "C"), said("m", "new", "C", "A", "last"))) == ["A", "B", "new", "C", "last"]


def test_equal_parts_count_one_by_one():
    """A text said twice is there twice."""
    assert words(extended(said("m", "A"), said("m", "A", "A"))) == ["A", "A"]
    assert words(extended(said("m", "B", "A"), said("m", "A", "A", "B"))) == ["B", "A", "A"]


def test_fields_that_nobody_claims_do_not_tell_parts_apart():
    """A part that was stamped on its way to the store is the same part; the stored one stays."""
    stamped = TextPart("Checking.", extras=Extras("mastra", JsonObject(createdAt=5)))
    stored = said("m", stamped, Data("note", 1))
    assert extended(stored, said("m", "Checking.", Data("note", 1))) is stored


def test_opaque_parts_are_compared_whole():
    """They have no such fields."""
    part = OpaquePart("x", EMPTY, "mastra")
    assert extended(said("m", part), said("m", part, OpaquePart("y", EMPTY, "mastra"))).parts[1].kind == "y"


@pytest.mark.parametrize("hosted", [True, False])
@pytest.mark.parametrize(("before", "after"), [pair for n, a in enumerate(STATES[:4]) for pair in ((a, b) for b in STATES[n + 1 :])])
def test_calls_move_on_as_far_as_the_reply_has_them(before, after, hosted):
    """A reply is the agent's own: it may ask and settle, and report what the provider ran."""
    assert words(extended(said("m", call(before, hosted=hosted)), said("m", call(after)))) == [after]


@pytest.mark.parametrize(
    ("before", "after"), [("result", "call"), ("result", "output-error"), ("call", "partial-call"), ("odd", "result"), ("call", "odd")]
)
def test_calls_never_move_back(before, after):
    """Stored outcomes win, and unknown states are left alone."""
    stored = said("m", call(before))
    assert extended(stored, said("m", call(after))) is stored


def test_a_call_takes_what_the_reply_knows_of_it():
    """Arguments, options and unclaimed fields are laid over those that were stored."""
    stored = call("call", input=JsonObject(day=1), provider_options=JsonObject(a=JsonObject(x=1)), extras=Extras("f", JsonObject(step=0)))
    reply = done(
        input=JsonObject(port="Bergen"),
        provider_options=JsonObject(a=JsonObject(y=2)),
        extras=Extras("f", JsonObject(raw="r")),
        hosted=True,
    )
    moved = extended(said("m", stored), said("m", reply)).parts[0]

    assert (moved.input, moved.provider_options) == ({"day": 1, "port": "Bergen"}, {"a": {"x": 1, "y": 2}})
    assert (moved.extras.fields, moved.hosted) == ({"step": 0, "raw": "r"}, True)


@pytest.mark.parametrize(
    ("stored", "reply", "expected"), [("", '{"a": 1}', '{"a": 1}'), ('{"a"', JsonObject(a=1), {"a": 1}), (JsonObject(a=1), "", {"a": 1})]
)
def test_arguments_may_be_text(stored, reply, expected):
    """While a call is being written they are not an object yet; empty ones take nothing away."""
    assert expected == extended(said("m", call("call", input=stored)), said("m", done(input=reply))).parts[0].input


def test_the_list_beside_the_parts_is_extended_too():
    """Its calls move along, new ones are added."""
    stored = said("m", call("call"), invocations=(call("call"),))
    assert [entry.id for entry in extended(stored, said("m", done(), invocations=(done(), done(id="d")))).invocations] == ["c", "d"]
    assert extended(stored, said("m", done())).invocations[0].state == "result"


@pytest.mark.parametrize(("stored", "reply", "expected"), [("a", "b", "b"), ("a", None, "a"), ("a", "", "a"), (None, "b", "b")])
def test_the_text_beside_the_parts_is_the_replys(stored, reply, expected):
    """Where it has one."""
    assert expected == extended(said("m", text=stored), said("m", text=reply)).text


def test_metadata_is_laid_over():
    """However deep; what the reply does not name stays."""
    stored, reply = JsonObject(a=1, b=JsonObject(x=1), c=1), JsonObject(a=True, b=JsonObject(y=2))
    assert extended(said("m", metadata=stored), said("m", metadata=reply)).metadata == {"a": True, "b": {"x": 1, "y": 2}, "c": 1}


ONE, TWO, OTHER = (Extras(format, JsonObject({key: 1})) for format, key in (("f", "a"), ("f", "b"), ("g", "c")))


@pytest.mark.parametrize(
    ("stored", "reply", "expected"),
    [(None, ONE, ONE), (ONE, None, ONE), (ONE, ONE, ONE), (ONE, TWO, Extras("f", JsonObject(a=1, b=1))), (ONE, OTHER, ONE)],
)
def test_fields_that_nobody_claims_are_laid_over(stored, reply, expected):
    """Within one format; they are never written into another."""
    assert expected == extended(said("m", extras=stored), said("m", extras=reply)).extras


def test_the_row_keeps_its_date_and_place():
    """Only the content is extended."""
    stored = said("m", created_at="a", thread_id="t", resource_id="r", sources=frozenset({"memory"}))
    added = extended(stored, said("m", "new", created_at="b", thread_id="u", resource_id="s"))
    assert (added.created_at, added.thread_id, added.resource_id, added.sources) == ("a", "t", "r", {"memory"})


@pytest.mark.parametrize("reply", [said("m"), said("m", LOW), said("m", HIGH, done(), LOW), said("m", StepStart(), LOW, done(), HIGH)])
def test_where_nothing_is_added_the_stored_message_itself_comes_back(reply):
    """Whole, in part, or in another order."""
    stored = said("m", StepStart(), LOW, done(), HIGH, text="t", metadata=JsonObject(a=1), extras=ONE)
    assert extended(stored, reply) is stored


@pytest.mark.parametrize(
    "reply", [said("m", "A", "X", "A", "B"), said("m", "new", call("call", "d"), "B", text="u"), said("m", "B", done(), "A")]
)
def test_a_second_time_nothing_is_added(reply):
    """By the same reply, or by what came of it."""
    stored = said("m", "B", "A", call("call"))
    once = extended(stored, reply)

    assert extended(once, reply) is once
    assert extended(stored, once) == once


def test_calls_of_one_id_keep_their_order():
    """The reply's second call is no outcome of the stored first."""
    stored = said("m", "A", call("call"))
    added = extended(stored, said("m", done("one"), done("two"), "A"))
    assert [part.output for part in added.parts[1:]] == ["one", "two"]
    assert extended(stored, said("m", call("call"), done("two"))).parts[1:] == (call("call"), done("two"))


def test_a_second_call_stands_behind_the_first_whatever_lies_between():
    """Or the two would be taken for one another the next time."""
    added = extended(said("m", "A", "B", call("call")), said("m", done("one"), "A", done("two"), "B"))
    assert [part.output for part in added.parts[2:]] == ["one", "two"]


def test_a_reply_that_repeats_all_that_is_stored_sets_the_order():
    """Stored parts keep theirs in it."""
    assert words(extended(said("m", "A", "B"), said("m", "B", "A", "B"))) == ["B", "A", "B"]


def test_a_listed_call_learns_from_the_list():
    """Where the reply has one, and from the part where it has not."""
    stored = said("m", call("partial-call"), invocations=(call("partial-call"),))
    told, beside = call("call", input=JsonObject(day=1)), call("call", input=JsonObject(day=2))
    assert [entry.input for entry in extended(stored, said("m", told)).invocations] == [{"day": 1}]
    assert [entry.input for entry in extended(stored, said("m", told, invocations=(beside,))).invocations] == [{"day": 2}]


@pytest.mark.parametrize("reply", [["A", "B"], ["B", "A"], ["A", "B", "C"]])
def test_many_parts_take_no_more_than_their_share(reply):
    """Twice the parts, twice the steps, whether the reply repeats all, shuffles or adds."""

    def steps(count):
        stored, more = said("m", *(["A", "B"] * count)), said("m", *(reply * count))
        return steps_of(lambda: extended(stored, more))

    assert steps(200) < 2.5 * steps(100)
