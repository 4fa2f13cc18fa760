"""The Responses API: in words, what has no other place in it."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from segue import placeholders
from segue.json_values import JsonText, JsonValue, dump, thaw
from segue.parts import FilePart, JsonPart, OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.repairs._wording import hosted_as_text, opaque_as_text


def words_of(part: Part) -> str | None:
    """Return the text of a part that stands where this format has no other place for it; None for reasoning."""
    return _SAY[part.__class__](part)


def arguments(value: JsonValue) -> str:
    """Return a call's input as the text that this format wants."""
    if value.__class__ is str or value.__class__ is JsonText:
        return str(value)
    return "{}" if value is None else dump(thaw(value))


def _call(part: ToolCallPart) -> str:
    if part.hosted:
        return hosted_as_text(part).text
    return _lines((placeholders.unknown_part("tool call"), part.name, arguments(part.input)))


def _result(part: ToolResultPart) -> str:
    if part.hosted:
        return hosted_as_text(part).text
    return _lines((placeholders.orphan_result(part.name, error=part.error), *map(words_of, part.output), placeholders.RESULT_ENDS))


def _lines(texts: Iterable[str | None]) -> str:
    return "\n".join(text for text in texts if text is not None)


def _file(part: FilePart) -> str:
    """Say what a file is, or what it says where it is a text document."""
    text = _text_in(part)
    if text is not None:
        return f"{placeholders.document(part.filename or '')}\n{text}"
    shown = part.data if part.encoding == "url" and not part.data.startswith("data:") else part.filename or ""
    return placeholders.file_omitted(part.media_type, shown)


def _text_in(part: FilePart) -> str | None:
    if part.encoding == "text":
        return part.data
    if part.encoding != "base64" or not part.media_type.startswith("text/"):
        return None
    try:
        return b64decode(part.data, validate=True).decode()
    except (binascii.Error, ValueError):
        return None


_SAY: Mapping[type, Callable[[Any], str | None]] = {
    TextPart: lambda part: part.text,
    ReasoningPart: lambda _: None,
    FilePart: _file,
    JsonPart: lambda part: dump(thaw(part.value)),
    ToolCallPart: _call,
    ToolResultPart: _result,
    OpaquePart: lambda part: opaque_as_text(part).text,
}
