"""A reference to an item that the provider is to have stored.

What it does
    Takes it out; a message that held nothing else goes.
Why
    Nothing but the id of the item is there. Where the provider did not store it, or no longer has it, it is not found, and what it
    said cannot be told.
Keeps
    Every item that is there itself.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import OpaquePart
    >>> from segue.prompts import assistant, prompt, user
    >>> reference = OpaquePart("item_reference", freeze_object({"type": "item_reference", "id": "msg_1"}), "openai-responses")
    >>> before = prompt(user("2 + 2?"), assistant(reference), user("Well?"))
    >>> len(drop_item_references(before, lambda part: part.kind == "item_reference").messages)
    2
"""

from __future__ import annotations

from collections.abc import Callable

from segue.parts import OpaquePart, Part
from segue.prompts import Prompt
from segue.repairs._leaving import take_out


def drop_item_references(prompt: Prompt, is_reference: Callable[[OpaquePart], bool]) -> Prompt:
    """Take out references."""

    def leaves(_: int, part: Part) -> bool:
        return isinstance(part, OpaquePart) and is_reference(part)

    return take_out(prompt, leaves)
