"""The Responses API: images, documents and sounds, from their wire parts and back.

A data URL is split into media type and base64; a spelling of it that cannot be told from these is kept in the shape.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from segue.formats.openai_responses_layout import (
    BREAKPOINT,
    BREAKPOINT_OPTION,
    NAME,
    Fields,
    Wire,
    file_part,
    finish,
    free,
    frozen,
    mapping,
    opaque_part,
    optional,
    options,
    ordered,
    our_options,
    own,
    string,
    unclaimed,
)
from segue.json_values import JsonObject, JsonValue, Malformed, freeze_object, thaw
from segue.parts import Encoding, FilePart, OpaquePart
from segue.shapes import Extras, Shape

Found: TypeAlias = tuple[str, str, Encoding, str]
"""Media type, data and encoding of a file, and how its data URL was spelled where that was odd."""

_UNKNOWN = "application/octet-stream"
_PDF = "application/pdf"
_BARE = "bare"  # base64 without the data URL around it
_OFFICE = "application/vnd.openxmlformats-officedocument."
_SUFFIXES = {
    "pdf": _PDF, "txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html", "json": "application/json",
    "docx": f"{_OFFICE}wordprocessingml.document", "xlsx": f"{_OFFICE}spreadsheetml.sheet", "pptx": f"{_OFFICE}presentationml.presentation",
}  # fmt: skip
_OURS = "file-"
"""How the ids begin that OpenAI gives files; other providers' ids are nothing to it."""
_IMAGE_SOURCES, _FILE_SOURCES = ("image_url", "file_id"), ("file_data", "file_url", "file_id")
_HOLDS: Mapping[str, tuple[Encoding, ...]] = {
    "input_image": ("base64", "url", "id"), "input_file": ("base64", "url", "id"), "input_audio": ("base64",),
}  # fmt: skip
"""Kinds of content, and how each may hold its data."""


def read_image(raw: Wire) -> FilePart | OpaquePart:
    """Read an image, or a screenshot of a computer: its URL or its id."""
    source = next((key for key in _IMAGE_SOURCES if raw.get(key).__class__ is str), None)
    if source is None:
        return read_opaque(raw)
    found: Found = ("image/*", raw[source], "id", "") if source == "file_id" else _split(raw[source], "image/*")
    detail = raw.get("detail")
    known: dict[str, JsonValue] = {"imageDetail": detail} if detail.__class__ is str else {}
    return _laid_out(raw, ("type", source, *(("detail",) if known else ())), (source, found), known)


def read_file(raw: Wire) -> FilePart | OpaquePart:
    """Read a document: its bytes, its URL or its id."""
    source = next((key for key in _FILE_SOURCES if raw.get(key).__class__ is str), None)
    if source is None:
        return read_opaque(raw)
    name = optional(raw, "filename")
    return _laid_out(raw, ("type", source, "filename"), (source, _document(source, raw[source], name)), {}, name)


def read_audio(raw: Wire) -> FilePart:
    """Read a sound."""
    sound = mapping(raw.get("input_audio"), "input_audio")
    data, spelled = string(sound.get("data"), "input_audio", "data"), string(sound.get("format"), "input_audio", "format")
    media_type = "audio/mpeg" if spelled == "mp3" else f"audio/{spelled}"
    part = _laid_out(raw, ("type", "input_audio"), ("input_audio", (media_type, data, "base64", "")), {})
    left = {key: value for key, value in sound.items() if key not in ("data", "format")}
    shape = Shape(NAME, tuple(raw), "input_audio", False, ("", "", tuple(sound)))
    try:
        inner = JsonObject(input_audio=freeze_object(left))
    except Malformed as fault:
        raise fault.at("input_audio") from None
    extras = Extras(NAME, JsonObject({**free(part), **inner})) if left else part.extras
    return file_part(media_type, data, "base64", None, part.provider_options, extras, shape)


def read_opaque(raw: Wire) -> OpaquePart:
    """Carry a part unread."""
    return opaque_part(raw["type"], freeze_object(raw), NAME, None, None)


def write_file(part: FilePart, *, native: bool) -> Fields | None:
    """Write a file part, None where this format has no place for it. Where files are not `native`, only its own are written."""
    shape = own(part)
    form = shape.form if shape is not None and part.encoding in _HOLDS.get(shape.form, ()) else _form(part) if native else ""
    return None if not form else _WRITERS[form](part, form, shape if shape is not None and shape.form == form else None)


def write_screenshot(part: FilePart) -> Fields:
    """Write an image as the screenshot of a computer."""
    shape = own(part)
    return _write_image(part, "computer_screenshot", shape if shape is not None and shape.form == "computer_screenshot" else None)


def _laid_out(
    raw: Wire, claimed: tuple[str, ...], source: tuple[str, Found], known: dict[str, JsonValue], name: str | None = None
) -> FilePart:
    """Return what was found as a part that remembers its layout."""
    key, (media_type, data, encoding, header) = source
    if raw.get(BREAKPOINT) is not None:
        known, claimed = {**known, BREAKPOINT_OPTION: frozen(raw, BREAKPOINT)}, (*claimed, BREAKPOINT)
    rest = frozenset(raw).difference(claimed)
    shape = Shape(NAME, tuple(raw), raw["type"], False, (key, header, ()))
    return file_part(media_type, data, encoding, name, options(known), unclaimed(raw, rest), shape)


def _split(url: str, default: str) -> Found:
    if url[:5].lower() != "data:":
        return default, url, "url", ""
    head, comma, data = url.partition(",")
    media_type, *settings = (piece.strip().lower() for piece in head[5:].split(";"))
    if not comma or not settings or settings[-1] != "base64":
        return media_type or default, url, "url", ""
    media_type = media_type or default
    return media_type, data, "base64", "" if head == f"data:{media_type};base64" else head + comma


def _document(source: str, data: str, name: str | None) -> Found:
    named = _media_type(name or "")
    if source == "file_id":
        return named or _UNKNOWN, data, "id", ""
    if source == "file_url":
        return named or _media_type(data.partition("?")[0]) or _PDF, data, "url", ""
    found = _split(data, named or _UNKNOWN)
    return found if found[2] == "base64" or data[:5].lower() == "data:" else (named or _UNKNOWN, data, "base64", _BARE)


def _media_type(name: str) -> str:
    """Return the media type that a file's name or URL tells, "" where it tells none."""
    return _SUFFIXES.get(name.rpartition(".")[2].lower(), "")


def _form(part: FilePart) -> str:
    if part.encoding == "text" or (part.encoding == "id" and not part.data.startswith(_OURS)):
        return ""
    if part.media_type.startswith("image/"):
        return "input_image"
    return "input_file" if part.media_type == _PDF or part.encoding == "id" else ""


def _url(part: FilePart, header: str) -> str:
    if part.encoding != "base64" or header == _BARE:
        return part.data
    if header and _split(header, part.media_type)[0] == part.media_type:
        return header + part.data
    return f"data:{part.media_type};base64,{part.data}"


def _layout(shape: Shape | None) -> tuple[str, str, tuple[str, ...]]:
    """Return under which key the data was, how its data URL was spelled, and the keys of the object inside."""
    return shape.detail if shape is not None and shape.detail is not None else ("", "", ())  # type: ignore[return-value]


def _write_image(part: FilePart, form: str, shape: Shape | None) -> Fields:
    fields: Fields = {"type": form, "file_id" if part.encoding == "id" else "image_url": _url(part, _layout(shape)[1])}
    detail = our_options(part).get("imageDetail")
    if detail is not None or (shape is None and form == "input_image"):
        fields["detail"] = "auto" if detail is None else thaw(detail)
    return _marked(fields, part, shape)


def _write_file(part: FilePart, form: str, shape: Shape | None) -> Fields:
    source, header, _ = _layout(shape)
    key = {"base64": "file_data", "url": "file_url", "id": "file_id"}[part.encoding]
    if part.encoding == "url" and source == "file_data" and part.data[:5].lower() == "data:":
        key = source
    name = part.filename if part.filename is not None or shape is not None or part.encoding != "base64" else "document.pdf"
    fields: Fields = {"type": form}
    if name is not None and (shape is not None or part.encoding == "base64"):
        fields["filename"] = name
    return _marked(fields | {key: _url(part, header)}, part, shape)


def _write_audio(part: FilePart, form: str, shape: Shape | None) -> Fields:
    spelled = "mp3" if part.media_type == "audio/mpeg" else part.media_type.removeprefix("audio/")
    sound: Fields = {"data": part.data, "format": spelled}
    left = free(part).get("input_audio")
    sound = thaw(left) | sound if left.__class__ is JsonObject else sound
    return _marked({"type": form, "input_audio": ordered(sound, _layout(shape)[2])}, part, shape, "input_audio")


_WRITERS: Mapping[str, Callable[[FilePart, str, Shape | None], Fields]] = {
    "input_image": _write_image, "input_file": _write_file, "input_audio": _write_audio,
}  # fmt: skip


def _marked(fields: Fields, part: FilePart, shape: Shape | None, inner: str | None = None) -> Fields:
    """Add the cache breakpoint that an option asks for, and finish."""
    mark = our_options(part).get(BREAKPOINT_OPTION)
    if mark is not None:
        fields[BREAKPOINT] = thaw(mark)
    return finish(fields, part, shape, inner)
