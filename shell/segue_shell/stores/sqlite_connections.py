"""Connections to one database: one for each thread, used by one thread at a time, and none that a fork carries along.

SQLite's locks belong to a process. A child that finds a connection of its parent, be it open and unused, takes the parent's locks
for its own and can spoil the file. So all connections are closed before a fork and opened again after it, on demand.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, RLock, local
from typing import TypeVar
from weakref import WeakSet

from segue_shell.stores.protocol import StoreError

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

_inherited: list[sqlite3.Connection] = []
"""Connections of a parent, kept because closing them here would let go of the parent's locks."""


class Connections:
    """Gives each thread its connection, made by `open`, for one piece of work; what SQLite raises becomes a `StoreError`."""

    def __init__(
        self,
        name: str,
        open: Callable[[], tuple[sqlite3.Connection, bool]],
        before_writing: Callable[[sqlite3.Connection], None],
        *,
        shared: bool = False,
    ) -> None:
        """Keep what makes a connection and says whether it may be kept, and what is done once, before the first time that is written.

        With `shared` all threads take turns on one connection.
        """
        self._name, self._open, self._before_writing = name, open, before_writing
        self._shared = _Slot() if shared else None
        self._own = local()
        self._slots: WeakSet[_Slot] = WeakSet()
        self._gate, self._writing, self._closed, self._written = RLock(), Lock(), False, False
        self._paused: list[_Slot] = []
        with _registering:
            _all.add(self)

    def read(self, work: Work[T]) -> T:
        """Do one piece of work that looks once."""
        return self._do(work)

    def look(self, work: Work[T]) -> T:
        """Do one piece of work that looks several times and sees one state of the database."""
        return self._do(lambda connection: transaction(connection, "BEGIN", work))

    def write(self, work: Work[T]) -> T:
        """Do one piece of work in a transaction: all of it is written, or, where anything is raised, nothing."""
        return self._do(lambda connection: self._write(connection, work))

    def close(self) -> None:
        """Close all connections, once nobody uses them. Every later use is an error."""
        with self._gate:
            self._closed = True
            for slot in self._all_slots():
                with slot.lock:
                    slot.close()

    def pause(self) -> None:
        """Wait until nobody uses a connection, close all, and let nobody begin."""
        self._gate.acquire()
        self._paused = self._all_slots()
        for slot in self._paused:
            slot.lock.acquire()
            if self._shared is None and not slot.busy:
                slot.close()

    def resume(self) -> None:
        """Let all go on."""
        for slot in self._paused:
            slot.lock.release()
        self._paused = []
        self._gate.release()

    def _do(self, work: Work[T]) -> T:
        slot = self._shared or self._slot()
        with slot.lock:
            try:
                return work(self._connected(slot))
            except sqlite3.Error as error:
                raise StoreError(f"{self._name}: {error}") from error
            finally:
                if not slot.lasting or (slot.busy and slot is not self._shared):  # busy: what failed could not be rolled back
                    slot.close()

    def _write(self, connection: sqlite3.Connection, work: Work[T]) -> T:
        with self._writing:  # threads queue here, since SQLite lets those who wait for it poll
            if not self._written:
                self._before_writing(connection)
                self._written = True
            return transaction(connection, "BEGIN IMMEDIATE", work)

    def _slot(self) -> _Slot:
        slot: _Slot | None = getattr(self._own, "slot", None)
        if slot is None:
            with self._gate:
                slot = self._own.slot = _Slot()
                self._slots.add(slot)
        return slot

    def _connected(self, slot: _Slot) -> sqlite3.Connection:
        if self._closed:
            raise StoreError(f"{self._name}: the store is closed")
        if slot.connection is None or slot.pid != os.getpid():
            slot.close()
            slot.connection, slot.lasting = self._open()
            slot.pid = os.getpid()
        return slot.connection

    def _all_slots(self) -> list[_Slot]:
        return [*self._slots, *([self._shared] if self._shared else [])]


class _Slot:
    """A connection and the lock of whoever uses it."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.connection: sqlite3.Connection | None = None
        self.lasting, self.pid = True, 0

    @property
    def busy(self) -> bool:
        return self.connection is not None and self.connection.in_transaction

    def close(self) -> None:
        connection, self.connection = self.connection, None
        if connection is None:
            return
        if self.pid == os.getpid():
            connection.close()
        else:
            _inherited.append(connection)

    def __del__(self) -> None:
        """Close the connection of a thread that has ended."""
        self.close()


def transaction(connection: sqlite3.Connection, begin: str, work: Work[T]) -> T:
    """Do work between a BEGIN and a COMMIT; nothing of it stays where anything is raised."""
    connection.execute(begin)
    try:
        done = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite has rolled back by itself, as it does when the disk is full
            connection.execute("ROLLBACK")
        raise
    return done


_all: WeakSet[Connections] = WeakSet()
_registering = Lock()
_pausing: list[Connections] = []


def _before_fork() -> None:
    _registering.acquire()
    _pausing.extend(_all)
    for connections in _pausing:
        connections.pause()


def _after_fork() -> None:
    while _pausing:
        _pausing.pop().resume()
    _registering.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork)
