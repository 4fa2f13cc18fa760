"""One turn, one transaction, in every store: what is new, what moves on, what is refused, and from when it is."""

from __future__ import annotations

import pytest

from segue.json_values import freeze_object
from segue.messages import RESPONSE, StoredMessage, Thread, ToolInvocation
from segue.parts import TextPart
from segue.shapes import Extras
from segue_shell.stores import ANY_RESOURCE, ConflictError
from tests.stores.conftest import ids

NOW = "2030-06-01T08:00:00.000Z"


@pytest.fixture
def store(opening, clock):
    """Return a store of each kind."""
    return opening(clock)


@pytest.fixture
def still(opening):
    """Return a store of each kind whose clock stands still."""
    return opening(lambda: NOW)


def calling(state, output=None, id="m", text=""):
    """Return an assistant's message with a call in a state."""
    return StoredMessage(id, "assistant", (ToolInvocation("c", "tides", state, output=output), *([TextPart(text)] if text else [])))


# The thread


def test_a_thread_is_made_where_it_is_missing(store, say):
    """Without title, with empty metadata, the owner's, from now."""
    store.append("t", "ada", [say("m")])
    thread = store.get_thread("t", "ada")

    assert Thread("t", "ada", "", {}, thread.created_at, thread.created_at) == thread
    assert thread.created_at == store.list_messages("t", "ada")[0].created_at


def test_a_thread_of_nobody_is_its_own(store, say):
    """Without an owner the thread is its own owner, and its messages are nobody's."""
    (stored,) = store.append("t", ANY_RESOURCE, [say("m")])

    assert (store.get_thread("t", ANY_RESOURCE).resource_id, stored.resource_id) == ("t", None)
    assert len(store.append("t", ANY_RESOURCE, [say("n")])) == 1


def test_an_owner_that_is_not_named_is_the_threads(store, say):
    """New messages belong to whom the thread belongs to."""
    store.append("t", "ada", [say("m")])
    (stored,) = store.append("t", ANY_RESOURCE, [say("n")])

    assert stored.resource_id == "ada"


def test_a_turn_of_nothing_makes_nothing(store):
    """No thread, no row."""
    assert store.append("t", "ada", []) == ()
    assert store.get_thread("t", "ada") is None


def test_messages_are_stamped(store, say):
    """They become this thread's and this owner's, whatever they said."""
    (stored,) = store.append("t", "ada", [say("m", thread_id="u", resource_id="bob")])

    assert (stored.thread_id, stored.resource_id) == ("t", "ada")
    assert (stored,) == store.list_messages("t", "ada")


def test_what_no_column_holds_is_not_kept(store, say):
    """Fields beside the content have no place in a row, so what is returned has them no more; those of the content stay."""
    content = Extras("mastra", freeze_object({"content": {"annotations": [1]}}))
    both = Extras("mastra", freeze_object({"source": "memory", "content": {"annotations": [1]}}))
    turn = [say("m", extras=both), say("n", extras=Extras("mastra", freeze_object({"source": "memory"})))]

    assert (
        [row.extras for row in store.append("t", "ada", turn)] == [content, None] == [row.extras for row in store.list_messages("t", "ada")]
    )


# Ids that exist


def test_an_outcome_moves_a_call_forward(store):
    """A caller's copy brings what its call gave; the row keeps its place and its date."""
    (first,) = store.append("t", "ada", [calling("call")])
    (second,) = store.append("t", "ada", [calling("result", "low at six")])

    assert ("result", "low at six", first.created_at) == (second.parts[0].state, second.parts[0].output, second.created_at)
    assert (second,) == store.list_messages("t", "ada")


def test_an_outcome_stays(store):
    """A settled call is not settled anew."""
    store.append("t", "ada", [calling("result", "low at six")])
    (stored,) = store.append("t", "ada", [calling("result", "forged")])

    assert "low at six" == stored.parts[0].output == store.list_messages("t", "ada")[0].parts[0].output


def test_a_reply_goes_on_with_a_message(store):
    """A response of the same id adds its parts; an input does not."""
    store.append("t", "ada", [calling("call")])
    longer = calling("result", "low at six", text="At six.")
    (as_input,) = store.append("t", "ada", [longer])
    (as_reply,) = store.append("t", "ada", [longer.from_(RESPONSE)])

    assert (len(as_input.parts), as_reply.parts[-1], as_reply.sources) == (1, TextPart("At six."), RESPONSE)
    assert (as_reply,) == store.list_messages("t", "ada")


def test_an_id_twice_in_a_turn_is_one_message(store):
    """The second moves the first on, in order."""
    turn = [calling("call"), calling("result", "low at six")]
    first, second = store.append("t", "ada", turn)

    assert (first.parts[0].state, second.parts[0].state) == ("call", "result")
    assert (second,) == store.list_messages("t", "ada")


# Conflicts


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (("t", "bob", ["new"]), "the thread 't' is somebody else's"),
        (("t", "bob", []), "the thread 't' is somebody else's"),
        (("u", "bob", ["new", "m"]), "the message 'm' is in another thread"),
        (("u", ANY_RESOURCE, ["new", "m"]), "the message 'm' is in another thread"),
        (("new", "ada", ["new", "m"]), "the message 'm' is in another thread"),
        (("new", "eve", ["new", "m"]), "the message 'm' is in another thread"),
    ],
)
def test_what_is_somebody_elses_is_refused(store, say, turn, words):
    """The error names the id, and nothing of the turn is written, no thread and no date either."""
    store.append("t", "ada", [say("m")])
    store.append("u", "bob", [say("other")])
    before = everything(store)
    thread_id, owner, names = turn
    with pytest.raises(ConflictError, match=words):
        store.append(thread_id, owner, [say(name) for name in names])

    assert before == everything(store)


def everything(store):
    """Return all threads and all their messages."""
    threads = store.list_threads(ANY_RESOURCE, per_page=None).items
    return threads, [store.list_messages(thread.id, ANY_RESOURCE) for thread in threads]


@pytest.mark.parametrize("id", ["", " ", None])
def test_a_message_has_an_id(store, say, id):
    """A message without one is the caller's mistake, and nothing of its turn is written."""
    with pytest.raises(ValueError, match="the id of message 1"):
        store.append("t", "ada", [say("m"), say(id)])

    assert store.get_thread("t", "ada") is None


# Dates

DATES = [
    ("2030-06-01T08:00:00.006Z", "2030-06-01T08:00:00.006Z"),
    ("2030-06-01T08:00:00Z", "2030-06-01T08:00:00.000Z"),
    ("2030-06-01T10:00:00.006+02:00", "2030-06-01T08:00:00.006Z"),
    ("2030-06-01 08:00:00.006789", "2030-06-01T08:00:00.006Z"),
    ("2030-06-01", "2030-06-01T00:00:00.000Z"),
    ("2032-02-29T08:00:00.000Z", "2032-02-29T08:00:00.000Z"),
    ("0001-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z"),
    ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
]
NO_DATES = ["soon", "", "2031-02-29T08:00:00.000Z", "0001-01-01T00:00:00.000+02:00", "infinity", "now"]


@pytest.mark.parametrize(("given", "stored"), DATES)
def test_dates_are_stored_in_one_form(store, say, given, stored):
    """So that texts sort as times do."""
    (message,) = store.append("t", "ada", [say("m", created_at=given)])

    assert stored == message.created_at == store.list_messages("t", "ada")[0].created_at


@pytest.mark.parametrize("given", NO_DATES)
def test_what_is_no_date_stays_or_is_refused(kind, store, say, given):
    """Where columns are text it stays as it is; Postgres refuses it, new or not, and writes nothing."""
    store.append("t", "ada", [say("first")])
    for id in ("m", "first") if kind.startswith("postgres") else ():
        with pytest.raises(ValueError, match=f"the date of message '{id}' cannot be stored, it is no date"):
            store.append("t", "ada", [say("n"), say(id, created_at=given)])
    if not kind.startswith("postgres"):
        assert store.append("t", "ada", [say("m", created_at=given)])[0].created_at == given
    assert store.get_messages(["n"], ANY_RESOURCE) == ()


def test_nothing_is_later_than_the_end_of_all_dates(kind, still, say):
    """The last date is taken again."""
    turn = [say("b", created_at="9999-12-31T23:59:59.999Z"), say("a")]
    rows = [*still.append("t", "ada", turn), *still.append("t", "ada", [say("c")])]

    assert {row.created_at for row in rows} == {"9999-12-31T23:59:59.999Z"}
    assert ids(still.list_messages("t", "ada")) == list("abc" if kind.startswith("postgres") else "bac")


def test_a_turn_with_something_that_is_there_is_written_too(still, say):
    """New messages come after those that are there, and those stay in their place."""
    still.append("t", "ada", [say("a"), say("b")])
    stored = still.append("t", "ada", [say("c"), say("a", "forged"), say("d")])

    assert [row.id for row in stored] == ["c", "a", "d"]
    assert [(row.id, row.created_at[20:23]) for row in still.list_messages("t", "ada")] == [
        ("a", "000"), ("b", "001"), ("c", "002"), ("d", "003"),
    ]  # fmt: skip


def test_a_turn_given_again_is_there_once(store, say):
    """Ids are the caller's, so after a lost answer the same turn can be given again; it tells what is stored."""
    turn = [say("q"), calling("result", "low at six", id="a", text="At six.").from_(RESPONSE)]
    first = store.append("t", "ada", turn)

    assert first == store.append("t", "ada", turn) == store.list_messages("t", "ada")


def test_messages_without_date_are_later_than_all(still, say):
    """Within a turn, and from turn to turn, each is later than the one before, even if the clock stands still."""
    for turn in (["a", "b"], ["c"], ["d", "e", "f"]):
        still.append("t", "ada", list(map(say, turn)))
    dates = [message.created_at for message in still.list_messages("t", "ada")]

    assert [f"2030-06-01T08:00:00.00{number}Z" for number in range(6)] == dates


def test_the_clock_is_believed_where_it_is_ahead(store, say):
    """A message gets the time of its turn."""
    (first,), (second,) = (store.append("t", "ada", [say(id)]) for id in "ab")

    assert (first.created_at, second.created_at) == ("2030-03-17T17:46:40.000Z", "2030-03-17T17:46:41.000Z")


def test_a_date_in_a_turn_counts_for_what_follows(still, say):
    """A message without date comes after one whose date is ahead, and is not put before one whose date is behind."""
    still.append("t", "ada", [say("a"), say("b", created_at="2031-01-01"), say("c"), say("d", created_at="2020-01-01"), say("e")])

    assert ids(still.list_messages("t", "ada")) == ["d", "a", "b", "c", "e"]


def test_other_threads_do_not_count(still, say):
    """A thread has its own order."""
    still.append("t", "ada", [say("a", created_at="2031-01-01")])
    (other,) = still.append("u", "ada", [say("b")])

    assert other.created_at == NOW


def test_an_existing_message_keeps_its_date(still, say):
    """Its date does not count again, nor does that of a copy."""
    still.append("t", "ada", [say("a"), say("b")])
    still.append("t", "ada", [say("a", created_at="2040-01-01"), say("c")])

    assert [(row.id, int(row.created_at[20:23])) for row in still.list_messages("t", "ada")] == [("a", 0), ("b", 1), ("c", 2)]
