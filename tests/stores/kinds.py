"""All kinds of stores, opened in one way and called in one way, against real databases."""

from __future__ import annotations

import asyncio
import inspect
from functools import cache
from threading import Thread

import psycopg

from segue_shell.stores import AsyncPostgresStore, AsyncSqliteStore, MemoryStore, PostgresStore, SqliteStore
from tests.stores.postgres_server import shared

KINDS = ("memory", "sqlite", "sqlite-async", "postgres", "postgres-async")
"""The stores under test; of each database one whose methods are called and one whose methods are awaited."""


class Called:
    """A store whose methods are awaited, with methods that are called: they run in a loop of all these stores."""

    def __init__(self, store):
        self.store = store

    def __getattr__(self, name):
        """Return what the store has under this name."""
        found = getattr(self.store, name)
        return (lambda *arguments, **options: _run(found(*arguments, **options))) if inspect.iscoroutinefunction(found) else found


def opened(kind, path, clock):
    """Open a store: in memory, in a file, or in the database of these tests, which `emptied` makes empty."""
    if kind == "memory":
        return MemoryStore(clock=clock)
    if kind == "sqlite":
        return SqliteStore(path, synchronous="NORMAL", clock=clock)
    if kind == "sqlite-async":
        return Called(AsyncSqliteStore(path, synchronous="NORMAL", clock=clock))
    if kind == "postgres":
        return PostgresStore(database(), clock=clock, connections=3)
    return Called(_run(_made(lambda: AsyncPostgresStore(database(), clock=clock, connections=3))))


@cache
def database():
    """Return the address of a database with tables."""
    dsn = shared().new_database()
    PostgresStore(dsn).close()
    return dsn


def emptied(kind):
    """Delete what other tests left in the database."""
    if kind.startswith("postgres"):
        _cleaner().execute("DELETE FROM mastra_messages; DELETE FROM mastra_threads; DELETE FROM mastra_resources")


@cache
def _cleaner():
    return psycopg.connect(database(), autocommit=True)


@cache
def _loop():
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, daemon=True).start()
    return loop


def _run(work):
    return asyncio.run_coroutine_threadsafe(work, _loop()).result()


async def _made(make):
    return make()
