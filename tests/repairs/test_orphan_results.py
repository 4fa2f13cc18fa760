"""A result without its call is told as a user's message, with all that it holds."""

from __future__ import annotations

import pytest

from segue.json_values import freeze, freeze_object
from segue.parts import FilePart, JsonPart, OpaquePart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.orphan_results import tell_orphan_results
from tests.repairs.settling import roles, said, settled, spared, untouched

ASK, RUN, DONE = user("Go."), assistant(call("c1", "run")), tool(result("c1", "ok"))
PICTURE = FilePart("image/png", "iVBORw0KGgo=")
NOTE = OpaquePart("note", freeze_object({}), "f")


def told(*results):
    """Return the texts of what a message of orphans becomes."""
    return [said(message) for message in settled(tell_orphan_results, prompt(tool(*results), ASK)).messages[:-1]]


def test_its_output_stands_between_labels():
    """With the tool's name, if it has one, and every text on its line."""
    assert told(result("c1", "14 left é☕", name="shelf")) == [["[tool result without its call: shelf]\n14 left é☕\n[end of tool result]"]]
    assert told(ToolResultPart("c1", "", (TextPart("a"), TextPart("b\nc")))) == [["[tool result without its call: unknown_tool]\na\nb\nc\n[end of tool result]"]]


def test_an_error_is_told_as_one():
    """Also where it says nothing."""
    assert told(result("c1", "no", name="run", error=True)) == [["[tool error without its call: run]\nno\n[end of tool result]"]]
    assert told(ToolResultPart("c1", "run", (), error=True)) == [["[tool error without its call: run]\n[end of tool result]"]]


def test_files_stand_behind_the_text():
    """Files and opaque parts are the same objects, values become their text."""
    orphan = ToolResultPart("c1", "cam", (PICTURE, TextPart("See:"), NOTE, JsonPart(freeze({"n": 1.0}))))
    message = settled(tell_orphan_results, prompt(tool(orphan))).messages[0]

    assert said(message)[0] == '[tool result without its call: cam]\nSee:\n{"n": 1.0}\n[end of tool result]'
    assert [part is one for part, one in zip(message.content[1:], (PICTURE, NOTE), strict=True)] == [True, True]


def test_a_file_alone_is_told():
    """Its label says where it is from."""
    assert told(ToolResultPart("c1", "cam", (PICTURE,))) == [["[tool result without its call: cam]\n[end of tool result]", "FilePart"]]


@pytest.mark.parametrize("output", [(), (TextPart(""),), (TextPart(" "), TextPart("\n"))])
def test_a_result_that_says_nothing_leaves_nothing(output):
    """No label around nothing; and where all say nothing, no message."""
    assert told(ToolResultPart("c1", "run", output)) == []


def test_real_results_beside_it_stay():
    """In a message of their own before it, the same objects; several orphans share the message behind."""
    before = prompt(ASK, RUN, tool(result("x", "1"), *DONE.content, NOTE, result("y", "2")), user("?"))
    after = settled(tell_orphan_results, before)

    assert roles(after) == "uatuu"
    assert [part is one for part, one in zip(after.messages[2].content, (DONE.content[0], NOTE), strict=True)] == [True, True]
    assert len(after.messages[3].content) == 2
    spared(before, after, 2)


def test_each_message_of_orphans_is_told_in_its_place():
    """Without id too; a very long output is not cut."""
    before = prompt(tool(result("x", "é" * 100_000)), ASK, RUN, DONE, tool(result("")), tool(result("", "z")))
    after = settled(tell_orphan_results, before)

    assert roles(after) == "uuatu"
    assert len(after.messages[0].content[0].text) > 100_000
    spared(before, after, 0, 4, 5)


def test_results_with_a_call_stay():
    """Right behind it, late, early, twice, or paired by order."""
    empty = (assistant(call("", "run")), tool(result("", "ok")))

    untouched(
        tell_orphan_results,
        Prompt(),
        prompt(ASK, RUN, DONE),
        prompt(ASK, RUN, ASK, RUN, DONE, ASK, DONE),
        prompt(DONE, RUN),
        prompt(ASK, RUN, DONE, DONE),
        prompt(ASK, *empty, *empty, tool(NOTE), tool()),
    )
