"""One look at a history: which kinds of part and which states are in it. Rules that need none of them are skipped.

The loop is the price that every clean history pays. So it makes no calls, decides by class, leaves spellings to a few operations
on all ids at once, and only collects what is rare, which is looked into afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from attrs import Factory, define

from segue.json_values import EMPTY, JsonObject, JsonText
from segue.kinds import Kind
from segue.parts import FilePart, OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.prompts import AssistantMessage, Message, Prompt, Request, SystemMessage, ToolMessage, UserMessage
from segue.repairs._pairing import pair

_ROLES: dict[type, str] = {SystemMessage: "s", UserMessage: "u", AssistantMessage: "a", ToolMessage: "t"}
_NEIGHBOURS = re.compile("uu|aa")
_BEHIND_TOOL = re.compile("(?<=t)[tu]")
_OBJECTS = frozenset({JsonObject, JsonText})
_RESULT = object()
"""Stands for the message of a part that is found in a result."""
COMMON_ID = 40
"""Ids of up to so many letters, digits, _ and - are allowed everywhere; others are looked at."""
COMMON_NAME = 64
"""The same for names."""


@define
class _Found:
    """What the loop collects."""

    blank: bool = False
    empty: bool = False
    named: bool = False
    broken: bool = False
    """Some call or result is not paired as it should be."""
    ids: list[str] = Factory(list)
    names: set[str] = Factory(set)
    loose: list[str] = Factory(list)
    """Ids of all results, where the pairing is broken: those of orphans are among no calls."""
    hosted: list[str] = Factory(list)
    marked: list[Any] = Factory(list)
    """Records with options or unclaimed fields."""
    rest: list[tuple[object, Part]] = Factory(list)
    """Parts that are neither text nor a call or result of the caller's own tools."""
    odd_input: bool = False
    error: bool = False


def scan_request(request: Request) -> frozenset[Kind]:
    """Return the kinds found in a request: its prompt's, and those of its tools."""
    kinds = scan(request.prompt)
    if not request.tools:
        return kinds
    found = {Kind.HOSTED for tool in request.tools if tool.hosted}
    found |= {Kind.CACHE_MARKER for tool in request.tools if option(tool, "anthropic", "cacheControl") is not None}
    odd = not _common([tool.name for tool in request.tools if not tool.hosted], COMMON_NAME)
    return kinds | found | ({Kind.ODD_NAME} if odd else set())


def scan(prompt: Prompt) -> frozenset[Kind]:
    """Return the kinds of part and states found in a prompt. Linear.

    >>> from segue.prompts import assistant, user
    >>> sorted(kind.name for kind in scan(Prompt((user("Hi"), assistant("Hello"), user(" ")))))
    ['BLANK_TEXT']
    """
    found = _look(prompt.messages)
    kinds = _order(prompt.messages)
    states = {
        Kind.BLANK_TEXT: found.blank,
        Kind.EMPTY_MESSAGE: found.empty,
        Kind.SPEAKER: found.named,
        Kind.ODD_INPUT: found.odd_input,
        Kind.ERROR_RESULT: found.error,
        Kind.HOSTED: found.hosted,
        Kind.CALL: found.names,
        Kind.REUSED_ID: len(found.ids) + len(found.hosted) != len({*found.ids, *found.hosted}),
        Kind.ODD_ID: not (_common(found.ids, COMMON_ID) and _common(found.loose, COMMON_ID)),
        Kind.ODD_NAME: not _common(found.names, COMMON_NAME),
    }
    kinds |= {kind for kind, seen in states.items() if seen}
    for record in found.marked:
        kinds |= _marks(record)
    for message, part in found.rest:
        kinds |= _kinds_of(message, part)
    return frozenset(kinds | _pairing(prompt) if found.broken else kinds)


def _look(messages: tuple[Message, ...]) -> _Found:  # noqa: C901, PLR0912  # one loop without calls: every clean history pays for it
    """Go through all parts once."""
    found, waiting, results = _Found(), set[str](), list[ToolResultPart]()
    ids, names, marked = found.ids, found.names, found.marked
    for message in messages:
        if message.extras is not None or message.provider_options is not EMPTY:
            marked.append(message)
        if waiting and message.__class__ is not ToolMessage:
            found.broken = True
            waiting.clear()
        if message.name is not None:
            found.named = True
        content: tuple[Any, ...] = message.content
        if not content:
            found.empty = True
        for part in content:
            kind = part.__class__
            if kind is TextPart:
                if part.text.isspace() or not part.text:
                    found.blank = True
            elif kind is ToolCallPart and not part.hosted:
                id = part.id
                if id in waiting:
                    found.broken = True
                waiting.add(id)
                ids.append(id)
                names.add(part.name)
                if part.input.__class__ not in _OBJECTS:
                    found.odd_input = True
            elif kind is ToolResultPart and not part.hosted:
                if part.id not in waiting:
                    found.broken = True
                waiting.discard(part.id)
                results.append(part)
            else:
                found.rest.append((message, part))
                continue
            if part.extras is not None or part.provider_options is not EMPTY:
                marked.append(part)
    found.broken = found.broken or bool(waiting)
    return _look_into_results(results, found)


def _look_into_results(results: list[ToolResultPart], found: _Found) -> _Found:
    names, marked = found.names, found.marked
    for part in results:
        if part.name:
            names.add(part.name)
        if part.error:
            found.error = True
        if not part.output:
            found.blank = True
        piece: Any
        for piece in part.output:
            if piece.__class__ is not TextPart:
                found.rest.append((_RESULT, piece))
            else:
                text = piece.text
                if text.isspace() or not text:
                    found.blank = True
                if piece.extras is not None or piece.provider_options is not EMPTY:
                    marked.append(piece)
    found.hosted += [part.id for _, part in found.rest if isinstance(part, ToolCallPart)]
    if found.broken:
        found.loose += [part.id for part in results]
    return found


def _common(texts: Collection[str], longest: int) -> bool:
    """Tell whether texts are spelled so that every provider takes them."""
    if not texts:
        return True
    letters = "".join(texts).replace("_", "").replace("-", "")
    plain = letters.isascii() and (letters.isalnum() or not letters)
    return plain and "" not in texts and max(map(len, texts)) <= longest


def _order(messages: tuple[Message, ...]) -> set[Kind]:
    """Return what depends on the order of messages, read off the initials of their roles."""
    roles = "".join([_ROLES[message.__class__] for message in messages])
    spoken = roles.lstrip("s")
    kinds = {
        Kind.SYSTEM: roles.startswith("s"),
        Kind.LATE_SYSTEM: "s" in spoken,
        Kind.FIRST_SPEAKER: spoken[:1] in ("a", "t"),
        Kind.NEIGHBOURS: _NEIGHBOURS.search(roles) or any(_apart(messages[at.start()]) for at in _BEHIND_TOOL.finditer(roles)),
        Kind.CLOSING_ASSISTANT: roles.endswith("a"),
    }
    if "s" in roles:
        systems = [message for message in messages if isinstance(message, SystemMessage)]
        kinds[Kind.DEVELOPER] = any(message.developer for message in systems)
        kinds[Kind.LISTED_SYSTEM] = any(message.shape is not None and message.shape.form == "listed" for message in systems)
    return {kind for kind, seen in kinds.items() if seen}


def _apart(message: Message) -> bool:
    return message.shape is not None and message.shape.apart


def _marks(record: Any) -> set[Kind]:
    """Return what a record's options and unclaimed fields say."""
    kinds = {Kind.EXTRAS} if record.extras is not None else set()
    if option(record, "anthropic", "cacheControl") is not None:
        kinds.add(Kind.CACHE_MARKER)
    if option(record, "openai", "audio") is not None:
        kinds.add(Kind.VOICE)
    return kinds


def _kinds_of(message: object, part: Part) -> set[Kind]:
    """Return the kinds of a part that is not text, nor a call or result of the caller's own tools."""
    kinds = set() if isinstance(part, OpaquePart) else _marks(part)
    match part:
        case ReasoningPart():
            kinds.add(Kind.REASONING)
        case ToolCallPart() | ToolResultPart():
            kinds.add(Kind.HOSTED)
        case OpaquePart():
            kinds.add(Kind.OPAQUE)
        case FilePart():
            kinds |= {Kind.FILE} | {Kind.RESULT_FILE} if message is _RESULT else {Kind.FILE}
            kinds |= {Kind.TEXT_FILE} if part.encoding == "text" or part.media_type.startswith("text/") else set()
            kinds |= {Kind.ASSISTANT_FILE} if isinstance(message, AssistantMessage) else set()
        case _:
            pass
    return kinds


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
