"""Files of the TypeScript original: what it lists from its own database, this store lists; what is made here is laid out as there.

Compared to the letter: types of numbers, null beside missing, order of keys. The original leaves system rows out of what it lists
and counts them all the same.
"""

from __future__ import annotations

import json
import sqlite3

import pytest

from segue.formats.mastra import decode_messages, encode_messages, write_resource, write_thread
from segue.json_values import same_json
from segue.stamps import to_milliseconds
from segue_shell.stores import ANY_RESOURCE, SqliteStore
from tests.stores.conftest import DUMPS

LISTED = json.loads((DUMPS / "mastra-libsql.list.json").read_text(encoding="utf-8"))
OWNERS = {thread["id"]: thread["resourceId"] for thread in LISTED["threads"]}
each_thread = pytest.mark.parametrize("thread_id", OWNERS)


@pytest.fixture
def original(path, load):
    """Return a store in a file that the original wrote."""
    load(path)
    with SqliteStore(path) as made:
        yield made


@each_thread
@pytest.mark.parametrize("anyone", [False, True])
def test_messages_are_listed_as_the_original_lists_them(original, thread_id, anyone):
    """All content, invocations of version 1 with their arguments, lone surrogates and numbers come out as there."""
    owner = ANY_RESOURCE if anyone else OWNERS[thread_id]
    messages = original.list_messages(thread_id, owner, without=("system",))

    assert same_json(LISTED["asc"][thread_id]["messages"], encode_messages(messages))


@each_thread
def test_a_page_counts_as_the_original_counts(original, thread_id):
    """The total counts system rows."""
    page = original.page_messages(thread_id, OWNERS[thread_id], per_page=None)

    assert (LISTED["asc"][thread_id]["total"], False) == (page.total, page.more)


@each_thread
def test_messages_are_listed_backwards_as_the_original_lists_them(original, thread_id):
    """Rows of one date come last in, first out."""
    page = original.page_messages(thread_id, OWNERS[thread_id], newest_first=True)

    assert LISTED["desc"][thread_id] == [message.id for message in page.items if message.role != "system"]


@pytest.mark.parametrize("owner", sorted(set(OWNERS.values())))
def test_threads_are_listed_as_the_original_lists_them(original, owner):
    """Metadata is read from SQLite's binary JSON, and none is not an empty one."""
    page = original.list_threads(owner, newest_first=False)
    expected = [thread for thread in LISTED["threads"] if thread["resourceId"] == owner]

    assert [by_name(thread) for thread in expected] == [by_name(write_thread(thread)) for thread in page.items]


def test_threads_are_read_as_the_original_reads_them(original):
    """The threads of all owners, oldest first."""
    page = original.list_threads(ANY_RESOURCE, newest_first=False)

    assert [thread["id"] for thread in LISTED["threads"]] == [thread.id for thread in page.items]


@pytest.mark.parametrize("owner", LISTED["resources"])
def test_resources_are_read_as_the_original_reads_them(original, owner):
    """Working memory is text, metadata binary JSON; what is missing is null."""
    assert by_name(LISTED["resources"][owner]) == by_name(write_resource(original.get_resource(owner)))


def by_name(fields):
    """Return an object's items in one order, since the original's order is that of its columns."""
    return json.dumps(fields, sort_keys=True)


def test_reading_changes_nothing(original, path):
    """A file of the original that is only read stays as it was, to the byte."""
    original.close()
    before = path.read_bytes()
    with SqliteStore(path) as store:
        store.list_messages("thread-1", "resource-1")
        store.list_threads("resource-1")
        store.get_resource("resource-1")

    assert before == path.read_bytes()


def test_writing_to_a_file_of_the_original_makes_no_table(original, sql):
    """A file that has all tables gets none of ours, also when it is written to."""
    original.update_thread("thread-1", "resource-1", title="Harbour")

    assert {("mastra_threads",), ("mastra_messages",), ("mastra_resources",)} == set(
        sql("SELECT name FROM sqlite_master WHERE type = 'table'")
    )


def test_an_old_row_can_be_written_on_to(original, say):
    """A turn can follow messages of version 1; they stay as they are."""
    original.append("thread-legacy", "resource-1", [say("new")])
    messages = original.list_messages("thread-legacy", "resource-1")

    assert LISTED["asc"]["thread-legacy"]["messages"] == encode_messages(messages[:-1])
    assert messages[-1].id == "new"


def layout(path):
    """Return tables, their columns as SQLite tells of them, and the indexes, without what is ours."""
    connection = sqlite3.connect(path)
    tables = [
        name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'mastra%' ORDER BY name")
    ]
    columns = {name: connection.execute("SELECT * FROM pragma_table_xinfo(?)", (name,)).fetchall() for name in tables}
    indexes = {
        (name, *index[1:]): connection.execute("SELECT * FROM pragma_index_xinfo(?)", (index[1],)).fetchall()
        for name in tables
        for index in connection.execute("SELECT * FROM pragma_index_list(?)", (name,))
    }
    options = connection.execute(
        "SELECT name, strict, wr FROM pragma_table_list WHERE name LIKE 'mastra%' AND type = 'table' ORDER BY name"
    ).fetchall()
    pragmas = [connection.execute(f"PRAGMA {name}").fetchone() for name in ("user_version", "page_size", "journal_mode", "application_id")]
    connection.close()
    return columns, indexes, options, pragmas


@pytest.mark.usefixtures("store")
def test_a_new_file_is_laid_out_as_the_original_does(path, tmp_path, load):
    """Columns, their order and types, keys, indexes, no foreign keys, no strict tables, the same pragmas."""
    load(tmp_path / "original.db")

    assert layout(tmp_path / "original.db") == layout(path)


def test_rows_are_written_as_the_original_writes_them(store, sql):
    """A message that came from the original's content goes back into a row that is the same to the letter."""
    messages = LISTED["asc"]["thread-1"]["messages"]

    store.append("thread-1", "resource-1", decode_messages(messages).unwrap())
    expected = [
        (
            message["id"],
            "thread-1",
            json.dumps(message["content"], ensure_ascii=False, separators=(",", ":")),
            message["role"],
            "v2",
            message["createdAt"],
            "resource-1",
        )
        for message in messages
    ]

    assert expected == sql("SELECT * FROM mastra_messages ORDER BY createdAt, rowid")


def test_dates_are_written_as_the_original_writes_them(store, sql, say):
    """UTC, milliseconds, a Z."""
    store.append("t", "ada", [say("m")])
    dates = [date for row in sql("SELECT t.createdAt, t.updatedAt, m.createdAt FROM mastra_threads t, mastra_messages m") for date in row]

    assert all(len(date) == 24 and date[-1] == "Z" and to_milliseconds(date) is not None for date in dates)
