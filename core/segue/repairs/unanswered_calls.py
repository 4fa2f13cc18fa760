"""A tool call without a result.

What it does
    Adds a result, marked as an error, that says that there is none, behind the results of the same message.
Why
    An interrupted run, a call that waits for approval, a window that cuts between: providers demand an answer to every call.
    To drop the call would hide that it was made, and perhaps acted.
Keeps
    The call with its input; every real result. A turn in which two calls share an id is left alone: an answer between them would
    change which of them a result answers.
Example
    >>> from segue.prompts import assistant, call, prompt, user
    >>> after = answer_unanswered_calls(prompt(user("Go."), assistant(call("c1", "run")), user("Stop!")))
    >>> after.messages[2].content[0].output[0].text
    '[no result: this call was not answered]'
"""

from __future__ import annotations

from collections.abc import Container

from segue import placeholders
from segue.parts import TextPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, ToolMessage
from segue.repairs._pairing import At, calls, pair, unclear_messages
from segue.repairs._rebuilding import with_messages


def answer_unanswered_calls(prompt: Prompt) -> Prompt:
    """Answer calls that nothing answers."""
    answers = pair(prompt).answers
    lacking = {at[0] for at, results in answers.items() if not results}
    if not lacking:
        return prompt
    lacking -= unclear_messages(prompt)
    made: list[Message] = []
    waiting: tuple[ToolResultPart, ...] = ()
    ids: set[str] = set()
    for index, message in enumerate(prompt.messages):
        if waiting and not _answers(message, ids):
            made.append(ToolMessage(waiting))
            waiting = ()
        made.append(message)
        if index in lacking and isinstance(message, AssistantMessage):
            waiting = _missing(index, message, answers)
            ids = {part.id for _, part in calls(index, message)}
    return with_messages(prompt, [*made, ToolMessage(waiting)] if waiting else made)


def _answers(message: Message, ids: Container[str]) -> bool:
    """Tell whether a message holds results of the calls with these ids; those of others may stand behind what is added."""
    results = message.content if isinstance(message, ToolMessage) else (None,)
    return not results or any(isinstance(part, ToolResultPart) and part.id in ids for part in results)


def _missing(index: int, message: AssistantMessage, answers: dict[At, list[At]]) -> tuple[ToolResultPart, ...]:
    return tuple(
        ToolResultPart(part.id, part.name, (TextPart(placeholders.NO_RESULT),), error=True)
        for at, part in calls(index, message)
        if not answers[at]
    )
