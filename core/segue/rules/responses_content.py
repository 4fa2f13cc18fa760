"""What OpenAI's Responses API refuses of others' kinds of part, of others' thoughts, of voice, names and files."""

from __future__ import annotations

from functools import partial

from attrs import Factory, define, evolve

from segue.failures import CallFailure
from segue.kinds import Kind, Loss
from segue.parts import OpaquePart, ToolCallPart, ToolResultPart
from segue.profiles import responses as profile
from segue.prompts import Prompt, Request
from segue.repairs._items import Item
from segue.repairs.assistant_files import hand_over_assistant_files
from segue.repairs.foreign_parts import tell_foreign_parts
from segue.repairs.foreign_server_tools import tell_foreign_server_tools
from segue.repairs.foreign_tools import drop_foreign_tools
from segue.repairs.item_references import drop_item_references
from segue.repairs.media_types import spell_media_types
from segue.repairs.speaker_names import spell_speaker_names
from segue.repairs.text_files import inline_text_files
from segue.repairs.unplaced_files import stand_in_for_files
from segue.repairs.unread_reasoning import drop_unread_reasoning
from segue.repairs.voice_replies import keep_transcripts
from segue.rule import CompatRule
from segue.rules import _item_triggers as broken_here
from segue.rules import _triggers as broken_by
from segue.rules._rows import FOREIGN, documented_by, for_request, ignoring_target, quoted, words
from segue.targets import Target

_GITHUB = "https://github.com/"
_REFERENCE = "https://platform.openai.com/docs/api-reference/responses/create"
UNREAD = frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER, Loss.EMPTY_MESSAGE})
"""What goes with a thought: the thought, the ids of what came of it, and a message that held nothing else."""
NOT_FOUND = words(r"item with id '[^']{1,600}' not found")


def responses_api(target: Target) -> bool:
    """Tell whether a target is served by the Responses API, at OpenAI or on Azure."""
    return target.endpoint == profile.FORMAT and target.provider in profile.PROVIDERS


def _without_thoughts(target: Target) -> bool:
    return responses_api(target) and not profile.reasons(target.model)


@define
class _Own:
    """Which items of server tools are the target's own, asked in the order in which they stand."""

    target: Target
    taken: set[str] = Factory(set)
    last: str | None = None
    """The id of the call before, if that is own."""

    def __call__(self, part: ToolCallPart | ToolResultPart) -> bool:
        if isinstance(part, ToolResultPart):
            return profile.is_own_hosted_result(part, self.target, outcome=part.id == self.last)
        own = part.id not in self.taken and profile.is_own_hosted_call(part, self.target)
        self.last = part.id if own else None
        self.taken.add(part.id)
        return own


def _tell_server_tools(prompt: Prompt, target: Target) -> Prompt:
    return tell_foreign_server_tools(prompt, _Own(target))


def _is_reference(part: OpaquePart) -> bool:
    return profile.is_own_opaque(part) and part.kind == profile.REFERENCE


def drop_references(request: Request, _: Target) -> Request:
    """Go without references, whatever is stored."""
    prompt = drop_item_references(request.prompt, _is_reference)
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


def _drop_unstored_references(request: Request, target: Target) -> Request:
    return request if profile.is_stored(request, target) else drop_references(request, target)


def _after_not_found(request: Request, target: Target, _: CallFailure) -> Request:
    return drop_references(request, target)


def _drop_foreign_thoughts(prompt: Prompt, target: Target) -> Prompt:
    def is_foreign(item: Item) -> bool:
        return not profile.is_own(item.origin, target) or not (item.encrypted or item.id is not None)

    return drop_unread_reasoning(prompt, is_foreign)


def _drop_encrypted(request: Request, _: Target, __: CallFailure) -> Request:
    """Go without all that is encrypted: the account that cannot read one cannot read the others."""
    prompt = drop_unread_reasoning(request.prompt, lambda item: item.encrypted)
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


def _every(_: Item) -> bool:
    return True


CONTENT = (
    CompatRule(
        name="openai-responses-foreign-tool",
        demand="Tools on offer are the caller's own functions and custom tools, or OpenAI's.",
        applies_to=responses_api,
        reads=frozenset({Kind.HOSTED}),
        apply_to_request=for_request(partial(drop_foreign_tools, is_own=profile.is_own_tool)),
        losses=frozenset({Loss.TOOL_DEFINITION}),
        evidence=(quoted("", _REFERENCE),),
    ),
    CompatRule(
        name="openai-responses-foreign-server-tool",
        demand="Items of tools that a provider ran are OpenAI's own, whole, with the ids that they came with, once each.",
        applies_to=responses_api,
        reads=frozenset({Kind.HOSTED}),
        apply_to_prompt=documented_by(tell_foreign_server_tools, _tell_server_tools),
        losses=frozenset({Loss.DEMOTED, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER, Loss.MEDIA, Loss.ADDED}),
        evidence=(quoted("", _REFERENCE),),
        triggers=broken_by.SERVER_TOOL[:1] + broken_here.SERVER_TOOL,
    ),
    CompatRule(
        name="openai-responses-foreign-part",
        demand="Items and their contents are of the kinds that the API lists.",
        applies_to=responses_api,
        reads=frozenset({Kind.OPAQUE}),
        apply_to_prompt=ignoring_target(partial(tell_foreign_parts, is_own=profile.is_own_opaque)),
        error_patterns=words(
            r"invalid value: '(?!(input_|output_)?text')[^']{1,80}'\. supported values are: [^\n]{0,400}'(compaction|computer_screenshot)'"
        ),
        losses=FOREIGN,
        evidence=(
            quoted(
                "[ItemParam] [input[4]] [invalid_enum_value] Invalid value: 'context_compaction'. Supported values are: "
                "'additional_tools', 'apply_patch_call', 'apply_patch_call_output', 'code_interpreter_call', 'compaction', "
                "'compaction_trigger', 'computer_call', 'computer_call_output', 'custom_tool_call', 'custom_tool_call_output'",
                f"{_GITHUB}openai/codex/issues/27423",
            ),
        ),
        triggers=broken_by.FOREIGN_PART,
    ),
    CompatRule(
        name="openai-responses-item-reference",
        demand="A reference names an item that OpenAI has stored.",
        applies_to=responses_api,
        reads=frozenset({Kind.OPAQUE}),
        apply_to_request=documented_by(drop_item_references, _drop_unstored_references),
        after_error=documented_by(drop_item_references, _after_not_found),
        error_patterns=NOT_FOUND,
        losses=frozenset({Loss.UNKNOWN_FIELD, Loss.EMPTY_MESSAGE}),
        evidence=(
            quoted(
                "Item with id 'msg_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to "
                "true, or remove this item from your input.",
                f"{_GITHUB}openai/openai-agents-python/issues/2020",
                404,
            ),
        ),
        triggers=broken_here.REFERENCE,
    ),
    CompatRule(
        name="openai-responses-voice-reply",
        demand="Messages of the model hold text; a voice reply is its transcript.",
        applies_to=responses_api,
        reads=frozenset({Kind.VOICE}),
        apply_to_prompt=ignoring_target(partial(keep_transcripts, mute=True)),
        losses=frozenset({Loss.MEDIA, Loss.OPAQUE_TOKEN}),
        evidence=(quoted("", _REFERENCE),),
        triggers=broken_by.VOICE + broken_here.MUTE,
    ),
    CompatRule(
        name="openai-responses-speaker-name",
        demand="A message has a role and content; there is no field for the author's name.",
        applies_to=responses_api,
        reads=frozenset({Kind.SPEAKER}),
        apply_to_prompt=ignoring_target(partial(spell_speaker_names, spelling=None)),
        losses=frozenset({Loss.SPEAKER}),
        evidence=(quoted("", _REFERENCE),),
        triggers=broken_by.SPEAKER,
    ),
    CompatRule(
        name="openai-responses-foreign-reasoning",
        demand="Reasoning is OpenAI's own; what is encrypted is read by the organisation and in the region that it was made for.",
        applies_to=responses_api,
        reads=frozenset({Kind.UNENCRYPTED_REASONING}),
        apply_to_prompt=documented_by(drop_unread_reasoning, _drop_foreign_thoughts),
        after_error=documented_by(drop_unread_reasoning, _drop_encrypted),
        error_patterns=words(
            r"encrypted content( for item [^ ]{1,600}| [^ ]{1,600})? could not be (verified|decrypted)",
            r"encrypted content organization_id did not match",
            r"invalid_encrypted_content",
        ),
        losses=UNREAD,
        evidence=(
            quoted(
                "The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
                f"{_GITHUB}openai/codex/issues/8145",
            ),
            quoted(
                "The encrypted content for item rs_1 could not be verified. Reason: Encrypted content organization_id did not match the "
                "target organization.",
                f"{_GITHUB}Wei-Shaw/sub2api/issues/3038",
            ),
        ),
        triggers=broken_here.FOREIGN_THOUGHT,
    ),
    CompatRule(
        name="openai-responses-refused-reasoning",
        demand="Reasoning is given to models that reason.",
        applies_to=_without_thoughts,
        reads=frozenset({Kind.REASONING}),
        apply_to_prompt=ignoring_target(partial(drop_unread_reasoning, drops=_every)),
        error_patterns=words(r"reasoning input items can only be provided to a reasoning"),
        losses=UNREAD,
        evidence=(
            quoted(
                "Reasoning input items can only be provided to a reasoning or computer use model. Remove reasoning items from your input "
                "and try again.",
                f"{_GITHUB}openai/openai-agents-python/issues/569",
            ),
        ),
        triggers=broken_here.READ_BEFORE,
    ),
    CompatRule(
        name="openai-responses-assistant-file",
        demand="Images and files stand in user messages and in results.",
        applies_to=responses_api,
        reads=frozenset({Kind.ASSISTANT_FILE}),
        apply_to_prompt=ignoring_target(hand_over_assistant_files),
        error_patterns=words(r"invalid value: 'input_(image|file)'\. supported values are: 'output_text' and 'refusal'"),
        losses=frozenset({Loss.ROLE, Loss.SPLIT, Loss.POSITION, Loss.ADDED}),
        evidence=(quoted("", _REFERENCE),),
        triggers=broken_by.ASSISTANT_FILE,
    ),
    CompatRule(
        name="openai-responses-text-file",
        demand="Text is given as text; a document of it would be read as bytes.",
        applies_to=responses_api,
        reads=frozenset({Kind.TEXT_FILE}),
        apply_to_prompt=ignoring_target(partial(inline_text_files, holds=profile.holds)),
        losses=frozenset({Loss.DEMOTED, Loss.CACHE_MARKER, Loss.ADDED}),
        evidence=(quoted("", "https://platform.openai.com/docs/guides/pdf-files"),),
        triggers=broken_by.TEXT_FILE,
    ),
    CompatRule(
        name="openai-responses-media-type",
        demand="Media types are spelled as the API knows them: image/jpeg, image/png, image/gif, image/webp, application/pdf.",
        applies_to=responses_api,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=ignoring_target(partial(spell_media_types, holds=profile.holds)),
        evidence=(quoted("", "https://platform.openai.com/docs/guides/images-vision"),),
        triggers=broken_by.ODD_MEDIA_TYPE,
    ),
    CompatRule(
        name="openai-responses-unplaced-file",
        demand="Files are JPEG, PNG, GIF or WebP images and PDF documents, as base64 or by URL, or what OpenAI holds.",
        applies_to=responses_api,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=ignoring_target(partial(stand_in_for_files, holds=profile.holds)),
        losses=frozenset({Loss.MEDIA, Loss.CACHE_MARKER, Loss.ADDED}),
        evidence=(quoted("", "https://platform.openai.com/docs/guides/pdf-files"),),
        triggers=broken_by.UNPLACED_FILE,
    ),
)
