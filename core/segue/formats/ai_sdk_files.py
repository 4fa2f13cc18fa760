"""Files of the AI SDK's wire format: data held as base64, bytes, a URL or an id, under nine kinds of part."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from typing import Any, TypeAlias, cast

from attrs import frozen

from segue.formats.ai_sdk_layout import NAME, Layouts, claim, finish, own_shape, text_at
from segue.json_values import JsonValue, Malformed, freeze_object
from segue.parts import Encoding, FilePart, OpaquePart
from segue.placeholders import file_omitted
from segue.shapes import Shape

_ANY_FILE = "application/octet-stream"
_ANY_IMAGE = "image/*"
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}:")
_DATA_URL = re.compile(r"data:([^;,]{0,200})(?:;[^;,]{0,200}){0,10}?;base64,")
# Prefixes by which ids are told from base64: `fileIdPrefixes` in @ai-sdk/openai and @ai-sdk/azure; `file_` is Anthropic's.
_ID_PREFIXES = ("file-", "file_", "assistant-")


@frozen
class _Kind:
    """A kind of part: the key its data is under, the media type where the wire may leave it out, and what it can hold."""

    key: str
    media: str
    holds: frozenset[Encoding]


_EVERY: frozenset[Encoding] = frozenset({"base64", "url", "id", "text"})
_LINK: frozenset[Encoding] = frozenset({"base64", "url"})
_ID: frozenset[Encoding] = frozenset({"id"})
_KINDS = {
    "file": _Kind("data", "", _EVERY),
    "image": _Kind("image", _ANY_IMAGE, _EVERY),  # of the SDK's ModelMessage, found in stored prompts
    "media": _Kind("data", "", _EVERY),
    "file-data": _Kind("data", "", _EVERY),
    "image-data": _Kind("data", "", _EVERY),
    "file-url": _Kind("url", _ANY_FILE, _LINK),
    "image-url": _Kind("url", _ANY_IMAGE, _LINK),
    "file-id": _Kind("fileId", _ANY_FILE, _ID),
    "image-file-id": _Kind("fileId", _ANY_IMAGE, _ID),
}
_OF_MESSAGES = frozenset({"file", "image"})
_OF_RESULTS = frozenset(_KINDS) - {"image"}
_LAYOUTS = {
    (kind, typed, named): Layouts("type", spec.key, *(["mediaType"] if typed else []), *(["filename"] if named else []), form=kind)
    for kind, spec in _KINDS.items()
    for typed in (False, True)
    for named in (False, True)
}

_Held: TypeAlias = "tuple[str, Encoding, str, JsonValue]"
"""Data, its encoding, its media type if the data tells, and how it stood on the wire where that was not plain."""


def file_reader(kind: str) -> Callable[[dict[str, Any]], FilePart | OpaquePart]:
    """Return what reads files of a kind; data that no record holds makes an opaque part."""
    spec = _KINDS[kind]

    def read(raw: dict[str, Any]) -> FilePart | OpaquePart:
        held = _held(raw.get(spec.key), spec)
        if held is None:
            return OpaquePart(kind, freeze_object(raw), NAME)
        data, encoding, told, manner = held
        typed, named = raw.get("mediaType") is not None, raw.get("filename") is not None
        media = text_at(raw, "mediaType") if typed or not spec.media else None
        filename = text_at(raw, "filename") if named else None
        shape, more = _LAYOUTS[kind, typed, named][tuple(raw)]
        options, extras = claim(raw, more)
        kept = told if told and (not media or media.endswith("/*")) else spec.media if media is None else media
        if manner is not None:
            shape = Shape(NAME, shape.keys, kind, detail=(manner, media, kept))
        return FilePart(kept, data, encoding, filename, options, extras, shape)

    return read


def _held(value: Any, spec: _Kind) -> _Held | None:
    if value.__class__ is str:
        return _of_text(value, spec)
    if isinstance(value, dict | list | tuple):
        return _of_tagged(value) or _of_bytes(value) if spec.holds is _EVERY else None
    raise Malformed("base64 text or a URL", value, (spec.key,))


def _of_text(value: str, spec: _Kind) -> _Held:
    if spec.holds is _ID:
        return value, "id", "", None
    if found := _DATA_URL.match(value):
        return value[found.end() :], "base64", found[1], found[0]
    if spec.holds is _LINK or _SCHEME.match(value):
        return value, "url", "", None
    return value, "id" if value.startswith(_ID_PREFIXES) else "base64", "", None


# SharedV4FileData of @ai-sdk/provider
_TAGS: dict[tuple[str, ...], tuple[str, Encoding]] = {
    ("type", "data"): ("data", "base64"),
    ("type", "url"): ("url", "url"),
    ("type", "text"): ("text", "text"),
}


def _of_tagged(value: Any) -> _Held | None:
    tag, encoding = _TAGS.get(tuple(value) if isinstance(value, dict) else (), ("", "base64"))
    if not tag or value["type"] != tag or value[tag].__class__ is not str:
        return None
    return value[tag], encoding, "", "tagged"


def _of_bytes(value: dict[str, Any] | list[Any] | tuple[Any, ...]) -> _Held | None:
    """Read bytes as JavaScript writes them: a list, `{"type": "Buffer", "data": […]}` or `{"0": …, "1": …}`."""
    manner, numbers = "bytes", value
    if isinstance(value, dict):
        buffer = tuple(value) == ("type", "data") and value["type"] == "Buffer"
        if not buffer and tuple(value) != tuple(map(str, range(len(value)))):
            return None
        manner, numbers = ("buffer", value["data"]) if buffer else ("indexed", list(value.values()))
    if not isinstance(numbers, list | tuple) or not all(number.__class__ is int and 0 <= number < 256 for number in numbers):
        return None
    return base64.b64encode(bytes(numbers)).decode("ascii"), "base64", "", manner


def message_file(part: FilePart) -> dict[str, Any]:
    """Write a file of a user or an assistant."""
    return _file(part, _OF_MESSAGES, "file")


def result_file(part: FilePart) -> dict[str, Any]:
    """Write a file of a tool's result."""
    kinds: dict[str, str] = {"url": "image-url" if part.media_type.startswith("image/") else "file-url"}
    return _file(part, _OF_RESULTS, kinds.get(part.encoding, "media"))


def _file(part: FilePart, kinds: frozenset[str], canonical: str) -> dict[str, Any]:
    shape = own_shape(part)
    kind = shape.form if shape is not None and shape.form in kinds and part.encoding in _KINDS[shape.form].holds else canonical
    spec = _KINDS[kind]
    if part.encoding == "id" and spec.holds is not _ID and not part.data.startswith(_ID_PREFIXES):
        return finish({"type": "text", "text": file_omitted(part.media_type, part.filename or "")}, part)
    data, media = _written(part, shape, spec)
    fields = {"type": kind, spec.key: data}
    if media is not None:
        fields["mediaType"] = media
    if part.filename is not None:
        fields["filename"] = part.filename
    return finish(fields, part)


def _written(part: FilePart, shape: Shape | None, spec: _Kind) -> tuple[Any, str | None]:
    """Return data and media type as they stand on the wire; None for a media type that is left out."""
    null = part.extras is not None and "mediaType" in part.extras.fields
    given = "mediaType" in shape.keys and not null if shape is not None else spec.holds is _EVERY
    media = None if not given and part.media_type == spec.media else part.media_type
    if shape is not None and isinstance(shape.detail, tuple):
        manner, wire, kept = cast("tuple[str, str | None, str]", shape.detail)
        if part.media_type == kept:
            return _in_manner(part, manner, spec), wire
    return _plain(part, spec), media


def _in_manner(part: FilePart, manner: str, spec: _Kind) -> Any:
    if manner == "tagged":
        tag = {"base64": "data", "url": "url", "text": "text"}.get(part.encoding)
        return {"type": tag, tag: part.data} if tag else part.data
    if part.encoding != "base64":
        return _plain(part, spec)
    if manner.startswith("data:"):
        return manner + part.data
    try:
        numbers = list(base64.b64decode(part.data, validate=True))
    except (binascii.Error, ValueError):
        return part.data
    return _IN_BYTES[manner](numbers)


_IN_BYTES: dict[str, Callable[[list[int]], Any]] = {
    "bytes": lambda numbers: numbers,
    "buffer": lambda numbers: {"type": "Buffer", "data": numbers},
    "indexed": lambda numbers: {str(index): number for index, number in enumerate(numbers)},
}


def _plain(part: FilePart, spec: _Kind) -> str:
    if part.encoding == "text":
        return base64.b64encode(part.data.encode("utf-8", "surrogatepass")).decode("ascii")
    if part.encoding == "base64" and spec.holds is _LINK:
        return f"data:{part.media_type};base64,{part.data}"
    return part.data
