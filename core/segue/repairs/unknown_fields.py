"""A field that the target does not know.

What it does
    Takes it off the message or part: of the fields that no record claims, those on a list of what the target takes stay.
Why
    Whole replies pushed back into the history bring `annotations`, `index` or a reasoning field along; newer models refuse what
    they do not know.
Keeps
    Everything a record claims; fields on the list.
Example
    >>> from attrs import evolve
    >>> from segue.json_values import freeze_object
    >>> from segue.prompts import assistant, prompt, user
    >>> from segue.shapes import Extras
    >>> reply = evolve(assistant("Hello"), extras=Extras("openai-chat", freeze_object({"annotations": [], "refusal": None})))
    >>> taken = {"AssistantMessage": frozenset({"refusal"})}
    >>> drop_unknown_fields(prompt(user("Hi"), reply), "openai-chat", taken).messages[1].extras.fields
    {'refusal': None}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve
from toolz import keyfilter

from segue.json_values import JsonObject
from segue.parts import OpaquePart, ToolResultPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import with_content, with_messages, with_output
from segue.shapes import Extras


def drop_unknown_fields(prompt: Prompt, format: str, taken: Mapping[str, frozenset[str]]) -> Prompt:
    """Take off fields of this format that are on no list; `taken` has a list by the name of the record's class."""

    def known(holder: Any) -> Any:
        if holder.extras is None or holder.extras.format != format:
            return holder
        allowed = taken.get(holder.__class__.__name__, frozenset())
        fields = JsonObject(keyfilter(allowed.__contains__, holder.extras.fields))
        if len(fields) == len(holder.extras.fields):
            return holder
        return evolve(holder, extras=Extras(format, fields) if fields else None)

    def part(part: Any) -> Any:
        if isinstance(part, OpaquePart):
            return part
        if isinstance(part, ToolResultPart):
            part = with_output(part, [piece if isinstance(piece, OpaquePart) else known(piece) for piece in part.output])
        return known(part)

    return with_messages(prompt, [known(with_content(message, [part(item) for item in message.content])) for message in prompt.messages])
