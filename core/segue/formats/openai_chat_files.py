"""Chat Completions: images, sounds and documents, read from their wire parts.

A data URL is split into media type and base64; a spelling of it that cannot be told from these is kept in the shape. Where there
is base64 alone, its beginning tells the type. Besides the contents, a message of Ollama's or OpenRouter's may have `images`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from attrs import evolve

from segue.formats.openai_chat_layout import (
    FORMAT,
    Wire,
    file_part,
    inner_extras,
    mapping,
    new_shape,
    opaque_part,
    options_of,
    string,
    unclaimed,
)
from segue.json_values import EMPTY, JsonObject, Malformed, freeze_object
from segue.parts import Encoding, FilePart, OpaquePart
from segue.profiles.dialect_files import PDF, SOUNDS
from segue.shapes import Shape

Found: TypeAlias = tuple[str, str, Encoding, str]
"""Media type, data and encoding of a file, and how its data URL was spelled where that was odd."""

_UNKNOWN = "application/octet-stream"
BARE = "bare"  # base64 without the data URL around it
_MAGIC = {
    "image/*": {"iVBORw0KGgo": "image/png", "/9j/": "image/jpeg", "R0lGOD": "image/gif", "UklGR": "image/webp"},
    "audio/*": {"UklGR": "audio/wav", "SUQz": "audio/mpeg", "//": "audio/mpeg"},
}  # fmt: skip


def read_image(raw: Wire) -> FilePart:
    """Read an `image_url` part, whose URL stands in an object or by itself."""
    place = raw.get("image_url")
    if place.__class__ is str:
        return _laid_out(raw, "image_url string", split_url(place, "image/*"), EMPTY)
    image = mapping(place, "image_url")
    found = split_url(string(image.get("url"), "image_url", "url"), "image/*")
    detail = image.get("detail")
    known = detail.__class__ is str
    inner = inner_extras("image_url", image, "url", *(("detail",) if known else ()))
    return _laid_out(raw, "image_url", found, inner, None, options_of("openai", imageDetail=detail) if known else EMPTY)


def read_audio(raw: Wire) -> FilePart:
    """Read an `input_audio` part, whose data stand in an object or, as Mistral has them, by themselves."""
    place = raw.get("input_audio")
    if place.__class__ is str:
        return _laid_out(raw, "input_audio string", _sniffed(place, "audio/*"))
    sound = mapping(place, "input_audio")
    data, spelled = string(sound.get("data"), "input_audio", "data"), string(sound.get("format"), "input_audio", "format")
    media_type = sound_type(spelled)
    header = "" if sound_format(media_type) == spelled else spelled
    return _laid_out(raw, "input_audio", (media_type, data, "base64", header), inner_extras("input_audio", sound, "data", "format"))


def read_file(raw: Wire) -> FilePart | OpaquePart:
    """Read a `file` part: its bytes, its URL as OpenRouter takes it, or its id, which Mistral has outside of the object."""
    if "file" not in raw and raw.get("file_id").__class__ is str:
        return _laid_out(raw, "file id", (_UNKNOWN, raw["file_id"], "id", ""), claimed=("file_id",))
    file = mapping(raw.get("file"), "file")
    data, id, name = (_optional(file, key) for key in ("file_data", "file_id", "filename"))
    if data is None and id is None:
        return read_opaque(raw)
    source = "file_id" if data is None else "file_data"
    return _laid_out(raw, "file", _document(data, id or "", name), inner_extras("file", file, source, "filename"), name)


def read_document(raw: Wire) -> FilePart:
    """Read Mistral's `document_url` part."""
    url, name = string(raw.get("document_url"), "document_url"), raw.get("document_name")
    known = name if name.__class__ is str else None
    claimed = ("document_url",) if known is None else ("document_url", "document_name")
    return _laid_out(raw, "document_url", split_url(url, PDF), EMPTY, known, EMPTY, claimed)


def read_images(raw: Wire, rest: tuple[str, ...]) -> tuple[tuple[FilePart, ...], tuple[str, ...]]:
    """Return the images of a message's list, and the unclaimed keys without it; none where these are no images."""
    listed = raw.get("images")
    if not listed or not isinstance(listed, list | tuple):
        return (), rest
    if not (all(item.__class__ is str for item in listed) or all(map(_is_image, listed))):
        return (), rest
    return tuple(_each(listed)), tuple(key for key in rest if key != "images")


def _is_image(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("image_url"), dict) and item.get("type", "image_url") == "image_url"


def _each(listed: Iterable[Any]) -> Iterator[FilePart]:
    for index, item in enumerate(listed):
        try:
            yield _beside(item)
        except Malformed as fault:
            raise fault.at("images", index) from None


def read_opaque(raw: Wire, shape: Shape | None = None) -> OpaquePart:
    """Carry a part unread."""
    return opaque_part(raw["type"], freeze_object(raw), FORMAT, None, shape)


def _laid_out(
    raw: Wire,
    form: str,
    found: Found,
    inner: dict[str, JsonObject] = EMPTY,
    name: str | None = None,
    options: JsonObject = EMPTY,
    claimed: tuple[str, ...] = (),
) -> FilePart:
    """Return what was found as a part that remembers its layout."""
    media_type, data, encoding, header = found
    kind = form.partition(" ")[0]
    keys = tuple(raw[kind]) if kind == form and not claimed else ()
    marker, extras = unclaimed(raw, tuple(key for key in raw if key not in ("type", kind, *claimed)), inner)
    shape = new_shape(FORMAT, tuple(raw), form, False, (keys, header))
    return file_part(media_type, data, encoding, name, JsonObject(options | marker) if marker else options, extras, shape)


def _beside(item: Any) -> FilePart:
    """Read one of a message's images: base64 without type, or an object such as OpenRouter makes."""
    if item.__class__ is not str:
        image = read_image(item)
        keys = image.shape.keys if image.shape is not None else ()
        detail = image.shape.detail if image.shape is not None else None
        return evolve(image, shape=Shape(FORMAT, keys, "images url", False, detail))
    media_type, data, encoding, header = _sniffed(item, "image/*")
    return file_part(media_type, data, encoding, None, EMPTY, None, new_shape(FORMAT, (), "images", False, ((), header)))


def _sniffed(data: str, default: str) -> Found:
    """Return what a text is that holds data: a URL, or base64 whose beginning tells its type."""
    if data[:5].lower() == "data:" or data.startswith(("https://", "http://")):
        return split_url(data, default)
    media_type = next((known for start, known in _MAGIC[default].items() if data.startswith(start)), default)
    return media_type, data, "base64", BARE


def split_url(url: str, default: str) -> Found:
    """Split a data URL into type and base64; any other URL stays one."""
    if url[:5].lower() != "data:":
        return default, url, "url", ""
    head, comma, data = url.partition(",")
    media_type, *settings = (piece.strip().lower() for piece in head[5:].split(";"))
    if not comma or not settings or settings[-1] != "base64":
        return media_type or default, url, "url", ""
    media_type = media_type or default
    return media_type, data, "base64", "" if head == f"data:{media_type};base64" else head + comma


def _document(data: str | None, id: str, name: str | None) -> Found:
    named = PDF if (name or "").lower().endswith(".pdf") else _UNKNOWN
    if data is None:
        return named, id, "id", ""
    if data[:5].lower() == "data:":
        return split_url(data, named)
    if data.startswith(("https://", "http://")):  # OpenRouter documents URLs here, of PDFs
        return PDF, data, "url", ""
    return named, data, "base64", BARE


def _optional(raw: Wire, key: str) -> str | None:
    value = raw.get(key)
    return None if value is None else string(value, "file", key)


def sound_type(spelled: str) -> str:
    """Return the media type of a sound's format."""
    return "audio/mpeg" if spelled == "mp3" else f"audio/{spelled.lower()}"


def sound_format(media_type: str) -> str:
    """Return the format of a sound's media type."""
    return SOUNDS.get(media_type) or media_type.removeprefix("audio/")
