"""Databases of the TypeScript original: what it lists from its own Postgres, this store lists; what is made here is laid out as there.

Compared to the letter, metadata aside, whose keys `jsonb` keeps in an order of its own.
"""

from __future__ import annotations

import json

import psycopg
import pytest
from attrs import evolve

from segue.formats.mastra import decode_messages, encode_messages, write_resource, write_thread
from segue.json_values import same_json
from segue_shell.stores import ANY_RESOURCE, PostgresStore
from tests.stores.conftest import DUMPS

LISTED = json.loads((DUMPS / "mastra-pg.list.json").read_text(encoding="utf-8"))
OWNERS = {thread["id"]: thread["resourceId"] for thread in LISTED["threads"]}
TABLES = ("mastra_messages", "mastra_resources", "mastra_threads")
each_thread = pytest.mark.parametrize("thread_id", OWNERS)


def load(dsn):
    """Make the original's tables and rows."""
    with psycopg.connect(dsn) as connection:
        connection.execute((DUMPS / "mastra-pg.sql").read_text(encoding="utf-8"))


def everything(dsn):
    """Return all rows of the original's tables, in full, and what other tables there are."""
    with psycopg.connect(dsn) as connection:
        rows = [connection.execute(f"SELECT to_jsonb(t), xmin::text FROM {table} AS t ORDER BY id").fetchall() for table in TABLES]  # noqa: S608
        others = connection.execute("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1").fetchall()
    return rows, others


@pytest.fixture(scope="module")
def dump(postgres):
    """Return the address of a database that the original wrote, which these tests only read."""
    dsn = postgres.new_database()
    load(dsn)
    return dsn


@pytest.fixture(scope="module")
def original(dump):
    """Return a store on that database."""
    with PostgresStore(dump) as made:
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
    """Rows of one date by their ids, the other way round."""
    page = original.page_messages(thread_id, OWNERS[thread_id], newest_first=True)

    assert LISTED["desc"][thread_id] == [message.id for message in page.items if message.role != "system"]


def test_threads_are_listed_as_the_original_lists_them(original):
    """The threads of all owners, oldest first; no metadata is not an empty one."""
    page = original.list_threads(ANY_RESOURCE, newest_first=False)

    assert [by_name(thread) for thread in LISTED["threads"]] == [by_name(write_thread(thread)) for thread in page.items]


@pytest.mark.parametrize("owner", LISTED["resources"])
def test_resources_are_read_as_the_original_reads_them(original, owner):
    """Metadata that the original saved as JSON in a JSON string is read through it."""
    assert by_name(LISTED["resources"][owner]) == by_name(write_resource(original.get_resource(owner)))


def by_name(fields):
    """Return an object's items in one order."""
    return json.dumps(fields, sort_keys=True)


def test_reading_changes_nothing(dump, original):
    """Opening and reading writes no row and makes no table."""
    before = everything(dump)
    with PostgresStore(dump) as store:
        store.list_messages("thread-1", "resource-1")
        store.list_threads("resource-1")
        store.get_resource("resource-1")

    assert before == everything(dump)
    assert original.name in repr(store)


def test_what_the_original_saved_can_be_changed(dsn):
    """Metadata in a string is laid over; a thread is continued, its title, metadata and first date left as they are."""
    load(dsn)
    with PostgresStore(dsn) as store:
        store.append("thread-1", "resource-1", decode_messages([{"id": "new", "role": "user", "content": "Hi"}]).unwrap())
        thread, resource = store.get_thread("thread-1", "resource-1"), store.update_resource("resource-1", metadata={"seen": 1})
        last = store.list_messages("thread-1", "resource-1")[-1].id

    before = next(thread for thread in LISTED["threads"] if thread["id"] == "thread-1")
    assert last == "new"
    assert by_name(before) == by_name(write_thread(evolve(thread, updated_at=before["updatedAt"])))
    assert (resource.metadata, resource.working_memory) == ({"plan": "free", "seen": 1}, "# notes\n- likes snow")


def layout(dsn):
    """Return columns with their types, defaults and nullness in order, indexes and constraints."""
    with psycopg.connect(dsn) as connection:
        columns = connection.execute(
            "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns"
            " WHERE table_schema = 'public' AND table_name LIKE 'mastra%' ORDER BY table_name, ordinal_position"
        ).fetchall()
        indexes = connection.execute("SELECT indexdef FROM pg_indexes WHERE tablename LIKE 'mastra%' ORDER BY 1").fetchall()
        constraints = connection.execute(
            "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype <> 'n' AND conrelid::regclass::text LIKE 'mastra%' ORDER BY 1, 2"
        ).fetchall()
    return columns, indexes, constraints


def test_new_tables_are_laid_out_as_the_original_does(dsn, dump):
    """Columns, their order, types and defaults, keys, indexes, no foreign keys."""
    PostgresStore(dsn).close()

    assert layout(dump) == layout(dsn)


def test_rows_are_written_as_the_original_writes_them(dsn, dump):
    """Messages, threads and what is remembered of owners, copied by this store, are the same rows, to the letter and in each column."""
    with PostgresStore(dump) as source, PostgresStore(dsn) as copy:
        for thread in source.list_threads(ANY_RESOURCE).items:
            copy.append(thread.id, thread.resource_id, source.list_messages(thread.id, ANY_RESOURCE))
            copy.save_thread(thread)
        copy.save_resource(source.get_resource("resource-2"))
    (messages, resources, threads), (theirs, owners, homes) = (everything(name)[0] for name in (dsn, dump))

    assert rows_of(messages, "thread-1", "thread-states") == rows_of(theirs, "thread-1", "thread-states")
    assert [row for row, _ in threads] == [row for row, _ in homes]
    assert [row for row, _ in resources] == [row for row, _ in owners if row["id"] == "resource-2"]


def rows_of(rows, *threads):
    """Return the rows of these threads."""
    return [row for row, _ in rows if row["thread_id"] in threads]


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/St_Johns"])
def test_both_columns_of_a_date_tell_one_moment(dsn, zone):
    """Whatever the zone of the session, the one holds the wall clock of UTC and the other the moment itself, in milliseconds."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(f"ALTER ROLE postgres IN DATABASE {connection.info.dbname} SET timezone = '{zone}'")
    with PostgresStore(dsn, clock=lambda: "2030-06-01T08:00:00.006Z") as store:
        (message,) = store.append("t", "ada", decode_messages([{"id": "m", "role": "user", "content": "Hi"}]).unwrap())
        assert message == store.list_messages("t", "ada")[0]
        assert message.created_at == store.get_thread("t", "ada").updated_at == "2030-06-01T08:00:00.006Z"
    with psycopg.connect(dsn) as connection:
        for table, name in (("mastra_messages", "createdAt"), ("mastra_threads", "createdAt"), ("mastra_threads", "updatedAt")):
            row = connection.execute(f"""SELECT "{name}"::text, extract(epoch FROM "{name}Z") FROM {table}""").fetchone()  # noqa: S608
            assert (row[0], float(row[1])) == ("2030-06-01 08:00:00.006", 1906531200.006)


def test_a_row_without_the_later_column_is_read_by_the_older(dsn):
    """The original reads it so; a date that only the older column has is that date."""
    load(dsn)
    with psycopg.connect(dsn) as connection:
        connection.execute("""UPDATE mastra_messages SET "createdAtZ" = NULL""")
    with PostgresStore(dsn) as store:
        assert encode_messages(store.list_messages("thread-1", "resource-1")) == LISTED["asc"]["thread-1"]["messages"]
