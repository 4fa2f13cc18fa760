"""Reading the parts of stored messages. What no record can hold is carried unread."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias, cast

from segue.formats.mastra_calls import CALL, RESULT, read_call
from segue.formats.mastra_layout import NAME, Keys, Layouts, Wire, claim, extras_of, frozen, new_shape
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, Malformed, freeze, freeze_object
from segue.messages import Data, Source, StepStart, StoredPart, StoredReasoning, Thought
from segue.parts import Encoding, FilePart, OpaquePart, TextPart
from segue.shapes import Shape

Reader: TypeAlias = Callable[[Any], StoredPart]

CARRIED = "data-segue-part"
"""The kind under which an unknown part of another format is stored: applications' own values are not sent to models."""
_CARRIED_KEYS = ("format", "kind", "value")
_NO_OBJECT = Shape(NAME, form="bare")

_text_part, _reasoning_part, _thought, _step_start = quick(TextPart), quick(StoredReasoning), quick(Thought), quick(StepStart)
_opaque_part, _file_part, _data_part, _source_part = quick(OpaquePart), quick(FilePart), quick(Data), quick(Source)

_TEXT = Layouts("type", "text")
_STEP = Layouts("type", "model")
_DATA = Layouts("type", "data")
_REASONING = Layouts("type", "reasoning", "details")
_PLAIN_REASONING = Layouts("type", "text", "details")
_THOUGHT = Layouts("type", "text", "signature")
_REDACTED = Layouts("type", "data")


def read_part(raw: Any, readers: dict[str, Reader] | None = None) -> StoredPart:
    """Read a part. Raises `Malformed` only where it is no JSON that a record could hold."""
    try:
        return (PARTS if readers is None else readers)[raw["type"]](raw)
    except (Malformed, KeyError, TypeError):
        return _unread(raw)


def read_parts(wire: Any, readers: dict[str, Reader]) -> tuple[StoredPart, ...]:
    """Read a list of parts. Raises `Malformed` as `read_part` does."""
    parts: list[Any] = []
    for index, raw in enumerate(wire):
        try:
            parts.append(readers[raw["type"]](raw))
        except (Malformed, KeyError, TypeError):
            try:
                parts.append(_unread(raw))
            except Malformed as fault:
                raise fault.at(index) from None
    return tuple(parts)


def _unread(raw: Any) -> OpaquePart:
    if not isinstance(raw, dict):
        return OpaquePart("", JsonObject(value=freeze(raw)), NAME, shape=_NO_OBJECT)
    kind = raw.get("type")
    return OpaquePart(kind if kind.__class__ is str else "", freeze_object(raw), NAME)


class Readers(dict[str, Reader]):
    """Readers of parts by kind."""

    def __missing__(self, kind: str) -> Reader:
        """Read an application's own values; carry the rest unread."""
        return _data if kind.__class__ is str and kind.startswith("data-") else _unread


def _text(raw: Wire) -> TextPart:
    shape, rest = _TEXT[tuple(raw)]
    text = raw["text"]
    if text.__class__ is not str:
        raise Malformed("a string", text)
    options, extras = claim(raw, rest) if rest else (EMPTY, None)
    return _text_part(text, options, extras, shape)  # type: ignore[no-any-return]


def _step(raw: Wire) -> StepStart:
    shape, rest = _STEP[tuple(raw)]
    model = raw.get("model", "")
    if model.__class__ is not str:
        model, rest = "", (*rest, "model")
    return _step_start(model, extras_of({key: raw[key] for key in rest}) if rest else None, shape)  # type: ignore[no-any-return]


def _reasoning(raw: Wire) -> StoredReasoning:
    key, layouts = ("text", _PLAIN_REASONING) if "text" in raw and "reasoning" not in raw else ("reasoning", _REASONING)
    shape, rest = layouts[tuple(raw)]
    text, details = raw.get(key, ""), raw.get("details", ())
    if text.__class__ is not str or details.__class__ not in _LISTS:
        raise Malformed("reasoning", raw)
    options, extras = claim(raw, rest) if rest else (EMPTY, None)
    return _reasoning_part(text, tuple([_read_thought(item) for item in details]), options, extras, shape)  # type: ignore[no-any-return]


_LISTS = (list, tuple)


def _read_thought(raw: Any) -> Thought:
    if raw["type"] == "redacted":
        return _redacted(raw)
    if raw["type"] != "text":
        raise Malformed("text or redacted", raw)
    shape, rest = _THOUGHT[tuple(raw)]
    text, signature = raw["text"], raw.get("signature")
    if text.__class__ is not str:
        raise Malformed("a string", text)
    if signature.__class__ is not str and "signature" in raw:
        signature, rest = None, (*rest, "signature")
    return _thought(text, signature, None, extras_of({key: raw[key] for key in rest}) if rest else None, shape)  # type: ignore[no-any-return]


def _redacted(raw: Wire) -> Thought:
    shape, rest = _REDACTED[tuple(raw)]
    if raw["data"].__class__ is not str:
        raise Malformed("a string", raw["data"])
    return _thought("", None, raw["data"], extras_of({key: raw[key] for key in rest}) if rest else None, shape)  # type: ignore[no-any-return]


def _data(raw: Wire) -> Data | OpaquePart:
    value = frozen(raw.get("data"))
    if raw["type"] == CARRIED and len(raw) == 2 and isinstance(value, JsonObject) and tuple(value) == _CARRIED_KEYS:
        return _carried(value, raw)
    shape, rest = _DATA[tuple(raw)]
    return _data_part(raw["type"][5:], value, extras_of({key: raw[key] for key in rest}) if rest else None, shape)  # type: ignore[no-any-return]


def _carried(value: JsonObject, raw: Wire) -> OpaquePart:
    format, kind, inner = value.values()
    if format.__class__ is not str or kind.__class__ is not str or inner.__class__ is not JsonObject or format == NAME:
        raise Malformed("a part of another format", raw)
    return OpaquePart(kind, inner, format)


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}:")
_DATA_URL = re.compile(r"data:([^;,]{0,200})(?:;[^;,]{0,200}){0,10}?;base64,")
_ID_PREFIXES = ("file-", "file_", "assistant-")  # no base64 begins like this
FILE_KEYS = (("mimeType", "mediaType"), ("data", "url"))


def _file(raw: Wire) -> FilePart:
    typed, held = ("mediaType" if "mediaType" in raw and "mimeType" not in raw else "mimeType"), "data" if "data" in raw else "url"
    shape, rest = _file_layouts[typed, held][tuple(raw)]
    media, data, filename = raw.get(typed, ""), raw[held], raw.get("filename")
    if media.__class__ is not str or data.__class__ is not str:
        raise Malformed("a string", data)
    if filename.__class__ is not str and "filename" in raw:
        filename, rest = None, (*rest, "filename")
    options, extras = claim(raw, rest) if rest else (EMPTY, None)
    if found := _DATA_URL.match(data):
        data, shape = data[found.end() :], new_shape(NAME, shape.keys, "", False, found[0])
        return _file_part(media, data, "base64", filename, options, extras, shape)  # type: ignore[no-any-return]
    return _file_part(media, data, _encoding(data), filename, options, extras, shape)  # type: ignore[no-any-return]


def _encoding(data: str) -> Encoding:
    if _SCHEME.match(data):
        return "url"
    return "id" if data.startswith(_ID_PREFIXES) else "base64"


_file_layouts = {(typed, held): Layouts("type", typed, held, "filename") for typed in FILE_KEYS[0] for held in FILE_KEYS[1]}

SOURCES: dict[str, dict[str, str]] = {
    "source": {"id": "id", "url": "url", "title": "title", "mediaType": "media_type", "filename": "filename"},
    "source-url": {"sourceId": "id", "url": "url", "title": "title"},
    "source-document": {"sourceId": "id", "mediaType": "media_type", "title": "title", "filename": "filename"},
}
"""The keys of sources by kind, and the fields they fill."""
_SOURCES = {kind: Layouts("type", *([] if kind == "source" else keys), form=kind) for kind, keys in SOURCES.items()}


def _source(raw: Wire) -> Source:
    kind = raw["type"]
    shape, rest = _SOURCES[kind][tuple(raw)]
    inner = raw["source"] if kind == "source" else raw
    if not isinstance(inner, dict):
        raise Malformed("an object", inner)
    held = {field: inner[key] for key, field in SOURCES[kind].items() if inner.get(key).__class__ is str}
    odd = {key: value for key, value in inner.items() if SOURCES[kind].get(key) not in held}
    options, extras = claim(raw, rest)
    fields = {key: value for key, value in (extras.fields if extras else EMPTY).items() if key != "source"}
    if kind == "source":
        shape = new_shape(NAME, shape.keys, kind, False, tuple(inner))
        fields |= {"source": odd} if odd else {}
    else:
        fields |= {key: raw[key] for key in odd if key in SOURCES[kind]}
    return Source(**held, provider_options=options, extras=extras_of(fields), shape=shape)


PARTS = Readers(
    {
        "text": _text,
        "reasoning": _reasoning,
        "tool-invocation": read_call,
        "step-start": _step,
        "file": _file,
        **dict.fromkeys(SOURCES, _source),
    }
)
OLD_PARTS = Readers({"text": _text, "file": _file, "tool-call": CALL, "tool-result": RESULT, "tool-invocation": read_call})
"""Of contents that are a list, as rows of version 1 have it."""
