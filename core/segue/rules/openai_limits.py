"""What OpenAI's APIs refuse for what the model takes, and for how much there is of a thing: system text, long texts, many tools."""

from __future__ import annotations

import re
from functools import partial

from attrs import evolve

from segue.failures import CallFailure
from segue.kinds import Kind, Loss, Place
from segue.profiles import openai as profile
from segue.prompts import Prompt, Request
from segue.repairs.developer_role import developer_as_system
from segue.repairs.late_system import fold_late_system
from segue.repairs.long_texts import cut_long_texts
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import documented_by, ignoring_target, quoted, words
from segue.rules.openai_content import chat_completions
from segue.targets import Target

_GITHUB = "https://github.com/"
_LIMIT = re.compile(r"maximum length (\d{1,12})", re.IGNORECASE)
_DEVELOPER = "does not support 'developer'"


def _tell_refused_system(prompt: Prompt, target: Target) -> Prompt:
    return prompt if profile.takes_system(target) else fold_late_system(prompt, leading=True)


def _after_refused_system(request: Request, target: Target, failure: CallFailure) -> Request:
    """Name the developer's messages the system's where only these are refused; else go without the role."""
    only_developer = profile.takes_system(target) and _DEVELOPER in f"{failure.message}{failure.body}"
    prompt = developer_as_system(request.prompt) if only_developer else fold_late_system(request.prompt, leading=True)
    return _with(request, prompt)


def _after_long(request: Request, _: Target, failure: CallFailure) -> Request:
    """Cut to what the error says: some fields take less."""
    told = told_limit(failure)
    return request if told is None else _with(request, cut_long_texts(request.prompt, told, told))


def told_limit(failure: CallFailure) -> int | None:
    """Return the greatest length that an error tells."""
    found = _LIMIT.search(f"{failure.message}\n{failure.body}")
    return int(found[1]) if found else None


def _with(request: Request, prompt: Prompt) -> Request:
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


def _too_many_tools(request: Request, _: Target) -> tuple[Place, ...]:
    return (("tools",),) if len(request.tools) > profile.MOST_TOOLS else ()


SYSTEM = (
    CompatRule(
        name="openai-refused-system",
        demand="The first models that reason, o1-mini and o1-preview, take no messages of the operator's.",
        since="0.3.0",
        applies_to=chat_completions,
        reads=frozenset({Kind.SYSTEM, Kind.LATE_SYSTEM}),
        apply_to_prompt=documented_by(fold_late_system, _tell_refused_system),
        after_error=documented_by(fold_late_system, _after_refused_system),
        error_patterns=words(r"'messages\[\d+\]\.role' does not support '(system|developer)' with this model"),
        losses=frozenset(
            {Loss.ROLE, Loss.DEMOTED, Loss.MERGED, Loss.SPEAKER, Loss.EMPTY_TEXT, Loss.CACHE_MARKER, Loss.UNKNOWN_FIELD, Loss.ADDED}
        ),
        evidence=(
            quoted(
                "Unsupported value: 'messages[0].role' does not support 'system' with this model.", f"{_GITHUB}BerriAI/litellm/issues/5671"
            ),
            quoted("", f"{_GITHUB}microsoft/agent-framework/issues/1077"),
        ),
        triggers=broken_by.REFUSED_SYSTEM,
    ),
)
LIMITS = (
    CompatRule(
        name="openai-long-text",
        demand="A text has at most 10,485,760 characters, the arguments of a call 1,048,576.",
        since="0.3.0",
        applies_to=chat_completions,
        reads=frozenset({Kind.LONG_TEXT}),
        apply_to_prompt=ignoring_target(partial(cut_long_texts, longest=profile.LONGEST_TEXT, longest_input=profile.LONGEST_INPUT)),
        after_error=documented_by(cut_long_texts, _after_long),
        error_patterns=words(r"'messages\[(\d+|n)\]\.(content(\[\d+\]\.text)?|tool_calls\[\d+\]\.function\.arguments)': string too long"),
        losses=frozenset({Loss.CUT, Loss.INPUT_FORM}),
        evidence=(
            quoted(
                "Invalid 'messages[1].content': string too long. Expected a string with maximum length 10485760, but got a string with "
                "length 11818940 instead.",
                "https://platform.openai.com/docs/api-reference/chat/create",
            ),
        ),
    ),
    CompatRule(
        name="openai-too-many-tools",
        demand="There are at most 128 tools.",
        since="0.3.0",
        applies_to=chat_completions,
        find=_too_many_tools,
        error_patterns=words(r"invalid 'tools': array too long"),
        evidence=(
            quoted(
                "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 217 instead.",
                f"{_GITHUB}keinsaasforever/better-chatbot/issues/197",
            ),
        ),
        advice="Choose which tools to send; keep those that the history calls, or the model will see calls of tools that it does not have.",
    ),
)
