"""Whether calls and results stay together, and ids apart (law 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from segue.kinds import Loss
from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt
from segue.repairs._pairing import pair

if TYPE_CHECKING:
    from segue.testing.comparing import Comparison
    from segue.testing.facts import Fact, Said

At: TypeAlias = tuple[int, int]


def answers_of(prompt: Prompt) -> tuple[dict[At, list[At]], list[At]]:
    """Return for each call its results, by position, hosted ones included; and the results that have no call."""
    own = pair(prompt)
    answers, orphans = dict(own.answers), list(own.orphans)
    for index, message in enumerate(prompt.messages):
        if isinstance(message, AssistantMessage):
            _pair_hosted(index, message, answers, orphans)
    return answers, orphans


def _pair_hosted(index: int, message: AssistantMessage, answers: dict[At, list[At]], orphans: list[At]) -> None:
    """Pair hosted calls with the results that stand behind them in their message; an open one stays open."""
    latest: dict[str, At] = {}
    for number, part in enumerate(message.content):
        if isinstance(part, ToolCallPart) and part.hosted:
            latest[part.id] = (index, number)
            answers[index, number] = []
        elif isinstance(part, ToolResultPart):
            answers[latest[part.id]].append((index, number)) if part.id in latest else orphans.append((index, number))


def pairing_fault(comparison: Comparison) -> str:
    """Say how calls and results came apart, or ids together; "" where they did not."""
    return next((fault for check in (_parted, _orphaned, _unanswered, _collided) for fault in check(comparison)), "")


def _moves(comparison: Comparison) -> dict[At, At]:
    moves: dict[At, At] = {}
    for before, after in comparison.pairs:
        if before.kind in {"call", "result"}:
            for number, at in enumerate(before.ats):
                moves[at] = after.ats[min(number, len(after.ats) - 1)]
    return moves


def _call_of(said: Said) -> Mapping[At, At]:
    return {result: call for call, results in said.answers.items() for result in results}


def _parted(comparison: Comparison) -> Iterator[str]:
    moves, call_of, fresh = _moves(comparison), _call_of(comparison.after), _fresh(comparison)
    for call, results in comparison.before.answers.items():
        for result in results:
            new_call, new_result = moves.get(call), moves.get(result)
            if new_result is not None and call_of.get(new_result) in fresh:
                continue  # its own call was there unread, and it had been taken for another's
            if new_result is not None and call_of.get(new_result) != new_call:
                yield f"the result at {result} no longer answers the call at {call}"
            if new_call is not None and not comparison.after.answers.get(new_call):
                yield f"the call at {call} lost its result"


def _fresh(comparison: Comparison) -> set[At]:
    """Return where the calls and results stand that were read from unknown parts: these may never have had another half."""
    return {fact.ats[0] for fact in comparison.new if fact.ats} if Loss.UNKNOWN_FIELD in comparison.losses else set()


def _orphaned(comparison: Comparison) -> Iterator[str]:
    before = {new: old for old, new in _moves(comparison).items()}
    for result in sorted(comparison.after.orphans - _fresh(comparison)):
        if before.get(result) not in comparison.before.orphans:
            yield f"the result at {result} of the output has no call"


def _unanswered(comparison: Comparison) -> Iterator[str]:
    known = set(_moves(comparison).values()) | _fresh(comparison)
    for call, results in comparison.after.answers.items():
        if not results and call not in known:
            yield f"the new call at {call} of the output has no result"


def _collided(comparison: Comparison) -> Iterator[str]:
    sources: dict[str, str] = {}
    for before, after in comparison.pairs:
        if _has_own_id(before, comparison.before) and sources.setdefault(after.id, before.id) != before.id:
            yield f"the ids {sources[after.id]!r} and {before.id!r} both became {after.id!r}"


def _has_own_id(fact: Fact, said: Said) -> bool:
    """Tell whether the fact's id is its own: a call's is, a result's that answers no call."""
    return fact.kind == "call" or (fact.kind == "result" and fact.ats[0] in said.orphans)
