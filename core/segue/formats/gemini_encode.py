"""Requests, written as bodies or bare contents of Gemini; and where in them each record stands."""

from __future__ import annotations

from itertools import accumulate, takewhile
from typing import Any

from segue import placeholders
from segue.formats.format import MessagePlaces
from segue.formats.gemini_blocks import MODEL, SYSTEM, USER, Writing, write_parts
from segue.formats.gemini_decode import JOINED, LISTED, PART, STRING
from segue.formats.gemini_layout import extras_of, laid, own, stood, told
from segue.formats.gemini_tools import write_choice, write_tools
from segue.formats.gemini_wire import NAMES, Fields
from segue.json_values import EMPTY, JsonObject
from segue.kinds import Place
from segue.parts import TextPart
from segue.prompts import AssistantMessage, Message, Request, SystemMessage, ToolMessage, UserMessage
from segue.shapes import Shape

_SYSTEM, _CONTENTS, _CONFIG = "systemInstruction", "contents", "config"
_WRITERS = {SystemMessage: SYSTEM, UserMessage: USER, ToolMessage: USER, AssistantMessage: MODEL}
_ROLES = {SystemMessage: "system", UserMessage: "user", ToolMessage: "user", AssistantMessage: "model"}
_SPELLED = {LISTED: "system"}
_LOOSE = frozenset({STRING, PART})
_UNLAID = _LOOSE | {JOINED}
"""Forms of messages that had no content of their own, which could tell how one is laid out."""
_PLAIN = ("role", "parts")
_USERS = (UserMessage, ToolMessage)


def write_request(request: Request) -> Any:
    """Return the payload: bare contents where these were read and nothing needs a body, otherwise a body."""
    lead, rest = divided(request)
    writing, shape = Writing(), own(request)
    system = _system(lead, writing)
    contents = [content for group in grouped(rest) for content in _contents(group, writing)]
    written: Any = contents[0] if _is_single(contents, told(shape, _CONTENTS)) else contents
    settings, left = _settings(request, system, _settings_extras(request))
    if shape is not None and shape.form == "bare" and not settings:
        return written
    if not is_within(request):
        first = {_SYSTEM: settings.pop(_SYSTEM)} if system is not None else {}
        return laid({**first, _CONTENTS: written, **settings}, _keys(shape), told(shape, "blank"), left)
    config = laid(settings, told(shape, "keys"), told(shape, "inner"), left)
    return laid({_CONTENTS: written, _CONFIG: config}, _keys(shape), told(shape, "blank"), extras_of(request).without(_CONFIG))


def _is_single(contents: list[Any], manner: object) -> bool:
    """Tell whether contents are written as one content or text, as they came."""
    return len(contents) == 1 and manner == ("string" if isinstance(contents[0], str) else "one")


def _keys(shape: Shape | None) -> tuple[str, ...]:
    return () if shape is None else shape.keys


def is_within(request: Request) -> bool:
    """Tell whether the settings stand in `config`, as in the arguments that the SDKs take."""
    return told(own(request), "keys") is not None


def _settings_extras(request: Request) -> JsonObject:
    extras = extras_of(request)
    within = extras.get(_CONFIG, EMPTY) if is_within(request) else extras
    return within if isinstance(within, JsonObject) else EMPTY


def _settings(request: Request, system: Any, extras: JsonObject) -> tuple[Fields, JsonObject]:
    """Return what is written beside the contents, and the unclaimed fields that are not among it."""
    key, choice = write_choice(extras, request)
    tools = write_tools(request.tools, told(own(request), "tools"))
    said = {_SYSTEM: system, "tools": tools, "toolConfig": choice}
    return {name: value for name, value in said.items() if value is not None}, extras.without(key)


def divided(request: Request) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Return the messages that are the system instruction, the first ones that had not stood among the contents; and the others."""
    messages = request.prompt.messages
    lead = tuple(takewhile(lambda message: message.__class__ is SystemMessage and not _is_form(message, LISTED), messages))
    return lead, messages[len(lead) :]


def _is_form(record: Any, *forms: str) -> bool:
    shape = own(record)
    return shape is not None and shape.form in forms


def _system(lead: tuple[Message, ...], writing: Writing) -> Any:
    parts = [part for message in lead for part in write_parts(message.content, SYSTEM, writing)]
    shape = own(lead[0]) if len(lead) == 1 else None
    if shape is None:
        return {"parts": parts} if parts else None
    if shape.form in _LOOSE and len(parts) == 1:
        return _loose(shape.form, parts[0])
    if shape.form == "list":
        forms = (STRING if _is_form(part, STRING) else PART for part in lead[0].content)
        return [_loose(form, wire) for form, wire in zip(forms, parts, strict=False)]
    fields = {"parts": _listed(parts, shape)} if parts or stood(shape, "parts") else {}
    return laid(fields, shape.keys, told(shape, "blank"), extras_of(lead[0]))


def grouped(messages: tuple[Message, ...]) -> list[list[Message]]:
    """Return the records that share a content: results in a row, and what was said beside them in the same content."""
    groups: list[list[Message]] = []
    before: type | None = None
    for message in messages:
        cls = message.__class__
        if before is not None and cls in _USERS and _joins(message, cls, before):
            groups[-1].append(message)
        else:
            groups.append([message])
        before = cls if cls in _USERS else None
    return groups


def _joins(message: Message, cls: type, before: type) -> bool:
    shape = own(message)
    gathers = cls is ToolMessage and before is ToolMessage
    return gathers if shape is None else shape.form == JOINED or (gathers and not shape.apart)


def _contents(group: list[Message], writing: Writing) -> list[Any]:
    """Return what a group is written as: a content, or what stood in place of one; and one of results that may not stand in it."""
    message = group[0]
    form = "" if (shape := own(message)) is None else shape.form
    if message.__class__ is SystemMessage and form != LISTED:
        return [_late_system(message, writing)]
    parts = write_parts(message.content, _WRITERS[message.__class__], writing)
    for record in group[1:]:
        parts += write_parts(record.content, USER, writing)
    contents = [_loose(form, parts[0]) if form in _LOOSE and len(parts) == 1 else _content(group, parts)]
    if writing.waiting:
        contents.append({"role": "user", "parts": writing.waiting})
        writing.waiting = []
    return contents


def _loose(form: str, part: Fields) -> Any:
    """Return the part that stands for a content, or its text where a text did."""
    return part["text"] if form == STRING and tuple(part) == ("text",) else part


def _content(group: list[Message], parts: list[Fields]) -> Fields:
    message = group[0]
    role, shape = _ROLES[message.__class__], own(message)
    fields: Fields = {"role": role, "parts": _listed(parts, shape)}
    if shape is None or shape.form in _UNLAID:
        return fields
    extras = {key: value for record in group if record.extras is not None for key, value in extras_of(record).items()}
    if shape.keys == _PLAIN and not shape.form and shape.detail is None and not extras:
        return fields
    if not parts and not stood(shape, "parts"):
        del fields["parts"]
    if not stood(shape, "role"):
        del fields["role"]
    elif shape.form:
        fields["role"] = _SPELLED.get(shape.form, shape.form)
    return laid(fields, shape.keys, told(shape, "blank"), extras)


def _listed(parts: list[Fields], shape: Shape | None) -> list[Fields] | Fields:
    """Return parts as they are written: the only one without a list where it came so."""
    return parts[0] if len(parts) == 1 and told(shape, "single") else parts


def _late_system(message: Message, writing: Writing) -> Fields:
    """Write an operator's later words as a user's, between labels: the instruction is of all that is said before."""
    words = [part.text for part in message.content if isinstance(part, TextPart)]
    if not any(map(str.strip, words)):
        return {"role": "user", "parts": write_parts(message.content, SYSTEM, writing)}
    rest = tuple(part for part in message.content if not isinstance(part, TextPart))
    text = "\n".join((placeholders.SYSTEM_BEGINS, *words, placeholders.SYSTEM_ENDS))
    return {"role": "user", "parts": [{"text": text}, *write_parts(rest, SYSTEM, writing)]}


def places(request: Request) -> tuple[MessagePlaces, ...]:
    """Return the JSON path of each message and of each of its parts, for a request as `decode` returned it."""
    lead, rest = divided(request)
    shape = own(request)
    root: Place = () if shape is not None and shape.form == "bare" else (_CONTENTS,)
    listed = told(shape, _CONTENTS) in {None, "list"}
    found = [_system_place(request, message) for message in lead]
    for index, group in enumerate(grouped(rest)):
        found += _group_places((*root, index) if listed else root, group)
    return tuple(found)


def _system_place(request: Request, message: Message) -> MessagePlaces:
    shape, within = own(request), is_within(request)
    keys = told(shape, "keys") if within else _keys(shape)
    key = next((key for key in keys if NAMES.get(key, key) == _SYSTEM), _SYSTEM)
    place: Place = (*((_CONFIG,) if within else ()), key)
    if _is_form(message, STRING, PART):
        return place, (place,) * len(message.content)
    if told(own(message), "single"):
        return place, ((*place, "parts"),) * len(message.content)
    steps = () if _is_form(message, "list") else ("parts",)
    return place, tuple((*place, *steps, index) for index in range(len(message.content)))


def _group_places(place: Place, group: list[Message]) -> list[MessagePlaces]:
    if _is_form(group[0], STRING, PART):
        return [(place, (place,) * len(group[0].content))]
    if told(own(group[0]), "single"):
        return [(place, ((*place, "parts"),))]
    starts = accumulate((len(message.content) for message in group), initial=0)
    spans = [range(start, start + len(message.content)) for start, message in zip(starts, group, strict=False)]
    return [(place, tuple((*place, "parts", index) for index in span)) for span in spans]
