"""Formats of files as the Converse API names them, the media types that they stand for, and the names that documents may have."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import Factory, define

from segue.parts import FilePart
from segue.profiles.converse import ENDING, LONGEST_STEM

_OFFICE = "application/vnd.openxmlformats-officedocument."
IMAGE, DOCUMENT, VIDEO, AUDIO = "image", "document", "video", "audio"
FORMATS: Mapping[str, Mapping[str, str]] = {
    IMAGE: {"png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"},
    DOCUMENT: {
        "pdf": "application/pdf", "csv": "text/csv", "doc": "application/msword", "docx": f"{_OFFICE}wordprocessingml.document",
        "xls": "application/vnd.ms-excel", "xlsx": f"{_OFFICE}spreadsheetml.sheet", "html": "text/html", "txt": "text/plain",
        "md": "text/markdown",
    },
    VIDEO: {
        "mkv": "video/x-matroska", "mov": "video/quicktime", "mp4": "video/mp4", "webm": "video/webm", "flv": "video/x-flv",
        "mpeg": "video/mpeg", "mpg": "video/mpeg", "wmv": "video/x-ms-wmv", "three_gp": "video/3gpp",
    },
    AUDIO: {
        "mp3": "audio/mpeg", "opus": "audio/opus", "wav": "audio/wav", "aac": "audio/aac", "flac": "audio/flac", "mp4": "audio/mp4",
        "ogg": "audio/ogg", "mkv": "audio/x-matroska", "mka": "audio/x-matroska", "x-aac": "audio/aac", "m4a": "audio/x-m4a",
        "mpeg": "audio/mpeg", "mpga": "audio/mpeg", "pcm": "audio/pcm", "webm": "audio/webm",
    },
}  # fmt: skip
"""Kind of block -> format -> media type. Of several formats of one media type the first is written."""
_ALIASES = {
    "image/jpg": "image/jpeg", "text/x-markdown": "text/markdown", "application/csv": "text/csv", "audio/mp3": "audio/mpeg",
    "audio/wave": "audio/wav", "audio/x-wav": "audio/wav", "audio/vnd.wave": "audio/wav", "audio/x-flac": "audio/flac",
    "audio/m4a": "audio/x-m4a", "audio/x-aac": "audio/aac",
}  # fmt: skip
_NAMED = {media_type: (kind, format) for kind, formats in FORMATS.items() for format, media_type in reversed(tuple(formats.items()))}
_TEXT = (DOCUMENT, "txt")
_VAGUE = frozenset({"", "*/*", "image/*", "application/octet-stream"})
_SIGNS = {"iVBOR": "image/png", "/9j/": "image/jpeg", "R0lGOD": "image/gif", "JVBERi": "application/pdf"}
_RIFFS = {"RUJQ": "image/webp", "QVZF": "audio/wav"}
"""How the base64 of files begins whose type is not told; of RIFF files, characters 12 to 16."""
_UNKNOWN = "application/octet-stream"


def media_type_of(kind: str, format: str | None) -> str:
    """Return the media type that a format of a kind of block stands for.

    >>> media_type_of("document", "md"), media_type_of("image", "avif"), media_type_of("video", None)
    ('text/markdown', 'image/avif', 'video/*')
    """
    if format is not None and format in FORMATS[kind]:
        return FORMATS[kind][format]
    return _UNKNOWN if kind == DOCUMENT else f"{kind}/{format or '*'}"


def kind_and_format(part: FilePart) -> tuple[str, str] | None:
    """Return the kind of block and the format that a file is written as, None where there is none.

    >>> kind_and_format(FilePart("audio/x-wav", "UklGRg==")), kind_and_format(FilePart("image/tiff", "SUkqAA=="))
    (('audio', 'wav'), None)
    """
    named = part.media_type.lower().partition(";")[0].strip()
    media_type = _told_by_data(part) or named if named in _VAGUE else _ALIASES.get(named, named)
    found = _NAMED.get(media_type)
    if found is None and (part.encoding == "text" or media_type.startswith("text/") or media_type == "application/json"):
        return _TEXT
    return found


def _told_by_data(part: FilePart) -> str:
    """Return the media type that the data or the file's name tells, "" where they tell none."""
    if part.encoding == "base64" and part.data.startswith("UklGR"):
        return _RIFFS.get(part.data[12:16], "")
    sign = next((sign for sign in _SIGNS if part.encoding == "base64" and part.data.startswith(sign)), None)
    ending = (part.filename or "").rpartition(".")[2].lower()
    return FORMATS[DOCUMENT].get(ending, "") if sign is None else _SIGNS[sign]


_ILLEGAL = re.compile(r"[^a-zA-Z0-9 ()\[\]-]+")


@define
class Names:
    """The names of the documents that were written so far, which no later one may have, in whatever case."""

    taken: set[str] = Factory(set)
    counted: dict[str, int] = Factory(dict)

    def legal(self, filename: str | None) -> str:
        """Return a name that the API takes for a document, told from its file name and from what stood before alone.

        >>> names = Names()
        >>> names.legal("Minutes_2026.04 (final).pdf"), names.legal(None), names.legal(None)
        ('Minutes-2026-04 (final)', 'document', 'document 2')
        """
        words = " ".join(_ILLEGAL.sub("-", ENDING.sub("", filename or "")).split())
        base = words[:LONGEST_STEM].strip(" -") or "document"
        name, key = base, base.lower()
        while name.lower() in self.taken:
            self.counted[key] = self.counted.get(key, 1) + 1
            name = f"{base} {self.counted[key]}"
        self.take(name)
        return name

    def take(self, name: str) -> None:
        """Note a name that a document has."""
        self.taken.add(name.lower())
