"""A model's message without the thought that the provider wants back.

What it does
    Puts an empty thought where `wants` names a message and it has none: the field is there, and nothing in it. `blank` is what the
    provider takes for an empty one.
Why
    Some providers demand the thoughts of a message with calls, and refuse it where their field is missing, as it is when another
    model made the call. Another model's thoughts in their place would be taken for the model's own.
Keeps
    Every thought that is there, and all else.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("Go."), assistant(call("c1", "run")), tool(result("c1", "ok")))
    >>> after = fill_missing_thoughts(before, lambda message: True)
    >>> after.messages[1].content[0].text, fill_missing_thoughts(after, lambda message: True) is after
    ('', True)
"""

from __future__ import annotations

from collections.abc import Callable

from segue.parts import ReasoningPart
from segue.prompts import AssistantMessage, Message, Prompt
from segue.repairs._rebuilding import with_content, with_messages
from segue.shapes import Shape


def fill_missing_thoughts(prompt: Prompt, wants: Callable[[AssistantMessage], bool], blank: str = "", shape: Shape | None = None) -> Prompt:
    """Put an empty thought into the messages that want one and have none; `shape` says in which field it stands."""

    def filled(message: Message) -> Message:
        if not isinstance(message, AssistantMessage) or not wants(message):
            return message
        if any(isinstance(part, ReasoningPart) for part in message.content):
            return message
        return with_content(message, (ReasoningPart(blank, shape=shape), *message.content))

    return with_messages(prompt, map(filled, prompt.messages))
