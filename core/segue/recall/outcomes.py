"""What became of calls: an outcome that another copy of a message brings moves the stored call forward, never back.

A call stands in a message once or twice, as a part and in the older list. Both are one call; where one of them is settled, the
call is. Calls of one id, as some providers make them, are told apart by their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from attrs import evolve

from segue.json_values import EMPTY
from segue.messages import SETTLED, STATES, StoredMessage, StoredPart, ToolInvocation
from segue.recall.changing import laid_over

Call: TypeAlias = tuple[str, int]
"""An id and how many calls of that id stand before it."""
News: TypeAlias = Mapping[Call, ToolInvocation]
Move: TypeAlias = Callable[[ToolInvocation, ToolInvocation], ToolInvocation]
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
    return moved(stored, brought(stored, copy, _may_bring), with_outcome)


def brought(stored: StoredMessage, copy: StoredMessage, may: Callable[[ToolInvocation, ToolInvocation], bool]) -> News:
    """Return the calls of the stored message that the copy may move, and what moves them."""
    offers = _offers(copy)
    if not offers:
        return {}
    standing = _standing(stored)
    twins = {id for id, place in standing if place}
    pairs = ((call, known, _offer(offers.get(call[0], ()), call, call[0] in twins)) for call, known in standing.items())
    return {call: offer for call, known, offer in pairs if offer is not None and may(known, offer)}


def further(known: ToolInvocation, offer: ToolInvocation) -> bool:
    """Say whether an offer is further on than what is known; nothing is further than what is settled or in no state of ours."""
    return _RANKS.get(offer.state, -1) > _rank(known)


def moved(stored: StoredMessage, news: News, move: Move) -> StoredMessage:
    """Return the message in which the calls that there is news of have moved; itself where there is none."""
    if not news:
        return stored
    return evolve(stored, parts=_moved(stored.parts, news, move), invocations=_moved(stored.invocations, news, move))


def calls(parts: Iterable[StoredPart]) -> Iterator[Call | None]:
    """Yield for each part which call it is, None for what is no call or has no id."""
    seen: Counter[str] = Counter()
    for part in parts:
        if isinstance(part, ToolInvocation) and part.id:
            yield part.id, seen[part.id]
            seen[part.id] += 1
        else:
            yield None


def _moved(parts: tuple[_Part, ...], news: News, move: Move) -> tuple[_Part, ...]:
    offers = (news.get(call) if call else None for call in calls(parts))
    return tuple(part if offer is None else move(part, offer) for part, offer in zip(parts, offers, strict=True))  # type: ignore[arg-type, misc]


def with_outcome(known: ToolInvocation, offer: ToolInvocation) -> ToolInvocation:
    """Return the call as known, in the state and with the outcome that is offered."""
    approval = offer.approval if known.approval is None else laid_over(known.approval, offer.approval or EMPTY)
    return evolve(known, state=offer.state, output=offer.output, error=offer.error, error_text=offer.error_text, approval=approval)


def _may_bring(known: ToolInvocation, offer: ToolInvocation) -> bool:
    return offer.state in _BROUGHT and further(known, offer) and (not known.hosted or offer.state == "approval-responded")


def _rank(known: ToolInvocation) -> int:
    return _RANKS.get(known.state, len(STATES))


def _listed(parts: Iterable[StoredPart]) -> Iterator[tuple[Call, ToolInvocation]]:
    known = [part for part in parts if isinstance(part, ToolInvocation)]
    return ((call, part) for call, part in zip(calls(known), known, strict=True) if call)


def _standing(message: StoredMessage) -> dict[Call, ToolInvocation]:
    standing = dict(_listed(message.parts))
    for call, part in _listed(message.invocations):
        standing[call] = _together(standing[call], part) if call in standing else part
    return standing


def _together(part: ToolInvocation, listed: ToolInvocation) -> ToolInvocation:
    known = max(part, listed, key=_rank)
    return evolve(known, hosted=True) if part.hosted or listed.hosted else known


def _offers(copy: StoredMessage) -> dict[str, list[ToolInvocation]]:
    offers: dict[str, list[ToolInvocation]] = {}
    for (id, _), offer in _standing(copy).items():
        offers.setdefault(id, []).append(offer)
    return offers


def _offer(offers: Sequence[ToolInvocation], call: Call, has_twins: bool) -> ToolInvocation | None:
    if has_twins:
        return next(iter(offers[call[1] : call[1] + 1]), None)
    return max(offers, key=lambda offer: _RANKS.get(offer.state, -1), default=None)
