"""Chat Completions: images, sounds and documents, written as the dialect has them."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Callable
from typing import Any

from attrs import frozen

from segue import placeholders
from segue.formats.openai_chat_files import BARE, sound_format, sound_type, split_url
from segue.formats.openai_chat_layout import Fields, finish, nested, own
from segue.json_values import JsonValue
from segue.parts import FilePart, option
from segue.profiles.dialects import Dialect, Words
from segue.shapes import Shape

_BARE = frozenset({"images", "input_audio string"})
"""Forms in which base64 has no data URL around it."""


def stand_in(part: FilePart) -> str:
    """Say in text what a file is, or what it says where it is a text document."""
    text = _text(part)
    if text is not None:
        return f"{placeholders.document(part.filename or '')}\n{text}"
    shown = part.data if part.encoding == "url" and not part.data.startswith("data:") else part.filename or ""
    return placeholders.file_omitted(part.media_type, shown)


def _text(part: FilePart) -> str | None:
    if part.encoding == "text":
        return part.data
    if part.encoding != "base64" or not part.media_type.startswith("text/"):
        return None
    try:
        return b64decode(part.data, validate=True).decode()
    except (binascii.Error, ValueError):
        return None


@frozen
class _Way:
    """How a file was laid out, and which fields may stand beside it."""

    shape: Shape | None
    keys: JsonValue
    header: str
    known: Words
    """None: anything."""

    def finish(self, fields: Fields, part: FilePart) -> Fields:
        return finish(fields, part, self.shape, self.known)

    def nested(self, key: str, fields: Fields, part: FilePart) -> Fields:
        return nested(key, fields, part, self.keys, whole=self.known is None)


def write_file(part: FilePart, form: str, to: Dialect) -> Any:
    """Write a file in a form."""
    shape = own(part)
    keys: JsonValue = None
    header: JsonValue = BARE if form in _BARE else ""
    if shape is not None and shape.form == form and isinstance(shape.detail, tuple):
        keys, header = shape.detail
    return _WRITERS[form](part, _Way(shape, keys, str(header), None if to.open else to.marks))


def _url(part: FilePart, header: str) -> str:
    if part.encoding != "base64" or header == BARE:
        return part.data
    if header and split_url(header, part.media_type)[0] == part.media_type:
        return header + part.data
    return f"data:{part.media_type};base64,{part.data}"


def _image(part: FilePart, way: _Way) -> Fields:
    fields: Fields = {"url": _url(part, way.header)}
    detail = option(part, "openai", "imageDetail")
    if detail is not None:
        fields["detail"] = detail
    return way.finish({"type": "image_url", "image_url": way.nested("image_url", fields, part)}, part)


def _bare_image(part: FilePart, way: _Way) -> Fields:
    return way.finish({"type": "image_url", "image_url": _url(part, way.header)}, part)


def _listed_image(part: FilePart, way: _Way) -> Any:
    return _url(part, way.header)


def _listed_object(part: FilePart, way: _Way) -> Fields:
    fields = _image(part, way)
    if way.shape is not None and "type" not in way.shape.keys:
        del fields["type"]
    return fields


def _audio(part: FilePart, way: _Way) -> Fields:
    spelled = way.header if way.header and sound_type(way.header) == part.media_type else sound_format(part.media_type)
    return way.finish({"type": "input_audio", "input_audio": way.nested("input_audio", {"data": part.data, "format": spelled}, part)}, part)


def _bare_audio(part: FilePart, way: _Way) -> Fields:
    return way.finish({"type": "input_audio", "input_audio": _url(part, way.header)}, part)


def _file(part: FilePart, way: _Way) -> Fields:
    name = part.filename if part.filename is not None or way.keys is not None else "document.pdf"  # refused without a name
    fields: Fields = {} if name is None else {"filename": name}
    fields |= {"file_id": part.data} if part.encoding == "id" else {"file_data": _url(part, way.header)}
    return way.finish({"type": "file", "file": way.nested("file", fields, part)}, part)


def _file_id(part: FilePart, way: _Way) -> Fields:
    return way.finish({"type": "file", "file_id": part.data}, part)


def _document(part: FilePart, way: _Way) -> Fields:
    fields: Fields = {"type": "document_url", "document_url": _url(part, way.header)}
    if part.filename is not None:
        fields["document_name"] = part.filename
    return way.finish(fields, part)


_WRITERS: dict[str, Callable[[FilePart, _Way], Any]] = {
    "image_url": _image, "image_url string": _bare_image, "images": _listed_image, "images url": _listed_object,
    "input_audio": _audio, "input_audio string": _bare_audio, "file": _file, "file id": _file_id, "document_url": _document,
}  # fmt: skip
