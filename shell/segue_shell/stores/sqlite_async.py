"""The SQLite store whose methods are awaited."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from segue_shell.clock import utc_now
from segue_shell.stores.asynchronous import AwaitedStore
from segue_shell.stores.protocol import StoreError
from segue_shell.stores.sqlite import SqliteStore
from segue_shell.stores.sqlite_files import Synchronous


class AsyncSqliteStore(AwaitedStore):
    """A `SqliteStore` whose methods are awaited. SQLite itself cannot be, so its work is done in threads of this store alone."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        synchronous: Synchronous = "FULL",
        clock: Callable[[], str] = utc_now,
        timeout: float = 30.0,
        create: bool = True,
        threads: int = 4,
    ) -> None:
        """Open a file as `SqliteStore` does; at most so many `threads` use it at the same time."""
        self._store = SqliteStore(path, synchronous=synchronous, clock=clock, timeout=timeout, create=create)
        self._threads, self._closed = ThreadPoolExecutor(threads, thread_name_prefix="segue-sqlite"), False

    @property
    def path(self) -> str:
        """The file."""
        return self._store.path

    async def close(self) -> None:
        """Close the file once what was begun is done. Every later use raises `StoreError`."""
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._threads, self._store.close)
            self._threads.shutdown(wait=False)

    def __repr__(self) -> str:
        """Name the file."""
        return f"Async{self._store!r}"

    async def _do(self, name: str, *arguments: Any, **options: Any) -> Any:
        if self._closed:
            raise StoreError(f"{self.path}: the store is closed")
        method = partial(getattr(self._store, name), *arguments, **options)
        return await asyncio.get_running_loop().run_in_executor(self._threads, method)
