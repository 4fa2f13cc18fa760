"""What dialects of Chat Completions demand of thoughts beside calls, and of the signatures of Gemini's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from segue import placeholders
from segue.failures import CallFailure
from segue.kinds import Kind, Loss, Place
from segue.models import Model
from segue.parts import ReasoningPart
from segue.profiles import chat as profile
from segue.profiles import gemini, signed_calls
from segue.profiles.dialects import FORMAT, dialect_of
from segue.prompts import AssistantMessage, Prompt, Request
from segue.repairs._pairing import calls
from segue.repairs._rebuilding import changed
from segue.repairs.foreign_signatures import drop_foreign_signatures
from segue.repairs.missing_thoughts import fill_missing_thoughts
from segue.repairs.speechless_thoughts import drop_speechless_thoughts
from segue.repairs.stale_details import drop_stale_details
from segue.repairs.unsigned_calls import sign_unsigned_calls
from segue.repairs.unsigned_details import sign_by_details
from segue.repairs.words_beside_thoughts import part_words_from_thoughts
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import documented_by, ignoring_target, quoted, words
from segue.shapes import Shape
from segue.targets import Target

_GITHUB = "https://github.com/"
_SIGNED = "https://ai.google.dev/gemini-api/docs/thought-signatures"
_THOUGHT = Shape(FORMAT, (), "reasoning_content")
_GOES = "only the current turn needs signatures, so what stood in for one goes when the user speaks again"
_UNSIGNED = words(r"function call is missing a thought_signature", r"in the \d+\. content block is missing a `thought_signature`")
_CORRUPTED = words(r"corrupted thought signature", r"(thought signature is not valid|invalid thought signature)")
_UNNAMED = words(r"(^|[\"'\n])provider returned error(\W{1,4}code\W{1,4}4\d\d)?\W{0,4}($|\n|user_id)")
"""OpenRouter's words where the model's own are not handed on, in a body that may come with status 200."""
_MISSING = (
    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing "
    "thought_signature may lead to degraded model performance."
)


def _calls(message: AssistantMessage) -> bool:
    return any(True for _ in calls(0, message))


def _says(message: AssistantMessage) -> bool:
    return bool(message.content)


def _wants_thoughts(target: Target) -> bool:
    return profile.chat(target) and dialect_of(target).filler is not None


def _fill(prompt: Prompt, target: Target) -> Prompt:
    dialect = dialect_of(target)

    def wants(message: AssistantMessage) -> bool:
        return dialect.every or _calls(message)

    return fill_missing_thoughts(prompt, wants, dialect.filler or "", _THOUGHT)


def _fill_all(request: Request, target: Target, _: CallFailure) -> Request:
    """Put an empty thought into every message of the model's: reports differ on which of them must have one."""
    filled = fill_missing_thoughts(request.prompt, _says, dialect_of(target).filler or "", _THOUGHT)
    return request if filled is request.prompt else changed(request, prompt=filled)


def _sign(prompt: Prompt, _: Target) -> Prompt:
    return sign_unsigned_calls(prompt, signed_calls.MAKER, signed_calls.SIGNATURE, signed_calls.is_signed)


def _drop_foreign(prompt: Prompt, target: Target) -> Prompt:
    def is_foreign(part: Any, maker: Model | None) -> bool:
        return not gemini.reads_signature(part, maker, target)

    return drop_foreign_signatures(prompt, is_foreign, gemini.SIGNED, gemini.SIGNATURE)


def _drop_signatures(request: Request, _: Target, __: CallFailure) -> Request:
    """Trust no signature any more."""

    def is_real(part: Any, _: Model | None) -> bool:
        return not gemini.is_placeholder(part)

    bare = drop_foreign_signatures(request.prompt, is_real, gemini.SIGNED, gemini.SIGNATURE)
    return request if bare is request.prompt else changed(request, prompt=bare)


def _drop_details(request: Request, _: Target, __: CallFailure) -> Request:
    """Trust no detail that signs a call any more."""

    def signs_any(part: ReasoningPart) -> str | None:
        return "" if signed_calls.signs(part) is not None and not signed_calls.stands_in(part) else None

    bare = drop_stale_details(request.prompt, signs_any)
    return request if bare is request.prompt else changed(request, prompt=bare)


def _no_signature(id: str) -> Mapping[str, object]:
    """Return the options of a thought that says of the call with this id that another model made it."""
    detail = {"type": "reasoning.encrypted", "data": placeholders.THOUGHT_SIGNATURE, "id": id, "format": signed_calls.DETAILS, "index": 0}
    return {"openrouter": {"detail": detail}}


def _unsigned(request: Request, _: Target) -> tuple[Place, ...]:
    spoken = signed_calls.last_user(request.prompt)
    return tuple(
        ("messages", index, "content", number)
        for index, message in enumerate(request.prompt.messages)
        if index > spoken and isinstance(message, AssistantMessage) and not signed_calls.is_opaque(message)
        for (_, number), _part in list(calls(index, message))[:1]
    )


LONE = (
    CompatRule(
        name="chat-lone-thought",
        demand="A message of the model's says or calls something; a thought alone is nothing.",
        applies_to=profile.refuses_empty_strings,
        reads=frozenset({Kind.CLOSING_REASONING}),
        apply_to_prompt=ignoring_target(drop_speechless_thoughts),
        error_patterns=words(r"with role 'assistant' must not be empty"),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(
            quoted(
                "Invalid request: the message at position 8 with role 'assistant' must not be empty",
                f"{_GITHUB}MoonshotAI/kimi-code/issues/1985",
            ),
        ),
        triggers=broken_by.LONE_THOUGHT,
    ),
)

THOUGHTS = (
    CompatRule(
        name="chat-missing-thought",
        demand="A message with calls has the model's thoughts, or their field with nothing in it.",
        applies_to=_wants_thoughts,
        reads=frozenset({Kind.CALL}),
        apply_to_prompt=documented_by(fill_missing_thoughts, _fill),
        error_patterns=words(
            r"reasoning_content`? in the thinking mode must be passed back",
            r"missing `?reasoning_content`? field in the assistant message",
            r"reasoning_content is missing in assistant tool call message",
            r"add a supported thinking field to each assistant message",
        ),
        after_error=documented_by(fill_missing_thoughts, _fill_all),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "The `reasoning_content` in the thinking mode must be passed back to the API.",
                f"{_GITHUB}zed-industries/zed/issues/55321",
            ),
            quoted(
                "Missing `reasoning_content` field in the assistant message at message index 2.",
                f"{_GITHUB}continuedev/continue/issues/10193",
            ),
            quoted(
                "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2",
                f"{_GITHUB}mastra-ai/mastra/issues/12592",
            ),
            quoted(
                "Add a supported thinking field to each assistant message in the multi-turn conversation history.",
                f"{_GITHUB}karthink/gptel/issues/1383",
            ),
        ),
        triggers=broken_by.UNTHOUGHT_CALL,
    ),
    CompatRule(
        name="chat-words-beside-thought",
        demand="A message with calls holds a thought or words, not both, for templates that have one place for them.",
        applies_to=profile.parts_thoughts,
        reads=frozenset({Kind.REASONING}),
        apply_to_prompt=ignoring_target(part_words_from_thoughts),
        error_patterns=words(r"cannot pass both content and thinking in an assistant message with tool calls"),
        losses=frozenset({Loss.SPLIT, Loss.POSITION}),
        evidence=(
            quoted(
                "Cannot pass both content and thinking in an assistant message with tool calls! Put the analysis message in one or the "
                "other, but not both.",
                f"{_GITHUB}lmstudio-ai/lmstudio-bug-tracker/issues/842",
                500,
            ),
        ),
        triggers=broken_by.WORDS_BESIDE_THOUGHT,
    ),
    CompatRule(
        name="chat-foreign-signature",
        demand="Thought signatures are those of the service that is asked, where Gemini 3 or later is asked through Google's endpoints.",
        applies_to=signed_calls.by_extra_content,
        reads=frozenset({Kind.THOUGHT_SIGNATURE}),
        apply_to_prompt=documented_by(drop_foreign_signatures, _drop_foreign),
        error_patterns=_CORRUPTED,
        after_error=documented_by(drop_foreign_signatures, _drop_signatures),
        losses=frozenset({Loss.OPAQUE_TOKEN, Loss.ADDED}),
        evidence=(quoted("Corrupted thought signature.", f"{_GITHUB}google-gemini/gemini-cli/issues/13467"),),
        triggers=broken_by.FOREIGN_SIGNATURE,
    ),
    CompatRule(
        name="chat-unsigned-call",
        demand="The first call of each message of the current turn carries its thought signature, where Gemini 3 or later is asked.",
        applies_to=signed_calls.by_extra_content,
        reads=frozenset({Kind.CALL}),
        apply_to_prompt=documented_by(sign_unsigned_calls, _sign),
        error_patterns=_UNSIGNED,
        losses=frozenset({Loss.ADDED}),
        evidence=(quoted(_MISSING, f"{_GITHUB}langchain-ai/langchain/issues/37347"), quoted("", _SIGNED)),
        triggers=broken_by.UNSIGNED_CALL,
        unstable=_GOES,
    ),
    CompatRule(
        name="chat-stale-detail",
        demand="A detail that signs a call names one of its message, where OpenRouter asks Gemini.",
        applies_to=signed_calls.by_details,
        reads=frozenset({Kind.REASONING}),
        apply_to_prompt=ignoring_target(partial(drop_stale_details, signs=signed_calls.signs)),
        error_patterns=(*_UNNAMED, *_CORRUPTED),
        after_error=documented_by(drop_stale_details, _drop_details),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN}),
        evidence=(
            quoted("Provider returned error", f"{_GITHUB}UKGovernmentBEIS/inspect_ai/pull/4979"),
            quoted("Provider returned error", f"{_GITHUB}massgen/MassGen/issues/665"),
        ),
        triggers=broken_by.STALE_DETAIL,
    ),
    CompatRule(
        name="chat-unsigned-detail",
        demand="The first call of each message of the current turn is signed by a detail, where OpenRouter asks Gemini 3 or later.",
        applies_to=signed_calls.by_details,
        reads=frozenset({Kind.CALL}),
        apply_to_prompt=ignoring_target(partial(sign_by_details, signs=signed_calls.signs, options=_no_signature)),
        error_patterns=(*words(r"gemini models require openrouter reasoning details to be preserved"), *_UNSIGNED, *_UNNAMED),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "Gemini models require OpenRouter reasoning details to be preserved in each request.",
                f"{_GITHUB}microsoft/agent-framework/issues/2947",
            ),
        ),
        triggers=broken_by.UNSIGNED_CALL,
        unstable=_GOES,
    ),
    CompatRule(
        name="copilot-unsigned-call",
        demand="The latest calls carry `reasoning_opaque`, where Copilot asks Gemini 3 or later.",
        applies_to=signed_calls.by_opaque,
        find=_unsigned,
        error_patterns=words(r"(^|[\"'\n])bad request([\"'\n]|\W{0,4}$)"),
        evidence=(quoted("Bad Request", f"{_GITHUB}anomalyco/opencode/issues/4468"),),
        advice="Keep `reasoning_opaque` and `reasoning_text` of Copilot's replies with their messages; for another model's calls let the "
        "user speak before this model goes on.",
    ),
)
