"""Files of SQLite: made so that only their owner can read them, opened, brought into WAL."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from threading import Lock
from typing import Literal, TypeAlias

from segue_shell.stores.protocol import StoreError

Synchronous: TypeAlias = Literal["FULL", "NORMAL"]
"""FULL: what was written outlives a loss of power. NORMAL: it outlives the process, and what a loss of power takes is taken whole."""
MEMORY = ":memory:"
_CREATING = Lock()
_OTHERS = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_READ_ONLY = frozenset({"SQLITE_READONLY_DIRECTORY", "SQLITE_READONLY_CANTINIT", "SQLITE_CANTOPEN"})


def make(path: str) -> None:
    """Make an empty file that only its owner can read, where there is none. SQLite gives the files beside it the same mode."""
    if path == MEMORY:
        return
    with _CREATING:  # closing a file lets go of all locks that this process has on it, so none may be open yet
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except FileExistsError:
            return
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from error


def connect(path: str, synchronous: Synchronous, timeout: float) -> tuple[sqlite3.Connection, bool]:
    """Open a file that exists, and say whether the connection may be kept.

    A database that can only be read, and whose folder can only be read, is opened as one that nobody changes. Since somebody
    else may change it after all, such a connection is for one look.
    """
    if path == MEMORY:
        return _connect(MEMORY, synchronous, timeout), True
    try:
        return _connect(f"{Path(path).as_uri()}?mode=rw", synchronous, timeout), True
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname not in _READ_ONLY or not _is_still(path):
            raise
    return _connect(f"{Path(path).as_uri()}?mode=ro&immutable=1", synchronous, timeout), False


def _connect(name: str, synchronous: Synchronous, timeout: float) -> sqlite3.Connection:
    connection = sqlite3.connect(name, timeout=timeout, isolation_level=None, check_same_thread=False, uri=name != MEMORY)
    try:
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1")
    except BaseException:
        connection.close()
        raise
    return connection


def _is_still(path: str) -> bool:
    """Tell whether a file can be read and not be written, and no log beside it waits to be merged into it or undone."""
    logs = (Path(f"{path}{end}") for end in ("-wal", "-journal"))
    return os.access(path, os.R_OK) and not os.access(path, os.W_OK) and not any(log.exists() for log in logs)


def enter_wal(connection: sqlite3.Connection, timeout: float) -> None:
    """Let readers and a writer work side by side from now on.

    Where SQLite fears that two wait for each other it does not wait itself (https://sqlite.org/c3ref/busy_handler.html), so we do.
    """
    until = time.monotonic() + timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _OTHERS or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return
