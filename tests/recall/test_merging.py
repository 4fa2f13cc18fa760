"""A conversation is recalled in the order of its times, each message once, nothing of the caller's lost."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import EMPTY, JsonObject
from segue.messages import CONTEXT, INPUT, MEMORY, RESPONSE
from segue.parts import TextPart
from segue.recall import dated, recall, select_to_store
from segue.testing.steps import steps_of
from tests.recall.turns import asked, at, call, done, said

BOTH = frozenset({"memory", "input"})
STORED = (asked("s1", "Plan.", created_at=at(0)), said("s2", "Season?", created_at=at(1)), asked("s3", "Winter.", created_at=at(2)))


def ids(messages):
    """The ids, in order."""
    return [message.id for message in messages]


def merged(row, copy):
    """What becomes of a stored message and the caller's copy of it."""
    (message,) = recall([row], [copy])
    return message


def test_what_is_stored_comes_before_what_is_new():
    """And is told to come from memory."""
    messages = recall(STORED, [asked("n", created_at=at(9))])
    assert [(message.id, message.sources) for message in messages] == [("s1", MEMORY), ("s2", MEMORY), ("s3", MEMORY), ("n", INPUT)]


def test_messages_stand_in_the_order_of_their_times():
    """An older message of the caller's goes where it belongs."""
    assert ids(recall(STORED, [asked("n2", created_at=at(9)), asked("n1", created_at="2030-06-01T10:00:30+02:00")])) == [
        "s1", "n1", "s2", "s3", "n2",
    ]  # fmt: skip


def test_of_one_time_the_callers_comes_first():
    """And several in the order in which they were given."""
    assert ids(recall(STORED, [asked("n1", created_at=at(1)), asked("n2", created_at=at(1))])) == ["s1", "n1", "n2", "s2", "s3"]


@pytest.mark.parametrize("made", [None, "soon"])
def test_a_message_without_a_time_is_the_last(made):
    """As is one whose time cannot be read."""
    assert ids(recall(STORED, [asked("n", created_at=made), asked("late", created_at=at(59))]))[-2:] == ["late", "n"]


@pytest.mark.parametrize("made", [None, "soon", at(0)])
def test_stored_messages_keep_their_order(made):
    """Whatever their dates say, the store knows."""
    rows = (STORED[1], evolve(STORED[0], created_at=made), STORED[2])
    assert ids(recall(rows, [asked("n", created_at=at(1))])) == ["n", "s2", "s1", "s3"]


def test_stored_messages_may_share_a_time():
    """They come back as they were stored."""
    rows = [evolve(row, created_at=at(0)) for row in STORED]
    assert ids(recall(rows, [])) == ["s1", "s2", "s3"]


def test_stored_system_messages_are_left_out():
    """They are not of this turn."""
    assert ids(recall([said("sys", role="system"), *STORED], [])) == ["s1", "s2", "s3"]


def test_the_callers_system_messages_come_first():
    """Nothing that the caller gave is lost."""
    system = said("", "Be brief.", role="system")
    messages = recall(STORED, [asked("n", created_at=at(9)), system])
    assert messages[0] is system
    assert ids(messages) == ["", "s1", "s2", "s3", "n"]


def test_the_callers_messages_are_the_very_objects():
    """As are rows that say already where they come from."""
    new, row = asked("n", created_at=at(9)), STORED[0].from_(MEMORY)
    assert [message is given for message, given in zip(recall([row], [new]), [row, new], strict=True)] == [True, True]


def test_equal_texts_of_different_ids_are_different_messages():
    """People repeat themselves."""
    assert ids(recall(STORED, [asked("n", "Winter.", created_at=at(9))])) == ["s1", "s2", "s3", "n"]


def test_messages_without_an_id_are_no_copies():
    """Neither of one another nor of a row."""
    messages = recall([asked("", created_at=at(0))], [asked("", "a"), asked("", "b")])
    assert [message.sources for message in messages] == [MEMORY, INPUT, INPUT]


def test_an_input_copy_gives_way_to_the_stored_message():
    """At its place and time; that the caller gave it too is told."""
    messages = recall(STORED, [said("s2", "Season, captain?", created_at=at(30), metadata=JsonObject(forged=True))])
    assert ids(messages) == ["s1", "s2", "s3"]
    assert messages[1] == STORED[1]
    assert (messages[1].sources, messages[1].source) == (BOTH, "memory")


def test_an_input_copy_brings_an_outcome():
    """The client ran the tool."""
    assert merged(said("m", call("call")), said("m", "Forged.", done())).parts == (done(),)


def test_an_input_copy_cannot_forge_an_outcome():
    """What is settled stays."""
    assert merged(said("m", done("yes")), said("m", done("forged"))).parts == (done("yes"),)


def test_a_response_copy_is_added_to_the_stored_message():
    """Which is then a response, and stored again."""
    message = merged(said("m", "Checking."), said("m", "Checking.", "Low.", sources=RESPONSE))
    assert [part.text for part in message.parts] == ["Checking.", "Low."]
    assert message.sources == RESPONSE


def test_a_context_copy_of_a_users_message_takes_its_contents_place():
    """The row keeps its identity, date and metadata."""
    row = asked("m", "Winter.", created_at=at(2), thread_id="t", resource_id="r", text="Winter.", metadata=JsonObject(a=1))
    message = merged(row, asked("m", "In winter.", created_at=at(9), sources=CONTEXT, metadata=JsonObject(b=2)))

    assert message == asked("m", "In winter.", created_at=at(2), thread_id="t", resource_id="r", metadata=JsonObject(a=1, b=2))
    assert message.sources == MEMORY | CONTEXT


def test_a_context_copy_of_a_models_message_is_added_for_this_call():
    """As a reply is; stored it is not."""
    message = merged(said("m", "Low.", call("call")), said("m", "Low.", done(), "High.", sources=CONTEXT))
    assert [part.text for part in message.parts if isinstance(part, TextPart)] == ["Low.", "High."]
    assert (message.parts[1], message.sources) == (done(), MEMORY | CONTEXT)
    assert select_to_store([message]) == ()


def test_a_recalled_copy_gives_way_to_the_stored_message():
    """The store is right."""
    message = merged(asked("m", "Ferry."), asked("m", "Bus.", sources=MEMORY))
    assert (message, message.sources) == (asked("m", "Ferry."), MEMORY)


def test_recalling_what_was_recalled_changes_nothing():
    """Whatever the copies did."""
    stored = [asked("u", "Hi.", created_at=at(0)), said("a", call("call"), created_at=at(1)), said("b", "B", created_at=at(2))]
    incoming = [asked("u", "Ho.", sources=CONTEXT), said("a", done()), said("b", "B", "C", sources=RESPONSE), asked("n", created_at=at(3))]
    once = recall(stored, incoming)

    assert recall(stored, once) == once
    assert [message.sources for message in recall(stored, once)] == [message.sources for message in once]


def test_of_the_callers_copies_the_later_one_counts():
    """It has the sources of both."""
    (message,) = recall([], [asked("m", "a"), asked("m", "b", sources=CONTEXT)])
    assert (message.parts[0].text, message.sources) == ("b", INPUT | CONTEXT)


def test_a_reply_counts_as_one():
    """Whatever else a message of its id was."""
    (message,) = recall([], [asked("m", "a"), said("m", "b", sources=RESPONSE)])
    assert message.sources == RESPONSE


@pytest.mark.parametrize(
    "turn", [(said("m", done()), said("m", call("call"), sources=MEMORY)), (said("m", call("call"), sources=MEMORY), said("m", done()))]
)
def test_a_recalled_copy_is_the_base_of_others(turn):
    """As if it were stored."""
    (message,) = recall([], turn)
    assert (message.parts, message.sources) == ((done(),), BOTH)


def test_listed_calls_take_the_arguments_of_their_parts():
    """Where theirs were lost on the way to the database."""
    given, other = JsonObject(day=1), call("call", "d", input=JsonObject(day=2))
    row = said("m", done(input=given), other, invocations=(done(), call("call", "d", input=JsonObject(day=3)), done(id="e")))
    (message,) = recall([row], [])
    assert [entry.input for entry in message.invocations] == [given, {"day": 3}, EMPTY]


def test_listed_calls_that_are_whole_are_left_alone():
    """The row is the same object."""
    row = said("m", done(), invocations=(done(),), sources=MEMORY)
    assert recall([row], [])[0] is row


@pytest.mark.parametrize("again", [False, True])
def test_many_messages_take_no_more_than_their_share(again):
    """Twice the messages, twice the steps, also where the client sends all of them again."""

    def steps(count):
        stored = [said(f"m{n}", call("call"), created_at=at(n % 60)) for n in range(count)]
        incoming = [said(f"m{n if again else -n}", done(), created_at=at(n % 60)) for n in range(count)]
        return steps_of(lambda: recall(stored, incoming))

    assert steps(200) < 2.5 * steps(100)


NOW = at(30)


def test_messages_are_dated_now():
    """Each a little later than the one before, so that they have one order everywhere."""
    assert [message.created_at for message in dated([asked("a"), asked("b")], [], NOW)] == [NOW, "2030-06-01T08:30:00.001Z"]


def test_messages_are_dated_later_than_what_is_stored():
    """Clocks differ, and a clock may stand still."""
    (message,) = dated([asked("a")], [asked("s", created_at=at(45)), asked("r", created_at=at(40)), asked("q")], NOW)
    assert message.created_at == "2030-06-01T08:45:00.001Z"


def test_messages_are_dated_later_than_those_before_them():
    """Whoever dated these."""
    assert (
        dated([asked("a", created_at=at(45)), asked("b", created_at="soon"), asked("c")], [], NOW)[2].created_at
        == "2030-06-01T08:45:00.001Z"
    )


@pytest.mark.parametrize("message", [asked("a", created_at=at(1)), asked("a", created_at="soon"), said("", role="system")])
def test_dated_messages_and_system_messages_are_left_alone(message):
    """They are the very objects."""
    assert dated([message], [], NOW)[0] is message


def test_a_clock_that_tells_no_time_is_refused():
    """By name of what it told."""
    with pytest.raises(ValueError, match="'noon'"):
        dated([], [], "noon")
