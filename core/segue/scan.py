"""One look at a history: which kinds of part and which states are in it. Rules that need none of them are skipped.

The loop is the price that every clean history pays. So it makes few calls, decides by class, leaves spellings to a few operations
on all ids at once, and only collects what is rare, which is looked into afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from operator import attrgetter
from typing import Any

from attrs import Factory, define

from segue.json_values import EMPTY, JsonObject, JsonText
from segue.kinds import Kind
from segue.parts import FilePart, JsonPart, OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.profiles.anthropic import is_signed
from segue.profiles.gemini import SIGNED, has_odd_role
from segue.profiles.responses import is_encrypted, lacks_field
from segue.prompts import AssistantMessage, Message, Prompt, Request, SystemMessage, ToolMessage, UserMessage
from segue.repairs._item_faults import is_merely_named, item_kinds, token_maker
from segue.repairs._pairing import pair

_ROLES: dict[type, str] = {SystemMessage: "s", UserMessage: "u", AssistantMessage: "a", ToolMessage: "t"}
_SHAPE = attrgetter("shape")
_TOOL_BEFORE = re.compile("t(?=[tu])")
_KINDS = {
    ReasoningPart: Kind.REASONING, ToolCallPart: Kind.HOSTED, ToolResultPart: Kind.HOSTED, OpaquePart: Kind.OPAQUE, FilePart: Kind.FILE,
}  # fmt: skip
_OBJECTS = frozenset({JsonObject, JsonText})
_RESULT = object()
"""Stands for the message of a part that is found in a result."""
_COMMON = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
COMMON_ID = 40
"""Ids of up to so many letters, digits, _ and - are allowed everywhere; others are looked at."""
COMMON_NAME = 64
"""The same for names."""


@define
class _Found:
    """What the loop collects."""

    broken: bool = False
    """Some call or result is not paired as it should be."""
    waiting: set[str] = Factory(set)
    """Ids of the calls that the next message must answer."""
    ids: list[str] = Factory(list)
    names: set[str] = Factory(set)
    odd: list[Any] = Factory(list)
    """Records with options, unclaimed fields or anything else that most have not."""
    makers: set[str] = Factory(set)
    """Whose thoughts there are that begin their message and carry the usual tokens; those that do not are among the rest."""
    rest: list[tuple[object, Part]] = Factory(list)
    """Parts that are neither text nor a call or result of the caller's own tools."""


def scan_request(request: Request) -> frozenset[Kind]:
    """Return the kinds found in a request: its prompt's, and those of its tools."""
    kinds = scan(request.prompt)
    if not request.tools:
        return kinds
    found = {Kind.HOSTED for tool in request.tools if tool.hosted}
    found |= {Kind.CACHE_MARKER for tool in request.tools if _is_marked(tool)}
    odd = _odd_names([tool.name for tool in request.tools if not tool.hosted])
    return kinds | found | ({Kind.ODD_NAME} if odd else set())


def scan(prompt: Prompt) -> frozenset[Kind]:
    """Return the kinds of part and states found in a prompt. Linear.

    >>> from segue.prompts import assistant, user
    >>> sorted(kind.name for kind in scan(Prompt((user("Hi"), assistant("Hello"), user(" ")))))
    ['BLANK_TEXT']
    """
    found = _look(prompt.messages)
    kinds = _order(prompt.messages)
    hosted = [part.id for _, part in found.rest if type(part) is ToolCallPart]
    loose = _result_ids(prompt.messages) if found.broken else []  # else they are ids of calls
    states = {
        Kind.CALL: found.names,
        Kind.REASONING: found.makers,
        Kind.UNENCRYPTED_REASONING: "anthropic" in found.makers,
        Kind.UNSIGNED_REASONING: "openai" in found.makers,
        Kind.REUSED_ID: len(found.ids) + len(hosted) != len({*found.ids, *hosted}),
        Kind.ODD_ID: not (_common(found.ids, COMMON_ID) and _common(loose, COMMON_ID)),
        Kind.ODD_NAME: _odd_names(found.names),
    }
    kinds |= {kind for kind, seen in states.items() if seen}
    odd = [record for record in found.odd if not is_merely_named(record)]
    for record in odd:
        _note_marks(record, kinds)
        _note_states(record, kinds)
    for message, part in found.rest:
        _note_kinds(message, part, kinds)
    if Kind.UNUSUAL_ITEM in kinds or "openai" in found.makers or len(odd) < len(found.odd):
        kinds |= item_kinds(prompt.messages, usual=Kind.UNUSUAL_ITEM not in kinds)
    return frozenset(kinds | _pairing(prompt) if found.broken else kinds)


def _result_ids(messages: tuple[Message, ...]) -> list[str]:
    return [part.id for message in messages for part in message.content if type(part) is ToolResultPart and not part.hosted]


def _look(messages: tuple[Message, ...]) -> _Found:  # noqa: C901, PLR0912  # one loop with few calls: every clean history pays for it
    """Go through all parts once."""
    found = _Found()
    odd, waiting = found.odd, found.waiting
    part: Any
    for message in messages:
        kind: type = type(message)
        if kind is ToolMessage:
            if message.extras is not None or message.provider_options is not EMPTY or not message.content:
                odd.append(message)
            _look_at_results(message, message.content, found)
            continue
        if waiting:
            found.broken = True
            waiting.clear()
        # users and models are asked alike but apart: a field is read fast where it is always the same class's (PEP 659)
        if kind is UserMessage:  # noqa: SIM114
            if message.name is not None or message.extras is not None or message.provider_options is not EMPTY or not message.content:
                odd.append(message)
            for part in message.content:
                if type(part) is not TextPart:
                    _look_at_part(message, part, found)
                elif part.extras is not None or part.provider_options is not EMPTY or part.text.isspace() or not part.text:
                    odd.append(part)
        elif kind is AssistantMessage:
            if message.name is not None or message.extras is not None or message.provider_options is not EMPTY or not message.content:
                odd.append(message)
            for part in message.content:
                if type(part) is not TextPart:
                    _look_at_part(message, part, found)
                elif part.extras is not None or part.provider_options is not EMPTY or part.text.isspace() or not part.text:
                    odd.append(part)
        else:
            odd.append(message)
            for part in message.content:
                _look_at_part(message, part, found)
    found.broken = found.broken or bool(waiting)
    return found


def _look_at_part(message: Message, part: Any, found: _Found) -> None:
    """Look at what is no text of a user or model: a call most often."""
    kind = type(part)
    if kind is ToolCallPart and not part.hosted:
        if part.id in found.waiting:
            found.broken = True
        found.waiting.add(part.id)
        found.ids.append(part.id)
        found.names.add(part.name)
        if part.extras is not None or part.provider_options is not EMPTY or type(part.input) not in _OBJECTS or _dialect(part):
            found.odd.append(part)
    elif kind is ToolResultPart and not part.hosted:
        _look_at_results(message, (part,), found)
    elif kind is TextPart:
        found.odd.append(part)
    elif kind is ReasoningPart and type(message.content[0]) is ReasoningPart and (maker := token_maker(part)):
        found.makers.add(maker)
    else:
        found.rest.append((message, part))


def _dialect(part: ToolCallPart) -> bool:
    return part.shape is not None and " " in part.shape.form


def _look_at_results(message: Message, content: tuple[Any, ...], found: _Found) -> None:
    odd, waiting = found.odd, found.waiting
    for part in content:
        if type(part) is not ToolResultPart or part.hosted:
            _look_at_part(message, part, found)
            continue
        if part.id in waiting:
            waiting.remove(part.id)
        else:
            found.broken = True
        if part.name:
            found.names.add(part.name)
        if part.error or part.extras is not None or part.provider_options is not EMPTY or not part.output:
            odd.append(part)
        for piece in part.output:
            if type(piece) is not TextPart:
                found.rest.append((_RESULT, piece))
            elif piece.extras is not None or piece.provider_options is not EMPTY or piece.text.isspace() or not piece.text:
                odd.append(piece)


def _common(texts: Collection[str], longest: int) -> bool:
    """Tell whether texts are spelled so that every provider takes them."""
    if not texts:
        return True
    others = "".join(texts).encode(errors="replace").translate(None, _COMMON)
    return not others and "" not in texts and max(map(len, texts)) <= longest


def _odd_names(names: Collection[str]) -> bool:
    return not _common(names, COMMON_NAME) or any(name[0] in "0123456789-" for name in names)


def _order(messages: tuple[Message, ...]) -> set[Kind]:
    """Return what depends on the order of messages, read off the initials of their roles."""
    roles = "".join(map(_ROLES.__getitem__, map(type, messages)))
    shapes = list(map(_SHAPE, messages))
    spoken = roles.lstrip("s")
    kinds = {
        Kind.SYSTEM: roles.startswith("s"),
        Kind.LATE_SYSTEM: "s" in spoken,
        Kind.FIRST_SPEAKER: spoken[:1] in ("a", "t"),
        Kind.NEIGHBOURS: "uu" in roles or "aa" in roles or any(_apart(messages[at.end()]) for at in _TOOL_BEFORE.finditer(roles)),
        Kind.CLOSING_ASSISTANT: roles.endswith("a"),
        Kind.ODD_ROLE: any(map(has_odd_role, dict(zip(map(id, shapes), shapes, strict=True)).values())),
    }
    return {kind for kind, seen in kinds.items() if seen}


def _apart(message: Message) -> bool:
    return message.shape is not None and message.shape.apart


def _note_marks(record: Any, kinds: set[Kind]) -> None:
    """Note what a record's options and unclaimed fields say."""
    if record.extras is not None:
        kinds.add(Kind.EXTRAS)
    if record.provider_options is not EMPTY:
        if _is_marked(record):
            kinds.add(Kind.CACHE_MARKER)
        if any(map(record.provider_options.__contains__, SIGNED)):
            kinds.add(Kind.THOUGHT_SIGNATURE)
        if option(record, "openai", "audio") is not None:
            kinds.add(Kind.VOICE)
        if option(record, "openai", "itemId") is not None:
            kinds.add(Kind.UNUSUAL_ITEM)


def _is_marked(record: object) -> bool:
    """Tell whether a record carries a cache marker of Anthropic's or of Bedrock's."""
    return option(record, "anthropic", "cacheControl") is not None or option(record, "bedrock", "cachePoint") is not None


def _note_states(record: Any, kinds: set[Kind]) -> None:
    """Note what is odd about a record's own fields."""
    match record:
        case TextPart(text=text):
            states = {Kind.BLANK_TEXT: text.isspace() or not text}
        case ToolCallPart(input=given):
            states = {Kind.ODD_INPUT: type(given) not in _OBJECTS, Kind.ODD_LAYOUT: _dialect(record)}
        case ToolResultPart(output=output, error=error):
            states = {Kind.ERROR_RESULT: error, Kind.BLANK_TEXT: not output}
        case SystemMessage(content=content, name=name, developer=developer, shape=shape):
            listed = shape is not None and shape.form == "listed"
            states = {Kind.EMPTY_MESSAGE: not content, Kind.SPEAKER: name is not None}
            states |= {Kind.DEVELOPER: developer, Kind.LISTED_SYSTEM: listed}
        case _:
            states = {Kind.EMPTY_MESSAGE: not record.content, Kind.SPEAKER: record.name is not None}
    kinds.update(kind for kind, seen in states.items() if seen)


def _note_kinds(message: object, part: Any, kinds: set[Kind]) -> None:
    """Note the kinds of a part that is not text, nor a call or result of the caller's own tools."""
    kind = type(part)
    if kind in _KINDS:
        kinds.add(_KINDS[kind])
    if kind is not OpaquePart:
        _note_marks(part, kinds)
    if kind is ReasoningPart:
        known, encrypted = part.origin is not None, is_encrypted(part)
        states = {Kind.UNSIGNED_REASONING: known or not is_signed(part), Kind.UNENCRYPTED_REASONING: known or not encrypted}
        states |= {Kind.UNUSUAL_ITEM: encrypted, Kind.MISPLACED_REASONING: _misplaced(message), Kind.ODD_LAYOUT: lacks_field(part.shape)}
        kinds.update(kind for kind, seen in states.items() if seen)
    elif kind is JsonPart and type(part.value) is not JsonObject:
        kinds.add(Kind.ODD_JSON)
    elif kind is FilePart:
        states = {
            Kind.RESULT_FILE: message is _RESULT,
            Kind.TEXT_FILE: part.encoding == "text" or part.media_type.startswith("text/"),
            Kind.ASSISTANT_FILE: isinstance(message, AssistantMessage),
            Kind.ODD_LAYOUT: lacks_field(part.shape),
        }
        kinds.update(kind for kind, seen in states.items() if seen)


def _misplaced(message: object) -> bool:
    return isinstance(message, AssistantMessage) and type(message.content[0]) is not ReasoningPart


def _pairing(prompt: Prompt) -> set[Kind]:
    """Tell what is odd about the pairing."""
    pairs = pair(prompt)
    found = {
        Kind.STRAY_RESULT: True,
        Kind.ORPHAN_RESULT: pairs.orphans,
        Kind.UNANSWERED_CALL: not all(pairs.answers.values()),
        Kind.DOUBLE_RESULT: any(len(results) > 1 for results in pairs.answers.values()),
    }
    return {kind for kind, seen in found.items() if seen}
