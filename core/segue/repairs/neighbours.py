"""Two messages of one role in a row.

What it does
    Makes one message of them, their parts in order. Results of tools count as the user's where they are written into the user's
    message. Two assistant messages stay apart when either holds thoughts: such a turn goes back as it came, unless the
    roles are `strict`. Users' messages are left alone where a target takes several in a row; with `closing`, all are but the
    model's at the end. With `blanks`, an empty text that a merged message of the model's held goes.
Why
    Some providers demand that the roles take turns. A made-up message between the two would be words nobody said.
Keeps
    Every part and its borders, in order.
Example
    >>> from segue.prompts import prompt, user
    >>> len(merge_neighbours(prompt(user("Hi"), user("Anyone?")), "anthropic").messages)
    1
"""

from __future__ import annotations

from attrs import evolve
from toolz import merge

from segue.json_values import JsonObject
from segue.parts import ReasoningPart, TextPart
from segue.prompts import AssistantMessage, Message, Prompt, SystemMessage, ToolMessage, UserMessage
from segue.repairs._rebuilding import changed, with_messages


def merge_neighbours(
    prompt: Prompt,
    format: str,
    *,
    strict: bool = False,
    users: bool = True,
    closing: bool = False,
    blanks: bool = False,
    thoughts: bool = True,
) -> Prompt:
    """Merge neighbouring messages of one role, results and the user's words among them where this format had them in two messages.

    Without `users`, what a user says stays as it is; with `closing`, all but the model's messages at the end. With `blanks`, empty
    texts of merged messages of the model's go: what was a string of its own would be a part among others. Without `thoughts`, only
    the first of merged messages keeps its own.
    """
    start = _closing(prompt.messages) if closing else 0
    runs: list[list[Message]] = [[message] for message in prompt.messages[:start]]
    for message in prompt.messages[start:]:
        if not users and isinstance(message, UserMessage):
            runs.append([message])
        elif len(runs) > start and _mergeable(runs[-1][0], message, strict=strict):
            runs[-1].append(message)
        elif len(runs) > start and _apart(runs[-1][0], message, format):
            runs.append([changed(message, shape=changed(message.shape, apart=False))])
        else:
            runs.append([message])
    return with_messages(prompt, (_merged(run, blanks=blanks, thoughts=thoughts) for run in runs))


def _closing(messages: tuple[Message, ...]) -> int:
    """Return the index at which the model's messages at the end begin."""
    return next((index + 1 for index in range(len(messages) - 1, -1, -1) if not isinstance(messages[index], AssistantMessage)), 0)


def _mergeable(left: Message, right: Message, *, strict: bool) -> bool:
    if left.__class__ is not right.__class__ or isinstance(left, SystemMessage | ToolMessage):
        return False
    if isinstance(left, UserMessage) and isinstance(right, UserMessage):
        return left.name == right.name
    return strict or not any(isinstance(part, ReasoningPart) for part in (*left.content, *right.content))


def _apart(left: Message, right: Message, format: str) -> bool:
    """Tell whether two messages that are the user's on the wire stood apart there."""
    if not isinstance(left, ToolMessage) or not isinstance(right, ToolMessage | UserMessage):
        return False
    return right.shape is not None and right.shape.format == format and right.shape.apart


def _merged(run: list[Message], *, blanks: bool, thoughts: bool) -> Message:
    first = run[0]
    if len(run) == 1:
        return first
    options = JsonObject(merge(*(message.provider_options for message in run)))
    later = [part for message in run[1:] for part in message.content if thoughts or not isinstance(part, ReasoningPart)]
    merged = changed(first, content=(*first.content, *later), provider_options=options)
    if not isinstance(merged, AssistantMessage):
        return merged
    if blanks:
        merged = evolve(merged, content=tuple(part for part in merged.content if not _is_empty(part)))
    makers = {message.origin for message in [said for said in run if said.content] or run if isinstance(message, AssistantMessage)}
    return evolve(merged, origin=makers.pop() if len(makers) == 1 else None)


def _is_empty(part: object) -> bool:
    return isinstance(part, TextPart) and not part.text and not part.provider_options
