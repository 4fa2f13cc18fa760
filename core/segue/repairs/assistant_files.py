"""A file that the assistant made.

What it does
    Puts it into a user message in its place, with a caption; what the assistant said before and behind it stays apart. In a turn in
    which two calls share an id it goes before the turn: parted, that would change which of them a result answers.
Why
    Providers take files from users only.
Keeps
    The file and every word, in order.
Example
    >>> from segue.parts import FilePart
    >>> from segue.prompts import assistant, prompt, user
    >>> chart = FilePart("image/png", "iVBORw0KGgo=")
    >>> after = hand_over_assistant_files(prompt(user("Draw it."), assistant("Here:", chart, "Fine?")))
    >>> [type(message).__name__ for message in after.messages]
    ['UserMessage', 'AssistantMessage', 'UserMessage', 'AssistantMessage']
"""

from __future__ import annotations

from collections.abc import Callable

from segue import placeholders
from segue.parts import FilePart, TextPart
from segue.prompts import AssistantMessage, Message, Prompt, UserMessage
from segue.repairs._pairing import unclear_messages
from segue.repairs._rebuilding import split, with_content, with_messages


def hand_over_assistant_files(prompt: Prompt, moves: Callable[[FilePart], bool] = lambda _: True) -> Prompt:
    """Move files of the assistant, those that `moves` names, into user messages."""

    def leaves(part: object) -> bool:
        return isinstance(part, FilePart) and moves(part)

    holding = {index for index, message in enumerate(prompt.messages) if _made(message) and any(map(leaves, message.content))}
    unclear = unclear_messages(prompt) if holding else set[int]()
    made: list[Message] = []
    start = 0
    for index, message in enumerate(prompt.messages):
        start = start if index and _made(message) and _made(prompt.messages[index - 1]) else len(made)
        if index in holding & unclear:
            files = tuple(part for part in message.content if isinstance(part, FilePart) and leaves(part))
            made.insert(start, _from_user(files))
            start += 1
            made.append(with_content(message, [part for part in message.content if not leaves(part)]))
        elif index in holding:
            made += split(message, message.content, leaves, _from_user)
        else:
            made.append(message)
    return with_messages(prompt, made)


def _made(message: Message) -> bool:
    return isinstance(message, AssistantMessage)


def _from_user(files: tuple[FilePart, ...]) -> UserMessage:
    return UserMessage((TextPart(placeholders.file_of_assistant()), *files))
