"""What dialects of Chat Completions refuse of others' kinds of part, of thoughts and of files."""

from __future__ import annotations

from segue.kinds import Kind, Loss
from segue.parts import FilePart, OpaquePart, ReasoningPart, ToolCallPart, ToolResultPart
from segue.profiles import chat as profile
from segue.profiles.dialect_files import file_form
from segue.profiles.dialects import FORMAT, dialect_of, is_own_thought
from segue.prompts import Prompt, Request, ToolDefinition
from segue.repairs._foreign import translated
from segue.repairs.assistant_files import hand_over_assistant_files
from segue.repairs.developer_role import developer_as_system
from segue.repairs.foreign_parts import tell_foreign_parts
from segue.repairs.foreign_reasoning import drop_reasoning
from segue.repairs.foreign_server_tools import tell_foreign_server_tools
from segue.repairs.foreign_tools import drop_foreign_tools
from segue.repairs.text_files import inline_text_files
from segue.repairs.unplaced_files import stand_in_for_files
from segue.repairs.voice_replies import keep_transcripts
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._rows import FOREIGN, documented_by, ignoring_target, quoted, words
from segue.scan import holding
from segue.targets import Target

_GITHUB = "https://github.com/"


def _none_is_own(_: ToolCallPart | ToolResultPart) -> bool:
    return False


def _drop_foreign_tools(request: Request, target: Target) -> Request:
    dialect = dialect_of(target)

    def is_own(tool: ToolDefinition) -> bool:
        return profile.is_own_tool(tool, dialect)

    return drop_foreign_tools(request, is_own)


def _tell_server_tools(prompt: Prompt, _: Target) -> Prompt:
    return tell_foreign_server_tools(prompt, _none_is_own)


def _tell_foreign_parts(prompt: Prompt, target: Target) -> Prompt:
    dialect = dialect_of(target)
    known = profile.known_parts(dialect)

    def is_own(part: OpaquePart) -> bool:
        return part.format == FORMAT and (translated(part) is None if dialect.open else part.kind in known)

    return tell_foreign_parts(prompt, is_own)


def _keep_transcripts(prompt: Prompt, target: Target) -> Prompt:
    return keep_transcripts(prompt, mute=not dialect_of(target).has("assistant", "audio"))


def _drop_reasoning(prompt: Prompt, target: Target) -> Prompt:
    dialect = dialect_of(target)

    def drops(part: ReasoningPart) -> bool:
        return not is_own_thought(part, dialect)

    thoughts = [part for message in holding(prompt, Kind.REASONING) for part in message.content if type(part) is ReasoningPart]
    return drop_reasoning(prompt, drops) if any(map(drops, thoughts)) else prompt


def _hand_over_files(prompt: Prompt, target: Target) -> Prompt:
    dialect = dialect_of(target)

    def moves(part: FilePart) -> bool:
        return not file_form(part, "assistant", dialect)

    return hand_over_assistant_files(prompt, moves)


def _stand_in(prompt: Prompt, target: Target) -> Prompt:
    dialect = dialect_of(target)

    def holds(part: FilePart) -> bool:
        return profile.has_place(part, dialect)

    return stand_in_for_files(prompt, holds)


CONTENT = (
    CompatRule(
        name="chat-developer-role",
        demand="Roles are system, user, assistant and tool.",
        applies_to=profile.has_no_developer,
        reads=frozenset({Kind.DEVELOPER}),
        apply_to_prompt=ignoring_target(developer_as_system),
        error_patterns=words(r"role 'developer' is not allowed", r"\bincorrect role information\b"),
        losses=frozenset({Loss.ROLE}),
        evidence=(
            quoted("role 'developer' is not allowed", f"{_GITHUB}earendil-works/pi/pull/8109"),
            quoted("Incorrect role information", f"{_GITHUB}earendil-works/pi/issues/547"),
        ),
        triggers=broken_by.DEVELOPER,
    ),
    CompatRule(
        name="chat-foreign-tool",
        demand="Tools on offer are functions of the caller's own, and such as the provider itself runs.",
        applies_to=profile.chat,
        reads=frozenset({Kind.HOSTED}),
        apply_to_request=documented_by(drop_foreign_tools, _drop_foreign_tools),
        losses=frozenset({Loss.TOOL_DEFINITION}),
        evidence=(quoted("", "https://docs.mistral.ai/capabilities/function_calling/"),),
    ),
    CompatRule(
        name="chat-foreign-server-tool",
        demand="Messages hold no calls of tools that a provider ran.",
        applies_to=profile.chat,
        reads=frozenset({Kind.HOSTED}),
        apply_to_prompt=documented_by(tell_foreign_server_tools, _tell_server_tools),
        losses=frozenset({Loss.DEMOTED, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER, Loss.MEDIA, Loss.ADDED}),
        evidence=(quoted("", "https://docs.mistral.ai/api/"),),
        triggers=broken_by.SERVER_TOOL,
    ),
    CompatRule(
        name="chat-foreign-part",
        demand="Content parts are of the kinds that the provider lists.",
        applies_to=profile.chat,
        reads=frozenset({Kind.OPAQUE}),
        apply_to_prompt=documented_by(tell_foreign_parts, _tell_foreign_parts),
        losses=FOREIGN,
        evidence=(quoted("", f"{_GITHUB}mistralai/mistral-common"),),
        triggers=broken_by.FOREIGN_PART,
    ),
    CompatRule(
        name="chat-voice-reply",
        demand="A voice reply is sent back by its transcript.",
        applies_to=profile.chat,
        reads=frozenset({Kind.VOICE}),
        apply_to_prompt=documented_by(keep_transcripts, _keep_transcripts),
        losses=frozenset({Loss.MEDIA, Loss.OPAQUE_TOKEN}),
        evidence=(quoted("", f"{_GITHUB}nextcloud/integration_openai/pull/227"),),
        triggers=broken_by.VOICE,
    ),
    CompatRule(
        name="chat-foreign-reasoning",
        demand="Thoughts are the provider's own, or there are none.",
        applies_to=profile.chat,
        reads=frozenset({Kind.REASONING}),
        apply_to_prompt=documented_by(drop_reasoning, _drop_reasoning),
        error_patterns=words(
            r"property '[^']{0,80}reasoning(_content)?' is unsupported",
            r"extra inputs are not permitted, field: '[^']{0,80}\.(reasoning|thinking)",
        ),
        losses=frozenset({Loss.REASONING, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
        evidence=(
            quoted(
                "messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported",
                f"{_GITHUB}Kilo-Org/kilocode/issues/10375",
            ),
            quoted(
                "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is "
                "unsupported)]",
                f"{_GITHUB}janhq/jan/issues/8136",
            ),
            quoted(
                "Extra inputs are not permitted, field: 'messages[1].reasoning_details', value: [{'type': 'reasoning.text', ...}]",
                f"{_GITHUB}BerriAI/litellm/pull/39962",
            ),
        ),
        triggers=broken_by.CLAUDES_REASONING,
    ),
    CompatRule(
        name="chat-assistant-file",
        demand="Images and files stand in user messages.",
        applies_to=profile.chat,
        reads=frozenset({Kind.ASSISTANT_FILE}),
        apply_to_prompt=documented_by(hand_over_assistant_files, _hand_over_files),
        losses=frozenset({Loss.ROLE, Loss.SPLIT, Loss.POSITION, Loss.ADDED}),
        evidence=(quoted("", f"{_GITHUB}mistralai/mistral-common"),),
        triggers=broken_by.ASSISTANT_FILE,
    ),
    CompatRule(
        name="chat-text-file",
        demand="Plain text is sent as text.",
        applies_to=profile.chat,
        reads=frozenset({Kind.TEXT_FILE}),
        apply_to_prompt=ignoring_target(inline_text_files),
        losses=frozenset({Loss.DEMOTED, Loss.CACHE_MARKER, Loss.ADDED}),
        evidence=(quoted("", "https://docs.mistral.ai/capabilities/document_ai/"),),
        triggers=broken_by.TEXT_FILE,
    ),
    CompatRule(
        name="chat-unplaced-file",
        demand="Files are of the kinds that the provider takes, which may be none, and given as it takes them.",
        applies_to=profile.chat,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=documented_by(stand_in_for_files, _stand_in),
        error_patterns=words(
            r"data did not match any variant of untagged enum chatcompletionrequestcontent",
            r"messages\[\d+\]: invalid type: sequence, expected a string",
        ),
        losses=frozenset({Loss.MEDIA, Loss.CACHE_MARKER, Loss.ADDED}),
        evidence=(
            quoted(
                "Failed to deserialize the JSON body into the target type: messages[2]: data did not match any variant of untagged enum "
                "ChatCompletionRequestContent at line 1 column 18254",
                f"{_GITHUB}browser-use/web-ui/issues/99",
                422,
            ),
            quoted(
                "Failed to deserialize the JSON body into the target type: messages[2]: invalid type: sequence, expected a string at line "
                "1 column 2901",
                f"{_GITHUB}chatboxai/chatbox/issues/1740",
                422,
            ),
        ),
        triggers=broken_by.VIDEO,
    ),
)
