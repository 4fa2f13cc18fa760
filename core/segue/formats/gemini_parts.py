"""Parts of Gemini's contents, read into records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from segue.formats.gemini_files import read_file
from segue.formats.gemini_hosted import read_code, read_code_result, read_server_call, read_server_response
from segue.formats.gemini_layout import Opened, inside, kept, opened, options_of, shape_of
from segue.formats.gemini_pairing import Pairing
from segue.formats.gemini_results import read_response
from segue.formats.gemini_unread import unread
from segue.formats.gemini_wire import DATA, NAMES, SETTINGS, Wire, frozen_at, mapping, string
from segue.json_values import EMPTY, Malformed
from segue.parts import FilePart, OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart

Reader: TypeAlias = Callable[[Opened, Pairing], Part]

KNOWN = frozenset((*DATA, *SETTINGS))
"""The fields of a part."""
_CALL = frozenset({"id", "name", "args", "partialArgs", "willContinue"})
_CALLED = "functionCall"
CALL_SETTINGS = ("partialArgs", "willContinue")
"""Fields of a call that are kept in its options."""


def read_general(raw: Wire, readers: Mapping[str, Reader], pairing: Pairing) -> Part:
    """Read a part of whatever layout. Raises `Malformed`."""
    part = opened(mapping(raw), KNOWN)
    held = [name for name in DATA if name in part.said]
    if len(held) > 1 and part.said.get("text") == "":
        key = next(key for key in raw if NAMES.get(key, key) == "text" and raw[key] == "")
        part.left[key] = part.said.pop("text")
        held.remove("text")
    strange = [key for key in part.left if NAMES.get(key, key) not in KNOWN] if not held else held[1:]
    if strange or any(NAMES.get(key, key) in DATA and part.left[key] != "" for key in part.left):
        return unread(raw, (held or strange)[0])
    reader = readers.get(held[0] if held else "text")
    return unread(raw, held[0]) if reader is None else reader(part, pairing)


def _text(part: Opened, _: Pairing) -> TextPart | OpaquePart:
    """Read a text; a thought of anyone but the model is carried unread."""
    if "thought" in part.said:
        return unread(part.raw, "text")
    return TextPart(string(part.said, "text"), options_of(part), kept(part.left), shape_of(part))


def _said(part: Opened, _: Pairing) -> TextPart | ReasoningPart:
    """Read a text or a thought of the model."""
    thought = part.said.pop("thought", None)
    if thought is not None and thought is not True:
        raise Malformed("true or false", thought, ("thought",))
    text, options, extras, shape = string(part.said, "text"), options_of(part), kept(part.left), shape_of(part)
    return ReasoningPart(text, options, None, extras, shape) if thought else TextPart(text, options, extras, shape)


def _call(part: Opened, pairing: Pairing) -> ToolCallPart:
    inner = inside(part, _CALLED, _CALL)
    name, id = string(inner.said, "name", _CALLED), string(inner.said, "id", _CALLED) if "id" in inner.said else None
    given = frozen_at("args", inner.said["args"], _CALLED) if "args" in inner.said else EMPTY
    options = options_of(part, **{key: frozen_at(key, inner.said[key], _CALLED) for key in CALL_SETTINGS if key in inner.said})
    extras, shape = kept(part.left, {_CALLED: inner.left}), shape_of(part, inner)
    return ToolCallPart(pairing.call(name, id), name, given, False, None, options, extras, shape)


def _file(part: Opened, _: Pairing) -> FilePart | OpaquePart:
    kind = "inlineData" if "inlineData" in part.said else "fileData"
    return read_file(part, kind) or unread(part.raw, kind)


SYSTEM: Mapping[str, Reader] = {"text": _text}
USER: Mapping[str, Reader] = {"text": _text, "inlineData": _file, "fileData": _file, "functionResponse": read_response}
"""What a user may say; calls and thoughts among it are carried unread."""
MODEL: Mapping[str, Reader] = {
    "text": _said, "inlineData": _file, "fileData": _file, "functionCall": _call, "executableCode": read_code,
    "codeExecutionResult": read_code_result, "toolCall": read_server_call, "toolResponse": read_server_response,
}  # fmt: skip
