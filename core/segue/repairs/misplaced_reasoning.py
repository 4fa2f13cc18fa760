"""Thoughts that do not begin their message.

What it does
    Takes the thoughts out of an assistant message that begins with something else.
Why
    A message with thinking must begin with it, and thinking may be neither moved nor edited. Such messages come from clients
    that gather streamed blocks in another order, and from joined messages.
Keeps
    Everything but the thoughts; messages that begin with a thought, all of them.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, prompt, user
    >>> thought = ReasoningPart("Add.", freeze_object({"anthropic": {"signature": "EqoB"}}))
    >>> [len(m.content) for m in drop_misplaced_reasoning(prompt(user("2 + 2?"), assistant("4", thought))).messages]
    [1, 1]
    >>> fine = prompt(user("2 + 2?"), assistant(thought, "4"))
    >>> drop_misplaced_reasoning(fine) is fine
    True
"""

from __future__ import annotations

from segue.parts import ReasoningPart
from segue.prompts import AssistantMessage, Message, Prompt
from segue.repairs._rebuilding import with_content, with_messages


def drop_misplaced_reasoning(prompt: Prompt) -> Prompt:
    """Take thoughts out of assistant messages that do not begin with one."""
    return with_messages(prompt, map(_without, prompt.messages))


def _without(message: Message) -> Message:
    if not isinstance(message, AssistantMessage) or not message.content or isinstance(message.content[0], ReasoningPart):
        return message
    return with_content(message, [part for part in message.content if not isinstance(part, ReasoningPart)])
