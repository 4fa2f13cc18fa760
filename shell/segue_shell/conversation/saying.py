"""What a caller says: words and files of a person, results of calls, or nothing, to go on with what waits for an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from attrs import evolve, frozen

from segue.convert import answered, to_prompt, to_store
from segue.messages import RESPONSE, SETTLED, StoredMessage, ToolInvocation
from segue.parts import FilePart, OpaquePart, TextPart, ToolResultPart
from segue.prompts import AssistantMessage, ToolMessage, UserMessage

Messages: TypeAlias = tuple[StoredMessage, ...]
Piece: TypeAlias = str | TextPart | FilePart | OpaquePart | ToolResultPart
Sayable: TypeAlias = Piece | UserMessage | ToolMessage | Iterable[Piece]
"""A text, parts, a user's message, or results of the calls that a turn left to the caller."""

_PIECES = (str, TextPart, FilePart, OpaquePart, ToolResultPart)


@frozen
class Said:
    """What is sent: a person's message, results, both, or neither."""

    message: UserMessage | None = None
    results: tuple[ToolResultPart, ...] = ()
    id: str = ""
    """The message's own, where the caller gave one."""

    def rows(self, new_id: Callable[[], str]) -> Messages:
        """Return the person's message as a row."""
        return () if self.message is None else to_store((self.message,), lambda: self.id or new_id())

    def answering(self, rows: Messages) -> Messages:
        """Return the conversation with the results in the rows of their calls. Raises `ValueError` where no row has the call."""
        made = list(rows)
        for result in self.results:
            at = _row_of(result.id, made)
            row = answered(made[at], (result,))
            made[at] = row if row is made[at] else row.from_(RESPONSE)
        return tuple(made)


def said(given: Sayable | None, id: str = "") -> Said:
    """Read what a caller says. Raises `TypeError` for what nobody can say, `ValueError` for nothing and for an id without a message."""
    if given is None:
        return _named(Said(), id)
    if isinstance(given, UserMessage):
        return Said(given, (), id)
    pieces = _pieces(given)
    results = tuple(piece for piece in pieces if isinstance(piece, ToolResultPart))
    words = tuple(TextPart(piece) if isinstance(piece, str) else piece for piece in pieces if not isinstance(piece, ToolResultPart))
    if not pieces:
        raise ValueError("nothing is said")
    return _named(Said(UserMessage(words) if words else None, results), id)


def _named(made: Said, id: str) -> Said:
    if id and made.message is None:
        raise ValueError(f"{id!r} is the id of no message: only a person's has one")
    return evolve(made, id=id)


def _pieces(given: Sayable) -> tuple[Piece, ...]:
    if isinstance(given, ToolMessage):
        given = given.content
    pieces = tuple(given) if not isinstance(given, _PIECES) and isinstance(given, Iterable) else (given,)
    for piece in pieces:
        if not isinstance(piece, _PIECES):
            raise TypeError(f"{piece!r} is neither text nor a part")
    return tuple(piece for piece in pieces if piece != "")  # type: ignore[misc]


def _row_of(id: str, rows: Sequence[StoredMessage]) -> int:
    """Return the last row whose call of this id waits, else the last that has one."""
    found = [(index, call) for index, row in enumerate(rows) for call in _calls(row) if call.id == id]
    if not found:
        raise ValueError(f"no call {id!r} is in the conversation")
    return max(index for index, call in found if call.state not in SETTLED or all(one.state in SETTLED for _, one in found))


def _calls(row: StoredMessage) -> Iterable[ToolInvocation]:
    return (part for part in (*row.parts, *row.invocations) if isinstance(part, ToolInvocation) and not part.hosted)


def waiting(rows: Sequence[StoredMessage]) -> tuple[ToolInvocation, ...]:
    """Return the calls of the last message that have no result yet; those that a provider runs itself are its own."""
    if not rows or rows[-1].role != "assistant":
        return ()
    return tuple(call for call in rows[-1].parts if isinstance(call, ToolInvocation) and call.state not in SETTLED and not call.hosted)


def is_answered(rows: Sequence[StoredMessage]) -> bool:
    """Tell whether the conversation has nothing for a model to answer: it is empty, or ends with a model's own words."""
    messages = to_prompt(rows[-1:]).messages
    return not waiting(rows) and (not messages or isinstance(messages[-1], AssistantMessage))
