"""Several tool calls in one message.

What it does
    Makes a message of each call, with its results behind it: the words and thoughts stay with the first call.
Why
    The templates of some models print one call of a message and raise where there are more.
Keeps
    Every call with its id and its results, and all words, in order. A turn whose results do not stand behind it, each with its call, is
    left alone.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> both = (assistant("I look.", call("a", "run"), call("b", "run")), tool(result("b", "no"), result("a", "ok")))
    >>> [[part.id for part in message.content[-1:]] for message in call_one_by_one(prompt(user("Go."), *both)).messages[1:]]
    [['a'], ['a'], ['b'], ['b']]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from segue.json_values import EMPTY
from segue.parts import ToolCallPart, ToolResultPart
from segue.prompts import Message, Prompt, ToolMessage
from segue.repairs._pairing import At, pair
from segue.repairs._rebuilding import changed, with_messages


def call_one_by_one(prompt: Prompt) -> Prompt:
    """Make a message of each call."""
    return with_messages(prompt, _parted(prompt.messages, pair(prompt).answers))


def _parted(messages: Sequence[Message], paired: Mapping[At, Sequence[At]]) -> Iterator[Message]:
    index = 0
    while index < len(messages):
        end = index + 1
        while end < len(messages) and isinstance(messages[end], ToolMessage):
            end += 1
        own = sum(at[0] < end for number in range(len(messages[index].content)) for at in paired.get((index, number), ()))
        yield from _turn(messages[index:end], own)
        index = end


def _turn(turn: Sequence[Message], own: int) -> Sequence[Message]:
    """Return a message with several calls and what answers it call by call, as they are where there is no need or no way.

    `own` is how many results answer its calls: where an earlier call of the same id still waits, one behind it may not.
    """
    message, *answers = turn
    ids = [part.id for part in message.content if _is_call(part)]
    results: dict[str, list[ToolResultPart]] = {id: [] for id in ids}
    for part in (part for answer in answers for part in answer.content):
        if not isinstance(part, ToolResultPart) or part.id not in results:
            return turn
        results[part.id].append(part)
    if own < sum(map(len, results.values())):
        return turn
    if len(ids) < 2 or len(results) < len(ids) or not all(results.values()) or any(map(_is_marked, answers)):
        return turn
    made = zip(_groups(message), (_answer(results[id], answers) for id in ids), strict=True)
    return [part for said, answer in made for part in (said, answer)]


def _groups(message: Message) -> Iterator[Message]:
    """Yield a message for each call, which ends it; what stands behind the last call goes before it."""
    calls = [part for part in message.content if _is_call(part)]
    others = [part for part in message.content if not _is_call(part)]
    yield changed(message, content=(*others, calls[0]))
    yield from (changed(message, content=(call,), extras=None, shape=None, provider_options=EMPTY) for call in calls[1:])


def _answer(results: list[ToolResultPart], answers: Sequence[Message]) -> Message:
    same = next((answer for answer in answers if len(answer.content) == len(results) and answer.content[0] is results[0]), None)
    return same or ToolMessage(tuple(results))


def _is_marked(answer: Message) -> bool:
    """Tell whether a message of several results says more than these, which would be lost with its border."""
    return len(answer.content) > 1 and (answer.extras is not None or answer.provider_options is not EMPTY)


def _is_call(part: object) -> TypeGuard[ToolCallPart]:
    return isinstance(part, ToolCallPart) and not part.hosted
