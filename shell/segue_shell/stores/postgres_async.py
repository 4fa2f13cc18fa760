"""The Postgres store whose methods are awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from segue_shell.clock import utc_now
from segue_shell.stores.asynchronous import AwaitedStore
from segue_shell.stores.postgres_address import Address
from segue_shell.stores.postgres_pool_async import AsyncPool
from segue_shell.stores.postgres_scripts import PostgresScripts


class AsyncPostgresStore(AwaitedStore):
    """A `PostgresStore` whose methods are awaited, in one event loop. No thread is used; what is waited for is the database."""

    def __init__(
        self,
        dsn: str,
        *,
        schema: str = "public",
        pooler: bool = False,
        connections: int = 10,
        clock: Callable[[], str] = utc_now,
        timeout: float = 30.0,
        create: bool = True,
    ) -> None:
        """Keep what `PostgresStore` takes as well. The database is opened, and tables made that are missing, with the first use."""
        self._scripts, self._create, self._ready = PostgresScripts(clock), create, False
        self._pool = AsyncPool(Address.of(dsn, schema, pooler=pooler, timeout=timeout), connections)
        self._gate = asyncio.Lock()

    @property
    def name(self) -> str:
        """The database as it may be shown: without the password."""
        return self._pool.address.name

    async def close(self) -> None:
        """Close all connections. Every later use raises `StoreError`."""
        await self._pool.close()

    def __repr__(self) -> str:
        """Name the database, without its password."""
        return f"AsyncPostgresStore({self.name!r})"

    async def _do(self, name: str, *arguments: Any, **options: Any) -> Any:
        script = getattr(self._scripts, name)(*arguments, **options)
        if not self._ready:
            await self._prepare()
        return await self._pool.run(script)

    async def _prepare(self) -> None:
        async with self._gate:
            if not self._ready:
                await self._pool.run(self._scripts.prepare(self._pool.address, create=self._create))
                self._ready = True
