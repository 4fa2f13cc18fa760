"""A text document.

What it does
    Puts the document's text, under a caption, where the document stood.
Why
    Few providers take documents of plain text, and fewer take them as base64.
Keeps
    Every word and its place; documents that `holds` says the target takes, and bytes that are no text.
Example
    >>> from segue.parts import FilePart
    >>> from segue.prompts import prompt, user
    >>> after = inline_text_files(prompt(user(FilePart("text/plain", "Milk, bread", "text", "list.txt"))))
    >>> [part.text for part in after.messages[0].content]
    ['[document: list.txt]', 'Milk, bread']
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable

from segue import placeholders
from segue.parts import FilePart, Part, TextPart
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part_and_output


def inline_text_files(prompt: Prompt, holds: Callable[[FilePart], bool] = lambda _: False) -> Prompt:
    """Make texts of text documents."""

    def inlined(part: Part) -> Iterable[Part]:
        if not isinstance(part, FilePart) or holds(part) or (text := _text_of(part)) is None:
            return (part,)
        return (TextPart(placeholders.document(part.filename or "")), TextPart(text))

    return each_part_and_output(prompt, inlined)


def _text_of(part: FilePart) -> str | None:
    if part.encoding == "text":
        return part.data
    if part.encoding != "base64" or not part.media_type.startswith("text/"):
        return None
    try:
        return base64.b64decode(part.data, validate=True).decode()
    except ValueError:
        return None
