"""What Claude refuses of thoughts by what the request asks for, and what it refuses that only its answer tells.

The same model stands behind the Messages API and behind Converse, so each demand makes a rule of either family.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from attrs import evolve

from segue.failures import CallFailure
from segue.kinds import Kind, Loss
from segue.profiles.converse import FORMAT as CONVERSE
from segue.profiles.thinking import DISABLED, ENABLED, asked
from segue.prompts import Prompt, Request
from segue.repairs.late_reasoning import drop_reasoning_since
from segue.repairs.neighbours import merge_neighbours
from segue.repairs.thoughtless_turns import tell_thoughtless_turn
from segue.repairs.unasked_reasoning import strip_unasked_reasoning
from segue.rule import CompatRule, RequestRepair
from segue.rules import _triggers as broken_by
from segue.rules._named_messages import named_message
from segue.rules._rows import TOLD, documented_by, quoted, words
from segue.targets import Target

_GITHUB = "https://github.com/"
_DOCS = "https://platform.claude.com/docs/en/build-with-claude/"
Repair: TypeAlias = Callable[[Prompt], Prompt]
_DROPPED = frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER, Loss.EMPTY_MESSAGE})
_ASKED = "what is asked of the turn that goes on is no longer asked of it once it is over"


def _settled(repair: Repair, prompt: Prompt, target: Target) -> Prompt:
    """Repair, and on Converse merge the neighbours that this makes: there the rule that merges comes before."""
    after = repair(prompt)
    merges = after is not prompt and target.endpoint == CONVERSE
    return merge_neighbours(after, target.endpoint, strict=True, thoughts=False) if merges else after


def _where(kind: str, repair: Repair) -> RequestRepair:
    """Repair where thinking is asked for in this way."""

    def apply(request: Request, target: Target) -> Request:
        return _with(request, _settled(repair, request.prompt, target)) if asked(request, target) == kind else request

    return documented_by(repair, apply)


def _after(repair: Repair) -> Callable[[Request, Target, CallFailure], Request]:
    """Repair whatever is known of what is asked for."""

    def apply(request: Request, target: Target, _: CallFailure) -> Request:
        return _with(request, _settled(repair, request.prompt, target))

    return documented_by(repair, apply)


def _drop_named(request: Request, target: Target, failure: CallFailure) -> Request:
    """Go without the thoughts from the message on that is named; without any where none is."""
    named = named_message(request.prompt.messages, target.endpoint, failure)
    return _with(request, drop_reasoning_since(request.prompt, named))


def _with(request: Request, prompt: Prompt) -> Request:
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


_BY_REQUEST = (
    CompatRule(
        name="unasked-thinking",
        demand="With thinking off, the last turn holds no thought.",
        since="0.3.0",
        reads=frozenset({Kind.REASONING}),
        apply_to_request=_where(DISABLED, strip_unasked_reasoning),
        after_error=_after(strip_unasked_reasoning),
        error_patterns=words(r"when thinking is disabled, an `?assistant`? message in the final position cannot contain `?thinking`?"),
        losses=_DROPPED | {Loss.MERGED, Loss.UNKNOWN_FIELD},
        evidence=(
            quoted(
                "messages.1.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain "
                "`thinking`. To use thinking blocks, enable `thinking` in your request.",
                f"{_GITHUB}tailcallhq/forgecode/issues/1195",
            ),
            quoted("", f"{_GITHUB}microsoft/vscode/issues/282326"),
        ),
        triggers=broken_by.UNASKED_REASONING,
        unstable=_ASKED,
    ),
    CompatRule(
        name="thoughtless-turn",
        demand="With thinking on, a turn that goes on behind results began with a thought.",
        since="0.3.0",
        reads=frozenset({Kind.CALL}),
        apply_to_request=_where(ENABLED, tell_thoughtless_turn),
        after_error=_after(tell_thoughtless_turn),
        error_patterns=words(r"expected `?thinking`? or `?redacted_thinking`?, but found `?\w{1,40}`?"),
        losses=TOLD | {Loss.MERGED, Loss.UNKNOWN_FIELD, Loss.REASONING},
        evidence=(
            quoted(
                "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is "
                "enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` "
                "and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this "
                "requirement, disable `thinking`.",
                f"{_GITHUB}anomalyco/opencode/issues/3077",
            ),
            quoted("", f"{_DOCS}extended-thinking"),
        ),
        triggers=broken_by.THOUGHTLESS_TURN,
        unstable=_ASKED,
    ),
)
_REMEDY = documented_by(drop_reasoning_since, partial(_drop_named))
_ROW = partial(
    CompatRule, since="0.3.0", reads=frozenset({Kind.REASONING}), after_error=_REMEDY, losses=_DROPPED, triggers=broken_by.SIGNED_REASONING
)
_BY_ANSWER = (
    _ROW(
        name="bound-thinking",
        demand="All that stands before a thought is as it was when the thought was made.",
        error_patterns=words(r"block is bound to a different conversation"),
        evidence=(
            quoted(
                "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. "
                'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
                f"{_GITHUB}anomalyco/opencode/issues/48637",
            ),
            quoted("", f"{_GITHUB}pydantic/pydantic-ai/pull/7989"),
        ),
    ),
    _ROW(
        name="modified-thinking",
        demand="The thoughts of the latest message are as they came, in their order, with all that stood between them.",
        error_patterns=words(r"blocks in the latest assistant message cannot be modified"),
        evidence=(
            quoted(
                "messages.5.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. "
                "These blocks must remain as they were in the original response.",
                f"{_GITHUB}anthropics/claude-code/issues/63404",
            ),
        ),
    ),
    _ROW(
        name="unverified-thinking",
        demand="A thought's signature, or its encrypted data, is whole, and made for whoever sends it.",
        error_patterns=words(
            r"invalid `?signature`? in `?thinking`? block`?(?!\. the block is bound)",
            r"invalid `?data`? in `?redacted_thinking`? block",
        ),
        evidence=(
            quoted("messages.1.content.0: Invalid `signature` in `thinking` block", f"{_GITHUB}CommonstackAI/UncommonRoute/issues/19"),
            quoted("messages.5.content.48: Invalid `data` in `redacted_thinking` block", f"{_GITHUB}microsoft/vscode/pull/320196"),
        ),
    ),
)


def by_request(family: str, applies_to: Callable[[Target], bool]) -> tuple[CompatRule, ...]:
    """Return a family's rules about what the request asks for."""
    return _of(family, applies_to, _BY_REQUEST)


def by_answer(family: str, applies_to: Callable[[Target], bool]) -> tuple[CompatRule, ...]:
    """Return a family's rules that only a rejection calls for: nothing in a history tells what a thought was signed over."""
    return _of(family, applies_to, _BY_ANSWER)


def _of(family: str, applies_to: Callable[[Target], bool], rows: tuple[CompatRule, ...]) -> tuple[CompatRule, ...]:
    return tuple(evolve(row, name=f"{family}-{row.name}", applies_to=applies_to) for row in rows)
