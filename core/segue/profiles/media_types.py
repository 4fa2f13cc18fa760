"""Media types as providers spell them: many ways of writing one type, and bytes that tell their type themselves."""

from __future__ import annotations

from collections.abc import Mapping

from segue.parts import FilePart

_USUAL: Mapping[str, str] = {
    "image/jpg": "image/jpeg", "image/pjpeg": "image/jpeg", "image/x-png": "image/png", "application/x-pdf": "application/pdf",
    "audio/mp3": "audio/mpeg", "audio/x-mp3": "audio/mpeg", "audio/x-mpeg": "audio/mpeg",
    "audio/wave": "audio/wav", "audio/x-wav": "audio/wav", "audio/vnd.wave": "audio/wav",
}  # fmt: skip
_VAGUE = frozenset({"", "image/*", "audio/*", "application/octet-stream", "binary/octet-stream"})
_SIGNS = {"iVBORw0KGgo": "image/png", "/9j/": "image/jpeg", "R0lGOD": "image/gif", "JVBERi": "application/pdf", "SUQz": "audio/mpeg"}
_RIFFS = {"RUJQ": "image/webp", "QVZF": "audio/wav"}


def usual_type(part: FilePart) -> str:
    """Return a file's media type in its usual spelling, without parameters; where it says nothing, what the first bytes tell.

    >>> usual_type(FilePart("image/JPG", "/9j/4AAQ")), usual_type(FilePart("image/*", "iVBORw0KGgo="))
    ('image/jpeg', 'image/png')
    """
    named = part.media_type.partition(";")[0].strip().lower()
    if named in _VAGUE and part.encoding == "base64":
        return _told_by(part.data) or part.media_type
    return _USUAL.get(named, named)


def _told_by(data: str) -> str:
    """Return the type that the first bytes tell, "" for none. RIFF files tell it in characters 12 to 16."""
    if data.startswith("UklGR"):
        return _RIFFS.get(data[12:16], "")
    return next((kind for sign, kind in _SIGNS.items() if data.startswith(sign)), "")
