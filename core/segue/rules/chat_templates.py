"""What the templates of open models refuse, or leave out without a word; and what a server says of a template that nobody knows.

Where the template is known, the repair comes before the call. Where it is not, it comes after the error that asks for it, save for
what loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from segue.failures import CallFailure
from segue.kinds import Kind, Loss
from segue.profiles import chat as profile
from segue.profiles.dialects import FORMAT
from segue.prompts import Prompt, Request
from segue.repairs._rebuilding import changed
from segue.repairs.function_ids import count_call_ids
from segue.repairs.late_system import fold_late_system
from segue.repairs.neighbours import merge_neighbours
from segue.repairs.several_system import join_leading_system
from segue.repairs.single_calls import call_one_by_one
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import MOVES, documented_by, ignoring_target, quoted, words
from segue.targets import Target

_GITHUB = "https://github.com/"
Remedy = Callable[[Request, Target, CallFailure], Request]
Where = Callable[[Target], bool]


def known_or_not(demands: Where) -> Where:
    """Tell of a target whether it makes a demand, or may make it."""

    def applies(target: Target) -> bool:
        return demands(target) or profile.is_unsure(target)

    return applies


def where(demands: Where, repair: Callable[[Prompt], Prompt]) -> Callable[[Prompt, Target], Prompt]:
    """Make a rule's callable of a repair that waits for the error where a demand is not known."""

    def apply(prompt: Prompt, target: Target) -> Prompt:
        return repair(prompt) if demands(target) else prompt

    return documented_by(repair, apply)


def afterwards(repair: Callable[[Prompt], Prompt]) -> Remedy:
    """Make of a repair what is done after the error."""

    def apply(request: Request, _: Target, __: CallFailure) -> Request:
        prompt = repair(request.prompt)
        return request if prompt is request.prompt else changed(request, prompt=prompt)

    return documented_by(repair, apply)


def _count_ids(prompt: Prompt, target: Target) -> Prompt:
    return count_call_ids(prompt, bare=target.provider == profile.MOONSHOT)


_all_system = partial(fold_late_system, leading=True)
_closing = partial(merge_neighbours, format=FORMAT, closing=True, blanks=True)

IDS = (
    CompatRule(
        name="kimi-tool-id",
        demand="Ids of calls name their tool and count, `functions.name:0` and on: Kimi's template prints no other name. Nothing fails "
        "without, but replies come empty.",
        applies_to=profile.wants_functions,
        reads=frozenset({Kind.CALL}),
        apply_to_prompt=documented_by(count_call_ids, _count_ids),
        losses=frozenset({Loss.CALL_ID}),
        evidence=(
            quoted("", f"{_GITHUB}vllm-project/vllm/pull/50782"),
            quoted("", f"{_GITHUB}sgl-project/sglang/issues/25358"),
            quoted("", f"{_GITHUB}ml-explore/mlx-lm/pull/821"),
        ),
        triggers=broken_by.NAMELESS_ID,
        unstable=MOVES,
    ),
)

ENDS = (
    CompatRule(
        name="chat-no-system",
        demand="There is no system role, for templates without one.",
        applies_to=known_or_not(profile.has_no_system),
        reads=frozenset({Kind.SYSTEM, Kind.LATE_SYSTEM}),
        apply_to_prompt=where(profile.has_no_system, _all_system),
        error_patterns=words(r"system role not supported", r"only user, assistant and tool roles are supported, got system"),
        after_error=afterwards(_all_system),
        losses=frozenset({Loss.ROLE, Loss.ADDED, Loss.MERGED, Loss.CACHE_MARKER, Loss.UNKNOWN_FIELD, Loss.SPEAKER, Loss.DEMOTED}),
        evidence=(quoted("System role not supported", f"{_GITHUB}lmstudio-ai/lmstudio-bug-tracker/issues/2298", 500),),
        triggers=broken_by.SYSTEM,
    ),
    CompatRule(
        name="chat-several-system",
        demand="One system message stands at the beginning, not several.",
        applies_to=profile.has_one_system,
        reads=frozenset({Kind.SYSTEM}),
        apply_to_prompt=ignoring_target(join_leading_system),
        error_patterns=words(
            r"system message must be at the beginning", r"chat content has invalid message role: system", r"invalid chat setting"
        ),
        losses=frozenset({Loss.MERGED, Loss.UNKNOWN_FIELD}),
        evidence=(
            quoted("System message must be at the beginning.", f"{_GITHUB}lmstudio-ai/lmstudio-bug-tracker/issues/2298", 500),
            quoted("invalid params, invalid chat setting (2013)", f"{_GITHUB}temm1e-labs/temm1e/issues/59"),
        ),
        triggers=broken_by.SEVERAL_SYSTEM,
    ),
    CompatRule(
        name="chat-two-trailing",
        demand="One message of the model's stands last, not two.",
        applies_to=profile.ends_with_one,
        reads=frozenset({Kind.CLOSING_ASSISTANT}),
        apply_to_prompt=ignoring_target(_closing),
        error_patterns=words(r"cannot have 2 or more assistant messages at the end of the list"),
        losses=frozenset({Loss.MERGED, Loss.UNKNOWN_FIELD, Loss.EMPTY_TEXT}),
        evidence=(
            quoted("Cannot have 2 or more assistant messages at the end of the list.", f"{_GITHUB}NousResearch/hermes-agent/pull/80265"),
        ),
        triggers=broken_by.TWO_TRAILING,
    ),
)

CALLS = (
    CompatRule(
        name="chat-parallel-calls",
        demand="A message holds one call, for templates that print one.",
        applies_to=known_or_not(profile.has_one_call),
        reads=frozenset({Kind.CALL}),
        apply_to_prompt=where(profile.has_one_call, call_one_by_one),
        error_patterns=words(r"this model only supports single tool-calls at once"),
        after_error=afterwards(call_one_by_one),
        losses=frozenset({Loss.SPLIT, Loss.POSITION}),
        evidence=(
            quoted("This model only supports single tool-calls at once!", f"{_GITHUB}vllm-project/vllm/issues/11786"),
            quoted("This model only supports single tool-calls at once!", f"{_GITHUB}vllm-project/vllm/issues/9451"),
        ),
        triggers=broken_by.PARALLEL_CALLS,
        unstable=MOVES,
    ),
)
