"""Working memory: what a model notes for itself between tags or by a tool of its own. It is kept elsewhere, not in messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from segue.json_values import JsonObject, JsonValue

WORKING_MEMORY_TOOL: Final = "updateWorkingMemory"
"""The tool by which the original has models write to it."""

Tag: TypeAlias = tuple[bool, int, int]
"""Whether it opens a stretch, where it begins and where it ends."""
_OPEN, _CLOSE = "<working_memory>", "</working_memory>"
_TAG = re.compile(r"</?working_memory>")
_BLANK = "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""What JavaScript trims, no more and no less."""


def without_working_memory(text: str) -> str:
    """Return the text without its tagged stretches, itself where it has none.

    A stretch ends with the tag that closes it, those within counted; where none does, with the first stretch within that is closed.
    Nothing is cut after a tag that nothing closes. Tags with attributes or capitals are text.

    >>> without_working_memory("a<working_memory>b<working_memory>c</working_memory>d</working_memory>e<working_memory>f")
    'ae<working_memory>f'
    """
    if _OPEN not in text or _CLOSE not in text:
        return text
    kept, end = [], 0
    for start, stop in _stretches([(tag[0] == _OPEN, tag.start(), tag.end()) for tag in _TAG.finditer(text)]):
        if start >= end:
            kept.append(text[end:start])
            end = stop
    return "".join((*kept, text[end:])) if kept else text


def tidied(text: str) -> str:
    """Return the text without working memory and, where there was some, without blanks at its ends; itself where there was none."""
    after = without_working_memory(text)
    return text if after is text else after.strip(_BLANK)


def tidied_value(value: JsonValue) -> JsonValue:
    """Return a JSON value in which all text is tidied; itself where there is nothing to tidy."""
    if isinstance(value, str):
        return tidied(value)
    if isinstance(value, tuple):
        items = tuple(map(tidied_value, value))
        return value if all(map(_same, items, value)) else items
    if isinstance(value, JsonObject):
        fields = {key: tidied_value(item) for key, item in value.items()}
        return value if all(map(_same, fields.values(), value.values())) else JsonObject(fields)
    return value


def _same(left: object, right: object) -> bool:
    return left is right


def _stretches(tags: Sequence[Tag]) -> Iterable[tuple[int, int]]:
    """Return where each opened stretch begins and ends, those without an end left out, by their beginning."""
    stretches: list[tuple[int, int]] = []
    next_end: int | None = None
    for (opens, start, _), end in zip(reversed(tags), reversed(_ends(tags)), strict=True):
        next_end = next_end if end is None else end
        if opens and next_end is not None:
            stretches.append((start, next_end))
    return reversed(stretches)


def _ends(tags: Sequence[Tag]) -> list[int | None]:
    """Return for each tag where the stretch that it opens ends, None where it opens none that does."""
    ends: list[int | None] = [None] * len(tags)
    open_: list[int] = []
    for place, (opens, _, stop) in enumerate(tags):
        if opens:
            open_.append(place)
        elif open_:
            ends[open_.pop()] = stop
    return ends
