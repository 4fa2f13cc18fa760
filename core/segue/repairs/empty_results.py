"""A tool result that says nothing.

What it does
    Has it say that it is empty.
Why
    A tool that gave nothing leaves an empty text or an empty list, and some providers want at least one word.
Keeps
    The mark of an error; results that say anything.
Example
    >>> from segue.parts import ToolResultPart
    >>> from segue.prompts import assistant, call, prompt, tool, user
    >>> silent = ToolResultPart("c1", "run", ())
    >>> fill_empty_results(prompt(user("Go."), assistant(call("c1", "run")), tool(silent))).messages[2].content[0].output[0].text
    '[empty result]'
"""

from __future__ import annotations

from attrs import evolve

from segue import placeholders
from segue.parts import TextPart, ToolResultPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_result


def fill_empty_results(prompt: Prompt) -> Prompt:
    """Have results that say nothing say that they are empty."""
    return each_result(prompt, _filled)


def _filled(part: ToolResultPart) -> ToolResultPart:
    if part.hosted or not all(isinstance(piece, TextPart) and not piece.text for piece in part.output):
        return part
    return evolve(part, output=(TextPart(placeholders.EMPTY_RESULT),))
