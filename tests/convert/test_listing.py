"""What a row says beside its parts, and when that counts."""

import pytest

from segue.convert.listing import items
from segue.json_values import EMPTY, JsonObject, freeze_object
from segue.messages import StepStart, StoredMessage, StoredReasoning, ToolInvocation
from segue.parts import FilePart, TextPart
from segue.shapes import Extras

TEXT, STEP = TextPart("At 6:12."), StepStart()
CALL, OTHER = ToolInvocation("c1", "tides", "result", output=1), ToolInvocation("c2", "tides", "result", output=2)
THOUGHT = StoredReasoning("Look it up.")


def row(*parts, role="assistant", beside=EMPTY, **fields):
    """A stored message."""
    extras = Extras("mastra", freeze_object({"content": beside})) if beside else None
    return StoredMessage("m", role, parts, extras=extras, **fields)


def parts(message):
    """The parts it says, in order."""
    return [part for _, part in items(message)]


def places(message):
    """Where they are."""
    return [place for place, _ in items(message)]


def test_parts_are_said_in_order():
    """A row with parts alone says these very parts."""
    said = parts(row(STEP, TEXT, CALL))
    assert all(new is old for new, old in zip(said, (STEP, TEXT, CALL), strict=True))
    assert places(row(STEP, TEXT)) == [("parts", 0), ("parts", 1)]


def test_listed_calls_come_before_the_text():
    """Calls that only the list has were made before the text was said, behind what stands before it."""
    message = row(STEP, THOUGHT, TEXT, invocations=(CALL, OTHER))
    assert parts(message) == [STEP, THOUGHT, CALL, OTHER, TEXT]
    assert places(message) == [("parts", 0), ("parts", 1), ("invocations", 0), ("invocations", 1), ("parts", 2)]


def test_listed_calls_that_the_parts_have_are_no_others():
    """A call that the parts have counts once, as the parts have it; a row of the list alone has them all."""
    assert parts(row(CALL, TEXT, invocations=(ToolInvocation("c1", "tides", "call"), OTHER))) == [CALL, OTHER, TEXT]
    assert parts(row(invocations=(CALL, OTHER))) == [CALL, OTHER]


def test_text_beside_the_parts():
    """Text beside the parts is said last, where no part is a text; empty text says nothing."""
    assert parts(row(CALL, text="At 6:12.")) == [CALL, TEXT]
    assert places(row(CALL, text="At 6:12.")) == [("parts", 0), ("text",)]
    assert parts(row(invocations=(CALL,), text="At 6:12.")) == [CALL, TEXT]
    assert parts(row(TextPart(""), text="At 6:12.")) == [TextPart("")]
    assert parts(row(CALL, text="")) == [CALL]


def test_reasoning_beside_the_parts():
    """Reasoning beside the parts was thought first, behind the beginning of the step, where no part is reasoning."""
    beside = {"reasoning": "Look it up."}
    assert parts(row(STEP, TEXT, beside=beside)) == [STEP, THOUGHT, TEXT]
    assert places(row(TEXT, beside=beside)) == [("content", "reasoning"), ("parts", 0)]
    assert parts(row(STEP, beside=beside)) == [STEP, THOUGHT]
    assert parts(row(StoredReasoning("Hm."), beside=beside)) == [StoredReasoning("Hm.")]


@pytest.mark.parametrize("beside", [{"reasoning": ""}, {"reasoning": 5}, {"annotations": []}])
def test_what_is_no_reasoning(beside):
    """Nothing is made of other fields."""
    assert parts(row(TEXT, beside=beside)) == [TEXT]


def test_unclaimed_fields_that_are_no_content():
    """A content that could not be read says nothing."""
    assert parts(StoredMessage("m", "user", extras=Extras("mastra", JsonObject(content=5)))) == []
    assert parts(StoredMessage("m", "user", (TEXT,), extras=Extras("mastra", JsonObject(note="x")))) == [TEXT]


FILES = [
    ({"url": "https://a.example/b.png", "contentType": "image/png"}, FilePart("image/png", "https://a.example/b.png", "url")),
    ({"url": "https://a.example/b", "name": "b"}, FilePart("application/octet-stream", "https://a.example/b", "url", "b")),
    ({"url": "data:image/gif;base64,R0lG", "contentType": 5, "name": 5}, FilePart("image/gif", "R0lG")),
    ({"url": "data:text/plain,hi"}, FilePart("application/octet-stream", "data:text/plain,hi", "url")),
    ({"url": "/files/b.png", "contentType": "image/png"}, FilePart("image/png", "/files/b.png", "url")),
]


@pytest.mark.parametrize(("attachment", "file"), FILES)
def test_attachments_are_files(attachment, file):
    """An attachment of a person's message is a file behind its parts."""
    message = row(TEXT, role="user", beside={"experimental_attachments": [attachment]})
    assert items(message) == [(("parts", 0), TEXT), (("content", "experimental_attachments", 0), file)]


def test_an_attachment_that_is_a_file_already():
    """An attachment whose URL or data a file has counts once, as does one that is attached twice."""
    pictures = (FilePart("image/png", "https://a.example/b.png", "url"), FilePart("image/gif", "R0lG"))
    urls = ["https://a.example/b.png", "data:image/gif;base64,R0lG", "https://a.example/c.png", "https://a.example/c.png"]
    message = row(*pictures, role="user", beside={"experimental_attachments": [{"url": url} for url in urls]})
    assert places(message) == [("parts", 0), ("parts", 1), ("content", "experimental_attachments", 2)]


@pytest.mark.parametrize("attached", [5, [5], [{}], [{"url": 5}], [{"url": ""}]])
def test_attachments_that_are_none(attached):
    """What holds no URL is no file."""
    assert parts(row(TEXT, role="user", beside={"experimental_attachments": attached})) == [TEXT]


def test_models_attach_nothing():
    """Attachments are a person's."""
    assert parts(row(TEXT, beside={"experimental_attachments": [{"url": "https://a.example"}]})) == [TEXT]
