"""Where a change is, in the payload that the caller has.

Untouched messages and parts are the same objects before and after a rule, so identity tells what changed, and each object's
place in the caller's payload is remembered by identity too; what a rule made takes the place of what it stands for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import Factory, define

from segue.kinds import Place
from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import Message, Prompt, Request

MessagePlaces = tuple[Place, tuple[Place, ...]]


def record_places(prompt: Prompt) -> tuple[MessagePlaces, ...]:
    """Return places in terms of records: ("messages", index, "content", index)."""
    return tuple(
        (("messages", index), tuple([("messages", index, "content", number) for number in range(len(message.content))]))
        for index, message in enumerate(prompt.messages)
    )


@define
class Trace:
    """The places of all objects met so far. It keeps the objects, so that no two of them share an identity."""

    places: dict[int, Place] = Factory(dict)
    kept: list[Request] = Factory(list)

    @classmethod
    def of(cls, request: Request, places: Sequence[MessagePlaces] | None = None) -> Trace:
        """Begin with a request; `places` are its messages' and parts', those of the records if not given."""
        trace = cls()
        trace.kept.append(request)
        found = trace.places
        for message, (place, parts) in zip(request.prompt.messages, places or record_places(request.prompt), strict=False):
            found[id(message)] = place
            for part, at in zip(message.content, parts, strict=False):
                found[id(part)] = at
        trace.places |= {id(tool): ("tools", index) for index, tool in enumerate(request.tools)}
        return trace

    def changed(self, before: Request, after: Request) -> tuple[Place, ...]:
        """Return the places where two requests differ, in order, and remember those of what is new."""
        self.kept.append(after)
        old, new = before.prompt.messages, after.prompt.messages
        old_ids, new_ids = set(map(id, old)), set(map(id, new))
        gone = [message for message in old if id(message) not in new_ids]
        made = [index for index, message in enumerate(new) if id(message) not in old_ids]
        kept = {id(part) for index in made for part in new[index].content}
        found = [place for message in gone for place in self._lost(message, kept)]
        if len(gone) == len(made):
            self._follow(gone, [new[index] for index in made])
        else:
            calls = {part.id: self.places[id(part)] for message in old for part in message.content if isinstance(part, ToolCallPart)}
            found += [place for index in made for place in self._settle(new, index, calls)]
        if not gone and not made:
            found += [self.places[id(b)] for a, b in zip(old, new, strict=False) if a is not b][:1]
        found += self._changed_tools(before, after)
        return tuple(dict.fromkeys(found)) or (("messages",),)

    def _lost(self, message: Message, kept: set[int]) -> list[Place]:
        lost = [self.places[id(part)] for part in message.content if id(part) not in kept]
        return lost or [self.places[id(message)]]

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
            return self.places[id(messages[index - 1])]
        return next((self.places[id(message)] for message in messages if id(message) in self.places), ("messages",))

    def _changed_tools(self, before: Request, after: Request) -> list[Place]:
        kept = set(map(id, after.tools))
        found = [self.places[id(tool)] for tool in before.tools if id(tool) not in kept]
        for old, new in zip(before.tools, after.tools, strict=False):
            self.places.setdefault(id(new), self.places[id(old)])
        for tool in after.tools[len(before.tools) :]:
            self.places.setdefault(id(tool), ("tools",))
        return found
