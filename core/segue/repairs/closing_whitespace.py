"""White space at the end of a closing assistant text.

What it does
    Strips the end of the last text when a prompt closes with an assistant message, as it does when the reply is begun for the
    model.
Why
    Providers take such a message as the beginning of the reply and refuse one that ends in white space.
Keeps
    All other messages and parts, and white space anywhere else: tables and code live on it.
Example
    >>> from segue.prompts import assistant, prompt, user
    >>> before = prompt(user("Greet me."), assistant("Hello, "))
    >>> after = strip_closing_whitespace(before)
    >>> after.messages[-1].content[-1].text
    'Hello,'
    >>> strip_closing_whitespace(after) is after
    True
"""

from __future__ import annotations

from attrs import evolve

from segue.parts import TextPart
from segue.prompts import AssistantMessage, Prompt


def strip_closing_whitespace(prompt: Prompt) -> Prompt:
    """Strip the end of a closing assistant text."""
    match prompt.messages:
        case (*head, AssistantMessage(content=(*kept, TextPart(text=text) as last)) as closing) if text != text.rstrip():
            content = (*kept, evolve(last, text=text.rstrip()))
            return Prompt((*head, evolve(closing, content=content)))
        case _:
            return prompt
