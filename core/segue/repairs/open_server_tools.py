r"""A server tool's call without its result, or a result without its call.

What it does
    Joins two neighbouring assistant messages of which one holds the call and the other the result. Else tells of the lone half
    as labelled text. A call in the last assistant message, with nothing but tool results behind it, is still running and stays.
Why
    The provider that ran the tool demands both halves in one message; a result cannot be invented.
Keeps
    Pairs; what can be read of the halves, in its place.
Example
    >>> from segue.json_values import freeze
    >>> from segue.parts import ToolCallPart
    >>> from segue.prompts import assistant, prompt, user
    >>> search = ToolCallPart("srvtoolu_1", "web_search", freeze({"query": "frost dates"}), hosted=True)
    >>> after = tell_open_server_tools(prompt(user("When?"), assistant(search), user("Well?")))
    >>> [part.text for part in after.messages[1].content]
    ['[web_search, a server tool, was called with]\nquery: frost dates']
    >>> running = prompt(user("When?"), assistant(search))
    >>> tell_open_server_tools(running) is running
    True
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from segue.parts import Part, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, ToolMessage
from segue.repairs._rebuilding import with_content, with_messages
from segue.repairs._wording import hosted_as_text


def tell_open_server_tools(prompt: Prompt) -> Prompt:
    """Rejoin or tell the halves of server tool calls that stand alone."""
    messages = _joined(prompt.messages)
    running = _running(messages)
    return with_messages(prompt, [_told(message, index == running) for index, message in enumerate(messages)])


def _joined(messages: tuple[Message, ...]) -> list[Message]:
    made: list[Message] = []
    for message in messages:
        last = made[-1] if made else None
        if isinstance(last, AssistantMessage) and isinstance(message, AssistantMessage) and _open(last) & _lone(message):
            made[-1] = evolve(last, content=last.content + message.content)
        else:
            made.append(message)
    return made


def _open(message: AssistantMessage) -> set[str]:
    """Return the ids of calls that have no result behind them."""
    waiting: set[str] = set()
    for part in message.content:
        if isinstance(part, ToolCallPart) and part.hosted:
            waiting.add(part.id)
        elif isinstance(part, ToolResultPart):
            waiting.discard(part.id)
    return waiting


def _lone(message: AssistantMessage) -> set[str]:
    """Return the ids of results that have no call before them."""
    called: set[str] = set()
    lone: set[str] = set()
    for part in message.content:
        if isinstance(part, ToolCallPart) and part.hosted:
            called.add(part.id)
        elif isinstance(part, ToolResultPart) and part.id not in called:
            lone.add(part.id)
    return lone


def _running(messages: list[Message]) -> int:
    """Return the index of the assistant message behind which stand tool results only."""
    index = len(messages) - 1
    while index >= 0 and isinstance(messages[index], ToolMessage):
        index -= 1
    return index


def _told(message: Message, running: bool) -> Message:
    if not isinstance(message, AssistantMessage):
        return message
    waiting, lone = set() if running else _open(message), _lone(message)
    return with_content(message, _halves_told(message, waiting, lone)) if waiting or lone else message


def _halves_told(message: AssistantMessage, waiting: set[str], lone: set[str]) -> Iterator[Part]:
    for part in message.content:
        call = isinstance(part, ToolCallPart) and part.hosted and part.id in waiting
        if call or (isinstance(part, ToolResultPart) and part.id in lone):
            yield hosted_as_text(part)  # type: ignore[arg-type]
        else:
            yield part
