"""A signature of a call, kept beside the message, whose id is no call's of that message.

What it does
    Takes it out.
Why
    OpenRouter keeps the thought signatures of Gemini's calls in details that name the call by its id. Where ids were renamed or a retry
    made new ones, the detail signs nothing, and Gemini refuses the call behind it.
Keeps
    Details of calls that are there; those of messages without calls; thoughts that can be read.
Example
    >>> from segue.json_values import freeze_object
    >>> from segue.parts import ReasoningPart
    >>> from segue.prompts import assistant, call, prompt, user
    >>> detail = freeze_object({"openrouter": {"detail": {"type": "reasoning.encrypted", "id": "old", "data": "c2ln"}}})
    >>> before = prompt(user("Go."), assistant(ReasoningPart("", detail), call("new", "run")))
    >>> len(drop_stale_details(before, lambda part: "old").messages[1].content)
    1
"""

from __future__ import annotations

from collections.abc import Callable

from segue.parts import ReasoningPart, ToolCallPart
from segue.prompts import Message, Prompt
from segue.repairs._rebuilding import with_content, with_messages


def drop_stale_details(prompt: Prompt, signs: Callable[[ReasoningPart], str | None]) -> Prompt:
    """Take out signatures of calls that are not there; `signs` gives the id of the call that a thought signs, None for none."""

    def kept(message: Message) -> Message:
        ids = {part.id for part in message.content if isinstance(part, ToolCallPart)}
        if not ids:
            return message
        return with_content(message, [part for part in message.content if not _is_stale(part, ids)])

    def _is_stale(part: object, ids: set[str]) -> bool:
        signed = signs(part) if isinstance(part, ReasoningPart) else None
        return signed is not None and signed not in ids

    return with_messages(prompt, map(kept, prompt.messages))
