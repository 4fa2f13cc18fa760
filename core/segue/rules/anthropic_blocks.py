"""What Anthropic refuses of blocks by what else the request holds: references to tools, searches, containers, images, cache markers."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.failures import CallFailure
from segue.kinds import Kind, Loss, Place
from segue.parts import OpaquePart, ToolCallPart, ToolResultPart
from segue.profiles import anthropic as profile
from segue.prompts import AssistantMessage, Prompt, Request
from segue.repairs._open_turns import last_turn
from segue.repairs.foreign_parts import tell_foreign_parts
from segue.repairs.foreign_server_tools import tell_foreign_server_tools
from segue.repairs.large_images import stand_in_for_large_images
from segue.repairs.misplaced_markers import move_misplaced_markers
from segue.rule import CompatRule
from segue.rules import _triggers as broken_by
from segue.rules._named_messages import named_message
from segue.rules._rows import FOREIGN, documented_by, ignoring_target, quoted, words
from segue.rules.anthropic_content import messages_api
from segue.shapes import shape_for
from segue.targets import Target

_GITHUB = "https://github.com/"
_HOSTED = frozenset({Loss.DEMOTED, Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER, Loss.MEDIA, Loss.ADDED})


def _tell_lost_references(request: Request, _: Target) -> Request:
    """Tell references to tools that are not on offer, where the request tells what is, and searches that found such."""
    told = request.tools or (request.shape is not None and "tools" in request.shape.keys)
    if not told or profile.offers_others(request.tools):
        return request
    offered = {tool.name for tool in request.tools}

    def is_known(part: OpaquePart) -> bool:
        name = profile.reference(part)
        return not name or name in offered

    prompt = tell_foreign_parts(request.prompt, is_known)
    return _with(request, _tell_hosted(prompt, profile.referring(prompt, offered)))


def _tell_unread_searches(prompt: Prompt, _: Target) -> Prompt:
    return _tell_hosted(prompt, profile.unread_searches(prompt))


def _after_unread(request: Request, target: Target, failure: CallFailure) -> Request:
    """Tell the searches of the message that is named; others may be the account's own."""
    named = named_message(request.prompt.messages, target.endpoint, failure)
    return _with(request, _tell_hosted(request.prompt, profile.searches(request.prompt, named)))


def _tell_hosted(prompt: Prompt, ids: frozenset[str]) -> Prompt:
    def is_own(part: ToolCallPart | ToolResultPart) -> bool:
        return part.id not in ids

    return tell_foreign_server_tools(prompt, is_own) if ids else prompt


def _with(request: Request, prompt: Prompt) -> Request:
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


def _container_missing(request: Request, _: Target) -> tuple[Place, ...]:
    """Find calls of the last turn that code in a container made, in a body that is more than its messages and names none."""
    shape = shape_for(request.shape, profile.FORMAT)
    if shape is None or len(shape.keys) < 2 or "container" in shape.keys:  # the messages and something else
        return ()
    begins, _answered = last_turn(request.prompt)
    last = [(index, message) for index, message in enumerate(request.prompt.messages) if isinstance(message, AssistantMessage)][-1:]
    return tuple(
        ("messages", index, "content", number)
        for index, message in last
        for number, part in enumerate(message.content)
        if index >= begins and isinstance(part, ToolCallPart) and profile.runs_code(part)
    )


REFERENCES = (
    CompatRule(
        name="anthropic-unavailable-reference",
        demand="A reference to a tool names one of the tools on offer.",
        since="0.3.0",
        applies_to=messages_api,
        reads=frozenset({Kind.OPAQUE, Kind.HOSTED}),
        apply_to_request=documented_by(tell_foreign_parts, _tell_lost_references),
        error_patterns=words(r"tool reference '[^']{1,200}' not found in available tools"),
        losses=FOREIGN | _HOSTED,
        evidence=(quoted("Tool reference 'mcp_computer_use_drag' not found in available tools", f"{_GITHUB}code-yeongyu/senpi/pull/437"),),
        triggers=broken_by.REFERENCE,
    ),
    CompatRule(
        name="anthropic-unread-search",
        demand="What a web search found comes with the encrypted content that it came with, sent by the account that it was made for.",
        since="0.3.0",
        applies_to=messages_api,
        reads=frozenset({Kind.HOSTED}),
        apply_to_prompt=documented_by(tell_foreign_server_tools, _tell_unread_searches),
        after_error=documented_by(tell_foreign_server_tools, _after_unread),
        error_patterns=words(r"invalid `?encrypted_content`? in `?(web_)?search_result`? block"),
        losses=_HOSTED,
        evidence=(
            quoted("messages.17.content.0: Invalid `encrypted_content` in `search_result` block", f"{_GITHUB}code-yeongyu/senpi/pull/150"),
        ),
        triggers=broken_by.UNREAD_SEARCH,
    ),
    CompatRule(
        name="anthropic-container-missing",
        demand="While calls wait that code in a container made, the request names the container.",
        since="0.3.0",
        applies_to=messages_api,
        find=_container_missing,
        error_patterns=words(r"container_id is required when there are pending tool uses"),
        evidence=(
            quoted(
                "container_id is required when there are pending tool uses generated by code execution with tools.",
                f"{_GITHUB}UKGovernmentBEIS/inspect_ai/pull/4603",
            ),
        ),
        advice="Send `container` with the id that the reply came with. Where it is lost, begin a new turn that tells what is known.",
    ),
)
LIMITS = (
    CompatRule(
        name="anthropic-large-image",
        demand="An image has at most 5 MB of base64 and 8000 pixels a side, 2000 where there are more than 20.",
        since="0.3.0",
        applies_to=messages_api,
        reads=frozenset({Kind.FILE}),
        apply_to_prompt=ignoring_target(partial(stand_in_for_large_images, limits=profile.IMAGES)),
        error_patterns=words(r"image dimensions exceed max allowed size", r"image exceeds \d{1,6} [kmg]b maximum"),
        losses=frozenset({Loss.MEDIA, Loss.CACHE_MARKER, Loss.ADDED}),
        evidence=(
            quoted(
                "messages.70.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size for "
                "many-image requests: 2000 pixels",
                f"{_GITHUB}anthropics/claude-code/issues/49720",
            ),
            quoted(
                "messages.46.content.9.image.source.base64: image exceeds 5 MB maximum: 6096280 bytes > 5242880 bytes",
                f"{_GITHUB}Gitlawb/openclaude/pull/520",
            ),
        ),
        triggers=broken_by.LARGE_IMAGE,
        unstable="where there are many images the oldest of the large ones gives way to each that is added",
    ),
    CompatRule(
        name="anthropic-misplaced-marker",
        demand="Cache markers stand on texts with words, files, calls and results.",
        since="0.3.0",
        applies_to=messages_api,
        reads=frozenset({Kind.CACHE_MARKER, Kind.EXTRAS}),
        apply_to_prompt=ignoring_target(partial(move_misplaced_markers, owner=profile.FORMAT)),
        error_patterns=words(r"cache_control cannot be set for empty text blocks", r"\.(redacted_)?thinking\.cache_control: extra inputs"),
        losses=frozenset({Loss.CACHE_MARKER, Loss.UNKNOWN_FIELD}),
        evidence=(
            quoted(
                "messages.87.content.1.text: cache_control cannot be set for empty text blocks",
                f"{_GITHUB}anthropics/claude-code/issues/55302",
            ),
        ),
        triggers=broken_by.MISPLACED_MARKER,
    ),
)
