"""What a send does to the world: it asks the store, calls a provider, runs a function. Each can be done at once, or awaited."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Mapping
from typing import Any, TypeAlias, TypeVar

from attrs import define, evolve, field, frozen
from returns.result import Failure, Result

from segue.failures import CallFailure
from segue.messages import ToolInvocation
from segue.parts import ToolResultPart
from segue.prompts import Request
from segue_shell.conversation.records import SendFailure, Turn
from segue_shell.conversation.tools import Function, run, run_async
from segue_shell.providers.protocol import Delta, Outcome, Provider, TextDelta, ToolCallDelta

T = TypeVar("T")


@frozen(eq=False)
class Ask:
    """Ask the store."""

    now: Callable[[], Any]
    later: Callable[[], Awaitable[Any]]


@frozen(eq=False)
class Run:
    """Run a function for a call."""

    function: Function
    call: ToolInvocation

    def now(self) -> ToolResultPart:
        """Run it."""
        return run(self.function, self.call)

    async def later(self) -> ToolResultPart:
        """Await it."""
        return await run_async(self.function, self.call)


@frozen
class Heard:
    """What a call brought, and the words of a stream that were heard before."""

    outcome: Outcome
    words: str = ""


@define(eq=False)
class Call:
    """Call a provider."""

    provider: Provider
    request: Request
    names: Mapping[str, str]
    """The caller's tool names by their aliases."""
    words: list[str] = field(factory=list)
    """What was heard of a stream so far."""
    begun: bool = False
    """A piece was heard."""

    def now(self) -> Heard:
        """Call it."""
        return Heard(self.provider.call(self.request))

    async def later(self) -> Heard:
        """Await it."""
        return Heard(await self.provider.call_async(self.request))

    def heard(self, piece: Delta) -> Delta:
        """Note a piece, and return it with the tool's own name."""
        self.begun = True
        if isinstance(piece, TextDelta):
            self.words.append(piece.text)
        if isinstance(piece, ToolCallDelta) and piece.name in self.names:
            return evolve(piece, name=self.names[piece.name])
        return piece

    def whole(self, outcome: Outcome | None) -> Heard:
        """Return what the call brought."""
        return Heard(Failure(CallFailure("the stream ended without an outcome")) if outcome is None else outcome, "".join(self.words))


Effect: TypeAlias = Ask | Run | Call
SendResult: TypeAlias = Result[Turn, SendFailure]
Steps: TypeAlias = Generator[Effect, Any, T]


@frozen
class Retracted:
    """What a stream yielded of the reply so far is void: the call failed, and another one follows."""


Piece: TypeAlias = Delta | Retracted


class Stopped(Exception):
    """Thrown into the steps where whoever asked stopped listening to a call; `words` are those heard."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words
