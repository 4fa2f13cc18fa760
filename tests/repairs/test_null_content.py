"""A result that is null is written as empty text; every other result as it was."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from segue.json_values import EMPTY
from segue.parts import OpaquePart, ReasoningPart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.null_content import fill_null_content
from segue.shapes import Shape
from tests.repairs.settling import said, settled, spared, untouched

ASK, RUN = user("Go."), assistant(call("c1", "run"), call("c2", "run"))


def empty(form):
    """Return a result of nothing that was written so."""
    return ToolResultPart("c1", "run", (), error=True, shape=Shape("openai-chat", form=form))


@pytest.mark.parametrize("form", ["null", "absent"])
def test_null_is_filled(form):
    """Each such result, and nothing beside it."""
    before = prompt(ASK, RUN, tool(empty(form), result("c2", "ok")), user("?"))
    after = settled(fill_null_content, before)

    assert after.messages[2].content[0] == ToolResultPart("c1", "run", (TextPart(""),), error=True)
    assert after.messages[2].content[0].shape is None
    assert after.messages[2].content[1] is before.messages[2].content[1]
    spared(before, after, 2)


def test_null_is_filled_alone_and_beside_what_is_none():
    """A result that says something stays though its layout tells of null."""
    before = prompt(ASK, RUN, tool(empty("null"), evolve(empty("null"), output=(TextPart("ok"),))))
    after = settled(fill_null_content, before).messages[2].content

    assert after[0].output == (TextPart(""),)
    assert after[1] is before.messages[2].content[1]
    assert settled(fill_null_content, prompt(ASK, RUN, tool(empty("null")))).messages[2].content[0].output == (TextPart(""),)


def test_what_is_no_result_stays_beside_them():
    """A part that is carried unread has no output."""
    untouched(fill_null_content, prompt(ASK, RUN, tool(OpaquePart("note", EMPTY, "f"), result("c1", "ok"))))


def test_other_results_stay():
    """An empty list, no layout at all, a result that says something, and one of a hosted tool."""
    untouched(
        fill_null_content,
        Prompt(),
        prompt(ASK, RUN, tool(empty("list"), empty(""), evolve(empty("null"), shape=None))),
        prompt(ASK, RUN, tool(evolve(empty("null"), output=(TextPart(""),)))),
        prompt(ASK, assistant(evolve(empty("null"), hosted=True))),
    )


def test_what_was_said_can_be_filled_too():
    """With `said` empty text of the model that was null; elsewhere it is as it was, and so are other texts."""
    null, blank = TextPart("", shape=Shape("openai-responses", form="null")), TextPart("")
    before = prompt(ASK, assistant(null, blank), tool(empty("null")), user("?"))
    after = settled(partial(fill_null_content, said=True), before)

    assert [part.shape for part in after.messages[1].content] == [None, None]
    assert after.messages[1].content[1] is blank
    beside = settled(partial(fill_null_content, said=True), prompt(ASK, assistant("Ja.", null), user("?")))
    assert [part.shape for part in beside.messages[1].content] == [None, None]
    spared(before, after, 1, 2)
    untouched(fill_null_content, prompt(ASK, assistant(null)))
    untouched(partial(fill_null_content, said=True), prompt(ASK, assistant(blank, evolve(null, text="Ja."), call("c1", "run"))))


def test_null_beside_a_thought_alone_may_be_filled():
    """With `thoughts`; not beside words or calls, nor where nothing told that it was null, nor where there is no part at all."""
    fill, thought, null = partial(fill_null_content, thoughts=True), ReasoningPart("Hm."), Shape("openai-chat", form="null")
    after = settled(fill, prompt(user("Hi"), evolve(assistant(thought, thought), shape=null), user("?")))

    assert said(after.messages[1]) == ["Hm.", "Hm.", ""]
    untouched(fill_null_content, prompt(user("Hi"), evolve(assistant(thought), shape=null)))
    before = prompt(user("Hi"), evolve(assistant(thought), shape=null), assistant(thought), evolve(assistant("A"), shape=null))
    spared(before, settled(fill, before), 1)
    untouched(
        fill, prompt(user("Hi"), assistant(thought)), *(prompt(user("Hi"), evolve(message, shape=null)) for message in (assistant(), assistant(thought, "A"), assistant(thought, call("c1", "run")))),
    )  # fmt: skip
