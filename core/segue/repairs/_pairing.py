"""Which result answers which call.

By id, in the latest turn that still waits for it; a second result of an answered call belongs to it too; a result that
stands before its call belongs to it where nothing else answers the call. Empty ids are paired by name and order.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Container, Iterator
from typing import Any, TypeAlias

from attrs import Factory, define, frozen

from segue.json_values import JsonObject
from segue.parts import Part, ReasoningPart, ToolCallPart, ToolResultPart, option
from segue.prompts import AssistantMessage, Message, Prompt, ToolMessage
from segue.repairs._rebuilding import changed, with_content, with_messages

At: TypeAlias = tuple[int, int]
"""Message index and part index."""


@frozen
class Pairs:
    """Calls by position with the positions of their results, in order; and the results that have no call."""

    answers: dict[At, list[At]]
    orphans: list[At]

    def call_of(self) -> dict[At, At]:
        """Return the call of each result."""
        return {result: call for call, results in self.answers.items() for result in results}


def pair(prompt: Prompt) -> Pairs:
    """Pair the calls of the caller's own tools with their results. Linear."""
    pairing = _Pairing(nameless=any(map(_holds_nameless, prompt.messages)))
    for index, message in enumerate(prompt.messages):
        if message.__class__ is AssistantMessage:
            for number, part in enumerate(message.content):
                if part.__class__ is ToolCallPart and not part.hosted:
                    pairing.call((index, number), part)
            continue
        pairing.turn += 1
        if message.__class__ is ToolMessage:
            for number, part in enumerate(message.content):
                if part.__class__ is ToolResultPart:
                    pairing.result((index, number), part)
    return pairing.finished()


def _holds_nameless(message: Message) -> bool:
    return message.__class__ is ToolMessage and any(part.__class__ is ToolResultPart and not part.id for part in message.content)


def turns(prompt: Prompt) -> list[int]:
    """Return, for each message, the index of the assistant message it follows."""
    found, last = [], -1
    for index, message in enumerate(prompt.messages):
        last = index if isinstance(message, AssistantMessage) else last
        found.append(last)
    return found


def unclear_messages(prompt: Prompt) -> set[int]:
    """Return the indexes of the assistant messages of turns in which two calls share an id."""
    unclear: set[int] = set()
    turn: list[int] = []
    ids: list[str] = []
    for index, message in enumerate((*prompt.messages, None)):
        if isinstance(message, AssistantMessage):
            turn.append(index)
            ids += [part.id for _, part in calls(index, message)]
            continue
        if len(ids) != len(set(ids)):
            unclear.update(turn)
        turn, ids = [], []
    return unclear


def calls(index: int, message: AssistantMessage) -> Iterator[tuple[At, ToolCallPart]]:
    """Yield the calls of the caller's own tools with their positions."""
    for number, part in enumerate(message.content):
        if part.__class__ is ToolCallPart and not part.hosted:
            yield (index, number), part


@define
class _Pairing:
    """The calls met so far, by what a result may name: an id; or a name, or nothing, where it has none."""

    answers: dict[At, list[At]] = Factory(dict)
    nameless: bool = True
    """There may be results without id, which are paired by name and order."""
    turn: int = 0
    """Counts turns; assistant messages in a row are one."""
    waiting: defaultdict[tuple[str, ...], list[tuple[int, deque[At]]]] = Factory(lambda: defaultdict(list))
    last: dict[str, At] = Factory(dict)
    early: list[tuple[str, At]] = Factory(list)
    orphans: list[At] = Factory(list)

    def call(self, at: At, part: ToolCallPart) -> None:
        self.answers[at] = []
        if part.id:
            self.last[part.id] = at
        kind = "id" if part.id else "empty"
        own = (kind, part.id)
        for key in (own, ("named", kind, part.name), ("any", kind)) if self.nameless else (own,):
            batches = self.waiting[key]
            if not batches or batches[-1][0] != self.turn:
                batches.append((self.turn, deque()))
            batches[-1][1].append(at)

    def result(self, at: At, part: ToolResultPart) -> None:
        call = self._first(("id", part.id)) if part.id else self._unnamed(part.name)
        call = self.last.get(part.id) if call is None else call
        if call is not None:
            self.answers[call].append(at)
        elif part.id:
            self.early.append((part.id, at))
        else:
            self.orphans.append(at)

    def _unnamed(self, name: str) -> At | None:
        """Return the call for a result without id: one without id where there are such, else any, of that name if it has one."""
        kind = "empty" if ("any", "empty") in self.waiting else "id"
        return self._first(("named", kind, name) if name else ("any", kind))

    def _first(self, key: tuple[str, ...]) -> At | None:
        """Return the first waiting call of the latest turn that has one."""
        batches = self.waiting.get(key)
        while batches:
            batch = batches[-1][1]
            while batch and self.answers[batch[0]]:
                batch.popleft()
            if batch:
                return batch[0]
            batches.pop()
        return None

    def finished(self) -> Pairs:
        """Give results that came early to a call of their id that nothing else answers; the rest have none."""
        for id, at in self.early:
            call = self._first(("id", id))
            if call is not None:
                self.answers[call].append(at)
            else:
                self.orphans.append(at)
        return Pairs(self.answers, sorted(self.orphans))


def with_ids(prompt: Prompt, ids: dict[At, str]) -> Prompt:
    """Give the calls and results at these positions these ids, and those to details that sign a call of their message."""

    def renamed(at: At, part: Part) -> Part:
        wanted = ids.get(at)
        return part if wanted is None or wanted == getattr(part, "id", None) else changed(part, id=wanted)

    def content(index: int, message: Message) -> Message:
        made = with_content(message, [renamed((index, number), part) for number, part in enumerate(message.content)])
        return made if made is message else _with_details(message, made)

    return with_messages(prompt, [content(index, message) for index, message in enumerate(prompt.messages)])


def _with_details(before: Message, after: Message) -> Message:
    """Let OpenRouter's details name the calls of their message as these are named now."""
    new = {old.id: part.id for old, part in zip(before.content, after.content, strict=True) if isinstance(old, ToolCallPart)}  # type: ignore[union-attr]

    def named(part: Part) -> Part:
        if not isinstance(part, ReasoningPart) or not isinstance(detail := option(part, "openrouter", "detail"), JsonObject):
            return part
        id: Any = detail.get("id")
        if new.get(id, id) == id:
            return part
        own = JsonObject({**part.provider_options["openrouter"], "detail": detail.with_(id=new[id])})
        return changed(part, provider_options=part.provider_options.with_(openrouter=own))

    return with_content(after, map(named, after.content))


def without_marked(prompt: Prompt, gone: Container[At]) -> list[Message | None]:
    """Return the messages without the parts at these positions, None for one that held nothing else."""
    made: list[Message | None] = []
    for index, message in enumerate(prompt.messages):
        kept = with_content(message, [part for number, part in enumerate(message.content) if (index, number) not in gone])
        made.append(kept if kept is message or kept.content else None)
    return made


def without(prompt: Prompt, gone: Container[At]) -> Prompt:
    """Take out the parts at these positions, and the messages that held nothing else."""
    return with_messages(prompt, [message for message in without_marked(prompt, gone) if message is not None])
