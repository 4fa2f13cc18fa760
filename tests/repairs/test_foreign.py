"""Parts in other providers' spellings: what is well formed is read, anything else is left to be told."""

from __future__ import annotations

import pytest

from segue.json_values import freeze, freeze_object
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.repairs._foreign import translated


def read(kind, **fields):
    """Read a part of this kind."""
    return translated(OpaquePart(kind, freeze_object({"type": kind, **fields}), "elsewhere"))


def anthropic(name, token):
    """Return Anthropic's options of one token."""
    return freeze_object({"anthropic": {name: token}})


@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        ("input_text", {"text": "é☕"}, TextPart("é☕")),
        ("output_text", {"text": "", "annotations": []}, TextPart("")),
        ("thinking", {"thinking": "Hm.", "signature": "Eq"}, ReasoningPart("Hm.", anthropic("signature", "Eq"))),
        ("thinking", {"thinking": "", "signature": ""}, ReasoningPart("", anthropic("signature", ""))),
        ("thinking", {"thinking": "Hm."}, ReasoningPart("Hm.")),
        ("thinking", {"thinking": [{"type": "text", "text": "H"}, {"text": None}, "x", {"text": "m."}]}, ReasoningPart("Hm.")),
        ("thinking", {"thinking": 7, "signature": 7}, ReasoningPart("")),
        ("redacted_thinking", {"data": "Eq"}, ReasoningPart("", anthropic("redactedData", "Eq"))),
        ("redacted_thinking", {}, ReasoningPart("")),
        ("reasoning", {"text": "Hm."}, ReasoningPart("Hm.")),
        ("reasoning", {"summary": [{"text": "A"}, {"text": "B"}]}, ReasoningPart("A\nB")),
        ("reasoning", {}, ReasoningPart("")),
    ],
)
def test_texts_and_thoughts(kind, fields, expected):
    """Words to the letter; a signature is kept where it is one."""
    assert read(kind, **fields) == expected


URL, DATA = "https://a.example/a.png", "data:image/PNG;base64,iVBORw0KGgo="


@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        ("image_url", {"image_url": {"url": URL}}, FilePart("image/*", URL, "url")),
        ("image_url", {"image_url": URL}, FilePart("image/*", URL, "url")),
        ("input_image", {"image_url": DATA}, FilePart("image/png", "iVBORw0KGgo=")),
        ("image_url", {"image_url": "DATA:;BASE64,AA=="}, FilePart("image/*", "AA==")),
        ("document_url", {"document_url": URL}, FilePart("application/pdf", URL, "url")),
        ("image", {"source": {"type": "base64", "media_type": "image/gif", "data": "R0lG"}}, FilePart("image/gif", "R0lG")),
        ("image", {"source": {"type": "url", "url": URL}}, FilePart("image/*", URL, "url")),
        ("document", {"source": {"type": "url", "url": URL, "media_type": 7}}, FilePart("application/pdf", URL, "url")),
        ("document", {"source": {"type": "text", "media_type": "text/plain", "data": "Milk"}}, FilePart("text/plain", "Milk", "text")),
    ],
)
def test_files(kind, fields, expected):
    """By URL, as base64 or as text, in each spelling; the type is told where it stands."""
    assert read(kind, **fields) == expected


def test_calls():
    """With whatever input they have."""
    assert read("tool_use", id="c1", name="trains", input={"day": 1}) == ToolCallPart("c1", "trains", freeze_object({"day": 1}))
    assert read("tool_use", id="", name="trains") == ToolCallPart("", "trains", None)


PNG = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"content": "7:10"}, ToolResultPart("c1", "", (TextPart("7:10"),))),
        ({"content": "no", "is_error": True}, ToolResultPart("c1", "", (TextPart("no"),), error=True)),
        ({"content": "no", "is_error": 1}, ToolResultPart("c1", "", (TextPart("no"),))),
        ({}, ToolResultPart("c1", "", ())),
        ({"content": None, "is_error": True}, ToolResultPart("c1", "", (), error=True)),
        ({"content": [{"type": "text", "text": "a"}, PNG, "x"]}, ToolResultPart("c1", "", (TextPart("a"), FilePart("image/png", "iVBORw0KGgo=")))),
    ],
)
def test_results(fields, expected):
    """A string, a list, or nothing at all."""
    assert read("tool_result", tool_use_id="c1", **fields) == expected


@pytest.mark.parametrize("piece", [{"type": "poll"}, {"type": "text"}, {"type": 7}, {}, {"type": "thinking", "thinking": "x"}, {"type": "tool_result", "tool_use_id": "c2"}])
def test_pieces_of_results_that_are_not_known(piece):
    """They stay unread, with all they hold, and of no format."""
    (unread,) = read("tool_result", tool_use_id="c1", content=[piece]).output

    assert isinstance(unread, OpaquePart)
    assert unread.format == ""
    assert unread.value == freeze(piece)
    assert unread.kind == (piece.get("type") if isinstance(piece.get("type"), str) else "unknown")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("poll", {"text": "x"}),
        ("text", {"text": "x"}),
        ("input_text", {}),
        ("output_text", {"text": 7}),
        ("image_url", {}),
        ("image_url", {"image_url": {"url": None}}),
        ("image_url", {"image_url": "data:image/png,raw"}),
        ("image_url", {"image_url": "data:image/png;base64"}),
        ("document_url", {"document_url": 7}),
        ("image", {}),
        ("image", {"source": "x"}),
        ("image", {"source": {"type": "file", "file_id": "f"}}),
        ("tool_use", {"id": "c1"}),
        ("tool_use", {"id": 7, "name": "x"}),
        ("tool_result", {"content": "x"}),
    ],
)
def test_what_is_not_well_formed_is_not_read(kind, fields):
    """Nor is a kind that is not known."""
    assert read(kind, **fields) is None
