"""The kinds of demand that providers make of names, ids and files."""

from __future__ import annotations

import re
from functools import lru_cache

from attrs import frozen

from segue.parts import FilePart


@frozen
class Spelling:
    """How an id or a name may be spelled: a pattern for each character, and the greatest length (None: no limit)."""

    letter: str
    longest: int | None = None
    shortest: int = 1

    def allows(self, text: str) -> bool:
        """Tell whether a text is spelled so."""
        return self.shortest <= len(text) <= (self.longest or len(text)) and _all_of(self.letter).fullmatch(text) is not None


@lru_cache(maxsize=64)
def _all_of(letter: str) -> re.Pattern[str]:
    return re.compile(f"(?:{letter})*")


@frozen
class Files:
    """Which files have a place: media types by how the file is given, text documents, and whose file ids."""

    base64: frozenset[str]
    url: frozenset[str]
    ids_of: str
    """The format whose own file ids are taken."""
    text: bool = False
    schemes: tuple[str, ...] = ("https://", "http://")
    """How the URLs of files begin that the provider can fetch or read."""

    def hold(self, part: FilePart) -> bool:
        """Tell whether there is a place for this file. `image/*` stands for an image whose type the URL does not tell."""
        match part.encoding:
            case "text":
                return self.text
            case "id":
                return part.shape is not None and part.shape.format == self.ids_of
            case "url":
                return part.media_type in self.url and part.data.lower().startswith(self.schemes)
            case _:
                return part.media_type in self.base64


@frozen
class ImageLimits:
    """How large images may be: characters of base64, pixels a side, and pixels a side where there are more than so many."""

    weight: int
    side: int
    many: int
    side_of_many: int
