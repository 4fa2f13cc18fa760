"""Files in the AI SDK's wire format, in all the ways their data is held."""

import pytest
from attrs import evolve

from segue.failures import dotted
from segue.formats.ai_sdk import AI_SDK
from segue.json_values import same_json
from segue.parts import FilePart, OpaquePart, ToolResultPart
from segue.prompts import Prompt, Request, ToolMessage, UserMessage
from segue.shapes import Shape


def file(data, media="image/png", **more):
    """A file part."""
    return {"type": "file", "data": data, "mediaType": media, **more}


def payload_of(part):
    """A prompt with a part in a user's message."""
    return [{"role": "user", "content": [part]}]


def result_of(part):
    """A prompt with a part in a tool's result."""
    output = {"type": "content", "value": [part]}
    return [{"role": "tool", "content": [{"type": "tool-result", "toolCallId": "a", "toolName": "b", "output": output}]}]


def read(part):
    """The record of a part of a user."""
    return AI_SDK.decode(payload_of(part)).unwrap().prompt.messages[0].content[0]


def read_result(part):
    """The record of a part of a result."""
    return AI_SDK.decode(result_of(part)).unwrap().prompt.messages[0].content[0].output[0]


def written(part):
    """A file of a user as it is written."""
    return AI_SDK.encode(Request(Prompt((UserMessage((part,)),))))["prompt"][0]["content"][0]


def written_result(part):
    """A file of a result as it is written."""
    message = ToolMessage((ToolResultPart("a", "b", (part,)),))
    return AI_SDK.encode(Request(Prompt((message,))))["prompt"][0]["content"][0]["output"]["value"][0]


READ = [
    (file("AAAA"), FilePart("image/png", "AAAA")),
    (file("AAAA", filename="a.png"), FilePart("image/png", "AAAA", "base64", "a.png")),
    (file("https://example.org/a.png"), FilePart("image/png", "https://example.org/a.png", "url")),
    (file("gs://a/b", "image/*"), FilePart("image/*", "gs://a/b", "url")),
    (file("data:image/png;base64,AAAA", "image/*"), FilePart("image/png", "AAAA")),
    (file("data:image/jpeg;name=a;base64,AAAA"), FilePart("image/png", "AAAA")),
    (file("data:;base64,AAAA", ""), FilePart("", "AAAA")),
    (file("data:text/plain,a%20b", "text/plain"), FilePart("text/plain", "data:text/plain,a%20b", "url")),
    (file("file-abc", "application/pdf"), FilePart("application/pdf", "file-abc", "id")),
    (file([0, 255]), FilePart("image/png", "AP8=")),
    (file({"type": "Buffer", "data": [0, 255]}), FilePart("image/png", "AP8=")),
    (file({"0": 0, "1": 255}), FilePart("image/png", "AP8=")),
    (file({}), FilePart("image/png", "")),
    (file({"type": "data", "data": "AAAA"}), FilePart("image/png", "AAAA")),
    (file({"type": "url", "url": "https://example.org/a"}), FilePart("image/png", "https://example.org/a", "url")),
    (file({"type": "text", "text": "words"}, "text/plain"), FilePart("text/plain", "words", "text")),
    ({"type": "image", "image": "AAAA"}, FilePart("image/*", "AAAA")),
    ({"type": "image", "image": "data:image/png;base64,AAAA"}, FilePart("image/png", "AAAA")),
    ({"type": "image", "mediaType": "image/gif", "image": [1]}, FilePart("image/gif", "AQ==")),
]


@pytest.mark.parametrize(("part", "record"), READ)
def test_reading(part, record):
    """Data is read for what it is, base64 stripped of what stands before it, and written as it came."""
    assert read(part) == record
    assert same_json(AI_SDK.encode(AI_SDK.decode(payload_of(part)).unwrap()), payload_of(part))


READ_IN_RESULTS = [
    ({"type": "media", "data": "AAAA", "mediaType": "image/png"}, FilePart("image/png", "AAAA")),
    ({"type": "media", "data": "https://a.org/b", "mediaType": "image/png"}, FilePart("image/png", "https://a.org/b", "url")),
    ({"type": "file-data", "data": "AAAA", "mediaType": "a/b", "filename": "c"}, FilePart("a/b", "AAAA", "base64", "c")),
    ({"type": "image-data", "data": "AAAA", "mediaType": "image/png"}, FilePart("image/png", "AAAA")),
    ({"type": "file-url", "url": "https://a.org/b"}, FilePart("application/octet-stream", "https://a.org/b", "url")),
    ({"type": "file-url", "url": "https://a.org/b", "mediaType": "a/b"}, FilePart("a/b", "https://a.org/b", "url")),
    ({"type": "image-url", "url": "data:image/png;base64,AAAA"}, FilePart("image/png", "AAAA")),
    ({"type": "image-url", "url": "/b"}, FilePart("image/*", "/b", "url")),
    ({"type": "file-id", "fileId": "x:y"}, FilePart("application/octet-stream", "x:y", "id")),
    ({"type": "image-file-id", "fileId": "f"}, FilePart("image/*", "f", "id")),
]


@pytest.mark.parametrize(("part", "record"), READ_IN_RESULTS)
def test_reading_in_results(part, record):
    """The kinds of file a result may hold are files, and are written as they came."""
    assert read_result(part) == record
    assert same_json(AI_SDK.encode(AI_SDK.decode(result_of(part)).unwrap()), result_of(part))


@pytest.mark.parametrize(
    "part",
    [
        file({"type": "reference", "reference": {"openai": "file-1"}}),
        file({"type": "data", "data": [1.5]}),
        file({"type": "url", "data": 1}),
        file({"0": 1, "2": 3}),
        file({"type": "Buffer", "data": "AAAA"}),
        file([0, 256]),
        file([True]),
    ],
)
def test_other_data_is_opaque(part):
    """Data that no record holds is carried unread."""
    assert read(part).__class__ is OpaquePart
    assert same_json(AI_SDK.encode(AI_SDK.decode(payload_of(part)).unwrap()), payload_of(part))


@pytest.mark.parametrize("part", [{"type": "file-id", "fileId": {"openai": "a"}}, {"type": "image-url", "url": [1]}])
def test_odd_ids_and_links_are_opaque(part):
    """An id for each provider is no one id, and bytes are no link."""
    assert read_result(part).__class__ is OpaquePart


@pytest.mark.parametrize("part", [file("A", filename=None), {"type": "image", "image": "A", "mediaType": None}])
def test_null_is_kept(part):
    """Null where the key may be absent is written again."""
    assert same_json(AI_SDK.encode(AI_SDK.decode(payload_of(part)).unwrap()), payload_of(part))


@pytest.mark.parametrize(
    ("part", "key", "expected"),
    [
        ({"type": "file", "mediaType": "a/b"}, "data", "base64 text or a URL"),
        (file(5), "data", "base64 text or a URL"),
        ({"type": "file", "data": "A"}, "mediaType", "a string"),
        (file("A", filename=5), "filename", "a string"),
        ({"type": "image", "image": "A", "mediaType": 5}, "mediaType", "a string"),
    ],
)
def test_failures_name_the_place(part, key, expected):
    """A file without data or media type cannot be read."""
    failure = AI_SDK.decode(payload_of(part)).failure()
    assert (dotted(failure.place), failure.expected) == (f"[0].content[0].{key}", expected)


WRITTEN = [
    (FilePart("image/png", "AAAA"), file("AAAA")),
    (FilePart("image/png", "https://a.org/b", "url", "b"), file("https://a.org/b", filename="b")),
    (FilePart("application/pdf", "file-1", "id"), file("file-1", "application/pdf")),
    (FilePart("text/plain", "words", "text"), file("d29yZHM=", "text/plain")),
    (FilePart("a/b", "x1", "id", "c"), {"type": "text", "text": "[file omitted: a/b, c]"}),
    (FilePart("a/b", "A", shape=Shape("anthropic", form="image")), file("A", "a/b")),
]


@pytest.mark.parametrize(("record", "part"), WRITTEN)
def test_writing_what_comes_from_elsewhere(record, part):
    """A file of another format is written in the SDK's own way; an id that would be taken for base64 becomes a stand-in."""
    assert written(record) == part


WRITTEN_IN_RESULTS = [
    (FilePart("image/png", "AAAA"), {"type": "media", "data": "AAAA", "mediaType": "image/png"}),
    (FilePart("text/plain", "words", "text"), {"type": "media", "data": "d29yZHM=", "mediaType": "text/plain"}),
    (FilePart("image/*", "https://a.org/b", "url"), {"type": "image-url", "url": "https://a.org/b"}),
    (FilePart("a/b", "https://a.org/b", "url"), {"type": "file-url", "url": "https://a.org/b", "mediaType": "a/b"}),
    (FilePart("a/b", "file-1", "id"), {"type": "media", "data": "file-1", "mediaType": "a/b"}),
]


@pytest.mark.parametrize(("record", "part"), WRITTEN_IN_RESULTS)
def test_writing_in_results(record, part):
    """A file of another format's result is media, or a link where it is one."""
    assert written_result(record) == part


def test_a_changed_file_is_written_as_it_is():
    """The layout of old never brings old data back."""
    assert written(evolve(read(file("data:image/jpeg;base64,AAAA")), data="BBBB"))["data"] == "data:image/jpeg;base64,BBBB"
    assert written(evolve(read(file("data:image/jpeg;base64,AAAA")), media_type="a/b")) == file("AAAA", "a/b")
    assert written(evolve(read(file("data:a/b;base64,AAAA")), data="https://a.org", encoding="url")) == file("https://a.org")
    assert written(evolve(read(file([1])), data="no base64")) == file("no base64")
    assert written(evolve(read(file({"type": "data", "data": "A"})), data="file-1", encoding="id")) == file("file-1")


def test_a_changed_link_is_written_as_it_is():
    """A kind of part that cannot hold the new data gives way to one that can; a link can hold base64."""
    link = read_result({"type": "image-url", "url": "https://a.org/b"})
    assert written_result(evolve(link, data="AAAA", encoding="base64", media_type="image/png")) == {
        "type": "image-url", "url": "data:image/png;base64,AAAA", "mediaType": "image/png",
    }  # fmt: skip
    assert written_result(evolve(link, data="words", encoding="text", media_type="text/plain"))["type"] == "media"


def test_a_file_moves_between_results_and_messages():
    """A kind of part that only results have is not written into a message."""
    shot = read_result({"type": "media", "data": "AAAA", "mediaType": "image/png"})
    assert written(shot) == file("AAAA")
    assert written_result(read({"type": "image", "image": "AAAA"})) == {"type": "media", "data": "AAAA", "mediaType": "image/*"}
