"""Exchanges: each call with its results, told apart from others of the same id.

An id that one call has names its exchange. Where an id is on several calls, is empty, or on a result that stands before its call, a
result belongs to the first call that waits for it in the latest turn in which one does, one of its own tool before all others; a further
result of an id to the last such call; one that stands before all calls to the first that nothing else answers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate, count, repeat
from operator import gt, itemgetter
from typing import TypeAlias

from attrs import Factory, define, frozen

from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, ToolMessage

Key: TypeAlias = str | tuple[str, int]
"""An id; where not all ids are clear, with how many exchanges before this one have it."""
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
        """Return the exchanges that begin before a message, and those that begin later: with their call, if they have one."""
        at = bisect_left(self.places, place)
        later = () if self.by_id else self._called_from(at)
        begun = dict.fromkeys(key for key in self.keys[:at] if key not in later)
        return tuple(begun), tuple([key for key in dict.fromkeys(self.keys[at:]) if key not in begun])

    def _called_from(self, at: int) -> set[Key]:
        return {key for key, part in zip(self.keys[at:], self.parts[at:], strict=True) if part.__class__ is ToolCallPart}

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
    clear = _are_clear(parts, ids)
    return Exchanges(parts, places, ids if clear else _paired(prompt, parts, places), clear)


def _are_clear(parts: list[ToolPart], ids: list[str]) -> bool:
    """Tell whether each call has an id of its own, and stands before its results."""
    called = [number for number, part in enumerate(parts) if part.__class__ is ToolCallPart]
    numbers = dict(zip([ids[number] for number in called], called, strict=True))
    return len(numbers) == len(called) and "" not in ids and not any(map(gt, map(numbers.get, ids, repeat(-1)), count()))


def _paired(prompt: Prompt, parts: list[ToolPart], places: list[int]) -> list[Key]:
    pairing = _Pairing()
    turns = list(accumulate(message.__class__ is not AssistantMessage for message in prompt.messages))
    keys = [
        pairing.call(part, turns[place]) if part.__class__ is ToolCallPart else pairing.result(at, part)
        for at, (part, place) in enumerate(zip(parts, places, strict=True))
    ]
    for at in pairing.early:
        keys[at] = pairing.take(_asked(parts[at], parts[at].hosted)) or keys[at]
    return keys


Asked: TypeAlias = tuple[object, ...]
"""What a result may ask for: calls that the provider ran or that it did not, under an id or any, of a tool or of any."""


def _asked(part: ToolPart, hosted: bool, *, any_id: bool = False) -> tuple[Asked, ...]:
    """Return what a result asks for, the best first. One without id that names its tool is of that tool, if of any."""
    id = None if any_id else part.id
    named, any_tool = (hosted, id, part.name), (hosted, id)
    if part.id:
        return named, any_tool
    return (named,) if part.name else (any_tool,)


@define
class _Pairing:
    """The calls met so far: by what a result may ask for those that wait, turn by turn; by id the last one."""

    waiting: defaultdict[Asked, list[tuple[int, deque[Key]]]] = Factory(lambda: defaultdict(list))
    last: dict[Asked, Key] = Factory(dict)
    answered: set[Key] = Factory(set)
    met: Counter[str] = Factory(Counter)
    early: list[int] = Factory(list)
    """The results that no call stood before, though one may follow."""

    def call(self, part: ToolPart, turn: int) -> Key:
        key = self.last[part.hosted, part.id] = self._new(part.id)
        for id in (part.id, None):
            for asked in ((part.hosted, id, part.name), (part.hosted, id)):
                turns = self.waiting[asked]
                if not turns or turns[-1][0] != turn:
                    turns.append((turn, deque()))
                turns[-1][1].append(key)
        return key

    def result(self, at: int, part: ToolPart) -> Key:
        for hosted in (part.hosted, not part.hosted):
            any_id = not part.id and (hosted, "") not in self.waiting
            key = self.take(_asked(part, hosted, any_id=any_id)) or (self.last.get((hosted, part.id)) if part.id else None)
            if key is not None:
                return key
        self.early += [at] if part.id else []
        return self._new(part.id)

    def _new(self, id: str) -> Key:
        number = self.met[id]
        self.met[id] += 1
        return id, number

    def take(self, wanted: Iterable[Asked]) -> Key | None:
        """Return the first that waits, in the latest turn in which one does."""
        found = [waiting for asked in wanted if (waiting := self._waiting(asked)) is not None]
        if not found:
            return None
        _, key = max(found, key=itemgetter(0))
        self.answered.add(key)
        return key

    def _waiting(self, asked: Asked) -> tuple[int, Key] | None:
        """Return the first that waits in the latest turn, with its turn; forget those that do not."""
        turns = self.waiting.get(asked)
        while turns:
            turn, keys = turns[-1]
            while keys and keys[0] in self.answered:
                keys.popleft()
            if keys:
                return turn, keys[0]
            turns.pop()
        return None
