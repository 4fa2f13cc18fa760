"""A document whose name is refused, or that another document has.

What it does
    Forgets how the document was laid out, so that the format gives it a name that the target takes; and how those behind it were,
    so that none of them has that name.
Why
    Some providers take few characters in a document's name and no name twice; histories gather both.
Keeps
    The document and its file name in the record; names that are taken as they are, which the format gives again.
Example
    >>> from segue.parts import FilePart
    >>> from segue.prompts import prompt, user
    >>> from segue.shapes import Shape
    >>> lease = FilePart("application/pdf", "JVBERi0=", filename="lease.pdf", shape=Shape("bedrock-converse", form="document"))
    >>> after = forget_odd_document_names(prompt(user("Read.", lease)), "bedrock-converse", lambda name: "." not in name)
    >>> after.messages[0].content[1].shape is None
    True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import evolve

from segue.parts import FilePart, Part
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part_and_output

_FORM = "document"


def forget_odd_document_names(prompt: Prompt, format: str, allows: Callable[[str], bool]) -> Prompt:
    """Have documents of this format whose names are not allowed, or taken, named anew."""
    taken: set[str] = set()
    odd: list[str] = []

    def named(part: Part) -> Iterable[Part]:
        if not isinstance(part, FilePart) or part.shape is None or (part.shape.format, part.shape.form) != (format, _FORM):
            return (part,)
        name = part.filename or ""
        if odd or not allows(name) or name.lower() in taken:
            odd.append(name)
            return (evolve(part, shape=None),)
        taken.add(name.lower())
        return (part,)

    return each_part_and_output(prompt, named)
