r"""A part of a kind that the target does not know.

What it does
    Tells of it as labelled text in its place: its kind, and what can be read of it.
Why
    A provider refuses kinds of part that it does not know; left out, what they said is lost.
Keeps
    What can be read; the place.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import OpaquePart
    >>> from segue.prompts import UserMessage, prompt
    >>> poll = OpaquePart("poll", freeze_object({"type": "poll", "question": "Tea or coffee?"}), "openai-chat")
    >>> [part.text for part in tell_foreign_parts(prompt(UserMessage((poll,))), lambda part: False).messages[0].content]
    ['[poll part]\nquestion: Tea or coffee?']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from segue.parts import OpaquePart, Part
from segue.prompts import Message, Prompt, ToolMessage, UserMessage
from segue.repairs._rebuilding import each_part_and_output, with_content, with_messages
from segue.repairs._wording import opaque_as_text


def tell_foreign_parts(prompt: Prompt, is_own: Callable[[OpaquePart], bool]) -> Prompt:
    """Make labelled text of parts that are not the target's own; of one among tool results, a user's message behind them."""

    def told(part: Part) -> Iterable[Part]:
        return (opaque_as_text(part),) if isinstance(part, OpaquePart) and not is_own(part) else (part,)

    parted = with_messages(prompt, (made for message in prompt.messages for made in _parted(message, is_own)))
    return each_part_and_output(parted, told)


def _parted(message: Message, is_own: Callable[[OpaquePart], bool]) -> Iterator[Message]:
    foreign = tuple(part for part in message.content if isinstance(part, OpaquePart) and not is_own(part))
    if not foreign or not isinstance(message, ToolMessage):
        yield message
        return
    kept = [part for part in message.content if not (isinstance(part, OpaquePart) and not is_own(part))]
    if kept:
        yield with_content(message, kept)
    yield UserMessage(foreign)
