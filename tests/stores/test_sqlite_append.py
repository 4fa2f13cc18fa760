"""One turn, one transaction: what is new, what moves on, what is refused, and from when it is."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

from segue.messages import RESPONSE, StoredMessage, ToolInvocation
from segue.parts import TextPart
from segue_shell.stores import ANY_RESOURCE, ConflictError, SqliteStore, sqlite_messages
from tests.stores.test_sqlite import ids

NOW = "2030-06-01T08:00:00.000Z"


@pytest.fixture
def still(path):
    """Return a store whose clock stands still."""
    with SqliteStore(path, clock=lambda: NOW) as made:
        yield made


def calling(state, output=None, id="m", text=""):
    """Return an assistant's message with a call in a state."""
    return StoredMessage(id, "assistant", (ToolInvocation("c", "tides", state, output=output), *([TextPart(text)] if text else [])))


def rows(sql):
    """Return all that messages and threads hold, in full."""
    return sql("SELECT * FROM mastra_messages ORDER BY rowid"), sql("SELECT * FROM mastra_threads ORDER BY rowid")


# The thread


def test_only_the_date_of_a_thread_moves(store, say, sql):
    """What others set meanwhile, title and metadata, stays as it is in the row."""
    store.append("t", "ada", [say("m")])
    sql("UPDATE mastra_threads SET title = 'Harbour', metadata = X'AC47706C616E4766726565'")
    ((_, _, _, _, made, before),) = sql("SELECT * FROM mastra_threads")
    store.append("t", "ada", [say("n")])
    ((*_, after),) = found = sql("SELECT * FROM mastra_threads")

    assert [("t", "ada", "Harbour", bytes.fromhex("AC47706C616E4766726565"), made, after)] == found
    assert after > before


# Ids that exist


def test_what_is_stored_stays(store, say, sql):
    """A copy with another text, role or date changes nothing but the thread's date."""
    store.append("t", "ada", [say("m", "first")])
    before, _ = rows(sql)
    store.append("t", "ada", [say("m", "second", role="assistant", created_at="2020-01-01T00:00:00.000Z")])

    assert before == rows(sql)[0]


def test_rows_are_rewritten_only_where_they_changed(store, sql, say):
    """A row that says the same in another spelling is left as it is spelt."""
    store.append("t", "ada", [calling("result", 1), say("n")])
    spelt = json.dumps(json.loads(sql("SELECT content FROM mastra_messages WHERE id = 'm'")[0][0]), indent=1)
    sql("UPDATE mastra_messages SET content = ? WHERE id = 'm'", spelt)
    store.append("t", "ada", [calling("result", 1), calling("result", 1).from_(RESPONSE)])

    assert [(spelt,)] == sql("SELECT content FROM mastra_messages WHERE id = 'm'")


def test_a_copy_that_says_the_same_writes_no_row(store, sql):
    """A reply that repeats what is stored, text and all, rewrites nothing."""
    reply = evolve(calling("result", 1), text="At six.", sources=RESPONSE)
    store.append("t", "ada", [reply])
    sql("CREATE TRIGGER refuse BEFORE UPDATE ON mastra_messages BEGIN SELECT RAISE(ABORT, 'rewritten'); END")

    assert len(store.append("t", "ada", [evolve(reply, text="At six.")])) == 1


def test_an_old_row_that_moves_on_becomes_a_new_one(store, load, path, sql):
    """A call of version 1 whose outcome comes is written as version 2, date and place kept."""
    store.close()
    path.unlink()
    load(path)
    with SqliteStore(path) as original:
        call = next(row for row in original.list_messages("thread-legacy", "resource-1") if row.id == "v1-2")
        settled = evolve(call, parts=(evolve(call.parts[0], state="result", output="found"),))
        original.append("thread-legacy", "resource-1", [settled])
        (stored,) = original.get_messages(["v1-2"], "resource-1")

    assert (stored.parts[0].state, stored.parts[0].output) == ("result", "found")
    assert sql("SELECT role, type, createdAt FROM mastra_messages WHERE id = 'v1-2'") == [("assistant", "v2", "2025-01-01T00:00:02.000Z")]


# Conflicts


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (("t", "bob", ["new"]), "the thread 't' is somebody else's"),
        (("t", "bob", []), "the thread 't' is somebody else's"),
        (("u", "bob", ["new", "m"]), "the message 'm' is in another thread"),
        (("u", ANY_RESOURCE, ["new", "m"]), "the message 'm' is in another thread"),
        (("new", "ada", ["new", "m"]), "the message 'm' is in another thread"),
        (("t", "ada", ["new", "hers"]), "the message 'hers' is somebody else's"),
    ],
)
def test_what_is_somebody_elses_is_refused(store, say, sql, turn, words):
    """The error names the id, and nothing of the turn is written, no thread and no date either."""
    store.append("t", "ada", [say("m"), say("hers")])
    store.append("u", "bob", [say("other")])
    sql("UPDATE mastra_messages SET resourceId = 'eve' WHERE id = 'hers'")
    before = rows(sql)
    thread_id, owner, names = turn
    with pytest.raises(ConflictError, match=words):
        store.append(thread_id, owner, [say(name) for name in names])

    assert before == rows(sql)


def test_a_row_of_nobody_is_the_threads(store, sql):
    """A message stored without an owner, as old ones are, can be moved on by the thread's owner."""
    store.append("t", "ada", [calling("call")])
    sql("UPDATE mastra_messages SET resourceId = NULL")
    (stored,) = store.append("t", "ada", [calling("result", 1)])

    assert (stored.parts[0].state, stored.resource_id) == ("result", None)


def test_an_error_halfway_writes_nothing(store, say, monkeypatch, sql):
    """Whatever is raised within the transaction, the turn is not there; and the store goes on."""
    store.append("t", "ada", [say("m")])
    before = rows(sql)
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_messages, "row_type", lambda message: {}["type"] if message.id == "c" else "v2")
        with pytest.raises(KeyError):
            store.append("t", "ada", [say("a"), say("b"), say("c")])
    assert before == rows(sql)

    store.append("t", "ada", [say("a")])
    assert ids(store.list_messages("t", "ada")) == ["m", "a"]


# Dates

DATES = [
    ("2030-06-01T08:00:00.006Z", "2030-06-01T08:00:00.006Z"),
    ("2030-06-01T08:00:00Z", "2030-06-01T08:00:00.000Z"),
    ("2030-06-01T10:00:00.006+02:00", "2030-06-01T08:00:00.006Z"),
    ("2030-06-01 08:00:00.006789", "2030-06-01T08:00:00.006Z"),
    ("2030-06-01", "2030-06-01T00:00:00.000Z"),
    ("soon", "soon"),
    ("", ""),
    ("0001-01-01T00:00:00.000+02:00", "0001-01-01T00:00:00.000+02:00"),
]


@pytest.mark.parametrize(("given", "stored"), DATES)
def test_dates_are_stored_in_one_form(store, say, given, stored):
    """So that texts sort as times do; what cannot be read stays as it is."""
    (message,) = store.append("t", "ada", [say("m", created_at=given)])

    assert stored == message.created_at == store.list_messages("t", "ada")[0].created_at


@pytest.mark.parametrize(
    "last",
    [
        "2030-06-01T08:00:00Z",
        "2030-06-01T08:00:00+00:00",
        "2030-06-01T08:00:00.5Z",
        "2030-06-01T09:00:00+01:00",
        "2030-06-01T08:00:00.000999Z",
    ],
)
def test_dates_that_others_wrote_in_another_form_count(still, say, sql, last):
    """A new message sorts after them."""
    still.append("t", "ada", [say("a")])
    sql("UPDATE mastra_messages SET createdAt = ?", last)
    still.append("t", "ada", [say("b"), say("c")])

    assert ids(still.list_messages("t", "ada")) == ["a", "b", "c"]


def test_what_is_no_date_does_not_count(still, say):
    """It sorts where its text does, and those after it are dated by what are dates."""
    still.append("t", "ada", [say("a", created_at="soon"), say("b")])
    still.append("t", "ada", [say("c", created_at="2030-06-01T08:00:00.500Z"), say("d"), say("e", created_at="2030-99-01T08:00:00.500Z")])
    (last,) = still.append("t", "ada", [say("f")])

    assert last.created_at == "2030-06-01T08:00:00.502Z"
    assert ids(still.list_messages("t", "ada")) == ["b", "c", "d", "f", "e", "a"]


def test_a_thread_of_no_dates_begins_now(still, say):
    """Where nothing that is stored is a date, the clock decides."""
    still.append("t", "ada", [say("a", created_at="soon")])
    (second,) = still.append("t", "ada", [say("b")])

    assert second.created_at == NOW


def test_at_the_end_of_all_dates_the_last_one_is_taken_again(still, say):
    """There is none after it, and of one date what was written later comes later."""
    still.append("t", "ada", [say("b", created_at="9999-12-31T23:59:59.999Z"), say("a")])

    assert [(row.id, row.created_at) for row in still.list_messages("t", "ada")] == [
        ("b", "9999-12-31T23:59:59.999Z"),
        ("a", "9999-12-31T23:59:59.999Z"),
    ]
