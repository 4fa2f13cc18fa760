"""A text document is told where it stood, to the letter; other files are left alone."""

from __future__ import annotations

from functools import partial

import pytest

from segue.parts import FilePart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, prompt, tool, user
from segue.repairs.text_files import inline_text_files
from tests.repairs.settling import said, settled, spared, untouched

WORDS = "Milk, bread: é☕\n"
ENCODED = "TWlsaywgYnJlYWQ6IMOp4piVCg=="
LIST = FilePart("text/plain", WORDS, "text", "list.txt")


@pytest.mark.parametrize("media_type", ["text/plain", "text/markdown", "text/csv"])
@pytest.mark.parametrize(("encoding", "data"), [("text", WORDS), ("base64", ENCODED)])
def test_a_text_document_is_told(media_type, encoding, data):
    """As text or as base64, under a caption with its name, in its place."""
    before = prompt(user("Buy:", FilePart(media_type, data, encoding, "list.txt"), "Please."), assistant("Yes."))
    after = settled(inline_text_files, before)

    assert said(after.messages[0]) == ["Buy:", "[document: list.txt]", WORDS, "Please."]
    assert after.messages[0].content[3] is before.messages[0].content[2]
    spared(before, after, 0)


def test_a_document_without_name_and_one_without_words():
    """The caption tells as much as there is; the text may be empty, or very long."""
    texts = ["", "x" * 100_000]

    assert said(settled(inline_text_files, prompt(user(*(FilePart("text/plain", text, "text") for text in texts)))).messages[0]) == [
        "[document]", texts[0], "[document]", texts[1],
    ]  # fmt: skip


def test_a_document_in_a_result_is_told_there():
    """Results hold text as well."""
    output = settled(inline_text_files, prompt(tool(ToolResultPart("c1", "", (LIST, TextPart("x")))))).messages[0].content[0].output

    assert [piece.text for piece in output] == ["[document: list.txt]", WORDS, "x"]


@pytest.mark.parametrize(
    "part",
    [
        FilePart("application/pdf", "JVBERi0="),
        FilePart("text/plain", "/w=="),
        FilePart("text/plain", "no base64!"),
        FilePart("text/plain", "é"),
        FilePart("text/plain", "https://a.example/list.txt", "url"),
        FilePart("text/plain", "file_1", "id"),
        FilePart("text/plain", ENCODED, "id"),
        FilePart("text/plain", ENCODED, "url"),
        FilePart("text/plain", "T*W*l*s*a*w*=*="),
        FilePart("application/json", "e30="),
    ],
)
def test_other_files_stay(part):
    """Other types, bytes that are no text, what is no base64, and what is elsewhere."""
    untouched(inline_text_files, Prompt(), prompt(user("See:", part), tool(ToolResultPart("c1", "", (part,)))))


def test_what_the_target_takes_stays():
    """`holds` says which."""
    holds = partial(inline_text_files, holds=lambda part: part.encoding == "text")

    untouched(holds, prompt(user(LIST)))
    assert said(settled(holds, prompt(user(LIST, FilePart("text/plain", ENCODED)))).messages[0]) == ["FilePart", "[document]", WORDS]
