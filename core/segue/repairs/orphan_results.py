"""A tool result whose call is not in the history.

What it does
    Makes a user's message of it, in its place: a label with the tool's name, the output, a closing label, and its files.
Why
    A window over a long conversation cuts between call and result; providers refuse a result without its call. To drop it
    loses what the model has already relied on, to invent the call would forge its arguments.
Keeps
    Every piece of the output, files included. A result that says nothing leaves nothing.
Example
    >>> from segue.prompts import prompt, result, tool, user
    >>> after = tell_orphan_results(prompt(tool(result("c1", "14 left", name="shelf")), user("Two, please.")))
    >>> print(after.messages[0].content[0].text)
    [tool result without its call: shelf]
    14 left
    [end of tool result]
"""

from __future__ import annotations

from collections.abc import Iterator

from segue import placeholders
from segue.parts import TextPart, ToolResultPart, UserPart
from segue.prompts import Message, Prompt, UserMessage
from segue.repairs._pairing import pair
from segue.repairs._rebuilding import with_content, with_messages
from segue.repairs._wording import as_text


def tell_orphan_results(prompt: Prompt) -> Prompt:
    """Make labelled user messages of results without a call."""
    orphans = set(pair(prompt).orphans)
    touched = {index for index, _ in orphans}
    made: list[Message] = []
    for index, message in enumerate(prompt.messages):
        if index not in touched:
            made.append(message)
            continue
        kept = [part for number, part in enumerate(message.content) if (index, number) not in orphans]
        if kept:
            made.append(with_content(message, kept))
        told = [piece for number, part in enumerate(message.content) if (index, number) in orphans for piece in _told(part)]  # type: ignore[arg-type]
        if told:
            made.append(UserMessage(tuple(told)))
    return with_messages(prompt, made)


def _told(part: ToolResultPart) -> Iterator[UserPart]:
    said = [as_text(piece) for piece in part.output]
    words = [piece.text for piece in said if isinstance(piece, TextPart)]
    if not part.error and len(words) == len(said) and not any(map(str.strip, words)):
        return
    begins = placeholders.orphan_result(part.name, error=part.error)
    yield TextPart("\n".join((begins, *words, placeholders.RESULT_ENDS)))
    yield from (piece for piece in said if not isinstance(piece, TextPart))
