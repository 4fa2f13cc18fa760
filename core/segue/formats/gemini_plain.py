"""The layouts that nearly all of Gemini's parts have, read without a detour.

Texts and nothing else, which are most, are read where the parts are. A reader returns None where a value is not what it expects;
the part is then read as one of any layout.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any, TypeAlias

from segue.formats.gemini_pairing import Pairing
from segue.formats.gemini_results import FORMS, response_of
from segue.formats.gemini_wire import MAKER, NAME, NAMES, SIGNATURE, snake
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, Malformed, freeze_object
from segue.parts import Part, ReasoningPart, TextPart, ThoughtSignature, ToolCallPart, ToolResultPart
from segue.shapes import Shape

Keys: TypeAlias = tuple[str, ...]
Plain: TypeAlias = Callable[[dict[str, Any], Pairing], Part | None]

text_part, reasoning_part, call_part, result_part = quick(TextPart), quick(ReasoningPart), quick(ToolCallPart), quick(ToolResultPart)


def _orders(*names: str) -> set[Keys]:
    """Return the keys of these fields in every order, all in one spelling or all in the other."""
    return {order for keys in (names, tuple(map(snake, names))) for order in permutations(keys)}


def _token_at(keys: Keys) -> str:
    return next((key for key in keys if NAMES.get(key, key) == SIGNATURE), "")


def _token(part: dict[str, Any], key: str) -> JsonObject | None:
    """Return the options that a signature is; None where it is no text."""
    token = part[key]
    return ThoughtSignature({MAKER: JsonObject({SIGNATURE: token})}) if token.__class__ is str else None


def _signed_text(keys: Keys) -> Plain:
    key, shape = _token_at(keys), Shape(NAME, keys)

    def read(part: dict[str, Any], _: Pairing) -> TextPart | None:
        text, told = part["text"], _token(part, key)
        return text_part(text, told, None, shape) if text.__class__ is str and told is not None else None

    return read


def _thought(keys: Keys) -> Plain:
    key, shape = _token_at(keys), Shape(NAME, keys)

    def read(part: dict[str, Any], _: Pairing) -> ReasoningPart | None:
        text, told = part["text"], _token(part, key) if key else EMPTY
        fits = text.__class__ is str and part["thought"] is True and told is not None
        return reasoning_part(text, told, None, None, shape) if fits else None

    return read


def _inner_shapes(keys: Keys, form: str, *names: str) -> dict[Keys, Shape]:
    return {order: Shape(NAME, keys, form, False, order) for order in permutations(names)}


def _call(keys: Keys) -> Plain:
    """Make the reader of calls under one of these keys, with or without a signature under another."""
    key, data = _token_at(keys), next(name for name in keys if name != _token_at(keys))
    bare, identified = _inner_shapes(keys, "", "name", "args"), _inner_shapes(keys, "", "id", "name", "args")

    def read(part: dict[str, Any], pairing: Pairing) -> ToolCallPart | None:
        call, id, told = part[data], None, _token(part, key) if key else EMPTY
        if call.__class__ is not dict:
            return None
        inner = tuple(call)
        shape = bare.get(inner) or identified.get(inner)
        if shape is None or told is None or (name := call["name"]).__class__ is not str or (args := call["args"]).__class__ is not dict:
            return None
        if len(inner) == 3 and ((id := call["id"]).__class__ is not str or not id):
            return None
        try:
            return call_part(pairing.call(name, id), name, freeze_object(args), False, None, told, None, shape)
        except Malformed as fault:
            raise fault.at(data, "args") from None

    return read


def _response(keys: Keys) -> Plain:
    """Make the reader of results under this key."""
    (data,) = keys
    shapes = {form: _inner_shapes(keys, form, "name", "response") | _inner_shapes(keys, form, "id", "name", "response") for form in FORMS}

    def read(part: dict[str, Any], pairing: Pairing) -> ToolResultPart | None:
        found = part[data]
        if found.__class__ is not dict or tuple(found) not in shapes["result"]:
            return None
        name, response, id = found["name"], found["response"], None
        if name.__class__ is not str or response.__class__ is not dict:
            return None
        if len(found) == 3 and ((id := found["id"]).__class__ is not str or not id):
            return None
        try:
            output, error, form = response_of(freeze_object(response))
        except Malformed as fault:
            raise fault.at(data, "response") from None
        return result_part(pairing.result(name, id), name, output, error, False, None, EMPTY, None, shapes[form][tuple(found)])

    return read


_SAID: Mapping[Keys, Plain] = {keys: _signed_text(keys) for keys in _orders("text", SIGNATURE)}
PLAIN_USER: Mapping[Keys, Plain] = {**_SAID, **{keys: _response(keys) for keys in _orders("functionResponse")}}
"""Readers of what a user says, by the keys of the part."""
PLAIN_MODEL: Mapping[Keys, Plain] = {
    **_SAID,
    **{keys: _thought(keys) for keys in _orders("text", "thought") | _orders("text", "thought", SIGNATURE)},
    **{keys: _call(keys) for keys in _orders("functionCall") | _orders("functionCall", SIGNATURE)},
}
"""Readers of what the model says."""
