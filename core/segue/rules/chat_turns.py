"""What dialects of Chat Completions refuse of who speaks first, in turn and last."""

from __future__ import annotations

from functools import partial

from segue.failures import CallFailure
from segue.kinds import Kind, Loss
from segue.profiles import chat as profile
from segue.profiles.dialects import FORMAT
from segue.profiles.templates import template_of
from segue.prompts import Prompt, Request, SystemMessage
from segue.repairs._rebuilding import changed
from segue.repairs.first_speaker import begin_with_user
from segue.repairs.late_system import fold_late_system
from segue.repairs.neighbours import merge_neighbours
from segue.repairs.trailing_assistant import ask_to_continue
from segue.repairs.words_beside_results import part_words_from_results
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import ILLEGAL, documented_by, ignoring_target, quoted, words
from segue.rules.chat_templates import afterwards, known_or_not, where
from segue.targets import Target

_GITHUB = "https://github.com/"


def _begin(prompt: Prompt, target: Target) -> Prompt:
    if not profile.begins_with_user(target):
        return prompt
    led = bool(prompt.messages) and isinstance(prompt.messages[0], SystemMessage)
    return prompt if led and profile.begins_with_system(target) else begin_with_user(prompt)


def _continued(prompt: Prompt) -> Prompt:
    return prompt if profile.is_prefix(prompt) else ask_to_continue(prompt)


def _ask_to_continue(prompt: Prompt, target: Target) -> Prompt:
    return _continued(prompt) if profile.ends_with_user(target) else prompt


def _continue_after(request: Request, _: Target, __: CallFailure) -> Request:
    prompt = _continued(request.prompt)
    return request if prompt is request.prompt else changed(request, prompt=prompt)


def _merge(prompt: Prompt, target: Target) -> Prompt:
    if not profile.has_strict_roles(target):
        return prompt
    return merge_neighbours(prompt, FORMAT, strict=template_of(target).takes_turns, blanks=True)


_all_merged = partial(merge_neighbours, format=FORMAT, strict=True, blanks=True)
_ROLE = words(r"\bincorrect role information\b")
_ILLEGAL_TEXT = "The messages parameter is illegal. Please check the documentation."
_TURNS = "After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results."


TURNS = (
    CompatRule(
        name="chat-late-system",
        demand="System messages stand before all others; templates that do not raise leave a later one out without a word.",
        applies_to=known_or_not(profile.takes_system_first),
        reads=frozenset({Kind.LATE_SYSTEM}),
        apply_to_prompt=where(profile.takes_system_first, fold_late_system),
        error_patterns=words(
            r"unexpected role 'system' after role",
            r"system message must be at the beginning",
            r"only user, assistant and tool roles are supported, got system",
            r"chat content has invalid message role: system",
            r"invalid chat setting",
            r"user(, assistant and tool| and assistant) roles should be alternating",
        ),
        after_error=afterwards(fold_late_system),
        losses=frozenset({Loss.ROLE, Loss.ADDED, Loss.MERGED, Loss.CACHE_MARKER, Loss.UNKNOWN_FIELD, Loss.SPEAKER, Loss.DEMOTED}),
        evidence=(
            quoted("Unexpected role 'system' after role 'assistant'", f"{_GITHUB}mistralai/mistral-common"),
            quoted("invalid params, chat content has invalid message role: system (2013)", f"{_GITHUB}MiniMax-AI/MiniMax-M2.7/issues/43"),
            quoted("System message must be at the beginning.", f"{_GITHUB}lmstudio-ai/lmstudio-bug-tracker/issues/2298", 500),
        ),
        triggers=broken_by.LATE_SYSTEM,
    ),
    CompatRule(
        name="chat-first-speaker",
        demand="The first to speak is the user, or the system.",
        applies_to=known_or_not(profile.begins_with_user),
        reads=frozenset({Kind.FIRST_SPEAKER}),
        apply_to_prompt=documented_by(begin_with_user, _begin),
        error_patterns=(
            *words(
                r"conversation must start with a user message or system message",
                r"no user query found in messages",
                r"not the same number of function calls and responses",
                r"unexpected tool call id \S{1,80} in tool results",
                r"conversation roles must alternate user",
            ),
            *ILLEGAL,
        ),
        after_error=afterwards(begin_with_user),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted("Conversation must start with a user message or system message", f"{_GITHUB}mistralai/mistral-common"),
            quoted("No user query found in messages.", f"{_GITHUB}lmstudio-ai/lmstudio-bug-tracker/issues/1586", 500),
            quoted(_ILLEGAL_TEXT, f"{_GITHUB}anomalyco/opencode/issues/2557"),
        ),
        triggers=broken_by.FIRST_SPEAKER[:1],
    ),
    CompatRule(
        name="chat-neighbours",
        demand="Users and assistants take turns.",
        applies_to=known_or_not(profile.has_strict_roles),
        reads=frozenset({Kind.NEIGHBOURS}),
        apply_to_prompt=documented_by(merge_neighbours, _merge),
        error_patterns=(
            *words(
                r"does not support successive user or assistant messages",
                r"should alternate with assistant message",
                r"user and assistant roles should be alternating",
                r"conversation roles must alternate user",
            ),
            *ILLEGAL,
            *_ROLE,
        ),
        after_error=afterwards(_all_merged),
        losses=frozenset({Loss.MERGED, Loss.UNKNOWN_FIELD, Loss.EMPTY_TEXT}),
        evidence=(
            quoted(
                "deepseek-reasoner does not support successive user or assistant messages (messages[1] and messages[2] in your input). You "
                "should interleave the user/assistant messages in the message sequence.",
                f"{_GITHUB}deepseek-ai/DeepSeek-R1/issues/21",
            ),
            quoted(
                "After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s).",
                f"{_GITHUB}iamsrikanthnani/pluely/issues/71",
            ),
            quoted(_TURNS, f"{_GITHUB}ggml-org/llama.cpp/issues/19851", 500),
            quoted(_ILLEGAL_TEXT, f"{_GITHUB}Lingtai-AI/lingtai-kernel/issues/70"),
            quoted("Incorrect role information", f"{_GITHUB}earendil-works/pi/issues/547"),
        ),
        triggers=broken_by.NEIGHBOURS,
    ),
    CompatRule(
        name="chat-user-after-tool",
        since="0.3.0",
        demand="An assistant replies to the tool messages before the user speaks.",
        applies_to=profile.is_cohere,
        reads=frozenset({Kind.WORDS_BESIDE_RESULT}),
        apply_to_prompt=ignoring_target(part_words_from_results),
        error_patterns=words(
            r"cannot specify both message and tool_results",
            r"cannot specify message if the last entry in chat history contains tool results",
        ),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "invalid request: cannot specify both message and tool_results in multistep mode",
                f"{_GITHUB}cohere-ai/cohere-python/issues/525",
            ),
            quoted(
                "invalid request: cannot specify message if the last entry in chat history contains tool results",
                f"{_GITHUB}huggingface/chat-ui/issues/1404",
            ),
        ),
        triggers=broken_by.WORDS_BESIDE_RESULT,
    ),
    CompatRule(
        name="mistral-user-after-tool",
        demand="An assistant replies to the tool messages before the user speaks.",
        applies_to=known_or_not(profile.wants_replies),
        reads=frozenset({Kind.WORDS_BESIDE_RESULT}),
        apply_to_prompt=where(profile.wants_replies, part_words_from_results),
        error_patterns=words(r"unexpected role 'user' after role 'tool'", r"conversation roles must alternate user"),
        after_error=afterwards(part_words_from_results),
        losses=frozenset({Loss.ADDED}),
        evidence=(quoted("Unexpected role 'user' after role 'tool'", f"{_GITHUB}pipecat-ai/pipecat-flows/issues/178"),),
        triggers=broken_by.WORDS_BESIDE_RESULT,
    ),
    CompatRule(
        name="chat-trailing-assistant",
        demand="The last to speak is the user or a tool, unless the message is marked as a prefix.",
        applies_to=known_or_not(profile.ends_with_user),
        reads=frozenset({Kind.CLOSING_ASSISTANT}),
        apply_to_prompt=documented_by(ask_to_continue, _ask_to_continue),
        error_patterns=words(
            r"expected last role (user or tool|to be one of: \[user, tool\])",
            r"last message must have role `?user",
            r"last message of [\w.-]{1,80} must be a user message",
            r"assistant response prefill is incompatible with enable_thinking",
        ),
        after_error=documented_by(ask_to_continue, _continue_after),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
                f"{_GITHUB}0xPlaygrounds/rig/issues/708",
            ),
            quoted("Expected last role to be one of: [user, tool] but got assistant", f"{_GITHUB}BerriAI/litellm/issues/3918"),
            quoted("Last message must have role `user`.", f"{_GITHUB}BerriAI/litellm/issues/3918"),
            quoted(
                "The last message of deepseek-reasoner must be a user message, or an assistant message with prefix mode on",
                "https://api-docs.deepseek.com/guides/chat_prefix_completion",
            ),
            quoted("Assistant response prefill is incompatible with enable_thinking.", f"{_GITHUB}ggml-org/llama.cpp/issues/20861"),
        ),
        triggers=broken_by.TRAILING_ASSISTANT,
    ),
)
