"""Layouts that are old, newer, of others, or broken; and which indexes are used."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from threading import Timer

import pytest

from segue_shell.stores import ANY_RESOURCE, SqliteStore, StoreError
from segue_shell.stores import sqlite_statements as statements
from segue_shell.stores.sqlite_schema import LAYOUT, NEWEST
from tests.stores.test_faults import ENVIRONMENT


@pytest.fixture
def edit(path):
    """Run statements on the file as somebody else."""

    def run(*lines):
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(";".join(lines))

    return run


def columns(sql, table):
    """Return the columns of a table."""
    return [name for (name,) in sql("SELECT name FROM pragma_table_info(?)", table)]


def test_an_old_file_gets_the_column_it_lacks(path, load, edit, sql, say):
    """Messages from before owners were written can be read by whoever asks for all, and new ones have an owner."""
    load(path)
    edit(
        "CREATE TABLE old AS SELECT id, thread_id, content, role, type, createdAt FROM mastra_messages",
        "DROP TABLE mastra_messages",
        "ALTER TABLE old RENAME TO mastra_messages",
    )
    with SqliteStore(path) as store:
        store.append("thread-1", "resource-1", [say("new")])
        everyone, owner = (store.list_messages("thread-1", whose) for whose in (ANY_RESOURCE, "resource-1"))

    assert columns(sql, "mastra_messages") == list(LAYOUT["mastra_messages"])
    assert ([row.resource_id for row in everyone], [row.id for row in owner]) == ([None] * 6 + ["resource-1"], ["new"])


@pytest.mark.parametrize("table", LAYOUT)
def test_a_missing_table_is_made(path, load, edit, sql, table):
    """A file that has only some of the tables keeps them and gets the others."""
    load(path)
    edit(f"DROP TABLE {table}")
    SqliteStore(path).close()

    assert columns(sql, table) == list(LAYOUT[table])
    assert sql("SELECT count(*) FROM mastra_threads") == [(0 if table == "mastra_threads" else 3,)]


def test_a_database_of_others_gets_the_tables(path, edit, sql):
    """An application may keep its conversations in its own file."""
    edit("CREATE TABLE notes (id)", "INSERT INTO notes VALUES (1)")
    with SqliteStore(path) as store:
        store.save_resource(store.update_resource("ada", working_memory="x"))

    assert (sql("SELECT * FROM notes"), sql("SELECT id FROM mastra_resources")) == ([(1,)], [("ada",)])


def test_an_empty_file_gets_the_tables(path, sql):
    """As one that is not there."""
    path.touch()
    SqliteStore(path).close()

    assert columns(sql, "mastra_threads") == list(LAYOUT["mastra_threads"])


@pytest.mark.parametrize(
    ("table", "column"), [(table, column) for table in LAYOUT for column in LAYOUT[table] if column not in {"id", "resourceId"}]
)
def test_a_missing_column_is_told(path, load, edit, table, column):
    """The error names the file, the table and the column, and the file is left alone."""
    load(path)
    edit(f'ALTER TABLE {table} RENAME COLUMN "{column}" TO other')
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"{path}: the table {table} has no column {column}"):
        SqliteStore(path)

    assert path.read_bytes() == before


def test_a_newer_layout_is_told(path, edit):
    """The error names both versions, and the file is left alone."""
    SqliteStore(path).close()
    edit("INSERT INTO segue_migrations (migration_set, name) VALUES ('segue', 'layout_12'), ('other', 'layout_99'), ('segue', 'else')")
    before = path.read_bytes()
    with pytest.raises(
        StoreError, match=f"{path}: its layout is version 12, made by a newer segue; this one knows version {NEWEST} and older"
    ):
        SqliteStore(path)

    assert path.read_bytes() == before


def test_what_was_made_and_is_gone_is_told(path, edit):
    """A table that was made once is not made empty again behind the owner's back."""
    SqliteStore(path).close()
    edit("DROP TABLE mastra_messages")
    with pytest.raises(StoreError, match=f"{path}: there is no table mastra_messages"):
        SqliteStore(path)


def test_our_own_steps_are_told_once(path, sql):
    """Opening a file again changes nothing."""
    SqliteStore(path).close()
    before = path.read_bytes()
    SqliteStore(path).close()

    assert sql("SELECT migration_set, name FROM segue_migrations") == [("segue", "layout_1")]
    assert path.read_bytes() == before


def test_a_file_without_a_log_gets_one_when_it_is_written_to(path, load, edit, sql, say):
    """Reading leaves its journal as it is."""
    load(path)
    edit("PRAGMA journal_mode = DELETE")
    with SqliteStore(path) as store:
        store.list_messages("thread-1", "resource-1")
        before = sql("PRAGMA journal_mode")
        store.append("thread-1", "resource-1", [say("new")])

    assert (before, sql("PRAGMA journal_mode")) == ([("delete",)], [("wal",)])


def test_readers_of_a_file_without_a_log_are_waited_for(path, load, edit, sql, say):
    """The first write waits until nobody reads the file, since its journal can be changed only then."""
    load(path)
    edit("PRAGMA journal_mode = DELETE")
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as reader, SqliteStore(path) as store:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM mastra_threads").fetchall()
        timer = Timer(0.2, lambda: reader.execute("COMMIT"))
        timer.start()
        store.append("thread-1", "resource-1", [say("new")])
        timer.join()

    assert sql("PRAGMA journal_mode") == [("wal",)]


def test_a_file_that_has_all_is_opened_quickly(path, load):
    """sqlite-utils, which takes long to import, is needed for files that lack something, and for no other."""
    load(path)
    code = (
        f"import sys; from segue_shell.stores import SqliteStore; SqliteStore({str(path)!r}).close(); print('sqlite_utils' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=True)  # noqa: S603

    assert done.stdout == "False\n"


STATEMENTS = {
    "all": statements.messages("t", "ada", None, ()),
    "all of anyone": statements.messages("t", ANY_RESOURCE, None, ()),
    "the last": statements.messages("t", "ada", 50, ("system",)),
    "the last of anyone": statements.messages("t", ANY_RESOURCE, 50, ("system",)),
    "a page": statements.message_page("t", "ada", 40, 80, newest_first=True),
    "a count": statements.message_count("t", "ada"),
    "by id": next(statements.messages_by_id(["m", "n"], "ada")),
    "the threads of": next(statements.threads_of(["m", "n"], "ada")),
    "deleting": next(statements.delete_messages(["m", "n"], ANY_RESOURCE)),
    "standing": (statements.STANDING, ("t", "t")),
    "dates": (statements.DATES, ("t",)),
    "a thread": (statements.GET_THREAD, ("t",)),
    "touching": (statements.TOUCH_THREAD, ("now", "t")),
    "changing": (statements.CHANGE_MESSAGE, ("text", "user", "v2", "m")),
}


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
def test_statements_use_an_index(sql, statement):
    """No statement of a turn or a recall scans a table or sorts, so that what they cost does not grow with what is stored."""
    text, parameters = statement
    plan = [step for (*_, step) in sql(f"EXPLAIN QUERY PLAN {text}", *parameters)]

    assert [step for step in plan if step.startswith("SEARCH") and "INDEX" in step]
    assert [step for step in plan if (step.startswith("SCAN") and "CONSTANT" not in step) or "TEMP B-TREE FOR ORDER" in step] == []


def work(store, do):
    """Return how many instructions SQLite needs, in hundreds."""
    steps = []
    store._connections.read(lambda connection: connection.set_progress_handler(lambda: steps.append(1) and None, 100))
    do()
    store._connections.read(lambda connection: connection.set_progress_handler(None, 0))
    return len(steps)


def test_a_turn_costs_the_same_in_a_long_thread(store, say):
    """SQLite's own count of instructions, for a turn and for the last messages, does not grow with the thread."""
    store.append("short", "ada", [say(f"s{number}") for number in range(100)])
    store.append("long", "ada", [say(f"l{number}") for number in range(5_000)])
    counts = {
        thread: (
            work(store, lambda thread=thread: store.append(thread, "ada", [say(f"{thread}-q"), say(f"{thread}-a")])),
            work(store, lambda thread=thread: store.list_messages(thread, "ada", last=50, without=("system",))),
        )
        for thread in ("short", "long")
    }

    assert counts["long"] <= tuple(count + 1 for count in counts["short"])
