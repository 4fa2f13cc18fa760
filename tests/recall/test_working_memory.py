"""What a model notes for itself is cut out of texts, and nothing else is."""

from __future__ import annotations

import pytest

from segue.json_values import JsonObject
from segue.recall import without_working_memory
from segue.recall.working_memory import tidied, tidied_value
from segue.testing.steps import steps_of

NOTE = "<working_memory>Ada</working_memory>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (NOTE, ""),
        (f"a{NOTE}b", "ab"),
        (f"a {NOTE} b {NOTE} c", "a  b  c"),
        ("x<working_memory>\n\n</working_memory>y", "xy"),
        (f"a {NOTE} <working_memory>b", "a  <working_memory>b"),
        (f"</working_memory>{NOTE}b</working_memory>", "</working_memory>b</working_memory>"),
        ("a<working_memory>b<working_memory>c</working_memory>d</working_memory>e", "ae"),
        ("a<working_memory>b<working_memory>c</working_memory>d", "ad"),
        ("a<working_memory><working_memory>b<working_memory>c</working_memory>d<working_memory>e</working_memory>f", "adf"),
        (f"{NOTE}a<working_memory>b{NOTE}c", "ac"),
    ],
)
def test_tagged_stretches_are_cut(text, expected):
    """A stretch ends where its tag is closed, or for want of that where one within is."""
    assert expected == without_working_memory(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "plain", "a</working_memory>", "<working_memory>a", "</working_memory><working_memory>",
        "<WORKING_MEMORY>x</WORKING_MEMORY>", "<working_memory >x</working_memory>", '<working_memory v="1">x</working_memory><working_memory>',
    ],
)  # fmt: skip
def test_other_texts_are_left_alone(text):
    """The very object comes back."""
    assert without_working_memory(text) is text


def test_only_texts_that_held_some_are_trimmed():
    """Of what JavaScript takes for blank, which is not what Python does."""
    assert tidied(f"\xa0\ufeff \x1c x {NOTE}\u2028\n") == "\x1c x"
    assert tidied(" x ") == " x "


def test_all_text_in_a_value_is_tidied():
    """In objects and lists, however deep; keys are no text."""
    value = JsonObject({NOTE: (f"a {NOTE}", 1, JsonObject(b=NOTE)), "c": None})
    assert tidied_value(value) == {NOTE: ("a", 1, {"b": ""}), "c": None}


@pytest.mark.parametrize("value", [None, 1, "x", ("x", 1), JsonObject(a=("x", JsonObject()))])
def test_a_value_without_any_is_left_alone(value):
    """The very object comes back."""
    assert tidied_value(value) is value


@pytest.mark.parametrize("pattern", ["<working_memory>", "</working_memory>", NOTE, "<working_memory></working_memory></working_memory>"])
def test_many_tags_take_no_more_than_their_share(pattern):
    """Twice the tags, twice the steps."""

    def steps(count):
        text = pattern * count + NOTE
        return steps_of(lambda: without_working_memory(text))

    assert steps(200) < 2.5 * steps(100)
