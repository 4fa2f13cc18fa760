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

from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, ToolMessage
from segue.repairs._rebuilding import with_content, with_messages
from segue.repairs._wording import hosted_as_text


def tell_open_server_tools(prompt: Prompt) -> Prompt:
    """Rejoin or tell the halves of server tool calls that stand alone."""
    messages = _joined(prompt.messages)
    running = _running(messages)
    return with_messages(prompt, [_told(message, index == running) for index, message in enumerate(messages)])


def _joined(messages: tuple[Message, ...]) -> list[Message]:
    runs: list[list[Message]] = []
    waiting: set[str] = set()
    for message in messages:
        open_here, alone = _halves(message)
        brought = {part.id for part in map(message.content.__getitem__, alone) if isinstance(part, ToolResultPart)}
        if waiting.isdisjoint(brought):
            runs.append([message])
            waiting.clear()
        else:
            runs[-1].append(message)
        waiting -= brought
        waiting |= open_here.keys()
    return [with_content(run[0], [part for message in run for part in message.content]) for run in runs]


def _halves(message: Message) -> tuple[dict[str, int], list[int]]:
    """Return where an assistant's calls stand that may still get their result, and the other halves that have none here."""
    waiting: dict[str, int] = {}
    called: set[str] = set()
    alone: list[int] = []
    for number, part in enumerate(message.content if isinstance(message, AssistantMessage) else ()):
        if isinstance(part, ToolCallPart) and part.hosted:
            alone += [waiting[part.id]] if part.id in waiting else []
            waiting[part.id] = number
            called.add(part.id)
        elif isinstance(part, ToolResultPart) and waiting.pop(part.id, None) is None and part.id not in called:
            alone.append(number)
    return waiting, alone


def _running(messages: list[Message]) -> int:
    """Return the index of the assistant message behind which stand tool results only."""
    index = len(messages) - 1
    while index >= 0 and isinstance(messages[index], ToolMessage):
        index -= 1
    return index


def _told(message: Message, running: bool) -> Message:
    waiting, alone = _halves(message)
    told = set(alone) if running else {*alone, *waiting.values()}
    halves = ToolCallPart | ToolResultPart
    return with_content(
        message,
        [hosted_as_text(part) if number in told and isinstance(part, halves) else part for number, part in enumerate(message.content)],
    )
