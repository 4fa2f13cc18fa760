"""A file whose media type is not spelled as the target knows it.

What it does
    Writes the usual spelling: image/jpeg for image/jpg, a type without parameters, what the first bytes tell where the type does not.
Why
    Providers know one spelling of each type and refuse the others, though the file is one that they take.
Keeps
    The file; every type that the target takes as it is, and those of files that it does not take at all.
Example
    >>> from segue.parts import FilePart
    >>> from segue.prompts import prompt, user
    >>> from segue.repairs.media_types import spell_media_types
    >>> before = prompt(user(FilePart("image/jpg", "/9j/4AAQ")))
    >>> spell_media_types(before, lambda part: part.media_type == "image/jpeg").messages[0].content[0].media_type
    'image/jpeg'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import evolve

from segue.parts import FilePart, Part
from segue.profiles.media_types import usual_type
from segue.prompts import Prompt
from segue.repairs._rebuilding import each_part_and_output


def spell_media_types(prompt: Prompt, holds: Callable[[FilePart], bool]) -> Prompt:
    """Spell the media types of files that have a place as the target knows them."""

    def spelled(part: Part) -> Iterable[Part]:
        if not isinstance(part, FilePart) or holds(part):
            return (part,)
        usual = evolve(part, media_type=usual_type(part))
        return (usual if holds(usual) else part,)

    return each_part_and_output(prompt, spelled)
