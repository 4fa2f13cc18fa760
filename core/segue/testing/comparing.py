"""Finding what a request said in what a rule made of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve, frozen
from toolz import identity

from segue.kinds import Loss
from segue.placeholders import EMPTY_RESULT
from segue.prompts import Request
from segue.testing.aligning import Match, Pair, align
from segue.testing.exact import completed
from segue.testing.facts import Fact, Said, facts_of
from segue.testing.loss_matchers import Losses, is_stand_in, loss_of, may_come, same_details, same_labels, same_role, same_value

_ESCAPES = frozenset({"file", "opaque"})
_STAYS = frozenset({"text", "reasoning", "call", "nothing"})


@frozen(eq=False)
class Comparison:
    """What a request said, what came of it, which fact is which, and what is gone or new."""

    losses: Losses
    before: Said
    after: Said
    pairs: tuple[Pair, ...]
    gone: tuple[Fact, ...]
    new: tuple[Fact, ...]

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
    read = completed if Loss.HALF_CHARACTER in losses else identity
    left, right = facts_of(before, folded=folded, read=read), facts_of(after, folded=folded, read=read)
    found = _elsewhere(_with_pieces(_in_place(left, right, losses), losses), losses)
    found += _in_order(left.offers, right.offers, losses)
    return Comparison(losses, left, right, found.pairs, found.gone, found.new)


def _in_place(left: Said, right: Said, losses: Losses) -> Match:
    """Match what stays in its place; under `POSITION` the order counts only among things of one kind and role."""
    if Loss.POSITION not in losses:
        return _in_order(left.facts, right.facts, losses)
    found = Match()
    for class_ in _classes(left.facts, right.facts):
        found += _in_order(*class_, losses)
    results = _results(left), _results(right)
    answers = _by_call(found.pairs, results, left, right, losses)
    taken = {id(fact) for pair in answers for fact in pair}
    rest = Match((), *(tuple(fact for fact in side if id(fact) not in taken) for side in results))
    return found + Match(answers) + _greedy(rest, losses, {"result"})


def _results(said: Said) -> list[Fact]:
    return [fact for fact in said.facts if fact.kind == "result"]


def _classes(left: Iterable[Fact], right: Iterable[Fact]) -> Iterable[tuple[list[Fact], list[Fact]]]:
    classes: dict[tuple[str, str], tuple[list[Fact], list[Fact]]] = defaultdict(lambda: ([], []))
    for side, facts in enumerate((left, right)):
        for fact in facts:
            if fact.kind != "result":
                classes[fact.kind, fact.role][side].append(fact)
    return classes.values()


def _by_call(
    pairs: Sequence[Pair], results: tuple[list[Fact], list[Fact]], left: Said, right: Said, losses: Losses
) -> tuple[Pair, ...]:
    """Match the results of calls that were matched."""
    by_at = tuple({fact.ats[0]: fact for fact in side} for side in results)
    calls = [(before.ats[0], after.ats[0]) for before, after in pairs if before.kind == "call"]
    found = [
        (by_at[0][old], by_at[1][new])
        for old_call, new_call in calls
        for old, new in zip(left.answers[old_call], right.answers[new_call], strict=False)
        if old in by_at[0] and new in by_at[1]
    ]
    return tuple(pair for pair in found if fits(*pair, losses))


def _in_order(before: Sequence[Fact], after: Sequence[Fact], losses: Losses) -> Match:
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
    empty = all(piece.kind == "text" and not piece.value.strip() for piece in before.pieces)
    if empty and is_stand_in(after) and not _is_filled(after):  # an answer that was added is not what an empty result became
        return False
    found = _in_order(before.pieces, after.pieces, losses)
    left = (fact for fact in found.gone if not (Loss.POSITION in losses and fact.kind == "file"))
    return all(loss_of(fact, losses) for fact in left) and all(may_come(fact, losses) for fact in found.new)


def _is_filled(fact: Fact) -> bool:
    return [piece.value for piece in fact.pieces] == [EMPTY_RESULT]


def _with_pieces(found: Match, losses: Losses) -> Match:
    """Add the pieces of results: those of matched ones compared, those of results that are gone let loose."""
    inner = Match()
    for before, after in found.pairs:
        inner += _in_order(before.pieces, after.pieces, losses)
    return found + inner + Match((), tuple(piece for whole in found.gone for piece in _loose(whole, losses)))


def _loose(result: Fact, losses: Losses) -> list[Fact]:
    return [] if loss_of(result, losses) in {Loss.DUPLICATE, Loss.HOSTED_CALL} else [evolve(piece, loose=True) for piece in result.pieces]


def _elsewhere(found: Match, losses: Losses) -> Match:
    """Find what stands elsewhere; without `POSITION` only what a demoted result held and no text can."""
    return _greedy(found, losses, None if Loss.POSITION in losses else _ESCAPES if Loss.DEMOTED in losses else frozenset())


def _greedy(found: Match, losses: Losses, kinds: AbstractSet[str] | None) -> Match:
    """Match of what is gone and new the first that fits, of the same id if there is one."""
    pairs, left, right = [*found.pairs], list[Fact](), [*found.new]
    for fact in found.gone:
        matches = [other for other in right if _may_move(fact, other, kinds) and fits(fact, other, losses)]
        match = next((other for other in matches if other.id == fact.id), matches[0] if matches else None)
        if match is None:
            left.append(fact)
        else:
            right.remove(match)
            pairs.append((fact, match))
    return Match(tuple(pairs), tuple(left), tuple(right))


def _may_move(fact: Fact, other: Fact, kinds: AbstractSet[str] | None) -> bool:
    """Tell whether one may be the other elsewhere. What one speaker said stays in order."""
    return fact.role != other.role or fact.kind not in _STAYS if kinds is None else fact.kind in kinds
