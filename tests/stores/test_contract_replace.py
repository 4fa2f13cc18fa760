"""What every store does where stored messages are corrected: what they say is replaced, and nothing else."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import JsonObject
from segue.messages import RESPONSE, ToolInvocation
from segue_shell.stores import ANY_RESOURCE, ConflictError
from tests.stores.conftest import ids


@pytest.fixture
def store(opening, clock):
    """Return a store of each kind."""
    return opening(clock)


@pytest.fixture
def talk(store, say):
    """Put three messages into a thread of ada's and one into one of bob's."""
    store.append("t", "ada", [say("m0"), say("m1", role="assistant", sources=RESPONSE), say("m2")])
    store.append("u", "bob", [say("other")])
    return store


def texts(store):
    """Return the texts of ada's thread."""
    return [message.parts[0].text for message in store.list_messages("t", "ada")]


def test_what_a_row_says_is_replaced(talk, say):
    """Text, role and metadata are as given, in place and in order."""
    before = talk.list_messages("t", "ada")
    (returned,) = talk.replace_messages("t", "ada", [say("m1", "High tide?", role="user", metadata=JsonObject(a=1))])
    rows = talk.list_messages("t", "ada")

    assert texts(talk) == ["Low tide?", "High tide?", "Low tide?"]
    assert (rows[1].role, rows[1].metadata) == ("user", {"a": 1})
    assert rows[1] == returned
    assert (rows[0], rows[2]) == (before[0], before[2])


def test_what_is_settled_can_be_corrected(store, say):
    """Unlike in a turn, ids of calls and their outcomes are replaced."""
    call = ToolInvocation("call.7", "tides", "result", output="6:12")
    store.append("t", "ada", [evolve(say("m"), role="assistant", parts=(call,), sources=RESPONSE)])
    (row,) = store.list_messages("t", "ada")
    store.replace_messages("t", "ada", [evolve(row, parts=(evolve(call, id="call_7", output="6:13"),))])

    assert [(part.id, part.output) for part in store.list_messages("t", "ada")[0].parts] == [("call_7", "6:13")]


def test_when_where_and_whose_stay(talk, say):
    """A date, thread or owner that the message brings does not count."""
    before = talk.list_messages("t", "ada")[1]
    talk.replace_messages("t", "ada", [say("m1", "New", created_at="2001-01-01T00:00:00.000Z", thread_id="u", resource_id="bob")])
    after = talk.list_messages("t", "ada")[1]

    assert (after.created_at, after.thread_id, after.resource_id) == (before.created_at, "t", "ada")


def test_the_thread_is_touched(talk, say):
    """Its date is that of the correction."""
    before = talk.get_thread("t", "ada")
    talk.replace_messages("t", "ada", [say("m1", "New")])

    assert talk.get_thread("t", "ada").updated_at > before.updated_at


@pytest.mark.parametrize("thread", ["t", "nowhere"])
def test_what_is_not_stored_is_left_out(talk, say, thread):
    """No message and no thread is made by a correction."""
    assert talk.replace_messages(thread, "ada", [say("m9")]) == ()
    assert talk.replace_messages(thread, "ada", []) == ()
    assert (ids(talk.list_messages("t", "ada")), talk.get_thread("nowhere", "ada")) == (["m0", "m1", "m2"], None)


STRANGERS = {
    "another's thread": ("t", "bob", "m1"),
    "another's message": ("t", "ada", "other"),
    "another thread": ("u", ANY_RESOURCE, "m1"),
}


@pytest.mark.parametrize(("thread", "owner", "id"), STRANGERS.values(), ids=STRANGERS)
def test_what_is_somebody_elses_is_refused(talk, say, thread, owner, id):
    """All or nothing: where one is somebody else's, none is written."""
    with pytest.raises(ConflictError):
        talk.replace_messages(thread, owner, [say("m0", "New"), say(id, "New")])
    assert texts(talk) == ["Low tide?"] * 3


def test_anyone_may_correct_whoever_owns(talk, say):
    """Whoever names all owners sees their rows, and may correct them."""
    talk.replace_messages("t", ANY_RESOURCE, [say("m0", "New")])
    assert texts(talk)[0] == "New"


def test_ids_and_texts_that_no_column_holds_are_refused(talk, say):
    """As in a turn."""
    with pytest.raises(ValueError, match="a thread's id"):
        talk.replace_messages(" ", "ada", [])
    with pytest.raises(ValueError, match="the id of message 0"):
        talk.replace_messages("t", "ada", [say(" ")])
