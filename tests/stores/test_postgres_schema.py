"""What a Postgres database must have before it is used, and what is made in it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from segue_shell.stores import PostgresStore, StoreError
from tests.stores.test_postgres_original import layout, load


def test_a_new_database_says_of_what_layout_it_is(dsn, query):
    """One row of ours, in a table of ours; opening it again changes nothing."""
    for _ in range(2):
        PostgresStore(dsn).close()

    assert [row[:2] for row in query("SELECT * FROM segue_migrations")] == [("segue", "layout_1")]


def test_a_newer_layout_is_refused(dsn, query):
    """By name and number; a step of another kind is none of ours."""
    PostgresStore(dsn).close()
    query("INSERT INTO segue_migrations VALUES ('segue', 'notes', 'x'), ('others', 'layout_7', 'x')")
    PostgresStore(dsn).close()
    query("INSERT INTO segue_migrations VALUES ('segue', 'layout_2', 'x')")
    with pytest.raises(StoreError, match=r"postgresql://postgres@127.0.0.1:\d+/test_\d+: its layout is version 2, made by a newer segue"):
        PostgresStore(dsn)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("DROP COLUMN content", "the table mastra_messages has no column content"),
        ('ALTER COLUMN "createdAt" TYPE timestamptz', "the column createdAt of mastra_messages is of type timestamp with time zone, not"),
        ("ALTER COLUMN content TYPE jsonb USING content::jsonb", "the column content of mastra_messages is of type jsonb, not text"),
    ],
)
def test_another_layout_is_refused(dsn, query, change, words):
    """The error names the column, and nothing is made."""
    PostgresStore(dsn).close()
    query(f"ALTER TABLE mastra_messages {change}")
    before = layout(dsn)
    with pytest.raises(StoreError, match=words):
        PostgresStore(dsn)

    assert before == layout(dsn)


def test_text_of_another_name_is_text(dsn, query):
    """Ids that somebody made `varchar` are fine."""
    PostgresStore(dsn).close()
    query("ALTER TABLE mastra_threads ALTER COLUMN id TYPE varchar")
    with PostgresStore(dsn) as store:
        assert store.update_thread("t", "ada", title="x") is None


def test_nothing_is_made_where_nothing_is_to_be_made(dsn, query):
    """Without `create` missing tables are an error."""
    with pytest.raises(StoreError, match="there is no table mastra_threads"):
        PostgresStore(dsn, create=False)

    assert query("SELECT relname FROM pg_class WHERE relname LIKE 'mastra%' OR relname LIKE 'segue%'") == []


def test_columns_that_old_databases_lack_are_added(dsn, query):
    """As the original adds them; rows that are there are not from now."""
    load(dsn)
    query('ALTER TABLE mastra_messages DROP COLUMN "createdAtZ", DROP COLUMN "resourceId"')
    query('ALTER TABLE mastra_threads DROP COLUMN "updatedAtZ"')
    with PostgresStore(dsn, create=False) as store:
        thread = store.get_thread("thread-1", "resource-1")

    assert query('SELECT count("createdAtZ"), count("resourceId"), count(*) FROM mastra_messages') == [(0, 0, 15)]
    assert thread.updated_at == "2026-11-30T05:28:48.805Z"
    assert query("SELECT column_default FROM information_schema.columns WHERE column_name LIKE '%Z'") == [("now()",)] * 5


def test_many_open_a_new_database_at_once(dsn, query):
    """The tables are made once, and all work with them."""

    def work(number):
        with PostgresStore(dsn) as store:
            return store.save_resource(store.get_resource(f"{number}") or store.update_resource(f"{number}")).id

    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(work, range(6))) == list("012345")
    assert query("SELECT count(*) FROM segue_migrations") == [(1,)]


@pytest.mark.parametrize("schema", ["other", 'O"dd %s schema', "mastra_threads"])
def test_tables_may_be_in_a_schema(dsn, say, schema):
    """It is made where missing; what is in another one is not seen."""
    with PostgresStore(dsn, schema=schema) as store, PostgresStore(dsn) as public:
        store.append("t", "ada", [say("m")])
        assert (len(store.list_messages("t", "ada")), public.list_messages("t", "ada")) == (1, ())
        assert (store.delete_messages(["m"], "ada"), store.delete_thread("t", "ada")) == (1, True)
    PostgresStore(dsn, schema=schema, create=False).close()


@pytest.mark.parametrize("schema", ["", "a\0b", None])
def test_a_schema_has_a_name(dsn, schema):
    """Anything else is the caller's mistake."""
    with pytest.raises(ValueError, match="the schema of a store is a name"):
        PostgresStore(dsn, schema=schema)
