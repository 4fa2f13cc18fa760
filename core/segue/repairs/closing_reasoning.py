"""Thoughts in an assistant message at the end, which the model is to go on with.

What it does
    Takes the reasoning out of the closing assistant message; goes without the message if it held nothing else.
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
    while messages and isinstance(last := messages[-1], AssistantMessage) and _ends_with_thought(last.content):
        kept = [part for part in last.content if not isinstance(part, ReasoningPart)]
        messages[-1:] = [with_content(last, kept)] if kept else []
    return with_messages(prompt, messages)


def _ends_with_thought(content: tuple[Part, ...]) -> bool:
    answered = {part.id for part in content if isinstance(part, ToolResultPart)}
    waiting = any(isinstance(part, ToolCallPart) and part.id not in answered for part in content)
    return not waiting and any(isinstance(part, ReasoningPart) for part in content)
