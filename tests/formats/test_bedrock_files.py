"""The Converse API: files of other formats, the names of documents, and blobs as bytes and as base64 text."""

import base64

import pytest
from attrs import evolve

from segue.formats.bedrock import BEDROCK_CONVERSE, with_bytes
from segue.formats.bedrock_media import FORMATS, Names, media_type_of
from segue.json_values import freeze
from segue.parts import FilePart, ToolResultPart
from segue.prompts import AssistantMessage, Request, SystemMessage, ToolMessage, UserMessage, prompt
from segue.shapes import Shape

PNG = b"\x89PNG"
PNG64 = base64.b64encode(PNG).decode()
NOTE = base64.b64encode("Før".encode()).decode()
OFFICE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def blocks(*files, message=UserMessage):
    """Return the blocks that files are written as."""
    body = BEDROCK_CONVERSE.encode(Request(prompt(message(files))))
    return body["messages"][0]["content"]


def document(name, format, data):
    """Return a document's block."""
    return {"document": {"format": format, "name": name, "source": {"bytes": data}}}


def changed(wire, **fields):
    """Return the block of a user's file after a change of the file."""
    request = BEDROCK_CONVERSE.decode([{"role": "user", "content": [wire]}]).unwrap()
    (message,) = request.prompt.messages
    return BEDROCK_CONVERSE.encode(evolve(request, prompt=prompt(evolve(message, content=(evolve(message.content[0], **fields),)))))[0][
        "content"
    ][0]


FILES = [
    (FilePart("image/png", PNG64), {"image": {"format": "png", "source": {"bytes": PNG64}}}),
    (FilePart("IMAGE/JPG", "x"), {"image": {"format": "jpeg", "source": {"bytes": "x"}}}),
    (FilePart("image/*", "/9j/4"), {"image": {"format": "jpeg", "source": {"bytes": "/9j/4"}}}),
    (FilePart("image/*", "UklGRiQAAABXRUJQVlA4"), {"image": {"format": "webp", "source": {"bytes": "UklGRiQAAABXRUJQVlA4"}}}),
    (FilePart("", "UklGRiQAAABXQVZFZm10"), {"audio": {"format": "wav", "source": {"bytes": "UklGRiQAAABXQVZFZm10"}}}),
    (FilePart("application/octet-stream", "JVBERi0=", filename="a.pdf"), document("a", "pdf", "JVBERi0=")),
    (FilePart("application/octet-stream", "UEsD", filename="Letter.DOCX"), document("Letter", "docx", "UEsD")),
    (FilePart(OFFICE, "UEsD", filename="Letter"), document("Letter", "docx", "UEsD")),
    (FilePart("text/csv; charset=utf-8", NOTE), document("document", "csv", NOTE)),
    (FilePart("text/markdown", "Før", "text", "a.md"), document("a", "md", NOTE)),
    (FilePart("text/x-python", NOTE, filename="a.py"), document("a", "txt", NOTE)),
    (FilePart("application/json", "e30="), document("document", "txt", "e30=")),
    (FilePart("application/yaml", "a: 1", "text"), document("document", "txt", base64.b64encode(b"a: 1").decode())),
    (FilePart("text/plain", "\ud83d", "text"), document("document", "txt", "7aC9")),
    (FilePart("audio/mpeg", "SUQz"), {"audio": {"format": "mp3", "source": {"bytes": "SUQz"}}}),
    (FilePart("video/mp4", "AAAA"), {"video": {"format": "mp4", "source": {"bytes": "AAAA"}}}),
    (FilePart("image/png", "s3://b/a.png", "url"), {"image": {"format": "png", "source": {"s3Location": {"uri": "s3://b/a.png"}}}}),
    (
        FilePart("application/pdf", "s3://b/a", "id", "a", freeze({"bedrock": {"citations": {"enabled": True}, "context": "c"}})),
        {"document": {"format": "pdf", "name": "a", "source": {"s3Location": {"uri": "s3://b/a"}}, "context": "c", "citations": {"enabled": True}}},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("file", "expected"), FILES)
def test_a_file_that_converse_takes(file, expected):
    """Images, documents, sounds and videos are blocks of their kinds; a vague media type is told from data or name."""
    assert blocks(file) == [expected]


OMITTED = [
    (FilePart("image/svg+xml", "PHN2Zz4=", filename="a.svg"), "[file omitted: image/svg+xml, a.svg]"),
    (FilePart("image/*", "unknown"), "[file omitted: image/*]"),
    (FilePart("", "UklGRiQAAABBVkkg"), "[file omitted: ]"),
    (FilePart("image/png", "https://e.org/a.png", "url"), "[file omitted: image/png, https://e.org/a.png]"),
    (FilePart("application/pdf", "file_1", "id", "a.pdf"), "[file omitted: application/pdf, a.pdf]"),
    (FilePart("application/zip", "UEsD", filename="a.zip"), "[file omitted: application/zip, a.zip]"),
    (FilePart("image/png", ""), "[file omitted: image/png]"),
    (FilePart("text/plain", "", "text", "a.txt"), "[document: a.txt]\n"),
]


@pytest.mark.parametrize(("file", "words"), OMITTED)
def test_a_file_that_converse_does_not_take(file, words):
    """Another file is a text that names it."""
    assert blocks(file) == [{"text": words}]


def test_where_files_have_no_place():
    """The model's message holds none of others, a result no sound, the operator's words none at all."""
    assert blocks(FilePart("image/png", PNG64), message=AssistantMessage) == [{"text": "[file omitted: image/png]"}]
    sounding = ToolResultPart("a", "n", (FilePart("audio/wav", "UklGRg=="), FilePart("video/mp4", "AAAA")))
    assert [list(piece) for piece in blocks(sounding, message=ToolMessage)[0]["toolResult"]["content"]] == [["text"], ["video"]]
    assert BEDROCK_CONVERSE.encode(Request(prompt(SystemMessage((FilePart("image/png", PNG64),)))))["system"] == [
        {"text": "[file omitted: image/png]"}
    ]


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_has_its_media_type(kind):
    """A file of each format's media type is written in that format, or in one that stands for the same."""
    for format in FORMATS[kind]:
        (wire,) = blocks(FilePart(media_type_of(kind, format), "AAAA"))
        assert media_type_of(kind, wire[kind]["format"]) == media_type_of(kind, format)


NAMES = [
    ("Minutes_2026.04 (final).pdf", "Minutes-2026-04 (final)"),
    ("a  b\t\nc.txt", "a b-c"),
    ("[1] report-2.docx", "[1] report-2"),
    ("報告.pdf", "document"),
    ("Übersicht.pdf", "bersicht"),
    (".profile", "profile"),
    ("", "document"),
    (None, "document"),
    ("a.verylong", "a-verylong"),
    ("x" * 300, "x" * 180),
]


@pytest.mark.parametrize(("filename", "name"), NAMES)
def test_a_name_that_the_api_takes(filename, name):
    """A document's name has letters, digits, single spaces, hyphens, parentheses and brackets, and is not too long."""
    assert Names().legal(filename) == name


def test_no_two_documents_have_one_name():
    """The second of a name is numbered by what stood before it, whatever the case and wherever it stands."""
    texts = (FilePart("text/plain", "a", "text", name) for name in ("A.txt", "a.md", "a 3", "a", None, None))
    held = ToolResultPart("c", "n", (FilePart("text/plain", "a", "text", "a.csv"),))
    named = blocks(*texts, held)
    assert [block["document"]["name"] for block in named[:-1]] == ["A", "a 2", "a 3", "a 4", "document", "document 2"]
    assert named[-1]["toolResult"]["content"][0]["document"]["name"] == "a 5"


def test_names_of_documents_that_were_read_are_kept_and_heeded():
    """A document keeps the name it came with, and one of another format gets another."""
    (read,) = (
        BEDROCK_CONVERSE.decode([{"role": "user", "content": [document("a_b", "pdf", "AAAA"), document("x", "pdf", "AAAA")]}])
        .unwrap()
        .prompt.messages
    )
    named = blocks(*read.content, FilePart("application/pdf", "AAAA", filename="X.pdf"))
    assert [block["document"]["name"] for block in named] == ["a_b", "x", "X 2"]


def test_a_changed_file_is_written_as_it_is_now():
    """Data, type and place are the part's own; what they do not change stays as it came."""
    image = {"image": {"source": {"bytes": "AA=="}, "format": "png", "more": 1}}
    assert changed(image, data="AB==") == {"image": {"source": {"bytes": "AB=="}, "format": "png", "more": 1}}
    assert changed(image, media_type="image/gif") == {"image": {"format": "gif", "source": {"bytes": "AA=="}}}
    assert changed(image, encoding="url", data="https://e.org") == {"text": "[file omitted: image/png, https://e.org]"}
    assert changed(image, encoding="id", data="s3://b/a") == {
        "image": {"source": {"s3Location": {"uri": "s3://b/a"}}, "format": "png", "more": 1}
    }
    placed = {"video": {"format": "mp4", "source": {"s3Location": {"uri": "s3://b/a", "bucketOwner": "1"}}}}
    assert changed(placed, data="s3://b/c") == {"video": {"format": "mp4", "source": {"s3Location": {"uri": "s3://b/c"}}}}
    noted = {"document": {"format": "txt", "name": "n", "source": {"content": [{"text": "a"}]}}}
    assert changed(noted, data="b") == {"document": {"format": "txt", "name": "n", "source": {"bytes": "Yg=="}}}
    found = {"searchResult": {"source": "s", "title": "t", "content": []}}
    assert changed(found, data="b") == document("t", "txt", "Yg==")
    assert changed(found, filename=None) == {"searchResult": {"source": "s", "title": "", "content": []}}


def test_a_file_of_an_odd_layout_is_written_all_the_same():
    """A layout that tells less than those that are read is heeded as far as it goes."""
    image = {"image": {"format": "png", "source": {"bytes": PNG64}}}
    assert blocks(*(FilePart("image/png", PNG64, shape=Shape("bedrock-converse", form=form)) for form in ("image", ""))) == [image, image]


IMAGE = {"image": {"format": "png", "source": {"bytes": PNG}}}
HELD = [
    {
        "role": "user",
        "content": [
            IMAGE,
            {"guardContent": {"image": {"format": "png", "source": {"bytes": PNG}}}},
            {
                "toolResult": {
                    "toolUseId": "a",
                    "content": [IMAGE, {"document": {"format": "pdf", "name": "a", "source": {"bytes": b"%PDF"}}}],
                }
            },
            {"video": {"format": "mp4", "source": {"bytes": b"\x00"}}},
            {"audio": {"format": "mp3", "source": {"bytes": b""}}},
        ],
    },
    {"role": "assistant", "content": [{"reasoningContent": {"redactedContent": b"\x12\x6f"}}]},
]


def test_bytes_come_back_as_bytes():
    """Blobs as boto3 holds them are read as base64 text, and written as the bytes they were."""
    request = BEDROCK_CONVERSE.decode(HELD).unwrap()
    assert request.prompt.messages[0].content[0].data == PNG64
    assert request.prompt.messages[-1].content[0].provider_options == freeze({"bedrock": {"redactedData": "Em8="}})
    assert BEDROCK_CONVERSE.encode(request) == HELD


def test_other_kinds_of_bytes_are_read():
    """A `bytearray` is bytes too; so are the bytes in a block that nobody reads."""
    poll = {"poll": {"images": [PNG, "a"], "cover": bytearray(PNG)}}
    payload = [{"role": "user", "content": [{"image": {"format": "png", "source": {"bytes": bytearray(PNG)}}}, poll]}]
    request = BEDROCK_CONVERSE.decode(payload).unwrap()
    assert request.prompt.messages[0].content[1].value == freeze({"poll": {"images": [PNG64, "a"], "cover": PNG64}})
    assert BEDROCK_CONVERSE.encode(request) == payload


def test_text_that_is_no_base64_is_no_bytes():
    """Where bytes stood and the data is no base64 any more, it is written as text."""
    assert changed(IMAGE, data="?") == {"image": {"format": "png", "source": {"bytes": "?"}}}
    assert changed(IMAGE, data="AAE=") == {"image": {"format": "png", "source": {"bytes": b"\x00\x01"}}}


def test_a_body_for_boto3_holds_bytes():
    """Every blob of a written body is decoded; JSON that tools take and give is left alone, and so is what holds no blob."""
    given = {"source": {"bytes": "AAAA"}, "redactedContent": "AAAA"}
    call = {"toolUse": {"toolUseId": "a", "name": "n", "input": given}}
    gave = {"toolResult": {"toolUseId": "a", "content": [{"json": given}, {"image": {"format": "png", "source": {"bytes": PNG64}}}]}}
    body = {"system": [{"text": "bytes"}], "messages": [{"role": "user", "content": [call, gave]}], "inferenceConfig": {"bytes": "AAAA"}}
    held = with_bytes(body)
    assert held["messages"][0]["content"][1]["toolResult"]["content"] == [
        {"json": given},
        {"image": {"format": "png", "source": {"bytes": PNG}}},
    ]
    assert held["messages"][0]["content"][0] is call
    assert held["system"] is body["system"]
    assert held["inferenceConfig"] == {"bytes": "AAAA"}
    assert with_bytes(HELD) is HELD
    assert with_bytes({"source": {"bytes": b"AAAA"}}) == {"source": {"bytes": b"AAAA"}}
    assert with_bytes("AAAA") == "AAAA"
    assert with_bytes({"source": {"bytes": "no base64"}}) == {"source": {"bytes": "no base64"}}
