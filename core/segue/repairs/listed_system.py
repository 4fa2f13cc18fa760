"""A leading system message in the list of messages, of a payload that has a field for it.

What it does
    Forgets that it stood in the list, so that it is written into the field.
Why
    The Messages API takes the first instructions as `system` beside the messages and refuses them among them.
Keeps
    Every word and its order.
Example
    >>> from attrs import evolve
    >>> from segue.prompts import prompt, system, user
    >>> from segue.shapes import Shape
    >>> listed = evolve(system("Be brief."), shape=Shape("anthropic", form="listed"))
    >>> lift_leading_system(prompt(listed, user("Hello"))).messages[0].shape is None
    True
    >>> fine = prompt(system("Be brief."), user("Hello"))
    >>> lift_leading_system(fine) is fine
    True
"""

from __future__ import annotations

from itertools import takewhile

from attrs import evolve

from segue.prompts import Prompt, SystemMessage
from segue.repairs._rebuilding import with_messages

LISTED = "listed"


def lift_leading_system(prompt: Prompt) -> Prompt:
    """Have the leading system messages written where the format wants them."""
    leading = list(takewhile(lambda message: isinstance(message, SystemMessage), prompt.messages))
    lifted = [evolve(message, shape=None) if message.shape and message.shape.form == LISTED else message for message in leading]
    return with_messages(prompt, (*lifted, *prompt.messages[len(leading) :]))
