"""Requests posted through the SDKs of Anthropic and OpenAI, which one generator makes alike.

The body goes through the SDKs' `post`, not through their typed methods: so it is sent as segue wrote it, fields that the installed
types lack included, and what comes back is the provider's own JSON, none of it dropped. The SDKs give what they are good at:
credentials, connections, retries, timeouts, server-sent events.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from threading import Lock
from types import ModuleType
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from returns.result import Failure, Success

from segue.failures import CallFailure
from segue.formats.registry import FORMATS
from segue.prompts import Request
from segue.targets import Target
from segue_shell.providers.protocol import Delta, Outcome, Reply
from segue_shell.providers.refusals import ErrorReply, UnreadableReply, failure_of, refusal, unreadable
from segue_shell.providers.wire import Wire

_KEY_HEADERS = ("auth", "key", "token", "secret", "cookie")


class Pieces(Protocol):
    """A streamed reply that is being put together."""

    def add(self, event: Wire) -> Iterable[Delta]:
        """Take an event, and tell what it says. Raises `ErrorReply` where it is an error, `UnreadableReply`."""
        ...

    def whole(self) -> Wire:
        """Return the reply as it would have come unstreamed. Raises `UnreadableReply` where its end is missing."""
        ...


class Clients:
    """An SDK's clients: one for threads, one for each event loop, made when they are needed."""

    def __init__(self, sync: Callable[[], Any], asynchronous: Callable[[], Any]) -> None:
        self._make, self._make_async = sync, asynchronous
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
            client.close()

    async def close_async(self) -> None:
        """Close the client of the running loop, and the one for threads."""
        self.close()
        with self._lock:
            client = self._async.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.close()


class PostingProvider:
    """What the providers behind these SDKs share. A subclass says where to post, what the body is, and how a reply is read."""

    path: str

    def __init__(self, target: Target, sdk: ModuleType, clients: Clients, secrets: Iterable[str], options: Mapping[str, Any]) -> None:
        self._target, self._sdk, self._clients = target, sdk, clients
        self._secrets = tuple(secret for secret in secrets if secret)
        self._options = dict(options)

    def body(self, payload: Wire, *, streamed: bool) -> Wire:
        """Return a payload as it is sent: with the model, the caller's options, and whether it is streamed."""
        raise NotImplementedError

    def pieces(self) -> Pieces:
        """Return what puts a streamed reply together."""
        raise NotImplementedError

    def read(self, answer: Wire) -> Reply:
        """Read a whole reply. Raises `ErrorReply` and `UnreadableReply`."""
        raise NotImplementedError

    def _body(self, request: Request, *, streamed: bool) -> Wire:
        return self.body(payload(request, self._target), streamed=streamed)

    def _outcome(self, answer: object) -> Outcome:
        try:
            return Success(self.read(_object(answer)))
        except (ErrorReply, UnreadableReply) as error:
            return Failure(self._failure(error))

    def _end(self, pieces: Pieces) -> Outcome:
        try:
            return Success(self.read(pieces.whole()))
        except (ErrorReply, UnreadableReply) as error:
            return Failure(self._failure(error))

    def _failure(self, error: Exception) -> CallFailure:
        if isinstance(error, ErrorReply):
            return refusal(error.body, None, self._secrets)
        return unreadable(error, self._secrets) if isinstance(error, UnreadableReply) else failure_of(error, self._secrets)

    @property
    def target(self) -> Target:
        """For which histories are rewritten."""
        return self._target

    def call(self, request: Request) -> Outcome:
        """Send a request and wait for the whole reply."""
        body = self._body(request, streamed=False)
        try:
            answer = self._clients.sync().post(self.path, body=body, cast_to=object)
        except Exception as error:  # noqa: BLE001 - the SDK's, those of what it stands on, and json's
            return Failure(failure_of(error, self._secrets))
        return self._outcome(answer)

    async def call_async(self, request: Request) -> Outcome:
        """Do as `call`, in an event loop. Cancelling it ends the call."""
        body = self._body(request, streamed=False)
        try:
            answer = await self._clients.running().post(self.path, body=body, cast_to=object)
        except Exception as error:  # noqa: BLE001 - as in `call`
            return Failure(failure_of(error, self._secrets))
        return self._outcome(answer)

    def stream(self, request: Request) -> Iterator[Delta | Outcome]:
        """Send a request and yield the reply's pieces as they arrive, and last its outcome. Closing the iterator ends the call."""
        body, pieces, kind = self._body(request, streamed=True), self.pieces(), self._sdk.Stream[object]
        try:
            with self._clients.sync().post(self.path, body=body, cast_to=object, stream=True, stream_cls=kind) as events:
                if _is_whole(events.response):
                    events.response.read()
                    yield self._outcome(events.response.text)
                    return
                for event in events:
                    yield from pieces.add(event)
        except Exception as error:  # noqa: BLE001 - as in `call`, and what `pieces` raises
            yield Failure(self._failure(error))
        else:
            yield self._end(pieces)

    async def stream_async(self, request: Request) -> AsyncIterator[Delta | Outcome]:
        """Do as `stream`, in an event loop."""
        body, pieces, kind = self._body(request, streamed=True), self.pieces(), self._sdk.AsyncStream[object]
        try:
            posted = self._clients.running().post(self.path, body=body, cast_to=object, stream=True, stream_cls=kind)
            async with await posted as events:
                if _is_whole(events.response):
                    await events.response.aread()
                    yield self._outcome(events.response.text)
                    return
                async for event in events:
                    for delta in pieces.add(event):
                        yield delta
        except Exception as error:  # noqa: BLE001 - as in `stream`
            yield Failure(self._failure(error))
        else:
            yield self._end(pieces)

    def close(self) -> None:
        """Let go of the connections that threads use. A later call opens new ones."""
        self._clients.close()

    async def close_async(self) -> None:
        """Let go of the connections of the running event loop, and of those that threads use."""
        await self._clients.close_async()

    def __repr__(self) -> str:
        """Name the target, and nothing that is secret."""
        return f"{type(self).__name__}({str(self._target)!r})"


def payload(request: Request, target: Target) -> Wire:
    """Write a request in its target's format, as a whole body even where it was read from a bare list of messages."""
    form = FORMATS[target.endpoint or "openai-chat"]
    written = form.encode(request) if form.encode_for is None else form.encode_for(request, target)
    return written if isinstance(written, dict) else {_LISTS.get(form.name, "messages"): written}


_LISTS = {"openai-responses": "input", "gemini": "contents"}


def secrets_in(headers: Mapping[str, str] | None) -> Iterator[str]:
    """Yield the values of headers whose names say that they are secret, and what stands behind a scheme in them."""
    for name, value in (headers or {}).items():
        if any(word in name.lower() for word in _KEY_HEADERS):
            yield from (value, value.rpartition(" ")[2])


def _is_whole(response: Any) -> bool:
    """Tell whether an answer is no stream although one was asked for: an error in JSON, or a gateway's page."""
    kind = str(response.headers.get("content-type", "")).lower()
    return "json" in kind or "html" in kind


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
