"""What Anthropic refuses of fields, of empty texts and messages, and of who speaks first, in turn and last."""

from __future__ import annotations

from functools import partial

from segue.kinds import Kind, Loss
from segue.profiles import anthropic as profile
from segue.repairs.blank_text import drop_blank_text
from segue.repairs.cache_markers import limit_cache_markers
from segue.repairs.closing_reasoning import strip_closing_reasoning
from segue.repairs.closing_whitespace import strip_closing_whitespace
from segue.repairs.empty_messages import drop_empty_messages
from segue.repairs.first_speaker import begin_with_user
from segue.repairs.listed_system import lift_leading_system
from segue.repairs.misplaced_reasoning import drop_misplaced_reasoning
from segue.repairs.neighbours import merge_neighbours
from segue.repairs.trailing_assistant import ask_to_continue
from segue.repairs.unknown_fields import drop_unknown_fields
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import for_request, ignoring_target, nothing_said, quoted, words
from segue.rules.anthropic_content import messages_api
from segue.rules.claude_thinking import by_answer, by_request
from segue.targets import Target

_GITHUB = "https://github.com/"


def _takes_prefill(target: Target) -> bool:
    return messages_api(target) and profile.takes_prefill(target)


def _ends_with_user(target: Target) -> bool:
    return messages_api(target) and not profile.takes_prefill(target)


TURNS = (
    CompatRule(
        name="anthropic-unknown-field",
        demand="A message and its blocks hold the fields that the API lists, and no others.",
        applies_to=messages_api,
        reads=frozenset({Kind.EXTRAS}),
        apply_to_prompt=ignoring_target(partial(drop_unknown_fields, format=profile.FORMAT, taken=profile.taken_fields)),
        error_patterns=words(r"messages\.\d+\.[\w.]{1,80}: extra inputs are not permitted"),
        losses=frozenset({Loss.UNKNOWN_FIELD}),
        evidence=(
            quoted("messages.1.reasoning_details: Extra inputs are not permitted", f"{_GITHUB}RooCodeInc/Roo-Code/issues/11429"),
            quoted("messages.1.content.1.tool_use.index: Extra inputs are not permitted", f"{_GITHUB}langchain-ai/langchain/issues/31208"),
        ),
        triggers=broken_by.unknown_fields(profile.FORMAT),
    ),
    CompatRule(
        name="anthropic-blank-text",
        demand="Text holds more than white space.",
        applies_to=messages_api,
        reads=frozenset({Kind.BLANK_TEXT}),
        apply_to_prompt=ignoring_target(drop_blank_text),
        error_patterns=words(
            r"text content blocks must (be non-empty|contain non-whitespace text)", r"cache_control cannot be set for empty text blocks"
        ),
        losses=frozenset({Loss.EMPTY_TEXT, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(
            quoted("messages: text content blocks must be non-empty", f"{_GITHUB}anthropics/anthropic-sdk-python/issues/461"),
            quoted("messages: text content blocks must contain non-whitespace text", f"{_GITHUB}maximhq/bifrost/issues/1189"),
        ),
        triggers=broken_by.BLANK_TEXT,
    ),
    CompatRule(
        name="anthropic-empty-message",
        demand="Every message has content.",
        applies_to=messages_api,
        reads=frozenset({Kind.EMPTY_MESSAGE}),
        apply_to_prompt=ignoring_target(drop_empty_messages),
        error_patterns=words(r"all messages must have non-empty content"),
        losses=frozenset({Loss.EMPTY_MESSAGE}),
        evidence=(
            quoted(
                "messages.0: all messages must have non-empty content except for the optional final assistant message",
                f"{_GITHUB}anthropics/claude-code/issues/3196",
            ),
        ),
        triggers=broken_by.EMPTY_MESSAGE,
    ),
    CompatRule(
        name="anthropic-listed-system",
        demand="The first instructions stand in the field `system`, not in the list of messages.",
        applies_to=messages_api,
        reads=frozenset({Kind.LISTED_SYSTEM}),
        apply_to_prompt=ignoring_target(lift_leading_system),
        error_patterns=words(r"unexpected role \"system\"", r"use the top-level 'system' parameter"),
        evidence=(
            quoted(
                'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input '
                "message role.",
                f"{_GITHUB}Maol-1997/cursor-claude-connector/issues/3",
            ),
        ),
        triggers=broken_by.listed(profile.FORMAT),
    ),
    CompatRule(
        name="anthropic-first-speaker",
        demand="The first message is the user's.",
        applies_to=messages_api,
        reads=frozenset({Kind.FIRST_SPEAKER}),
        apply_to_prompt=ignoring_target(begin_with_user),
        error_patterns=words(r"first message must use the \"user\" role", r"conversation must start with a user message"),
        losses=frozenset({Loss.ADDED}),
        evidence=(quoted('messages: first message must use the "user" role', f"{_GITHUB}langgenius/dify/issues/12340"),),
        triggers=broken_by.FIRST_SPEAKER,
    ),
    CompatRule(
        name="anthropic-thinking-not-first",
        demand="A message with thinking begins with it.",
        applies_to=messages_api,
        reads=frozenset({Kind.MISPLACED_REASONING}),
        apply_to_prompt=ignoring_target(drop_misplaced_reasoning),
        error_patterns=words(r"contains any thinking blocks, the first block must be"),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(
            quoted(
                "messages.5.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or "
                "`redacted_thinking`. Found `text`.",
                f"{_GITHUB}anthropics/claude-code/issues/20691",
            ),
        ),
        triggers=broken_by.MISPLACED_REASONING,
    ),
    CompatRule(
        name="anthropic-closing-thinking",
        demand="Words that the model is to go on with hold no thinking.",
        applies_to=_takes_prefill,
        reads=frozenset({Kind.CLOSING_ASSISTANT}),
        apply_to_prompt=ignoring_target(strip_closing_reasoning),
        error_patterns=words(r"final block in an assistant message cannot be `?thinking`?"),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.EMPTY_MESSAGE, Loss.CACHE_MARKER}),
        evidence=(
            quoted(
                "messages.3: The final block in an assistant message cannot be `thinking`.",
                f"{_GITHUB}router-for-me/CLIProxyAPI/issues/5321",
            ),
        ),
        triggers=broken_by.CLOSING_REASONING,
    ),
    *by_request("anthropic", messages_api),
    CompatRule(
        name="anthropic-neighbours",
        demand="User and assistant take turns. Anthropic's own API merges neighbours; the same model elsewhere refuses them.",
        applies_to=messages_api,
        reads=frozenset({Kind.NEIGHBOURS}),
        apply_to_prompt=ignoring_target(partial(merge_neighbours, format=profile.FORMAT)),
        error_patterns=words(r"roles must alternate between", r"conversation must alternate between user and assistant roles"),
        losses=frozenset({Loss.MERGED, Loss.UNKNOWN_FIELD}),
        evidence=(
            quoted(
                'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
                f"{_GITHUB}anthropics/anthropic-sdk-typescript/issues/565",
            ),
        ),
        triggers=broken_by.NEIGHBOURS,
    ),
    CompatRule(
        name="anthropic-trailing-assistant",
        demand="From version 4.6 on the last message is the user's.",
        applies_to=_ends_with_user,
        reads=frozenset({Kind.CLOSING_ASSISTANT}),
        apply_to_prompt=ignoring_target(ask_to_continue),
        error_patterns=words(r"does not support assistant message prefill"),
        losses=frozenset({Loss.ADDED}),
        evidence=(
            quoted(
                "This model does not support assistant message prefill. The conversation must end with a user message.",
                f"{_GITHUB}agno-agi/agno/issues/7015",
            ),
        ),
        triggers=broken_by.TRAILING_ASSISTANT,
    ),
    CompatRule(
        name="anthropic-closing-whitespace",
        demand="Words that the model is to go on with do not end in white space.",
        applies_to=_takes_prefill,
        reads=frozenset({Kind.CLOSING_ASSISTANT}),
        apply_to_prompt=ignoring_target(strip_closing_whitespace),
        error_patterns=words(r"final assistant content cannot end with trailing whitespace"),
        losses=frozenset({Loss.END_WHITESPACE}),
        evidence=(
            quoted("messages: final assistant content cannot end with trailing whitespace", f"{_GITHUB}tailcallhq/forgecode/issues/1872"),
        ),
        triggers=broken_by.CLOSING_WHITESPACE,
    ),
    CompatRule(
        name="anthropic-cache-markers",
        demand="Four blocks at most carry a cache marker, those of tools and system text among them.",
        applies_to=messages_api,
        reads=frozenset({Kind.CACHE_MARKER}),
        apply_to_request=for_request(partial(limit_cache_markers, most=profile.CACHE_MARKERS)),
        error_patterns=words(r"maximum of 4 blocks with cache_control"),
        losses=frozenset({Loss.CACHE_MARKER}),
        evidence=(quoted("A maximum of 4 blocks with cache_control may be provided. Found 5.", f"{_GITHUB}twentyhq/twenty/issues/26217"),),
        triggers=broken_by.MARKERS,
    ),
    CompatRule(
        name="anthropic-no-messages",
        demand="There is at least one message.",
        applies_to=messages_api,
        find=nothing_said,
        error_patterns=words(r"messages: at least one message is required"),
        evidence=(quoted("messages: at least one message is required", f"{_GITHUB}langchain-ai/langchain/issues/31657"),),
        advice="Nothing can be repaired where nothing was said: add the user's message.",
    ),
    *by_answer("anthropic", messages_api),
)
