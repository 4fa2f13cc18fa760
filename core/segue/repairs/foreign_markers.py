"""A cache marker in a payload whose target knows none.

What it does
    Takes the marker off each message and part of this format.
Why
    Routers take Anthropic's marker in chat messages; other providers refuse the unknown field.
Keeps
    Every part. Markers in records of another format stay: they are not written into this one.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import TextPart
    >>> from segue.prompts import UserMessage, prompt
    >>> from segue.shapes import Shape
    >>> marker = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
    >>> marked = TextPart("Hi", marker, shape=Shape("openai-chat"))
    >>> drop_foreign_markers(prompt(UserMessage((marked,))), "openai-chat").messages[0].content[0].provider_options
    {}
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from segue.json_values import EMPTY, JsonObject
from segue.parts import ToolResultPart, option
from segue.prompts import Prompt
from segue.repairs._rebuilding import with_content, with_messages, with_output

_OWNER, _NAME = "anthropic", "cacheControl"


def drop_foreign_markers(prompt: Prompt, format: str) -> Prompt:
    """Take cache markers off what this format will write."""

    def part(part: Any) -> Any:
        if isinstance(part, ToolResultPart):
            part = with_output(part, [_unmarked(piece, format) for piece in part.output])
        return _unmarked(part, format)

    return with_messages(
        prompt, [_unmarked(with_content(message, [part(item) for item in message.content]), format) for message in prompt.messages]
    )


def _unmarked(holder: Any, format: str) -> Any:
    own_shape = holder.shape is not None and holder.shape.format == format
    if not own_shape or option(holder, _OWNER, _NAME) is None:
        return holder
    own: JsonObject = holder.provider_options[_OWNER].without(_NAME)
    rest = holder.provider_options.without(_OWNER)
    return evolve(holder, provider_options=rest.with_(**{_OWNER: own}) if own else rest or EMPTY)
