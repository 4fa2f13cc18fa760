"""Words of the model's in one message with tool calls.

What it does
    Makes two messages of it, the words first, and puts a short user message between them that asks to go on.
Why
    Some models refuse a message that holds both, and two messages of one role as well.
Keeps
    Every word, as the model's, and every call; the order of the words, and that of the calls. A turn in which two calls share an id
    is left alone: parted, it would change which of them a result answers.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("Go."), assistant("Running.", call("c1", "run")), tool(result("c1", "ok")))
    >>> [type(message).__name__ for message in part_words_from_calls(before).messages]
    ['UserMessage', 'AssistantMessage', 'UserMessage', 'AssistantMessage', 'ToolMessage']
"""

from __future__ import annotations

from collections.abc import Iterator

from segue import placeholders
from segue.json_values import EMPTY
from segue.parts import ToolCallPart
from segue.prompts import AssistantMessage, Message, Prompt, user
from segue.repairs._pairing import unclear_messages
from segue.repairs._rebuilding import changed, with_messages


def part_words_from_calls(prompt: Prompt) -> Prompt:
    """Part what the model says from the calls that it makes beside it."""
    unclear = unclear_messages(prompt)
    return with_messages(
        prompt,
        (made for index, message in enumerate(prompt.messages) for made in (_parted(message) if index not in unclear else (message,))),
    )


def _parted(message: Message) -> Iterator[Message]:
    if not isinstance(message, AssistantMessage):
        yield message
        return
    calls = tuple(part for part in message.content if _is_call(part))
    words = tuple(part for part in message.content if not _is_call(part))
    if not calls or not words:
        yield message
        return
    yield changed(message, content=words)
    yield user(placeholders.CONTINUE)
    yield changed(message, content=calls, extras=None, shape=None, provider_options=EMPTY)


def _is_call(part: object) -> bool:
    return isinstance(part, ToolCallPart) and not part.hosted
