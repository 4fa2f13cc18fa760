"""A call of the current turn that no detail beside it signs.

What it does
    Adds a detail to each message of the model's since the user last spoke that holds the signature which Google's documents name for
    calls that another model made, for its first call.
Why
    OpenRouter hands the details on to Gemini, which refuses a call of the current turn whose thought nobody signed. A signature
    cannot be made, nor taken from elsewhere.
Keeps
    Every signature and every thought; calls behind the first one, which need none, and those of earlier turns.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("Go."), assistant(call("c1", "run")), tool(result("c1", "ok")))
    >>> after = sign_by_details(before, lambda part: None, lambda id: {"openrouter": {"detail": {"id": id}}})
    >>> len(after.messages[1].content), sign_by_details(after, lambda part: "c1", lambda id: {}) is after
    (2, True)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from segue.json_values import freeze_object
from segue.parts import ReasoningPart
from segue.prompts import AssistantMessage, Message, Prompt, UserMessage
from segue.repairs._pairing import calls
from segue.repairs._rebuilding import with_content, with_messages


def sign_by_details(prompt: Prompt, signs: Callable[[ReasoningPart], str | None], options: Callable[[str], Mapping[str, object]]) -> Prompt:
    """Add a detail for the first calls of the current turn that nobody signed; `options` gives a thought's options for a call's id."""

    def signed(message: Message) -> Message:
        first = next(calls(0, message), None) if isinstance(message, AssistantMessage) else None
        thoughts = [part for part in message.content if isinstance(part, ReasoningPart)]
        if first is None or any(signs(part) == first[1].id for part in thoughts):
            return message
        detail = ReasoningPart("", freeze_object(options(first[1].id)))
        at = next(number for number, part in enumerate(message.content) if not isinstance(part, ReasoningPart))
        return with_content(message, (*message.content[:at], detail, *message.content[at:]))

    start = next((index for index in range(len(prompt.messages) - 1, -1, -1) if isinstance(prompt.messages[index], UserMessage)), -1)
    return with_messages(prompt, (*prompt.messages[: start + 1], *map(signed, prompt.messages[start + 1 :])))
