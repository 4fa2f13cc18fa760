"""A tool result that names another tool than its call, or none.

What it does
    Gives the result its call's name, where this format read it, whose results stand under a name.
Why
    Some providers pair results with calls by name, and refuse a result without one.
Keeps
    Results without a call; those that other formats read, which need not repeat the name.
Example
    >>> from attrs import evolve
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> from segue.shapes import Shape
    >>> unnamed = evolve(result("c1", "ok"), shape=Shape("gemini"))
    >>> name_results(prompt(user("Go."), assistant(call("c1", "run")), tool(unnamed)), "gemini").messages[2].content[0].name
    'run'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, ToolMessage
from segue.repairs._pairing import calls
from segue.repairs._rebuilding import changed, with_content, with_messages


def name_results(prompt: Prompt, format: str) -> Prompt:
    """Name results of this format after their calls."""
    if not any(_differ(prompt.messages, format)):
        return prompt
    names: dict[str, str] = {}

    def named(message: Message) -> Message:
        if isinstance(message, AssistantMessage):
            names.update((part.id, part.name) for _, part in calls(0, message))
        if not isinstance(message, ToolMessage):
            return message
        return with_content(message, [_named(part, names, format) for part in message.content])

    return with_messages(prompt, map(named, prompt.messages))


def _differ(messages: Iterable[Message], format: str) -> Iterator[bool]:
    """Tell of each result whose name is not its call's whether this format read it; with few calls: every clean history pays for it."""
    names: dict[str, str] = {}
    part: Any
    for message in messages:
        for part in message.content if message.__class__ in (AssistantMessage, ToolMessage) else ():
            if part.__class__ is ToolCallPart:
                names[part.id] = part.name
            elif part.__class__ is ToolResultPart and names.get(part.id, part.name) != part.name:
                yield part.shape is not None and part.shape.format == format


def _named(part: object, names: dict[str, str], format: str) -> object:
    if not isinstance(part, ToolResultPart) or part.shape is None or part.shape.format != format:
        return part
    name = names.get(part.id, part.name)
    return part if name in ("", part.name) else changed(part, name=name)
