"""A file of a kind that the target does not take.

What it does
    Puts a stand-in in its place that tells the kind of file, and its name or URL.
Why
    An audio file sent to a model that has no ears is refused, and with it every later turn.
Keeps
    Every file that the target takes; the place of those it does not.
Example
    >>> from segue.parts import FilePart
    >>> from segue.prompts import prompt, user
    >>> after = stand_in_for_files(prompt(user(FilePart("audio/wav", "UklGRg=="))), lambda part: False)
    >>> after.messages[0].content[0].text
    '[file omitted: audio/wav]'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from segue import placeholders
from segue.parts import FilePart, Part, TextPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part_and_output


def stand_in_for_files(prompt: Prompt, holds: Callable[[FilePart], bool]) -> Prompt:
    """Put stand-ins for files that have no place."""

    def replaced(part: Part) -> Iterable[Part]:
        if not isinstance(part, FilePart) or holds(part):
            return (part,)
        shown = part.data if part.encoding == "url" and not part.data.startswith("data:") else part.filename or ""
        return (TextPart(placeholders.file_omitted(part.media_type, shown)),)

    return each_part_and_output(prompt, replaced)
