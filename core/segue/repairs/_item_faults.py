"""What is amiss with the items of OpenAI's replies."""

from __future__ import annotations

from collections.abc import Iterable

from segue.kinds import Kind
from segue.prompts import Message
from segue.repairs._items import Choice, half_named, lone, named_twice, oddly_named, units, unled

_FAULTS: tuple[tuple[Kind, Choice], ...] = (
    (Kind.ODD_ITEM_ID, oddly_named), (Kind.DOUBLE_ITEM_ID, named_twice), (Kind.HALF_NAMED, half_named), (Kind.UNLED_ITEM, unled),
    (Kind.LONE_REASONING, lone),
)  # fmt: skip


def item_kinds(messages: Iterable[Message]) -> set[Kind]:
    """Return what is amiss with the items of a history. Linear."""
    found = units(messages)
    return {kind for kind, choice in _FAULTS if any(True for _ in choice(found))}
