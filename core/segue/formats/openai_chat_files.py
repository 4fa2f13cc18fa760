"""Chat Completions: images, sounds and documents, from their wire parts and back.

A data URL is split into media type and base64; a spelling of it that cannot be told from these is kept in the shape.
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Callable
from typing import TypeAlias

from segue import placeholders
from segue.formats.openai_chat_layout import (
    FORMAT,
    Fields,
    Wire,
    file_part,
    finish,
    inner_extras,
    mapping,
    nested,
    new_shape,
    opaque_part,
    options_of,
    own,
    string,
    unclaimed,
)
from segue.json_values import EMPTY, JsonObject, JsonValue, freeze_object
from segue.parts import Encoding, FilePart, OpaquePart, option
from segue.shapes import Shape

Found: TypeAlias = tuple[str, str, Encoding, str]
"""Media type, data and encoding of a file, and how its data URL was spelled where that was odd."""

_UNKNOWN = "application/octet-stream"
_PDF = "application/pdf"
_BARE = "bare"  # base64 without the data URL around it, the other spelling of file_data
_FORMATS = {"audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/wav": "wav", "audio/wave": "wav", "audio/x-wav": "wav"}
_HOLDS = {
    "image_url": ("base64", "url"), "image_url string": ("base64", "url"), "input_audio": ("base64",), "file": ("base64", "url", "id"),
}  # fmt: skip


def read_image(raw: Wire) -> FilePart:
    """Read an `image_url` part, whose URL stands in an object or by itself."""
    place = raw.get("image_url")
    if place.__class__ is str:
        return _laid_out(raw, "image_url string", _split(place, "image/*"), EMPTY)
    image = mapping(place, "image_url")
    found = _split(string(image.get("url"), "image_url", "url"), "image/*")
    detail = image.get("detail")
    known = detail.__class__ is str
    inner = inner_extras("image_url", image, "url", *(("detail",) if known else ()))
    return _laid_out(raw, "image_url", found, inner, None, options_of("openai", imageDetail=detail) if known else EMPTY)


def read_audio(raw: Wire) -> FilePart:
    """Read an `input_audio` part."""
    sound = mapping(raw.get("input_audio"), "input_audio")
    data, spelled = string(sound.get("data"), "input_audio", "data"), string(sound.get("format"), "input_audio", "format")
    media_type = _sound(spelled)
    header = "" if _format(media_type) == spelled else spelled
    return _laid_out(raw, "input_audio", (media_type, data, "base64", header), inner_extras("input_audio", sound, "data", "format"))


def read_file(raw: Wire) -> FilePart | OpaquePart:
    """Read a `file` part: its bytes, its URL as OpenRouter takes it, or its id."""
    file = mapping(raw.get("file"), "file")
    data, id, name = (_optional(file, key) for key in ("file_data", "file_id", "filename"))
    if data is None and id is None:
        return read_opaque(raw)
    source = "file_id" if data is None else "file_data"
    return _laid_out(raw, "file", _document(data, id or "", name), inner_extras("file", file, source, "filename"), name)


def read_opaque(raw: Wire, shape: Shape | None = None) -> OpaquePart:
    """Carry a part unread."""
    return opaque_part(raw["type"], freeze_object(raw), FORMAT, None, shape)


def write_file(part: FilePart, *, native: bool) -> Fields | None:
    """Write a file part, None where this format has no place for it; elsewhere than in a user's message only its own are written."""
    shape = own(part)
    form = shape.form if shape is not None and part.encoding in _HOLDS.get(shape.form, ()) else _form(part) if native else ""
    write = _WRITERS.get(form)
    if write is None:
        return None
    keys, header = shape.detail if shape is not None and isinstance(shape.detail, tuple) else (None, "")
    return write(part, shape, keys, str(header))


def stand_in(part: FilePart) -> str:
    """Say in text what a file is, or what it says where it is a text document."""
    text = _text(part)
    if text is not None:
        return f"{placeholders.document(part.filename or '')}\n{text}"
    shown = part.data if part.encoding == "url" and not part.data.startswith("data:") else part.filename or ""
    return placeholders.file_omitted(part.media_type, shown)


def _laid_out(
    raw: Wire, form: str, found: Found, inner: dict[str, JsonObject], name: str | None = None, options: JsonObject = EMPTY
) -> FilePart:
    """Return what was found as a part that remembers its layout."""
    media_type, data, encoding, header = found
    kind = form.partition(" ")[0]
    keys = tuple(raw[kind]) if form == kind else ()
    marker, extras = unclaimed(raw, tuple(key for key in raw if key not in ("type", kind)), inner)
    shape = new_shape(FORMAT, tuple(raw), form, False, (keys, header))
    return file_part(media_type, data, encoding, name, JsonObject(options | marker) if marker else options, extras, shape)


def _split(url: str, default: str) -> Found:
    if url[:5].lower() != "data:":
        return default, url, "url", ""
    head, comma, data = url.partition(",")
    media_type, *settings = (piece.strip().lower() for piece in head[5:].split(";"))
    if not comma or not settings or settings[-1] != "base64":
        return media_type or default, url, "url", ""
    media_type = media_type or default
    return media_type, data, "base64", "" if head == f"data:{media_type};base64" else head + comma


def _document(data: str | None, id: str, name: str | None) -> Found:
    named = _PDF if (name or "").lower().endswith(".pdf") else _UNKNOWN
    if data is None:
        return named, id, "id", ""
    if data[:5].lower() == "data:":
        return _split(data, named)
    if data.startswith(("https://", "http://")):  # OpenRouter documents URLs here, of PDFs
        return _PDF, data, "url", ""
    return named, data, "base64", _BARE


def _optional(raw: Wire, key: str) -> str | None:
    value = raw.get(key)
    return None if value is None else string(value, "file", key)


def _sound(spelled: str) -> str:
    return "audio/mpeg" if spelled == "mp3" else f"audio/{spelled.lower()}"


def _format(media_type: str) -> str:
    return _FORMATS.get(media_type) or media_type.removeprefix("audio/")


def _form(part: FilePart) -> str:
    if part.media_type.startswith("image/") and part.encoding in _HOLDS["image_url"]:
        return "image_url"
    if part.encoding != "base64":
        return ""
    return "file" if part.media_type == _PDF else "input_audio" if part.media_type in _FORMATS else ""


def _url(part: FilePart, header: str) -> str:
    if part.encoding != "base64" or header == _BARE:
        return part.data
    if header and _split(header, part.media_type)[0] == part.media_type:
        return header + part.data
    return f"data:{part.media_type};base64,{part.data}"


def _write_image(part: FilePart, shape: Shape | None, keys: JsonValue, header: str) -> Fields:
    fields: Fields = {"url": _url(part, header)}
    detail = option(part, "openai", "imageDetail")
    if detail is not None:
        fields["detail"] = detail
    return finish({"type": "image_url", "image_url": nested("image_url", fields, part, keys)}, part, shape)


def _write_bare_image(part: FilePart, shape: Shape | None, _: JsonValue, header: str) -> Fields:
    return finish({"type": "image_url", "image_url": _url(part, header)}, part, shape)


def _write_audio(part: FilePart, shape: Shape | None, keys: JsonValue, header: str) -> Fields:
    spelled = header if header and _sound(header) == part.media_type else _format(part.media_type)
    sound = nested("input_audio", {"data": part.data, "format": spelled}, part, keys)
    return finish({"type": "input_audio", "input_audio": sound}, part, shape)


def _write_file(part: FilePart, shape: Shape | None, keys: JsonValue, header: str) -> Fields:
    name = part.filename if part.filename is not None or shape is not None else "document.pdf"  # refused without a name
    fields: Fields = {} if name is None else {"filename": name}
    fields |= {"file_id": part.data} if part.encoding == "id" else {"file_data": _url(part, header)}
    return finish({"type": "file", "file": nested("file", fields, part, keys)}, part, shape)


_WRITERS: dict[str, Callable[[FilePart, Shape | None, JsonValue, str], Fields]] = {
    "image_url": _write_image, "image_url string": _write_bare_image, "input_audio": _write_audio, "file": _write_file,
}  # fmt: skip


def _text(part: FilePart) -> str | None:
    if part.encoding == "text":
        return part.data
    if part.encoding != "base64" or not part.media_type.startswith("text/"):
        return None
    try:
        return b64decode(part.data, validate=True).decode()
    except (binascii.Error, ValueError):
        return None
