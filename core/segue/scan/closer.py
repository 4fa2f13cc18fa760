"""A closer look at a message that is not of a usual layout: part by part, whatever it holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import Factory, define

from segue.characters import is_broken
from segue.json_values import JsonObject, JsonText
from segue.kinds import Kind
from segue.parts import ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.profiles.gemini import FORMAT as GEMINI
from segue.profiles.gemini import has_odd_role
from segue.profiles.openai import LONGEST_INPUT, LONGEST_TEXT
from segue.profiles.responses import item_id, needs_screen
from segue.prompts import AssistantMessage, Message, SystemMessage, ToolMessage
from segue.scan import records
from segue.scan.bits import BROKEN, MORE_IDS, NAMED, PARTIAL, bits
from segue.scan.look import BEGINNINGS, CALLED, NO_FUNCTIONS, NONE, Look, is_usual_id, listed

_REUSED, _MISNAMED, _ODD_ROLE, _SCREEN = (
    bits(kind) for kind in (Kind.REUSED_ID, Kind.MISNAMED_RESULT, Kind.ODD_ROLE, Kind.SCREEN)
)


@define
class _Looking:
    """What is found so far."""

    message: Message
    kinds: int
    calls: dict[str, str] = Factory(dict)
    answers: dict[str, str] = Factory(dict)
    items: list[str] = Factory(list)
    done: list[str] = Factory(list)
    hosted: list[str] = Factory(list)

    def part(self, part: Any) -> None:
        kind = type(part)
        if kind is TextPart:
            self.kinds |= 0 if _is_merely_named(part) else records.text(part)
        elif kind is ToolCallPart:
            self.call(part)
        elif kind is ToolResultPart and not part.hosted:
            self.result(part)
        elif kind is ReasoningPart:
            misplaced = isinstance(self.message, AssistantMessage) and type(self.message.content[0]) is not ReasoningPart
            self.kinds |= (records.plain_thought(part) or records.odd_thought(part)) | records.half(part.text)
            self.kinds |= records.MISPLACED if misplaced else 0
        else:
            self.kinds |= records.other(part, self.message)

    def call(self, part: ToolCallPart) -> None:
        if part.hosted:
            self.hosted.append(part.id)
            self.kinds |= records.other(part, self.message) | MORE_IDS
            return
        self.kinds |= (records.INPUTS.get(type(part.input), 0) if _is_merely_named(part) else records.call(part)) | CALLED[part.name]
        self.kinds |= (BROKEN | _REUSED if part.id in self.calls else 0) | (_SCREEN if needs_screen(part) else 0)
        self.calls[part.id] = part.name

    def result(self, part: ToolResultPart) -> None:
        self.kinds |= records.result(part) | (CALLED[part.name] if part.name else 0)
        self.kinds |= 0 if part.name or part.shape is None or part.shape.format != GEMINI else _MISNAMED
        for piece in part.output:
            self.kinds |= _piece(piece)
        if part.id in self.calls:
            self.kinds |= MORE_IDS if part.name in ("", self.calls.pop(part.id)) else MORE_IDS | _MISNAMED
            self.done.append(part.id)
        elif not isinstance(self.message, ToolMessage) or part.id in self.answers:
            self.kinds |= BROKEN
        else:
            self.answers[part.id] = part.name

    def found(self) -> Look:
        """Return all of it. Calls of a tool message, which has none, leave unclear what answers what."""
        if isinstance(self.message, ToolMessage):
            kinds = self.kinds | (BROKEN | MORE_IDS if self.calls else 0)
            return kinds, NONE, listed(self.answers), (), ([*self.done, *self.calls], self.hosted)
        return self.kinds | (NAMED if self.items else 0), listed(self.calls), None, self.items, (self.done, self.hosted)


def look_closer(message: Message) -> Look:
    """Return what is found in a message of any layout."""
    looking = _Looking(message, records.holder(message))
    for part in message.content:
        looking.part(part)
    if not isinstance(message, SystemMessage) and has_odd_role(message.shape):
        looking.kinds |= _ODD_ROLE
    if isinstance(message, AssistantMessage):
        looking.kinds |= 0 if _is_whole(message.content, looking.items) else PARTIAL
        looking.kinds |= records.CLOSING if message.content and type(message.content[-1]) is ReasoningPart else 0
        looking.kinds |= records.UNUSUAL_SIGNATURE if message.origin is not None and looking.kinds & records.SIGNED else 0
    return looking.found()


def _piece(piece: Any) -> int:
    if type(piece) is not TextPart:
        return records.other(piece, None)
    return 0 if _is_merely_named(piece) else records.text(piece)


def _is_merely_named(record: TextPart | ToolCallPart) -> bool:
    """Tell whether nothing is odd about a text or a call but that its item has an id."""
    options = record.provider_options
    own = options.get("openai")
    if own.__class__ is not JsonObject or len(own) != 1 or "itemId" not in own or len(options) != 1 or record.extras is not None:
        return False
    if isinstance(record, TextPart):
        return 0 < len(record.text) <= LONGEST_TEXT and not record.text.isspace() and not is_broken(record.text)
    usual = isinstance(record.input, JsonObject | JsonText) and len(record.input) <= LONGEST_INPUT and not is_broken(record.input)
    return usual and (record.shape is None or " " not in record.shape.form)


def _is_whole(content: Sequence[Any], items: list[str]) -> bool:
    """Tell whether a reply has no ids, or is thoughts and what came of them, all with ids of their kind, which are gathered.

    False tells nothing: it may be whole all the same.
    """
    led, said, whole = False, True, True
    for part in content:
        kind, id = part.__class__, item_id(part)
        items += [] if id is None else [id]
        if kind not in BEGINNINGS or (id is not None and not is_usual_id(id, kind)) or _is_no_function(part):
            whole = False
        elif kind is ReasoningPart:
            whole, led, said = whole and id is not None, True, False
        else:
            whole, said = whole and (id is not None) is led, True
    return whole and said


def _is_no_function(part: Any) -> bool:
    return part.__class__ is ToolCallPart and (part.hosted or (part.shape is not None and part.shape.form in NO_FUNCTIONS))
