"""Parts in another provider's spelling are read where they are well formed."""

from __future__ import annotations

import pytest

from segue.json_values import EMPTY, freeze, freeze_object
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.repairs._foreign import translated

SIGNED = freeze_object({"anthropic": {"signature": "EqoB"}})
REDACTED = freeze_object({"anthropic": {"redactedData": "EmwK"}})


def unread(kind, **fields):
    """Return an unread part of a kind."""
    return OpaquePart(kind, freeze_object({"type": kind, **fields}), "elsewhere")


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (unread("input_text", text="Hi"), TextPart("Hi")),
        (unread("output_text", text="Hi"), TextPart("Hi")),
        (unread("thinking", thinking="Hm.", signature="EqoB"), ReasoningPart("Hm.", SIGNED)),
        (unread("thinking", thinking=[{"type": "text", "text": "Hm"}, {"type": "text", "text": "."}, {"n": 1}, 7]), ReasoningPart("Hm.")),
        (unread("redacted_thinking", data="EmwK"), ReasoningPart("", REDACTED)),
        (unread("redacted_thinking"), ReasoningPart("")),
        (unread("reasoning", text="Hm."), ReasoningPart("Hm.")),
        (unread("reasoning", summary=[{"text": "Hm."}, {"text": "So."}]), ReasoningPart("Hm.\nSo.")),
        (unread("image_url", image_url="https://a.example/b.png"), FilePart("image/*", "https://a.example/b.png", "url")),
        (unread("image_url", image_url={"url": "data:image/png;base64,iVBO"}), FilePart("image/png", "iVBO")),
        (unread("input_image", image_url="data:;base64,iVBO"), FilePart("image/*", "iVBO")),
        (unread("document_url", document_url="https://a.example/b.pdf"), FilePart("application/pdf", "https://a.example/b.pdf", "url")),
        (unread("image", source={"type": "base64", "media_type": "image/png", "data": "iVBO"}), FilePart("image/png", "iVBO")),
        (unread("image", source={"type": "url", "url": "https://a.example/b.png"}), FilePart("image/*", "https://a.example/b.png", "url")),
        (unread("document", source={"type": "base64", "data": "JVBE"}), FilePart("application/pdf", "JVBE")),
        (unread("document", source={"type": "text", "media_type": "text/plain", "data": "Hi"}), FilePart("text/plain", "Hi", "text")),
        (unread("tool_use", id="c1", name="clock", input={"a": [1]}), ToolCallPart("c1", "clock", freeze({"a": [1]}))),
        (unread("tool_use", id="c1", name="clock"), ToolCallPart("c1", "clock", None)),
        (unread("tool_result", tool_use_id="c1", content="9:00"), ToolResultPart("c1", "", (TextPart("9:00"),))),
        (unread("tool_result", tool_use_id="c1", is_error=True), ToolResultPart("c1", "", (), error=True)),
    ],
)
def test_well_formed_parts_are_read(part, expected):
    """A known kind in another spelling is the part that it says."""
    assert translated(part) == expected


@pytest.mark.parametrize(
    "part",
    [
        unread("poll", question="Tea?"),
        unread("input_text", text=None),
        unread("image_url", image_url=7),
        unread("image_url", image_url="data:image/png,iVBO"),
        unread("image", source="iVBO"),
        unread("image", source={"type": "file", "file_id": "file_1"}),
        unread("tool_use", id=7, name="clock"),
        unread("tool_use", id="c1"),
        unread("tool_result", content="9:00"),
    ],
)
def test_others_are_not_guessed_at(part):
    """An unknown kind, and a known one that is malformed, is not read."""
    assert translated(part) is None


def test_pieces_of_a_result_are_read_or_kept_unread():
    """Text and files of a result are read; what else is in it stays unread."""
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBO"}}
    content = [{"type": "text", "text": "See:"}, image, {"type": "poll"}, {"no": "kind"}, {"type": "tool_use", "id": "c2", "name": "x"}, 7]
    output = translated(unread("tool_result", tool_use_id="c1", content=content)).output

    assert output[:2] == (TextPart("See:"), FilePart("image/png", "iVBO"))
    assert [part.kind for part in output[2:]] == ["poll", "unknown", "tool_use"]
    assert output[2].value is not EMPTY
