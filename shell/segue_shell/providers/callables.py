"""Any callable as a provider: for providers of one's own, for tests, and for trials without a network."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, cast

from attrs import evolve, frozen
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from segue.failures import CallFailure
from segue.models import Model
from segue.parts import TextPart
from segue.prompts import AssistantMessage, Request
from segue.rejections import failures_in
from segue.targets import Target
from segue_shell.providers.choosing import provider
from segue_shell.providers.protocol import Delta, Outcome, Provider, Reply, TextDelta


@frozen
class CallableProvider:
    """A callable, sync or async, that takes a `Request` and gives a text, an `AssistantMessage`, a `Reply` or a Result of one of these.

    What it raises is a `CallFailure` with the exception's words, body and status. Histories are rewritten for `target`, anything that
    `Target.of` reads; without one they are sent as they are.

    >>> from segue.prompts import Prompt, user
    >>> echo = CallableProvider(lambda request: request.prompt.messages[-1].content[0].text)
    >>> echo.call(Request(Prompt((user("Ahoy!"),)))).unwrap().message.content[0].text
    'Ahoy!'
    """

    function: Callable[[Request], Any]
    given: object = None

    @property
    def target(self) -> Target:
        """For which histories are rewritten."""
        return Target.of(self.given)

    def call(self, request: Request) -> Outcome:
        """Call it. Raises `TypeError` for one that is to be awaited."""
        try:
            given = self.function(request)
        except Exception as error:  # noqa: BLE001  # whatever a caller's function raises, there is no reply
            return _failed(error)
        if inspect.isawaitable(given):
            cast("Any", given).close()
            raise TypeError("this provider is to be awaited: use send_async or stream_async")
        return self._outcome(given)

    def stream(self, request: Request) -> Iterator[Delta | Outcome]:
        """Call it, and yield its words in one piece."""
        outcome = self.call(request)
        yield from _pieces(outcome)
        yield outcome

    async def call_async(self, request: Request) -> Outcome:
        """Await it, or call it in a thread."""
        try:
            is_async = inspect.iscoroutinefunction(self.function)
            given = self.function(request) if is_async else await asyncio.to_thread(self.function, request)
            given = await given if inspect.isawaitable(given) else given
        except Exception as error:  # noqa: BLE001  # as in `call`
            return _failed(error)
        return self._outcome(given)

    async def stream_async(self, request: Request) -> AsyncIterator[Delta | Outcome]:
        """Do as `stream`, in an event loop."""
        outcome = await self.call_async(request)
        for piece in _pieces(outcome):
            yield piece
        yield outcome

    def close(self) -> None:
        """Do nothing: a callable holds no connection of ours."""

    async def close_async(self) -> None:
        """Do nothing, as `close`."""

    def _outcome(self, given: object) -> Outcome:
        if isinstance(given, Result):
            return Success(self._reply(given.unwrap())) if is_successful(given) else Failure(_told(given.failure()))
        return Success(self._reply(given))

    def _reply(self, given: object) -> Reply:
        if isinstance(given, str):
            given = AssistantMessage((TextPart(given),))
        if isinstance(given, AssistantMessage):
            given = Reply(given)
        if not isinstance(given, Reply):
            raise TypeError(f"a provider gives a text, an AssistantMessage, a Reply or a Result, not {type(given).__name__}")
        return given if given.message.origin is not None else evolve(given, message=evolve(given.message, origin=self._maker()))

    def _maker(self) -> Model | None:
        return Model(self.target.provider, self.target.model) if self.target.provider else None


def as_provider(given: object) -> Provider:
    """Return a provider as it is, a callable as one, and that of a target that is named. Raises `TypeError` for what is none of them."""
    if isinstance(given, str | Target | Model):
        return provider(given)
    if all(hasattr(given, name) for name in ("target", "call", "stream", "call_async", "stream_async")):
        return cast("Provider", given)
    if callable(given):
        return CallableProvider(given)
    raise TypeError(f"{given!r} is no provider: it names none, has no target and calls, and cannot be called")


def _pieces(outcome: Outcome) -> Iterator[Delta]:
    words = "".join(part.text for part in outcome.unwrap().message.content if isinstance(part, TextPart)) if is_successful(outcome) else ""
    if words:
        yield TextDelta(words)


def _failed(error: Exception) -> Outcome:
    told = failures_in(error)[0]
    return Failure(told if told.message else evolve(told, message=type(error).__name__))


def _told(failure: object) -> CallFailure:
    if isinstance(failure, CallFailure):
        return failure
    return next(iter(failures_in(failure)), CallFailure(str(failure)))
