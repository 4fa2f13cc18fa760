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

from itertools import dropwhile

from attrs import evolve

from segue.json_values import JsonObject
from segue.prompts import Message, Prompt, SystemMessage
from segue.repairs._rebuilding import with_messages


def join_leading_system(prompt: Prompt) -> Prompt:
    """Make one of the system messages at the beginning."""
    made: list[SystemMessage] = []
    for message in prompt.messages:
        if not isinstance(message, SystemMessage):
            break
        if made and _alike(made[-1], message):
            made[-1] = _joined(made[-1], message)
        else:
            made.append(message)
    rest = dropwhile(_is_system, prompt.messages)
    return with_messages(prompt, (*made, *rest))


def _joined(left: SystemMessage, right: SystemMessage) -> SystemMessage:
    options = JsonObject({**left.provider_options, **right.provider_options})
    return evolve(left, content=left.content + right.content, provider_options=options)


def _is_system(message: Message) -> bool:
    return isinstance(message, SystemMessage)


def _alike(left: SystemMessage, right: SystemMessage) -> bool:
    return left.name == right.name and left.developer is right.developer
