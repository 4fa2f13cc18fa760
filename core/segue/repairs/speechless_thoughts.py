"""A message of the model's that holds a thought and nothing else.

What it does
    Takes out the thought; the message is left without parts.
Why
    A reply that was cut off leaves its thought alone; providers refuse a message without words and without calls.
Keeps
    Thoughts beside words or calls.
Example
    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, prompt, user
    >>> drop_speechless_thoughts(prompt(user("Hi"), assistant(ReasoningPart("Greet.")), user("?"))).messages[1].content
    ()
"""

from __future__ import annotations

from segue.parts import ReasoningPart
from segue.prompts import Message, Prompt
from segue.repairs._rebuilding import with_content, with_messages


def drop_speechless_thoughts(prompt: Prompt) -> Prompt:
    """Take out thoughts that stand alone."""

    def spoken(message: Message) -> Message:
        return with_content(message, ()) if all(isinstance(part, ReasoningPart) for part in message.content) else message

    return with_messages(prompt, map(spoken, prompt.messages))
