"""What every provider offers, and what comes back from one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Protocol, TypeAlias

from attrs import frozen
from returns.result import Result

from segue.failures import CallFailure
from segue.json_values import EMPTY, JsonObject
from segue.prompts import AssistantMessage, Request
from segue.targets import Target


@frozen
class TextDelta:
    """A piece of the visible answer, as it arrives."""

    text: str


@frozen
class ReasoningDelta:
    """A piece of what the model thinks, as it arrives, where the provider shows it."""

    text: str


@frozen
class ToolCallDelta:
    """A piece of a tool call, as it arrives."""

    index: int
    """Which of the reply's calls, from 0."""
    id: str
    name: str
    arguments: str
    """A piece of the arguments' JSON text; empty in the event that begins the call."""


Delta: TypeAlias = TextDelta | ReasoningDelta | ToolCallDelta


@frozen
class Reply:
    """What a provider answered."""

    message: AssistantMessage
    """With its maker as origin, and opaque tokens under their owner."""
    usage: JsonObject = EMPTY
    """The provider's own figures, under its own names."""
    finish: str = ""
    """Why the reply ended, in the provider's own word."""


Outcome: TypeAlias = Result[Reply, CallFailure]


class Provider(Protocol):
    """A model at a provider. What it is given is sent as it is: rewriting is the conversation's part."""

    @property
    def target(self) -> Target:
        """For which histories are rewritten."""
        ...

    def call(self, request: Request) -> Outcome:
        """Send a request and wait for the whole reply. Raises nothing of the SDK's: what went wrong is a `CallFailure`."""
        ...

    def stream(self, request: Request) -> Iterator[Delta | Outcome]:
        """Send a request and yield the reply's pieces as they arrive, and last its outcome, the whole reply or why there is none.

        Closing the iterator ends the call, and its connection.
        """
        ...

    async def call_async(self, request: Request) -> Outcome:
        """Do as `call`, in an event loop. Cancelling it ends the call."""
        ...

    def stream_async(self, request: Request) -> AsyncIterator[Delta | Outcome]:
        """Do as `stream`, in an event loop."""
        ...

    def close(self) -> None:
        """Let go of the connections that threads use. A later call opens new ones."""
        ...

    async def close_async(self) -> None:
        """Let go of the connections of the running event loop, and of those that threads use: awaiting closes what `close` cannot."""
        ...
