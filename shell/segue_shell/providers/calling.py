"""Calling a provider, whichever SDK it has: write the body, have it sent, read the reply or say why there is none.

An SDK's module says how a body is sent and how the events of a stream come, each in threads and in an event loop; what goes wrong is
made into a `CallFailure` here, and nowhere else.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterable, Iterator, Mapping
from contextlib import aclosing, closing
from typing import Any, Protocol

from attrs import frozen
from returns.result import Failure, Success

from segue.failures import CallFailure
from segue.formats.registry import FORMATS
from segue.prompts import Request
from segue.targets import Target
from segue_shell.providers.clients import Clients
from segue_shell.providers.protocol import Delta, Outcome, Reply
from segue_shell.providers.refusals import ErrorReply, UnreadableReply, failure_of, refusal, unreadable
from segue_shell.providers.wire import Wire, sendable

_LISTS = {"openai-responses": "input", "gemini": "contents"}


class Pieces(Protocol):
    """A streamed reply that is being put together."""

    def add(self, event: Wire) -> Iterable[Delta]:
        """Take an event, and tell what it says. Raises `ErrorReply` where it is an error, `UnreadableReply`."""
        ...

    def whole(self) -> Wire:
        """Return the reply as it would have come unstreamed. Raises `UnreadableReply` where its end is missing."""
        ...


@frozen
class Unstreamed:
    """An answer that came whole although a stream was asked for: an error in JSON, or a gateway's page."""

    answer: object


class CallingProvider(ABC):
    """What all providers share. A subclass says what the body is, how it is sent, and how a reply is read."""

    def __init__(self, target: Target, clients: Clients, secrets: Iterable[str | None], options: Mapping[str, Any] | None) -> None:
        self._target, self._clients, self._options = target, clients, dict(options or {})
        self._secrets = tuple(secret for secret in secrets if secret)

    @abstractmethod
    def body(self, payload: Wire, *, streamed: bool) -> Wire:
        """Return a payload as it is sent: with the model, the caller's options, and whether it is streamed."""

    @abstractmethod
    def pieces(self) -> Pieces:
        """Return what puts a streamed reply together."""

    @abstractmethod
    def read(self, answer: Wire) -> Reply:
        """Read a whole reply. Raises `ErrorReply` and `UnreadableReply`."""

    @abstractmethod
    def send(self, body: Wire) -> object:
        """Send a body and return the answer's JSON, or its text. Raises what the SDK raises."""

    @abstractmethod
    async def send_async(self, body: Wire) -> object:
        """Do as `send`, in an event loop."""

    @abstractmethod
    def events(self, body: Wire) -> Generator[Wire | Unstreamed]:
        """Send a body and yield what comes. Closing it closes the connection."""

    @abstractmethod
    def events_async(self, body: Wire) -> AsyncGenerator[Wire | Unstreamed]:
        """Do as `events`, in an event loop."""

    def failure(self, error: Exception, secrets: tuple[str, ...]) -> CallFailure:
        """Return what an exception of the SDK, or of what it stands on, tells."""
        return failure_of(error, secrets)

    @property
    def target(self) -> Target:
        """For which histories are rewritten."""
        return self._target

    def call(self, request: Request) -> Outcome:
        """Send a request and wait for the whole reply."""
        body = self._body(request, streamed=False)
        try:
            answer = self.send(body)
        except Exception as error:  # noqa: BLE001 - the SDK's, those of what it stands on, and json's
            return Failure(self._failure(error))
        return self._outcome(answer)

    async def call_async(self, request: Request) -> Outcome:
        """Do as `call`, in an event loop. Cancelling it ends the call."""
        body = self._body(request, streamed=False)
        try:
            answer = await self.send_async(body)
        except Exception as error:  # noqa: BLE001 - as in `call`
            return Failure(self._failure(error))
        return self._outcome(answer)

    def stream(self, request: Request) -> Iterator[Delta | Outcome]:
        """Send a request and yield the reply's pieces as they arrive, and last its outcome. Closing the iterator ends the call."""
        body, pieces, outcome = self._body(request, streamed=True), self.pieces(), None
        try:
            with closing(self.events(body)) as events:
                for event in events:
                    if isinstance(event, Unstreamed):
                        outcome = self._outcome(event.answer)
                        break
                    yield from pieces.add(event)
        except Exception as error:  # noqa: BLE001 - as in `call`, and what `pieces` raises
            outcome = Failure(self._failure(error))
        yield self._end(pieces) if outcome is None else outcome

    async def stream_async(self, request: Request) -> AsyncIterator[Delta | Outcome]:
        """Do as `stream`, in an event loop."""
        body, pieces, outcome = self._body(request, streamed=True), self.pieces(), None
        try:
            async with aclosing(self.events_async(body)) as events:
                async for event in events:
                    if isinstance(event, Unstreamed):
                        outcome = self._outcome(event.answer)
                        break
                    for delta in pieces.add(event):
                        yield delta
        except Exception as error:  # noqa: BLE001 - as in `stream`
            outcome = Failure(self._failure(error))
        yield self._end(pieces) if outcome is None else outcome

    def close(self) -> None:
        """Let go of the connections that threads use. A later call opens new ones."""
        self._clients.close()

    async def close_async(self) -> None:
        """Let go of the connections of the running event loop, and of those that threads use."""
        await self._clients.close_async()

    def __repr__(self) -> str:
        """Name the target, and nothing that is secret."""
        return f"{type(self).__name__}({str(self._target)!r})"

    def _body(self, request: Request, *, streamed: bool) -> Wire:
        return self.body(sendable(payload(request, self._target)), streamed=streamed)

    def _outcome(self, answer: object) -> Outcome:
        try:
            return Success(self.read(_object(answer)))
        except (ErrorReply, UnreadableReply) as error:
            return Failure(self._failure(error))

    def _end(self, pieces: Pieces) -> Outcome:
        try:
            return Success(self.read(pieces.whole()))
        except (ErrorReply, UnreadableReply, RecursionError) as error:  # pieces are nested as deep as they came
            return Failure(self._failure(error))

    def _failure(self, error: Exception) -> CallFailure:
        if isinstance(error, ErrorReply):
            return refusal(error.body, None, self._secrets)
        return unreadable(error, self._secrets) if isinstance(error, UnreadableReply) else self.failure(error, self._secrets)


def payload(request: Request, target: Target) -> Wire:
    """Write a request in its target's format, as a whole body even where it was read from a bare list of messages."""
    form = FORMATS[target.endpoint]
    written = form.encode(request) if form.encode_for is None else form.encode_for(request, target)
    return written if isinstance(written, dict) else {_LISTS.get(form.name, "messages"): written}


def _object(answer: object) -> Wire:
    """Return the object that an answer holds, which is text where its content type did not say JSON. Raises `UnreadableReply`."""
    found = answer
    if isinstance(answer, str):
        try:
            found = json.loads(answer)
        except (ValueError, RecursionError):
            raise UnreadableReply("the whole", "JSON", answer) from None
    if not isinstance(found, dict):
        raise UnreadableReply("the whole", "an object", found)
    return found
