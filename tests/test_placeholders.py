"""The words that segue adds, to the letter: prompt caches and signed prefixes depend on them, so they do not change."""

from types import FunctionType

import pytest

from segue import placeholders
from segue.placeholders import (
    cut,
    document,
    file_of_assistant,
    file_of_result,
    file_omitted,
    hosted_call,
    hosted_result,
    is_placeholder,
    orphan_result,
    told_call,
    told_result,
    unknown_part,
)  # fmt: skip

CONSTANTS = {
    "NO_RESULT": "[no result: this call was not answered]",
    "EARLIER_TURNS": "[earlier messages are not part of this history]",
    "CONTINUE": "[continue from where your last message stops]",
    "NO_REPLY": "[no reply: the user went on]",
    "RESULT_FOLLOWS": "[the result is the file that follows]",
    "EMPTY_RESULT": "[empty result]",
    "DENIED": "[denied: this call was not allowed to run]",
    "SYSTEM_BEGINS": "[system message]",
    "SYSTEM_ENDS": "[end of system message]",
    "RESULT_ENDS": "[end of tool result]",
}
KEYS = {"UNKNOWN_TOOL": "unknown_tool", "RAW_INPUT": "_raw", "THOUGHT_SIGNATURE": "skip_thought_signature_validator"}
LONG = "x" * 500
VECTORS = [
    (orphan_result("trains"), "[tool result without its call: trains]"),
    (orphan_result("trains", error=True), "[tool error without its call: trains]"),
    (orphan_result(""), "[tool result without its call: unknown_tool]"),
    (orphan_result("a\n\tb "), "[tool result without its call: a b]"),
    (orphan_result(LONG), f"[tool result without its call: {'x' * 120}]"),
    (told_call("trains"), "[tool trains was called with]"),
    (told_call("a\nb"), "[tool a b was called with]"),
    (told_call(""), "[tool unknown_tool was called with]"),
    (told_result("trains"), "[result of tool trains]"),
    (told_result("", error=True), "[error of tool unknown_tool]"),
    (cut(10485761), "[the middle of this text of 10485761 characters is left out]"),
    (file_omitted("audio/flac"), "[file omitted: audio/flac]"),
    (file_omitted("audio/flac", "song.flac"), "[file omitted: audio/flac, song.flac]"),
    (file_omitted("audio/*", f"https://example.com/{LONG}\n"), f"[file omitted: audio/*, https://example.com/{LONG}]"),
    (file_omitted(" a\u2028b ", "c\rd"), "[file omitted: a b, c d]"),
    (file_of_result("trains"), "[file from the result of tool trains]"),
    (file_of_result(" "), "[file from the result of tool unknown_tool]"),
    (file_of_assistant(), "[file made by the assistant]"),
    (document("list.txt"), "[document: list.txt]"),
    (document("a\nb"), "[document: a b]"),
    (document(""), "[document]"),
    (hosted_call("web_search"), "[web_search, a server tool, was called with]"),
    (hosted_call(""), "[, a server tool, was called with]"),
    (hosted_result("web_search"), "[result of web_search, a server tool]"),
    (hosted_result("a]\n["), "[result of a] [, a server tool]"),
    (unknown_part("poll"), "[poll part]"),
    (unknown_part(""), "[ part]"),
]
NEAR_MISSES = [
    "", "[]", "Hello", "[tool result]", "[no result]", "no result: this call was not answered", " [empty result]", "[empty result] ",
    "[empty result]\n", "[Empty result]", "[empty  result]", "[empty result][empty result]", "[end of system message].", "[end of message]",
    "[file omitted: a\nb]", "[file omitted]", "[documents]", "[document:a]", "[document: a\nb]", "[tool result without its call: a\n]",
    "[tool failure without its call: a]", "[poll\npart]", "[poll party]", "[part]", "(poll part)", "[a, a server tool, was called]",
    "unknown_tool", "_raw", "[file from the result of trains]", "[files made by the assistant]", "[the result is the file that follows.]",
    "[tool trains was called]", "[tool a\nb was called with]", "[results of tool trains]", "[result of trains]", "[the middle of this text is left out]",
    "[denied]", "[denied: no]", "[denied: this call was not allowed to run.]",
]  # fmt: skip


@pytest.mark.parametrize(("name", "text"), (CONSTANTS | KEYS).items())
def test_constants(name, text):
    """Each constant is exactly this."""
    assert getattr(placeholders, name) == text


@pytest.mark.parametrize(("made", "text"), VECTORS, ids=[text[:50] for _, text in VECTORS])
def test_vectors(made, text):
    """Each text that is made around a name is exactly this: the name on one line, and short where it may be cut."""
    assert made == text


def test_every_public_name_has_its_vector():
    """No constant and no function is missing from this file."""
    public = {name for name in vars(placeholders) if not name.startswith("_")} - {"annotations", "re"}
    functions = {name for name in public if isinstance(getattr(placeholders, name), FunctionType)}
    assert public - functions == set(CONSTANTS | KEYS)
    assert functions - {"is_placeholder"} <= set(globals())


@pytest.mark.parametrize("text", [*CONSTANTS.values(), *(made for made, _ in VECTORS)], ids=lambda text: text[:50])
def test_what_segue_adds_is_known_again(text):
    """Every text that segue adds is told from what people and models say, and stands on one line between brackets."""
    assert is_placeholder(text)
    assert text == f"[{text[1:-1]}]"
    assert len(text.splitlines()) == 1


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_near_misses(text):
    """What only resembles one is none, nor is one with anything beside it."""
    assert not is_placeholder(text)
