"""What a tool gave, as the short text that stays when its call and its result go.

The text is made of the output that the model had been shown, by the rules of the TypeScript original: a list line by line, an
object as its `value` or `text` where it has one, else as JSON. Files become a label, errors begin with `error: `.
"""

from __future__ import annotations

from segue.filters._printing import scalar_text, stringified
from segue.json_values import JsonObject, JsonValue
from segue.messages import ToolInvocation
from segue.parts import FilePart, JsonPart, OpaquePart, OutputPart, TextPart, ToolResultPart, option
from segue.placeholders import UNKNOWN_TOOL, file_omitted

_ERRORS = frozenset({"error-text", "error-json"})
_DENIED, _LIST = "execution-denied", "content"
_NO_TEXT = JsonObject(type="text", text="")
_FILES = frozenset({"media", "file", "image", "audio", "file-data", "image-data", "file-url", "image-url", "file-id", "image-file-id"})
_HELD = ("data", "image", "url", "fileId")
"""The keys under which the kinds of file hold their data, URL or id."""


def compact_text(value: JsonValue) -> str:
    r"""Return what JSON says as lines of text, "" where it says nothing.

    >>> compact_text(JsonObject(type="content", value=(JsonObject(type="text", text="photo"), 9.0, None)))
    'photo\n9'
    >>> compact_text(JsonObject(left=9)), compact_text(("", None)), compact_text(JsonObject(value=None))
    ('{"left":9}', '["",null]', '')
    """
    lines: list[str] = []
    _add_lines(value, lines)
    return "\n".join(lines)


def _add_lines(value: JsonValue, lines: list[str]) -> None:
    if isinstance(value, dict):
        _add_object(value, lines)
    elif isinstance(value, tuple | list):
        before = len(lines)
        for item in value:
            _add_lines(item, lines)
        if len(lines) == before:
            lines.append(stringified(value))
    elif value is not None and value != "":
        lines.append(value if isinstance(value, str) else scalar_text(value))


def _add_object(value: JsonObject, lines: list[str]) -> None:
    held, text = value.get("value"), value.get("text")
    if value.get("type") == "text" and isinstance(text, str) and not isinstance(held, str):
        held = text
    elif "value" not in value:
        held = text if isinstance(text, str) else _label(value) or stringified(value)
    _add_lines(held, lines)


def _label(value: JsonObject) -> str:
    """Return a label for a file, "" for what is none."""
    data = next((held for key in _HELD if isinstance(held := value.get(key), str)), None)
    if data is None or value.get("type") not in _FILES:
        return ""
    url = data if not data.startswith("data:") and data == value.get("url") else ""
    media = _first_text(value.get("mediaType"), value.get("mimeType"), "application/octet-stream")
    return file_omitted(media, _first_text(value.get("filename"), url))


def _first_text(*values: JsonValue) -> str:
    return next(value for value in values if isinstance(value, str))


def result_text(part: ToolResultPart, name: str = "") -> str:
    """Return the text that stays for a result, "" where none does. `name` is the tool's, where the result does not tell."""
    if option(part, "mastra", "modelOutput") is None:
        return ""
    if part.shape is not None and part.shape.form == _DENIED:
        return _labelled(part.name or name, _denied(part))
    return _labelled(part.name or name, _output(part), error=part.error)


def _output(part: ToolResultPart) -> str:
    text = "\n".join(filter(None, map(_piece, part.output)))
    return text if text or not _is_list(part) else stringified(tuple(map(_written, part.output)))


def _is_list(part: ToolResultPart) -> bool:
    return len(part.output) != 1 or (part.shape is not None and part.shape.form == _LIST)


def _written(piece: OutputPart) -> JsonValue:
    """Return the JSON of a piece that says nothing."""
    return piece.value if isinstance(piece, JsonPart | OpaquePart) else _NO_TEXT


def _piece(piece: OutputPart) -> str:
    if isinstance(piece, TextPart):
        return piece.text
    return _file(piece) if isinstance(piece, FilePart) else compact_text(piece.value)


def _file(part: FilePart) -> str:
    if part.encoding == "text":
        return part.data
    return file_omitted(part.media_type, part.filename or (part.data if part.encoding == "url" else ""))


def _denied(part: ToolResultPart) -> str:
    """Print a denial, which the original has as JSON; its layout alone tells it from an error."""
    reason = next((piece.text for piece in part.output if isinstance(piece, TextPart)), None)
    return stringified(JsonObject(type=_DENIED) if reason is None else JsonObject(type=_DENIED, reason=reason))


def invocation_text(part: ToolInvocation) -> str:
    """Return the text that stays for a stored call, "" where none does."""
    shown = option(part, "mastra", "modelOutput")
    if part.state != "result" or shown is None:
        return ""
    error = part.error or (isinstance(shown, dict) and shown.get("type") in _ERRORS)
    return _labelled(part.name, compact_text(shown), error=error)


def _labelled(name: str, text: str, *, error: bool = False) -> str:
    return f"{name or UNKNOWN_TOOL} result:\n{'error: ' if error else ''}{text}" if text else ""
