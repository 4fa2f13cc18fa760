"""JSON in results that is no object becomes text; objects stay."""

from __future__ import annotations

import pytest

from segue.json_values import JsonText, freeze
from segue.parts import JsonPart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.odd_json import tell_odd_json
from tests.repairs.settling import settled, spared, untouched

ASK, RUN = user("Go."), assistant(call("c1", "run"))


def given(*values):
    """Return a prompt with a result of these values."""
    return prompt(ASK, RUN, tool(ToolResultPart("c1", "run", tuple(JsonPart(freeze(value)) for value in values))), user("?"))


@pytest.mark.parametrize(
    ("value", "text"), [(["a", {"b": 1.0}], '["a", {"b": 1.0}]'), (7, "7"), (None, "null"), (True, "true"), ("é☕", "é☕"), ([], "[]")]
)
def test_what_is_no_object_is_told(value, text):
    """As its JSON, a string as its own text; what stands beside it stays."""
    before = given({"a": 1}, value)
    after = settled(tell_odd_json, before)

    assert after.messages[2].content[0].output[1] == TextPart(text)
    assert after.messages[2].content[0].output[0] is before.messages[2].content[0].output[0]
    spared(before, after, 2)


def test_json_in_its_text_is_that_text():
    """As a payload carried it."""
    before = prompt(ASK, RUN, tool(ToolResultPart("c1", "run", (JsonPart(JsonText('{"a": 1}')),))))
    assert settled(tell_odd_json, before).messages[2].content[0].output[0].text == '{"a": 1}'


def test_objects_stay():
    """And texts, and what holds no JSON."""
    untouched(tell_odd_json, Prompt(), given({"a": [1]}, {}), prompt(ASK, RUN, tool(result("c1", "[1]")), user("?")))
