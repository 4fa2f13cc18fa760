"""Connections of the tasks of one event loop to a Postgres database."""

from __future__ import annotations

from asyncio import Semaphore, wait_for
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from segue_shell.stores.columns import positive
from segue_shell.stores.postgres_address import Address
from segue_shell.stores.postgres_pool import is_idle, is_stale, refuse_closed
from segue_shell.stores.protocol import StoreError
from segue_shell.stores.scripts import Rows, Script

if TYPE_CHECKING:
    from psycopg import AsyncConnection

T = TypeVar("T")


class AsyncPool:
    """Connections for the tasks of one event loop, so many at most. The last one used is used first."""

    def __init__(self, address: Address, size: int) -> None:
        """Open nothing yet. `ValueError` for a size that lets nobody in."""
        positive("connections", size)
        self.address, self._closed = address, False
        self._idle: list[AsyncConnection[Any]] = []
        self._free = Semaphore(size)

    async def run(self, script: Script[T]) -> T:
        """Run a script on one connection and return what it returns. Where it raises, its transaction is rolled back."""
        try:
            asked = next(script)
        except StopIteration as done:
            value: T = done.value
            return value
        async with self._connection() as connection:
            return await _driven(self.address, connection, script, asked)

    async def close(self) -> None:
        """Close what is idle now, and what is in use once it no longer is. Every later use is an error."""
        self._closed = True
        while self._idle:
            await self._idle.pop().close()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection[Any]]:
        refuse_closed(self.address, self._closed)
        try:
            await wait_for(self._free.acquire(), self.address.timeout)
        except TimeoutError:
            raise StoreError(f"{self.address.name}: no connection became free within {self.address.timeout} seconds") from None
        try:
            connection = await self._taken() or await self._opened()
            try:
                yield connection
            finally:
                await self._give_back(connection)
        finally:
            self._free.release()

    async def _taken(self) -> AsyncConnection[Any] | None:
        while self._idle:
            connection = self._idle.pop()
            if not is_stale(connection):
                return connection
            await connection.close()
        return None

    async def _opened(self) -> AsyncConnection[Any]:
        import psycopg  # noqa: PLC0415

        try:
            return await psycopg.AsyncConnection.connect(self.address.dsn, **self.address.options)
        except psycopg.Error as error:
            raise self.address.told(error) from error

    async def _give_back(self, connection: AsyncConnection[Any]) -> None:
        if not is_idle(connection):
            await _rolled_back(connection)
        if self._closed or not is_idle(connection):
            await connection.close()
        else:
            self._idle.append(connection)


async def _driven(address: Address, connection: AsyncConnection[Any], script: Script[T], asked: tuple[str, Mapping[str, Any]]) -> T:
    from psycopg import Error  # noqa: PLC0415  # an extra

    try:
        while True:
            text, parameters, prepare = address.asked(asked)
            try:
                cursor = await connection.execute(text, parameters, prepare=prepare)
                rows: Rows = await cursor.fetchall() if cursor.description else []
            except Error as error:
                await _rolled_back(connection)
                asked = script.throw(address.told(error))
            else:
                asked = script.send(rows)
    except StopIteration as done:
        value: T = done.value
        return value


async def _rolled_back(connection: AsyncConnection[Any]) -> None:
    from psycopg import Error  # noqa: PLC0415

    with suppress(Error):  # a connection that is gone has rolled back by itself
        await connection.rollback()
