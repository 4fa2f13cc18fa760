"""A message that is marked as the beginning of the reply, and is not the last.

What it does
    Takes the mark off.
Why
    Clients keep what they had begun for the model as it was; providers take the mark on the last message alone.
Keeps
    The message, and the mark of the last one.
Example
    >>> from attrs import evolve
    >>> from segue.json_values import freeze_object
    >>> from segue.prompts import assistant, prompt, user
    >>> from segue.shapes import Extras
    >>> begun = evolve(assistant("The tide"), extras=Extras("openai-chat", freeze_object({"prefix": True})))
    >>> clear_early_prefix(prompt(user("A poem."), begun, user("Go on.")), "openai-chat", ("prefix",)).messages[1].extras is None
    True
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from segue.prompts import AssistantMessage, Message, Prompt
from segue.repairs._rebuilding import with_messages
from segue.shapes import Extras


def clear_early_prefix(prompt: Prompt, format: str, names: Sequence[str]) -> Prompt:
    """Take these marks, fields of this format, off all messages but the last."""

    def cleared(message: Message) -> Message:
        extras = message.extras
        if not isinstance(message, AssistantMessage) or extras is None or extras.format != format:
            return message
        rest = extras.fields.without(*(name for name in names if extras.fields.get(name) is True))
        return message if len(rest) == len(extras.fields) else evolve(message, extras=Extras(format, rest) if rest else None)

    return with_messages(prompt, (*map(cleared, prompt.messages[:-1]), *prompt.messages[-1:]))
