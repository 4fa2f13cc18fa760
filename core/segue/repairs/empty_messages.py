"""A message without parts.

What it does
    Goes without the message.
Why
    Providers refuse messages without content. They come from interrupted replies, and from repairs that took the last part out.
Keeps
    Every part of every other message.
Example
    >>> from segue.prompts import assistant, prompt, user
    >>> len(drop_empty_messages(prompt(user("Hi"), assistant(), user("?"))).messages)
    2
"""

from __future__ import annotations

from segue.prompts import Prompt
from segue.repairs._rebuilding import with_messages


def drop_empty_messages(prompt: Prompt) -> Prompt:
    """Go without messages that hold nothing."""
    return with_messages(prompt, [message for message in prompt.messages if message.content])
