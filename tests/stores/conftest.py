"""Stores of their own for each test, and messages to put into them."""

from __future__ import annotations

import sqlite3
from itertools import count
from pathlib import Path

import psycopg
import pytest

from segue.messages import StoredMessage
from segue.parts import TextPart
from segue.stamps import from_milliseconds
from segue_shell.stores import SqliteStore
from tests.stores.kinds import KINDS, emptied, opened
from tests.stores.postgres_server import shared, stop_shared

DUMPS = Path(__file__).parent / "dumps"


def ids(messages):
    """Return the ids of messages."""
    return [message.id for message in messages]


@pytest.fixture
def path(tmp_path):
    """Name a file that is not there."""
    return tmp_path / "store.db"


@pytest.fixture
def clock():
    """Return a clock that goes on by a second whenever it is looked at, from the year 2030."""
    seconds = count(1_900_000_000)
    return lambda: from_milliseconds(next(seconds) * 1000)


@pytest.fixture
def store(path, clock):
    """Return a store in a new file."""
    with SqliteStore(path, clock=clock) as made:
        yield made


@pytest.fixture
def sql(path):
    """Run a statement on the file, beside the store, and return its rows."""

    def run(statement, *parameters):
        connection = sqlite3.connect(path)
        with connection:
            rows = connection.execute(statement, parameters).fetchall()
        connection.close()
        return rows

    return run


@pytest.fixture
def load():
    """Make a database of a dump."""

    def run(path, name="mastra-libsql.sql"):
        connection = sqlite3.connect(path)
        connection.executescript((DUMPS / name).read_text(encoding="utf-8"))
        connection.close()

    return run


@pytest.fixture
def say():
    """Make a message."""

    def message(id, text="Low tide?", role="user", **fields):
        return StoredMessage(id, role, (TextPart(text),), **fields)

    return message


@pytest.fixture(scope="session")
def postgres():
    """Return the Postgres server that the tests share."""
    return shared()


@pytest.fixture
def dsn(postgres):
    """Return the address of an empty database."""
    return postgres.new_database()


@pytest.fixture(params=KINDS)
def kind(request):
    """Name a kind of store."""
    return request.param


@pytest.fixture
def opening(kind, path):
    """Return what opens stores of this kind on one database, by their clock, and closes them after the test."""
    emptied(kind)
    made = []

    def run(clock):
        made.append(opened(kind, path, clock))
        return made[-1]

    yield run
    for store in made:
        store.close()


@pytest.fixture
def query(dsn):
    """Run statements on the Postgres database, beside the store, and return the rows of the last."""

    def run(statement, *parameters):
        with psycopg.connect(dsn, autocommit=True) as connection:
            cursor = connection.execute(statement, parameters or None)
            return cursor.fetchall() if cursor.description else []

    return run


def pytest_sessionfinish():
    """Stop the Postgres server, if there is one."""
    stop_shared()
