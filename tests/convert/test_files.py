"""Files as texts: base64, data URLs, other URLs, ids."""

import pytest
from attrs import evolve

from segue.convert.files import file_at, whole
from segue.json_values import freeze_object
from segue.parts import FilePart

TEXTS = [
    ("iVBORw0KGgo=", FilePart("application/octet-stream", "iVBORw0KGgo=")),
    ("data:image/png;base64,iVBO", FilePart("image/png", "iVBO")),
    ("data:image/png;charset=x;base64,iVBO", FilePart("image/png", "iVBO")),
    ("data:;base64,iVBO", FilePart("application/octet-stream", "iVBO")),
    ("data:text/plain,hi", FilePart("application/octet-stream", "data:text/plain,hi", "url")),
    ("https://a.example/b.png", FilePart("application/octet-stream", "https://a.example/b.png", "url")),
    ("gs://a/b", FilePart("application/octet-stream", "gs://a/b", "url")),
    ("file-abc", FilePart("application/octet-stream", "file-abc", "id")),
    ("file_abc", FilePart("application/octet-stream", "file_abc", "id")),
    ("", FilePart("application/octet-stream", "")),
]


@pytest.mark.parametrize(("text", "file"), TEXTS)
def test_what_a_text_holds(text, file):
    """A text is the file it holds or points to."""
    assert file_at(text) == file


def test_a_media_type_that_is_given_counts():
    """The media type, name and options that are given are the file's, whatever the data URL tells."""
    options = freeze_object({"anthropic": {"title": "A"}})
    assert file_at("data:image/png;base64,iVBO", "image/gif", "a.gif", options) == FilePart("image/gif", "iVBO", "base64", "a.gif", options)


def test_a_file_with_a_media_type_is_whole():
    """A file that has its media type is the very object."""
    part = FilePart("image/png", "iVBO")
    assert whole(part) is part
    assert whole(evolve(part, media_type="")) == FilePart("application/octet-stream", "iVBO")
