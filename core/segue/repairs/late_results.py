"""Tool results behind other parts of their own turn.

What it does
    Puts the results right behind the message with their calls, before what the user wrote meanwhile.
Why
    Providers demand the results first, before any text of the same turn.
Keeps
    Every part; the order of the results, and that of all the rest.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("Go."), assistant(call("c1", "run")), user("Wait!"), tool(result("c1", "ok")))
    >>> [type(message).__name__ for message in put_results_first(before).messages]
    ['UserMessage', 'AssistantMessage', 'ToolMessage', 'UserMessage']
"""

from __future__ import annotations

from segue.prompts import AssistantMessage, Message, Prompt, ToolMessage
from segue.repairs._pairing import calls
from segue.repairs._rebuilding import with_messages


def put_results_first(prompt: Prompt) -> Prompt:
    """Put the results of a turn before its other messages."""
    made: list[Message] = []
    rest: list[Message] = []
    calling: list[AssistantMessage] = []
    open_ids: set[str] = set()
    for message in prompt.messages:
        if isinstance(message, AssistantMessage):
            made += (*rest, message)
            rest, open_ids, calling = [], set(), [message]
            continue
        if message.__class__ is ToolMessage and calling:  # most models' messages are not answered, so their ids need no look
            open_ids = {part.id for _, part in calls(0, calling.pop())}
        answers = message.__class__ is ToolMessage and any(getattr(part, "id", None) in open_ids for part in message.content)
        (made if answers else rest).append(message)
    return with_messages(prompt, made + rest)
