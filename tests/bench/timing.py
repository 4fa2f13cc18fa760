"""The clock: CPU time of this process, the shortest of repeats that take turns, no garbage collection meanwhile."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from functools import partial
from time import process_time
from typing import Any, TypeVar

from attrs import frozen


@frozen
class Prepared:
    """Work on what is made anew each time, before the clock starts."""

    make: Callable[[], Any]
    act: Callable[[Any], object]


Work = Callable[[], object] | Prepared
K = TypeVar("K")
SHORTEST = 0.002
"""Seconds that one measurement lasts at least; what is quicker is done several times."""
LONGEST = 4.0
"""Seconds after which works are no longer repeated, once they have been twice."""


@frozen
class Row:
    """One line of the table: seconds of ours and of the yardstick, and how often the one may hold the other."""

    what: str
    size: int
    """How many messages ours took."""
    ours: float
    yardstick: float
    limit: float

    @property
    def ratio(self) -> float:
        """Ours in yardsticks."""
        return self.ours / self.yardstick

    @property
    def over(self) -> bool:
        """Tell whether it is over the limit."""
        return self.ratio > self.limit


def minima(works: Mapping[K, Work], repeats: int) -> dict[K, float]:
    """Return the shortest time of each work in seconds. Other processes only ever add to it."""
    best = dict.fromkeys(works, float("inf"))
    gc.disable()
    try:
        times = {name: _times(work) for name, work in works.items()}
        begun = process_time()
        for done in range(repeats):
            if done >= 2 and process_time() - begun > LONGEST:
                break
            for name, work in works.items():
                best[name] = min(best[name], _once(work, times[name]))
    finally:
        gc.enable()
    return best


def _times(work: Work) -> int:
    return max(1, round(SHORTEST / max(_once(work, 1), 1e-7)))


def _once(work: Work, times: int) -> float:
    """Time a work; what it made is let go only once the clock has stopped."""
    made: object = None
    calls = [partial(work.act, work.make()) for _ in range(times)] if isinstance(work, Prepared) else [work] * times
    begun = process_time()
    for call in calls:
        made = call()
    taken = (process_time() - begun) / times
    del made
    return taken
