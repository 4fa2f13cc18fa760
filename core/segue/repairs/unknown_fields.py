"""A field that the target does not know.

What it does
    Takes it off the message or part: of the fields that no record claims, those on a list of what the target takes stay, or those
    that a function leaves of them.
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

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from attrs import evolve
from toolz import keyfilter

from segue.json_values import JsonObject
from segue.parts import OpaquePart, ToolResultPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import with_content, with_messages, with_output
from segue.shapes import Extras


def drop_unknown_fields(prompt: Prompt, format: str, taken: Mapping[str, frozenset[str]] | Callable[[Any], JsonObject]) -> Prompt:
    """Take off fields of this format that are on no list.

    `taken` has a list by the name of the record's class, or is a function that returns what is left of a record's unclaimed fields: the
    very object where nothing goes.
    """
    left = taken if callable(taken) else partial(_listed, taken)

    def known(holder: Any) -> Any:
        if holder.extras is None or holder.extras.format != format:
            return holder
        fields = left(holder)
        if fields is holder.extras.fields:
            return holder
        return evolve(holder, extras=Extras(format, fields) if fields else None)

    def part(part: Any) -> Any:
        if isinstance(part, OpaquePart):
            return part
        if isinstance(part, ToolResultPart):
            part = with_output(part, [piece if isinstance(piece, OpaquePart) else known(piece) for piece in part.output])
        return known(part)

    return with_messages(prompt, [known(with_content(message, [part(item) for item in message.content])) for message in prompt.messages])


def _listed(taken: Mapping[str, frozenset[str]], holder: Any) -> JsonObject:
    fields: JsonObject = holder.extras.fields
    kept = JsonObject(keyfilter(taken.get(holder.__class__.__name__, frozenset()).__contains__, fields))
    return fields if len(kept) == len(fields) else kept
