"""Parts in a dialect's spelling are written the usual way."""

from __future__ import annotations

from segue.parts import FilePart, TextPart, ToolResultPart
from segue.prompts import assistant, call, prompt, tool, user
from segue.repairs.odd_layouts import forget_odd_layouts
from segue.shapes import Shape


def odd(shape):
    """Tell whether a shape is odd, for these tests."""
    return shape.form == "odd"


def laid_out(form):
    """Return an image with a layout of this form."""
    return FilePart("image/png", "iVBO", shape=Shape("openai-chat", form=form))


def test_odd_layouts_are_forgotten_wherever_they_are():
    """A part of a message, and a piece of a result, lose an odd layout and keep all that they say."""
    before = prompt(user("See:", laid_out("odd")), assistant(call("c1", "x")), tool(ToolResultPart("c1", "x", (laid_out("odd"),))))
    after = forget_odd_layouts(before, odd)

    assert after == before
    assert after.messages[0].content[1].shape is None
    assert after.messages[2].content[0].output[0].shape is None
    assert after.messages[1] is before.messages[1]
    assert forget_odd_layouts(after, odd) is after


def test_usual_layouts_stay():
    """A prompt without an odd layout comes back as it is."""
    fine = prompt(user(TextPart("Hi"), laid_out("usual")))
    assert forget_odd_layouts(fine, odd) is fine
