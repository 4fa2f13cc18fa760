"""What became of calls: an outcome that another copy of a message brings moves the stored call forward, never back.

A call stands in a message once or twice, as a part and in the older list. Both are one call; where one of them is settled, the
call is. Calls of one id, as some providers make them, are told apart by their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from attrs import evolve

from segue.json_values import EMPTY, JsonObject
from segue.messages import SETTLED, STATES, StoredMessage, StoredPart, ToolInvocation
from segue.recall.changing import changed, laid_over

Call: TypeAlias = tuple[str, int]
"""An id and how many calls of that id stand before it."""
Change: TypeAlias = Callable[[ToolInvocation, ToolInvocation], ToolInvocation]
_Part = TypeVar("_Part", bound=StoredPart)

_RANKS = {state: min(rank, 4) for rank, state in enumerate(STATES)}
_BROUGHT = SETTLED | {"approval-responded"}


def advanced(stored: StoredMessage, copy: StoredMessage) -> StoredMessage:
    """Return the stored message with the outcomes that a caller's copy of it brings, itself where it brings none.

    Answers to approvals and outcomes count, for calls that wait for one. What is settled stays, what the provider itself ran can
    only be approved, states that are not known are not touched, and nothing else of the copy is looked at.

    >>> waiting, settled = (StoredMessage("m", "assistant", (ToolInvocation("c", "tides", state),)) for state in ("call", "result"))
    >>> advanced(waiting, settled).parts[0].state
    'result'
    >>> advanced(settled, waiting) is settled
    True
    """
    offers = _offers(copy)
    if not offers:
        return stored
    known = standing(stored)
    twins = {id for id, place in known if place}
    pairs = ((call, _offer(offers.get(call[0], ()), call, call[0] in twins)) for call in known)
    return moved(stored, known, {call: offer for call, offer in pairs if offer is not None and _may_bring(known[call], offer)})


def further(known: ToolInvocation, offer: ToolInvocation) -> bool:
    """Say whether an offer is further on than what is known; nothing is further than what is settled or in no state of ours."""
    return _offered_rank(offer) > _rank(known)


def moved(stored: StoredMessage, known: Mapping[Call, ToolInvocation], news: Mapping[Call, ToolInvocation]) -> StoredMessage:
    """Return the message, whose calls are known, with the state and outcome of those there is news of; itself where there is none."""
    if not news:
        return stored
    told = {call: changed(offer, approval=_both(known[call].approval, offer.approval)) for call, offer in news.items()}
    parts = with_calls(stored.parts, told, _with_outcome)
    beside = with_calls(stored.invocations, told, _with_outcome)
    return evolve(stored, parts=parts, invocations=(*beside, *_to_list(parts, beside, told)))


def with_calls(parts: tuple[_Part, ...], told: Mapping[Call, ToolInvocation], change: Change) -> tuple[_Part, ...]:
    """Return the parts in which the calls that something is told of are changed accordingly."""
    offers = (told.get(call) if call else None for call in calls(parts))
    return tuple(part if offer is None else change(part, offer) for part, offer in zip(parts, offers, strict=True))  # type: ignore[arg-type, misc]


def calls(parts: Iterable[StoredPart]) -> Iterator[Call | None]:
    """Yield for each part which call it is, None for what is no call or has no id."""
    seen: Counter[str] = Counter()
    for part in parts:
        if isinstance(part, ToolInvocation) and part.id:
            yield part.id, seen[part.id]
            seen[part.id] += 1
        else:
            yield None


def standing(message: StoredMessage) -> dict[Call, ToolInvocation]:
    """Return the calls of a message, each as far as part or list have it; a state that is not known counts as the furthest."""
    return _calls(message, _rank)


def offered(copy: StoredMessage) -> dict[Call, ToolInvocation]:
    """Return the calls of a copy, each as far as part or list have it; a state that is not known counts for nothing."""
    return _calls(copy, _offered_rank)


def listed(parts: Iterable[StoredPart]) -> Iterator[tuple[Call, ToolInvocation]]:
    """Yield the calls among parts that have an id."""
    known = [part for part in parts if isinstance(part, ToolInvocation)]
    return ((call, part) for call, part in zip(calls(known), known, strict=True) if call)


def _to_list(parts: Iterable[StoredPart], beside: Iterable[ToolInvocation], told: Container[Call]) -> Iterator[ToolInvocation]:
    """Yield the calls that got their result and are not listed yet, as the original lists them; not those that share an id."""
    found = dict(listed(parts))
    left_out = {call.id for call in beside} | {id for id, place in found if place}
    for call, part in found.items():
        if call in told and part.state == "result" and part.id not in left_out:
            yield evolve(part, hosted=False, provider_options=EMPTY, extras=None)


def _with_outcome(known: ToolInvocation, offer: ToolInvocation) -> ToolInvocation:
    return evolve(known, state=offer.state, output=offer.output, error=offer.error, error_text=offer.error_text, approval=offer.approval)


def _both(known: JsonObject | None, offered: JsonObject | None) -> JsonObject | None:
    return offered if known is None else laid_over(known, offered or EMPTY)


def _may_bring(known: ToolInvocation, offer: ToolInvocation) -> bool:
    return offer.state in _BROUGHT and further(known, offer) and (not known.hosted or offer.state == "approval-responded")


def _rank(known: ToolInvocation) -> int:
    return _RANKS.get(known.state, len(STATES))


def _offered_rank(offer: ToolInvocation) -> int:
    return _RANKS.get(offer.state, -1)


def _calls(message: StoredMessage, rank: Callable[[ToolInvocation], int]) -> dict[Call, ToolInvocation]:
    found = dict(listed(message.parts))
    for call, entry in listed(message.invocations):
        found[call] = _together(found[call], entry, rank) if call in found else entry
    return found


def _together(part: ToolInvocation, entry: ToolInvocation, rank: Callable[[ToolInvocation], int]) -> ToolInvocation:
    known = max(part, entry, key=rank)
    return changed(known, hosted=part.hosted or entry.hosted, approval=_both(part.approval, entry.approval))


def _offers(copy: StoredMessage) -> dict[str, list[ToolInvocation]]:
    offers: dict[str, list[ToolInvocation]] = {}
    for (id, _), offer in offered(copy).items():
        offers.setdefault(id, []).append(offer)
    return offers


def _offer(offers: Sequence[ToolInvocation], call: Call, has_twins: bool) -> ToolInvocation | None:
    if has_twins:
        return next(iter(offers[call[1] : call[1] + 1]), None)
    return max(offers, key=_offered_rank, default=None)
