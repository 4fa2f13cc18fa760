"""What OpenAI's Chat Completions API refuses of others' kinds of part, of reasoning, files, fields and empty messages."""

from __future__ import annotations

from functools import partial

from segue.kinds import Kind, Loss
from segue.parts import OpaquePart, ReasoningPart, ToolCallPart, ToolResultPart
from segue.profiles import openai as profile
from segue.prompts import ToolDefinition
from segue.repairs.assistant_files import hand_over_assistant_files
from segue.repairs.empty_messages import drop_empty_messages
from segue.repairs.foreign_markers import drop_foreign_markers
from segue.repairs.foreign_parts import tell_foreign_parts
from segue.repairs.foreign_reasoning import drop_reasoning
from segue.repairs.foreign_server_tools import tell_foreign_server_tools
from segue.repairs.foreign_tools import drop_foreign_tools
from segue.repairs.media_types import spell_media_types
from segue.repairs.null_content import fill_null_content
from segue.repairs.odd_layouts import forget_odd_layouts
from segue.repairs.speaker_names import spell_speaker_names
from segue.repairs.text_files import inline_text_files
from segue.repairs.unknown_fields import drop_unknown_fields
from segue.repairs.unplaced_files import stand_in_for_files
from segue.repairs.voice_replies import keep_transcripts
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import FOREIGN, for_request, ignoring_target, nothing_sent, quoted, words
from segue.targets import Target

_GITHUB = "https://github.com/"


def chat_completions(target: Target) -> bool:
    """Tell whether a target is served by OpenAI's Chat Completions API, at OpenAI or on Azure."""
    return target.endpoint == profile.FORMAT and target.provider in {"openai", "azure"}


def _none_is_own(_: ToolCallPart | ToolResultPart | OpaquePart) -> bool:
    return False


def _own_tool(tool: ToolDefinition) -> bool:
    return tool.hosted.startswith("openai.custom")


def _every(_: ReasoningPart) -> bool:
    return True


PARTS = (
    CompatRule(
        name="openai-foreign-tool",
        demand="Tools on offer are functions and custom tools of the caller's own.",
        applies_to=chat_completions,
        reads=frozenset({Kind.HOSTED}),
        apply_to_request=for_request(partial(drop_foreign_tools, is_own=_own_tool)),
        error_patterns=words(r"invalid value: '[^']{1,80}'\. supported values are: 'function' and 'custom'", r"'tools\[\d+\]\.function'"),
        losses=frozenset({Loss.TOOL_DEFINITION}),
        evidence=(quoted("", "https://platform.openai.com/docs/api-reference/chat/create"),),
    ),
    CompatRule(
        name="openai-foreign-server-tool",
        demand="Messages hold no calls of tools that a provider ran.",
        applies_to=chat_completions,
        reads=frozenset({Kind.HOSTED}),
        apply_to_prompt=ignoring_target(partial(tell_foreign_server_tools, is_own=_none_is_own)),
        losses=frozenset({Loss.DEMOTED, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER, Loss.MEDIA, Loss.ADDED}),
        evidence=(quoted("", "https://platform.openai.com/docs/api-reference/chat/create"),),
        triggers=broken_by.SERVER_TOOL,
    ),
    CompatRule(
        name="openai-foreign-part",
        demand="Content parts are of the kinds that the API lists.",
        applies_to=chat_completions,
        reads=frozenset({Kind.OPAQUE}),
        apply_to_prompt=ignoring_target(partial(tell_foreign_parts, is_own=_none_is_own)),
        error_patterns=words(r"invalid value: '[^']{1,80}'\. supported values are: 'text'"),
        losses=FOREIGN,
        evidence=(
            quoted("Invalid value: 'image'. Supported values are: 'text' and 'image_url'.", f"{_GITHUB}aallam/openai-kotlin/issues/320"),
        ),
        triggers=broken_by.FOREIGN_PART,
    ),
    CompatRule(
        name="openai-voice-reply",
        demand="A voice reply is sent back by its id alone, until it expires; the transcript does not.",
        applies_to=chat_completions,
        reads=frozenset({Kind.VOICE}),
        apply_to_prompt=ignoring_target(keep_transcripts),
        error_patterns=words(r"unknown parameter: 'messages\[\d+\]\.audio\."),
        losses=frozenset({Loss.MEDIA, Loss.OPAQUE_TOKEN}),
        evidence=(quoted("", f"{_GITHUB}nextcloud/integration_openai/pull/227"),),
        triggers=broken_by.VOICE,
    ),
    CompatRule(
        name="openai-reasoning",
        demand="Messages hold no reasoning.",
        applies_to=chat_completions,
        reads=frozenset({Kind.REASONING}),
        apply_to_prompt=ignoring_target(partial(drop_reasoning, drops=_every)),
        error_patterns=words(r"unknown parameter: 'messages\[\d+\]\.(reasoning|thinking)"),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(quoted("Unknown parameter: 'messages[2].reasoning'.", "https://platform.openai.com/docs/api-reference/chat/create"),),
        triggers=broken_by.REASONING,
    ),
    CompatRule(
        name="openai-assistant-file",
        demand="Images and files stand in user messages.",
        applies_to=chat_completions,
        reads=frozenset({Kind.ASSISTANT_FILE}),
        apply_to_prompt=ignoring_target(hand_over_assistant_files),
        error_patterns=words(r"image urls are only allowed for messages with role 'user', but this message with role 'assistant'"),
        losses=frozenset({Loss.ROLE, Loss.SPLIT, Loss.POSITION, Loss.ADDED}),
        evidence=(
            quoted(
                "Invalid 'messages[2]'. Image URLs are only allowed for messages with role 'user', but this message with role 'assistant' "
                "contains an image URL.",
                f"{_GITHUB}openai/openai-node/issues/1030",
            ),
        ),
        triggers=broken_by.ASSISTANT_FILE,
    ),
    CompatRule(
        name="openai-text-file",
        demand="Documents are PDF; plain text is sent as text.",
        applies_to=chat_completions,
        reads=frozenset({Kind.TEXT_FILE}),
        apply_to_prompt=ignoring_target(inline_text_files),
        error_patterns=words(r"unsupported mime type 'text/"),
        losses=frozenset({Loss.DEMOTED, Loss.CACHE_MARKER, Loss.ADDED}),
        evidence=(
            quoted(
                "Invalid file data: 'messages[3].content[2].file.file_data'. Expected a base64-encoded data URL with an application/pdf "
                "MIME type, but got unsupported MIME type 'text/markdown'.",
                f"{_GITHUB}trpc-group/trpc-agent-go/issues/1816",
            ),
        ),
        triggers=broken_by.TEXT_FILE,
    ),
    CompatRule(
        name="openai-media-type",
        demand="Media types are spelled as the API knows them: image/jpeg, image/png, image/gif, image/webp, application/pdf.",
        since="0.2.0",
        applies_to=chat_completions,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=ignoring_target(partial(spell_media_types, holds=profile.FILES.hold)),
        evidence=(quoted("", "https://platform.openai.com/docs/guides/images-vision"),),
        triggers=broken_by.ODD_MEDIA_TYPE,
    ),
    CompatRule(
        name="openai-unplaced-file",
        demand="Files are JPEG, PNG, GIF or WebP images, WAV and MP3 sound, and PDF documents; only images are taken by URL.",
        applies_to=chat_completions,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=ignoring_target(partial(stand_in_for_files, holds=profile.FILES.hold)),
        error_patterns=words(r"unsupported mime type '(?!text/)", r"invalid mime type\. only image types are supported"),
        losses=frozenset({Loss.MEDIA, Loss.CACHE_MARKER, Loss.ADDED}),
        evidence=(
            quoted("Invalid MIME type. Only image types are supported.", f"{_GITHUB}BerriAI/litellm/issues/6120"),
            quoted(
                "Invalid file data: 'file_id'. Expected a file with an application/pdf MIME type, but got unsupported MIME type "
                "'application/json'.",
                f"{_GITHUB}openai/openai-dotnet/issues/450",
            ),
        ),
        triggers=broken_by.UNPLACED_FILE,
    ),
)

FIELDS = (
    CompatRule(
        name="openai-odd-layout",
        demand="An image's URL stands in an object, a call has its type and its arguments as text, a document is a data URL.",
        applies_to=chat_completions,
        reads=frozenset({Kind.ODD_LAYOUT, Kind.FILE}),
        apply_to_prompt=ignoring_target(partial(forget_odd_layouts, is_odd=profile.is_odd_layout)),
        error_patterns=words(
            r"invalid type for 'messages\[\d+\]\.(content\[\d+\]\.image_url|tool_calls\[\d+\]\.function\.arguments)'",
            r"missing required parameter: 'messages\[(\d+|n)\]\.tool_calls\[\d+\]\.type'",
        ),
        evidence=(
            quoted(
                "Invalid type for 'messages[1].content[1].image_url': expected an object, but got a string instead.",
                f"{_GITHUB}microsoft/promptflow/issues/3946",
            ),
            quoted(
                "Invalid type for 'messages[2].tool_calls[0].function.arguments': expected a string, but got an object instead.",
                f"{_GITHUB}aaif-goose/goose-mobile/pull/20",
            ),
        ),
        triggers=broken_by.odd_layouts(profile.FORMAT),
    ),
    CompatRule(
        name="openai-cache-marker",
        demand="Messages and parts carry no cache markers.",
        applies_to=chat_completions,
        reads=frozenset({Kind.CACHE_MARKER}),
        apply_to_prompt=ignoring_target(partial(drop_foreign_markers, format=profile.FORMAT)),
        error_patterns=words(r"unknown parameter: '(messages\[\d+\][^']{0,80}\.)?cache_control'"),
        losses=frozenset({Loss.CACHE_MARKER}),
        evidence=(
            quoted("Unknown parameter: 'cache_control'.", f"{_GITHUB}nadeko-bot/nadekobot/issues/34"),
            quoted(
                "Unknown parameter: 'messages[0].content[0].cache_control'.", "https://platform.openai.com/docs/api-reference/chat/create"
            ),
        ),
        triggers=broken_by.marked(profile.FORMAT),
    ),
    CompatRule(
        name="openai-unknown-field",
        demand="A message and its parts hold the fields that the API lists, and no others.",
        applies_to=chat_completions,
        reads=frozenset({Kind.EXTRAS}),
        apply_to_prompt=ignoring_target(partial(drop_unknown_fields, format=profile.FORMAT, taken=profile.UNCLAIMED_FIELDS)),
        error_patterns=words(
            r"(unknown|missing required) parameter: 'messages\[(?!\d+\]\.(reasoning|thinking|audio))(?![^']{0,120}cache_control)"
        ),
        losses=frozenset({Loss.UNKNOWN_FIELD}),
        evidence=(
            quoted("Unknown parameter: 'messages[2].tool_calls[0].index'.", "https://platform.openai.com/docs/api-reference/chat/create"),
        ),
        triggers=broken_by.unknown_fields(profile.FORMAT),
    ),
    CompatRule(
        name="openai-null-content",
        demand="A tool message has content; an empty string will do.",
        applies_to=chat_completions,
        reads=frozenset({Kind.BLANK_TEXT}),
        apply_to_prompt=ignoring_target(fill_null_content),
        error_patterns=words(r"invalid value for 'content': expected a string, got null"),
        evidence=(quoted("Invalid value for 'content': expected a string, got null.", f"{_GITHUB}run-llama/llama_index/issues/17555"),),
        losses=frozenset({Loss.EMPTY_TEXT}),
        triggers=broken_by.null_result(profile.FORMAT),
    ),
    CompatRule(
        name="openai-empty-message",
        demand="A message has content, or calls.",
        applies_to=chat_completions,
        reads=frozenset({Kind.EMPTY_MESSAGE}),
        apply_to_prompt=ignoring_target(drop_empty_messages),
        error_patterns=words(r"invalid value for 'content': expected a string, got null"),
        losses=frozenset({Loss.EMPTY_MESSAGE}),
        evidence=(quoted("Invalid value for 'content': expected a string, got null", f"{_GITHUB}vercel/ai/pull/13744"),),
        triggers=broken_by.EMPTY_MESSAGE,
    ),
    CompatRule(
        name="openai-speaker-name",
        demand="Names of authors are 1 to 64 letters, digits, _ and -.",
        applies_to=chat_completions,
        reads=frozenset({Kind.SPEAKER}),
        apply_to_prompt=ignoring_target(partial(spell_speaker_names, spelling=profile.SPEAKER)),
        error_patterns=words(r"'messages\[\d+\]\.name': (string does not match pattern|empty string|string too long)"),
        losses=frozenset({Loss.SPEAKER}),
        evidence=(
            quoted(
                "Invalid 'messages[5].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'",
                f"{_GITHUB}FlowiseAI/Flowise/issues/2948",
            ),
        ),
        triggers=broken_by.SPEAKER[:2],
    ),
    CompatRule(
        name="openai-no-messages",
        demand="There is at least one message.",
        applies_to=chat_completions,
        find=nothing_sent,
        error_patterns=words(r"invalid 'messages': empty array"),
        evidence=(
            quoted(
                "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
                f"{_GITHUB}CopilotKit/CopilotKit/issues/529",
            ),
        ),
        advice="Nothing can be repaired where nothing was said: add the user's message.",
    ),
)
