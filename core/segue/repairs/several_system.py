"""Several system messages at the beginning.

What it does
    Makes one of them, their texts in order.
Why
    Some templates read the first message alone for the system's words: others raise, or are left out without a word.
Keeps
    Every word and its border as a text of its own; system messages elsewhere. Messages of authors with other names stay apart.
Example
    >>> from segue.prompts import prompt, system, user
    >>> [len(message.content) for message in join_leading_system(prompt(system("Be brief."), system("Be kind."), user("Hi"))).messages]
    [2, 1]
"""

from __future__ import annotations

from itertools import takewhile

from segue.prompts import Message, Prompt, SystemMessage
from segue.repairs._rebuilding import changed, with_messages


def join_leading_system(prompt: Prompt) -> Prompt:
    """Make one of the system messages at the beginning."""
    leading = list(takewhile(_is_system, prompt.messages))
    made: list[SystemMessage] = []
    for message in leading:
        if isinstance(message, SystemMessage) and made and _alike(made[-1], message):
            options = made[-1].provider_options | message.provider_options
            made[-1] = changed(
                made[-1], content=made[-1].content + message.content, provider_options=type(message.provider_options)(options)
            )
        elif isinstance(message, SystemMessage):
            made.append(message)
    return with_messages(prompt, (*made, *prompt.messages[len(leading) :]))


def _is_system(message: Message) -> bool:
    return isinstance(message, SystemMessage)


def _alike(left: SystemMessage, right: SystemMessage) -> bool:
    return left.name == right.name and left.developer is right.developer
