"""A file that the assistant made.

What it does
    Puts it into a user message in its place, with a caption; what the assistant said before and behind it stays apart.
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

from collections.abc import Callable, Iterator

from segue import placeholders
from segue.parts import FilePart, TextPart
from segue.prompts import AssistantMessage, Message, Prompt, UserMessage
from segue.repairs._rebuilding import split, with_messages


def hand_over_assistant_files(prompt: Prompt, moves: Callable[[FilePart], bool] = lambda _: True) -> Prompt:
    """Move files of the assistant, those that `moves` names, into user messages."""
    return with_messages(prompt, (made for message in prompt.messages for made in _handed(message, moves)))


def _handed(message: Message, moves: Callable[[FilePart], bool]) -> Iterator[Message]:
    def leaves(part: object) -> bool:
        return isinstance(part, FilePart) and moves(part)

    if isinstance(message, AssistantMessage) and any(map(leaves, message.content)):
        yield from split(message, message.content, leaves, _from_user)
    else:
        yield message


def _from_user(files: tuple[FilePart, ...]) -> UserMessage:
    return UserMessage((TextPart(placeholders.file_of_assistant()), *files))
