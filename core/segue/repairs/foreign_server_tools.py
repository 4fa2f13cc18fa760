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

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from segue.parts import Part, ToolCallPart, ToolResultPart
from segue.prompts import Message, Prompt
from segue.repairs._rebuilding import with_content, with_messages
from segue.repairs._wording import hosted_as_text


def tell_foreign_server_tools(prompt: Prompt, is_own: Callable[[ToolCallPart | ToolResultPart], bool]) -> Prompt:
    """Make labelled text of hosted calls and results that are not the target's own."""

    def told(message: Message) -> Message:
        names = {part.id: part.name for part in message.content if isinstance(part, ToolCallPart)}
        return with_content(message, _told(message.content, is_own, names))

    return with_messages(prompt, map(told, prompt.messages))


def _told(content: Iterable[Any], is_own: Callable[[ToolCallPart | ToolResultPart], bool], names: Mapping[str, str]) -> Iterator[Part]:
    """Yield the parts of a message; the results of a call that is told are told with it. Each part is asked about once."""
    foreign: set[str] = set()
    for part in content:
        if not isinstance(part, ToolCallPart | ToolResultPart) or not part.hosted:
            yield part
        elif not is_own(part) or (isinstance(part, ToolResultPart) and part.id in foreign):
            foreign.add(part.id)
            yield hosted_as_text(part, names)
        else:
            yield part
