"""The very same call twice in one message.

What it does
    Takes the second one out, and its result where that is the same as the first one's.
Why
    A client that stores a streamed reply twice sends one call twice under one id, and providers refuse the id the second time.
Keeps
    Calls that differ in name, input or result; the first call and its result.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> twice = assistant(call("c1", "clock"), call("c1", "clock"))
    >>> after = drop_twin_calls(prompt(user("Time?"), twice, tool(result("c1", "9:00"))))
    >>> len(after.messages[1].content)
    1
"""

from __future__ import annotations

from collections.abc import Iterator

from segue.parts import ToolResultPart
from segue.prompts import AssistantMessage, Prompt
from segue.repairs._pairing import At, Pairs, calls, pair, without


def drop_twin_calls(prompt: Prompt) -> Prompt:
    """Take out calls that repeat another of their message to the letter."""
    pairs = pair(prompt)
    said = [(index, message) for index, message in enumerate(prompt.messages) if isinstance(message, AssistantMessage)]
    return without(prompt, {at for index, message in said for at in _twins(index, message, pairs, prompt)})


def _twins(index: int, message: AssistantMessage, pairs: Pairs, prompt: Prompt) -> Iterator[At]:
    first: dict[object, At] = {}
    several = [*calls(index, message)]
    for at, part in several if len(several) > 1 else ():
        # By `repr`, since 1, 1.0 and True are equal in Python and three things in JSON.
        twin = first.setdefault((part.id, part.name, part.input.__class__, repr(part.input)), at)
        if part.id and twin != at and _says(pairs.answers[at], prompt) in ([], _says(pairs.answers[twin], prompt)):
            yield at
            yield from pairs.answers[at]


def _says(results: list[At], prompt: Prompt) -> list[object]:
    parts = [prompt.messages[index].content[number] for index, number in results]
    return [(repr(part.output), part.error) for part in parts if isinstance(part, ToolResultPart)]
