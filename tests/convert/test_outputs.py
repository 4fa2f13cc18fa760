"""What a model was shown of a result, in the spelling of the AI SDK, and what a row holds of a result's pieces."""

import pytest

from segue.convert.outputs import is_made_here, shown, written
from segue.json_values import JsonObject, freeze, freeze_object
from segue.parts import FilePart, JsonPart, OpaquePart, TextPart
from segue.placeholders import DENIED

CACHED = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})


def saw(value):
    """What is read of a model output."""
    return shown(freeze(value))


FORMS = [
    ("nine left", (TextPart("nine left"),), False),
    (9, (JsonPart(9),), False),
    ([], (JsonPart(()),), False),
    ({"a": 1}, (JsonPart(JsonObject(a=1)),), False),
    ({"type": "text", "value": "a"}, (TextPart("a"),), False),
    ({"type": "text", "value": "a", "providerOptions": CACHED}, (TextPart("a", CACHED),), False),
    ({"type": "text", "value": 5}, (JsonPart(JsonObject(type="text", value=5)),), False),
    ({"type": "json", "value": None}, (JsonPart(None),), False),
    ({"type": "json", "value": "a"}, (JsonPart("a"),), False),
    ({"type": "json"}, (JsonPart(JsonObject(type="json")),), False),
    ({"type": "error-text", "value": "a"}, (TextPart("a"),), True),
    ({"type": "error-json", "value": {"a": 1}}, (JsonPart(JsonObject(a=1)),), True),
    ({"type": "execution-denied", "reason": "no"}, (TextPart(DENIED), TextPart("no")), True),
    ({"type": "execution-denied"}, (TextPart(DENIED),), True),
    ({"type": "content", "value": []}, (), False),
    ({"type": "content", "value": "a"}, (JsonPart(JsonObject(type="content", value="a")),), False),
    ({"type": "poll", "value": 1}, (JsonPart(JsonObject(type="poll", value=1)),), False),
    ({"type": 5}, (JsonPart(JsonObject(type=5)),), False),
]


@pytest.mark.parametrize(("value", "output", "error"), FORMS)
def test_forms(value, output, error):
    """Each form is read for what it says; what is in no form is JSON, and text is text."""
    assert saw(value) == (output, error)


PIECES = [
    ({"type": "text", "text": "a"}, TextPart("a")),
    ({"type": "text", "text": "a", "providerMetadata": CACHED}, TextPart("a", CACHED)),
    ({"type": "text", "text": "a", "providerOptions": 5}, TextPart("a")),
    ({"type": "media", "data": "iVBO", "mediaType": "image/png"}, FilePart("image/png", "iVBO")),
    ({"type": "file-data", "data": "JVBE", "mediaType": "application/pdf", "filename": "a.pdf"}, FilePart("application/pdf", "JVBE", "base64", "a.pdf")),
    ({"type": "image-data", "data": "iVBO"}, FilePart("image/*", "iVBO")),
    ({"type": "media", "data": "iVBO", "mediaType": ""}, FilePart("application/octet-stream", "iVBO")),
    ({"type": "media", "data": "data:image/gif;base64,R0lG", "filename": 5}, FilePart("image/gif", "R0lG")),
    ({"type": "image-url", "url": "https://a.example/b.png"}, FilePart("image/*", "https://a.example/b.png", "url")),
    ({"type": "file-url", "url": "https://a.example/b"}, FilePart("application/octet-stream", "https://a.example/b", "url")),
    ({"type": "file-id", "fileId": "abc"}, FilePart("application/octet-stream", "abc", "id")),
    ({"type": "image-file-id", "fileId": "abc", "providerOptions": CACHED}, FilePart("image/*", "abc", "id", None, CACHED)),
    ({"type": "file-id", "fileId": {"openai": "f"}}, OpaquePart("file-id", freeze_object({"type": "file-id", "fileId": {"openai": "f"}}), "ai-sdk")),
    ({"type": "text", "text": 5}, OpaquePart("text", JsonObject(type="text", text=5), "ai-sdk")),
    ({"type": "poll", "": "a"}, OpaquePart("poll", JsonObject({"type": "poll", "": "a"}), "ai-sdk")),
    ({"text": "a"}, TextPart('{"text": "a"}')),
    ("a", TextPart("a")),
    (5, TextPart("5")),
]


@pytest.mark.parametrize(("item", "piece"), PIECES)
def test_pieces(item, piece):
    """Each item of a content is the piece it stands for; a kind that is not known is carried unread, what has no kind is its text."""
    assert saw({"type": "content", "value": [item]}) == ((piece,), False)


CONTAINER = OpaquePart("container", freeze_object({"type": "container", "encrypted": "Eq"}), "anthropic")
POLL = OpaquePart("poll", JsonObject(type="poll"), "ai-sdk")
WRITTEN = [
    ((TextPart("a"),), "a", None),
    ((JsonPart(JsonObject(a=1)),), JsonObject(a=1), None),
    ((JsonPart(None),), None, None),
    ((JsonPart("a"),), "a", "json"),
    ((), (), "content"),
    ((TextPart("a", CACHED),), ({"type": "text", "text": "a", "providerOptions": CACHED},), "content"),
    ((TextPart("a"), TextPart("b")), ({"type": "text", "text": "a"}, {"type": "text", "text": "b"}), "content"),
    ((FilePart("image/png", "iVBO"),), ({"type": "media", "data": "iVBO", "mediaType": "image/png"},), "content"),
    (
        (FilePart("application/pdf", "JVBE", "base64", "a.pdf", CACHED),),
        ({"type": "media", "data": "JVBE", "mediaType": "application/pdf", "filename": "a.pdf", "providerOptions": CACHED},),
        "content",
    ),
    ((FilePart("image/png", "https://a.example", "url"),), ({"type": "image-url", "url": "https://a.example", "mediaType": "image/png"},), "content"),
    ((FilePart("a/b", "https://a.example", "url"),), ({"type": "file-url", "url": "https://a.example", "mediaType": "a/b"},), "content"),
    ((FilePart("a/b", "abc", "id"),), ({"type": "file-id", "fileId": "abc", "mediaType": "a/b"},), "content"),
    ((FilePart("text/plain", "hé", "text"),), ({"type": "media", "data": "aMOp", "mediaType": "text/plain"},), "content"),
    ((POLL,), ({"type": "poll"},), "content"),
    (
        (CONTAINER,),
        ({"type": "text", "text": "[container part]", "providerOptions": {"segue": {"format": "anthropic", "kind": "container", "value": CONTAINER.value}}},),
        "content",
    ),
    (
        (JsonPart(JsonObject(a=1)), JsonPart("b", CACHED)),
        (
            {"type": "text", "text": '{"a": 1}', "providerOptions": {"segue": {"json": {"a": 1}}}},
            {"type": "text", "text": "b", "providerOptions": {**CACHED, "segue": {"json": "b"}}},
        ),
        "content",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("output", "row", "form"), WRITTEN)
def test_pieces_are_written(output, row, form):
    """A plain text or JSON is stored as it is; anything else with what tells how to read it, as texts and media that all can read."""
    assert written(output) == (row, None if form is None else {"type": form, "value": row})


@pytest.mark.parametrize("output", [output for output, _, form in WRITTEN if form and "text" not in {getattr(part, "encoding", "") for part in output}])
def test_what_was_written_is_read(output):
    """What a row holds of pieces is read as these very pieces, and is known as made here."""
    row, read_as = written(output)
    assert shown(read_as) == (output, False)
    assert is_made_here(read_as, row)


TELLING = [
    ({"type": "content", "value": [5]}, [6]),
    ({"type": "content", "value": "a"}, "a"),
    ({"type": "json", "value": {"a": 1}}, {"a": 1}),
    ({"type": "json", "value": "a", "n": 1}, "a"),
    ({"type": "text", "value": "a"}, "a"),
    ({"type": []}, []),
    ("a", "a"),
]


@pytest.mark.parametrize(("seen", "output"), TELLING)
def test_what_was_not_made_here(seen, output):
    """A model output that says something of its own is not taken for one that tells how to read the output."""
    assert not is_made_here(freeze(seen), freeze(output))


@pytest.mark.parametrize("own", [5, {}, {"format": "a", "kind": "b", "value": 5}, {"format": 5, "kind": "b", "value": {}}])
def test_strange_words_under_our_name(own):
    """Options under our name that hold no piece leave the text as it is."""
    options = freeze_object({"segue": own})
    assert saw({"type": "content", "value": [{"type": "text", "text": "a", "providerOptions": options}]}) == ((TextPart("a", options),), False)
