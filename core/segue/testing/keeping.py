"""Law 5: what a request said is found again, and nothing else is, the declared losses aside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from segue.kinds import Loss
from segue.placeholders import is_placeholder
from segue.testing.comparing import Comparison
from segue.testing.exact import shown
from segue.testing.facts import Detail, Fact
from segue.testing.loss_matchers import GOES_WITH, loss_of, may_come, unforgiven
from segue.testing.reading import is_read_from
from segue.testing.telling import tells


def keeping_fault(found: Comparison) -> str:
    """Say what was lost or added against what was declared; "" where nothing was."""
    return next((fault for check in (_lost, _added, _untold, _borders, _envelopes, _body, _names) for fault in check(found)), "")


def _lost(found: Comparison) -> Iterator[str]:
    for fact in found.gone:
        if loss_of(fact, found.losses) is None:
            yield f"undeclared loss of {_said(fact)}"


def _added(found: Comparison) -> Iterator[str]:
    others = found.losses - {Loss.UNKNOWN_FIELD}
    for fact in found.new:
        if not may_come(fact, others) and not (may_come(fact, found.losses) and is_read_from(fact, found.gone, found.losses)):
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
        known = _union(befores, sources[index] | free[0] if index in sources else range(len(befores)))
        new = ((kind, value) for kind, value in details if not _known(kind, value, known, found))
        yield from (f"undeclared addition of {kind} {value!r} to a message" for kind, value in new)


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
        if before.kind not in {"call", "result", "tool", "choice"} or (before.kind == "result" and before.written in {"", after.written}):
            continue
        old, new = before.name, after.name
        if (aliases.setdefault(old, new), names.setdefault(new, old)) != (new, old):
            yield f"the names {old!r} and {new!r} are no reversible alias"


def _said(fact: Fact) -> str:
    if fact.kind == "nothing":
        return f"message {fact.message} of role {fact.role}, which has no parts"
    if fact.kind == "choice":
        return f"the forced choice of {fact.name!r}"
    what = "results of one call" if fact.part is None else shown(fact.part)
    return f"{what} in message {fact.message}" if fact.ats else what
