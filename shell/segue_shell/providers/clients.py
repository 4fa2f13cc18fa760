"""The clients of an SDK, and what is secret in what they are given."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

_KEY_HEADERS = ("auth", "key", "token", "secret", "cookie")


class Clients:
    """An SDK's clients: one for threads, one for each event loop, made when they are needed."""

    def __init__(
        self,
        sync: Callable[[], Any],
        asynchronous: Callable[[], Any],
        end: Callable[[Any], Any] = lambda client: client.close(),
        end_async: Callable[[Any], Awaitable[Any]] = lambda client: client.close(),
    ) -> None:
        self._make, self._make_async, self._end, self._end_async = sync, asynchronous, end, end_async
        self._lock = Lock()
        self._sync: Any = None
        self._async: WeakKeyDictionary[asyncio.AbstractEventLoop, Any] = WeakKeyDictionary()

    def sync(self) -> Any:
        """Return the client for threads."""
        with self._lock:
            if self._sync is None:
                self._sync = self._make()
            return self._sync

    def running(self) -> Any:
        """Return the client of the running event loop, to which its connections are bound."""
        loop = asyncio.get_running_loop()
        with self._lock:
            if loop not in self._async:
                self._async[loop] = self._make_async()
            return self._async[loop]

    def close(self) -> None:
        """Close the client for threads."""
        with self._lock:
            client, self._sync = self._sync, None
        if client is not None:
            self._end(client)

    async def close_async(self) -> None:
        """Close the client of the running loop, and the one for threads."""
        self.close()
        with self._lock:
            client = self._async.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await self._end_async(client)


def secrets_in(headers: Mapping[str, str] | None) -> Iterator[str]:
    """Yield the values of headers whose names say that they are secret, and what stands behind a scheme in them."""
    for name, value in (headers or {}).items():
        if any(word in name.lower() for word in _KEY_HEADERS):
            yield from (value, value.rpartition(" ")[2])
