"""The tests' own Postgres server: nobody else's rights, nothing left behind."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import psycopg
import pytest

from tests.stores.postgres_server import Server


@pytest.fixture(scope="module")
def server():
    """Return a server of these tests alone."""
    made = Server(fsync=True).start()
    yield made
    made.remove()


def test_a_server_answers_on_the_loopback_as_somebody_without_rights(server):
    """It is a real one, of the version of the package, and does not run as root."""
    with psycopg.connect(server.dsn()) as connection:
        settings = [connection.execute(f"SHOW {name}").fetchone()[0] for name in ("listen_addresses", "fsync", "server_encoding")]

    assert settings == ["127.0.0.1", "on", "UTF8"]
    assert Path(f"/proc/{server.process.pid}").stat().st_uid == (server.who or {"user": os.geteuid()})["user"] != 0


def test_a_server_stops_and_starts_where_it_was(server):
    """Killed or asked, it comes back on its port with what was committed."""
    dsn, address = server.new_database(), server.port
    with psycopg.connect(dsn) as connection:
        connection.execute("CREATE TABLE notes (id text)")
    for how in (signal.SIGINT, signal.SIGQUIT):
        server.stop(how)
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(dsn)
        assert server.start().port == address
    with psycopg.connect(dsn) as connection:
        assert connection.execute("SELECT * FROM notes").fetchall() == []


def test_a_server_leaves_nothing_behind():
    """Neither a process nor a folder."""
    server = Server().start()
    pid = server.process.pid
    server.remove()

    assert not server.folder.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_binaries_that_do_not_start_are_told(server):
    """What the server logged is the error."""
    server.stop()
    server.options.append("no_such_setting=1")
    with pytest.raises(RuntimeError, match="no_such_setting"):
        server.start()
    server.options.pop()
