"""What the Gemini API refuses of fields, of empty parts and contents, of who speaks when, and of calls that nobody signed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from segue.failures import CallFailure
from segue.kinds import Kind, Loss
from segue.profiles import gemini as profile
from segue.prompts import Prompt, Request
from segue.repairs._rebuilding import changed
from segue.repairs._refused_ids import leave_ids_out
from segue.repairs.blank_text import drop_blank_text
from segue.repairs.empty_messages import drop_empty_messages
from segue.repairs.first_speaker import begin_with_user
from segue.repairs.foreign_reasoning import drop_reasoning
from segue.repairs.foreign_signatures import drop_foreign_signatures
from segue.repairs.listed_system import lift_leading_system
from segue.repairs.neighbours import merge_neighbours
from segue.repairs.trailing_assistant import ask_to_continue
from segue.repairs.unknown_fields import drop_unknown_fields
from segue.repairs.unsigned_calls import sign_unsigned_calls
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import ignoring_target, nothing_said, quoted, words
from segue.rules.gemini_content import gemini
from segue.targets import Target

_GITHUB = "https://github.com/"


def _signs_calls(target: Target) -> bool:
    return gemini(target) and target.since(profile.SIGNED_SINCE)


def _ends_with_user(target: Target) -> bool:
    return gemini(target) and target.since(profile.PREFILL_UNTIL)


(_REFUSED,) = words(r"unknown name \\{0,3}\"([^\"\\]{1,80})\\{0,3}\" at \\{0,3}'contents")


def _go_without(request: Request, _: Target, failure: CallFailure) -> Request:
    """Go without the field that the service does not know."""
    found = next(filter(None, map(_REFUSED.search, (failure.message, failure.body))), None)
    without = _WITHOUT.get(found[1] if found else "")
    prompt = request.prompt if without is None else without(request.prompt)
    return request if prompt is request.prompt else changed(request, prompt=prompt)


_unsigned = partial(
    drop_foreign_signatures, is_foreign=lambda part, _: profile.is_signed(part), owners=profile.SIGNED, name=profile.SIGNATURE
)
_WITHOUT: Mapping[str, Callable[[Prompt], Prompt]] = {
    "id": partial(leave_ids_out, layout=profile.without_id),
    "thought": partial(drop_reasoning, drops=lambda _: True),
    "thoughtSignature": _unsigned,
    "thought_signature": _unsigned,
}
"""What to do where one service of Google's does not know a field that another gave."""


TURNS = (
    CompatRule(
        name="gemini-unknown-field",
        demand="Contents and parts hold the fields that the API lists, and no others.",
        applies_to=gemini,
        reads=frozenset({Kind.EXTRAS}),
        apply_to_prompt=ignoring_target(partial(drop_unknown_fields, format=profile.FORMAT, taken={})),
        error_patterns=(_REFUSED,),
        after_error=_go_without,
        losses=frozenset({Loss.UNKNOWN_FIELD, Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER, Loss.POSITION}),
        evidence=(
            quoted(
                "Invalid JSON payload received. Unknown name \"id\" at 'contents[7].parts[0].function_response': Cannot find field.",
                f"{_GITHUB}google-gemini/gemini-cli/issues/13972",
            ),
            quoted(
                "Invalid JSON payload received. Unknown name \"thought\" at 'contents[0].parts[0]': Cannot find field.",
                f"{_GITHUB}flyun/chatAir/issues/108",
            ),
        ),
        triggers=broken_by.unknown_fields(profile.FORMAT),
    ),
    CompatRule(
        name="gemini-blank-text",
        demand="A part holds something: text that is not empty, or a signature beside it.",
        applies_to=gemini,
        reads=frozenset({Kind.BLANK_TEXT}),
        apply_to_prompt=ignoring_target(partial(drop_blank_text, spares=profile.is_signed)),
        error_patterns=words(
            r"required oneof field 'data' must have one initialized field", r"because it (has an empty|must have a) text parameter"
        ),
        losses=frozenset({Loss.EMPTY_TEXT, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(
            quoted(
                "* GenerateContentRequest.contents[1].parts[0].data: required oneof field 'data' must have one initialized field",
                f"{_GITHUB}router-for-me/CLIProxyAPI/issues/1292",
            ),
            quoted(
                "Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again.",
                f"{_GITHUB}googleapis/google-cloud-go/issues/10309",
            ),
        ),
        triggers=broken_by.BLANK_TEXT,
    ),
    CompatRule(
        name="gemini-empty-message",
        demand="Every content has parts.",
        applies_to=gemini,
        reads=frozenset({Kind.EMPTY_MESSAGE}),
        apply_to_prompt=ignoring_target(drop_empty_messages),
        error_patterns=words(r"contents\.parts must not be empty", r"must include at least one parts field"),
        losses=frozenset({Loss.EMPTY_MESSAGE}),
        evidence=(
            quoted("* GenerateContentRequest.contents[0].parts: contents.parts must not be empty.", f"{_GITHUB}vercel/ai/issues/3775"),
        ),
        triggers=broken_by.EMPTY_MESSAGE,
    ),
    CompatRule(
        name="gemini-listed-system",
        demand="The first instructions stand in `systemInstruction`, not among the contents.",
        applies_to=gemini,
        reads=frozenset({Kind.LISTED_SYSTEM}),
        apply_to_prompt=ignoring_target(lift_leading_system),
        error_patterns=words(r"please use a valid role: user, model"),
        evidence=(quoted("Please use a valid role: user, model.", f"{_GITHUB}mem0ai/mem0/issues/6393"),),
        triggers=broken_by.listed(profile.FORMAT),
    ),
    CompatRule(
        name="gemini-first-speaker",
        demand="The user speaks first; a call follows the user's turn or responses.",
        applies_to=gemini,
        reads=frozenset({Kind.FIRST_SPEAKER}),
        apply_to_prompt=ignoring_target(begin_with_user),
        error_patterns=words(r"function call turn comes immediately after a user turn"),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
                f"{_GITHUB}google-gemini/gemini-cli/issues/11814",
            ),
        ),
        triggers=broken_by.FIRST_SPEAKER,
    ),
    CompatRule(
        name="gemini-neighbours",
        demand="A call follows the user's turn or responses, not the model's own; all responses to a content's calls are in one.",
        applies_to=gemini,
        reads=frozenset({Kind.NEIGHBOURS}),
        apply_to_prompt=ignoring_target(partial(merge_neighbours, format=profile.FORMAT, strict=True, users=False)),
        error_patterns=words(
            r"function call turn comes immediately after a user turn",
            r"number of function response parts is equal to the number of function call parts",
        ),
        losses=frozenset({Loss.MERGED, Loss.UNKNOWN_FIELD}),
        evidence=(
            quoted(
                "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
                f"{_GITHUB}google-gemini/gemini-cli/issues/26486",
            ),
        ),
        triggers=broken_by.NEIGHBOURS[1:],
    ),
    CompatRule(
        name="gemini-trailing-assistant",
        demand="The last content is the user's, since Gemini 3.6.",
        applies_to=_ends_with_user,
        reads=frozenset({Kind.CLOSING_ASSISTANT}),
        apply_to_prompt=ignoring_target(ask_to_continue),
        error_patterns=words(
            r"requests ending with a model turn are not supported", r"multiturn requests ends with a user role or a function response"
        ),
        losses=frozenset({Loss.ADDED}),
        evidence=(quoted("Requests ending with a model turn are not supported.", f"{_GITHUB}crewAIInc/crewAI/pull/6973"),),
        triggers=broken_by.TRAILING_ASSISTANT,
    ),
    CompatRule(
        name="gemini-unsigned-call",
        demand="The first call of each content of the current turn carries its thought signature, since Gemini 3.",
        applies_to=_signs_calls,
        reads=frozenset({Kind.CALL}),
        apply_to_prompt=ignoring_target(
            partial(sign_unsigned_calls, owner=profile.MAKER, name=profile.SIGNATURE, is_signed=profile.is_signed)
        ),
        error_patterns=words(
            r"function call is missing a thought_signature", r"in the \d+\. content block is missing a `thought_signature`"
        ),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and "
                "missing thought_signature may lead to degraded model performance.",
                f"{_GITHUB}tinyhumansai/openhuman/issues/3548",
            ),
            quoted(
                "Unable to submit request because function call `default_api:list_dir` in the 2. content block is missing a "
                "`thought_signature`.",
                f"{_GITHUB}microsoft/vscode/issues/279676",
            ),
        ),
        triggers=broken_by.UNSIGNED_CALL,
        unstable="only the current turn needs signatures, so what stood in for one goes when the user speaks again",
    ),
    CompatRule(
        name="gemini-no-messages",
        demand="There is at least one content.",
        applies_to=gemini,
        find=nothing_said,
        error_patterns=words(r"contents is not specified"),
        evidence=(quoted("contents is not specified", f"{_GITHUB}langchain-ai/langchain-google/issues/691"),),
        advice="Nothing can be repaired where nothing was said: add the user's message.",
    ),
)
