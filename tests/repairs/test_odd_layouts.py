"""A part of an odd layout is written the usual way; what it says does not change."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from segue.parts import FilePart, TextPart, ToolResultPart
from segue.prompts import Prompt, assistant, call, prompt, tool, user
from segue.repairs.odd_layouts import forget_odd_layouts
from segue.shapes import Shape
from tests.repairs.settling import settled, spared, untouched

ODD, USUAL = Shape("openai-chat", form="odd"), Shape("openai-chat", form="usual")
PICTURE = FilePart("image/*", "https://a.example/é☕.png", "url", shape=ODD)
forget = partial(forget_odd_layouts, is_odd=lambda shape: shape.form == "odd")


def test_the_layout_is_forgotten():
    """In messages and in results; the parts are equal to those that were given, those beside them are the same."""
    fine = evolve(PICTURE, shape=USUAL)
    before = prompt(user(PICTURE, fine), assistant(evolve(call("c1", "x"), shape=ODD)), tool(ToolResultPart("c1", "", (TextPart("x"), PICTURE))), user("?"))
    after = settled(forget, before)

    assert after == before
    assert [after.messages[0].content[0].shape, after.messages[1].content[0].shape, after.messages[2].content[0].output[1].shape] == [None] * 3
    assert after.messages[0].content[1] is fine
    spared(before, after, 0, 1, 2)


def test_usual_layouts_stay():
    """Those that the target has, and parts without any; a message's layout is none of a part's."""
    untouched(forget, Prompt(), prompt(user(evolve(PICTURE, shape=USUAL), evolve(PICTURE, shape=None)), evolve(assistant("x"), shape=ODD)))
