"""Words beside a thought, in a message with tool calls.

What it does
    Makes a message of the words, before that with the thought and the calls.
Why
    The template of gpt-oss has one place for both before a call, and raises where a message fills it twice.
Keeps
    Every word, every thought and every call, each in order. A turn in which two calls share an id is left alone.
Example
    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("Go."), assistant(ReasoningPart("Run it."), "Running.", call("c1", "run")), tool(result("c1", "ok")))
    >>> [len(message.content) for message in part_words_from_thoughts(before).messages]
    [1, 1, 2, 1]
"""

from __future__ import annotations

from collections.abc import Iterator

from segue.json_values import EMPTY
from segue.parts import ReasoningPart, TextPart, ToolCallPart
from segue.prompts import Message, Prompt
from segue.repairs._pairing import unclear_messages
from segue.repairs._rebuilding import changed, with_messages


def part_words_from_thoughts(prompt: Prompt) -> Prompt:
    """Part what the model says from the thought and the calls beside it."""
    unclear = unclear_messages(prompt)
    return with_messages(
        prompt,
        (made for index, message in enumerate(prompt.messages) for made in (_parted(message) if index not in unclear else (message,))),
    )


def _parted(message: Message) -> Iterator[Message]:
    acting = [part for part in message.content if _acts(part)]
    words = [part for part in message.content if not _acts(part)]
    kinds = {type(part) for part in acting}
    if all(map(_is_blank, words)) or len(kinds) < 2:
        yield message
        return
    yield changed(message, content=tuple(words), extras=None, shape=None, provider_options=EMPTY)
    yield changed(message, content=tuple(acting))


def _is_blank(part: object) -> bool:
    return isinstance(part, TextPart) and not part.text.strip()


def _acts(part: object) -> bool:
    return isinstance(part, ReasoningPart) or (isinstance(part, ToolCallPart) and not part.hosted)
