r"""A turn that goes on behind tool results, and does not begin with a thought.

What it does
    Tells of the calls of the last turn, behind their message, and of their results, where they stand, as the user's labelled words,
    so that no turn is open any more. A turn in which a message begins with a thought stays, and so does one that is over.
Why
    With thinking on, Claude goes on only with a turn that it began with a thought. A turn of another model has none, and none can be
    invented; to turn thinking off is the caller's choice.
Keeps
    What was called with what, what came of it and what was said beside, in order; all earlier turns.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("How many?"), assistant(call("c1", "shelf")), tool(result("c1", "14 left")))
    >>> print(*(message.content[0].text for message in tell_thoughtless_turn(before).messages[1:]), sep="\n")
    [tool shelf was called with]
    {}
    [result of tool shelf]
    14 left
    [end of tool result]
"""

from __future__ import annotations

from segue.parts import ReasoningPart
from segue.prompts import Message, Prompt
from segue.repairs._open_turns import last_turn
from segue.repairs._told_calls import tell_calls


def tell_thoughtless_turn(prompt: Prompt) -> Prompt:
    """Tell of the calls of a turn that ends in results and of which no message begins with a thought."""
    begins, answered = last_turn(prompt)
    if not answered or any(map(_begins_with_thought, prompt.messages[begins:])):
        return prompt
    return tell_calls(prompt, lambda index, _: index >= begins)


def _begins_with_thought(message: Message) -> bool:
    return isinstance(next(iter(message.content), None), ReasoningPart)
