"""Two messages of one role in a row.

What it does
    Makes one message of them, their parts in order. Results of tools count as the user's where they are written into the user's
    message. Two assistant messages stay apart when the later one holds thoughts, which may stand at the front only.
Why
    Some providers demand that the roles take turns. A made-up message between the two would be words nobody said.
Keeps
    Every part and its borders, in order.
Example
    >>> from segue.prompts import prompt, user
    >>> len(merge_neighbours(prompt(user("Hi"), user("Anyone?"))).messages)
    1
"""

from __future__ import annotations

from attrs import evolve

from segue.json_values import JsonObject
from segue.parts import ReasoningPart
from segue.prompts import AssistantMessage, Message, Prompt, SystemMessage, ToolMessage, UserMessage
from segue.repairs._rebuilding import changed, with_messages


def merge_neighbours(prompt: Prompt) -> Prompt:
    """Merge neighbouring messages of one role."""
    made: list[Message] = []
    for message in prompt.messages:
        if made and _mergeable(made[-1], message):
            made[-1] = _merged(made[-1], message)
        elif made and _apart(made[-1], message):
            made.append(changed(message, shape=changed(message.shape, apart=False)))
        else:
            made.append(message)
    return with_messages(prompt, made)


def _mergeable(left: Message, right: Message) -> bool:
    if left.__class__ is not right.__class__ or isinstance(left, SystemMessage | ToolMessage):
        return False
    if isinstance(left, UserMessage) and isinstance(right, UserMessage):
        return left.name == right.name
    return not any(isinstance(part, ReasoningPart) for part in right.content)


def _apart(left: Message, right: Message) -> bool:
    """Tell whether two messages that are the user's on the wire stood apart there."""
    if not isinstance(left, ToolMessage) or not isinstance(right, ToolMessage | UserMessage):
        return False
    return right.shape is not None and right.shape.apart


def _merged(left: Message, right: Message) -> Message:
    options = JsonObject({**left.provider_options, **right.provider_options})
    merged = changed(left, content=left.content + right.content, provider_options=options)
    if isinstance(left, AssistantMessage) and isinstance(right, AssistantMessage) and isinstance(merged, AssistantMessage):
        return evolve(merged, origin=left.origin if left.origin == right.origin else None)
    return merged
