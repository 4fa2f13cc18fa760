r"""A tool that another provider ran itself.

What it does
    Tells of the call and of its result as labelled text in their place: query or code, each title and URL, output.
Why
    Such blocks hold payloads that only their maker can read; another provider refuses them, or their ids.
Keeps
    What can be read, and its place; the target's own server tools.
Example
    >>> from segue.parts import ToolCallPart
    >>> from segue.json_values import freeze
    >>> from segue.prompts import assistant, prompt, user
    >>> search = ToolCallPart("ws_1", "web_search", freeze({"query": "frost dates"}), hosted=True)
    >>> after = tell_foreign_server_tools(prompt(user("When?"), assistant(search, "In May.")), lambda part: False)
    >>> [part.text for part in after.messages[1].content]
    ['[web_search, a server tool, was called with]\nquery: frost dates', 'In May.']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from segue.parts import Part, ToolCallPart, ToolResultPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part
from segue.repairs._wording import hosted_as_text


def tell_foreign_server_tools(prompt: Prompt, is_own: Callable[[ToolCallPart | ToolResultPart], bool]) -> Prompt:
    """Make labelled text of hosted calls and results that are not the target's own."""

    def told(part: Part) -> Iterable[Part]:
        if isinstance(part, ToolCallPart | ToolResultPart) and part.hosted and not is_own(part):
            return (hosted_as_text(part),)
        return (part,)

    return each_part(prompt, told)
