"""What a format has no place for: what stays behind when a history is written in it, though no rule took it.

Most of this stands beside the content: that a result is an error, cache markers, names of files, what only another provider reads, fields
of another wire format. Content is the rules' concern, and its losses are told as changes. Where a provider speaks a format that it did not
make, there may be no rules for it, and still the format has no place for what it has no place for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from segue.failures import Change
from segue.kinds import Loss, Place
from segue.parts import FilePart, OpaquePart, ReasoningPart, ToolResultPart
from segue.profiles import responses
from segue.profiles.converse import keeps_name
from segue.profiles.dialect import DETAILS
from segue.profiles.dialect_files import NAMED, file_form
from segue.profiles.dialects import dialect_of
from segue.profiles.gemini import SIGNED
from segue.prompts import AssistantMessage, Message, Request, ToolDefinition
from segue.shapes import shape_for
from segue.targets import Target

_NOTHING = frozenset[Loss]()
_GONE = frozenset({Loss.REASONING, Loss.MEDIA, Loss.DEMOTED, Loss.DUPLICATE, Loss.HOSTED_CALL, Loss.EMPTY_TEXT, Loss.EMPTY_MESSAGE})
"""With what goes under these goes all that stood beside it."""
_MARKERS = frozenset({"cacheControl", "cachePoint"})


@frozen
class Held:
    """What a format holds beside content."""

    tokens: frozenset[str]
    """The names, of providers or of single options, whose tokens it writes."""
    markers: frozenset[str] = frozenset()
    """The providers whose cache markers it writes."""
    errors: bool = True
    """It tells that a result is an error."""
    names: Callable[[FilePart], bool] = lambda _: True
    """Whether a file that comes from elsewhere keeps its name, to the letter."""
    content: Callable[[Any, Message], Loss | None] = lambda _, __: None
    """What is lost of a part, or of a piece of a result, that comes from elsewhere and that no rule changed."""
    tools: Callable[[ToolDefinition], bool] = lambda _: True
    """Whether a tool that a provider runs is written."""


def _is_picture(part: FilePart) -> bool:
    return part.media_type.startswith("image/")


def _lost_as_item(part: Any, message: Message) -> Loss | None:
    """Return what the Responses API has no item for."""
    if isinstance(part, FilePart):
        is_text = part.encoding == "text" or (part.encoding == "base64" and part.media_type.startswith("text/"))
        held = responses.holds(part) and not isinstance(message, AssistantMessage)
        return None if held else Loss.DEMOTED if is_text else Loss.MEDIA
    if isinstance(part, ReasoningPart):
        return None if responses.is_encrypted(part) or responses.item_id(part) is not None else Loss.REASONING
    return Loss.DEMOTED if isinstance(part, OpaquePart) or getattr(part, "hosted", False) else None


_HELD = {
    "anthropic": Held(frozenset({"anthropic"}), frozenset({"anthropic"}), names=lambda part: not _is_picture(part)),
    "bedrock-converse": Held(frozenset({"bedrock"}), frozenset({"bedrock"}), names=keeps_name),
    "gemini": Held(frozenset(SIGNED), names=lambda _: False),
    "openai-responses": Held(
        frozenset({"openai"}),
        errors=False,
        names=lambda part: part.encoding == "base64" and not _is_picture(part),
        content=_lost_as_item,
        tools=responses.is_own_tool,
    ),
}


def unheld(
    request: Request, places: Iterable[tuple[Place, tuple[Place, ...]]], format: str, target: Target, changes: Iterable[Change] = ()
) -> Iterator[Change]:
    """Yield what this format has no place for of a request, at its places. What rules took there, as `changes` tell, is left out.

    >>> from segue.prompts import Prompt, tool, result
    >>> request = Request(Prompt((tool(result("c1", "No such train.", error=True)),)))
    >>> [str(change) for change in unheld(request, [((0,), ((0, "content", 0),))], "openai-responses", Target())]
    ['[0].content[0]: not in openai-responses (error flag)']
    """
    held = _chat(target) if format == "openai-chat" else _HELD.get(format)
    told = _told(changes)
    for message, (place, parts) in zip(request.prompt.messages, places, strict=True):
        around = _NOTHING if place in parts else told.get(place, _NOTHING)  # an item is the place of its message too
        for record, at in ((message, place), *zip(message.content, parts, strict=False)):
            known = around | told.get(at, _NOTHING)
            content = _content_lost(record, message, format, held) if held and not known and record is not message else _NOTHING
            lost = content or frozenset(_lost(record, format, held)) - known
            if lost and not known & _GONE:
                yield Change(f"not in {format}", at, lost)
    places_of_tools: list[Place] = [("tools", index) for index in range(len(request.tools))]
    for tool, at in zip(request.tools, places_of_tools, strict=True):
        if held and tool.hosted and at not in told and not (_is_from(tool, format) or held.tools(tool)):
            yield Change(f"not in {format}", at, frozenset({Loss.TOOL_DEFINITION}))


def _told(changes: Iterable[Change]) -> Mapping[Place, frozenset[Loss]]:
    told: dict[Place, frozenset[Loss]] = {}
    for change in changes:
        told[change.place] = told.get(change.place, _NOTHING) | change.losses
    return told


def _chat(target: Target) -> Held:
    """Return what a dialect of Chat Completions holds: voices and refusals, and what its provider wants back."""
    dialect = dialect_of(target)
    said = {f"openai.{name}" for name in ("audio", "refusal") if dialect.has("assistant", name)}
    tokens = {"openai.imageDetail", *said, *dialect.tokens, *(SIGNED if dialect.signed else ())}
    detailed = {"openrouter", "anthropic", "openai"} if dialect.reasoning == DETAILS else set()
    markers = frozenset({"anthropic"} if "cache_control" in dialect.marks else ())

    def content(part: Any, _: Message) -> Loss | None:
        # where nobody knows a dialect's place for thoughts, others' have none
        return Loss.REASONING if isinstance(part, ReasoningPart) and dialect.reasoning is None else None

    return Held(frozenset(tokens | detailed), markers, False, lambda part: file_form(part, "user", dialect) in NAMED, content)


def _lost(record: Any, format: str, held: Held | None) -> Iterator[Loss]:
    """Yield what is lost of a record and of its pieces. A format that is not told about holds whatever options there are."""
    if isinstance(record, OpaquePart):
        return
    if record.extras is not None and record.extras.format != format and any(record.extras.fields.values()):
        yield Loss.UNKNOWN_FIELD
    if held is not None:
        yield from _options_lost(record, held)
        if isinstance(record, ToolResultPart) and record.error and not held.errors:
            yield Loss.ERROR_FLAG
        if isinstance(record, FilePart) and record.filename and not _is_from(record, format) and not held.names(record):
            yield Loss.FILE_NAME
    for piece in record.output if isinstance(record, ToolResultPart) else ():
        yield from _lost(piece, format, held)


def _content_lost(part: Any, message: Message, format: str, held: Held) -> frozenset[Loss]:
    pieces = part.output if isinstance(part, ToolResultPart) and not part.hosted else (part,)
    lost = (held.content(piece, message) for piece in pieces if not _is_from(piece, format))
    return frozenset(loss for loss in lost if loss is not None)


def _is_from(record: Any, format: str) -> bool:
    return record.format == format if isinstance(record, OpaquePart) else shape_for(record.shape, format) is not None


def _options_lost(record: Any, held: Held) -> Iterator[Loss]:
    for provider, options in record.provider_options.items():
        names = options if isinstance(options, dict) else ()
        if provider not in held.markers and any(name in _MARKERS for name in names):
            yield Loss.CACHE_MARKER
        if provider not in held.tokens and any(f"{provider}.{name}" not in held.tokens for name in names if name not in _MARKERS):
            yield Loss.OPAQUE_TOKEN
