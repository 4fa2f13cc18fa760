"""Images, documents, videos, sounds and search results, from their blocks and back.

Their data is base64 text or bytes, an object of S3, or a document's text. Of a part's shape `form` is the kind of block and `detail`
holds the `format`, how the bytes stood (`manner`), and a `source` that says more than the part does.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Container, Mapping
from typing import Any, TypeAlias

from segue.formats.anthropic_wire import content_text, listing, mapping, search_text, string
from segue.formats.bedrock_media import AUDIO, DOCUMENT, FORMATS, IMAGE, VIDEO, Names, kind_and_format, media_type_of
from segue.formats.bedrock_wire import BYTES, NAME, Fields, Wire, base64_of, extras_of, frozen_at, in_manner, laid, options, ours, own, rest
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, thaw
from segue.parts import Encoding, FilePart
from segue.shapes import Shape

Found: TypeAlias = tuple[str, Encoding]
SEARCH = "searchResult"
EVERYWHERE = frozenset(FORMATS)
IN_RESULTS = frozenset({IMAGE, DOCUMENT, VIDEO})
"""The kinds of file that a tool's result may hold."""
_FILE = frozenset({"format", "source"})
_SETTINGS = ("context", "citations")
_DOCUMENT = _FILE | {"name", *_SETTINGS}
_SEARCH = frozenset({"title", "citations"})
_S3 = "s3Location"
_S3_SCHEME = "s3://"


def read_image(inner: Any) -> FilePart | None:
    """Read an image; None where its source is of a kind that is not known. So do the other readers. Raises `Malformed`."""
    return _read(IMAGE, mapping(inner), _FILE)


def read_document(inner: Any) -> FilePart | None:
    """Read a document."""
    return _read(DOCUMENT, mapping(inner), _DOCUMENT)


def read_video(inner: Any) -> FilePart | None:
    """Read a video."""
    return _read(VIDEO, mapping(inner), _FILE)


def read_audio(inner: Any) -> FilePart | None:
    """Read a sound."""
    return _read(AUDIO, mapping(inner), _FILE)


def read_search_result(inner: Any) -> FilePart:
    """Read a search result as a text document."""
    fields = mapping(inner)
    title, _ = string(fields, "title"), string(fields, "source")
    try:
        listing(fields.get("content"))
    except Malformed as fault:
        raise fault.at("content") from None
    extras = rest(fields, _SEARCH)
    text = search_text(EMPTY if extras is None else extras.fields)
    return FilePart("text/plain", text, "text", title, _settings(fields, _SEARCH), extras, Shape(NAME, tuple(fields), SEARCH))


def _read(kind: str, fields: Wire, claimed: frozenset[str]) -> FilePart | None:
    try:
        source = mapping(fields.get("source"))
        found = _found(source)
    except Malformed as fault:
        raise fault.at("source") from None
    if found is None:
        return None
    data, encoding, detail = found
    format, name = _text_at(fields, "format"), _text_at(fields, "name") if kind == DOCUMENT else None
    if format is not None:
        detail["format"] = format
    shape = Shape(NAME, tuple(fields), kind, False, JsonObject(detail))
    told = _settings(fields, claimed)
    return FilePart(_media_type(kind, format, encoding), data, encoding, name, told, rest(fields, claimed), shape)


def _settings(fields: Wire, claimed: frozenset[str]) -> JsonObject:
    told = {key: frozen_at(key, fields[key]) for key in _SETTINGS if key in claimed and fields.get(key) is not None}
    return options(told)


def _text_at(fields: Wire, key: str) -> str | None:
    return None if fields.get(key) is None else string(fields, key)


def _media_type(kind: str, format: JsonValue, encoding: Encoding) -> str:
    if format is None and kind == DOCUMENT and encoding == "text":
        return "text/plain"
    return media_type_of(kind, format if isinstance(format, str) else None)


def _found(source: Wire) -> tuple[str, Encoding, dict[str, JsonValue]] | None:
    """Return data and encoding of a source, and what must be remembered of it; None where it is of a kind that is not known."""
    form = next(iter(source)) if len(source) == 1 else ""
    if form == BYTES:
        data, manner = _base64(source)
        return data, "base64", {"manner": manner} if manner else {}
    if form == "text":
        return string(source, "text"), "text", {}
    if form not in {_S3, "content"}:
        return None
    frozen = JsonObject({form: frozen_at(form, source[form])})
    return *_told(frozen), {"source": frozen}


def _base64(source: Wire) -> tuple[str, str]:
    try:
        return base64_of(source[BYTES])
    except Malformed as fault:
        raise fault.at(BYTES) from None


def _told(source: JsonObject) -> Found:
    """Return what a frozen source says: the place of an object of S3, or the texts of a document. Raises `Malformed`."""
    if _S3 not in source:
        if not isinstance(source["content"], tuple):
            raise Malformed("a list", source["content"], ("content",))
        return content_text(source["content"]), "text"
    place = source[_S3]
    if not isinstance(place, JsonObject):
        raise Malformed("an object", place, (_S3,))
    try:
        return string(place, "uri"), "id"
    except Malformed as fault:
        raise fault.at(_S3) from None


def write_file(part: FilePart, names: Names, kinds: Container[str] = EVERYWHERE) -> Fields | None:
    """Write a file as a block of its kind, None where there is no place for it. Files of others are of these kinds."""
    shape = own(part)
    if shape is None:
        return _foreign(part, names, kinds)
    if shape.form == SEARCH:
        return _search_result(part) if search_text(extras_of(part)) == part.data else _foreign(part, names, kinds)
    source = _own_source(part, shape)
    return _foreign(part, names, kinds) if source is None else _own(part, shape, source, names)


def _search_result(part: FilePart) -> Fields:
    return {SEARCH: laid({"title": part.filename or "", **_said(part, ("citations",))}, part)}


def _said(part: FilePart, keys: tuple[str, ...] = _SETTINGS) -> Fields:
    return {key: thaw(value) for key in keys if (value := ours(part, key)) is not None}


def _own_source(part: FilePart, shape: Shape) -> Fields | None:
    """Return the source of a file that is still of the type it came in."""
    detail = _detail(shape)
    if _media_type(shape.form, detail.get("format"), part.encoding) != part.media_type:
        return None
    if part.encoding == "text" and "source" not in detail:
        return {"text": part.data}
    source = detail.get("source")
    if isinstance(source, JsonObject) and _told(source) == (part.data, part.encoding):
        return thaw(source)  # type: ignore[no-any-return]
    return {BYTES: in_manner(part.data, detail.get("manner"))} if part.encoding == "base64" else _source(part)


def _detail(shape: Shape) -> Mapping[str, JsonValue]:
    return shape.detail if isinstance(shape.detail, JsonObject) else EMPTY


def _own(part: FilePart, shape: Shape, source: Fields, names: Names) -> Fields:
    fields: Fields = {} if (format := _detail(shape).get("format")) is None else {"format": format}
    if part.filename is not None and shape.form == DOCUMENT:
        fields["name"] = part.filename
        names.take(part.filename)
    return {shape.form: laid({**fields, "source": source, **_said(part)}, part)}


def _foreign(part: FilePart, names: Names, kinds: Container[str]) -> Fields | None:
    kind, format = kind_and_format(part) or ("", "")
    source = _source(part) if kind in kinds else None
    if source is None:
        return None
    named = {"name": names.legal(part.filename)} if kind == DOCUMENT else {}
    return {kind: {"format": format, **named, "source": source, **(_said(part) if named else {})}}


def _source(part: FilePart) -> Fields | None:
    """Return the source of a file of others: its bytes, a text document's too, or its place in S3."""
    if part.encoding in {"id", "url"}:
        return {_S3: {"uri": part.data}} if part.data.startswith(_S3_SCHEME) else None
    data = b64encode(part.data.encode("utf-8", "surrogatepass")).decode("ascii") if part.encoding == "text" else part.data
    return {BYTES: data} if data else None
