"""A tool call whose input is no object.

What it does
    Reads text that holds an object; makes an empty object of nothing at all (null, "", [], and text that says null or []); wraps
    anything else in an object under the key `_raw`, as it came. With `texts`, also reads text that came as an object's.
Why
    A model that was cut off leaves half an object, and clients store it as a string; providers that take objects refuse it.
    An empty object in its place would hide what the model tried to do.
Keeps
    What the model sent, to the letter.
Example
    >>> from segue.prompts import assistant, call, prompt, user
    >>> wrap_odd_inputs(prompt(user("Go."), assistant(call("c1", "run", '{"cmd": "ls')))).messages[1].content[0].input
    {'_raw': '{"cmd": "ls'}
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from segue import placeholders
from segue.json_values import EMPTY, JsonObject, JsonText, JsonValue, freeze_object, parse_object
from segue.parts import Part, ToolCallPart
from segue.prompts import AssistantMessage, Prompt
from segue.repairs._rebuilding import each_part


def wrap_odd_inputs(prompt: Prompt, *, texts: bool = False) -> Prompt:
    """Make objects of inputs that are none; with `texts` also of those that are an object's text, where the target takes no text."""
    fine = JsonObject if texts else JsonObject | JsonText

    def is_odd(part: ToolCallPart) -> bool:
        return not isinstance(part.input, fine)

    def wrapped(part: Part) -> Iterable[Part]:
        return (evolve(part, input=_object(part.input)),) if isinstance(part, ToolCallPart) and is_odd(part) else (part,)

    said = (message for message in prompt.messages if message.__class__ is AssistantMessage)
    calls = (part for message in said for part in message.content if part.__class__ is ToolCallPart)
    return each_part(prompt, wrapped, (ToolCallPart,)) if any(map(is_odd, calls)) else prompt


_NOTHING = frozenset({"", "null", "[]"})


def _object(value: JsonValue) -> JsonObject:
    if value is None or value == () or (isinstance(value, str) and value.strip() in _NOTHING):
        return EMPTY
    read = parse_object(value) if isinstance(value, str) else None
    return JsonObject({placeholders.RAW_INPUT: value}) if read is None else freeze_object(read)
