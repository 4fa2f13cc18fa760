"""Counting the steps of a function, and growing prompts to see how the count grows (law 11). No clock: a count is the same everywhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from attrs import evolve

from segue.parts import OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Message, Prompt

COPIES = 40
_REPEATED = frozenset({"repeated", "repeated under the same ids"})


def steps_of(function: Callable[[], object]) -> int:
    """Return how many lines and calls running the function takes."""
    count = 0

    def tick(_frame: FrameType, _event: str, _argument: object) -> Any:  # pragma: no cover  # no tracer sees a tracer
        nonlocal count
        count += 1
        return tick

    before = sys.gettrace()
    sys.settrace(tick)
    try:
        function()
    finally:
        sys.settrace(before)
    return count


def growing(prompt: Prompt) -> Iterator[tuple[str, Callable[[int], Prompt]]]:
    """Yield the ways to make a prompt n times as long, by name."""
    yield "repeated", lambda copies: repeated(prompt, copies)
    yield "repeated under the same ids", lambda copies: Prompt(prompt.messages * copies)
    yield "with longer messages", lambda copies: Prompt(tuple(_longer(message, copies) for message in prompt.messages))
    yield "with larger parts", lambda copies: Prompt(tuple(_larger(message, copies) for message in prompt.messages))


def repeated(prompt: Prompt, copies: int) -> Prompt:
    """Return the prompt n times in a row, each time under other ids."""
    return Prompt(tuple(message for copy in range(copies) for message in renamed(prompt, f"-{copy}").messages))


def renamed(prompt: Prompt, suffix: str) -> Prompt:
    """Return the prompt with this at the end of each id; empty ids stay empty."""
    return Prompt(tuple(_content(message, tuple(_renamed(part, suffix) for part in message.content)) for message in prompt.messages))


def _renamed(part: Any, suffix: str) -> Any:
    named = isinstance(part, ToolCallPart | ToolResultPart) and part.id
    return evolve(part, id=part.id + suffix) if named else part


def _content(message: Message, content: tuple[Any, ...]) -> Message:
    return evolve(message, content=content)  # type: ignore[arg-type]


def _longer(message: Message, copies: int) -> Message:
    return _content(message, tuple(_renamed(part, f"-{copy}") for copy in range(copies) for part in message.content))


def _larger(message: Message, copies: int) -> Message:
    return _content(message, tuple(_grown(part, copies) for part in message.content))


def _grown(part: Any, copies: int) -> Any:
    match part:
        case TextPart(text=text) | ReasoningPart(text=text):
            return evolve(part, text=(text or " ") * copies)
        case ToolResultPart(output=output):
            return evolve(part, output=output * copies)
        case ToolCallPart(input=dict() as given):
            return evolve(part, input=_wider(given, copies))
        case OpaquePart(value=value):
            return evolve(part, value=_wider(value, copies))
        case _:
            return part


def _wider(value: Any, copies: int) -> Any:
    return type(value)({f"{key}{copy or ''}": item for copy in range(copies) for key, item in value.items()})


def superlinear(run: Callable[[Prompt], object], prompt: Prompt, copies: int = COPIES, *, long: bool = False) -> str:
    """Say how the steps grow where doubling the prompt more than 2.5-folds them; "" where it does not.

    A prompt that is `long` already is repeated half as often, and may grow 2.25-fold: the same quadratic part shows.
    """
    for way, grown in growing(prompt):
        times, most = (copies // 2, 2.25) if long and way in _REPEATED else (copies, 2.5)
        once, twice = (_count(run, grown(number)) for number in (times, 2 * times))
        if twice > most * once:
            return f"{once} steps became {twice} when the prompt was doubled ({way})"
    return ""


def _count(run: Callable[[Prompt], object], prompt: Prompt) -> int:
    return steps_of(lambda: run(prompt))
