r"""Half of a surrogate pair, which no UTF-8 and so no request can hold.

What it does
    Puts U+FFFD in its place, in texts, thoughts, arguments, results, documents and their names; halves that were parted and stand
    beside each other become the one character again.
Why
    A tool that cuts its output after so many characters may cut within an emoji. The SDK cannot encode what is left, or the provider
    cannot read it, and the text stays in the history, so every later turn ends the same way.
Keeps
    Every whole character; ids and names of tools, which have repairs of their own, and what tools say of themselves, which nobody cut.
Example
    >>> from segue.prompts import prompt, user
    >>> complete_characters(prompt(user("cut \ud83d"))).messages[0].content[0].text
    'cut �'
"""

from __future__ import annotations

from collections.abc import Iterable

from segue.characters import whole
from segue.parts import FilePart, JsonPart, OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import changed, each_part_and_output

_HOLDING: dict[type, tuple[str, ...]] = {
    TextPart: ("text",),
    ReasoningPart: ("text",),
    FilePart: ("data", "filename"),
    JsonPart: ("value",),
    ToolCallPart: ("input",),
    OpaquePart: ("value",),
}
"""The fields of each part that hold text; a result holds parts."""


def complete_characters(prompt: Prompt) -> Prompt:
    """Put U+FFFD in place of halves of characters."""
    return each_part_and_output(prompt, _completed)


def _completed(part: Part) -> Iterable[Part]:
    given = {name: getattr(part, name) for name in _HOLDING[part.__class__]}
    made = {name: new for name, value in given.items() if (new := whole(value)) is not value}
    return (changed(part, **made) if made else part,)
