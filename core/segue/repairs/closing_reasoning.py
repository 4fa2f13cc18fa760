"""Thoughts in an assistant message at the end, which the model is to go on with.

What it does
    Takes the reasoning out of the closing assistant message, and out of the model's messages right before it, which are one with it to
    a provider; goes without a message that held nothing else.
Why
    A beginning of the reply given to the model may not end in a thought, nor hold one while thinking is off.
Keeps
    Thoughts in all earlier messages, and in a message whose calls wait for results.
Example
    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, prompt, user
    >>> strip_closing_reasoning(prompt(user("2 + 2?"), assistant(ReasoningPart("Add."), "It is"))).messages[1].content
    (TextPart(text='It is', provider_options={}, extras=None),)
"""

from __future__ import annotations

from segue.parts import Part, ReasoningPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt
from segue.repairs._rebuilding import with_content, with_messages


def strip_closing_reasoning(prompt: Prompt) -> Prompt:
    """Take the reasoning out of what the model is to go on with."""
    messages = list(prompt.messages)
    at = len(messages)
    while at and isinstance(last := messages[at - 1], AssistantMessage) and not _waits(last.content):
        at -= 1
        messages[at : at + 1] = _thoughtless(last)
    return with_messages(prompt, messages)


def _waits(content: tuple[Part, ...]) -> bool:
    answered = {part.id for part in content if isinstance(part, ToolResultPart)}
    return any(isinstance(part, ToolCallPart) and part.id not in answered for part in content)


def _thoughtless(message: AssistantMessage) -> list[AssistantMessage]:
    """Return the message without its thoughts; none if it held nothing else."""
    kept = [part for part in message.content if not isinstance(part, ReasoningPart)]
    return [with_content(message, kept)] if kept or not message.content else []
