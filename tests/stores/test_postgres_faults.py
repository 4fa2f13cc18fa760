"""What happens to a store in Postgres when writers or the server are killed, many write at once, connections break, the disk is full.

Writers are killed as often as tests/stores/test_faults.py says.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from contextlib import suppress
from itertools import count, pairwise
from threading import Thread

import psycopg
import pytest

from segue_shell.stores import ANY_RESOURCE, AsyncPostgresStore, PostgresStore, StoreError
from tests.stores.conftest import ids
from tests.stores.postgres_server import Server
from tests.stores.proxy import AFTER, BEFORE, Proxy
from tests.stores.test_faults import DEEP, KILLS, run
from tests.stores.workers import turn, wrong_with

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")


@pytest.fixture(scope="module")
def server():
    """Return a server of these tests alone, which keeps what is committed."""
    made = Server(fsync=True).start()
    yield made
    made.remove()


# Killed


def test_a_killed_writer_loses_nothing_that_it_told_of(server):
    """However often writers are killed, every turn they told of is there, and none is there by half."""
    found = run("kill", server.new_database(), "-", KILLS)

    assert found["faults"] == []
    assert found["turns"] > 0


def test_a_killed_server_loses_nothing_that_was_told_of(server):
    """Killed again and again in mid-turn, and started: what was told of is there, whole; the turn that failed can be given again."""
    dsn, told, stop = server.new_database(), [], []

    def write(name):
        with PostgresStore(dsn, timeout=5) as store:
            for number in count():
                if stop:
                    return
                with suppress(StoreError):
                    store.append(f"t-{name}", "ada", turn(f"{name}-{number}"))
                    told.append(f"{name}-{number}")

    PostgresStore(dsn).close()
    writers = [Thread(target=write, args=(name,)) for name in "ab"]
    for writer in writers:
        writer.start()
    for _ in range(50 if DEEP else 3):
        before = len(told)
        while len(told) < before + 10:
            time.sleep(0.01)
        server.stop(signal.SIGQUIT)
        server.start()
    stop.append(True)
    for writer in writers:
        writer.join()

    assert wrong_with(dsn, told) == []


def test_a_turn_that_failed_with_the_server_can_be_given_again(server, say):
    """The store goes on by itself once the server is there."""
    dsn = server.new_database()
    with PostgresStore(dsn, timeout=5) as store:
        store.append("t", "ada", [say("a")])
        server.stop()
        for _ in range(2):
            with pytest.raises(StoreError, match=r"127\.0\.0\.1"):
                store.append("t", "ada", [say("b")])
        server.start()
        store.append("t", "ada", [say("b")])

        assert ids(store.list_messages("t", "ada")) == ["a", "b"]


# At once


def test_many_threads_of_many_processes_write_at_once(server):
    """Eight processes append to one thread and to their own: no error, no turn lost, turns whole, each date later than the last."""
    dsn, threads, turns = server.new_database(), 32 if DEEP else 4, 6
    assert run("at_once", dsn, 8, threads, turns) == []

    with PostgresStore(dsn) as store:
        rows = store.list_messages("all", "ada")
        expected = {
            f"{number}-{which}-{place}-{end}" for number in range(8) for which in range(threads) for place in range(turns) for end in "qa"
        }
        mine = {row.id for thread in store.list_threads("ada", per_page=None).items for row in store.list_messages(thread.id, "ada")}
        assert {row.id for row in rows} == {id for id in expected if int(id.split("-")[2]) % 2}
        assert mine == expected
        assert [row.id[:-1] for row in rows[::2]] == [row.id[:-1] for row in rows[1::2]]
        assert all(earlier.created_at < later.created_at for earlier, later in pairwise(rows))


def test_many_tasks_write_at_once(dsn):
    """Of one event loop, into one thread: each turn whole, each date later than the last."""

    async def work():
        async with AsyncPostgresStore(dsn, connections=8) as store:
            await asyncio.gather(*(store.append("t", "ada", turn(f"{number}")) for number in range(100)))
            return await store.list_messages("t", "ada")

    rows = asyncio.run(work())
    assert [row.id[:-2] for row in rows[::2]] == [row.id[:-2] for row in rows[1::2]]
    assert (len(rows), len({row.created_at for row in rows})) == (200, 200)


def test_a_lock_is_waited_for_as_long_as_the_address_says(dsn, say):
    """Then it is an error, nothing of the turn is written, and the store goes on."""
    with PostgresStore(f"{dsn}?options=-c%20lock_timeout%3D100") as store, psycopg.connect(dsn) as other:
        store.append("t", "ada", [say("a")])
        other.execute("SELECT FROM mastra_threads FOR UPDATE")
        with pytest.raises(StoreError, match="canceling statement due to lock timeout"):
            store.append("t", "ada", [say("b")])
        other.rollback()
        store.append("t", "ada", [say("c")])

        assert ids(store.list_messages("t", "ada")) == ["a", "c"]


# Connections that break


@pytest.fixture
def proxy(postgres):
    """Return a proxy before the server."""
    made = Proxy(postgres.port)
    yield made
    made.close()


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("when", [BEFORE, AFTER])
def test_a_turn_whose_answer_is_lost_is_there_once(proxy, dsn, query, say, when, known, awaited):
    """Cut off before the turn came to the server it is not there, cut off before its answer it is; given again, it is there once."""
    through = dsn.replace(f":{psycopg.conninfo.conninfo_to_dict(dsn)['port']}/", f":{proxy.port}/")
    messages = [say("a"), say("b", role="assistant")]

    async def work():
        store = AsyncPostgresStore(through) if awaited else Awaiting(PostgresStore(through))
        if known:
            await store.append("t", "ada", [say("first")])
        await store.list_messages("t", "ada")
        proxy.cut = when
        with pytest.raises(StoreError):
            await store.append("t", "ada", messages)
        between = query("SELECT id FROM mastra_messages WHERE id <> 'first' ORDER BY id")
        done = await store.append("t", "ada", messages)
        assert done == (await store.list_messages("t", "ada"))[-2:]
        await store.close()
        return between

    between = asyncio.run(work())
    assert between == ([] if when == BEFORE else [("a",), ("b",)])
    assert query("SELECT count(*) FROM mastra_messages") == [(2 + known,)]
    assert query("SELECT count(*) FROM mastra_threads") == [(1,)]


class Awaiting:
    """A store that is called, for who awaits."""

    def __init__(self, store):
        self.store = store

    def __getattr__(self, name):
        """Return the method of this name, to be awaited."""

        async def method(*arguments, **options):
            return getattr(self.store, name)(*arguments, **options)

        return method


def test_a_transaction_that_is_cut_off_leaves_nothing(proxy, dsn, query, say):
    """A turn of several statements, whose connection breaks between them."""
    through = dsn.replace(f":{psycopg.conninfo.conninfo_to_dict(dsn)['port']}/", f":{proxy.port}/")

    def messages():
        yield from (say(f"{number}") for number in range(700))
        proxy.cut = AFTER
        yield from (say(f"{number}") for number in range(700, 1_400))

    from segue.messages import Thread as Home  # noqa: PLC0415  # threads of both kinds are needed here

    with PostgresStore(through) as store:
        with pytest.raises(StoreError):
            store.import_thread(Home("t", "ada"), messages())
        assert store.list_threads(ANY_RESOURCE).total == 0
        assert store.import_thread(Home("t", "ada"), [say("a")]) == 1
    assert query("SELECT count(*) FROM mastra_messages") == [(1,)]


# No room


def test_a_disk_that_is_full_takes_nothing_of_a_turn(server, say):
    """A turn that does not fit is refused whole, what was there stays, and there is more once there is room.

    No file of the server may grow beyond 17 MB: just more than a segment of its log has.
    """
    dsn, written = server.new_database(), []
    with PostgresStore(dsn) as store:
        try:
            restarted(server, "/bin/sh", "-c", 'ulimit -S -f 34816; exec "$@"', "sh")
            assert "could not extend file" in filled(store, say, written)
            assert len(store.list_messages("t", "ada")) == 2 * len(written)
        finally:
            restarted(server)
        store.append("t", "ada", [say("last")])
        assert (len(store.list_messages("t", "ada")), len(written) > 5) == (2 * len(written) + 1, True)


def restarted(server, *under):
    """Start the server anew, under another command."""
    server.stop()
    server.under = list(under)
    server.start()


def filled(store, say, written):
    """Write turns of a megabyte until one is refused; return what was raised."""
    for number in range(100):
        try:
            store.append("t", "ada", [say(f"q{number}"), say(f"a{number}", os.urandom(500_000).hex())])
        except StoreError as error:
            return str(error)
        written.append(number)
    return ""
