"""A store in memory does what a database does, and forgets."""

from __future__ import annotations

import pytest

from segue.json_values import EMPTY, JsonObject
from segue.messages import MEMORY, RESPONSE, Resource, StoredMessage, Thread, ToolInvocation
from segue.parts import TextPart
from segue_shell.stores import ANY_RESOURCE, ConflictError, MemoryStore

NOW, LATER = "2030-06-01T08:00:00.000Z", "2030-06-01T09:00:00.000Z"


@pytest.fixture
def time():
    """A clock's hands."""
    return [NOW]


@pytest.fixture
def store(time):
    """A store whose clock stands until it is set."""
    return MemoryStore(clock=lambda: time[0])


def said(id, *parts, role="user", **fields):
    """A message."""
    return StoredMessage(id, role, parts, **fields)


def ids(messages):
    """The ids, in order."""
    return [message.id for message in messages]


@pytest.fixture
def talk(store):
    """Five messages of ada's, one of them the system's, and one of bob's."""
    store.append("t", "ada", [said("a"), said("s", role="system"), said("b"), said("c"), said("d")])
    store.append("u", "bob", [said("other")])
    return store


def test_a_turn_comes_back_as_it_is_stored(store):
    """Stamped with thread, owner and date; it says still what it was in this turn."""
    (row,) = store.append("t", "ada", [said("a", sources=RESPONSE)])
    assert (row.thread_id, row.resource_id, row.created_at, row.sources) == ("t", "ada", NOW, RESPONSE)
    assert (store.list_messages("t", "ada"), store.list_messages("t", "ada")[0].sources) == ((row,), MEMORY)


def test_every_message_is_later_than_all_before(talk):
    """While the clock stands still."""
    dates = [row.created_at for row in talk.list_messages("t", "ada")]
    assert dates == sorted(set(dates))


def test_after_a_deletion_dates_go_on_from_what_is_left(talk):
    """As a database looks them up."""
    talk.delete_messages(["a", "s", "b", "c", "d"], "ada")
    assert talk.append("t", "ada", [said("e")])[0].created_at == NOW


def test_dated_messages_come_in_the_order_of_their_dates(store):
    """Of one date, as they were written; dates are kept in the form of rows."""
    store.append(
        "t", "ada", [said("new", created_at=LATER), said("old", created_at="2030-06-01T09:00:00+01:00"), said("tie", created_at=NOW)]
    )
    assert [(row.id, row.created_at) for row in store.list_messages("t", "ada")] == [("old", NOW), ("tie", NOW), ("new", LATER)]


def test_the_last_messages_are_counted_without_what_is_left_out(talk):
    """Roles that are left out take no place."""
    assert ids(talk.list_messages("t", "ada", last=3, without=("system",))) == ["b", "c", "d"]
    assert ids(talk.list_messages("t", "ada", last=4)) == ["s", "b", "c", "d"]
    assert (talk.list_messages("t", "ada", last=0), len(talk.list_messages("t", "ada", last=99))) == ((), 5)


@pytest.mark.parametrize("owner", ["bob", "ADA"])
def test_nobody_sees_what_is_anothers(talk, owner):
    """Neither messages nor threads."""
    assert talk.list_messages("t", owner) == talk.get_messages(["a"], owner) == talk.page_messages("t", owner).items == ()
    assert (talk.get_thread("t", owner), talk.delete_messages(["a"], owner), talk.delete_thread("t", owner)) == (None, 0, False)


def test_whoever_asks_for_all_sees_all(talk):
    """By name."""
    assert ids(talk.get_messages(["other", "nobody's", "a", "a"], ANY_RESOURCE)) == ["other", "a"]
    assert [thread.id for thread in talk.list_threads(ANY_RESOURCE, newest_first=False).items] == ["t", "u"]


def test_a_row_that_exists_only_moves_on(store):
    """Outcomes go forward, replies add, words stay."""
    store.append("t", "ada", [said("a", TextPart("A"), ToolInvocation("c", "tides", "call"))])
    forged = said("a", TextPart("B"), ToolInvocation("c", "tides", "result", EMPTY, "low"))
    assert store.append("t", "ada", [forged])[0].parts == (TextPart("A"), ToolInvocation("c", "tides", "result", EMPTY, "low"))
    store.append("t", "ada", [said("a", TextPart("B"), sources=RESPONSE)])
    assert store.list_messages("t", "ada")[0].parts[-1] == TextPart("B")


@pytest.mark.parametrize(("thread", "owner", "id"), [("t", "bob", "new"), ("v", "ada", "a"), ("v", "bob", "a")])
def test_what_is_anothers_is_refused(talk, thread, owner, id):
    """And nothing of the turn is written."""
    with pytest.raises(ConflictError):
        talk.append(thread, owner, [said("first"), said(id)])
    assert talk.get_messages(["first"], ANY_RESOURCE) == ()
    assert talk.get_thread("v", ANY_RESOURCE) is None


def test_another_owners_message_in_ones_own_thread_is_refused(talk):
    """Threads can hold messages of several owners."""
    talk.append("t", ANY_RESOURCE, [said("x", resource_id="bob")])
    talk.append("v", ANY_RESOURCE, [said("y", resource_id="bob"), said("z")])
    assert [row.resource_id for row in talk.get_messages("xyz", ANY_RESOURCE)] == ["ada", "bob", None]


@pytest.mark.parametrize(("thread", "message"), [(" ", said("a")), ("t", said("")), ("t", said("\ud800"))])
def test_ids_that_are_none_are_refused(store, thread, message):
    """By name."""
    with pytest.raises(ValueError, match="id"):
        store.append(thread, "ada", [message])


def test_an_empty_turn_writes_nothing(store):
    """Not even the thread."""
    assert store.append("t", "ada", []) == ()
    assert store.get_thread("t", "ada") is None


def test_a_thread_is_made_with_its_first_message(store, time):
    """And says when it was last written to, or when something was deleted."""
    store.append("t", "ada", [said("a")])
    assert store.get_thread("t", "ada") == Thread("t", "ada", "", EMPTY, NOW, NOW)
    time[0] = LATER
    store.delete_messages(["a"], "ada")
    assert store.get_thread("t", "ada") == Thread("t", "ada", "", EMPTY, NOW, LATER)


def test_pages_are_counted(talk):
    """From nought, in both directions."""
    first, last = talk.page_messages("t", "ada", per_page=2), talk.page_messages("t", "ada", page=2, per_page=2, newest_first=True)
    assert (ids(first.items), first.total, first.more) == (["a", "s"], 5, True)
    assert (ids(last.items), last.page, last.per_page, last.more) == (["a"], 2, 2, False)
    assert len(talk.page_messages("t", "ada", per_page=None).items) == 5
    assert talk.page_messages("t", "ada", per_page=0).items == ()


@pytest.mark.parametrize("options", [{"page": -1}, {"page": 0.5}, {"per_page": -1}, {"per_page": True}])
def test_pages_that_are_none_are_refused(talk, options):
    """By name."""
    with pytest.raises(ValueError, match="whole number"):
        talk.page_messages("t", "ada", **options)


def test_a_thread_is_saved_whole(store, time):
    """It keeps when it was made."""
    store.save_thread(Thread("t", "ada", "Ferries", JsonObject(a=1)))
    time[0] = LATER
    assert store.save_thread(Thread("t", "ada", "Trains")) == Thread("t", "ada", "Trains", None, NOW, LATER)
    with pytest.raises(ConflictError):
        store.save_thread(Thread("t", "bob"))


def test_a_thread_is_changed_in_part(store, time):
    """Metadata is laid over."""
    store.save_thread(Thread("t", "ada", "Ferries", JsonObject(a=1)))
    time[0] = LATER
    assert store.update_thread("t", "ada", metadata={"b": [2]}) == Thread("t", "ada", "Ferries", JsonObject(a=1, b=(2,)), NOW, LATER)
    assert store.update_thread("t", "ada", title="").title == ""
    assert store.update_thread("t", "bob", title="x") is None


def test_a_thread_is_deleted_with_its_messages(talk):
    """Their ids are free then."""
    assert talk.delete_thread("t", "ada")
    assert talk.get_messages(["a"], ANY_RESOURCE) == ()
    assert ids(talk.append("v", "bob", [said("a")])) == ["a"]
    talk.save_thread(Thread("empty", "ada"))
    assert (talk.delete_thread("empty", "ada"), talk.delete_thread("empty", "ada")) == (True, False)


def test_an_owners_record_is_saved_whole_and_changed_in_part(store, time):
    """It is made where it is missing."""
    assert store.get_resource("ada") is None
    assert store.update_resource("ada", metadata={"a": 1}) == Resource("ada", None, JsonObject(a=1), NOW, NOW)
    time[0] = LATER
    assert store.update_resource("ada", working_memory="likes ferries").working_memory == "likes ferries"
    assert store.save_resource(Resource("ada", "x")) == store.get_resource("ada") == Resource("ada", "x", None, NOW, LATER)
    assert (store.delete_resource("ada"), store.delete_resource("ada")) == (True, False)


def test_closing_it_does_nothing(talk):
    """There is no database."""
    talk.close()
    assert len(talk.list_messages("t", "ada")) == 5
