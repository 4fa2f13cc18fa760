"""Small changes that take a trigger to the edge of breaking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve, fields_dict

from segue.json_values import EMPTY
from segue.models import Model
from segue.parts import TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Message, Prompt, user

Mutation = Callable[[Prompt, int], Prompt]


def drop_message(prompt: Prompt, at: int) -> Prompt:
    """Leave one message out."""
    return _at(prompt, at, lambda _: ())


def double_message(prompt: Prompt, at: int) -> Prompt:
    """Have one message twice."""
    return _at(prompt, at, lambda message: (message, message))


def swap_messages(prompt: Prompt, at: int) -> Prompt:
    """Have two neighbours the other way round."""
    index = at % max(1, len(prompt.messages))
    pair = prompt.messages[index : index + 2]
    return Prompt((*prompt.messages[:index], *pair[::-1], *prompt.messages[index + 2 :]))


def interrupt(prompt: Prompt, at: int) -> Prompt:
    """Put a user's word behind one message."""
    return _at(prompt, at, lambda message: (message, user("Wait.")))


def drop_part(prompt: Prompt, at: int) -> Prompt:
    """Leave one part out."""
    return _part(prompt, at, lambda _: ())


def double_part(prompt: Prompt, at: int) -> Prompt:
    """Have one part twice."""
    return _part(prompt, at, lambda part: (part, part))


def blank_before(prompt: Prompt, at: int) -> Prompt:
    """Put a blank text before one part, where texts may stand."""
    return _part(prompt, at, lambda part: (part,) if isinstance(part, ToolResultPart) else (TextPart(" "), part))


def strip_text(prompt: Prompt, at: int) -> Prompt:
    """Take the white space off a text's end."""
    return _part(prompt, at, lambda part: (evolve(part, text=part.text.rstrip()),) if isinstance(part, TextPart) else (part,))


def pad_text(prompt: Prompt, at: int) -> Prompt:
    """Put white space at a text's end."""
    return _part(prompt, at, lambda part: (evolve(part, text=part.text + " \n"),) if isinstance(part, TextPart) else (part,))


def other_id(prompt: Prompt, at: int) -> Prompt:
    """Give one call or result another id."""
    return _part(prompt, at, lambda part: (evolve(part, id="call_9"),) if isinstance(part, ToolCallPart | ToolResultPart) else (part,))


def no_id(prompt: Prompt, at: int) -> Prompt:
    """Take the id of one call or result."""
    return _part(prompt, at, lambda part: (evolve(part, id=""),) if isinstance(part, ToolCallPart | ToolResultPart) else (part,))


def flip_error(prompt: Prompt, at: int) -> Prompt:
    """Mark a result as an error, or as none."""
    return _part(prompt, at, lambda part: (evolve(part, error=not part.error),) if isinstance(part, ToolResultPart) else (part,))


def no_options(prompt: Prompt, at: int) -> Prompt:
    """Take one part's provider options."""
    return _part(prompt, at, lambda part: (evolve(part, provider_options=EMPTY),) if _has(part, "provider_options") else (part,))


def no_origin(prompt: Prompt, at: int) -> Prompt:
    """Forget who made one part."""
    return _part(prompt, at, lambda part: (evolve(part, origin=None),) if _has(part, "origin") else (part,))


def other_origin(prompt: Prompt, at: int) -> Prompt:
    """Have one part made by another."""
    return _part(prompt, at, lambda part: (evolve(part, origin=Model("xai", "grok-4")),) if _has(part, "origin") else (part,))


MUTATIONS: tuple[Mutation, ...] = (
    drop_message, double_message, swap_messages, interrupt, drop_part, double_part, blank_before, strip_text, pad_text, other_id, no_id,
    flip_error, no_options, no_origin, other_origin,
)  # fmt: skip


def _has(part: Any, name: str) -> bool:
    return name in fields_dict(part.__class__)


def _at(prompt: Prompt, at: int, change: Callable[[Message], tuple[Message, ...]]) -> Prompt:
    index = at % max(1, len(prompt.messages))
    head, changed, tail = prompt.messages[:index], prompt.messages[index : index + 1], prompt.messages[index + 1 :]
    return Prompt((*head, *(made for message in changed for made in change(message)), *tail))


def _part(prompt: Prompt, at: int, change: Callable[[Any], tuple[Any, ...]]) -> Prompt:
    """Change one of all the prompt's parts."""
    index = at % max(1, sum(len(message.content) for message in prompt.messages))
    messages: list[Message] = []
    for message in prompt.messages:
        content = tuple(made for number, part in enumerate(message.content) for made in (change(part) if number == index else (part,)))
        messages.append(evolve(message, content=content))  # type: ignore[arg-type]
        index -= len(message.content)
    return Prompt(tuple(messages))
