"""Requests posted through the SDKs of Anthropic and OpenAI, which one generator makes alike.

The body goes through the SDKs' `post`, not through their typed methods: so it is sent as segue wrote it, fields that the installed
types lack included, and what comes back is the provider's own JSON, none of it dropped. The SDKs give what they are good at:
credentials, connections, retries, timeouts, server-sent events.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Iterable, Mapping
from types import ModuleType
from typing import Any

from segue.targets import Target
from segue_shell.providers.calling import CallingProvider, Unstreamed
from segue_shell.providers.clients import Clients
from segue_shell.providers.wire import Wire


class PostingProvider(CallingProvider):
    """What the providers behind these SDKs share. A subclass says where to post."""

    path: str

    def __init__(
        self, target: Target, sdk: ModuleType, clients: Clients, secrets: Iterable[str | None], options: Mapping[str, Any] | None
    ) -> None:
        super().__init__(target, clients, secrets, options)
        self._sdk = sdk

    def send(self, body: Wire) -> object:
        """Post a body."""
        answer: object = self._clients.sync().post(self.path, body=body, cast_to=object)
        return answer

    async def send_async(self, body: Wire) -> object:
        """Post a body in an event loop."""
        answer: object = await self._clients.running().post(self.path, body=body, cast_to=object)
        return answer

    def events(self, body: Wire) -> Generator[Wire | Unstreamed]:
        """Post a body and yield the events of the answer."""
        kind = self._sdk.Stream[object]
        with self._clients.sync().post(self.path, body=body, cast_to=object, stream=True, stream_cls=kind) as events:
            if _is_whole(events.response):
                events.response.read()
                yield Unstreamed(events.response.text)
            else:
                yield from events

    async def events_async(self, body: Wire) -> AsyncGenerator[Wire | Unstreamed]:
        """Post a body in an event loop and yield the events of the answer."""
        kind = self._sdk.AsyncStream[object]
        async with await self._clients.running().post(self.path, body=body, cast_to=object, stream=True, stream_cls=kind) as events:
            if _is_whole(events.response):
                await events.response.aread()
                yield Unstreamed(events.response.text)
            else:
                async for event in events:
                    yield event


def _is_whole(response: Any) -> bool:
    """Tell whether an answer is no stream although one was asked for: an error in JSON, or a gateway's page."""
    kind = str(response.headers.get("content-type", "")).lower()
    return "json" in kind or "html" in kind
