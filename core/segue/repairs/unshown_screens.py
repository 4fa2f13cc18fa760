r"""A computer call that no screenshot answers.

What it does
    Tells of the call as the user's labelled words, with its action and with what was said for an answer.
Why
    Such a call is answered by a screenshot and by nothing else; where there is none, the call is refused.
Keeps
    What the model was about to do; calls that a screenshot answers.
Example
    >>> from segue.prompts import assistant, call, prompt, user
    >>> before = prompt(user("Close it."), assistant(call("c1", "computer", {"action": {"type": "click"}})), user("Stop."))
    >>> print(tell_unshown_screens(before, lambda part: True).messages[1].content[0].text)
    [tool computer was called with]
    {"action": {"type": "click"}}
"""

from __future__ import annotations

from collections.abc import Callable

from segue.parts import FilePart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt
from segue.repairs._pairing import pair
from segue.repairs._told_calls import tell_calls


def tell_unshown_screens(prompt: Prompt, is_screen: Callable[[ToolCallPart], bool]) -> Prompt:
    """Tell of calls for which `is_screen` holds and that no file answers."""
    if not any(is_screen(part) for message in prompt.messages for part in message.content if part.__class__ is ToolCallPart):
        return prompt
    shown = {id(_part(prompt, call)) for call, results in pair(prompt).answers.items() if any(_shows(_part(prompt, at)) for at in results)}
    return tell_calls(prompt, lambda _, part: is_screen(part) and id(part) not in shown)


def _part(prompt: Prompt, at: tuple[int, int]) -> object:
    index, number = at
    return prompt.messages[index].content[number]


def _shows(part: object) -> bool:
    return isinstance(part, ToolResultPart) and any(isinstance(piece, FilePart) for piece in part.output)
