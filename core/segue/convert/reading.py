"""Stored messages to a prompt.

What becomes of a row, by its role
    user        a user's message of its texts and files; attachments of older rows are files
    system      a system message, where it stands
    signal      a user's message: words of the application to the model, which no other role may bring in later turns
    assistant   what the model said, a message a step; behind each step with answered calls, a message of their results
    tool        the results of calls of earlier rows, of rows of version 1; text without a call is a result without id
    any other   a user's message: words of unknown origin are neither the operator's nor the model's own

What becomes of a part of an assistant
    text, file              itself
    reasoning               a part a stretch, `thoughts` says how
    call                    as `states` has it for its state, the result in the message behind; of a hosted one, right behind the call
    step start              a new message begins
    source, data            nothing: they are shown to people
    unread, of this format  nothing; a part of another format that is carried along is itself
What follows an answered call, a call aside, was said after the answer, so a new message begins there too. A call that an earlier row of
the turn has, open, under the same id, name and arguments is that call, and only its result counts. A row of which nothing is left
makes no message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from attrs import Factory, define, evolve

from segue.convert.azure import from_azure
from segue.convert.files import whole
from segue.convert.listing import Item, items
from segue.convert.makers import maker_of, step_maker
from segue.convert.states import MASTRA, call_and_result
from segue.convert.thoughts import reasoning_parts
from segue.json_values import JsonValue
from segue.kinds import Place
from segue.messages import StepStart, StoredMessage, StoredReasoning, ToolInvocation
from segue.models import Model
from segue.parts import FilePart, OpaquePart, Part, TextPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, SystemMessage, ToolMessage, UserMessage

Placed: TypeAlias = tuple[Message, tuple[Place, ...]]
"""A message, and where in its row each of its parts was."""
Open: TypeAlias = "dict[str, tuple[str, JsonValue]]"
"""Name and arguments of the calls of this turn that wait for an answer, by id."""


def to_prompt(messages: Iterable[StoredMessage]) -> Prompt:
    """Return what a model is to read of stored messages, oldest first.

    >>> from segue.messages import ToolInvocation
    >>> asked = ToolInvocation("c1", "tides", "result", output="High at 6:12.")
    >>> prompt = to_prompt([StoredMessage("1", "assistant", (asked, TextPart("At 6:12.")))])
    >>> [type(message).__name__ for message in prompt.messages]
    ['AssistantMessage', 'ToolMessage', 'AssistantMessage']
    """
    return Prompt(tuple(message for made in by_row(messages) for message, _ in made))


def by_row(messages: Iterable[StoredMessage]) -> Iterator[list[Placed]]:
    """Yield what each row becomes."""
    waiting: Open = {}
    for row in messages:
        if row.role == "assistant":
            yield _assistant(row, waiting)
        elif row.role == "tool":
            yield _told(ToolMessage, _results(row), waiting)
        else:
            waiting.clear()
            yield _told(SystemMessage, _kept(row, _WORDS)) if row.role == "system" else _told(UserMessage, _kept(row, _SAID))


_Pieces: TypeAlias = "list[tuple[Place, Part]]"
_WORDS = (TextPart, OpaquePart)
_SAID = (TextPart, FilePart, OpaquePart)


def _told(make: Callable[[Any], Message], pieces: _Pieces, waiting: Open | None = None) -> list[Placed]:
    if waiting is not None:
        for _, part in pieces:
            waiting.pop(getattr(part, "id", ""), None)
    return [(make(tuple(part for _, part in pieces)), tuple(place for place, _ in pieces))] if pieces else []


def _kept(row: StoredMessage, kinds: tuple[type, ...]) -> _Pieces:
    """Return the parts of these kinds, those that nobody can read left out."""
    pieces = ((place, whole(part) if isinstance(part, FilePart) else part) for place, part in items(row))
    return [(place, part) for place, part in pieces if isinstance(part, kinds) and not _is_unread(part)]  # type: ignore[misc]


def _is_unread(part: object) -> bool:
    return isinstance(part, OpaquePart) and part.format == MASTRA


def _results(row: StoredMessage) -> _Pieces:
    listed = items(row)
    found = [(place, call_and_result(part, None)[1]) for place, part in listed if isinstance(part, ToolInvocation)]
    results: _Pieces = [(place, result) for place, result in found if result is not None]
    texts = [(place, part) for place, part in listed if isinstance(part, TextPart)]
    if texts and not found:
        return [(texts[0][0], ToolResultPart("", "", tuple(part for _, part in texts)))]
    return results


@define
class _Turn:
    """The messages that an assistant's row becomes, step by step."""

    maker: Model | None
    """Who made the steps that do not tell."""
    waiting: Open
    origin: Model | None
    said: _Pieces = Factory(list)
    results: _Pieces = Factory(list)
    made: list[Placed] = Factory(list)

    def close(self) -> None:
        """End the step."""
        self.made += _told(lambda parts: from_azure(AssistantMessage(parts, self.origin)), self.said) + _told(ToolMessage, self.results)
        self.said, self.results = [], []

    def say(self, place: Place, *parts: Part) -> None:
        """Add what the model said or thought; behind answered calls it begins a step."""
        if self.results:
            self.close()
        self.said += [(place, part) for part in parts]

    def call(self, place: Place, invocation: ToolInvocation) -> None:
        """Add a call, and its result where there is one."""
        call, result = call_and_result(invocation, self.origin)
        if call is None:
            return
        same = (call.name, invocation.input)
        if call.hosted:
            self.said += [(place, part) for part in (call, result) if part is not None]
            return
        if not call.id or self.waiting.get(call.id) != same:
            self.said.append((place, call))
        if result is None:
            self.waiting[call.id] = same
        else:
            self.waiting.pop(call.id, None)
            self.results.append((place, result))


def _assistant(row: StoredMessage, waiting: Open) -> list[Placed]:
    maker = maker_of(row.metadata)
    turn = _Turn(maker, waiting, maker)
    for item in items(row):
        _ADD.get(item[1].__class__, _leave_out)(turn, item)
    turn.close()
    return turn.made


def _leave_out(turn: _Turn, item: Item) -> None:
    """Add nothing: people are shown it, models are not."""


def _begin_step(turn: _Turn, item: Any) -> None:
    turn.close()
    turn.origin = step_maker(item[1].model, turn.maker)


def _add_opaque(turn: _Turn, item: Any) -> None:
    place, part = item
    if not _is_unread(part):
        turn.say(place, part if part.origin or turn.origin is None else evolve(part, origin=turn.origin))


_ADD: Mapping[type, Callable[[_Turn, Any], None]] = {
    TextPart: lambda turn, item: turn.say(*item),
    FilePart: lambda turn, item: turn.say(item[0], whole(item[1])),
    StoredReasoning: lambda turn, item: turn.say(item[0], *reasoning_parts(item[1], turn.origin)),
    ToolInvocation: lambda turn, item: turn.call(*item),
    StepStart: _begin_step,
    OpaquePart: _add_opaque,
}
