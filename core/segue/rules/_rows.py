"""Short ways to write rows: adapters between repairs and rules, and evidence."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from attrs import evolve

from segue.kinds import Loss, Place
from segue.prompts import Prompt, Request, SystemMessage
from segue.rule import CompatRule, Evidence, PromptRepair, RequestRepair
from segue.targets import Target

F = TypeVar("F", bound=Callable[..., Any])

READ = date(2026, 11, 30)
"""The day on which the sources of the rows were read."""

MOVES = "a result that arrives later still belongs to its call, so what stood in for it gives way"

ORPHANED = frozenset(
    {
        Loss.DEMOTED, Loss.ROLE, Loss.ERROR_FLAG, Loss.CALL_ID, Loss.TOOL_NAME, Loss.SPLIT, Loss.POSITION,
        Loss.EMPTY_TEXT, Loss.EMPTY_MESSAGE, Loss.ADDED,
    }
)  # fmt: skip
"""What a result without its call loses when it is told as text."""

TOLD = (ORPHANED - {Loss.POSITION}) | {Loss.CACHE_MARKER, Loss.OPAQUE_TOKEN, Loss.UNKNOWN_FIELD}
"""What calls and results lose when they are told as text where they stand."""

FOREIGN = frozenset({Loss.DEMOTED, Loss.UNKNOWN_FIELD, Loss.SPLIT, Loss.POSITION, Loss.DUPLICATE, Loss.REASONING, Loss.ADDED})
"""What a part in another spelling loses when it is read, or told as text."""


def ignoring_target(repair: Callable[[Prompt], Prompt]) -> PromptRepair:
    """Make a rule's callable of a repair that needs no target."""

    def apply(prompt: Prompt, _: Target) -> Prompt:
        return repair(prompt)

    return documented_by(repair, apply)


def for_request(repair: Callable[[Request], Request]) -> RequestRepair:
    """Make a rule's callable of a repair of requests that needs no target."""

    def apply(request: Request, _: Target) -> Request:
        return repair(request)

    return documented_by(repair, apply)


def documented_by(repair: Callable[..., Any], apply: F) -> F:
    """Give a rule's callable the documentation of its repair, which is its module's."""
    apply.__doc__ = getattr(repair, "func", repair).__globals__["__doc__"]
    return apply


def quoted(error: str, source: str, status: int = 400) -> Evidence:
    """Quote an error: the provider's own words and where they are reported."""
    return Evidence(error, status, source, READ)


def words(*patterns: str) -> tuple[re.Pattern[str], ...]:
    """Compile error patterns; upper and lower case are the same."""
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


def since(version: str, *rules: CompatRule) -> tuple[CompatRule, ...]:
    """Say in which version rules came, of those that do not say it themselves."""
    return tuple(rule if rule.since else evolve(rule, since=version) for rule in rules)


def nothing_sent(request: Request, _: Target) -> tuple[Place, ...]:
    """Find a history without any message."""
    return () if request.prompt.messages else (("messages",),)


def nothing_said(request: Request, _: Target) -> tuple[Place, ...]:
    """Find a history in which nobody but the system says anything."""
    said = any(not isinstance(message, SystemMessage) for message in request.prompt.messages)
    return () if said else (("messages",),)


ILLEGAL = words(r"messages (参数非法|\\{1,4}u53c2\\{1,4}u6570)", r"the messages parameter is illegal")
"""What z.ai says of whichever odd order of messages, ids and roles."""
