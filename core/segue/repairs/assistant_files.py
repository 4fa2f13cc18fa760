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

from collections.abc import Iterator

from segue import placeholders
from segue.parts import FilePart, TextPart
from segue.prompts import AssistantMessage, Message, Prompt, UserMessage
from segue.repairs._rebuilding import split, with_messages


def hand_over_assistant_files(prompt: Prompt) -> Prompt:
    """Move files of the assistant into user messages."""
    return with_messages(prompt, (made for message in prompt.messages for made in _handed(message)))


def _handed(message: Message) -> Iterator[Message]:
    if not isinstance(message, AssistantMessage) or not any(isinstance(part, FilePart) for part in message.content):
        yield message
        return
    yield from split(message, message.content, lambda part: isinstance(part, FilePart), _from_user)


def _from_user(files: tuple[FilePart, ...]) -> UserMessage:
    return UserMessage((TextPart(placeholders.file_of_assistant()), *files))
