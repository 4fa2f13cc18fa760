"""Narrowing a rule set by names of rules or of families."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from segue.rule import CompatRule


def only(rules: Iterable[CompatRule], *names: str) -> tuple[CompatRule, ...]:
    """Keep the rules of these names or families, in the order of the set. `ValueError` for a name that none has."""
    chosen = tuple(rules)
    _known(chosen, names)
    return tuple(rule for rule in chosen if _is_named(rule, names))


def without(rules: Iterable[CompatRule], *names: str) -> tuple[CompatRule, ...]:
    """Leave out the rules of these names or families. `ValueError` for a name that none has."""
    chosen = tuple(rules)
    _known(chosen, names)
    return tuple(rule for rule in chosen if not _is_named(rule, names))


def _is_named(rule: CompatRule, names: Sequence[str]) -> bool:
    return any(rule.name == name or rule.name.startswith(f"{name}-") for name in names)


def _known(rules: Sequence[CompatRule], names: Sequence[str]) -> None:
    for name in names:
        if not any(_is_named(rule, [name]) for rule in rules):
            near = get_close_matches(name, [rule.name for rule in rules], cutoff=0.5)
            message = f"no rule or family is named {name!r}" + (f"; near: {', '.join(near)}" if near else "")
            raise ValueError(message)
