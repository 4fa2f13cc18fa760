"""What xAI's Responses API refuses of thoughts. Its Chat Completions are a dialect among others, see `segue.rules.chat`."""

from __future__ import annotations

from functools import partial

from segue.failures import CallFailure
from segue.kinds import Kind, Loss
from segue.parts import ReasoningPart
from segue.profiles import responses as profile
from segue.prompts import Prompt, Request
from segue.repairs._rebuilding import changed
from segue.repairs.foreign_blobs import drop_foreign_blobs
from segue.repairs.odd_layouts import forget_odd_layouts
from segue.rule import CompatRule
from segue.rules import _item_triggers as broken_here
from segue.rules import _triggers as broken_by
from segue.rules._rows import documented_by, ignoring_target, quoted, since, words
from segue.targets import Target

_GITHUB = "https://github.com/"
_TOKENS = frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER})


def responses_api(target: Target) -> bool:
    """Tell whether a target is served by xAI's Responses API."""
    return target.endpoint == profile.FORMAT and target.provider == "xai"


def _drop_foreign(prompt: Prompt, target: Target) -> Prompt:
    def is_foreign(part: ReasoningPart) -> bool:
        return profile.is_encrypted(part) and not profile.is_own(part.origin, target)

    return drop_foreign_blobs(prompt, is_foreign)


def _drop_all(request: Request, _: Target, __: CallFailure) -> Request:
    """Trust no encrypted content any more."""
    bare = drop_foreign_blobs(request.prompt, profile.is_encrypted)
    return request if bare is request.prompt else changed(request, prompt=bare)


XAI: tuple[CompatRule, ...] = since(
    "0.3.0",
    CompatRule(
        name="xai-foreign-blob",
        demand="Encrypted content of thoughts is xAI's own, unchanged, and of the account that asks.",
        applies_to=responses_api,
        reads=frozenset({Kind.REASONING}),
        apply_to_prompt=documented_by(drop_foreign_blobs, _drop_foreign),
        error_patterns=words(r"could not decrypt the provided encrypted_content"),
        after_error=documented_by(drop_foreign_blobs, _drop_all),
        losses=_TOKENS,
        evidence=(
            quoted(
                "Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous "
                "response.",
                f"{_GITHUB}Wei-Shaw/sub2api/issues/4535",
            ),
        ),
        triggers=broken_by.FOREIGN_BLOB,
    ),
    CompatRule(
        name="xai-missing-summary",
        demand="A reasoning item has its summary, if only an empty list.",
        applies_to=responses_api,
        reads=frozenset({Kind.ODD_LAYOUT}),
        apply_to_prompt=ignoring_target(partial(forget_odd_layouts, is_odd=profile.lacks_field)),
        error_patterns=words(r"could not decode the compaction blob"),
        after_error=documented_by(drop_foreign_blobs, _drop_all),
        losses=_TOKENS,
        evidence=(
            quoted(
                "Could not decode the compaction blob. Ensure it is unmodified from the compact response.",
                f"{_GITHUB}chenyme/grok2api/issues/688",
            ),
        ),
        triggers=broken_here.MISSING_FIELD[:1],
    ),
)
