"""Finding each fact again in order: the alignment that costs least."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from attrs import frozen

from segue.testing.facts import Fact

Pair: TypeAlias = tuple[Fact, Fact]


@frozen(eq=False)
class Match:
    """Which fact is which, what is gone and what is new."""

    pairs: tuple[Pair, ...] = ()
    gone: tuple[Fact, ...] = ()
    new: tuple[Fact, ...] = ()

    def __add__(self, other: Match) -> Match:
        """Return both together."""
        return Match((*self.pairs, *other.pairs), (*self.gone, *other.gone), (*self.new, *other.new))


_FORGIVEN, _REFUSED = 3, 1000
_KEEP, _GO, _COME = range(3)

Fits: TypeAlias = Callable[[Fact, Fact], bool]
Allows: TypeAlias = Callable[[Fact], bool]


def align(before: Sequence[Fact], after: Sequence[Fact], fits: Fits, goes: Allows, comes: Allows) -> Match:
    """Match facts in order, refused losses and additions as few as can be."""
    head = _common(before, after)
    tail = _common(before[: head - 1 if head else None : -1], after[: head - 1 if head else None : -1])
    middle = slice(head, len(before) - tail), slice(head, len(after) - tail)
    inner = _cheapest(before[middle[0]], after[middle[1]], fits, goes, comes)
    ends = zip(before[len(before) - tail :], after[len(after) - tail :], strict=True)
    return Match((*zip(before[:head], after[:head], strict=True), *inner.pairs, *ends), inner.gone, inner.new)


def _common(before: Sequence[Fact], after: Sequence[Fact]) -> int:
    """Count the leading facts that come from the very same parts."""
    count = 0
    for left, right in zip(before, after, strict=False):
        if left.part is None or left.part is not right.part or left.name != right.name or left.role != right.role:
            break
        count += 1
    return count


def _cheapest(before: Sequence[Fact], after: Sequence[Fact], fits: Fits, goes: Allows, comes: Allows) -> Match:
    prices = [_FORGIVEN if goes(fact) else _REFUSED for fact in before], [_FORGIVEN if comes(fact) else _REFUSED for fact in after]
    best = [[0] * (len(after) + 1) for _ in range(len(before) + 1)]
    step = [[_COME] * (len(after) + 1) for _ in range(len(before) + 1)]
    for i in range(len(before), -1, -1):
        for j in range(len(after), -1, -1):
            ways = []
            if i < len(before) and j < len(after) and fits(before[i], after[j]):
                other = before[i].id != after[j].id or before[i].whole is not after[j].whole
                ways.append((best[i + 1][j + 1] + other, _KEEP))
            if i < len(before):
                ways.append((best[i + 1][j] + prices[0][i], _GO))
            if j < len(after):
                ways.append((best[i][j + 1] + prices[1][j], _COME))
            best[i][j], step[i][j] = min(ways, default=(0, _COME))
    return _walk(before, after, step)


def _walk(before: Sequence[Fact], after: Sequence[Fact], step: list[list[int]]) -> Match:
    pairs: list[Pair] = []
    gone: list[Fact] = []
    new: list[Fact] = []
    i = j = 0
    while i < len(before) or j < len(after):
        way = step[i][j]
        if way == _KEEP:
            pairs.append((before[i], after[j]))
        elif way == _GO:
            gone.append(before[i])
        else:
            new.append(after[j])
        i, j = i + (way != _COME), j + (way != _GO)
    return Match(tuple(pairs), tuple(gone), tuple(new))
