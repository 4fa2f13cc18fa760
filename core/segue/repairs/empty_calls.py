"""An empty list of tool calls.

What it does
    Leaves the field out.
Why
    Clients that always write the field send it empty; providers demand at least one call in it, or none of it.
Keeps
    Everything else.
Example
    >>> from attrs import evolve
    >>> from segue.json_values import freeze_object
    >>> from segue.prompts import assistant, prompt, user
    >>> from segue.shapes import Extras
    >>> reply = evolve(assistant("Hello"), extras=Extras("openai-chat", freeze_object({"tool_calls": []})))
    >>> drop_empty_calls(prompt(user("Hi"), reply), "openai-chat", "tool_calls").messages[1].extras is None
    True
"""

from __future__ import annotations

from attrs import evolve

from segue.prompts import Message, Prompt
from segue.repairs._rebuilding import with_messages
from segue.shapes import Extras


def drop_empty_calls(prompt: Prompt, format: str, field: str) -> Prompt:
    """Leave out a field of this format that should hold calls and holds none."""

    def without(message: Message) -> Message:
        extras = message.extras
        if extras is None or extras.format != format or field not in extras.fields:
            return message
        rest = extras.fields.without(field)
        return evolve(message, extras=Extras(format, rest) if rest else None)

    return with_messages(prompt, map(without, prompt.messages))
