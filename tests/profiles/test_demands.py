"""The kinds of demand: how a text may be spelled, and which files have a place."""

import pytest
from attrs import evolve

from segue.parts import FilePart
from segue.profiles.demands import Files, Spelling
from segue.shapes import Shape

WORD, SHORT, ANY = Spelling("[a-z]"), Spelling("[a-z]", longest=3), Spelling(r"[\s\S]", longest=3, shortest=0)
SPELLED = [
    (WORD, "a", True), (WORD, "a" * 1000, True), (WORD, "", False), (WORD, "aB", False), (WORD, "a\n", False),
    (SHORT, "abc", True), (SHORT, "abcd", False), (SHORT, "ab1", False),
    (ANY, "", True), (ANY, "\n é", True), (ANY, "four", False),
]  # fmt: skip


@pytest.mark.parametrize(("spelling", "text", "allowed"), SPELLED)
def test_spelling(spelling, text, allowed):
    """A text is allowed when each character is, and its length is within both bounds, these included."""
    assert spelling.allows(text) is allowed


def test_alternatives_of_a_letter_are_alternatives():
    """A pattern of several alternatives holds for each character as a whole."""
    assert Spelling("a|b").allows("abba")
    assert not Spelling("a|b").allows("abc")


FILES = Files(base64=frozenset({"image/png", "application/pdf"}), url=frozenset({"image/png", "image/*"}), ids_of="anthropic")
HELD = [
    (FilePart("image/png", "A"), True), (FilePart("audio/wav", "A"), False), (FilePart("image/*", "A"), False),
    (FilePart("image/png", "https://example.com/a", "url"), True), (FilePart("image/*", "https://example.com/a", "url"), True),
    (FilePart("application/pdf", "https://example.com/a", "url"), False),
    (FilePart("application/pdf", "file_1", "id"), False),
    (FilePart("application/pdf", "file_1", "id", shape=Shape("anthropic")), True),
    (FilePart("application/pdf", "file_1", "id", shape=Shape("openai-chat")), False),
    (FilePart("text/plain", "Hello", "text"), False), (FilePart("image/png", "Hello", "text"), False),
]  # fmt: skip


@pytest.mark.parametrize(("part", "held"), HELD, ids=[f"{part.media_type} {part.encoding} {held}" for part, held in HELD])
def test_files(part, held):
    """A file has a place by its media type and how it is given; an id only where the same format read it."""
    assert FILES.hold(part) is held


def test_text_documents_have_a_place_where_it_says_so():
    """A text document is held by what takes text, whatever it is called."""
    assert evolve(FILES, text=True).hold(FilePart("application/x", "Hello", "text"))
