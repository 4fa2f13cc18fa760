"""Reading the parts of the AI SDK's messages: texts, reasoning, calls, results and what a result holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from segue.formats.ai_sdk_files import file_reader
from segue.formats.ai_sdk_layout import NAME, Layouts, claim, text_at, unclaimed, value_at
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, Malformed, freeze, freeze_object
from segue.parts import JsonPart, OpaquePart, OutputPart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.shapes import Extras, Shape

Reader: TypeAlias = Callable[[dict[str, Any]], Any]

UNTOLD = "untold"
"""The form of a thought without text."""
_TEXT = Layouts("type", "text")
_UNTOLD = Layouts("type", form=UNTOLD)
_CALL = Layouts("type", "toolCallId", "toolName", "input")
_TOLD_CALL = Layouts("type", "toolCallId", "toolName", "input", "providerExecuted", form="told")
_VALUE = Layouts("type", "value")
_REASON = Layouts("type", "reason")
BARE = "bare"
"""The form of an output that is the text itself, as older stored prompts have it."""
_RESULTS = {
    form: Layouts("type", "toolCallId", "toolName", "output", form=form)
    for form in ("text", "json", "content", "execution-denied", "unknown", BARE)
}
_PLAIN_CONTENT = ("type", "value")
_text_part, _reasoning_part, _json_part = quick(TextPart), quick(ReasoningPart), quick(JsonPart)
_call_part, _result_part = quick(ToolCallPart), quick(ToolResultPart)


def as_object(raw: object) -> dict[str, Any]:
    """Return what must be an object."""
    if not isinstance(raw, dict):
        raise Malformed("an object", raw)
    return raw


class Readers(dict[str, Reader]):
    """Readers of parts by kind. Parts of a kind that has none are carried unread."""

    def __missing__(self, kind: object) -> Reader:
        """Carry it unread."""
        if kind.__class__ is not str:
            raise Malformed("a string", kind, ("type",))
        return _opaque


def _opaque(raw: dict[str, Any]) -> OpaquePart:
    return OpaquePart(raw["type"], freeze_object(raw), NAME)


def _text(raw: dict[str, Any]) -> TextPart:
    shape, more = _TEXT[tuple(raw)]
    text = raw.get("text")
    if text.__class__ is not str:
        raise Malformed("a string", text, ("text",))
    if more is None:
        return _text_part(text, EMPTY, None, shape)
    options, extras = claim(raw, more)
    return _text_part(text, options, extras, shape)


def _reasoning(raw: dict[str, Any]) -> ReasoningPart:
    """Read a thought. What is no text counts as unclaimed: stored thoughts may have lost theirs."""
    text = raw.get("text")
    is_told = text.__class__ is str
    shape, more = (_TEXT if is_told else _UNTOLD)[tuple(raw)]
    options, extras = (EMPTY, None) if more is None else claim(raw, more)
    return _reasoning_part(text if is_told else "", options, None, extras, shape)


def _call(raw: dict[str, Any]) -> ToolCallPart:
    hosted = raw.get("providerExecuted")
    if hosted is not None and hosted.__class__ is not bool:
        raise Malformed("true or false", hosted, ("providerExecuted",))
    shape, more = (_CALL if hosted is None else _TOLD_CALL)[tuple(raw)]
    if "input" not in raw:
        raise Malformed("an object", None, ("input",))
    given = raw["input"]
    try:
        frozen = freeze_object(given) if given.__class__ is dict else freeze(given)
    except Malformed as fault:
        raise fault.at("input") from None
    options, extras = (EMPTY, None) if more is None else claim(raw, more)
    id, name = raw.get("toolCallId"), raw.get("toolName")
    if id.__class__ is not str or name.__class__ is not str:
        raise _no_string(raw)
    return _call_part(id, name, frozen, hosted is True, None, options, extras, shape)


def _no_string(raw: dict[str, Any]) -> Malformed:
    key = "toolName" if raw.get("toolCallId").__class__ is str else "toolCallId"
    return Malformed("a string", raw.get(key), (key,))


def _result(raw: dict[str, Any], hosted: bool = False) -> ToolResultPart:
    wire: Any = raw.get("output")
    try:
        form, error, reader = _output_kind(wire)
        output, left, keys = reader(wire)
    except Malformed as fault:
        raise fault.at("output") from None
    shape, more = _RESULTS[form][tuple(raw)]
    options, extras = (EMPTY, None) if more is None else claim(raw, more)
    if left is not None:
        extras = Extras(NAME, (extras.fields if extras else EMPTY).with_(output=left))
    if keys is not None:
        shape = Shape(NAME, shape.keys, form, False, keys)
    id, name = raw.get("toolCallId"), raw.get("toolName")
    if id.__class__ is not str or name.__class__ is not str:
        raise _no_string(raw)
    return _result_part(id, name, output, error, hosted, None, options, extras, shape)


def _output_kind(wire: Any) -> tuple[str, bool, Callable[[Any], _Output]]:
    """Return the form of an output, whether it is an error, and what reads it."""
    if wire.__class__ is str:
        return _BARE_OUTPUT
    kind = wire.get("type") if wire.__class__ is dict else as_object(wire).get("type")
    if kind.__class__ is not str:
        raise Malformed("a string", kind, ("type",))
    return _OUTPUTS.get(kind, _UNKNOWN_OUTPUT)


def _hosted_result(raw: dict[str, Any]) -> ToolResultPart:
    return _result(raw, True)


_Output: TypeAlias = "tuple[tuple[OutputPart, ...], JsonObject | None, tuple[str, ...] | None]"
"""What a result holds; fields of the output that no part can carry; its keys where they are not the usual ones."""


def _text_output(raw: dict[str, Any]) -> _Output:
    shape, more = _VALUE[tuple(raw)]
    options, extras = (EMPTY, None) if more is None else claim(raw, more)
    return (_text_part(text_at(raw, "value"), options, extras, shape),), None, None


def _json_output(raw: dict[str, Any]) -> _Output:
    if "value" not in raw:
        raise Malformed("a JSON value", None, ("value",))
    shape, more = _VALUE[tuple(raw)]
    options, extras = (EMPTY, None) if more is None else claim(raw, more)
    return (_json_part(value_at(raw, "value"), options, extras, shape),), None, None


def _content_output(raw: dict[str, Any]) -> _Output:
    value, parts, at = raw.get("value"), [], -1
    try:
        if not isinstance(value, list | tuple):
            raise Malformed("a list of parts", value)  # noqa: TRY301
        for at, item in enumerate(value):  # noqa: B007
            parts.append(_CONTENT[text_at(as_object(item), "type")](item))
    except Malformed as fault:
        raise (fault.at("value") if at < 0 else fault.at("value", at)) from None
    keys = tuple(raw)
    return (tuple(parts), None, None) if keys == _PLAIN_CONTENT else (tuple(parts), _left(raw, *_PLAIN_CONTENT), keys)


def _denied_output(raw: dict[str, Any]) -> _Output:
    if raw.get("reason") is None:
        return (), _left(raw, "type"), tuple(raw)
    shape, more = _REASON[tuple(raw)]
    options, extras = claim(raw, more)
    return (_text_part(text_at(raw, "reason"), options, extras, shape),), None, None


def _left(raw: dict[str, Any], *claimed: str) -> JsonObject | None:
    left = unclaimed(raw, tuple(key for key in raw if key not in claimed))
    return left.fields if left else None


def _unknown_output(raw: dict[str, Any]) -> _Output:
    return (OpaquePart(raw["type"], freeze_object(raw), NAME),), None, None


def _bare_output(text: str) -> _Output:
    return (_text_part(text, EMPTY, None, None),), None, None


_OUTPUTS: dict[str, tuple[str, bool, Callable[[dict[str, Any]], _Output]]] = {
    "text": ("text", False, _text_output),
    "json": ("json", False, _json_output),
    "error-text": ("text", True, _text_output),
    "error-json": ("json", True, _json_output),
    "content": ("content", False, _content_output),
    "execution-denied": ("execution-denied", True, _denied_output),
}
_UNKNOWN_OUTPUT = ("unknown", False, _unknown_output)
_BARE_OUTPUT = (BARE, False, _bare_output)

_FILE: Reader = file_reader("file")
_IN_RESULTS = ("media", "file-data", "image-data", "file-url", "image-url", "file-id", "image-file-id")
_CONTENT = Readers({"text": _text, "file": _FILE} | {kind: file_reader(kind) for kind in _IN_RESULTS})

SYSTEM_PARTS = Readers({"text": _text})
USER_PARTS = Readers({"text": _text, "file": _FILE, "image": file_reader("image")})
ASSISTANT_PARTS = Readers({"text": _text, "reasoning": _reasoning, "file": _FILE, "tool-call": _call, "tool-result": _hosted_result})
TOOL_PARTS = Readers({"tool-result": _result})
