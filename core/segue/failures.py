"""What can go wrong, and what was done, as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from segue.json_values import EMPTY, JsonObject
from segue.kinds import Loss, Place

if TYPE_CHECKING:
    from segue.messages import StoredMessage
    from segue.prompts import Request


def dotted(place: Place) -> str:
    """Write a place the way providers do.

    >>> dotted(("messages", 3, "content", 0, "text"))
    'messages[3].content[0].text'
    """
    steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in place]
    return "".join(steps).removeprefix(".")


@frozen
class DecodeFailure:
    """A payload that is not what its format demands: where, what was expected, what stood there."""

    format: str
    place: Place
    expected: str
    found: str

    def __str__(self) -> str:
        """Say it in one line."""
        where = dotted(self.place) or "the payload"
        return f"{where}: expected {self.expected}, found {self.found} (read as {self.format})"


class DecodeError(ValueError):
    """Raised by the verbs for a payload that cannot be read; `failure` tells why."""

    def __init__(self, failure: DecodeFailure) -> None:
        super().__init__(str(failure))
        self.failure = failure


@frozen
class CallFailure:
    """A provider's rejection: its words, its status, its body (text)."""

    message: str
    status: int | None = None
    body: str = ""


@frozen
class Fault:
    """A demand that a history does not meet, at a place in the caller's own payload."""

    rule: str
    place: Place
    repairable: bool = True

    def __str__(self) -> str:
        """Say it in one line."""
        return f"{dotted(self.place)}: {self.rule}"


@frozen
class Change:
    """What a rule changed, at a place in the caller's own payload, and what it lost there."""

    rule: str
    place: Place
    losses: frozenset[Loss]

    def __str__(self) -> str:
        """Say it in one line."""
        lost = ", ".join(sorted(loss.name.lower().replace("_", " ") for loss in self.losses))
        return f"{dotted(self.place)}: {self.rule}" + (f" ({lost})" if lost else "")


@frozen
class Recovery:
    """A request rewritten after a rejection, by which rule, and what it changed."""

    request: Request
    rule: str
    changes: tuple[Change, ...]


@frozen
class Correction:
    """Stored messages changed after a rejection, by which rule. They serve the retry and the turns that follow."""

    messages: tuple[StoredMessage, ...]
    rule: str
    renamed: JsonObject = EMPTY
    """The calls that have new ids: the old id by the new one."""
