"""Where a change is, in the payload that the caller has.

Untouched messages and parts are the same objects before and after a rule, so identity tells what changed, and each object's
place in the caller's payload is remembered by identity too; what a rule made takes the place of what it stands for. Histories are
long and changes are few, so only what changes, and what stands beside it, is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress, count
from operator import is_not

from attrs import Factory, define

from segue.kinds import Place
from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import Message, Prompt, Request

MessagePlaces = tuple[Place, tuple[Place, ...]]


def record_places(prompt: Prompt) -> tuple[MessagePlaces, ...]:
    """Return places in terms of records: ("messages", index, "content", index)."""
    return tuple([_record_places(index, message) for index, message in enumerate(prompt.messages)])


def _record_places(index: int, message: Message) -> MessagePlaces:
    return ("messages", index), tuple([("messages", index, "content", number) for number in range(len(message.content))])


def _differing(old: Sequence[Message], new: Sequence[Message]) -> tuple[list[Message], list[int]]:
    """Return the messages that are gone, and the indexes of those that were made."""
    if len(old) == len(new):
        at: Sequence[int] = [*compress(count(), map(is_not, old, new))]
        was, now = [old[index] for index in at], [new[index] for index in at]
    else:
        start = _alike(old, new)
        end = _alike(old[start:][::-1], new[start:][::-1])
        at = range(start, len(new) - end)
        was, now = [*old[start : len(old) - end]], [*new[start : len(new) - end]]
    old_ids, new_ids = set(map(id, was)), set(map(id, now))
    gone = compress(was, map((old_ids - new_ids).__contains__, map(id, was)))
    return [*gone], [*compress(at, map((new_ids - old_ids).__contains__, map(id, now)))]


def _alike(old: Sequence[Message], new: Sequence[Message]) -> int:
    """Return with how many of the same messages both begin."""
    return next(compress(count(), map(is_not, old, new)), min(len(old), len(new)))


@define
class Trace:
    """The places of what changed so far, and of the objects made. It keeps the requests, so that no two objects share an identity."""

    places: dict[int, Place] = Factory(dict)
    kept: list[Request] = Factory(list)
    given: Sequence[MessagePlaces] = ()
    """The places in the caller's payload, if they are not those of the records."""
    index: dict[int, int] = Factory(dict)
    """Where each message stood in the first request."""

    @classmethod
    def of(cls, request: Request, places: Sequence[MessagePlaces] | None = None) -> Trace:
        """Begin with a request; `places` are its messages' and parts', those of the records if not given."""
        tools: dict[int, Place] = {id(tool): ("tools", index) for index, tool in enumerate(request.tools)}
        return cls(tools, [request], places or (), dict(zip(map(id, request.prompt.messages), count(), strict=False)))

    def changed(self, before: Request, after: Request) -> tuple[Place, ...]:
        """Return the places where two requests differ, in order, and remember those of what is new."""
        self.kept.append(after)
        old, new = before.prompt.messages, after.prompt.messages
        gone, made = _differing(old, new)
        kept = {id(part) for index in made for part in new[index].content}
        found = [place for message in gone for place in self._lost(message, kept)]
        if len(gone) == len(made):
            self._follow(gone, [new[index] for index in made])
        else:
            calls = self._calls(old, [new[index] for index in made])
            found += [place for index in made for place in self._settle(new, index, calls)]
        if not gone and not made:
            found += [self.place(message) for message in compress(new, map(is_not, old, new))][:1]
        found += self._changed_tools(before, after)
        return tuple(dict.fromkeys(found)) or (("messages",),)

    def place(self, message: Message) -> Place:
        """Return the place of a message, and remember it and those of its parts."""
        if id(message) not in self.places:
            index = self.index[id(message)]
            place, parts = self.given[index] if self.given else _record_places(index, message)
            self.places[id(message)] = place
            self.places |= zip(map(id, message.content), parts, strict=False)
        return self.places[id(message)]

    def _calls(self, old: Sequence[Message], made: Sequence[Message]) -> Mapping[str, Place]:
        """Return the places of the calls that results in new messages answer, if none of what these hold was there before."""
        fresh = [message for message in made if not any(id(part) in self.places for part in message.content)]
        ids = {part.id for message in fresh for part in message.content if isinstance(part, ToolResultPart)}
        if not ids:
            return {}
        calls = [(message, part) for message in old for part in message.content if part.__class__ is ToolCallPart and part.id in ids]
        for message, _ in calls:
            self.place(message)
        return {part.id: self.places[id(part)] for _, part in calls}

    def _lost(self, message: Message, kept: set[int]) -> list[Place]:
        place = self.place(message)
        return [self.places[id(part)] for part in message.content if id(part) not in kept] or [place]

    def _follow(self, gone: Sequence[Message], made: Sequence[Message]) -> None:
        """Give each new message, and each of its parts, the place of the one it took."""
        for old, new in zip(gone, made, strict=True):
            place = self.places[id(old)]
            self.places[id(new)] = place
            parts = [self.places[id(part)] for part in old.content]
            for number, part in enumerate(new.content):
                self.places.setdefault(id(part), parts[min(number, len(parts) - 1)] if parts else place)

    def _settle(self, messages: Sequence[Message], index: int, calls: Mapping[str, Place]) -> list[Place]:
        """Remember the place of a new message and its parts; return the places that call for it, if it is new throughout."""
        message = messages[index]
        known = [self.places[id(part)] for part in message.content if id(part) in self.places]
        called = [calls[part.id] for part in message.content if isinstance(part, ToolResultPart) and part.id in calls]
        places = known or called or [self._near(messages, index)]
        self.places[id(message)] = places[0]
        for part in message.content:
            self.places.setdefault(id(part), places[0])
        return [] if known else places

    def _near(self, messages: Sequence[Message], index: int) -> Place:
        """Return the place of the message that a new one stands behind; at the front, of the one it stands before."""
        if index:
            return self.place(messages[index - 1])
        known = (message for message in messages if id(message) in self.places or id(message) in self.index)
        return next(map(self.place, known), ("messages",))

    def _changed_tools(self, before: Request, after: Request) -> list[Place]:
        kept = set(map(id, after.tools))
        found = [self.places[id(tool)] for tool in before.tools if id(tool) not in kept]
        for old, new in zip(before.tools, after.tools, strict=False):
            self.places.setdefault(id(new), self.places[id(old)])
        for tool in after.tools[len(before.tools) :]:
            self.places.setdefault(id(tool), ("tools",))
        return found
