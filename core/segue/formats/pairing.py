"""Ids for calls and results of formats that need not carry any: they pair by name and order.

An id is made of how many were made before and of the tool's name, so a history keeps its ids as it grows. No made one is an id
that stood before it.
"""

from __future__ import annotations

import re
from collections import deque
from functools import lru_cache

from attrs import Factory, define

_ODD = re.compile(r"[^a-zA-Z0-9_-]")
_NAME_LENGTH = 20  # of an id that others take, of 40 at most


@lru_cache(maxsize=1024)
def _spelled(name: str) -> str:
    return _ODD.sub("_", name)[:_NAME_LENGTH] or "call"


@define
class Pairing:
    """The calls of a history that wait for their results, as far as it is read."""

    prefix: str
    """Begins the ids that are made."""
    turn: int = 0
    """Calls of one turn are answered in their order, the latest turn first; messages of a model in a row are one turn."""
    made: int = 0
    seen: set[str] = Factory(set)
    """Ids of the payload that could have been made here."""
    waiting: dict[str, list[tuple[int, list[str] | deque[str]]]] = Factory(dict)
    """By tool, the ids of each turn's calls: a list until a result without id asks for the first, since most results have ids."""
    answered: set[str] = Factory(set)

    def call(self, name: str, id: str | None = None, queue: str = "") -> str:
        """Return the id of a call: its own, or one made for it."""
        known = self._made(name) if id is None else self._own(id)
        queues = self.waiting.setdefault(f"{queue}{name}", [])
        if not queues or queues[-1][0] != self.turn:
            queues.append((self.turn, [known]))
        else:
            queues[-1][1].append(known)
        return known

    def result(self, name: str, id: str | None = None, queue: str = "") -> str:
        """Return the id of a result: its own, that of the call it answers, or one made for a result that answers none."""
        if id is not None:
            self.answered.add(id)
            return self._own(id)
        queues = self.waiting.get(f"{queue}{name}", [])
        while queues:
            turn, ids = queues[-1]
            if isinstance(ids, list):
                ids = deque(ids)
                queues[-1] = (turn, ids)
            while ids:
                known = ids.popleft()
                if known not in self.answered:
                    return known
            queues.pop()
        return self._made(name)

    def _own(self, id: str) -> str:
        if id.startswith(self.prefix):
            self.seen.add(id)
        return id

    def _made(self, name: str) -> str:
        while True:
            made = f"{self.prefix}{self.made}-{_spelled(name)}"
            self.made += 1
            if made not in self.seen:
                return made
