"""Exchanges: each call with its results, told apart from others of the same id.

An id that one call has names its exchange. Where an id is on several calls, or empty, a result belongs to the first call
of the latest turn that still waits for it, one of its own tool before all others; a further result to the last such call.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate
from typing import TypeAlias

from attrs import Factory, define, frozen

from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, ToolMessage

Key: TypeAlias = str | tuple[str, int]
"""An id; where it is not that of one call, with how many exchanges before this one have it."""
ToolPart: TypeAlias = ToolCallPart | ToolResultPart


@frozen
class Exchanges:
    """The calls and results of a prompt, in order: the part, the index of its message, the exchange it belongs to."""

    parts: list[ToolPart]
    places: list[int]
    keys: Sequence[Key]
    by_id: bool
    """Each exchange has an id of its own."""

    def split(self, place: int) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
        """Return the exchanges that begin before a message, and those that begin later."""
        at = bisect_left(self.places, place)
        begun = dict.fromkeys(self.keys[:at])
        return tuple(begun), tuple([key for key in dict.fromkeys(self.keys[at:]) if key not in begun])

    def of_steps(self, steps: int) -> set[Key]:
        """Return the exchanges of the last messages that hold calls, that many of them."""
        places: set[int] = set()
        found: set[Key] = set()
        for part, place, key in zip(reversed(self.parts), reversed(self.places), reversed(self.keys), strict=True):
            if part.__class__ is ToolCallPart:
                places.add(place)
                if len(places) > steps:
                    break
                found.add(key)
        return found

    def of_tools(self, names: Collection[str] | None) -> set[Key]:
        """Return the exchanges in which one of these tools is named; all if None."""
        if names is None:
            return set(self.keys)
        return {key for part, key in zip(self.parts, self.keys, strict=True) if part.name in names}


def id_of(key: Key) -> str:
    """Return the id of an exchange."""
    return key if isinstance(key, str) else key[0]


def exchanges(prompt: Prompt) -> Exchanges:
    """Return the exchanges of a prompt. Linear."""
    parts: list[ToolPart] = []
    places: list[int] = []
    for place, message in enumerate(prompt.messages):
        if message.__class__ is AssistantMessage or message.__class__ is ToolMessage:
            for part in message.content:
                if part.__class__ is ToolCallPart or part.__class__ is ToolResultPart:
                    parts.append(part)
                    places.append(place)
    ids = [part.id for part in parts]
    called = [part.id for part in parts if part.__class__ is ToolCallPart]
    by_id = len(set(called)) == len(called) and "" not in ids
    return Exchanges(parts, places, ids if by_id else list(_paired(prompt, parts, places, called)), by_id)


def _paired(prompt: Prompt, parts: list[ToolPart], places: list[int], called: list[str]) -> Iterator[Key]:
    pairing = _Pairing({id for id, count in Counter(called).items() if count == 1 and id})
    turns = list(accumulate(message.__class__ is not AssistantMessage for message in prompt.messages))
    for part, place in zip(parts, places, strict=True):
        yield pairing.call(part, turns[place]) if part.__class__ is ToolCallPart else pairing.result(part)


Asked: TypeAlias = tuple[str, ...]
"""What a result may ask for: an id or any, of a tool or of any."""


@define
class _Pairing:
    """The calls met so far, by what a result may ask for: those that wait, with their turn, and the last one."""

    single: set[str]
    """The ids that one call has."""
    waiting: dict[Asked, tuple[int, deque[Key]]] = Factory(dict)
    last: dict[Asked, Key] = Factory(dict)
    answered: set[Key] = Factory(set)
    met: Counter[str] = Factory(Counter)

    def call(self, part: ToolPart, turn: int) -> Key:
        key = self._new(part.id)
        for asked in (("id", part.id), ("id", part.id, part.name), ("any",), ("any", "", part.name)):
            if self.waiting.get(asked, (-1,))[0] != turn:
                self.waiting[asked] = turn, deque()
            self.waiting[asked][1].append(key)
            self.last[asked] = key
        return key

    def result(self, part: ToolPart) -> Key:
        if part.id in self.single:
            self.answered.add(part.id)
            return part.id
        wanted = self._asked(part)
        for find in (self._take, self.last.get):
            for asked in wanted:
                if key := find(asked):
                    return key
        self.last[wanted[-1]] = self._new(part.id)
        return self.last[wanted[-1]]

    def _new(self, id: str) -> Key:
        if id in self.single:
            return id
        number = self.met[id]
        self.met[id] += 1
        return id, number

    def _asked(self, part: ToolPart) -> tuple[Asked, ...]:
        if part.id:
            return ("id", part.id, part.name), ("id", part.id)
        empty = ("id", "") in self.waiting
        if part.name:
            return (("id", "", part.name),) if empty else (("any", "", part.name),)
        return (("id", ""),) if empty else (("any",),)

    def _take(self, asked: Asked) -> Key | None:
        """Return the first that waits."""
        _, keys = self.waiting.get(asked, (0, deque()))
        while keys:
            key = keys.popleft()
            if key not in self.answered:
                self.answered.add(key)
                return key
        return None
