"""The Postgres store and its connections: who waits for whom, what is lost and what is not, what is shown."""

from __future__ import annotations

import asyncio
import builtins
import os
import time
from contextlib import contextmanager
from threading import Thread

import psycopg
import pytest

from segue.messages import StoredMessage, ToolInvocation
from segue_shell.stores import ANY_RESOURCE, AsyncPostgresStore, ConflictError, PostgresStore, StoreError
from segue_shell.stores.postgres_address import Address
from tests.stores.conftest import ids

NOW = "2030-06-01T08:00:00.000Z"
ENDED = "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


@pytest.fixture
def store(dsn):
    """Return a store in an empty database, whose clock stands still."""
    with PostgresStore(dsn, clock=lambda: NOW) as made:
        yield made


@contextmanager
def meanwhile(dsn, query, work, then=None):
    """Hold a transaction open while other work runs until it waits for this one; then do one thing more, commit, and let the work end.

    What the work returned or raised is in the list that is given.
    """
    told = []

    def run():
        try:
            told.append(work())
        except StoreError as error:
            told.append(error)

    worker = Thread(target=run)
    with psycopg.connect(dsn) as connection:
        yield connection, told
        worker.start()
        while query("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == [(0,)]:
            time.sleep(0.005)
        if then:
            connection.execute(then)
    worker.join(30)


def insert(connection, id, thread="t", date="2030-06-01 08:00:05.006789", owner="ada"):
    """Write a message as the original does, with what only Postgres can hold: microseconds."""
    connection.execute(
        "INSERT INTO mastra_messages VALUES (%s, %s, '{\"format\":2,\"parts\":[]}', 'user', 'v2', %s, %s)", (id, thread, date, owner)
    )


# At the same time


def test_a_turn_that_waited_comes_after_what_it_waited_for(store, dsn, query, say):
    """A writer who was ahead wrote a later date; whoever waited for them sees it, though the turn began before."""
    store.append("t", "ada", [say("a")])
    with meanwhile(dsn, query, lambda: store.append("t", "ada", [say("c"), say("d")])) as (connection, told):
        insert(connection, "b")
        connection.execute("UPDATE mastra_threads SET title = 'Harbour' WHERE id = 't'")

    assert [row.created_at for row in told[0]] == ["2030-06-01T08:00:05.007Z", "2030-06-01T08:00:05.008Z"]
    assert ids(store.list_messages("t", ANY_RESOURCE)) == list("abcd")
    assert store.get_thread("t", "ada").title == "Harbour"


def test_a_thread_that_two_make_is_made_once(store, dsn, query, say):
    """Whoever comes second goes on with it, or is told that it is somebody else's."""
    with meanwhile(dsn, query, lambda: store.append("t", "ada", [say("b")])) as (connection, told):
        connection.execute("INSERT INTO mastra_threads VALUES ('t', 'ada', 'Harbour', NULL, now(), now())")
        insert(connection, "a")
    with meanwhile(dsn, query, lambda: store.append("u", "ada", [say("c")])) as (connection, refused):
        connection.execute("INSERT INTO mastra_threads VALUES ('u', 'bob', '', NULL, now(), now())")

    assert (ids(told[0]), ids(store.list_messages("t", "ada")), store.get_thread("t", "ada").title) == (["b"], ["a", "b"], "Harbour")
    assert isinstance(refused[0], ConflictError)
    assert store.get_messages(["c"], ANY_RESOURCE) == ()


@pytest.mark.parametrize(("thread", "raised"), [("t", False), ("u", True)])
def test_an_id_that_two_write_is_written_once(store, dsn, query, say, thread, raised):
    """In this thread it is there already, in another it is a conflict, and nothing of the turn is there."""
    with meanwhile(dsn, query, lambda: store.append("t", "ada", [say("new"), say("m", "mine")])) as (connection, told):
        insert(connection, "m", thread)

    assert isinstance(told[0], ConflictError) is raised
    assert store.get_messages(["m"], ANY_RESOURCE)[0].parts == ()
    assert ids(store.list_messages("t", "ada")) == ([] if raised else ["m", "new"])


def test_a_thread_that_is_deleted_takes_all_its_messages(store, dsn, query, say):
    """Those too that were written while the deletion waited."""
    store.append("t", "ada", [say("a")])
    with meanwhile(dsn, query, lambda: store.delete_thread("t", "ada")) as (connection, told):
        insert(connection, "b")
        connection.execute("UPDATE mastra_threads SET title = 'Harbour' WHERE id = 't'")

    assert (told, query("SELECT count(*) FROM mastra_messages")) == ([True], [(0,)])


def test_two_who_wait_for_each_other_both_get_done(store, dsn, query, say):
    """Postgres ends one of them, who tries again."""
    store.append("t", "ada", [say("a")])
    deletion, other = lambda: store.delete_messages(["a"], "ada"), "UPDATE mastra_messages SET role = role"
    with meanwhile(dsn, query, deletion, other) as (connection, told):
        connection.execute("SET LOCAL deadlock_timeout = '60s'")  # so that it is the other one who is ended
        connection.execute("UPDATE mastra_threads SET title = 'Harbour' WHERE id = 't'")

    assert (told, store.list_messages("t", "ada")) == ([1], ())


def test_another_owners_message_in_ones_own_thread_is_refused(store, query, say):
    """Nothing of the turn is written."""
    store.append("t", "ada", [say("m")])
    query("""UPDATE mastra_messages SET "resourceId" = 'eve'""")
    with pytest.raises(ConflictError, match="the message 'm' is somebody else's"):
        store.append("t", "ada", [say("n"), say("m")])

    assert ids(store.list_messages("t", ANY_RESOURCE)) == ["m"]


def test_a_row_of_nobody_is_the_threads(store, query):
    """A message stored without an owner can be moved on by the thread's owner; only rows that change are written."""

    def calling(state, output=None):
        return StoredMessage("m", "assistant", (ToolInvocation("c", "tides", state, output=output),))

    store.append("t", "ada", [calling("call")])
    query("""UPDATE mastra_messages SET "resourceId" = NULL""")
    assert store.append("t", "ada", [calling("result", 1)])[0].parts[0].output == 1
    before = query("SELECT xmin::text, content FROM mastra_messages")
    store.append("t", "ada", [calling("result", 1)])

    assert before == query("SELECT xmin::text, content FROM mastra_messages")


# One statement


def test_a_turn_is_one_statement(store, say, monkeypatch):
    """Where it makes a thread and where it continues one; a turn with something that is there already takes a transaction."""
    seen = []

    def counted(address, statement):
        seen.append(statement[0].split()[0])
        return asked(address, statement)

    asked = Address.asked
    monkeypatch.setattr(Address, "asked", counted)
    for turn in ("ab", "cd", "c"):
        store.append("t", "ada", [say(id) for id in turn])

    assert seen == ["WITH", "WITH", "WITH", "BEGIN", "INSERT", "SELECT", "SELECT", "COMMIT"]


def test_statements_are_prepared_once(store, say):
    """A second turn, of another length, prepares nothing anew."""
    store.append("t", "ada", [say("a")])
    count = "SELECT count(*) FROM pg_prepared_statements"
    (before,) = on_idle(store, count)
    store.append("t", "ada", [say(f"m{number}", created_at=NOW if number % 2 else None) for number in range(9)])

    assert before[0] > 0
    assert [before] == on_idle(store, count)


def test_a_plan_that_was_made_for_an_empty_table_suits_a_full_one(store, query, say):
    """By the database's own count no turn, and no look at the last messages, reads the whole of a table."""
    for number in range(60):
        store.append("t", "ada", [say(f"q{number}"), say(f"a{number}")])
        store.list_messages("t", "ada", last=4)
    on_idle(store, "SELECT pg_stat_force_next_flush()")

    assert query("SELECT seq_tup_read < 50 FROM pg_stat_user_tables WHERE relname = 'mastra_messages'") == [(True,)]


def on_idle(store, statement):
    """Run a statement on the connection that the store used last."""
    connection = store._pool._idle[-1]
    cursor = connection.execute(statement, prepare=False)
    return cursor.fetchall() if cursor.description else []


def test_behind_a_pooler_nothing_is_prepared(dsn, say):
    """Sessions change between turns: what one has prepared, or another not, does not matter."""
    with PostgresStore(dsn, pooler=True) as store:
        for number in range(8):
            store.append("t", "ada", [say(f"{number}")])
            assert on_idle(store, "SELECT count(*) FROM pg_prepared_statements") == [(0,)]
            store._pool._idle[-1].pgconn.exec_(b"DEALLOCATE ALL")  # psycopg does not get to know
        assert len(store.list_messages("t", "ada")) == 8


def test_a_pooler_that_was_not_named_is_guessed(store, say):
    """The error says what helps, and nothing is written."""
    store.append("t", "ada", [say("a")])
    store._pool._idle[-1].pgconn.exec_(b"DEALLOCATE ALL")  # psycopg does not get to know
    with pytest.raises(StoreError, match="does not exist; behind a pooler of transactions, open the store with pooler=True"):
        store.append("t", "ada", [say("b")])

    assert store.get_messages(["b"], ANY_RESOURCE) == ()


# Connections


def test_a_connection_that_the_server_closed_is_not_used_again(store, query, say):
    """The next turn opens another one."""
    store.append("t", "ada", [say("a")])
    query(ENDED)
    store.append("t", "ada", [say("b")])

    assert ids(store.list_messages("t", "ada")) == ["a", "b"]


def test_a_connection_that_the_server_closed_is_not_awaited_again(dsn, query, say):
    """Nor by a store whose methods are awaited."""

    async def work():
        async with AsyncPostgresStore(dsn) as store:
            await store.append("t", "ada", [say("a")])
            await asyncio.to_thread(query, ENDED)
            await store.append("t", "ada", [say("b")])
            return ids(await store.list_messages("t", "ada"))

    assert asyncio.run(work()) == ["a", "b"]


def test_there_are_so_many_connections_at_most(dsn, query, say):
    """Threads and tasks take turns."""

    async def work():
        async with AsyncPostgresStore(dsn, connections=2) as store:
            await asyncio.gather(*(store.append(f"t{number}", "ada", [say(f"{number}")]) for number in range(20)))
            return len(store._pool._idle)

    with PostgresStore(dsn, connections=2) as store:
        threads = [Thread(target=store.append, args=(f"b{number}", "bob", [say(f"b{number}")])) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert 1 <= len(store._pool._idle) <= 2
    assert (asyncio.run(work()), query("SELECT count(*) FROM mastra_messages")) == (2, [(28,)])


@pytest.mark.parametrize("number", [0, -1, 1.5, None])
@pytest.mark.parametrize("kind", [PostgresStore, AsyncPostgresStore])
def test_there_is_a_connection_at_least(dsn, kind, number):
    """A number of connections that lets nobody in is the caller's mistake."""
    with pytest.raises(ValueError, match="connections is"):
        kind(dsn, connections=number)


def test_who_finds_no_connection_is_told(dsn):
    """After the time that was given."""
    words = r"test_\d+: no connection became free within 0.05 seconds"

    async def work():
        async with AsyncPostgresStore(dsn, connections=1, timeout=0.05) as store, store._pool._connection():
            with pytest.raises(StoreError, match=words):
                await store.get_resource("ada")

    asyncio.run(work())
    with PostgresStore(dsn, connections=1, timeout=0.05) as store, store._pool._connection(), pytest.raises(StoreError, match=words):
        store.get_resource("ada")


def test_a_task_that_is_cancelled_leaves_a_connection_that_works(dsn, say):
    """The statement is given up, nothing of it is written, and the next one finds no open transaction."""

    async def work(connection):
        async with AsyncPostgresStore(dsn, connections=1) as store:
            await store.append("t", "ada", [say("a")])
            await asyncio.to_thread(connection.execute, "SELECT FROM mastra_threads FOR UPDATE")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(store.append("t", "ada", [say("b")]), 0.2)
            await asyncio.to_thread(connection.rollback)
            await store.append("t", "ada", [say("c")])
            return ids(await store.list_messages("t", "ada"))

    with psycopg.connect(dsn) as connection:
        assert asyncio.run(work(connection)) == ["a", "c"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")
def test_a_store_goes_on_in_a_forked_process(store, say):
    """A child opens connections of its own, and the parent's go on."""
    store.append("t", "ada", [say("a")])
    pid = os.fork()
    if pid == 0:
        try:
            store.append("t", "ada", [say("b")])
            store.close()
        finally:
            os._exit(len(store.list_messages("t", "ada")) if not store._pool._closed else 7)
    _, status = os.waitpid(pid, 0)
    mine = store._pool._idle[-1].info.backend_pid
    store.append("t", "ada", [say("c")])

    assert os.waitstatus_to_exitcode(status) == 7
    assert store._pool._idle[-1].info.backend_pid == mine
    assert ids(store.list_messages("t", "ada")) == ["a", "b", "c"]


def test_a_closed_store_is_no_longer_used(dsn):
    """Closing twice is fine; anything else is an error that names the database."""

    async def work():
        store = AsyncPostgresStore(dsn)
        await store.close()
        with pytest.raises(StoreError, match="the store is closed"):
            await store.get_resource("ada")
        return repr(store)

    store = PostgresStore(dsn)
    store.close()
    store.close()
    with pytest.raises(StoreError, match=f"{store.name}: the store is closed"):
        store.get_resource("ada")
    assert asyncio.run(work()) == f"AsyncPostgresStore({store.name!r})"


# What is told


def test_the_database_itself_is_the_cause_of_its_errors(store, query):
    """What Postgres refuses comes with the database's name, and with psycopg's own error behind it."""
    query("DROP TABLE mastra_messages")
    with pytest.raises(StoreError, match=f"{store.name}: relation .* does not exist") as raised:
        store.list_messages("t", "ada")

    assert isinstance(raised.value.__cause__, psycopg.errors.UndefinedTable)


def test_a_password_is_not_shown(postgres):
    """Not by the store, nor where the server is not there, nor where it refuses."""
    dsn = postgres.new_database()
    parts = psycopg.conninfo.conninfo_to_dict(dsn)
    with PostgresStore(psycopg.conninfo.make_conninfo(dsn, password="hunter2")) as store:
        assert store.name == f"postgresql://postgres@127.0.0.1:{parts['port']}/{parts['dbname']}"
        assert "hunter2" not in repr(store) + repr(store._pool.address)
    for address in (
        "postgresql://hunter2:hunter2@127.0.0.1:1/x",
        f"postgresql://nobody:hunter2@127.0.0.1:{parts['port']}/{parts['dbname']}?application_name=hunter2",
        f"host=127.0.0.1 port={parts['port']} user=postgres password=hunter2 dbname=none",
    ):
        with pytest.raises(StoreError) as raised:
            PostgresStore(address, timeout=5)
        assert "hunter2" not in str(raised.value).replace("hunter2@127.0.0.1:1", "")


@pytest.mark.parametrize(
    "dsn", ["postgresql:/ada:hunter2@host/x", "postgresql://ada:hunter2@[host/x", "hunter2", "password='hunter2", None, b"hunter2"]
)
def test_an_address_that_is_none_is_not_repeated(dsn):
    """Since there may be a password in it."""
    with pytest.raises(ValueError, match="the address of the database cannot be read") as raised:
        PostgresStore(dsn)

    assert "hunter2" not in str(raised.value)
    assert raised.value.__suppress_context__


def test_without_psycopg_the_extra_is_named(monkeypatch):
    """The stores can be imported, and say what they need when they are made."""
    real = builtins.__import__

    def without(name, *arguments, **options):
        if name.partition(".")[0] == "psycopg":
            raise ImportError(name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    for store in (PostgresStore, AsyncPostgresStore):
        with pytest.raises(ImportError, match=r"pip install 'segue\[postgres\]'"):
            store("postgresql://localhost/x")
