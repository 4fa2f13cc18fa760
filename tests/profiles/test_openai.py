"""What OpenAI's Chat Completions API demands, as facts."""

import pytest

from segue.parts import FilePart
from segue.profiles import openai as profile
from segue.prompts import AssistantMessage
from segue.shapes import Shape

SPELLED = [
    (profile.CALL_ID, "a.b:1 \né", True), (profile.CALL_ID, "x" * 40, True), (profile.CALL_ID, "x" * 41, False), (profile.CALL_ID, "", False),
    (profile.TOOL_NAME, "get_weather-2", True), (profile.TOOL_NAME, "x" * 64, True), (profile.TOOL_NAME, "x" * 65, False),
    (profile.TOOL_NAME, "db.trains", False), (profile.TOOL_NAME, "", False),
    (profile.SPEAKER, "zoe_2", True), (profile.SPEAKER, "Zoë", False), (profile.SPEAKER, "Zoe B.", False), (profile.SPEAKER, "x" * 65, False),
]  # fmt: skip


@pytest.mark.parametrize(("spelling", "text", "allowed"), SPELLED)
def test_spellings(spelling, text, allowed):
    """Ids are any 1 to 40 characters, names of tools and authors 1 to 64 letters, digits, _ and -."""
    assert spelling.allows(text) is allowed


HELD = [
    ("image/jpeg", "base64", True), ("image/jpeg", "url", True), ("image/*", "url", True), ("image/*", "base64", False),
    ("audio/wav", "base64", True), ("audio/mpeg", "base64", True), ("audio/wav", "url", False), ("audio/flac", "base64", False),
    ("application/pdf", "base64", True), ("application/pdf", "url", False), ("text/plain", "base64", False), ("text/plain", "text", False),
    ("application/pdf", "id", False),
]  # fmt: skip


@pytest.mark.parametrize(("media_type", "encoding", "held"), HELD)
def test_files(media_type, encoding, held):
    """Four kinds of image, WAV and MP3 sound and PDF documents have a place, by URL images alone, and file ids of its own."""
    assert profile.FILES.hold(FilePart(media_type, "https://example.org/a" if encoding == "url" else "A", encoding)) is held
    assert profile.FILES.hold(FilePart(media_type, "A", "id", shape=Shape("openai-chat")))


def test_unclaimed_fields_are_named_by_kinds_of_record():
    """The kinds that may have more fields are records of messages."""
    assert set(profile.UNCLAIMED_FIELDS) == {AssistantMessage.__name__}


@pytest.mark.parametrize(("url", "held"), [("https://example.org/a", True), ("HTTP://example.org/a", True), ("data:image/png;base64,A", True), ("ftp://example.org/a", False), ("gs://a/b", False), ("s3://a/b", False), ("file:///a", False), ("a", False), ("", False)])
def test_urls(url, held):
    """What is fetched stands in the web; what is in the URL itself need not be fetched."""
    assert profile.FILES.hold(FilePart("image/png", url, "url")) is held
