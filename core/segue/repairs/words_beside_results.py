"""Words of the user's in one turn with tool results.

What it does
    Puts a short assistant message between the results and the words, which says that there was no reply.
Why
    Some models refuse a turn that holds both, and two turns of one role as well.
Keeps
    Every result and every word, in order.
Example
    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("Go."), assistant(call("c1", "run")), tool(result("c1", "ok")), user("And now?"))
    >>> part_words_from_results(before).messages[3].content[0].text
    '[no reply: the user went on]'
"""

from __future__ import annotations

from segue import placeholders
from segue.parts import ToolResultPart
from segue.prompts import Message, Prompt, ToolMessage, UserMessage, assistant
from segue.repairs._rebuilding import with_messages


def part_words_from_results(prompt: Prompt) -> Prompt:
    """Part what a user says from the results before it."""
    made: list[Message] = []
    for message in prompt.messages:
        if made and isinstance(message, UserMessage) and _holds_results(made[-1]):
            made.append(assistant(placeholders.NO_REPLY))
        made.append(message)
    return with_messages(prompt, made)


def _holds_results(message: Message) -> bool:
    return isinstance(message, ToolMessage) and any(isinstance(part, ToolResultPart) for part in message.content)
