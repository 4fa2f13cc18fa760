"""Results in another order than their calls.

What it does
    Puts the results of a turn in the order of its calls.
Why
    Where ids are not printed, a template or a service takes the first result for that of the first call, and says nothing.
Keeps
    Every result, and its message's own fields in their place; results of one call in their order. A turn in which two calls share an
    id, or whose results are not all its own, is left alone.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> both = (assistant(call("a", "run"), call("b", "run")), tool(result("b", "no")), tool(result("a", "ok")))
    >>> [message.content[0].id for message in order_results(prompt(user("Go."), *both)).messages[2:]]
    ['a', 'b']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, ToolMessage
from segue.repairs._rebuilding import with_content, with_messages


def order_results(prompt: Prompt) -> Prompt:
    """Put the results of each turn in the order of its calls."""
    return with_messages(prompt, _ordered(prompt.messages))


def _ordered(messages: Sequence[Message]) -> Iterator[Message]:
    ids: list[str] = []
    index = 0
    while index < len(messages):
        end = index
        while end < len(messages) and isinstance(messages[end], ToolMessage):
            end += 1
        if end > index:
            yield from _sorted(messages[index:end], ids)
            index, ids = end, []
            continue
        message = messages[index]
        own = message.content if isinstance(message, AssistantMessage) else ()
        ids = [*(ids if own else ()), *(part.id for part in own if isinstance(part, ToolCallPart) and not part.hosted)]
        yield message
        index += 1


def _sorted(answers: Sequence[Message], ids: list[str]) -> Sequence[Message]:
    """Return the messages with their results in the order of these ids, the very messages where they are."""
    place = {id: number for number, id in enumerate(ids)}
    parts = [part for answer in answers for part in answer.content]
    places = [place.get(part.id, -1) if isinstance(part, ToolResultPart) else -1 for part in parts]
    if len(place) < len(ids) or -1 in places:
        return answers
    order = sorted(range(len(parts)), key=places.__getitem__)
    if all(len(answer.content) == 1 for answer in answers):
        return [answers[number] for number in order]
    rest = iter([parts[number] for number in order])
    return [with_content(answer, [next(rest) for _ in answer.content]) for answer in answers]
