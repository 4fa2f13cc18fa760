"""What dialects of Chat Completions refuse of layouts, fields, empty texts and empty messages."""

from __future__ import annotations

from typing import Any

from segue.json_values import JsonObject
from segue.kinds import Kind, Loss, Place
from segue.parts import TextPart, option
from segue.profiles import chat as profile
from segue.profiles import openai
from segue.profiles.dialects import FORMAT, dialect_of
from segue.prompts import Prompt, Request
from segue.repairs.blank_text import drop_blank_text
from segue.repairs.early_prefix import clear_early_prefix
from segue.repairs.empty_messages import drop_empty_messages
from segue.repairs.empty_results import fill_empty_results
from segue.repairs.foreign_markers import drop_foreign_markers
from segue.repairs.null_content import fill_null_content
from segue.repairs.speaker_names import spell_speaker_names
from segue.repairs.unknown_fields import drop_unknown_fields
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import ILLEGAL, documented_by, ignoring_target, nothing_said, nothing_sent, quoted, words
from segue.targets import Target

_GITHUB = "https://github.com/"

_EMPTY = words(
    r"assistant message must have either content or tool_calls", r"content or tool_calls must be set",
    r"each message must have at least one content element", r"every message needs at least one non-empty content element",
    r"with role 'assistant' must not be empty", r"all elements in history must have a message",
    r"message must be at least 1 token long or tool results must be specified", r"the content field is a required field",
)  # fmt: skip


def _unmarked(prompt: Prompt, _: Target) -> Prompt:
    return drop_foreign_markers(prompt, FORMAT)


def _drop_unknown(prompt: Prompt, target: Target) -> Prompt:
    dialect = dialect_of(target)

    def known(holder: Any) -> JsonObject:
        return profile.known_fields(holder, dialect)

    return drop_unknown_fields(prompt, FORMAT, known)


def _fill_null(prompt: Prompt, target: Target) -> Prompt:
    return fill_null_content(prompt, thoughts=not profile.refuses_empty_strings(target))


def _clear_prefix(prompt: Prompt, _: Target) -> Prompt:
    return clear_early_prefix(prompt, FORMAT, profile.PREFIXES)


def _nothing_sent(request: Request, target: Target) -> tuple[Place, ...]:
    return nothing_said(request, target) if profile.begins_with_user(target) else nothing_sent(request, target)


def _speaks(part: TextPart) -> bool:
    return option(part, "openai", "audio") is not None


def _drop_blank(prompt: Prompt, target: Target) -> Prompt:
    return drop_blank_text(prompt, spares=_speaks, beside=not profile.refuses_empty_strings(target))


def _spell_speakers(prompt: Prompt, target: Target) -> Prompt:
    return spell_speaker_names(prompt, openai.SPEAKER if dialect_of(target).has("user", "name") else None)


FIELDS = (
    CompatRule(
        name="chat-cache-marker",
        demand="Messages and parts carry no cache markers.",
        applies_to=profile.has_no_marks,
        reads=frozenset({Kind.CACHE_MARKER}),
        apply_to_prompt=documented_by(drop_foreign_markers, _unmarked),
        losses=frozenset({Loss.CACHE_MARKER}),
        evidence=(quoted("", f"{_GITHUB}mistralai/client-python"),),
        triggers=broken_by.marked(FORMAT),
    ),
    CompatRule(
        name="chat-early-prefix",
        since="0.3.0",
        demand="The last message alone is marked as one that the model is to go on with.",
        applies_to=profile.takes_prefix,
        reads=frozenset({Kind.EXTRAS}),
        apply_to_prompt=documented_by(clear_early_prefix, _clear_prefix),
        error_patterns=words(r"assistant message with prefix true must be last message"),
        losses=frozenset({Loss.UNKNOWN_FIELD}),
        evidence=(quoted("Assistant message with prefix True must be last message", f"{_GITHUB}mistralai/mistral-common"),),
        triggers=broken_by.EARLY_PREFIX,
    ),
    CompatRule(
        name="chat-unknown-field",
        demand="A message and its parts hold the fields that the provider lists, and no others.",
        applies_to=profile.chat,
        reads=frozenset({Kind.EXTRAS}),
        apply_to_prompt=documented_by(drop_unknown_fields, _drop_unknown),
        error_patterns=words(
            r"(?<!: )extra inputs are not permitted(?!, field: '[^']{0,80}\.(reasoning|thinking))",
            r"\"type\":\"extra_forbidden\"",
        ),
        losses=frozenset({Loss.UNKNOWN_FIELD}),
        evidence=(quoted("Extra inputs are not permitted", f"{_GITHUB}BerriAI/litellm/issues/30835", 422),),
        triggers=broken_by.unknown_fields(FORMAT),
    ),
    CompatRule(
        name="chat-null-content",
        demand="A tool message has content, and so has a thought without calls; an empty string will do.",
        applies_to=profile.chat,
        reads=frozenset({Kind.BLANK_TEXT, Kind.CLOSING_REASONING}),
        apply_to_prompt=documented_by(fill_null_content, _fill_null),
        error_patterns=words(
            r"for 'role:tool' the following must be satisfied\[\('messages\.\d+\.content'",
            r"for 'role:tool' the following must be satisfied\[\('messages\.\d+' : property 'content'",
            r"the content field is a required field",
            r"content or tool_calls must be set",
            r"can only concatenate str \(not \W{1,8}(nonetype|list)\W{1,8} to str",
            r"cannot unmarshal array into go struct field",
        ),
        losses=frozenset({Loss.EMPTY_TEXT}),
        evidence=(
            quoted("The content field is a required field.", f"{_GITHUB}QwenLM/qwen-code/issues/5265"),
            quoted('can only concatenate str (not "NoneType") to str', f"{_GITHUB}ggml-org/llama.cpp", 500),
            quoted(
                "json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string",
                f"{_GITHUB}BerriAI/litellm/issues/11273",
            ),
        ),
        triggers=broken_by.null_result(FORMAT),
    ),
    CompatRule(
        name="chat-blank-text",
        demand="What is said is not empty.",
        applies_to=profile.chat,
        reads=frozenset({Kind.BLANK_TEXT}),
        apply_to_prompt=documented_by(drop_blank_text, _drop_blank),
        error_patterns=(*words(r"\btext content is empty\b"), *_EMPTY),
        losses=frozenset({Loss.EMPTY_TEXT, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(
            quoted("text content is empty", f"{_GITHUB}MoonshotAI/kimi-cli/issues/2621"),
            quoted(
                "Invalid request: the message at position 8 with role 'assistant' must not be empty",
                f"{_GITHUB}MoonshotAI/kimi-code/issues/1985",
            ),
        ),
        triggers=broken_by.BLANK_TEXT,
    ),
    CompatRule(
        name="chat-empty-result",
        since="0.3.0",
        demand="A tool message says something.",
        applies_to=profile.wants_results_said,
        reads=frozenset({Kind.BLANK_TEXT}),
        apply_to_prompt=ignoring_target(fill_empty_results),
        error_patterns=words(r"for 'role:tool' the following must be satisfied\[\('messages\.\d+\.content'"),
        losses=frozenset({Loss.ADDED, Loss.EMPTY_TEXT}),
        evidence=(
            quoted(
                "'messages.3' : for 'role:tool' the following must be satisfied[('messages.3.content' : one of the following must be "
                "satisfied[('messages.3.content' : value must be a string) OR ('messages.3.content' : minimum number of items is 1)])]",
                f"{_GITHUB}groq/groq-python",
            ),
        ),
        triggers=broken_by.EMPTY_RESULT,
    ),
    CompatRule(
        name="chat-empty-message",
        demand="A message has content, or calls.",
        applies_to=profile.chat,
        reads=frozenset({Kind.EMPTY_MESSAGE}),
        apply_to_prompt=ignoring_target(drop_empty_messages),
        error_patterns=_EMPTY,
        losses=frozenset({Loss.EMPTY_MESSAGE}),
        evidence=(
            quoted("Assistant message must have either content or tool_calls, but not none.", f"{_GITHUB}OpenHands/OpenHands/issues/8685"),
            quoted(
                "Invalid assistant message: content or tool_calls must be set", "https://api-docs.deepseek.com/api/create-chat-completion"
            ),
            quoted(
                "Invalid request content: Each message must have at least one content element.", f"{_GITHUB}AstrBotDevs/AstrBot/issues/6447"
            ),
            quoted("invalid request: all elements in history must have a message.", f"{_GITHUB}microsoft/autogen/issues/3270"),
        ),
        triggers=broken_by.EMPTY_MESSAGE,
    ),
    CompatRule(
        name="chat-speaker-name",
        demand="Names of authors are 1 to 64 letters, digits, _ and -, where there are any.",
        applies_to=profile.chat,
        reads=frozenset({Kind.SPEAKER}),
        apply_to_prompt=documented_by(spell_speaker_names, _spell_speakers),
        error_patterns=words(r"\"(user|assistant|system)\",\"name\"\],\"msg\":\"extra inputs are not permitted\""),
        losses=frozenset({Loss.SPEAKER}),
        evidence=(quoted("", f"{_GITHUB}nomtek/mistralai_client_dart/issues/44", 422),),
        triggers=broken_by.SPEAKER[:2],
    ),
    CompatRule(
        name="chat-no-messages",
        demand="There is at least one message.",
        applies_to=profile.chat,
        find=_nothing_sent,
        error_patterns=(
            *words(r"conversation must have at least one message", r"no user query found in messages"),
            *ILLEGAL,
        ),
        evidence=(
            quoted("Conversation must have at least one message", f"{_GITHUB}mistralai/mistral-common"),
            quoted("No user query found in messages.", f"{_GITHUB}lmstudio-ai/lmstudio-bug-tracker/issues/1655", 500),
        ),
        advice="Nothing can be repaired where nothing was said: add the user's message.",
    ),
)
