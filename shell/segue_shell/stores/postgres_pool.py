"""Connections of threads to one Postgres database, and who may use one when.

A connection that the server has let go of is noticed when it is taken, since there is something to read on it, and is not used again.
None is used in two processes: a child of a fork opens its own.
"""

from __future__ import annotations

import os
import select
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Semaphore
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

from segue_shell.stores.columns import positive
from segue_shell.stores.postgres_address import Address
from segue_shell.stores.protocol import StoreError
from segue_shell.stores.scripts import Rows, Script

if TYPE_CHECKING:
    from psycopg import AsyncConnection, Connection

T = TypeVar("T")


class Pool:
    """Connections for threads, so many at most. The last one used is used first."""

    def __init__(self, address: Address, size: int) -> None:
        """Open nothing yet. `ValueError` for a size that lets nobody in."""
        positive("connections", size)
        self.address, self._size, self._closed = address, size, False
        self._idle: list[Connection[Any]] = []
        self._free = Semaphore(size)
        _pools.add(self)

    def run(self, script: Script[T]) -> T:
        """Run a script on one connection and return what it returns. Where it raises, its transaction is rolled back."""
        try:
            asked = next(script)
        except StopIteration as done:
            value: T = done.value
            return value
        with self._connection() as connection:
            return _driven(self.address, connection, script, asked)

    def close(self) -> None:
        """Close what is idle now, and what is in use once it no longer is. Every later use is an error."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()

    def forget(self) -> None:
        """Start anew in a forked process, whose parent goes on with the connections there are."""
        _inherited.extend(self._idle)
        self._idle, self._free = [], Semaphore(self._size)

    @contextmanager
    def _connection(self) -> Iterator[Connection[Any]]:
        refuse_closed(self.address, self._closed)
        if not self._free.acquire(timeout=self.address.timeout):
            raise StoreError(f"{self.address.name}: no connection became free within {self.address.timeout} seconds")
        try:
            connection = self._taken() or self._opened()
            try:
                yield connection
            finally:
                self._give_back(connection)
        finally:
            self._free.release()

    def _taken(self) -> Connection[Any] | None:
        with suppress(IndexError):
            while True:
                connection = self._idle.pop()
                if not is_stale(connection):
                    return connection
                connection.close()
        return None

    def _opened(self) -> Connection[Any]:
        import psycopg  # noqa: PLC0415

        try:
            return psycopg.connect(self.address.dsn, **self.address.options)
        except psycopg.Error as error:
            raise self.address.told(error) from error

    def _give_back(self, connection: Connection[Any]) -> None:
        if not is_idle(connection):
            _rolled_back(connection)
        if self._closed or not is_idle(connection):
            connection.close()
        else:
            self._idle.append(connection)


def _driven(address: Address, connection: Connection[Any], script: Script[T], asked: tuple[str, Mapping[str, Any]]) -> T:
    from psycopg import Error  # noqa: PLC0415

    try:
        while True:
            text, parameters, prepare = address.asked(asked)
            try:
                cursor = connection.execute(text, parameters, prepare=prepare)
                rows: Rows = cursor.fetchall() if cursor.description else []
            except Error as error:
                _rolled_back(connection)
                asked = script.throw(address.told(error))
            else:
                asked = script.send(rows)
    except StopIteration as done:
        value: T = done.value
        return value


def _rolled_back(connection: Connection[Any]) -> None:
    from psycopg import Error  # noqa: PLC0415

    with suppress(Error):  # a connection that is gone has rolled back by itself
        connection.rollback()


def refuse_closed(address: Address, closed: bool) -> None:
    """Raise `StoreError` where a store was closed."""
    if closed:
        raise StoreError(f"{address.name}: the store is closed")


def is_idle(connection: Connection[Any] | AsyncConnection[Any]) -> bool:
    """Tell whether a connection waits for a statement, outside of transactions."""
    return not connection.closed and connection.info.transaction_status.name == "IDLE"


def is_stale(connection: Connection[Any] | AsyncConnection[Any]) -> bool:
    """Tell whether the server has said something unasked: that it goes, mostly. Costs no message to it."""
    if connection.closed:
        return True
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(connection.fileno(), select.POLLIN)
        return bool(poll.poll(0))
    return bool(select.select([connection.fileno()], [], [], 0)[0])


_pools: WeakSet[Pool] = WeakSet()
_inherited: list[Any] = []
"""Connections of a parent, kept because closing them here would end its sessions."""


def _after_fork() -> None:
    for pool in list(_pools):
        pool.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
