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

from attrs import evolve

from segue.parts import Part, ReasoningPart, TextPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt
from segue.repairs._rebuilding import each_part, each_result, with_content, with_messages


def fill_null_content(prompt: Prompt, *, said: bool = False, thoughts: bool = False) -> Prompt:
    """Have null written as empty text."""
    answered = each_result(prompt, _answered)
    if thoughts:
        answered = with_messages(answered, map(_beside_thought, answered.messages))
    return each_part(answered, _said) if said else answered


def _beside_thought(message: Message) -> Message:
    alone = isinstance(message, AssistantMessage) and message.content and all(isinstance(part, ReasoningPart) for part in message.content)
    return with_content(message, (*message.content, TextPart(""))) if alone and _null(message) else message


def _answered(part: ToolResultPart) -> ToolResultPart:
    return evolve(part, output=(TextPart(""),), shape=None) if not part.output and _null(part) else part


def _said(part: Part) -> tuple[Part, ...]:
    return (evolve(part, shape=None) if isinstance(part, TextPart) and not part.text and _null(part) else part,)


def _null(record: TextPart | ToolResultPart | Message) -> bool:
    return record.shape is not None and record.shape.form in ("null", "absent")
