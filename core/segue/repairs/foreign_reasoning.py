"""A model's thoughts that the target cannot read.

What it does
    Takes out every reasoning part that `drops` names. A message that held nothing else is left without parts.
Why
    Signatures and encrypted thoughts are read by their maker alone; another provider refuses them, or the field itself.
    Told as visible text they would be imitated.
Keeps
    What the target can read again, byte for byte, a signed thought with an empty text included; everything but reasoning.
Example
    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, prompt, user
    >>> before = prompt(user("2 + 2?"), assistant(ReasoningPart("Add."), "4"))
    >>> drop_reasoning(before, lambda part: True).messages[1].content
    (TextPart(text='4', provider_options={}, extras=None),)
    >>> drop_reasoning(before, lambda part: False) is before
    True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from segue.parts import Part, ReasoningPart
from segue.prompts import AssistantMessage, Prompt
from segue.repairs._rebuilding import each_part


def drop_reasoning(prompt: Prompt, drops: Callable[[ReasoningPart], bool]) -> Prompt:
    """Take out the reasoning parts that `drops` names."""
    said = (message.content for message in prompt.messages if message.__class__ is AssistantMessage)
    if not any(map(drops, [part for content in said for part in content if part.__class__ is ReasoningPart])):
        return prompt

    def kept(part: Part) -> Iterable[Part]:
        return () if isinstance(part, ReasoningPart) and drops(part) else (part,)

    return each_part(prompt, kept, (ReasoningPart,))
