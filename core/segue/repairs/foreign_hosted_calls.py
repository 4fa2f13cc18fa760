"""A call of a tool that another provider ran itself.

What it does
    Takes out every hosted call that `is_foreign` names, and whatever shares its id: results, wherever they stand, and other calls.
    A message that held nothing else goes with it.
Why
    Another provider does not know the tool, its ids or its payloads, and refuses them; a call alone, or a result, it refuses as well.
Keeps
    Hosted calls of the target's own and of unknown makers; calls of the caller's own tools under ids of their own.
Example
    >>> from segue.json_values import EMPTY
    >>> from segue.parts import ToolCallPart
    >>> from segue.prompts import assistant, prompt, result, tool, user
    >>> search = ToolCallPart("ws_1", "web_search", EMPTY, hosted=True)
    >>> before = prompt(user("When?"), assistant(search), tool(result("ws_1", "7:10")), assistant("At 7:10."))
    >>> len(strip_foreign_hosted_calls(before, lambda part: True).messages)
    2
    >>> strip_foreign_hosted_calls(before, lambda part: False) is before
    True
"""

from __future__ import annotations

from collections.abc import Callable

from segue.parts import Part, ToolCallPart, ToolResultPart
from segue.prompts import Prompt
from segue.repairs._leaving import take_out


def strip_foreign_hosted_calls(prompt: Prompt, is_foreign: Callable[[ToolCallPart], bool]) -> Prompt:
    """Take out the hosted calls that `is_foreign` names, and what shares their ids."""
    parts = (part for message in prompt.messages for part in message.content)
    ids = {part.id for part in parts if isinstance(part, ToolCallPart) and part.hosted and is_foreign(part)}

    def leaves(_: int, part: Part) -> bool:
        return isinstance(part, ToolCallPart | ToolResultPart) and part.id in ids

    return take_out(prompt, leaves) if ids else prompt
