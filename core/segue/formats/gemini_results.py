"""Gemini's `functionResponse`: what a call gave, an object with files beside it, from its wire part and back.

A response that is `{"result": …}` or `{"output": …}` alone gives the text, object or list there, `{"error": …}` an error, another gives
the whole: a number or a truth value alone would no longer say what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from segue import placeholders
from segue.formats.gemini_files import read_file, write_file
from segue.formats.gemini_layout import Opened, extras_of, finish, had, inside, kept, laid, opened, options_of, own, shape_of, told
from segue.formats.gemini_pairing import Pairing
from segue.formats.gemini_unread import unread, write_unread
from segue.formats.gemini_wire import MAKER, NAMES, SETTINGS, Fields, frozen_at, listing, mapping, string
from segue.formats.openai_chat_content import told as in_words
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, thaw
from segue.parts import FilePart, JsonPart, OpaquePart, OutputPart, TextPart, ToolCallPart, ToolResultPart
from segue.shapes import Shape

_RESPONSE = frozenset({"id", "name", "response", "parts", "willContinue", "scheduling"})
_SETTINGS = ("willContinue", "scheduling")
_KIND = "functionResponse"
_FILES = ("inlineData", "fileData")
_PIECE = frozenset((*_FILES, *SETTINGS))
_WRAPPERS = ("result", "output", "error")
WHOLE, BARE, FILE = "whole", "bare", "inside"
FORMS = (*_WRAPPERS, WHOLE)
"""The forms of a response that is an object."""


text_part, json_part = quick(TextPart), quick(JsonPart)

Said: TypeAlias = tuple[tuple[OutputPart, ...], bool, str]
"""The pieces of a response, whether it is an error, and its form."""


def read_response(part: Opened, pairing: Pairing) -> ToolResultPart:
    """Read a result. Raises `Malformed`."""
    inner = inside(part, _KIND, _RESPONSE)
    absent: Said = ((), False, "")
    said = response_of(frozen_at("response", inner.said["response"], _KIND)) if "response" in inner.said else absent
    output, error, form = (*said[0], *_files(inner.said)), *said[1:]
    options = options_of(part, **{name: frozen_at(name, inner.said[name], _KIND) for name in _SETTINGS if name in inner.said})
    name = string(inner.said, "name", _KIND)
    id = pairing.result(name, string(inner.said, "id", _KIND) if "id" in inner.said else None)
    return ToolResultPart(id, name, output, error, False, None, options, kept(part.left, {_KIND: inner.left}), shape_of(part, inner, form))


def response_of(response: JsonValue) -> Said:
    """Return the pieces of a frozen response, whether it is an error, and its form.

    >>> from segue.json_values import freeze
    >>> response_of(freeze({"result": "21 C"}))[0][0].text, response_of(freeze({"celsius": 21}))[0][0].value
    ('21 C', {'celsius': 21})
    """
    if not isinstance(response, JsonObject):
        return (_piece(response),), False, BARE
    if len(response) == 1:
        (form,) = response
        if form in _WRAPPERS and isinstance(response[form], str | JsonObject | tuple):
            return (_piece(response[form]),), form == "error", form
    if not response:
        return (), False, WHOLE
    return (json_part(response, EMPTY, None, None),), response.get("error") not in (None, False, "", ()), WHOLE


def _piece(value: JsonValue) -> TextPart | JsonPart:
    return text_part(value, EMPTY, None, None) if value.__class__ is str else json_part(value, EMPTY, None, None)


def _files(said: Fields) -> tuple[OutputPart, ...]:
    pieces: list[OutputPart] = []
    for index, raw in enumerate(listing(said.get("parts", ()), _KIND, "parts")):
        try:
            pieces.append(_file(raw))
        except Malformed as fault:
            raise fault.at(_KIND, "parts", index) from None
    return tuple(pieces)


def _file(raw: Any) -> OutputPart:
    part = opened(mapping(raw), _PIECE)
    held = [kind for kind in _FILES if kind in part.said]
    twice = any(NAMES.get(key, key) in _FILES for key in part.left)
    file = read_file(part, held[0], FILE) if len(held) == 1 and not twice else None
    if file is not None:
        return file
    kind = next(iter(held or [NAMES.get(key, key) for key in part.left]), "")
    return unread(raw, kind, FILE)


def write_response(part: ToolResultPart, call: ToolCallPart | None) -> list[Fields]:
    """Write a result, and behind it the files that had not stood in it. `call` is the one it answers, if that is known."""
    shape = own(part)
    plain = shape is not None and shape.detail.__class__ is tuple and part.extras is None and part.provider_options is EMPTY
    response = _plain_response(part, shape.form) if plain and shape is not None else None
    if response is None or shape is None:
        return _any_result(part, call, shape)
    fields = {"name": part.name, "response": response, "id": part.id}
    return [{shape.keys[0]: {key: fields[key] for key in told(shape, "keys")}}]


def _plain_response(part: ToolResultPart, form: str) -> Fields | None:
    """Return the response of a result of the layout that nearly all have, None for another."""
    only = part.output[0] if len(part.output) == 1 else None
    if part.error != (form == "error"):
        return None
    if only.__class__ is TextPart and form != WHOLE:
        return {form: only.text}
    if only.__class__ is not JsonPart or (form == WHOLE and only.value.__class__ is not JsonObject):
        return None
    return thaw(only.value) if form == WHOLE else {form: thaw(only.value)}


def _any_result(part: ToolResultPart, call: ToolCallPart | None, shape: Shape | None) -> list[Fields]:
    inside = [piece for piece in part.output if _stands_inside(piece)]
    others = [piece for piece in part.output if not _stands_inside(piece)]
    beside = [(piece, file) for piece in others if isinstance(piece, FilePart) and (file := write_file(piece)) is not None]
    taken = {id(piece) for piece, _ in beside}
    pieces = [piece for piece in others if id(piece) not in taken]
    if beside and not pieces:
        pieces = [TextPart(placeholders.RESULT_FOLLOWS)]
    fields = _named(part, shape, call)
    response = _response(part, pieces, shape)
    fields |= {} if response is None else {"response": response}
    if inside or (shape is not None and had(shape, "parts")):
        fields["parts"] = [_written_inside(piece) for piece in inside]
    return [_finished(part, fields, shape), *(file for _, file in beside)]


def _stands_inside(piece: OutputPart) -> bool:
    shape = own(piece) if isinstance(piece, FilePart | OpaquePart) else None
    return shape is not None and shape.form == FILE


def _written_inside(piece: Any) -> Fields:
    return write_unread(piece) if isinstance(piece, OpaquePart) else write_file(piece) or {}


def _named(part: ToolResultPart, shape: Shape | None, call: ToolCallPart | None) -> Fields:
    """Return id and name. Where the format did not read it, its call tells the name, and whether ids are written."""
    if shape is not None:
        id = {"id": part.id} if had(shape, "id") else {}
        return id | ({"name": part.name} if part.name or had(shape, "name") else {})
    asked = None if call is None else own(call)
    id = {"id": part.id} if part.id and (asked is None or had(asked, "id")) else {}
    return id | {"name": (call.name if call is not None else part.name) or placeholders.UNKNOWN_TOOL}


def _response(part: ToolResultPart, pieces: list[Any], shape: Shape | None) -> Any:
    """Return the object that says what the pieces say; None where there is none as there was none."""
    form = "" if shape is None else shape.form
    if not pieces and part.error:
        return {"error": ""}
    if not pieces:
        return {} if shape is None or had(shape, "response") else None
    value = _value(pieces)
    if form == BARE or (form == WHOLE and isinstance(value, dict) and isinstance(pieces[0], JsonPart)):
        return value
    return {"error" if part.error else form if form == "output" else "result": value}


def _value(pieces: list[Any]) -> Any:
    if len(pieces) == 1:
        return thaw(pieces[0].value) if isinstance(pieces[0], JsonPart) else in_words(pieces[0])
    if any(isinstance(piece, JsonPart) for piece in pieces):
        return [_value([piece]) for piece in pieces]
    return "\n".join(filter(None, map(in_words, pieces)))


def _finished(part: ToolResultPart, fields: Fields, shape: Shape | None) -> Fields:
    options, extras = part.provider_options.get(MAKER), extras_of(part).get(_KIND)
    if isinstance(options, JsonObject):
        fields |= {name: thaw(options[name]) for name in _SETTINGS if name in options}
    inner: Mapping[str, JsonValue] = extras if isinstance(extras, JsonObject) else EMPTY
    return finish({_KIND: laid(fields, told(shape, "keys"), told(shape, "inner"), inner)}, part, _KIND)
