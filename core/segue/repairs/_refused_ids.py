"""Calls and results without ids, where the service knows no such field; results belong to calls by name and order then."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from segue.parts import Part, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, ToolMessage
from segue.repairs._rebuilding import changed, with_content, with_messages
from segue.shapes import Shape


def leave_ids_out(prompt: Prompt, layout: Callable[[ToolCallPart | ToolResultPart], Shape | None]) -> Prompt:
    """Lay calls and results out as `layout` says, and put results in the order of their calls; ids stay in the history."""
    order: dict[str, int] = {}
    numbers = count(1)

    def laid(part: Part) -> Part:
        if not isinstance(part, ToolCallPart | ToolResultPart) or part.hosted:
            return part
        shape = layout(part)
        return part if shape is part.shape else changed(part, shape=shape)

    def made(message: Message) -> Message:
        if isinstance(message, AssistantMessage):
            order.update({part.id: next(numbers) for part in message.content if isinstance(part, ToolCallPart)})
        content = message.content
        if isinstance(message, ToolMessage) and all(isinstance(part, ToolResultPart) for part in content):
            content = tuple(sorted(message.content, key=lambda part: order.get(part.id, 0)))  # type: ignore[union-attr]
        return with_content(message, map(laid, content))

    return with_messages(prompt, map(made, prompt.messages))
