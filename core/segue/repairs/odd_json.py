"""JSON in a tool result that is no object.

What it does
    Makes text of it: a string is its own text, anything else its JSON.
Why
    Tools give lists and numbers too; providers whose results have a place for JSON take objects there and nothing else.
Keeps
    The value, to the letter of its JSON; objects as they are.
Example
    >>> from segue.json_values import freeze
    >>> from segue.parts import JsonPart, ToolResultPart
    >>> from segue.prompts import assistant, call, prompt, tool, user
    >>> sites = ToolResultPart("c1", "sites", (JsonPart(freeze(["Oslo", "Bergen"])),))
    >>> tell_odd_json(prompt(user("Where?"), assistant(call("c1", "sites")), tool(sites))).messages[2].content[0].output[0].text
    '["Oslo", "Bergen"]'
"""

from __future__ import annotations

from collections.abc import Iterable

from segue.json_values import JsonObject
from segue.parts import JsonPart, Part
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part_and_output
from segue.repairs._wording import as_text


def tell_odd_json(prompt: Prompt) -> Prompt:
    """Make text of JSON that is no object."""

    def told(part: Part) -> Iterable[Part]:
        return (as_text(part),) if isinstance(part, JsonPart) and not isinstance(part.value, JsonObject) else (part,)

    return each_part_and_output(prompt, told)
