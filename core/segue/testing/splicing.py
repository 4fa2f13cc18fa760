"""How prompts around triggers are laid out, whoever chooses: hypothesis, which finds the smallest, or a seed, which is quick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from segue.prompts import Message, Prompt, assistant, user
from segue.testing.mutations import MUTATIONS
from segue.testing.steps import renamed

T = TypeVar("T")

_PLACES = range(12)
_SUFFIXES = ("", "_2", ".2")
_CLOSINGS: tuple[tuple[Message, ...], ...] = ((), (user("And now?"),), (assistant("Well, "),))


class Choices(Protocol):
    """What decides how an example is made."""

    def one_of(self, options: Sequence[T]) -> T:
        """Return one of these; the first is the simplest."""

    def turns(self, most: int) -> tuple[Message, ...]:
        """Return the messages of a few turns, at most so many."""


def splice(choices: Choices, triggers: Sequence[Prompt]) -> Prompt:
    """Return a prompt with a trigger in it: alone, before others, between, after, twice, grown. Ids of copies collide or do not."""
    first = choices.one_of(triggers)
    how = choices.one_of(("alone", "after", "before", "between", "twice", "grown", "both"))
    if how == "alone":
        return first
    if how == "grown":
        return _grown(choices, first)
    if how in {"twice", "both"}:
        other = first if how == "twice" else choices.one_of(triggers)
        between = choices.turns(1)
        return Prompt((*first.messages, *between, *_renamed(choices, other)))
    before = choices.turns(2) if how in {"after", "between"} else ()
    after = choices.turns(2) if how in {"before", "between"} else ()
    return Prompt((*before, *_renamed(choices, first), *after))


def _renamed(choices: Choices, prompt: Prompt) -> tuple[Message, ...]:
    return renamed(prompt, choices.one_of(_SUFFIXES)).messages


def _grown(choices: Choices, trigger: Prompt) -> Prompt:
    """Return the trigger several times in a row, its ids renamed or not, or behind and before more words."""
    copies = [_renamed(choices, trigger) for _ in range(choices.one_of((2, 3)))]
    return Prompt((*(message for copy in copies for message in copy), *choices.one_of(_CLOSINGS)))


def nudge(choices: Choices, triggers: Sequence[Prompt]) -> Prompt:
    """Return a trigger with one or two things changed: a prompt close to breaking."""
    prompt = choices.one_of(triggers)
    for _ in range(choices.one_of((1, 2))):
        prompt = choices.one_of(MUTATIONS)(prompt, choices.one_of(_PLACES))
    return prompt
