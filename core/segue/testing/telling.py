"""Whether what was demoted is told in text, in order, with nothing else but labels (`Loss.DEMOTED`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from segue.json_values import JsonText, JsonValue, dump, parse, thaw
from segue.kinds import Loss
from segue.placeholders import is_placeholder
from segue.repairs._wording import readable
from segue.testing.facts import Fact
from segue.testing.loss_matchers import document_text, loss_of

_PUNCTUATION = frozenset(' \t\r\n{}[]":,')

Leaf: TypeAlias = tuple[tuple[str, ...], bool]
"""The ways to write a value, and whether it must be told."""


def tells(gone: Sequence[Fact], added: Sequence[Fact], losses: frozenset[Loss]) -> bool:
    """Tell whether the added texts say what the demoted facts said, in order, and nothing else."""
    text = "\n".join(fact.value for fact in added)
    if Loss.POSITION in losses:
        gone = _as_told(gone, text)
    leaves = tuple(leaf for fact in gone for leaf in _leaves_under(fact, losses))
    return _reads(text, leaves, labels=Loss.ADDED in losses)


def _as_told(facts: Sequence[Fact], text: str) -> list[Fact]:
    """Sort facts by where their first words are told: where they begin a line, else where they stand in one."""
    found: dict[str, int] = {}
    places: list[int] = []
    for fact in facts:
        ways = next(_strings(fact), ())
        if not ways:  # it stays behind the one before it
            places.append(places[-1] if places else 0)
            continue
        found[ways[0]] = _begin(text, ways, found.get(ways[0], -1) + 1)
        places.append(found[ways[0]])
    return [fact for _, _, fact in sorted(zip(places, range(len(facts)), facts, strict=True), key=lambda found: found[:2])]


def _begin(text: str, ways: tuple[str, ...], start: int) -> int:
    """Return where one of these ways to write words begins a line, else where it stands in one, -1 where none does."""
    begins = [f"\n{text}".find(f"\n{way}", start) for way in ways]
    stands = [text.find(way, start) for way in ways]
    return min((at for at in begins if at >= 0), default=min((at for at in stands if at >= 0), default=-1))


def _leaves_under(fact: Fact, losses: frozenset[Loss]) -> Iterator[Leaf]:
    """Yield what a fact has to tell; it may keep silent where another loss lets it go."""
    demoted = loss_of(fact, losses) is Loss.DEMOTED
    return ((ways, needed and demoted) for ways, needed in leaves_of(fact))


def _strings(fact: Fact) -> Iterator[tuple[str, ...]]:
    return (ways for ways, needed in leaves_of(fact) if needed and ways[0])


def leaves_of(fact: Fact) -> Iterator[Leaf]:
    """Yield what a demoted fact has to tell."""
    if fact.kind in {"text", "reasoning"}:
        yield (fact.value,), not is_placeholder(fact.value)  # one that reads like a label may stand where labels do
    elif fact.kind == "file":
        text = document_text(fact.said)
        yield (text or "",), text is not None
    elif fact.kind == "call":
        yield from _of_input(fact.value)
    elif fact.kind in {"json", "opaque"}:
        yield from _of_json(fact.said.value)


def _of_input(value: Any) -> Iterator[Leaf]:
    if isinstance(value, JsonText):
        yield (str(value),), False
        value = parse(value)
    yield from _of_json(value)


def _of_json(value: JsonValue) -> Iterator[Leaf]:
    """Yield keys and values; a string must be told unless it is an id or a token, which mean nothing to a reader."""
    told = readable(value)
    yield (dump(thaw(value)),), False
    for item in _items(value):
        yield _ways(item), isinstance(item, str) and item in told and bool(item)


def _items(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield Key(key)
            yield from _items(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _items(item)
    else:
        yield value


class Key:
    """A key of an object, which may be told and need not."""

    def __init__(self, text: str) -> None:
        self.text = text


def _ways(item: Any) -> tuple[str, ...]:
    text = item.text if isinstance(item, Key) else item
    written = json.dumps(text), dump(text)
    return (text, *(way[1:-1] for way in written)) if isinstance(text, str) else written


def _reads(text: str, leaves: tuple[Leaf, ...], *, labels: bool) -> bool:
    """Tell whether the text is these leaves in order, between punctuation and labels on lines of their own."""
    rest = [not any(needed and ways[0].strip() for ways, needed in leaves[number:]) for number in range(len(leaves) + 1)]
    seen: set[tuple[int, int]] = set()
    todo = [(0, 0)]
    while todo:
        at, number = state = todo.pop()
        if at == len(text) and rest[number]:
            return True
        if state not in seen:
            seen.add(state)
            todo += [(beyond, number) for beyond in _skips(text, at, labels=labels)]
            todo += _takes(text, at, number, leaves)
    return False


def _skips(text: str, at: int, *, labels: bool) -> Iterator[int]:
    line = text[at:].split("\n", 1)[0]
    if labels and (at == 0 or text[at - 1] == "\n") and is_placeholder(line):
        yield at + len(line)
    if at < len(text) and text[at] in _PUNCTUATION:
        yield at + 1


def _takes(text: str, at: int, number: int, leaves: tuple[Leaf, ...]) -> Iterator[tuple[int, int]]:
    if number < len(leaves):
        ways, needed = leaves[number]
        yield from ((at + len(way), number + 1) for way in ways if text.startswith(way, at))
        if not needed:
            yield at, number + 1
