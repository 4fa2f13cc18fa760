"""Cheap examples: laid out by a seed, of prompts that hypothesis drew once and all rules share.

Drawing with hypothesis takes longer than all the laws together. Here a draw is one random number; what is found to break a law is
looked for again by hypothesis, which finds the smallest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from attrs import frozen
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from segue.prompts import Message, Prompt, Request
from segue.testing.splicing import T, nudge, splice
from segue.testing.strategies import TOOLS, prompts, with_tools

LARGEST = 500
"""Prompts of one length in a pool, whatever the number of examples."""


@cache
def pool(turns: int, size: int) -> tuple[Prompt, ...]:
    """Return prompts of at most so many turns, as many as `size` draws gave; the same in every process."""
    return drawn(prompts(max_turns=turns), size)


def drawn(strategy: SearchStrategy[T], size: int) -> tuple[T, ...]:
    """Return what so many draws from a strategy give; the same in every process."""
    found: list[T] = []

    @settings(
        max_examples=size,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,),
        verbosity=Verbosity.quiet,
    )
    @given(strategy)
    def draw(made: T) -> None:
        found.append(made)

    draw()
    return tuple(found)


def pooled(strategy: SearchStrategy[T], size: int) -> SearchStrategy[T]:
    """Values that a strategy gave in so many draws, made when first asked for: one choice each, where the strategy makes many."""

    @cache
    def values() -> tuple[T, ...]:
        return drawn(strategy, size)

    return st.integers(0, size - 1).map(lambda index: values()[index % len(values())])


@frozen
class Seeded:
    """Choices of a seed's, out of pools of prompts."""

    random: Random
    size: int

    def one_of(self, options: Sequence[T]) -> T:
        """Return one of these."""
        return self.random.choice(options)

    def turns(self, most: int) -> tuple[Message, ...]:
        """Return the messages of a prompt in the pool."""
        return self.random.choice(pool(most, self.size)).messages


def cheap_requests(choices: Seeded, triggers: Sequence[Prompt], *, tools: bool) -> Iterator[Request]:
    """Yield requests without end: half with a trigger in them, a quarter close to one, a quarter without, as the full search has them."""
    ways = (splice, splice, nudge, None) if triggers else (None,)
    while True:
        way = choices.one_of(ways)
        made = way(choices, triggers) if way else Prompt(choices.turns(4))
        yield with_tools(made, choices.one_of(TOOLS), choose=choices.one_of((False, True))) if tools else Request(made)
