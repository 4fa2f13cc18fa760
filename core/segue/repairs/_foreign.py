"""Reading parts that a payload holds in another provider's spelling, as clients that gather from several leave them.

Only what is well formed is read; anything else is None, and is told as text by those who ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from segue.json_values import EMPTY, JsonObject, JsonValue
from segue.parts import FilePart, OpaquePart, OutputPart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart


def translated(part: OpaquePart) -> Part | None:
    """Return the part that an unread one is in another spelling, None where it is in none that is known.

    >>> translated(OpaquePart("tool_use", JsonObject({"id": "toolu_1", "name": "clock", "input": EMPTY}), "openai-chat")).name
    'clock'
    """
    read = _READERS.get(part.kind)
    return None if read is None else read(part.value)


def _text(value: JsonObject) -> TextPart | None:
    text = value.get("text")
    return TextPart(text) if isinstance(text, str) else None


def _thinking(value: JsonObject) -> ReasoningPart:
    thought, signature = value.get("thinking"), value.get("signature")
    chunks = [thought] if isinstance(thought, str) else [chunk.get("text") for chunk in _objects(thought)]
    text = "".join(chunk for chunk in chunks if isinstance(chunk, str))
    return ReasoningPart(text, _anthropic("signature", signature) if isinstance(signature, str) else EMPTY)


def _redacted(value: JsonObject) -> ReasoningPart:
    data = value.get("data")
    return ReasoningPart("", _anthropic("redactedData", data) if isinstance(data, str) else EMPTY)


def _reasoning(value: JsonObject) -> ReasoningPart:
    texts = [value.get("text"), *(summary.get("text") for summary in _objects(value.get("summary")))]
    return ReasoningPart("\n".join(text for text in texts if isinstance(text, str)))


def _anthropic(name: str, token: str) -> JsonObject:
    return JsonObject({"anthropic": JsonObject({name: token})})


def _image_url(value: JsonObject) -> FilePart | None:
    place = value.get("image_url")
    return _at(place.get("url") if isinstance(place, Mapping) else place, "image/*")


def _document_url(value: JsonObject) -> FilePart | None:
    return _at(value.get("document_url"), "application/pdf")


def _at(url: JsonValue, media_type: str) -> FilePart | None:
    if not isinstance(url, str):
        return None
    head, comma, data = url.partition(",")
    if not head.lower().startswith("data:"):
        return FilePart(media_type, url, "url")
    given, _, encoding = head[5:].partition(";")
    return FilePart(given.lower() or media_type, data) if comma and encoding.lower() == "base64" else None


def _sourced(value: JsonObject) -> FilePart | None:
    source = value.get("source")
    if not isinstance(source, Mapping):
        return None
    media_type = source.get("media_type")
    known = media_type if isinstance(media_type, str) else ("image/*" if value.get("type") == "image" else "application/pdf")
    data, url = source.get("data"), source.get("url")
    if isinstance(data, str):
        return FilePart(known, data, "text" if source.get("type") == "text" else "base64")
    return FilePart(known, url, "url") if isinstance(url, str) else None


def _call(value: JsonObject) -> ToolCallPart | None:
    id, name = value.get("id"), value.get("name")
    return ToolCallPart(id, name, value.get("input")) if isinstance(id, str) and isinstance(name, str) else None


def _result(value: JsonObject) -> ToolResultPart | None:
    id, content = value.get("tool_use_id"), value.get("content")
    if not isinstance(id, str):
        return None
    output = (TextPart(content),) if isinstance(content, str) else tuple(map(_piece, _objects(content)))
    return ToolResultPart(id, "", output, value.get("is_error") is True)


def _piece(value: JsonObject) -> OutputPart:
    kind = value.get("type")
    unread = OpaquePart(kind if isinstance(kind, str) else "unknown", value, "")
    read = _text(value) if kind == "text" else translated(unread)
    return read if isinstance(read, TextPart | FilePart) else unread


def _objects(value: JsonValue) -> list[JsonObject]:
    return [item for item in value if isinstance(item, JsonObject)] if isinstance(value, tuple) else []


_READERS: Mapping[str, Callable[[JsonObject], Part | None]] = {
    "input_text": _text, "output_text": _text,
    "thinking": _thinking, "redacted_thinking": _redacted, "reasoning": _reasoning,
    "image": _sourced, "document": _sourced, "image_url": _image_url, "input_image": _image_url, "document_url": _document_url,
    "tool_use": _call, "tool_result": _result,
}  # fmt: skip
