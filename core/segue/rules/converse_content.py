"""What the Converse API refuses of system text, of others' kinds of part, of thoughts and of files."""

from __future__ import annotations

from functools import partial

from segue.kinds import Kind, Loss
from segue.parts import OpaquePart, ReasoningPart, ToolCallPart, ToolResultPart
from segue.profiles import converse as profile
from segue.prompts import Prompt, ToolDefinition
from segue.repairs.assistant_files import hand_over_assistant_files
from segue.repairs.developer_role import developer_as_system
from segue.repairs.document_names import forget_odd_document_names
from segue.repairs.foreign_parts import tell_foreign_parts
from segue.repairs.foreign_reasoning import drop_reasoning
from segue.repairs.foreign_server_tools import tell_foreign_server_tools
from segue.repairs.foreign_tools import drop_foreign_tools
from segue.repairs.late_system import fold_late_system
from segue.repairs.media_types import spell_media_types
from segue.repairs.speaker_names import spell_speaker_names
from segue.repairs.text_files import inline_text_files
from segue.repairs.unplaced_files import stand_in_for_files
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import FOREIGN, documented_by, for_request, ignoring_target, quoted, words
from segue.targets import Target

_GITHUB = "https://github.com/"
_REFERENCE = "https://docs.aws.amazon.com/bedrock/latest/APIReference/"
_MESSAGE = f"{_REFERENCE}API_runtime_Message.html"
_BLOCK = f"{_REFERENCE}API_runtime_ContentBlock.html"


def converse(target: Target) -> bool:
    """Tell whether a target is served by the Converse API."""
    return target.endpoint == profile.FORMAT


def claude(target: Target) -> bool:
    """Tell whether a target is Claude behind the Converse API."""
    return converse(target) and target.claude


def not_claude(target: Target) -> bool:
    """Tell whether a target is another model behind the Converse API."""
    return converse(target) and not target.claude


def reads_files(target: Target) -> bool:
    """Tell whether a target behind the Converse API reads any files."""
    return converse(target) and profile.reads_files(target)


def _own_tool(tool: ToolDefinition) -> bool:
    return tool.hosted.startswith(f"{profile.MAKER}.")


def _own_part(part: OpaquePart) -> bool:
    return profile.is_own_part(part)


def _tell_server_tools(prompt: Prompt, target: Target) -> Prompt:
    """Tell of what others ran; what Amazon ran is read by its own models."""

    def is_own(part: ToolCallPart | ToolResultPart) -> bool:
        return profile.is_nova(target) and profile.is_own_server_tool(part)

    return tell_foreign_server_tools(prompt, is_own)


def _every(_: ReasoningPart) -> bool:
    return True


def _is_foreign(part: ReasoningPart) -> bool:
    return not profile.is_own_thought(part)


def _inline(prompt: Prompt, target: Target) -> Prompt:
    return inline_text_files(prompt, _holding(target))


def _spell_types(prompt: Prompt, target: Target) -> Prompt:
    return spell_media_types(prompt, _holding(target))


def _stand_in(prompt: Prompt, target: Target) -> Prompt:
    return stand_in_for_files(prompt, _holding(target))


def _holding(target: Target) -> partial[bool]:
    return partial(profile.holds, target=target)


def _is_name(name: str) -> bool:
    return profile.DOCUMENT_NAME.fullmatch(name) is not None


CONTENT = (
    CompatRule(
        name="converse-developer-role",
        demand="The operator's role is `system`; `developer` is not known.",
        applies_to=converse,
        reads=frozenset({Kind.DEVELOPER}),
        apply_to_prompt=ignoring_target(developer_as_system),
        losses=frozenset({Loss.ROLE}),
        evidence=(quoted("", _MESSAGE),),
        triggers=broken_by.DEVELOPER,
    ),
    CompatRule(
        name="converse-late-system",
        demand="System text stands in the field `system`, before all messages.",
        applies_to=converse,
        reads=frozenset({Kind.LATE_SYSTEM}),
        apply_to_prompt=ignoring_target(fold_late_system),
        losses=frozenset(
            {Loss.ROLE, Loss.DEMOTED, Loss.MERGED, Loss.SPEAKER, Loss.EMPTY_TEXT, Loss.CACHE_MARKER, Loss.UNKNOWN_FIELD, Loss.ADDED}
        ),
        evidence=(quoted("", _MESSAGE),),
        triggers=broken_by.LATE_SYSTEM,
    ),
    CompatRule(
        name="converse-speaker-name",
        demand="A message has a role and content; there is no field for the author's name.",
        applies_to=converse,
        reads=frozenset({Kind.SPEAKER}),
        apply_to_prompt=ignoring_target(partial(spell_speaker_names, spelling=None)),
        losses=frozenset({Loss.SPEAKER}),
        evidence=(quoted("", _MESSAGE),),
        triggers=broken_by.SPEAKER,
    ),
    CompatRule(
        name="converse-foreign-tool",
        demand="Tools on offer are the caller's own, or those that Amazon runs.",
        applies_to=converse,
        reads=frozenset({Kind.HOSTED}),
        apply_to_request=for_request(partial(drop_foreign_tools, is_own=_own_tool)),
        losses=frozenset({Loss.TOOL_DEFINITION}),
        evidence=(quoted("", f"{_REFERENCE}API_runtime_Tool.html"),),
    ),
    CompatRule(
        name="converse-foreign-server-tool",
        demand="Blocks of tools that a provider ran are those of Amazon's, and go to its own models.",
        applies_to=converse,
        reads=frozenset({Kind.HOSTED}),
        apply_to_prompt=documented_by(tell_foreign_server_tools, _tell_server_tools),
        losses=frozenset({Loss.DEMOTED, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER, Loss.MEDIA, Loss.ADDED}),
        evidence=(quoted("", f"{_REFERENCE}API_runtime_ToolUseBlock.html"),),
        triggers=broken_by.SERVER_TOOL,
    ),
    CompatRule(
        name="converse-foreign-part",
        demand="Content blocks are of the kinds that the API lists.",
        applies_to=converse,
        reads=frozenset({Kind.OPAQUE}),
        apply_to_prompt=ignoring_target(partial(tell_foreign_parts, is_own=_own_part)),
        losses=FOREIGN,
        evidence=(quoted("", _BLOCK),),
        triggers=broken_by.FOREIGN_PART,
    ),
    CompatRule(
        name="converse-reasoning",
        demand="Messages to models other than Claude hold no reasoning.",
        applies_to=not_claude,
        reads=frozenset({Kind.REASONING}),
        apply_to_prompt=ignoring_target(partial(drop_reasoning, drops=_every)),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(quoted("", f"{_GITHUB}earendil-works/pi/pull/1505"),),
        triggers=broken_by.REASONING,
    ),
    CompatRule(
        name="converse-foreign-thinking",
        demand="Reasoning is Claude's own, and signed on Bedrock.",
        applies_to=claude,
        reads=frozenset({Kind.NON_BEDROCK_REASONING}),
        apply_to_prompt=ignoring_target(partial(drop_reasoning, drops=_is_foreign)),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(quoted("", f"{_REFERENCE}API_runtime_ReasoningTextBlock.html"),),
        triggers=broken_by.REASONING,
    ),
    CompatRule(
        name="converse-assistant-file",
        demand="Images and documents stand in user messages.",
        applies_to=converse,
        reads=frozenset({Kind.ASSISTANT_FILE}),
        apply_to_prompt=ignoring_target(hand_over_assistant_files),
        losses=frozenset({Loss.ROLE, Loss.SPLIT, Loss.POSITION, Loss.ADDED}),
        evidence=(quoted("", _MESSAGE),),
        triggers=broken_by.ASSISTANT_FILE,
    ),
    CompatRule(
        name="converse-media-type",
        demand="Formats of files are those that the API lists; what others spell differently or leave open is spelled out.",
        applies_to=reads_files,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=documented_by(spell_media_types, _spell_types),
        evidence=(quoted("", f"{_REFERENCE}API_runtime_ImageBlock.html"),),
        triggers=broken_by.ODD_MEDIA_TYPE,
    ),
    CompatRule(
        name="converse-text-file",
        demand="A document has a name and bytes; text is told as text.",
        applies_to=converse,
        reads=frozenset({Kind.TEXT_FILE}),
        apply_to_prompt=documented_by(inline_text_files, _inline),
        losses=frozenset({Loss.DEMOTED, Loss.CACHE_MARKER, Loss.UNKNOWN_FIELD, Loss.OPAQUE_TOKEN, Loss.ADDED}),
        evidence=(quoted("", f"{_REFERENCE}API_runtime_DocumentBlock.html"),),
        triggers=broken_by.TEXT_DOCUMENT,
    ),
    CompatRule(
        name="converse-unplaced-file",
        demand="Files are images and documents that the model reads, and Nova's videos; as bytes, or in S3.",
        applies_to=converse,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=documented_by(stand_in_for_files, _stand_in),
        losses=frozenset({Loss.MEDIA, Loss.CACHE_MARKER, Loss.ADDED}),
        evidence=(quoted("", f"{_REFERENCE}API_runtime_ImageBlock.html"),),
        triggers=broken_by.UNPLACED_FILE,
    ),
    CompatRule(
        name="converse-document-name",
        demand="A document's name is its own, of letters, digits, single spaces, hyphens, parentheses and square brackets.",
        applies_to=converse,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=ignoring_target(partial(forget_odd_document_names, format=profile.FORMAT, allows=_is_name)),
        error_patterns=words(r"messages can't contain duplicate document names", r"the file name provided contains invalid characters"),
        evidence=(quoted("Messages can't contain duplicate document names", f"{_GITHUB}maximhq/bifrost/issues/7003"),),
        triggers=broken_by.odd_document_names(profile.FORMAT),
    ),
)
