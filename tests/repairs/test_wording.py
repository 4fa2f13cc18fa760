"""What is told as labelled text: all that can be read, and nothing that only a machine reads."""

from __future__ import annotations

import pytest

from segue.json_values import EMPTY, JsonText, freeze
from segue.parts import FilePart, JsonPart, OpaquePart, TextPart, ToolCallPart, ToolResultPart
from segue.repairs._wording import as_text, hosted_as_text, opaque_as_text, readable

PICTURE = FilePart("image/png", "iVBORw0KGgo=", filename="plan.png")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"title": "Recall", "url": "https://a.example"}, "title: Recall\nurl: https://a.example"),
        ([{"title": "A"}, {"title": "B"}], "title: A\ntitle: B"),
        ({"query": {"words": ["frost", "dates"]}}, "words: frost\nwords: dates"),
        ({"n": 0, "ok": False, "share": -0.5, "none": None, "no": ""}, "n: 0\nok: false\nshare: -0.5"),
        ({"city": "Zürich ☕\nand on"}, "city: Zürich ☕\nand on"),
        ("words", "words"),
        (7, "7"),
        (None, ""),
        ([], ""),
        ({}, ""),
    ],
)
def test_a_value_is_told_a_line_a_field(value, told):
    """Names of fields lead, nesting goes, nothing is told of null and of empty text."""
    assert readable(freeze(value)) == told


@pytest.mark.parametrize(
    "name",
    ["type", "id", "data", "index", "caller", "cache_control", "cacheControl", "format", "tool_use_id", "itemId", "encrypted_content",
     "encryptedContent", "ENCRYPTED", "signature", "thoughtSignature", "redacted_data", "isRedacted"],
)  # fmt: skip
def test_what_a_machine_reads_is_left_out(name):
    """Ids, types, markers and opaque tokens, with all that is in them."""
    assert readable(freeze({"a": "kept", name: {"text": "x"}})) == "a: kept"


@pytest.mark.parametrize("name", ["paid", "valid", "grid", "identity", "types", "database", "indexed", "formats", "datatype"])
def test_a_name_that_only_looks_like_one_is_told(name):
    """`paid` is no id."""
    assert readable(freeze({name: "x"})) == f"{name}: x"


def test_a_json_value_becomes_its_text():
    """To the letter, on one line; other parts are as they were."""
    text = TextPart("x")

    assert as_text(JsonPart(freeze({"a": [1, 1.0, None], "é": True}))) == TextPart('{"a": [1, 1.0, null], "é": true}')
    assert as_text(text) is text
    assert as_text(PICTURE) is PICTURE


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (freeze({"query": "frost dates"}), "\nquery: frost dates"),
        (JsonText('{"query": "frost dates"}'), '\n{"query": "frost dates"}'),
        ("print(1)", "\nprint(1)"),
        (EMPTY, ""),
        (None, ""),
    ],
)
def test_a_hosted_call_is_told_with_its_query(given, told):
    """A label, and what was asked; input still in its JSON text to the letter."""
    assert hosted_as_text(ToolCallPart("h", "web_search", given, hosted=True)).text == f"[web_search, a server tool, was called with]{told}"


def test_a_hosted_result_is_told_with_what_it_gave():
    """Texts as they are, values a line a field, a stand-in for a file, nothing of what is empty."""
    output = (TextPart("7:10"), TextPart(""), JsonPart(freeze({"title": "T"})), OpaquePart("x", freeze({"url": "u"}), "f"), PICTURE)
    part = ToolResultPart("h", "web_search", output, hosted=True)

    assert hosted_as_text(part).text == "[result of web_search, a server tool]\n7:10\ntitle: T\nurl: u\n[file omitted: image/png, plan.png]"


def test_a_hosted_result_of_nothing_is_its_label():
    """And a file without name is told by its type."""
    assert hosted_as_text(ToolResultPart("h", "s", (), hosted=True)).text == "[result of s, a server tool]"
    told = hosted_as_text(ToolResultPart("h", "s", (FilePart("image/png", "x"),), hosted=True)).text
    assert told == "[result of s, a server tool]\n[file omitted: image/png]"


def test_an_unknown_part_is_told_by_its_kind():
    """A label, and what can be read of it, if anything."""
    assert opaque_as_text(OpaquePart("poll", freeze({"type": "poll", "question": "Tea?"}), "f")) == TextPart("[poll part]\nquestion: Tea?")
    assert opaque_as_text(OpaquePart("poll", freeze({"type": "poll"}), "f")) == TextPart("[poll part]")
