"""A tool result that is an error and says nothing.

What it does
    Has it say that it is empty.
Why
    A tool that fails without a message leaves nothing; some providers refuse an error without content.
Keeps
    The mark of an error; results that say anything.
Example
    >>> from segue.parts import ToolResultPart
    >>> from segue.prompts import assistant, call, prompt, tool, user
    >>> failed = ToolResultPart("c1", "run", (), error=True)
    >>> fill_empty_errors(prompt(user("Go."), assistant(call("c1", "run")), tool(failed))).messages[2].content[0].output[0].text
    '[empty result]'
"""

from __future__ import annotations

from attrs import evolve

from segue import placeholders
from segue.parts import TextPart, ToolResultPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_result


def fill_empty_errors(prompt: Prompt) -> Prompt:
    """Have errors without output say that they are empty."""

    def filled(part: ToolResultPart) -> ToolResultPart:
        return evolve(part, output=(TextPart(placeholders.EMPTY_RESULT),)) if part.error and not part.output else part

    return each_result(prompt, filled)
