"""Records written as parts of Gemini's contents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from attrs import Factory, define

from segue.formats.anthropic_hosted import demanded
from segue.formats.gemini_files import write_file
from segue.formats.gemini_hosted import write_hosted
from segue.formats.gemini_layout import extras_of, finish, had, laid, own, signature, stood, told
from segue.formats.gemini_parts import CALL_SETTINGS
from segue.formats.gemini_results import write_response
from segue.formats.gemini_unread import write_unread
from segue.formats.gemini_wire import MAKER, MAKERS, NAME, Fields
from segue.formats.openai_chat_content import told as in_words
from segue.json_values import EMPTY, JsonObject, thaw
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.shapes import Shape

_CALLED = "functionCall"


@define
class Writing:
    """What was written so far that later parts refer to."""

    calls: dict[str, ToolCallPart] = Factory(dict)
    """The calls by id, since results repeat their names."""
    hosted: dict[str, str] = Factory(dict)
    """The names of the tools that a provider ran, by the ids of their calls."""
    waiting: list[Fields] = Factory(list)
    """Results in the model's message, which are said in a content of the user's behind it."""


Writer: TypeAlias = Callable[[Any, Writing], Fields | None]


def write_parts(content: tuple[Any, ...], writers: Mapping[type, Writer], writing: Writing) -> list[Fields]:
    """Return the parts of a message; reasoning that is another's is left out."""
    written: list[Fields] = []
    for part in content:
        cls = part.__class__
        if cls is TextPart and part.shape is None and part.extras is None and part.provider_options is EMPTY:
            written.append({"text": part.text})
        elif cls is ToolResultPart and writers is USER and not part.hosted:
            written += write_response(part, writing.calls.get(part.id))
        elif (wire := writers.get(cls, _told)(part, writing)) is not None:
            written.append(wire)
    return written


def _told(part: Any, _: Writing) -> Fields | None:
    """Tell as text what has no other place here."""
    text = in_words(part)
    return None if text is None else {"text": text}


def _text(part: TextPart, _: Writing) -> Fields:
    return finish(_words(part), part)


def _words(part: TextPart | ReasoningPart) -> Fields:
    """Return the text, none where there was none."""
    shape = own(part)
    return {} if not part.text and shape is not None and not stood(shape, "text") else {"text": part.text}


def _thought(part: ReasoningPart, _: Writing) -> Fields | None:
    """Write a thought of Gemini's; those of others, which tell no signature and no maker of this kind, are left out."""
    shape = own(part)
    if shape is None and signature(part) is None and (part.origin is None or part.origin.provider not in MAKERS):
        return None
    return finish(_words(part) | {"thought": True}, part)


def _file(part: FilePart, writing: Writing) -> Fields | None:
    return write_file(part) or _told(part, writing)


def _call(part: ToolCallPart, writing: Writing) -> Fields:
    if part.hosted:
        writing.hosted[part.id] = part.name
        return write_hosted(part, EMPTY)
    writing.calls[part.id] = part
    shape, given = own(part), part.input
    value = thaw(given) if given.__class__ is JsonObject else demanded(given, verbatim=shape is not None)
    return finish({_CALLED: _foreign_call(part, value) if shape is None else _own_call(part, shape, value)}, part, _CALLED)


def _foreign_call(part: ToolCallPart, value: Any) -> Fields:
    return ({"id": part.id} if part.id else {}) | {"name": part.name, "args": value}


def _own_call(part: ToolCallPart, shape: Shape, value: Any) -> Fields:
    keys = told(shape, "keys")
    if shape.detail.__class__ is tuple:
        plain = {"id": part.id, "name": part.name, "args": value}
        return {key: plain[key] for key in keys}
    fields: Fields = {"id": part.id} if had(shape, "id") else {}
    fields |= {"name": part.name} if part.name or had(shape, "name") else {}
    fields |= {"args": value} if value or had(shape, "args") else {}
    options, extras = part.provider_options.get(MAKER), extras_of(part).get(_CALLED)
    if isinstance(options, JsonObject):
        fields |= {name: thaw(options[name]) for name in CALL_SETTINGS if name in options}
    return laid(fields, keys, told(shape, "inner"), extras if isinstance(extras, JsonObject) else EMPTY)


def _result(part: ToolResultPart, writing: Writing) -> Fields | None:
    """Write the result of a tool that a provider ran; another has no place in the model's message and waits."""
    if part.hosted:
        return write_hosted(part, writing.hosted)
    writing.waiting += write_response(part, writing.calls.get(part.id))
    return None


def _opaque(part: OpaquePart, writing: Writing) -> Fields | None:
    return write_unread(part) if part.format == NAME else _told(part, writing)


SYSTEM: Mapping[type, Writer] = {TextPart: _text, OpaquePart: _opaque}
USER: Mapping[type, Writer] = {**SYSTEM, FilePart: _file}
MODEL: Mapping[type, Writer] = {**USER, ReasoningPart: _thought, ToolCallPart: _call, ToolResultPart: _result}
