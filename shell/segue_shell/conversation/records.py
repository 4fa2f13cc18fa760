"""What comes back from a send."""

from __future__ import annotations

from attrs import frozen

from segue.failures import CallFailure, Change
from segue.json_values import EMPTY, JsonObject, JsonValue
from segue.messages import StoredMessage
from segue.parts import TextPart, ToolCallPart
from segue.prompts import AssistantMessage, Message
from segue.targets import Target


@frozen
class Turn:
    """What a send brought: the replies and the results of functions, and the calls that wait for the caller."""

    messages: tuple[Message, ...] = ()
    """Replies, and results of the caller's functions, in their order."""
    calls: tuple[ToolCallPart, ...] = ()
    """Calls that no function answers, or that came after the last step: answer them by sending their results."""
    rows: tuple[StoredMessage, ...] = ()
    """The messages of this send as they are stored, the one that was sent among them."""
    target: Target | None = None
    """Who gave the last reply."""
    finish: str = ""
    """Why the last reply ended, in the provider's own word; "interrupted" where the caller stopped listening."""
    usage: JsonObject = EMPTY
    """The figures of all calls, added up, under the providers' own names."""
    changes: tuple[Change, ...] = ()
    """What was rewritten for the last call."""

    @property
    def reply(self) -> AssistantMessage | None:
        """The last reply, None where there is none."""
        return next((message for message in reversed(self.messages) if isinstance(message, AssistantMessage)), None)

    @property
    def text(self) -> str:
        """The words of the last reply."""
        return "" if self.reply is None else "".join(part.text for part in self.reply.content if isinstance(part, TextPart))


@frozen
class Attempt:
    """A provider that was asked in vain."""

    target: Target
    failure: CallFailure
    """Its last words."""
    rule: str = ""
    """The rule by which its first rejection was corrected, "" where none knew better."""
    partial: str = ""
    """The words that had arrived before a stream was cut."""

    def __str__(self) -> str:
        """Say it in one line."""
        status = f"{self.failure.status}: " if self.failure.status is not None else ""
        return f"{self.target}: {status}{self.failure.message}" + (f" (after {self.rule})" if self.rule else "")


@frozen
class SendFailure:
    """Why a send brought no reply, or why its reply could not be stored."""

    attempts: tuple[Attempt, ...] = ()
    """The providers that were asked for the reply that is missing, in their order."""
    error: Exception | None = None
    """What the store raised when the reply was to be stored. The reply is in `turn`; `Conversation.save` stores it."""
    turn: Turn | None = None
    """What arrived before, None where nothing did."""

    def __str__(self) -> str:
        """Say it in one line."""
        if self.error is not None:
            return f"the reply could not be stored: {self.error}"
        return "; ".join(map(str, self.attempts))


def added_up(one: JsonObject, other: JsonObject) -> JsonObject:
    """Return figures added up, however deep; what is no figure is that of the later ones.

    >>> added_up(JsonObject(output=3, model="a"), JsonObject(output=4, cached=1, model="b"))
    {'output': 7, 'model': 'b', 'cached': 1}
    """
    return JsonObject({**one, **{key: _sum(one[key], value) if key in one else value for key, value in other.items()}})


def _sum(one: JsonValue, other: JsonValue) -> JsonValue:
    if isinstance(one, JsonObject) and isinstance(other, JsonObject):
        return added_up(one, other)
    return one + other if _is_number(one) and _is_number(other) else other  # type: ignore[operator]


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
