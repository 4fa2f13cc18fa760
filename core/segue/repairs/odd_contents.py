"""A message that its format laid out as the target does not have it.

What it does
    Forgets how the message was laid out, so that it is written the usual way: under its own role, in a content of its own.
Why
    Older layouts of one format name roles that are no more, and put what a user says beside a tool's result.
Keeps
    All that the message says; the layout of its parts, and of every other message.
Example
    >>> from attrs import evolve
    >>> from segue.prompts import prompt, result, tool
    >>> from segue.shapes import Shape
    >>> old = evolve(tool(result("c1", "ok")), shape=Shape("gemini", form="function"))
    >>> forget_odd_contents(prompt(old), lambda message, before: message.shape.form == "function").messages[0].shape is None
    True
"""

from __future__ import annotations

from collections.abc import Callable

from segue.prompts import Message, Prompt
from segue.repairs._rebuilding import changed, with_messages


def forget_odd_contents(prompt: Prompt, is_odd: Callable[[Message, Message | None], bool]) -> Prompt:
    """Have messages of an odd layout written the usual way; `is_odd` is told a message and the one before it."""
    around = zip(prompt.messages, (None, *prompt.messages), strict=False)
    return with_messages(prompt, [changed(message, shape=None) if is_odd(message, before) else message for message, before in around])
