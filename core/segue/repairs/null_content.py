"""A tool result whose content is null.

What it does
    Has it written as empty text; with `said` also what a model said, where null stands in its place, and with `thoughts` what it
    said beside a thought alone.
Why
    A tool that gave nothing leaves null, and so does a reply of calls alone; providers demand a string.
Keeps
    Everything: nothing was there.
Example
    >>> from segue.parts import ToolResultPart
    >>> from segue.prompts import assistant, call, prompt, tool, user
    >>> from segue.shapes import Shape
    >>> nothing = ToolResultPart("c1", "", (), shape=Shape("openai-chat", form="null"))
    >>> after = fill_null_content(prompt(user("Go."), assistant(call("c1", "run")), tool(nothing)))
    >>> after.messages[2].content[0].output[0].text
    ''
"""

from __future__ import annotations

from typing import TypeGuard

from attrs import evolve

from segue.parts import Part, ReasoningPart, TextPart, ToolResultPart
from segue.prompts import Message, Prompt, ToolMessage
from segue.repairs._rebuilding import each_result, with_content, with_messages

_NULLS = frozenset({"null", "absent"})
"""Forms of what holds nothing."""


def fill_null_content(prompt: Prompt, *, said: bool = False, thoughts: bool = False) -> Prompt:
    """Have null written as empty text."""
    # one look over all: most histories with thoughts have no null
    told = (part for message in prompt.messages if message.__class__ is ToolMessage for part in message.content)
    hollow = [part for part in told if part.__class__ is ToolResultPart and not part.output]
    lone = [message for message in prompt.messages if message.shape is not None and message.shape.form in _NULLS] if thoughts else ()
    filled = each_result(prompt, _answered) if hollow else prompt
    filled = with_messages(filled, map(_beside_thought, filled.messages)) if any(map(_thinks_only, lone)) else filled
    return with_messages(filled, map(_said, filled.messages)) if said else filled


def _beside_thought(message: Message) -> Message:
    return with_content(message, (*message.content, TextPart(""))) if _thinks_only(message) and _null(message) else message


def _thinks_only(message: Message) -> bool:
    return {part.__class__ for part in message.content} == {ReasoningPart}


def _answered(part: ToolResultPart) -> ToolResultPart:
    return evolve(part, output=(TextPart(""),), shape=None) if not part.output and _null(part) else part


def _said(message: Message) -> Message:
    if not any(part.__class__ is TextPart and not part.text for part in message.content):
        return message
    return with_content(message, [evolve(part, shape=None) if _is_null_text(part) else part for part in message.content])


def _is_null_text(part: Part) -> TypeGuard[TextPart]:
    return isinstance(part, TextPart) and not part.text and _null(part)


def _null(record: TextPart | ToolResultPart | Message) -> bool:
    return record.shape is not None and record.shape.form in _NULLS
