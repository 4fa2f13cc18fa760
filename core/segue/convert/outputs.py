"""What a tool gave: as a row holds it, and as a model is to see it.

A row has what the tool returned, and under `mastra.modelOutput` of its options what the model was shown in its place, where the two
differ; that is in the AI SDK's spelling: `{"type": "text", "value": …}`, `json`, `error-text`, `error-json`, `execution-denied` with a
`reason`, and `content` with a list of texts and media.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import TypeAlias

from segue.convert.files import ANY_FILE, file_at
from segue.json_values import EMPTY, JsonObject, JsonValue, dump, thaw
from segue.parts import FilePart, JsonPart, OpaquePart, OutputPart, TextPart
from segue.placeholders import DENIED
from segue.repairs._wording import as_text, opaque_as_text

Outcome: TypeAlias = tuple[tuple[OutputPart, ...], bool]
"""What a result holds, and whether it tells of an error."""

AI_SDK = "ai-sdk"
OWN = "segue"
"""The name under which a text's options hold the piece that it stands for."""
SHOWN = "modelOutput"
_OPTIONS = ("providerOptions", "providerMetadata")


def given(value: JsonValue) -> tuple[OutputPart, ...]:
    """Return what a tool gave: a text, or any JSON."""
    return (TextPart(value),) if isinstance(value, str) else (JsonPart(value),)


def denied(reason: object) -> Outcome:
    """Return the outcome of a call that was not allowed: segue's own words, then the reason in those of whoever gave it."""
    told = (TextPart(reason),) if isinstance(reason, str) and reason else ()
    return (TextPart(DENIED), *told), True


def shown(value: JsonValue) -> Outcome:
    """Return what a model was shown. What is in none of the known forms is shown as JSON.

    >>> shown(JsonObject(type="text", value="72 degrees"))[0][0].text
    '72 degrees'
    """
    form = value.get("type") if isinstance(value, JsonObject) else None
    read = _FORMS.get(form) if isinstance(form, str) else None
    outcome = read(value) if read is not None and isinstance(value, JsonObject) else None
    return (given(value), False) if outcome is None else outcome


def _text(error: bool) -> Callable[[JsonObject], Outcome | None]:
    return lambda value: ((TextPart(value["value"], _options(value)),), error) if isinstance(value.get("value"), str) else None


def _json(error: bool) -> Callable[[JsonObject], Outcome | None]:
    return lambda value: ((JsonPart(value["value"], _options(value)),), error) if "value" in value else None


def _content(value: JsonObject) -> Outcome | None:
    items = value.get("value")
    return (tuple(map(_piece, items)), False) if isinstance(items, tuple) else None


_FORMS: Mapping[str, Callable[[JsonObject], Outcome | None]] = {
    "text": _text(False),
    "json": _json(False),
    "error-text": _text(True),
    "error-json": _json(True),
    "content": _content,
    "execution-denied": lambda value: denied(value.get("reason")),
}

_MEDIA = {
    "media": "data", "file": "data", "file-data": "data", "image-data": "data", "file-url": "url", "image-url": "url",
    "file-id": "fileId", "image-file-id": "fileId",
}  # fmt: skip
"""Kinds of item that are files, and the key their data is under."""


def _piece(item: JsonValue) -> OutputPart:
    """Read one item of a content. What has no kind is told as text."""
    kind = item.get("type") if isinstance(item, JsonObject) else None
    if not isinstance(item, JsonObject) or not isinstance(kind, str):
        return as_text(JsonPart(item))
    text, data = item.get("text"), item.get(_MEDIA[kind]) if kind in _MEDIA else None
    if kind == "text" and isinstance(text, str):
        return _told(text, _options(item))
    return _file(item, kind, data) if isinstance(data, str) else OpaquePart(kind, item, AI_SDK)


def _told(text: str, options: JsonObject) -> OutputPart:
    """Return the piece that a text stands for: what its options hold of one that no content can, else the text."""
    match options.get(OWN):
        case {"json": value}:
            return JsonPart(value, options.without(OWN))
        case {"format": str() as format, "kind": str() as kind, "value": JsonObject() as value}:
            return OpaquePart(kind, value, format)
        case _:
            return TextPart(text, options)


def _file(item: JsonObject, kind: str, data: str) -> FilePart:
    media, name = item.get("mediaType"), item.get("filename")
    filename = name if isinstance(name, str) else None
    known = media if isinstance(media, str) and media else "image/*" if kind.startswith("image") else ""
    if _MEDIA[kind] == "fileId":
        return FilePart(known or ANY_FILE, data, "id", filename, _options(item))
    return file_at(data, known, filename, _options(item))


def _options(item: JsonObject) -> JsonObject:
    return next((item[key] for key in _OPTIONS if isinstance(item.get(key), JsonObject)), EMPTY)


def is_made_here(seen: JsonValue, output: JsonValue) -> bool:
    """Tell whether what a model was shown only says how the output is to be read, as `written` makes it."""
    form = seen.get("type") if isinstance(seen, JsonObject) else None
    if not isinstance(output, _HELD.get(form, ()) if isinstance(form, str) else ()):
        return False
    return seen == JsonObject(type=form, value=output)


_HELD: Mapping[str, type] = {"json": str, "content": tuple}


def written(output: tuple[OutputPart, ...]) -> tuple[JsonValue, JsonValue]:
    """Return the pieces of a result as a row holds them, and what tells how to read that, None where it is read as it is."""
    if len(output) == 1 and not getattr(output[0], "provider_options", EMPTY):
        match output[0]:
            case TextPart(text=text):
                return text, None
            case JsonPart(value=str() as text):
                return text, JsonObject(type="json", value=text)
            case JsonPart(value=value):
                return value, None
    items = tuple(map(_item, output))
    return items, JsonObject(type="content", value=items)


def _item(part: OutputPart) -> JsonObject:
    """Write one item of a content. What a content cannot hold is a text to all but us."""
    match part:
        case TextPart(text=text, provider_options=options):
            return _with(JsonObject(type="text", text=text), options)
        case FilePart(provider_options=options):
            return _with(_file_item(part), options)
        case JsonPart(value=value, provider_options=options):
            text = value if isinstance(value, str) else dump(thaw(value))
            return _with(JsonObject(type="text", text=text), options.with_(**{OWN: JsonObject(json=value)}))
        case OpaquePart(value=value, format=format, kind=kind) if format != AI_SDK:
            own = JsonObject(format=format, kind=kind, value=value)
            return _with(JsonObject(type="text", text=opaque_as_text(part).text), EMPTY.with_(**{OWN: own}))
        case _:
            return part.value


def _with(item: JsonObject, options: JsonObject) -> JsonObject:
    return item.with_(providerOptions=options) if options else item


def _file_item(part: FilePart) -> JsonObject:
    link = "image-url" if part.media_type.startswith("image/") else "file-url"
    kind = {"url": link, "id": "file-id"}.get(part.encoding, "media")
    data = b64encode(part.data.encode("utf-8", "surrogatepass")).decode("ascii") if part.encoding == "text" else part.data
    named = {} if part.filename is None else {"filename": part.filename}
    return JsonObject({"type": kind, _MEDIA[kind]: data, "mediaType": part.media_type, **named})
