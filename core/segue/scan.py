"""One look at a history: which kinds of part and which states are in it. Rules that need none of them are skipped.

The loop is the price every clean history pays, so it avoids calls and decides by class; what is rare is looked into only once a
sign of it was seen.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from attrs import Factory, define

from segue.json_values import EMPTY, JsonObject, JsonText
from segue.kinds import Kind
from segue.parts import FilePart, JsonPart, OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.prompts import AssistantMessage, Message, Prompt, Request, SystemMessage, ToolMessage, UserMessage
from segue.repairs._pairing import Pairs, pair

_COMMON_IDS = re.compile(r"(?:[a-zA-Z0-9_-]{1,40}\n)*")
_COMMON_NAMES = re.compile(r"(?:[a-zA-Z0-9_-]{1,64}\n)*")


@define
class _Findings:
    """What the loop collects."""

    kinds: set[Kind] = Factory(set)
    ids: set[str] = Factory(set)
    names: set[str] = Factory(set)
    waiting: set[str] = Factory(set)
    odd_pairs: bool = False


def scan_request(request: Request) -> frozenset[Kind]:
    """Return the kinds found in a request: its prompt's, and those of its tools."""
    kinds = scan(request.prompt)
    if not request.tools:
        return kinds
    found = {Kind.HOSTED for tool in request.tools if tool.hosted}
    found |= {Kind.CACHE_MARKER for tool in request.tools if option(tool, "anthropic", "cacheControl") is not None}
    odd = not _spelled(_COMMON_NAMES, [tool.name for tool in request.tools if not tool.hosted])
    return kinds | found | ({Kind.ODD_NAME} if odd else set())


def scan(prompt: Prompt) -> frozenset[Kind]:
    """Return the kinds of part and states found in a prompt. Linear, one pass."""
    found = _Findings()
    _states(prompt.messages, found)
    for message in prompt.messages:
        if not message.content:
            found.kinds.add(Kind.EMPTY_MESSAGE)
        if message.extras is not None:
            found.kinds.add(Kind.EXTRAS)
        if message.provider_options is not EMPTY:
            _options(message, found.kinds)
        _parts(message, found)
    if found.waiting or found.odd_pairs:
        found.kinds |= _pairing_kinds(prompt, pair(prompt))
    if not _spelled(_COMMON_IDS, found.ids):
        found.kinds.add(Kind.ODD_ID)
    if not _spelled(_COMMON_NAMES, found.names):
        found.kinds.add(Kind.ODD_NAME)
    return frozenset(found.kinds)


def _spelled(pattern: re.Pattern[str], texts: Collection[str]) -> bool:
    lines = "".join([f"{text}\n" for text in texts])
    return pattern.fullmatch(lines) is not None and lines.count("\n") == len(texts)


def _states(messages: tuple[Message, ...], found: _Findings) -> None:
    """Note what depends on the order of messages."""
    kinds, before, spoken = found.kinds, None, False
    for message in messages:
        role = message.__class__
        if role is SystemMessage:
            _system(message, found.kinds, late=spoken)
        elif not spoken:
            spoken = True
            if role is not UserMessage:
                kinds.add(Kind.FIRST_SPEAKER)
        if role is before and role is not SystemMessage and role is not ToolMessage:
            kinds.add(Kind.NEIGHBOURS)
        elif before is ToolMessage and message.shape is not None and message.shape.apart:
            kinds.add(Kind.NEIGHBOURS)
        if role is not ToolMessage and message.name is not None:  # type: ignore[union-attr]
            kinds.add(Kind.SPEAKER)
        before = role
    if before is AssistantMessage:
        kinds.add(Kind.CLOSING_ASSISTANT)


def _system(message: Message, kinds: set[Kind], *, late: bool) -> None:
    kinds.add(Kind.LATE_SYSTEM if late else Kind.SYSTEM)
    if isinstance(message, SystemMessage) and message.developer:
        kinds.add(Kind.DEVELOPER)
    if not late and message.shape is not None and message.shape.form == "listed":
        kinds.add(Kind.LISTED_SYSTEM)


def _parts(message: Message, found: _Findings) -> None:
    """Note the kinds of a message's parts, and keep the books on calls that wait for results."""
    waiting = found.waiting
    if waiting and message.__class__ is not ToolMessage:
        found.odd_pairs = True
        waiting.clear()
    for part in message.content:
        kind = part.__class__
        if kind is TextPart:
            text = part.text  # type: ignore[union-attr]
            if not text or text.isspace():
                found.kinds.add(Kind.BLANK_TEXT)
        elif kind is ToolCallPart:
            _call(part, found)  # type: ignore[arg-type]
        elif kind is ToolResultPart:
            _result(part, message.__class__ is ToolMessage, found)  # type: ignore[arg-type]
        else:
            _rest(part, message, found.kinds)
            if kind is OpaquePart:
                continue
        if part.extras is not None:  # type: ignore[union-attr]
            found.kinds.add(Kind.EXTRAS)
        if part.provider_options is not EMPTY:  # type: ignore[union-attr]
            _options(part, found.kinds)


def _call(part: ToolCallPart, found: _Findings) -> None:
    kinds, id = found.kinds, part.id
    if part.hosted:
        kinds.add(Kind.HOSTED)
        if id in found.ids:
            kinds.add(Kind.REUSED_ID)
        found.ids.add(id)
        return
    kinds.add(Kind.CALL)
    found.names.add(part.name)
    kind = part.input.__class__
    if kind is not JsonText and kind is not JsonObject:
        kinds.add(Kind.ODD_INPUT)
    if id in found.ids:
        kinds.add(Kind.REUSED_ID)
        found.odd_pairs = found.odd_pairs or id in found.waiting or not id
    found.ids.add(id)
    found.waiting.add(id)


def _result(part: ToolResultPart, own: bool, found: _Findings) -> None:  # noqa: FBT001  # hot: positional
    kinds = found.kinds
    if part.hosted or not own:
        kinds.add(Kind.HOSTED)
        return
    if part.name:
        found.names.add(part.name)
    if part.id in found.waiting:
        found.waiting.remove(part.id)
    else:
        found.odd_pairs = True
        found.ids.add(part.id)
    if part.error:
        kinds.add(Kind.ERROR_RESULT)
    for piece in part.output:
        if piece.__class__ is TextPart and piece.provider_options is EMPTY and piece.extras is None:  # type: ignore[union-attr]
            if not piece.text or piece.text.isspace():  # type: ignore[union-attr]
                kinds.add(Kind.BLANK_TEXT)
        else:
            _piece(piece, kinds)
    if not part.output:
        kinds.add(Kind.BLANK_TEXT)


def _piece(piece: Part, kinds: set[Kind]) -> None:
    match piece:
        case TextPart(text=text) if not text.strip():
            kinds.add(Kind.BLANK_TEXT)
        case FilePart():
            kinds.update((Kind.FILE, Kind.RESULT_FILE), {Kind.TEXT_FILE} if _is_text(piece) else ())
        case OpaquePart():
            kinds.add(Kind.OPAQUE)
            return
        case TextPart() | JsonPart() | _:
            pass
    if piece.extras is not None:
        kinds.add(Kind.EXTRAS)
    _options(piece, kinds)


def _rest(part: Part, message: Message, kinds: set[Kind]) -> None:
    match part:
        case ReasoningPart():
            kinds.add(Kind.REASONING)
        case FilePart():
            kinds.update({Kind.FILE}, {Kind.TEXT_FILE} if _is_text(part) else ())
            if message.__class__ is AssistantMessage:
                kinds.add(Kind.ASSISTANT_FILE)
        case _:
            kinds.add(Kind.OPAQUE)


def _is_text(part: FilePart) -> bool:
    return part.encoding == "text" or part.media_type.startswith("text/")


def _options(holder: object, kinds: set[Kind]) -> None:
    if option(holder, "anthropic", "cacheControl") is not None:
        kinds.add(Kind.CACHE_MARKER)
    if option(holder, "openai", "audio") is not None:
        kinds.add(Kind.VOICE)


def _pairing_kinds(prompt: Prompt, pairs: Pairs) -> set[Kind]:
    """Tell what is odd about the pairing."""
    kinds = {Kind.ORPHAN_RESULT} if pairs.orphans else set()
    for call, results in pairs.answers.items():
        if not results:
            kinds.add(Kind.UNANSWERED_CALL)
        if len(results) > 1:
            kinds.add(Kind.DOUBLE_RESULT)
    return kinds | {Kind.STRAY_RESULT}
