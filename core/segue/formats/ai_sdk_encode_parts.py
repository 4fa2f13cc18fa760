"""Writing the parts of the AI SDK's messages, and words in the place of what one of its messages cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

from segue import placeholders
from segue.formats.ai_sdk_decode_parts import BARE, UNTOLD
from segue.formats.ai_sdk_files import message_file, result_file
from segue.formats.ai_sdk_hosted import hosted_input, hosted_name, hosted_value
from segue.formats.ai_sdk_layout import NAME, finish, own_form, own_shape
from segue.json_values import JsonObject, JsonText, JsonValue, dump, parse_object, thaw
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.shapes import Shape, in_order

Names: TypeAlias = "dict[str, str]"
"""The tools called so far, by call id."""
Writer: TypeAlias = "Callable[[Any, Names], dict[str, Any] | None]"
"""Writes a part; gives None where it is left out."""


def write_all(parts: tuple[Any, ...], writers: Mapping[type, Writer], names: Names) -> list[dict[str, Any]]:
    """Write parts; those without a writer as words."""
    written = []
    for part in parts:
        fields = writers.get(part.__class__, write_words)(part, names)
        if fields is not None:
            written.append(fields)
    return written


def _text(part: TextPart, _: Names) -> dict[str, Any]:
    return finish({"type": "text", "text": part.text}, part)


def _reasoning(part: ReasoningPart, _: Names) -> dict[str, Any]:
    told = part.text or own_form(part) != UNTOLD
    return finish({"type": "reasoning", "text": part.text} if told else {"type": "reasoning"}, part)


def _message_file(part: FilePart, _: Names) -> dict[str, Any]:
    return message_file(part)


def _result_file(part: FilePart, _: Names) -> dict[str, Any]:
    return result_file(part)


def _opaque(part: OpaquePart, names: Names) -> dict[str, Any] | None:
    return thaw(part.value) if part.format == NAME else write_words(part, names)


def _call(part: ToolCallPart, names: Names) -> dict[str, Any]:
    names[part.id] = name = hosted_name(part) if part.hosted else part.name
    shape = own_shape(part)
    given = hosted_input(part) if part.hosted else part.input
    fields = {"type": "tool-call", "toolCallId": part.id, "toolName": name, "input": _input(given, shape)}
    if part.hosted or (shape is not None and shape.form == "told"):
        fields["providerExecuted"] = part.hosted
    return finish(fields, part)


def _input(value: JsonValue, shape: Shape | None) -> Any:
    """Write an input. Text that holds no object stays text, as the SDK itself keeps the input of an invalid call."""
    if value.__class__ is JsonObject:
        return thaw(value)
    if isinstance(value, str) and (shape is None or value.__class__ is JsonText):
        found = parse_object(value)
        return str(value) if found is None and value else found or {}
    return {} if shape is None and value in (None, ()) else thaw(value)


def _result(part: ToolResultPart, names: Names) -> dict[str, Any]:
    name = hosted_name(part) if part.hosted else part.name
    if not name and own_shape(part) is None:
        name = names.get(part.id) or placeholders.UNKNOWN_TOOL
    return finish({"type": "tool-result", "toolCallId": part.id, "toolName": name, "output": _output(part, names)}, part)


def _output(part: ToolResultPart, names: Names) -> Any:
    shape = own_shape(part)
    form = shape.form if shape is not None else ""
    if len(part.output) == 1 and (written := _single(part, part.output[0], form)) is not None:
        return written
    if not part.output and form != "content":
        return _empty(part, shape)
    if part.error and (words := _only_words(part)) is not None:
        return {"type": "error-text", "value": words}
    return _rest_of_output({"type": "content", "value": write_all(part.output, _RESULT_CONTENT, names)}, part, shape)


def _single(part: ToolResultPart, only: Any, form: str) -> Any:
    """Write an output of one piece; None where it must stand in a list."""
    kind = only.__class__
    if kind is TextPart and form == BARE and not (part.error or only.provider_options or only.extras):
        return only.text
    if kind is TextPart and form == "execution-denied" and part.error:
        return finish({"type": form, "reason": only.text}, only)
    if kind is TextPart and (form != "content" or part.error):
        return finish({"type": "error-text" if part.error else "text", "value": only.text}, only)
    if kind is JsonPart:
        return finish({"type": "error-json" if part.error else "json", "value": hosted_value(part, only)}, only)
    return thaw(only.value) if kind is OpaquePart and only.format == NAME and form == "unknown" else None


def _empty(part: ToolResultPart, shape: Shape | None) -> dict[str, Any]:
    if part.error and shape is not None and shape.form == "execution-denied":
        return _rest_of_output({"type": shape.form}, part, shape)
    return {"type": "error-text" if part.error else "text", "value": ""}


def _rest_of_output(fields: dict[str, Any], part: ToolResultPart, shape: Shape | None) -> dict[str, Any]:
    """Add the output's own unclaimed fields, and put all in the order it came in."""
    if shape is None or not isinstance(shape.detail, tuple):
        return fields
    left = part.extras.fields.get("output") if part.extras is not None else None
    keys = cast("tuple[str, ...]", shape.detail)
    return in_order(thaw(left) | fields if left else fields, Shape(NAME, keys))


def _only_words(part: ToolResultPart) -> str | None:
    texts = [item.text for item in part.output if isinstance(item, TextPart)]
    return "\n".join(texts) if texts and len(texts) == len(part.output) else None


def write_words(part: Any, _: Names) -> dict[str, Any] | None:
    """Write in words what a message cannot hold; reasoning is left out."""
    words = in_words(part)
    return None if words is None else {"type": "text", "text": words}


def in_words(part: Any) -> str | None:
    """Say in words what a part holds, labelled where it is no text; None for reasoning."""
    say = _WORDS.get(part.__class__)
    return None if say is None else say(part)


def _file_words(part: FilePart) -> str:
    if part.encoding == "text":
        return f"{placeholders.document(part.filename or '')}\n{part.data}"
    return placeholders.file_omitted(part.media_type, part.filename or "")


def _opaque_words(part: OpaquePart) -> str:
    text = part.value.get("text")
    return placeholders.unknown_part(part.kind) + (f"\n{text}" if isinstance(text, str) else "")


def _call_words(part: ToolCallPart) -> str:
    given = part.input if isinstance(part.input, str) else dump(thaw(part.input))
    return f"{placeholders.hosted_call(part.name)}\n{given}"


def _result_words(part: ToolResultPart) -> str:
    begin = placeholders.orphan_result(part.name, error=part.error)
    said = [words for item in part.output if (words := in_words(item)) is not None]
    return "\n".join((begin, *said, placeholders.RESULT_ENDS))


_WORDS: dict[type, Callable[[Any], str]] = {
    TextPart: lambda part: part.text,
    FilePart: _file_words,
    JsonPart: lambda part: dump(thaw(part.value)),
    ToolCallPart: _call_words,
    ToolResultPart: _result_words,
    OpaquePart: _opaque_words,
}

_RESULT_CONTENT: Mapping[type, Writer] = {TextPart: _text, FilePart: _result_file, OpaquePart: _opaque}
LISTED_SYSTEM: Mapping[type, Writer] = {TextPart: _text, OpaquePart: _opaque}
IN_USER: Mapping[type, Writer] = {TextPart: _text, FilePart: _message_file, OpaquePart: _opaque}
IN_ASSISTANT: Mapping[type, Writer] = {
    TextPart: _text, ReasoningPart: _reasoning, FilePart: _message_file, ToolCallPart: _call, ToolResultPart: _result, OpaquePart: _opaque,
}  # fmt: skip
IN_TOOL: Mapping[type, Writer] = {ToolResultPart: _result, OpaquePart: _opaque}
