"""A provider that answers by a script, and remembers what it was asked."""

from __future__ import annotations

from attrs import define, evolve, field
from returns.result import Failure, Result, Success

from segue.failures import CallFailure
from segue.models import Model
from segue.parts import ReasoningPart, TextPart, ToolCallPart
from segue.prompts import AssistantMessage, assistant
from segue.targets import Target
from segue_shell.providers import ReasoningDelta, Reply, TextDelta, ToolCallDelta

CLAUDE, GPT = "anthropic/claude-sonnet-4-5", "openai/gpt-5.2"
REFUSED = CallFailure("messages: text content blocks must be non-empty", 400)
DOWN = CallFailure("Overloaded", 529)


@define(eq=False)
class Scripted:
    """Gives the answers in their order: a text, a message, a Reply, a CallFailure, or a list of pieces that ends in one of these."""

    target: Target = field(converter=Target.of)
    answers: list = field(converter=list)
    requests: list = field(factory=list, init=False)
    closed: int = field(default=0, init=False)

    def next(self, request):
        """Return pieces and outcome of the next answer."""
        self.requests.append(request)
        answer = self.answers.pop(0)
        pieces, answer = (answer[:-1], answer[-1]) if isinstance(answer, list) else (None, answer)
        outcome = self.outcome(answer)
        return pieces if pieces is not None else pieces_of(outcome), outcome

    def outcome(self, answer):
        """Return what a call brings."""
        if isinstance(answer, CallFailure):
            return Failure(answer)
        reply = answer if isinstance(answer, Reply) else Reply(assistant(answer) if isinstance(answer, str) else answer)
        maker = reply.message.origin or Model(self.target.provider, self.target.model)
        return Success(evolve(reply, message=evolve(reply.message, origin=maker)))

    def call(self, request):
        return self.next(request)[1]

    async def call_async(self, request):
        return self.next(request)[1]

    def stream(self, request):
        pieces, outcome = self.next(request)
        try:
            yield from pieces
            yield outcome
        finally:
            self.closed += 1

    async def stream_async(self, request):
        pieces, outcome = self.next(request)
        try:
            for piece in pieces:
                yield piece
            yield outcome
        finally:
            self.closed += 1


def pieces_of(outcome: Result) -> list:
    """Return the pieces in which a reply would have come."""
    if isinstance(outcome, Failure):
        return []
    message: AssistantMessage = outcome.unwrap().message
    calls = [part for part in message.content if isinstance(part, ToolCallPart)]
    return [
        *(ReasoningDelta(part.text) for part in message.content if isinstance(part, ReasoningPart)),
        *(TextDelta(word) for part in message.content if isinstance(part, TextPart) for word in part.text.partition(" ") if word),
        *(ToolCallDelta(index, call.id, call.name, "") for index, call in enumerate(calls)),
    ]
