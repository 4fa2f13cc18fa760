r"""Calls and results in a request that offers no tools.

What it does
    Tells of each call as the user's labelled words behind its message, the tool's name and the input; and of each result where it
    stands, its output, that it is an error, its files.
Why
    A summary or a title is asked for over a history with calls, and no tools are sent; some providers then refuse the calls. Which
    tools there were, only the caller knows.
Keeps
    What was called with what, and what came of it, in order.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("How many?"), assistant(call("c1", "shelf", {"title": "Emma"})), tool(result("c1", "14 left")))
    >>> print(*(message.content[0].text for message in tell_all_calls(before).messages[1:]), sep="\n")
    [tool shelf was called with]
    {"title": "Emma"}
    [result of tool shelf]
    14 left
    [end of tool result]
"""

from __future__ import annotations

from segue.prompts import Prompt
from segue.repairs._told_calls import tell_calls


def tell_all_calls(prompt: Prompt) -> Prompt:
    """Tell of every call of the caller's own tools, and of its results."""
    return tell_calls(prompt, lambda _, __: True)
