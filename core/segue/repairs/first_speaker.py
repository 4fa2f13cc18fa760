"""A conversation that the assistant begins.

What it does
    Puts a short user message before it that says that earlier messages are missing.
Why
    Providers demand that the user speaks first; a window over a long conversation may begin anywhere. To cut until a user speaks
    would lose what was said.
Keeps
    Everything.
Example
    >>> from segue.prompts import assistant, prompt, user
    >>> begin_with_user(prompt(assistant("14 left."), user("Two, please."))).messages[0].content[0].text
    '[earlier messages are not part of this history]'
"""

from __future__ import annotations

from segue import placeholders
from segue.prompts import Prompt, SystemMessage, UserMessage, user


def begin_with_user(prompt: Prompt) -> Prompt:
    """Have a user speak first."""
    for index, message in enumerate(prompt.messages):
        if not isinstance(message, SystemMessage):
            if isinstance(message, UserMessage):
                break
            return Prompt((*prompt.messages[:index], user(placeholders.EARLIER_TURNS), *prompt.messages[index:]))
    return prompt
