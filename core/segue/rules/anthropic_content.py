"""What Anthropic refuses of system text, of others' kinds of part, of thoughts and of files."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.kinds import Kind, Loss
from segue.parts import OpaquePart, ReasoningPart
from segue.profiles import anthropic as profile
from segue.profiles import anthropic_server as server
from segue.prompts import Prompt, Request, ToolDefinition
from segue.repairs.assistant_files import hand_over_assistant_files
from segue.repairs.developer_role import developer_as_system
from segue.repairs.foreign_parts import tell_foreign_parts
from segue.repairs.foreign_reasoning import drop_reasoning
from segue.repairs.foreign_server_tools import tell_foreign_server_tools
from segue.repairs.foreign_tools import drop_foreign_tools
from segue.repairs.late_system import fold_late_system
from segue.repairs.media_types import spell_media_types
from segue.repairs.provided_names import spell_provided_names
from segue.repairs.speaker_names import spell_speaker_names
from segue.repairs.text_files import inline_text_files
from segue.repairs.unplaced_files import stand_in_for_files
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import FOREIGN, documented_by, for_request, ignoring_target, quoted, words
from segue.targets import Target

_GITHUB = "https://github.com/"
_MEDIA_TYPE = words(r"image\.source\.base64\.media_type: input should be 'image/jpeg'")
_MEDIA_TYPE_TEXT = quoted(
    "messages.36.content.2.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    f"{_GITHUB}anthropics/claude-code/issues/8184",
)


def messages_api(target: Target) -> bool:
    """Tell whether a target is served by the Messages API."""
    return target.endpoint == profile.FORMAT


def _fold_late_system(prompt: Prompt, target: Target) -> Prompt:
    return fold_late_system(prompt, behind_user=profile.takes_late_system(target))


def _own_part(part: OpaquePart) -> bool:
    return part.format == profile.FORMAT and part.kind in profile.OPAQUE_KINDS


def _own_tool(tool: ToolDefinition) -> bool:
    return tool.hosted.startswith("anthropic.")


def _tell_server_tools(request: Request, target: Target) -> Request:
    """Tell of those that are not Anthropic's; it connects to MCP servers itself alone, neither Vertex nor Bedrock does."""
    connected = target.provider == profile.FORMAT and server.connects(request)
    prompt = tell_foreign_server_tools(request.prompt, partial(server.is_own_server_tool, connected=connected))
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


def _is_unsigned(part: ReasoningPart) -> bool:
    return profile.is_own_thought(part) and not profile.is_signed(part)


def _is_foreign(part: ReasoningPart) -> bool:
    return not profile.is_own_thought(part)


LATE_SYSTEM = (
    CompatRule(
        name="anthropic-late-system",
        demand="System text comes before all messages; from Opus 4.8 and the fifth generation on, also behind a user's message.",
        applies_to=messages_api,
        reads=frozenset({Kind.LATE_SYSTEM}),
        apply_to_prompt=documented_by(fold_late_system, _fold_late_system),
        error_patterns=words(r"role 'system' is not supported on this model", r"chat content has invalid message role: system"),
        losses=frozenset(
            {Loss.ROLE, Loss.DEMOTED, Loss.MERGED, Loss.SPEAKER, Loss.EMPTY_TEXT, Loss.CACHE_MARKER, Loss.UNKNOWN_FIELD, Loss.ADDED}
        ),
        evidence=(quoted("messages: role 'system' is not supported on this model", f"{_GITHUB}simonw/llm-anthropic/issues/73"),),
        triggers=broken_by.LATE_SYSTEM,
    ),
)

CONTENT = (
    CompatRule(
        name="anthropic-developer-role",
        demand="The operator's role is `system`; `developer` is not known.",
        applies_to=messages_api,
        reads=frozenset({Kind.DEVELOPER}),
        apply_to_prompt=ignoring_target(developer_as_system),
        error_patterns=words(r"unexpected role \"developer\""),
        losses=frozenset({Loss.ROLE}),
        evidence=(quoted("400 Bad Request", f"{_GITHUB}icebear0828/codex-proxy/pull/608"),),
        triggers=broken_by.DEVELOPER,
    ),
    CompatRule(
        name="anthropic-speaker-name",
        demand="A message has a role and content; there is no field for the author's name.",
        applies_to=messages_api,
        reads=frozenset({Kind.SPEAKER}),
        apply_to_prompt=ignoring_target(partial(spell_speaker_names, spelling=None)),
        error_patterns=words(r"messages\.\d+\.name: extra inputs are not permitted"),
        losses=frozenset({Loss.SPEAKER}),
        evidence=(quoted("messages.0.name: Extra inputs are not permitted", f"{_GITHUB}theopenco/llmgateway/pull/2068"),),
        triggers=broken_by.SPEAKER,
    ),
    CompatRule(
        name="anthropic-foreign-tool",
        demand="Tools on offer are the caller's own, or Anthropic's server tools.",
        applies_to=messages_api,
        reads=frozenset({Kind.HOSTED}),
        apply_to_request=for_request(partial(drop_foreign_tools, is_own=_own_tool)),
        error_patterns=words(r"tools\.\d+: input tag '[^']{1,80}' found using 'type' does not match"),
        losses=frozenset({Loss.TOOL_DEFINITION}),
        evidence=(
            quoted(
                "tools.1: Input tag 'text_editor_20241022' found using 'type' does not match any of the expected tags: 'bash_20250124', "
                "'computer_20250124', 'custom', 'text_editor_20250124'",
                f"{_GITHUB}vercel/ai/pull/5024",
            ),
        ),
    ),
    CompatRule(
        name="anthropic-provided-name",
        demand="A tool that Anthropic defines bears its name there, such as `web_search`.",
        since="0.3.0",
        applies_to=messages_api,
        reads=frozenset({Kind.HOSTED}),
        apply_to_request=for_request(partial(spell_provided_names, demanded=server.demanded_name)),
        error_patterns=words(r"tools\.\d+\.[a-z_]{1,80}_\d{8}\.name: input should be"),
        losses=frozenset({Loss.TOOL_NAME}),
        evidence=(quoted("", "https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool"),),
    ),
    CompatRule(
        name="anthropic-foreign-server-tool",
        demand="Blocks of server tools are those that Anthropic itself made; of MCP servers, where the request connects to some.",
        applies_to=messages_api,
        reads=frozenset({Kind.HOSTED}),
        apply_to_request=documented_by(tell_foreign_server_tools, _tell_server_tools),
        error_patterns=words(r"server_tool_use\.id: string should match pattern"),
        losses=frozenset({Loss.DEMOTED, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER, Loss.MEDIA, Loss.ADDED}),
        evidence=(
            quoted(
                "messages.1.content.2.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
                f"{_GITHUB}ding113/claude-code-hub/issues/470",
            ),
        ),
        triggers=broken_by.SERVER_TOOL,
    ),
    CompatRule(
        name="anthropic-foreign-part",
        demand="Content blocks are of the kinds that the Messages API lists.",
        applies_to=messages_api,
        reads=frozenset({Kind.OPAQUE}),
        apply_to_prompt=ignoring_target(partial(tell_foreign_parts, is_own=_own_part)),
        error_patterns=words(r"messages\.(\d+|n)\.content\.\d+: input tag '[^']{1,80}' found using 'type' does not match"),
        losses=FOREIGN,
        evidence=(
            quoted(
                "messages.253.content.0: Input tag 'fallback' found using 'type' does not match any of the expected tags",
                f"{_GITHUB}code-yeongyu/senpi/pull/1212",
            ),
        ),
        triggers=broken_by.FOREIGN_PART,
    ),
    CompatRule(
        name="anthropic-foreign-thinking",
        demand="Thinking is Claude's own.",
        applies_to=messages_api,
        reads=frozenset({Kind.UNSIGNED_REASONING}),
        apply_to_prompt=ignoring_target(partial(drop_reasoning, drops=_is_foreign)),
        error_patterns=words(
            r"invalid `?signature`? in `?thinking`? block`?(?!\. the block is bound)", r"invalid `?data`? in `?redacted_thinking`? block"
        ),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(quoted("messages.1.content.0: Invalid `signature` in `thinking` block", f"{_GITHUB}vybestack/llxprt-code/issues/2335"),),
        triggers=broken_by.REASONING,
    ),
    CompatRule(
        name="anthropic-unsigned-thinking",
        demand="A thinking block carries the signature that it came with. Its text may be empty.",
        applies_to=messages_api,
        reads=frozenset({Kind.UNSIGNED_REASONING}),
        apply_to_prompt=ignoring_target(partial(drop_reasoning, drops=_is_unsigned)),
        error_patterns=words(r"thinking\.signature: field required", r"each thinking block must contain thinking"),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(quoted("messages.5.content.0.thinking.signature: Field required", f"{_GITHUB}anomalyco/opencode/issues/25005"),),
        triggers=broken_by.UNSIGNED,
    ),
    CompatRule(
        name="anthropic-assistant-file",
        demand="Images and documents stand in user messages.",
        applies_to=messages_api,
        reads=frozenset({Kind.ASSISTANT_FILE}),
        apply_to_prompt=ignoring_target(hand_over_assistant_files),
        error_patterns=words(r"'image' blocks are not permitted within assistant turns"),
        losses=frozenset({Loss.ROLE, Loss.SPLIT, Loss.POSITION, Loss.ADDED}),
        evidence=(quoted("'image' blocks are not permitted within assistant turns", f"{_GITHUB}SEMOSS/Semoss/issues/2323"),),
        triggers=broken_by.ASSISTANT_FILE,
    ),
    CompatRule(
        name="anthropic-text-file",
        demand="A text document is given as its text, not as base64.",
        applies_to=messages_api,
        reads=frozenset({Kind.TEXT_FILE}),
        apply_to_prompt=ignoring_target(partial(inline_text_files, holds=profile.FILES.hold)),
        losses=frozenset({Loss.DEMOTED, Loss.CACHE_MARKER, Loss.ADDED}),
        evidence=(quoted("", "https://platform.claude.com/docs/en/build-with-claude/files"),),
        triggers=broken_by.TEXT_FILE,
    ),
    CompatRule(
        name="anthropic-media-type",
        demand="Media types are spelled as the API knows them: image/jpeg, image/png, image/gif, image/webp, application/pdf.",
        since="0.2.0",
        applies_to=messages_api,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=ignoring_target(partial(spell_media_types, holds=profile.FILES.hold)),
        error_patterns=_MEDIA_TYPE,
        evidence=(_MEDIA_TYPE_TEXT,),
        triggers=broken_by.ODD_MEDIA_TYPE,
    ),
    CompatRule(
        name="anthropic-unplaced-file",
        demand="Files are JPEG, PNG, GIF or WebP images and PDF documents, as base64 or by URL.",
        applies_to=messages_api,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=ignoring_target(partial(stand_in_for_files, holds=profile.FILES.hold)),
        error_patterns=_MEDIA_TYPE,
        losses=frozenset({Loss.MEDIA, Loss.CACHE_MARKER, Loss.ADDED}),
        evidence=(_MEDIA_TYPE_TEXT,),
        triggers=broken_by.UNPLACED_FILE,
    ),
)
