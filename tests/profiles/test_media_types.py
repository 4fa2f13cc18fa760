"""Media types in their usual spelling."""

import pytest

from segue.parts import FilePart
from segue.profiles.media_types import usual_type

SPELLED = [
    (FilePart("image/png", "A"), "image/png"),
    (FilePart("image/jpg", "A"), "image/jpeg"),
    (FilePart("Audio/X-WAV; rate=16000", "A"), "audio/wav"),
    (FilePart("image/jpg", "https://example.org/a", "url"), "image/jpeg"),
    (FilePart("image/*", "/9j/4AAQ"), "image/jpeg"),
    (FilePart("", "JVBERi0x"), "application/pdf"),
    (FilePart("image/*", "UklGRiQAAABXRUJQVlA4"), "image/webp"),
    (FilePart("audio/*", "UklGRiQAAABXQVZFZm10"), "audio/wav"),
    (FilePart("audio/*", "UklGRiQAAABBVkkg"), "audio/*"),
    (FilePart("application/octet-stream", "AAAA"), "application/octet-stream"),
    (FilePart("image/*", "https://example.org/a", "url"), "image/*"),
    (FilePart("", "/9j/4AAQ", "text"), ""),
]


@pytest.mark.parametrize(("file", "usual"), SPELLED)
def test_usual_types(file, usual):
    """Case, parameters and aliases go; bytes tell what a vague type does not, where they can."""
    assert usual_type(file) == usual
