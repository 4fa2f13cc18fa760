"""Making prompts and messages anew without making anew what did not change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import is_
from typing import Any, TypeVar

from attrs import evolve

from segue.parts import Part, ToolResultPart
from segue.prompts import Message, Prompt, Request, ToolDefinition, ToolMessage

M = TypeVar("M", bound=Message)
R = TypeVar("R")


def changed(record: R, **fields: object) -> R:
    """Return a record that differs in these fields; `attrs.evolve` for records of several classes."""
    return evolve(record, **fields)  # type: ignore[misc]


def same_items(left: Sequence[object], right: Sequence[object]) -> bool:
    """Tell whether two sequences hold the very same objects."""
    return len(left) == len(right) and all(map(is_, left, right))


def with_messages(prompt: Prompt, messages: Iterable[Message]) -> Prompt:
    """Return a prompt of these messages; the very prompt where they are its own."""
    made = tuple(messages)
    return prompt if same_items(made, prompt.messages) else Prompt(made)


def with_content(message: M, content: Iterable[Any]) -> M:
    """Return the message with these parts; the very message where they are its own."""
    made = tuple(content)
    return message if same_items(made, message.content) else changed(message, content=made)


def with_output(part: ToolResultPart, output: Iterable[Any]) -> ToolResultPart:
    """Return the result with this output; the very result where it is its own."""
    made = tuple(output)
    return part if same_items(made, part.output) else changed(part, output=made)


def with_tools(request: Request, tools: Iterable[ToolDefinition]) -> Request:
    """Return the request with these tools; the very request where they are its own."""
    made = tuple(tools)
    return request if same_items(made, request.tools) else evolve(request, tools=made)


def split(message: Message, content: Iterable[Any], leaves: Callable[[Any], bool], into: Callable[[Any], Message]) -> Iterator[Message]:
    """Yield the message with this content, runs of parts that must leave it as messages of their own, all in order.

    What stays first keeps the unclaimed fields and the layout.
    """
    rest = message
    for leaving, parts in groupby(content, leaves):
        if leaving:
            yield into(tuple(parts))
        else:
            yield changed(rest, content=tuple(parts))
            rest = changed(message, extras=None, shape=None)


def each_part(prompt: Prompt, change: Callable[[Any], Iterable[Part]], classes: Collection[type] = ()) -> Prompt:
    """Replace each part of each message by those that `change` gives for it, in messages that hold one of the classes, if any."""
    wanted = frozenset(classes)
    made: list[Message] = []
    for message in prompt.messages:
        if wanted and wanted.isdisjoint(map(type, message.content)):
            made.append(message)
            continue
        content = [new for part in message.content for new in change(part)]
        same = len(content) == len(message.content) and all(map(is_, content, message.content))
        made.append(message if same else changed(message, content=tuple(content)))
    return with_messages(prompt, made)


def each_part_and_output(prompt: Prompt, change: Callable[[Any], Iterable[Part]]) -> Prompt:
    """Replace each part of each message, and of each result, by those that `change` gives for it."""

    def deep(part: Part) -> Iterable[Part]:
        if isinstance(part, ToolResultPart):
            return (with_output(part, _flat(part.output, change)),)
        return change(part)

    return each_part(prompt, deep)


def each_result(prompt: Prompt, change: Callable[[ToolResultPart], ToolResultPart]) -> Prompt:
    """Replace each result of the caller's own tools by what `change` makes of it."""

    def changed(message: Message) -> Message:
        if message.__class__ is not ToolMessage:
            return message
        return with_content(message, [change(part) if isinstance(part, ToolResultPart) else part for part in message.content])

    return with_messages(prompt, map(changed, prompt.messages))


def _flat(parts: Iterable[Part], change: Callable[[Any], Iterable[Part]]) -> list[Part]:
    return [made for part in parts for made in change(part)]
