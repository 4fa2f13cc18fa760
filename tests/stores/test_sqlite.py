"""What a store in a SQLite file keeps, and what it gives back to whom."""

from __future__ import annotations

import sqlite3

import pytest

from segue.json_values import EMPTY, freeze_object, same_json
from segue.messages import Thread
from segue_shell.stores import SqliteStore, StoreError

ODD = "'quotes\" %_?\\ ünïcödé 👋 \n\t\x01\x7f\u2028"
REFUSED = ["a\0b", "a\ud800"]


def ids(messages):
    """Return the ids of messages."""
    return [message.id for message in messages]


@pytest.fixture
def talk(store, say):
    """Put six messages into a thread of ada's and one into one of bob's."""
    store.append("t", "ada", [say(f"m{number}", role="user" if number % 2 else "assistant") for number in range(6)])
    store.append("u", "bob", [say("other")])
    return store


# Listing


def test_messages_of_one_date_come_as_written(store, say):
    """The date does not decide, nor the id; the limit cuts the first ones written."""
    store.append("t", "ada", [say(id, created_at="2030-06-01T08:00:00.000Z") for id in "bac"])

    assert (list("bac"), list("ac")) == (ids(store.list_messages("t", "ada")), ids(store.list_messages("t", "ada", last=2)))


PAGES = [
    ((0, 4), ["m0", "m1", "m2", "m3"], True),
    ((1, 4), ["m4", "m5"], False),
    ((2, 4), [], False),
    ((0, 6), ["m0", "m1", "m2", "m3", "m4", "m5"], False),
    ((0, None), ["m0", "m1", "m2", "m3", "m4", "m5"], False),
    ((1, None), [], False),
    ((0, 0), [], True),
    ((0, 10**30), ["m0", "m1", "m2", "m3", "m4", "m5"], False),
    ((10**30, 10**30), [], False),
]


# Threads


def test_a_thread_comes_back_whole(store):
    """Title, metadata and dates, to the letter."""
    thread = Thread(
        "t",
        "ada",
        ODD,
        freeze_object({"a": [1, 1.0, -0.0, None, {"b": ODD}], "\0": "\ud800"}),
        "2030-06-01T08:00:00.000Z",
        "2031-06-01T08:00:00.000Z",
    )
    saved = store.save_thread(thread)

    assert thread == saved == store.get_thread("t", "ada")
    assert same_json(thread.metadata, store.get_thread("t", "ada").metadata)


def test_no_metadata_is_not_empty_metadata(store, sql):
    """None is NULL in the row, an empty object is one."""
    store.save_thread(Thread("none", "ada"))
    store.save_thread(Thread("empty", "ada", metadata=EMPTY))

    assert (store.get_thread("none", "ada").metadata, store.get_thread("empty", "ada").metadata) == (None, EMPTY)
    assert sql("SELECT metadata FROM mastra_threads ORDER BY rowid") == [(None,), ("{}",)]


# What rows can hold


BROKEN = [
    (b"\xff", "the metadata of the thread 't' cannot be read: no JSONB"),
    ("{", "the metadata of the thread 't' cannot be read: "),
    ("[1]", "the metadata of the thread 't' is no JSON object"),
    (b"\x0b", "the metadata of the thread 't' is no JSON object"),
    ("NaN", "the metadata of the thread 't' cannot be read: NaN"),
]


@pytest.mark.parametrize(("value", "words"), BROKEN)
def test_metadata_that_cannot_be_read_says_whose_it_is(talk, sql, value, words):
    """A broken row is an error that names it, and can be replaced or deleted."""
    sql("UPDATE mastra_threads SET metadata = ? WHERE id = 't'", value)
    with pytest.raises(StoreError, match=words):
        talk.get_thread("t", "ada")
    talk.save_thread(Thread("t", "ada", metadata=EMPTY))

    assert (talk.get_thread("t", "ada").metadata, talk.delete_thread("t", "ada")) == (EMPTY, True)


def test_metadata_that_is_null_is_none(talk, sql):
    """The JSON value null is no metadata, as text and as a blob."""
    sql("UPDATE mastra_threads SET metadata = CASE id WHEN 't' THEN 'null' ELSE X'00' END")

    assert (talk.get_thread("t", "ada").metadata, talk.get_thread("u", "bob").metadata) == (None, None)


def test_a_content_that_is_no_json_is_text(talk, sql):
    """As the original has it."""
    sql("UPDATE mastra_messages SET content = 'plain {' WHERE id = 'm0'")

    assert talk.list_messages("t", "ada")[0].parts[0].text == "plain {"


def test_a_content_that_is_no_text_names_its_message(talk, sql):
    """A blob in the place of text is an error that tells which row it is."""
    sql("UPDATE mastra_messages SET content = X'0C' WHERE id = 'm3'")
    with pytest.raises(StoreError, match="the message 'm3' cannot be read"):
        talk.list_messages("t", "ada")

    assert talk.delete_messages(["m3"], "ada") == 1


# The object itself


def test_a_store_may_be_in_memory(clock, say):
    """Nothing is written to disk, and all threads see the same."""
    with SqliteStore(":memory:", clock=clock) as store:
        store.append("t", "ada", [say("m")])

        assert (ids(store.list_messages("t", "ada")), repr(store)) == (["m"], "SqliteStore(':memory:')")


def test_what_is_written_outlives_the_store(talk, path):
    """Another store on the same file has it all."""
    before = talk.list_messages("t", "ada")
    talk.close()
    with SqliteStore(path) as store:
        assert before == store.list_messages("t", "ada")


def test_a_closed_store_is_no_longer_used(talk, path):
    """Closing twice is fine; anything else is an error that names the file."""
    talk.close()
    talk.close()
    with pytest.raises(StoreError, match=f"{path}: the store is closed"):
        talk.list_messages("t", "ada")


def test_the_database_itself_is_the_cause_of_its_errors(talk, sql):
    """What SQLite refuses comes with the path, and with SQLite's own error behind it."""
    sql("DROP TABLE mastra_messages")
    with pytest.raises(StoreError, match=f"{talk.path}: no such table") as raised:
        talk.list_messages("t", "ada")

    assert isinstance(raised.value.__cause__, sqlite3.OperationalError)


@pytest.mark.parametrize(("arguments", "words"), [(("",), "path"), (("x.db", "OFF"), "synchronous is FULL or NORMAL, not 'OFF'")])
def test_arguments_that_make_no_sense_are_refused(tmp_path, monkeypatch, arguments, words):
    """No path, or another promise than the two, is the caller's mistake."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=words):
        SqliteStore(arguments[0], **({"synchronous": arguments[1]} if arguments[1:] else {}))

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("given", "level"), [({}, 2), ({"synchronous": "FULL"}, 2), ({"synchronous": "NORMAL"}, 1)])
def test_durability_is_as_asked(path, given, level):
    """FULL by default, and a log beside the file either way."""
    with SqliteStore(path, **given) as store:
        found = store._connections.read(
            lambda connection: [
                connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode", "busy_timeout")
            ]
        )

    assert [level, "wal", 30_000] == found
