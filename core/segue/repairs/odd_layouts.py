"""A part in a spelling that its format knows and the target does not.

What it does
    Forgets how the part was laid out, so that it is written the usual way.
Why
    Dialects of one format take an image's URL without the object around it, arguments as an object instead of text, a call
    without its type; the format's own provider refuses them.
Keeps
    All that the part says; parts that are laid out as the target has it.
Example
    >>> from segue.parts import FilePart
    >>> from segue.prompts import prompt, user
    >>> from segue.shapes import Shape
    >>> bare = FilePart("image/*", "https://example.org/a.png", "url", shape=Shape("openai-chat", form="image_url string"))
    >>> after = forget_odd_layouts(prompt(user(bare)), lambda shape: shape.form == "image_url string")
    >>> after.messages[0].content[0].shape is None
    True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from segue.parts import Part
from segue.prompts import Prompt
from segue.repairs._rebuilding import changed, each_part_and_output
from segue.shapes import Shape


def forget_odd_layouts(prompt: Prompt, is_odd: Callable[[Shape], bool]) -> Prompt:
    """Have parts of an odd layout written the usual way."""

    def usual(part: Part) -> Iterable[Part]:
        return (changed(part, shape=None),) if part.shape is not None and is_odd(part.shape) else (part,)

    return each_part_and_output(prompt, usual)
