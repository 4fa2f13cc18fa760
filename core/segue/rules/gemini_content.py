"""What the Gemini API refuses of system text, of others' kinds of part, of thoughts and signatures, and of files."""

from __future__ import annotations

from functools import partial
from typing import Any

from segue.failures import CallFailure
from segue.kinds import Kind, Loss
from segue.models import Model
from segue.parts import OpaquePart, ReasoningPart, ToolCallPart, ToolResultPart
from segue.profiles import gemini as profile
from segue.prompts import Message, Prompt, Request, SystemMessage
from segue.repairs._rebuilding import changed
from segue.repairs.developer_role import developer_as_system
from segue.repairs.foreign_parts import tell_foreign_parts
from segue.repairs.foreign_reasoning import drop_reasoning
from segue.repairs.foreign_server_tools import tell_foreign_server_tools
from segue.repairs.foreign_signatures import drop_foreign_signatures
from segue.repairs.foreign_tools import drop_foreign_tools
from segue.repairs.late_system import fold_late_system
from segue.repairs.media_types import spell_media_types
from segue.repairs.odd_contents import forget_odd_contents
from segue.repairs.speaker_names import spell_speaker_names
from segue.repairs.text_files import inline_text_files
from segue.repairs.unplaced_files import stand_in_for_files
from segue.repairs.unsigned_calls import sign_unsigned_calls
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import FOREIGN, documented_by, for_request, ignoring_target, quoted, words
from segue.targets import Target

_GITHUB = "https://github.com/"
_REFERENCE = "https://ai.google.dev/api/generate-content"
_CACHING = "https://ai.google.dev/api/caching"
_FILES = "https://ai.google.dev/gemini-api/docs/file-input-methods"


def gemini(target: Target) -> bool:
    """Tell whether a target is served by the Gemini API."""
    return target.endpoint == profile.FORMAT


def _own_part(part: OpaquePart) -> bool:
    return profile.is_own_part(part)


def _own_server_tool(part: ToolCallPart | ToolResultPart) -> bool:
    return profile.is_own_server_tool(part)


def _is_odd(message: Message, _: Message | None) -> bool:
    return not isinstance(message, SystemMessage) and profile.has_odd_role(message.shape)


def _drop_thoughts(prompt: Prompt, target: Target) -> Prompt:
    def is_foreign(part: ReasoningPart) -> bool:
        return not profile.is_own_thought(part, target)

    return drop_reasoning(prompt, is_foreign)


def _drop_signatures(prompt: Prompt, target: Target) -> Prompt:
    def is_foreign(part: Any, maker: Model | None) -> bool:
        return not profile.reads_signature(part, maker, target)

    return drop_foreign_signatures(prompt, is_foreign, profile.SIGNED, profile.SIGNATURE)


def _sign_anew(request: Request, _: Target, __: CallFailure) -> Request:
    """Trust no signature any more."""

    def is_real(part: Any, _: Model | None) -> bool:
        return not profile.is_placeholder(part)

    bare = drop_foreign_signatures(request.prompt, is_real, profile.SIGNED, profile.SIGNATURE)
    signed = sign_unsigned_calls(bare, profile.MAKER, profile.SIGNATURE, profile.is_signed)
    return request if signed is request.prompt else changed(request, prompt=signed)


CONTENT = (
    CompatRule(
        name="gemini-role",
        demand="Contents are the user's or the model's; there are no other roles.",
        applies_to=gemini,
        reads=frozenset({Kind.ODD_ROLE}),
        apply_to_prompt=ignoring_target(partial(forget_odd_contents, is_odd=_is_odd)),
        error_patterns=words(r"please use a valid role: user, model"),
        evidence=(quoted("Please use a valid role: user, model.", f"{_GITHUB}mem0ai/mem0/issues/6393"),),
        triggers=broken_by.OLD_ROLES,
    ),
    CompatRule(
        name="gemini-developer-role",
        demand="The operator's words are the system instruction; `developer` is not known.",
        applies_to=gemini,
        reads=frozenset({Kind.DEVELOPER}),
        apply_to_prompt=ignoring_target(developer_as_system),
        losses=frozenset({Loss.ROLE}),
        evidence=(quoted("", _REFERENCE),),
        triggers=broken_by.DEVELOPER,
    ),
    CompatRule(
        name="gemini-late-system",
        demand="System text stands in `systemInstruction`, before all contents.",
        applies_to=gemini,
        reads=frozenset({Kind.LATE_SYSTEM}),
        apply_to_prompt=ignoring_target(fold_late_system),
        error_patterns=words(r"please use a valid role: user, model"),
        losses=frozenset(
            {Loss.ROLE, Loss.DEMOTED, Loss.MERGED, Loss.SPEAKER, Loss.EMPTY_TEXT, Loss.CACHE_MARKER, Loss.UNKNOWN_FIELD, Loss.ADDED}
        ),
        evidence=(quoted("Please use a valid role: user, model.", f"{_GITHUB}maximhq/bifrost/issues/6334"),),
        triggers=broken_by.LATE_SYSTEM,
    ),
    CompatRule(
        name="gemini-speaker-name",
        demand="A content has a role and parts; there is no field for the author's name.",
        applies_to=gemini,
        reads=frozenset({Kind.SPEAKER}),
        apply_to_prompt=ignoring_target(partial(spell_speaker_names, spelling=None)),
        losses=frozenset({Loss.SPEAKER}),
        evidence=(quoted("", _CACHING),),
        triggers=broken_by.SPEAKER,
    ),
    CompatRule(
        name="gemini-foreign-tool",
        demand="Tools on offer are the caller's own, or those that Google runs.",
        applies_to=gemini,
        reads=frozenset({Kind.HOSTED}),
        apply_to_request=for_request(partial(drop_foreign_tools, is_own=profile.is_own_tool)),
        losses=frozenset({Loss.TOOL_DEFINITION}),
        evidence=(quoted("", f"{_CACHING}#Tool"),),
    ),
    CompatRule(
        name="gemini-foreign-server-tool",
        demand="Parts of tools that a provider ran are Google's own.",
        applies_to=gemini,
        reads=frozenset({Kind.HOSTED}),
        apply_to_prompt=ignoring_target(partial(tell_foreign_server_tools, is_own=_own_server_tool)),
        losses=frozenset({Loss.DEMOTED, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER, Loss.MEDIA, Loss.ADDED}),
        evidence=(quoted("", f"{_CACHING}#Part"),),
        triggers=broken_by.SERVER_TOOL,
    ),
    CompatRule(
        name="gemini-foreign-part",
        demand="A part holds one thing, of a kind that the API lists and its speaker may say.",
        applies_to=gemini,
        reads=frozenset({Kind.OPAQUE}),
        apply_to_prompt=ignoring_target(partial(tell_foreign_parts, is_own=_own_part)),
        losses=FOREIGN,
        evidence=(quoted("", f"{_CACHING}#Part"),),
        triggers=broken_by.FOREIGN_PART,
    ),
    CompatRule(
        name="gemini-foreign-thought",
        demand="Thoughts are Gemini's own, signed by the service that is asked or not at all.",
        applies_to=gemini,
        reads=frozenset({Kind.NON_GEMINI_REASONING}),
        apply_to_prompt=documented_by(drop_reasoning, _drop_thoughts),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(quoted("", "https://ai.google.dev/gemini-api/docs/thought-signatures"),),
        triggers=broken_by.REASONING,
    ),
    CompatRule(
        name="gemini-foreign-signature",
        demand="Thought signatures are those of the service that is asked; AI Studio and Vertex do not read each other's.",
        applies_to=gemini,
        reads=frozenset({Kind.UNUSUAL_SIGNATURE}),
        apply_to_prompt=documented_by(drop_foreign_signatures, _drop_signatures),
        error_patterns=words(r"corrupted thought signature", r"(thought signature is not valid|invalid thought signature)"),
        after_error=_sign_anew,
        losses=frozenset({Loss.OPAQUE_TOKEN, Loss.ADDED}),
        evidence=(quoted("Corrupted thought signature.", f"{_GITHUB}google-gemini/gemini-cli/issues/13467"),),
        triggers=broken_by.FOREIGN_SIGNATURE,
    ),
    CompatRule(
        name="gemini-text-file",
        demand="A file has a type and bytes, or an address; a document that is text is told as text.",
        applies_to=gemini,
        reads=frozenset({Kind.TEXT_FILE}),
        apply_to_prompt=ignoring_target(partial(inline_text_files, holds=profile.holds)),
        losses=frozenset({Loss.DEMOTED, Loss.CACHE_MARKER, Loss.UNKNOWN_FIELD, Loss.OPAQUE_TOKEN, Loss.ADDED}),
        evidence=(quoted("", f"{_CACHING}#Part"),),
        triggers=broken_by.TEXT_DOCUMENT,
    ),
    CompatRule(
        name="gemini-media-type",
        demand="Media types are spelled in full, as the API knows them.",
        applies_to=gemini,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=ignoring_target(partial(spell_media_types, holds=profile.holds)),
        evidence=(quoted("", _FILES),),
        triggers=broken_by.ODD_MEDIA_TYPE,
    ),
    CompatRule(
        name="gemini-unplaced-file",
        demand="Files are images, sound, video, text and PDF documents: as bytes, at an address, or kept by Google.",
        applies_to=gemini,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=ignoring_target(partial(stand_in_for_files, holds=profile.holds)),
        losses=frozenset({Loss.MEDIA, Loss.CACHE_MARKER, Loss.ADDED}),
        evidence=(quoted("", _FILES),),
        triggers=broken_by.ARCHIVE,
    ),
)
