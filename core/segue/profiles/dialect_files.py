"""Which form a file has in a dialect of Chat Completions, if any."""

from __future__ import annotations

from segue.parts import FilePart
from segue.profiles.dialect import FORMAT, Dialect

PDF = "application/pdf"
SOUNDS = {
    "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/wav": "wav", "audio/wave": "wav", "audio/x-wav": "wav", "audio/vnd.wave": "wav",
}  # fmt: skip
"""Media types of sounds with the name that their format has on the wire."""

LISTED = frozenset({"images", "images url"})
"""Forms of files that stand in a list beside the contents."""
NAMED = frozenset({"file", "document_url"})
"""Forms of files that have a name."""
_PECULIAR = LISTED | {"input_audio string", "file id", "document_url"}
"""Forms that one dialect alone has."""
_OPENAI = frozenset({"image_url", "file", "input_audio"})
_HOLDS = {
    "image_url": ("base64", "url"), "image_url string": ("base64", "url"), "images": ("base64", "url"), "images url": ("base64", "url"),
    "input_audio": ("base64",), "input_audio string": ("base64", "url"), "file": ("base64", "url", "id"), "file id": ("id",),
    "document_url": ("base64", "url"),
}  # fmt: skip


def file_form(part: FilePart, role: str, to: Dialect) -> str:
    """Return the form in which a file is written, "" where it has no place: the one it came in, if the dialect has that, or another.

    Where nothing is known of the dialect, only a user's message has a place for files that did not come from there.
    """
    shape, known = part.shape, to.parts(role)
    came = shape.form if shape is not None and shape.format == FORMAT and part.encoding in _HOLDS.get(shape.form, ()) else ""
    if known is None:
        came = came if to.as_it_came or came not in _PECULIAR else ""
        return came or (_usual(part) if role == "user" else "")
    if part.encoding == "url" and not to.remote:
        return ""
    return next((form for form in (came, *_forms(part)) if form in known), "")


def _forms(part: FilePart) -> tuple[str, ...]:
    """Return the forms that could hold a file which did not come in one."""
    kind = part.media_type.partition("/")[0]
    if part.encoding not in ("base64", "url"):
        return ()
    if kind == "image":
        return ("image_url", "images") if part.encoding == "base64" else ("image_url",)
    if part.media_type == PDF:
        return ("file", "document_url")
    if kind != "audio" or part.encoding != "base64":
        return ()
    return ("input_audio", "input_audio string") if part.media_type in SOUNDS else ("input_audio string",)


def _usual(part: FilePart) -> str:
    """Return the form that OpenAI has for a file, which takes nothing but images by URL."""
    form = next(iter(_forms(part)), "")
    return form if form == "image_url" or (form in _OPENAI and part.encoding == "base64") else ""
