"""Thoughts from a message on that the target no longer reads.

What it does
    Takes the thoughts out of this message and of all later ones. A message that held nothing else goes.
Why
    Claude signs a thought over all that stood before it. Where one is refused, those behind it were signed over it, and fall with it.
Keeps
    Thoughts before; words, calls and results.
Example
    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, prompt, user
    >>> thought = ReasoningPart("Add.")
    >>> before = prompt(user("2 + 2?"), assistant(thought, "4"), user("3 + 3?"), assistant(thought, "6"), user("Thanks."))
    >>> [len(message.content) for message in drop_reasoning_since(before, 3).messages]
    [1, 2, 1, 1, 1]
    >>> drop_reasoning_since(before, 4) is before
    True
"""

from __future__ import annotations

from segue.parts import ReasoningPart
from segue.prompts import Prompt
from segue.repairs._leaving import take_out


def drop_reasoning_since(prompt: Prompt, first: int) -> Prompt:
    """Take the thoughts out of the messages from this index on."""
    return take_out(prompt, lambda index, part: index >= first and isinstance(part, ReasoningPart))
