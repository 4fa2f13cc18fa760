"""Thoughts in the last turn of a request that asks for none.

What it does
    Takes the thoughts out of the turn that the model is in the middle of, or is to go on with. A message that held nothing else goes.
Why
    With thinking off, Claude refuses a thought in the assistant's last message; those of earlier turns it passes over.
Keeps
    Thoughts of earlier turns; words, calls and results. What is stored has them all, for the next request may ask for thinking.
Example
    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> thought = ReasoningPart("Look.")
    >>> before = prompt(user("How many?"), assistant(thought, call("c1", "shelf")), tool(result("c1", "14 left")))
    >>> len(strip_unasked_reasoning(before).messages[1].content)
    1
    >>> over = prompt(*before.messages, assistant("14."), user("Thanks."))
    >>> strip_unasked_reasoning(over) is over
    True
"""

from __future__ import annotations

from segue.parts import ReasoningPart
from segue.prompts import Prompt
from segue.repairs._leaving import take_out
from segue.repairs._open_turns import last_turn


def strip_unasked_reasoning(prompt: Prompt) -> Prompt:
    """Take the thoughts out of the last turn."""
    begins, _ = last_turn(prompt)
    return take_out(prompt, lambda index, part: index >= begins and isinstance(part, ReasoningPart))
