"""Who performs the effects of a send: at once or awaited, replies whole or in pieces.

The steps of a send are a generator that yields effects and is sent what they bring, so that the four ways to send share all steps.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, aclosing, closing, nullcontext
from typing import Any, cast

from attrs import define
from returns.pipeline import is_successful
from returns.result import Result

from segue_shell.conversation.effects import Call, Effect, Heard, Piece, Retracted, SendResult, Steps, Stopped
from segue_shell.providers.protocol import Delta, Outcome


@define(eq=False)
class _Performance:
    """How far the steps are."""

    steps: Steps[SendResult]
    brought: Any = None
    raised: Exception | None = None
    void: bool = False
    """Pieces were yielded of a reply that will not be whole."""
    sent: Any = None

    def next(self) -> Effect | None:
        """Give the steps what the last effect brought or raised; return the next effect, None at the end."""
        brought, raised, self.brought, self.raised = self.brought, self.raised, None, None
        try:
            return self.steps.send(brought) if raised is None else self.steps.throw(raised)
        except StopIteration as end:
            self.sent = end.value
            return None

    def now(self, effect: Effect) -> None:
        """Perform an effect at once."""
        try:
            self.brought = effect.now()
        except Exception as error:  # noqa: BLE001  # the steps tell what is to be done about it
            self.raised = error

    async def later(self, effect: Effect) -> None:
        """Perform an effect, awaited."""
        try:
            self.brought = await effect.later()
        except Exception as error:  # noqa: BLE001  # as in `now`
            self.raised = error

    def heard(self, call: Call, brought: Heard) -> None:
        """Note what a call brought."""
        self.brought, self.void = brought, call.begun and not is_successful(brought.outcome)

    def stop(self, effect: Effect) -> None:
        """Tell the steps that nobody listens any more; what they still have to do is done."""
        if isinstance(effect, Call):
            self.raised = Stopped("".join(effect.words))
            while (left := self.next()) is not None:
                self.now(left)

    async def stop_async(self, effect: Effect) -> None:
        """Do as `stop`, in an event loop."""
        if isinstance(effect, Call):
            self.raised = Stopped("".join(effect.words))
            while (left := self.next()) is not None:
                await self.later(left)


def perform(steps: Steps[SendResult]) -> SendResult:
    """Perform the effects at once, and return what the steps return."""
    playing = _Performance(steps)
    while (effect := playing.next()) is not None:
        try:
            playing.now(effect)
        except KeyboardInterrupt:
            playing.stop(effect)
            raise
    return cast("SendResult", playing.sent)


async def perform_async(steps: Steps[SendResult]) -> SendResult:
    """Do as `perform`, in an event loop."""
    playing = _Performance(steps)
    while (effect := playing.next()) is not None:
        try:
            await playing.later(effect)
        except asyncio.CancelledError:
            await playing.stop_async(effect)
            raise
    return cast("SendResult", playing.sent)


def in_pieces(steps: Steps[SendResult]) -> Iterator[Piece | SendResult]:
    """Perform the effects, yield the pieces of the replies, and last what the steps return."""
    playing = _Performance(steps)
    while (effect := playing.next()) is not None:
        try:
            if isinstance(effect, Call):
                yield from _retracted(playing)
                playing.heard(effect, (yield from _pieces(effect)))
            else:
                playing.now(effect)
        except Exception as error:  # noqa: BLE001  # as in `now`
            playing.raised = error
        except (GeneratorExit, KeyboardInterrupt):
            playing.stop(effect)
            raise
    yield playing.sent


async def in_pieces_async(steps: Steps[SendResult]) -> AsyncIterator[Piece | SendResult]:
    """Do as `in_pieces`, in an event loop."""
    playing = _Performance(steps)
    while (effect := playing.next()) is not None:
        try:
            if isinstance(effect, Call):
                for piece in _retracted(playing):
                    yield piece
                outcome: Outcome | None = None
                async with _closing_async(effect.provider.stream_async(effect.request)) as stream:
                    async for told in stream:
                        if isinstance(told, Result):
                            outcome = told
                        else:
                            yield effect.heard(told)
                playing.heard(effect, effect.whole(outcome))
            else:
                await playing.later(effect)
        except Exception as error:  # noqa: BLE001  # as in `now`
            playing.raised = error
        except (GeneratorExit, asyncio.CancelledError):
            await playing.stop_async(effect)
            raise
    yield playing.sent


def _retracted(playing: _Performance) -> Iterator[Retracted]:
    if playing.void:
        playing.void = False
        yield Retracted()


def _pieces(call: Call) -> Generator[Delta, None, Heard]:
    outcome: Outcome | None = None
    with _closing(call.provider.stream(call.request)) as stream:
        for piece in stream:
            if isinstance(piece, Result):
                outcome = piece
            else:
                yield call.heard(piece)
    return call.whole(outcome)


def _closing(stream: Iterator[Any]) -> AbstractContextManager[Iterator[Any]]:
    """Close a stream at the end, and with it its connection; an iterator that cannot be closed has none of ours."""
    return closing(cast("Any", stream)) if hasattr(stream, "close") else nullcontext(stream)


def _closing_async(stream: AsyncIterator[Any]) -> AbstractAsyncContextManager[AsyncIterator[Any]]:
    return aclosing(cast("Any", stream)) if hasattr(stream, "aclose") else nullcontext(stream)
