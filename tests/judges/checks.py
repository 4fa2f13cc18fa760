"""What the strict layer of a judge is made of."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from attrs import field, frozen

BodyT = TypeVar("BodyT")


@frozen
class Issued:
    """Opaque tokens that a provider really issued. With it a judge refuses all others, as the provider would."""

    thinking: Mapping[str, str] = field(factory=dict)
    """Signature to the thinking text it was made for."""
    redacted: frozenset[str] = frozenset()
    search: frozenset[str] = frozenset()
    """Encrypted contents of search results."""


@frozen
class Check(Generic[BodyT]):
    """One thing an API enforces and no type states."""

    name: str
    says: str
    source: str
    find: Callable[[BodyT], Iterable[str]]
    """Yields the places that break it."""


@frozen
class Checks(Generic[BodyT]):
    """The checks of one judge, in the order they were written."""

    known: dict[str, Check[BodyT]] = field(factory=dict)

    def enforced(self, source: str) -> Callable[[Callable[[BodyT], Iterable[str]]], Callable[[BodyT], Iterable[str]]]:
        """Register a function that yields places; its docstring is what the complaint says."""

        def register(find: Callable[[BodyT], Iterable[str]]) -> Callable[[BodyT], Iterable[str]]:
            name = find.__name__.replace("_", "-")
            self.known[name] = Check(name, inspect.getdoc(find) or name, source, find)
            return find

        return register

    def complaints(self, body: BodyT) -> list[str]:
        """Run every check."""
        return [f"{place}: {check.says} [{check.name}] <{check.source}>" for check in self.known.values() for place in check.find(body)]


def whole(payload: Any, key: str = "messages") -> dict[str, Any]:
    """Take a bare list for a body that holds nothing else."""
    return {key: payload} if isinstance(payload, list) else payload
