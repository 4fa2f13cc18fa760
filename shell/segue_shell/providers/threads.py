"""Blocking calls, awaited: each in a thread of its own, which nobody has to wait for at the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import closing
from threading import Event, Thread
from typing import Any, TypeVar

T = TypeVar("T")
_END = object()


async def awaited(function: Callable[[], T]) -> T:
    """Call a function in a thread and return what it returns, or raise what it raises.

    A thread cannot be stopped: where this is cancelled, what the function gives in the end is dropped.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = function()
        except Exception as error:  # noqa: BLE001 - it is raised again where it is awaited
            _tell(loop, _settle, future.set_exception, future, error)
        else:
            _tell(loop, _settle, future.set_result, future, result)

    Thread(target=run, daemon=True).start()
    return await future


async def iterated(make: Callable[[], Generator[T]], interrupt: Callable[[], None]) -> AsyncGenerator[T]:
    """Run a generator in a thread and yield what it yields, as it comes. Closing this interrupts it, and it is closed in its thread."""
    loop, queue, over = asyncio.get_running_loop(), asyncio.Queue[Any](), Event()

    def run() -> None:
        try:
            with closing(make()) as items:
                for item in items:
                    if over.is_set():
                        return
                    _tell(loop, queue.put_nowait, (item, None))
        except Exception as error:  # noqa: BLE001 - it is raised again where it is awaited
            _tell(loop, queue.put_nowait, (_END, error))
        else:
            _tell(loop, queue.put_nowait, (_END, None))

    Thread(target=run, daemon=True).start()
    try:
        while (told := await queue.get())[0] is not _END:
            yield told[0]
    finally:
        over.set()
        interrupt()
    if told[1] is not None:
        raise told[1]


def _tell(loop: asyncio.AbstractEventLoop, function: Callable[..., object], *arguments: object) -> None:
    """Have a function called in a loop, unless that is gone by now."""
    if not loop.is_closed():
        try:
            loop.call_soon_threadsafe(function, *arguments)
        except RuntimeError:  # it was closed since
            return


def _settle(settle: Callable[[Any], None], future: asyncio.Future[Any], outcome: object) -> None:
    if not future.done():
        settle(outcome)
