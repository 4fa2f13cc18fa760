"""A tool result whose content is null.

What it does
    Has it written as empty text.
Why
    A tool that gave nothing leaves null; providers demand a string.
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

from segue.parts import TextPart, ToolResultPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_result


def fill_null_content(prompt: Prompt) -> Prompt:
    """Have null written as empty text."""

    def filled(part: ToolResultPart) -> ToolResultPart:
        null = not part.output and part.shape is not None and part.shape.form in ("null", "absent")
        return evolve(part, output=(TextPart(""),), shape=None) if null else part

    return each_result(prompt, filled)
