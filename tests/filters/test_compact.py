"""The text that stays of a filtered call is what the model had been shown."""

from __future__ import annotations

import pytest

from segue.filters._compact import compact_text, invocation_text, result_text
from segue.json_values import MAX_DEPTH, JsonObject, freeze, freeze_object
from segue.messages import ToolInvocation
from segue.parts import FilePart, JsonPart, OpaquePart, TextPart, ToolResultPart
from segue.shapes import Shape
from tests.repairs.settling import steps

SHOWN = freeze_object({"mastra": {"modelOutput": "x"}})


def shown(value):
    """Return the options of a part whose model output is this."""
    return freeze_object({"mastra": {"modelOutput": value}})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("nine", "nine"), ("", ""), (None, ""), (0, "0"), (1.0, "1"), (True, "true"), (False, "false"),
        ([], "[]"), (["a", ["b", []], 1], "a\nb\n[]\n1"), (["", None, "b"], "b"), (["", None], '["",null]'), ([["", None]], '["",null]'),
        ({}, "{}"), ({"left": 9}, '{"left":9}'), ({"value": None}, ""), ({"value": {"value": "deep"}}, "deep"), ({"value": "v", "text": "t"}, "v"),
        ({"text": "t", "n": 1}, "t"), ({"text": 5}, '{"text":5}'), ({"text": ""}, ""),
        ({"type": "text", "value": "v", "text": "t"}, "v"), ({"type": "text", "value": 9, "text": "t"}, "t"), ({"type": "text", "value": 9}, "9"),
        ({"type": "text", "text": 5}, '{"type":"text","text":5}'), ({"type": "json", "value": [1, {"three": 3}]}, '1\n{"three":3}'),
        ({"type": "json", "value": []}, "[]"),
    ],
)  # fmt: skip
def test_values_are_told_line_by_line(value, expected):
    """A list's items, an object's value or text, else JSON; nothing where nothing is said."""
    assert expected == compact_text(freeze(value))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"type": "media", "data": "aGk=", "mediaType": "image/png"}, "[file omitted: image/png]"),
        ({"type": "image", "data": "aGk=", "mimeType": "image/jpeg"}, "[file omitted: image/jpeg]"),
        ({"type": "image", "image": "aGk="}, "[file omitted: application/octet-stream]"),
        ({"type": "file-data", "data": "aGk=", "mediaType": "application/pdf", "filename": "a.pdf"}, "[file omitted: application/pdf, a.pdf]"),
        ({"type": "image-url", "url": "https://a.example/b.png"}, "[file omitted: application/octet-stream, https://a.example/b.png]"),
        ({"type": "image-url", "url": "data:image/png;base64,aGk="}, "[file omitted: application/octet-stream]"),
        ({"type": "file-id", "fileId": "file-1", "mediaType": 5, "filename": 5}, "[file omitted: application/octet-stream]"),
        ({"type": "media", "data": [1, 2]}, '{"type":"media","data":[1,2]}'),
        ({"type": "chart", "data": "aGk="}, '{"type":"chart","data":"aGk="}'),
    ],
)
def test_a_label_stands_for_a_file(value, expected):
    """No base64 in a prompt. What is no file stays JSON."""
    assert expected == compact_text(freeze(value))


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ((TextPart("nine"),), "t result:\nnine"),
        ((JsonPart(freeze({"left": 9.0})),), 't result:\n{"left":9}'),
        ((JsonPart(freeze([1, "two"])),), "t result:\n1\ntwo"),
        ((TextPart("photo"), FilePart("image/png", "aGk="), TextPart("")), "t result:\nphoto\n[file omitted: image/png]"),
        ((FilePart("image/png", "https://a.example/b.png", "url"),), "t result:\n[file omitted: image/png, https://a.example/b.png]"),
        ((FilePart("text/plain", "Dear all", "text", "a.txt"),), "t result:\nDear all"),
        ((OpaquePart("chart", freeze_object({"type": "chart", "n": 1}), "ai-sdk"),), 't result:\n{"type":"chart","n":1}'),
        ((), "t result:\n[]"),
        ((TextPart(""),), ""),
        ((JsonPart(None),), ""),
    ],
)
def test_a_result_is_told_under_its_tool(output, expected):
    """The output that stands in the prompt, not what was stored beside it."""
    assert expected == result_text(ToolResultPart("c", "t", output, provider_options=SHOWN))


def test_a_list_that_says_nothing_is_told_as_json():
    """As the original does; where the layout tells that it was a list, or there are several pieces."""
    listed = Shape("ai-sdk", form="content")
    one, chart = TextPart(""), OpaquePart("chart", freeze_object({"type": "chart", "value": None}), "ai-sdk")
    parts = [ToolResultPart("c", "t", output, provider_options=SHOWN, shape=shape) for output, shape in (((one,), listed), ((one, chart), None))]
    text = '{"type":"text","text":""}'
    assert [f"t result:\n[{text}]", f't result:\n[{text},{{"type":"chart","value":null}}]'] == [result_text(part) for part in parts]


def test_a_result_without_model_output_leaves_nothing():
    """Null is none; false and the empty string are one."""
    texts = [result_text(ToolResultPart("c", "t", (TextPart("raw"),), provider_options=shown(value))) for value in (None, False, "")]
    assert texts == ["", "t result:\nraw", "t result:\nraw"]
    assert result_text(ToolResultPart("c", "t", (TextPart("raw"),))) == ""


def test_a_result_without_name_has_that_of_its_call():
    """As formats have it whose results do not name the tool; none at all is told too."""
    part = ToolResultPart("c", "", (TextPart("nine"),), provider_options=SHOWN)
    assert [result_text(part, "count"), result_text(part)] == ["count result:\nnine", "unknown_tool result:\nnine"]


def test_an_error_stays_recognisable():
    """Of whatever it is made; an error that says nothing leaves nothing."""
    outputs = ((TextPart("shelf closed"),), (JsonPart(freeze({"code": 7})),), (TextPart(""),))
    texts = [result_text(ToolResultPart("c", "t", output, error=True, provider_options=SHOWN)) for output in outputs]
    assert texts == ["t result:\nerror: shelf closed", 't result:\nerror: {"code":7}', ""]


def test_a_denial_is_told_as_the_original_does():
    """As JSON, with its reason if it has one."""
    told = Shape("ai-sdk", form="execution-denied")
    texts = [result_text(ToolResultPart("c", "t", output, True, provider_options=SHOWN, shape=told)) for output in ((TextPart("no"),), ())]
    assert texts == ['t result:\n{"type":"execution-denied","reason":"no"}', 't result:\n{"type":"execution-denied"}']


def test_another_layout_is_no_denial():
    """Only the form tells."""
    part = ToolResultPart("c", "t", (TextPart("no"),), True, provider_options=SHOWN, shape=Shape("ai-sdk", form="text"))
    assert result_text(part) == "t result:\nerror: no"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("nine", "t result:\nnine"), (0, "t result:\n0"), (None, ""), ("", ""),
        ({"type": "error-text", "value": "closed"}, "t result:\nerror: closed"),
        ({"type": "error-json", "value": {"code": 7}}, 't result:\nerror: {"code":7}'),
        ({"type": "content", "value": [{"type": "text", "text": "photo"}, {"type": "media", "data": "aGk=", "mediaType": "image/png"}]}, "t result:\nphoto\n[file omitted: image/png]"),
    ],
)  # fmt: skip
def test_a_stored_call_is_told_by_its_model_output(value, expected):
    """Not by its raw result."""
    assert expected == invocation_text(ToolInvocation("c", "t", "result", output="raw", provider_options=shown(value)))


def test_a_stored_error_is_told_as_one():
    """Where the row says so, whatever the kind of the output."""
    assert invocation_text(ToolInvocation("c", "t", "result", error=True, provider_options=shown("closed"))) == "t result:\nerror: closed"


@pytest.mark.parametrize("state", ["partial-call", "call", "approval-requested", "approval-responded", "output-error", "output-denied", "odd"])
def test_only_a_completed_call_leaves_text(state):
    """A call in another state goes without."""
    assert invocation_text(ToolInvocation("c", "t", state, provider_options=shown("nine"))) == ""


@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"value": inner}, lambda inner: ["", {"value": inner}]])
def test_the_deepest_output_is_told(wrap):
    """As deep as a record may be."""
    value = "deep"
    for _ in range(MAX_DEPTH // 2):
        value = wrap(value)
    assert compact_text(freeze(value)) == "deep"


@pytest.mark.parametrize("wide", [lambda size: ["x"] * size, lambda size: {str(key): [""] for key in range(size)}, lambda size: [[""] * size] * 20])
def test_it_takes_as_long_as_the_output(wide):
    """Twice the output, twice the steps."""
    once, twice = (steps(lambda size=size: compact_text(freeze(wide(size)))) for size in (300, 600))
    assert twice < 2.3 * once


def test_a_long_text_is_taken_over():
    """One text is that very text, not a copy made letter by letter."""
    assert steps(lambda: compact_text("x" * 10**6)) < 20
    assert JsonObject(value="x" * 10**6)["value"] == compact_text(JsonObject(value="x" * 10**6))
