"""Connections: one for each thread, closed when it ends, and nothing left open by an error."""

from __future__ import annotations

import sqlite3
from threading import Barrier, Thread

import pytest

from segue_shell.stores import SqliteStore, StoreError, sqlite_connections


def in_thread(work):
    """Do work in a thread of its own and return what it returned."""
    found = []
    thread = Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join()
    return found[0]


def connection_of(store):
    """Return the connection of this thread."""
    return store._connections.read(lambda connection: connection)


def test_each_thread_has_its_connection(store):
    """The same each time, and none that another thread uses."""
    assert connection_of(store) is connection_of(store)
    assert in_thread(lambda: connection_of(store)) is not connection_of(store)


def test_the_connection_of_a_thread_that_ended_is_closed(store):
    """It is not left to chance."""
    gone = in_thread(lambda: connection_of(store))
    with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
        gone.execute("SELECT 1")


def test_closing_closes_the_connections_of_all_threads(store, path):
    """Also of those that go on; what they ask for then is an error."""
    ready, closed = Barrier(2), Barrier(2)
    errors = []

    def work():
        store.list_threads("ada")
        ready.wait()
        closed.wait()
        with pytest.raises(StoreError, match="the store is closed") as raised:
            store.list_threads("ada")
        errors.append(raised.value)

    thread = Thread(target=work)
    thread.start()
    ready.wait()
    store.close()
    files = sorted(file.name for file in path.parent.iterdir())
    closed.wait()
    thread.join()

    assert (files, len(errors)) == (["store.db"], 1)


def test_a_store_in_memory_is_one_for_all_threads(say):
    """Threads take turns on its connection."""
    with SqliteStore(":memory:") as store:
        threads = [
            Thread(target=lambda name=name: [store.append("t", "ada", [say(f"{name}-{number}")]) for number in range(20)])
            for name in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert len({row.created_at for row in store.list_messages("t", "ada")}) == 160


def test_a_connection_of_another_process_is_left_alone(store, say):
    """One that a fork carried along unseen is neither used nor closed."""
    store.append("t", "ada", [say("m")])
    inherited = connection_of(store)
    store._connections._slot().pid = -1

    assert len(store.list_messages("t", "ada")) == 1
    assert connection_of(store) is not inherited
    assert inherited.execute("SELECT 1").fetchone() == (1,)
    sqlite_connections._inherited.remove(inherited)
    inherited.close()


def test_a_transaction_that_cannot_be_undone_ends_with_its_connection(store, say):
    """A connection that an error left within a transaction is closed, which undoes it."""
    store.append("t", "ada", [say("m")])
    before = connection_of(store)

    def broken(connection):
        connection.execute("DELETE FROM mastra_messages")
        connection.set_authorizer(lambda *_: sqlite3.SQLITE_DENY)
        raise KeyError

    with pytest.raises(KeyError):
        store._connections.write(broken)

    assert len(store.list_messages("t", "ada")) == 1
    assert connection_of(store) is not before


def test_a_writer_that_waits_too_long_is_told(path, say):
    """The error says that the database is locked, and the turn can be tried again."""
    with SqliteStore(path, timeout=0.05) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=f"{path}: database is locked"):
            store.append("t", "ada", [say("m")])
        assert store.list_messages("t", "ada") == ()
        other.execute("ROLLBACK")
        other.close()

        assert len(store.append("t", "ada", [say("m")])) == 1
