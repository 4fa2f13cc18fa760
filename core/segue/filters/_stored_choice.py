"""Which stored calls go.

A row that holds a call and a later one that holds its outcome go together, though one of them is under another name. Calls of two
tools that share an id are told apart by name where they can be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import compress
from operator import not_

from attrs import frozen

from segue.messages import SETTLED, StoredMessage, StoredPart, ToolInvocation

_NONE: frozenset[str] = frozenset()
_NO_CALLS: frozenset[tuple[str, str]] = frozenset()


@frozen
class Choice:
    """What goes."""

    exclude: frozenset[str] | None
    """Names of tools; None for all."""
    keep: frozenset[str]
    """Ids of calls that stay."""
    asked: frozenset[tuple[str, str]] = _NO_CALLS
    """Ids and names of the calls without outcome."""
    told: frozenset[tuple[str, str]] = _NO_CALLS
    """Ids and names of the outcomes."""
    open: frozenset[str] = _NONE
    """Ids of excluded calls without outcome: an outcome under another name is theirs."""
    loose: frozenset[str] = _NONE
    """Ids of excluded outcomes for which no call of their name waited: a call under another name did."""

    def parts(self, parts: Sequence[StoredPart]) -> list[bool]:
        """Tell of each part whether it goes."""
        goes = [part.__class__ is ToolInvocation and self._takes(part) for part in parts]
        if self.exclude is None or True not in goes:
            return goes
        shared = _ids(part for part in compress(parts, goes) if part.state in SETTLED)  # type: ignore[union-attr]
        return [gone or (part.__class__ is ToolInvocation and self._follows(part, shared)) for part, gone in zip(parts, goes, strict=True)]

    def listed(self, message: StoredMessage, goes: Sequence[bool]) -> list[bool]:
        """Tell of each call beside the parts whether it goes: as the part of its id does, of which `goes` tells."""
        gone, kept = _ids(compress(message.parts, goes)), _ids(compress(message.parts, map(not_, goes)))
        return [self._named(call) if call.id in kept else call.id in gone or self._takes(call) for call in message.invocations]

    def _named(self, call: ToolInvocation) -> bool:
        return (self.exclude is None or call.name in self.exclude) and call.id not in self.keep

    def _takes(self, call: ToolInvocation) -> bool:
        """Tell whether a call goes, the other parts of its message aside."""
        if self._named(call) or call.id in self.keep:
            return call.id not in self.keep
        if call.state in SETTLED:
            return self._follows(call, self.open)
        return call.id in self.loose and (call.id, call.name) not in self.told

    def _follows(self, call: ToolInvocation, ids: Collection[str]) -> bool:
        """Tell whether this is the outcome of one of the calls of these ids, under another name."""
        return call.state in SETTLED and call.id in ids and (call.id, call.name) not in self.asked


def chosen(messages: Iterable[StoredMessage], exclude: Collection[str] | None, keep: Collection[str]) -> Choice:
    """Return what goes of the tools that are named, all if None, but for the calls with these ids."""
    kept = frozenset(keep)
    if exclude is None:
        return Choice(None, kept)
    names = frozenset(exclude)
    calls = [call for message in messages for call in calls_of(message) if call.id]
    asked = frozenset((call.id, call.name) for call in calls if call.state not in SETTLED)
    told = frozenset((call.id, call.name) for call in calls if call.state in SETTLED)
    return Choice(names, kept, asked, told, _ids_of_tools(asked, names), _ids_of_tools(told - asked, names))


def calls_of(message: StoredMessage) -> Sequence[ToolInvocation]:
    """Return a message's calls: its parts, or where none of them is one, what is listed beside them."""
    return [part for part in message.parts if part.__class__ is ToolInvocation] or message.invocations


def _ids(parts: Iterable[StoredPart]) -> set[str]:
    return {part.id for part in parts if part.__class__ is ToolInvocation and part.id}


def _ids_of_tools(calls: Iterable[tuple[str, str]], names: frozenset[str]) -> frozenset[str]:
    return frozenset(id for id, name in calls if name in names)
