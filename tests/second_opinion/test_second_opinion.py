"""The comparison with another library: on its recorded answers, and on differences made by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.second_opinion.canonical import lines
from tests.second_opinion.explained import EXPLANATIONS, Difference, differences, explained, said
from tests.second_opinion.histories import TARGETS, exchanges, histories, is_clean, translated

RECORDED = json.loads((Path(__file__).parent / "recorded.json").read_text(encoding="utf-8"))


def found(record):
    """Return the differences of a recorded answer."""
    ours = lines(translated(record["messages"], TARGETS[record["format"]]), record["format"])
    return list(differences(ours, lines(record["answer"], record["format"]), record["format"]))


@pytest.mark.parametrize("record", RECORDED, ids=[f"{record['history']} {record['format']}" for record in RECORDED])
def test_a_recorded_answer_agrees(record):
    """Segue says a clean history as the other library did, but for what is explained."""
    assert is_clean(record["messages"], TARGETS[record["format"]])
    assert [one for one in found(record) if explained(one) is None] == []


def test_every_explanation_is_of_use():
    """Each explains a difference of the recorded answers, all formats among these."""
    assert {record["format"] for record in RECORDED} == {*TARGETS}
    used = [explained(one) for record in RECORDED for one in found(record)]
    assert [one.why for one in EXPLANATIONS if one not in used] == []


CALL = 'model: {"functionCall": {"args": {"a": 1}, "id": "c", "name": "read"}}'
UNEXPLAINED = [
    ("gemini", CALL, 'model: {"functionCall": {"args": {"a": 2}, "name": "read"}}'),
    ("gemini", CALL, 'model: {"functionCall": {"args": {"a": 1}, "name": "find"}}'),
    ("gemini", CALL, ""),
    ("gemini", "", CALL),
    ("anthropic", CALL, CALL.replace(', "id": "c"', "")),
    ("gemini", 'user: {"functionResponse": {"name": "a", "response": {"result": "1\\n2"}}}', 'user: {"functionResponse": {"name": "a", "response": {"content": "2"}}}'),
    ("gemini", 'user: {"functionResponse": {"name": "a", "response": {"result": "1"}}}', 'user: {"functionResponse": {"name": "b", "response": {"content": "1"}}}'),
    ("anthropic", 'user: {"title": "a", "source": {"data": "x"}}', 'user: {"source": {"data": "y"}}'),
    ("openai-responses", 'assistant: {"text": ""}', ""),
    ("openai-responses", 'system: {"text": "a"}', 'system: {"text": "b c"}'),
]  # fmt: skip


@pytest.mark.parametrize(("format", "ours", "theirs"), UNEXPLAINED)
def test_what_differs_in_more_is_not_explained(format, ours, theirs):
    """Another input, name or text, a line more or less, or another format: nothing explains these."""
    assert explained(Difference(format, ours, theirs)) is None


def test_differences_stand_side_by_side():
    """Lines that both have are left out; those of one alone stand beside nothing."""
    assert list(differences(["a", "b", "c"], ["a", "x", "y", "c"], "gemini")) == [Difference("gemini", "b", "x"), Difference("gemini", "", "y")]
    assert list(differences(["a", "b"], ["b"], "gemini")) == [Difference("gemini", "a", "")]
    assert said("") is None


SPELLED = [
    ("anthropic", {"system": "s", "messages": [{"role": "user", "content": "a"}]}, {"system": [{"text": "s", "type": "text"}], "messages": [{"role": "user", "content": [{"text": "a", "type": "text", "cache_control": None}]}]}),
    ("gemini", {"contents": [{"role": "user", "parts": [{"inlineData": {"mimeType": "image/png", "data": "AA=="}}]}]}, {"contents": [{"role": "user", "parts": [{"inline_data": {"data": "AA==", "mime_type": "image/png"}}]}]}),
    ("openai-responses", {"instructions": "s", "input": [{"role": "user", "content": "a"}]}, {"input": [{"type": "message", "role": "system", "content": "s"}, {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "a"}]}]}),
    ("bedrock-converse", {"messages": [{"role": "user", "content": [{"text": "a"}, {"text": "b"}]}]}, {"messages": [{"role": "user", "content": [{"text": "a"}]}, {"role": "user", "content": [{"text": "b"}]}]}),
]  # fmt: skip


@pytest.mark.parametrize(("format", "one", "other"), SPELLED, ids=[format for format, _, _ in SPELLED])
def test_spellings_are_one(format, one, other):
    """What formats let one spell in two ways is the same line."""
    assert lines(one, format) == lines(other, format)


def test_what_the_caller_gave_keeps_its_nulls():
    """A null in what a call was given, or gave, is told from none."""
    given = {"contents": [{"role": "model", "parts": [{"functionCall": {"name": "a", "args": {"b": None}}}]}]}
    assert "null" in lines(given, "gemini")[0]


def test_exchanges_begin_with_a_user():
    """A history is cut before each user's message; the operator's first words stand before all."""
    ask, tell = {"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}
    lead = {"role": "system", "content": "s"}
    assert exchanges([lead, ask, tell, ask]) == [[lead, ask, tell], [lead, ask]]
    assert exchanges([tell]) == []


def test_there_are_histories():
    """The stored histories of every format are among them, whole and cut."""
    names = [name for name, _ in histories()]
    assert len(names) > 200
    assert {name[:2] for name in names} == {"ai", "an", "br", "ge", "oc", "or"}
