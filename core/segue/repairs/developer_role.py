"""A developer message where only system messages are known.

What it does
    Makes it a system message.
Why
    `developer` is OpenAI's newer name of the role; elsewhere it is an unknown role.
Keeps
    Every word and its place.
Example
    >>> from segue.parts import TextPart
    >>> from segue.prompts import SystemMessage, prompt
    >>> developer_as_system(prompt(SystemMessage((TextPart("Be brief."),), developer=True))).messages[0].developer
    False
"""

from __future__ import annotations

from attrs import evolve

from segue.prompts import Prompt, SystemMessage
from segue.repairs._rebuilding import with_messages


def developer_as_system(prompt: Prompt) -> Prompt:
    """Make developer messages system messages."""
    return with_messages(
        prompt,
        [
            evolve(message, developer=False) if isinstance(message, SystemMessage) and message.developer else message
            for message in prompt.messages
        ],
    )
