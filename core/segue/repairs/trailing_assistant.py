"""A conversation that ends with the assistant's words.

What it does
    Adds a short user message that asks to go on from there.
Why
    Newer models demand that the user speaks last and no longer go on with words put into their mouth.
Keeps
    The assistant's words, as the assistant's. A message whose tools still run may stand last and is left alone.
Example
    >>> from segue.prompts import assistant, prompt, user
    >>> ask_to_continue(prompt(user("A poem."), assistant("The tide"))).messages[2].content[0].text
    '[continue from where your last message stops]'
"""

from __future__ import annotations

from segue import placeholders
from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, user


def ask_to_continue(prompt: Prompt) -> Prompt:
    """Have the user speak last."""
    match prompt.messages:
        case (*_, AssistantMessage() as last) if not _runs(last):
            return Prompt((*prompt.messages, user(placeholders.CONTINUE)))
        case _:
            return prompt


def _runs(message: AssistantMessage) -> bool:
    answered = {part.id for part in message.content if isinstance(part, ToolResultPart)}
    return any(isinstance(part, ToolCallPart) and part.id not in answered for part in message.content)
