"""A model's thoughts that the next one refuses, and the messages that hold nothing else.

What it does
    Takes out every reasoning part that `drops` names, and a message that held nothing else with it. Those of one message, told by
    its index, can be spared.
Why
    Providers refuse thoughts of others, and the field itself, as they refuse a message without content.
Keeps
    Everything but reasoning, the reasoning that is not named, and messages that were empty before.
Example
    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, prompt, user
    >>> before = prompt(user("2 + 2?"), assistant(ReasoningPart("Add.")), assistant(ReasoningPart("Add."), "4"))
    >>> strip_reasoning(before, lambda part: True).messages[1:]
    (AssistantMessage(content=(TextPart(text='4', provider_options={}, extras=None),), origin=None, name=None, ...),)
    >>> strip_reasoning(before, lambda part: False) is before
    True
"""

from __future__ import annotations

from collections.abc import Callable

from segue.parts import Part, ReasoningPart
from segue.prompts import Prompt
from segue.repairs._leaving import take_out


def strip_reasoning(prompt: Prompt, drops: Callable[[ReasoningPart], bool], spared: int = -1) -> Prompt:
    """Take out the reasoning parts that `drops` names, but for those of the message that is spared."""

    def leaves(index: int, part: Part) -> bool:
        return isinstance(part, ReasoningPart) and index != spared and drops(part)

    return take_out(prompt, leaves)
