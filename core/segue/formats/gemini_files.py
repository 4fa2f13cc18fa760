"""Files of Gemini's contents, held as base64 or by URI, from their wire parts and back."""

from __future__ import annotations

from segue.formats.gemini_layout import Opened, extras_of, finish, had, inside, kept, laid, options_of, own, shape_of, told
from segue.formats.gemini_wire import Fields, data_at, in_manner, string
from segue.json_values import EMPTY, JsonObject
from segue.parts import Encoding, FilePart
from segue.shapes import Shape

_BLOB = frozenset({"mimeType", "data", "displayName"})
_LINK = frozenset({"mimeType", "fileUri", "displayName"})
_UNKNOWN = "application/octet-stream"
_HANDLES = ("gs://", "files/", "https://generativelanguage.googleapis.com/")
"""How URIs begin that Google alone can follow: of its storage, and of the Files API."""
_WEB = ("https://", "http://")
_VAGUE = frozenset({"", "*/*", "image/*", _UNKNOWN})
_SIGNS = {
    "iVBOR": "image/png", "/9j/": "image/jpeg", "R0lGOD": "image/gif", "JVBERi": "application/pdf", "SUQz": "audio/mpeg",
}  # fmt: skip
_RIFFS = {"RUJQ": "image/webp", "QVZF": "audio/wav"}
"""How the base64 of files begins whose type is not told; of RIFF files, characters 12 to 16."""
_ENDINGS = {
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp", "gif": "image/gif", "pdf": "application/pdf",
    "mp3": "audio/mpeg", "wav": "audio/wav", "mp4": "video/mp4", "txt": "text/plain",
}  # fmt: skip
_TAKEN = ("image/", "audio/", "video/", "text/", "application/pdf", "application/json")


def read_file(part: Opened, kind: str, form: str = "") -> FilePart | None:
    """Read the part that holds a file; None where there is none in it. Raises `Malformed`."""
    field, known = ("data", _BLOB) if kind == "inlineData" else ("fileUri", _LINK)
    inner = inside(part, kind, known)
    if field not in inner.said:
        return None
    data, manner = data_at(inner.said, field, kind) if field == "data" else (string(inner.said, field, kind), "")
    encoding: Encoding = "base64" if field == "data" else "id" if data.startswith(_HANDLES) else "url"
    media_type = string(inner.said, "mimeType", kind) if "mimeType" in inner.said else _UNKNOWN
    name = string(inner.said, "displayName", kind) if "displayName" in inner.said else None
    shape = shape_of(part, inner, form, **({"data": manner} if manner else {}))
    return FilePart(media_type, data, encoding, name, options_of(part), kept(part.left, {kind: inner.left}), shape)


def write_file(part: FilePart) -> Fields | None:
    """Write a file as a part; None where Gemini has no place for it."""
    shape = own(part)
    fields = _foreign_file(part) if shape is None else _own_file(part, shape)
    return None if fields is None else finish(fields, part, next(iter(fields)))


def _foreign_file(part: FilePart) -> Fields | None:
    """Write another format's file; not a document of text, which is best told as text."""
    media_type = _media_type(part)
    if part.encoding == "base64":
        return {"inlineData": {"mimeType": media_type, "data": part.data}} if media_type.startswith(_TAKEN) else None
    if not part.data.startswith({"url": (*_HANDLES, *_WEB), "id": _HANDLES}.get(part.encoding, ())):
        return None
    return {"fileData": ({"mimeType": media_type} if media_type else {}) | {"fileUri": part.data}}


def _own_file(part: FilePart, shape: Shape) -> Fields:
    kind = "inlineData" if part.encoding == "base64" else "fileData"
    extras = extras_of(part).get(kind)
    inner: Fields = {}
    if part.media_type != _UNKNOWN or had(shape, "mimeType"):
        inner["mimeType"] = part.media_type
    inner |= {"data": in_manner(part.data, told(shape, "data"))} if kind == "inlineData" else {"fileUri": part.data}
    if part.filename is not None:
        inner["displayName"] = part.filename
    return {kind: laid(inner, told(shape, "keys"), told(shape, "inner"), extras if isinstance(extras, JsonObject) else EMPTY)}


def _media_type(part: FilePart) -> str:
    """Return the media type, told from the file where it is vague; "" where nothing tells it."""
    named = part.media_type.lower()
    if named not in _VAGUE:
        return named
    found = _of_base64(part.data) if part.encoding == "base64" else _ENDINGS.get(_ending(part.data), "")
    return found or ("image/jpeg" if named == "image/*" else "")


def _of_base64(data: str) -> str:
    if data.startswith("UklGR"):
        return _RIFFS.get(data[12:16], "")
    return next((kind for sign, kind in _SIGNS.items() if data.startswith(sign)), "")


def _ending(url: str) -> str:
    return url.partition("?")[0].partition("#")[0].rpartition(".")[2].lower()
