"""Law 5: what a request said is found again, and nothing else is, the declared losses aside."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeAlias

from attrs import evolve, frozen

from segue.kinds import Loss
from segue.placeholders import is_placeholder
from segue.prompts import Request
from segue.testing.aligning import Pair, align
from segue.testing.exact import shown
from segue.testing.facts import Detail, Fact, Said, facts_of
from segue.testing.loss_matchers import (
    GOES_WITH, Losses, loss_of, may_come, same_details, same_labels, same_role, same_value, unforgiven,
)  # fmt: skip
from segue.testing.telling import tells

Sorted: TypeAlias = tuple[list[Pair], list[Fact], list[Fact]]
_ESCAPES = frozenset({"file", "opaque"})
_STAYS = frozenset({"text", "reasoning", "call", "nothing"})


@frozen(eq=False)
class Comparison:
    """What a request said, what came of it, which fact is which, and what is gone or new."""

    losses: Losses
    before: Said
    after: Said
    pairs: list[Pair]
    gone: list[Fact]
    new: list[Fact]

    def links(self) -> dict[int, set[int]]:
        """Return for each message of the input those of the output that hold what stood in it and does not move."""
        links: dict[int, set[int]] = defaultdict(set)
        for before, after in self.pairs:
            if before.ats and before.role != "result" and (Loss.POSITION not in self.losses or before.kind in _STAYS):
                links[before.message].add(after.message)
        return links

    def sources(self) -> dict[int, set[int]]:
        """Return the same the other way round: for each message of the output those of the input."""
        sources: dict[int, set[int]] = defaultdict(set)
        for before, afters in self.links().items():
            for after in afters:
                sources[after].add(before)
        return sources


def compare(before: Request, after: Request, losses: Losses) -> Comparison:
    """Find what a request said in what a rule made of it."""
    folded = Loss.MERGED in losses
    left, right = facts_of(before, folded=folded), facts_of(after, folded=folded)
    pairs, gone, new = _first_match(left, right, losses)
    moved, gone, new = _moved(gone, new, losses)
    offers = _in_order(left.offers, right.offers, losses)
    return Comparison(losses, left, right, [*pairs, *moved, *offers[0]], [*gone, *offers[1]], [*new, *offers[2]])


def _first_match(left: Said, right: Said, losses: Losses) -> Sorted:
    """Match what stays in its place; under `POSITION` the order counts only among things of one kind and role."""
    if Loss.POSITION not in losses:
        return _with_pieces(_in_order(left.facts, right.facts, losses), losses)
    classes = [_in_order(*class_, losses) for class_ in _classes(left.facts, right.facts)]
    pairs, gone, new = ([item for found in classes for item in found[place]] for place in range(3))  # type: ignore[attr-defined]
    results = [fact for fact in left.facts if fact.kind == "result"], [fact for fact in right.facts if fact.kind == "result"]
    answers = _by_call(pairs, results, left, right, losses)
    taken = {id(fact) for pair in answers for fact in pair}
    gone += [fact for fact in results[0] if id(fact) not in taken]
    new += [fact for fact in results[1] if id(fact) not in taken]
    more, gone, new = _greedy(gone, new, losses, kinds={"result"})
    return _with_pieces(([*pairs, *answers, *more], gone, new), losses)


def _classes(left: Iterable[Fact], right: Iterable[Fact]) -> Iterable[tuple[list[Fact], list[Fact]]]:
    classes: dict[tuple[str, str], tuple[list[Fact], list[Fact]]] = defaultdict(lambda: ([], []))
    for side, facts in enumerate((left, right)):
        for fact in facts:
            if fact.kind != "result":
                classes[fact.kind, fact.role][side].append(fact)
    return classes.values()


def _by_call(pairs: list[Pair], results: tuple[list[Fact], list[Fact]], left: Said, right: Said, losses: Losses) -> list[Pair]:
    """Match the results of calls that were matched."""
    by_at = tuple({fact.ats[0]: fact for fact in side} for side in results)
    calls = [(before.ats[0], after.ats[0]) for before, after in pairs if before.kind == "call"]
    found = [
        (by_at[0][old], by_at[1][new])
        for old_call, new_call in calls
        for old, new in zip(left.answers[old_call], right.answers[new_call], strict=False)
        if old in by_at[0] and new in by_at[1]
    ]
    return [pair for pair in found if fits(*pair, losses)]


def _in_order(before: Sequence[Fact], after: Sequence[Fact], losses: Losses) -> Sorted:
    return align(before, after, lambda b, a: fits(b, a, losses), lambda fact: _goes(fact, losses), lambda fact: may_come(fact, losses))


def _goes(fact: Fact, losses: Losses) -> bool:
    """Tell whether a fact may go from its place; one that moves is looked for elsewhere."""
    return Loss.POSITION in losses or loss_of(fact, losses) is not None


def fits(before: Fact, after: Fact, losses: Losses) -> bool:
    """Tell whether one fact can be what became of the other."""
    return (
        before.kind == after.kind
        and same_role(before, after, losses)
        and same_labels(before, after, losses)
        and same_value(before, after, losses)
        and same_details(before.details, after.details, losses)
        and (before.kind != "result" or _pieces_fit(before, after, losses))
    )


def _pieces_fit(before: Fact, after: Fact, losses: Losses) -> bool:
    _, gone, new = _in_order(before.pieces, after.pieces, losses)
    left = (fact for fact in gone if not (Loss.POSITION in losses and fact.kind == "file"))
    return all(loss_of(fact, losses) for fact in left) and all(may_come(fact, losses) for fact in new)


def _with_pieces(found: Sorted, losses: Losses) -> Sorted:
    """Add the pieces of results: those of matched ones compared, those of results that are gone or new let loose."""
    pairs, gone, new = ([*items] for items in found)
    for before, after in found[0]:
        if before.pieces or after.pieces:
            inner = _in_order(before.pieces, after.pieces, losses)
            pairs, gone, new = [*pairs, *inner[0]], [*gone, *inner[1]], [*new, *inner[2]]  # type: ignore[list-item]
    gone = [fact for whole in gone for fact in (whole, *_loose(whole, losses))]  # type: ignore[arg-type, assignment]
    return pairs, gone, new  # type: ignore[return-value]


def _loose(result: Fact, losses: Losses) -> list[Fact]:
    return [] if loss_of(result, losses) is Loss.DUPLICATE else [evolve(piece, loose=True) for piece in result.pieces]


def _moved(gone: list[Fact], new: list[Fact], losses: Losses) -> Sorted:
    """Find what stands elsewhere; without `POSITION` only what a demoted result held and no text can."""
    return _greedy(gone, new, losses, kinds=None if Loss.POSITION in losses else _ESCAPES if Loss.DEMOTED in losses else set())


def _greedy(gone: list[Fact], new: list[Fact], losses: Losses, kinds: AbstractSet[str] | None) -> Sorted:
    pairs: list[Pair] = []
    left, right = [], [*new]
    for fact in gone:
        matches = [other for other in right if _may_move(fact, other, kinds) and fits(fact, other, losses)]
        match = min(matches, key=lambda other: other.id != fact.id, default=None)  # noqa: B023
        if match is None:
            left.append(fact)
        else:
            right.remove(match)
            pairs.append((fact, match))
    return pairs, left, right


def _may_move(fact: Fact, other: Fact, kinds: AbstractSet[str] | None) -> bool:
    """Tell whether one may be the other elsewhere. What one speaker said stays in order."""
    return fact.role != other.role or fact.kind not in _STAYS if kinds is None else fact.kind in kinds


def keeping_fault(found: Comparison) -> str:
    """Say what was lost or added against what was declared; "" where nothing was."""
    return next((fault for check in (_lost, _added, _untold, _borders, _envelopes, _body, _names) for fault in check(found)), "")


def _lost(found: Comparison) -> Iterator[str]:
    for fact in found.gone:
        if loss_of(fact, found.losses) is None:
            yield f"undeclared loss of {_said(fact)}"


def _added(found: Comparison) -> Iterator[str]:
    for fact in found.new:
        if not may_come(fact, found.losses):
            yield f"undeclared addition of {_said(fact)}"
    empty = sum(fact.kind == "nothing" for fact in found.new)
    if empty > len(_emptied(found)):
        yield "an empty message was added"


def _emptied(found: Comparison) -> set[int]:
    """Return the messages of the input of which nothing is left in its place."""
    links = found.links()
    return {fact.message for fact in found.before.facts} - set(links)


def _untold(found: Comparison) -> Iterator[str]:
    added = sorted((fact for fact in found.new if fact.kind == "text"), key=lambda fact: fact.ats[0])
    gone = sorted((fact for fact in found.gone if fact.ats), key=lambda fact: fact.ats[0])
    if Loss.DEMOTED in found.losses and not tells(gone, added, found.losses):
        yield f"what was demoted is not what the new texts say: {[fact.value for fact in added]}"
    files = sum(loss_of(fact, found.losses) is Loss.MEDIA for fact in gone)
    labels = [line for fact in added for line in fact.value.split("\n") if is_placeholder(line)]
    if files > len(labels):
        yield "a file was dropped without a stand-in"


def _borders(found: Comparison) -> Iterator[str]:
    if Loss.SPLIT not in found.losses:
        yield from (f"undeclared split of message {before}" for before, afters in found.links().items() if len(afters) > 1)
    if Loss.MERGED not in found.losses:
        yield from (f"undeclared merge of messages {sorted(befores)}" for befores in found.sources().values() if len(befores) > 1)


def _envelopes(found: Comparison) -> Iterator[str]:
    """Compare what stands on messages: with those that hold the same parts, or all others whose parts are elsewhere or gone."""
    links, sources = found.links(), found.sources()
    befores, afters = found.before.messages, found.after.messages
    free = set(range(len(befores))) - set(links), set(range(len(afters))) - set(sources)
    for index, details in enumerate(befores):
        missing = tuple(detail for detail in details if detail not in _union(afters, links.get(index, free[1])))
        for kind, value in unforgiven(missing, found.losses, _goes_along(found, index)):
            yield f"undeclared loss of {kind} {value!r} of message {index}"
    for index, details in enumerate(afters):
        known = _union(befores, sources.get(index, free[0]))
        yield from (f"undeclared addition of {kind} {value!r} to a message" for kind, value in details if not _known(kind, value, known, found))


def _goes_along(found: Comparison, index: int) -> frozenset[str]:
    """Return what may go with a message: all but tokens where nothing of it is left under its role, its maker where it was merged."""
    roles = {(before.role, after.role) for before, after in found.pairs if before.ats and before.message == index}
    if not any(old == new for old, new in roles):
        return GOES_WITH[Loss.EMPTY_MESSAGE]
    merged = any(len(found.sources()[after]) > 1 for after in found.links().get(index, ()))
    return frozenset({"origin"}) if merged else frozenset()


def _known(kind: str, value: object, known: Sequence[Detail], found: Comparison) -> bool:
    """Tell whether a detail was there before; a speaker may have another spelling under `SPEAKER`."""
    respelled = kind == "speaker" and Loss.SPEAKER in found.losses and any(other == "speaker" for other, _ in known)
    return respelled or (kind, value) in known


def _body(found: Comparison) -> Iterator[str]:
    missing = tuple(detail for detail in found.before.body if detail not in found.after.body)
    yield from (f"undeclared loss of {kind} {value!r} of the body" for kind, value in unforgiven(missing, found.losses))
    yield from (f"undeclared addition of {value!r} to the body" for value in found.after.body if value not in found.before.body)


def _union(messages: Sequence[tuple[Detail, ...]], indices: Iterable[int]) -> list[Detail]:
    return [detail for index in indices for detail in messages[index]]


def _names(found: Comparison) -> Iterator[str]:
    """An alias must be reversible: one name, one alias, and the other way round."""
    aliases: dict[str, str] = {}
    names: dict[str, str] = {}
    for before, after in found.pairs:
        old, new = (before.name, after.name) if before.written != after.written else (before.written, after.written)
        if (aliases.setdefault(old, new), names.setdefault(new, old)) != (new, old):
            yield f"the names {old!r} and {new!r} are no reversible alias"


def _said(fact: Fact) -> str:
    where = f" in message {fact.message}" if fact.ats else ""
    return (f"a message of role {fact.role}" if fact.kind == "nothing" else shown(fact.part if fact.part is not None else fact.value)) + where
