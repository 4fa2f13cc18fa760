"""A tool result that stood bare where its format has an object.

What it does
    Forgets how the result was laid out, so that it is written within an object.
Why
    Clients put a tool's text or number where an object belongs, and providers whose results are objects refuse it.
Keeps
    What the result says, under its name and id; results that are laid out as the target has it.
Example
    >>> from attrs import evolve
    >>> from segue.prompts import prompt, result, tool
    >>> from segue.shapes import Shape
    >>> bare = evolve(result("c1", "ok"), shape=Shape("gemini", form="bare"))
    >>> wrap_bare_results(prompt(tool(bare)), lambda shape: shape.form == "bare").messages[0].content[0].shape is None
    True
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from segue.parts import ToolResultPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_result
from segue.shapes import Shape


def wrap_bare_results(prompt: Prompt, is_bare: Callable[[Shape], bool]) -> Prompt:
    """Have results of a bare layout written as objects."""

    def wrapped(part: ToolResultPart) -> ToolResultPart:
        return evolve(part, shape=None) if part.shape is not None and is_bare(part.shape) else part

    return each_result(prompt, wrapped)
