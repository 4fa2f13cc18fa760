"""Bringing a file into WAL where others are in the way."""

from __future__ import annotations

import sqlite3

import pytest

from segue_shell.stores.sqlite_files import enter_wal


class Refusing:
    """A connection that is refused some times, with an error of SQLite's."""

    def __init__(self, times, code):
        self.times, self.code, self.asked = times, code, 0

    def execute(self, statement):
        self.asked += 1
        assert statement == "PRAGMA journal_mode = WAL"
        if self.asked <= self.times:
            error = sqlite3.OperationalError("refused")
            error.sqlite_errorcode = self.code
            raise error


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_BUSY_RECOVERY])
def test_others_are_waited_for(code):
    """It is tried again until it works."""
    connection = Refusing(3, code)
    enter_wal(connection, timeout=30)

    assert connection.asked == 4


def test_others_are_not_waited_for_without_end():
    """After the time that a writer waits the error is raised."""
    with pytest.raises(sqlite3.OperationalError, match="refused"):
        enter_wal(Refusing(10**6, sqlite3.SQLITE_BUSY), timeout=0.05)


def test_other_errors_are_raised_at_once():
    """A file that may not be written will not be later."""
    connection = Refusing(10**6, sqlite3.SQLITE_READONLY)
    with pytest.raises(sqlite3.OperationalError, match="refused"):
        enter_wal(connection, timeout=30)

    assert connection.asked == 1
