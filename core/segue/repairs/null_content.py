"""A tool result whose content is null.

What it does
    Has it written as empty text; with `said` also what a model said, where null stands in its place.
Why
    A tool that gave nothing leaves null, and so does a reply of calls alone; providers demand a string.
Keeps
    Everything: nothing was there.
Example
    >>> from segue.parts import ToolResultPart
    >>> from segue.prompts import assistant, call, prompt, tool, user
    >>> from segue.shapes import Shape
    >>> nothing = ToolResultPart("c1", "", (), shape=Shape("openai-chat", form="null"))
    >>> after = fill_null_content(prompt(user("Go."), assistant(call("c1", "run")), tool(nothing)))
    >>> after.messages[2].content[0].output[0].text
    ''
"""

from __future__ import annotations

from attrs import evolve

from segue.parts import Part, TextPart, ToolResultPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part, each_result


def fill_null_content(prompt: Prompt, *, said: bool = False) -> Prompt:
    """Have null written as empty text."""
    answered = each_result(prompt, _answered)
    return each_part(answered, _said) if said else answered


def _answered(part: ToolResultPart) -> ToolResultPart:
    return evolve(part, output=(TextPart(""),), shape=None) if not part.output and _null(part) else part


def _said(part: Part) -> tuple[Part, ...]:
    return (evolve(part, shape=None) if isinstance(part, TextPart) and not part.text and _null(part) else part,)


def _null(part: TextPart | ToolResultPart) -> bool:
    return part.shape is not None and part.shape.form in ("null", "absent")
