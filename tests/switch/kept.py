"""Is everything that a history says still in the payload it was rewritten to, in its order, and nothing else?"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, field

from tests.switch.facts import Call, File, Hosted, Orphan, Text, Thought, Turn, read

LEGAL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
CARRIED = {"anthropic": ("image/", "application/pdf"), "openai-chat": ("image/", "application/pdf", "audio")}
BRACKETED = re.compile(r"\[[^\n]*\]")
"""What segue says of its own stands in brackets, in lines of its own."""
LABEL = {"system": ("system", "user"), "user": ("user",), "assistant": ("assistant",)}
"""Where the words of a role may be found: a system text may have become a labelled user text."""


@define
class Cursor:
    """How far the output was read: a turn, and in it an offset for each role."""

    turns: list[Turn]
    at: int = 0
    offsets: dict[str, int] = field(factory=dict)

    def find(self, words: str, roles: Iterable[str]) -> bool:
        """Find words at or behind the cursor in a text of one of these roles, and go on behind them."""
        for at in range(self.at, len(self.turns)):
            for role in roles:
                said = "\0".join(item.words for item in self.turns[at].told if isinstance(item, Text) and item.role == role)
                found = said.find(words, self.offsets.get(role, 0) if at == self.at else 0)
                if found >= 0:
                    self.offsets = {**(self.offsets if at == self.at else {}), role: found + len(words)}
                    self.at = at
                    return True
        return False


def lost(source: Any, source_format: str, payload: Any, payload_format: str) -> list[str]:
    """Return what the payload lost, in words; none means that all was kept."""
    before, after = read(source, source_format), read(payload, payload_format)
    written = json.dumps(payload, ensure_ascii=False)
    return [*_texts(before, after, written), *_calls(before, after), *_files(before, written, payload_format), *_leaks(before, after)]


def added(source: Any, source_format: str, payload: Any, payload_format: str) -> list[str]:
    """Return the lines of the payload's texts that the source does not have, or has less often; bracketed placeholders aside."""
    before, after = read(source, source_format), read(payload, payload_format)
    hosted = tuple(words for turn in before for item in turn.told if isinstance(item, Hosted) for words in item.strings)
    more = Counter(_lines(after)) - Counter(_lines(before))
    return [line for line in more.elements() if not BRACKETED.fullmatch(line) and not line.endswith(hosted)]


def _lines(turns: list[Turn]) -> Iterator[str]:
    for turn in turns:
        for item in turn.told:
            pieces = [item.words] if isinstance(item, Text) else item.pieces if isinstance(item, Orphan) else []
            yield from (line.strip() for piece in pieces for line in _said(piece).splitlines() if line.strip())


def _texts(before: list[Turn], after: list[Turn], written: str) -> Iterator[str]:
    cursor = Cursor(after)
    told = [item for turn in before for item in turn.told if isinstance(item, Text | Orphan | Hosted)]
    for item in told:
        if isinstance(item, Hosted):
            yield from (f"hosted: {words!r}" for words in item.strings if json.dumps(words, ensure_ascii=False)[1:-1] not in written)
            continue
        pieces = [item.words] if isinstance(item, Text) else item.pieces
        roles = LABEL[item.role] if isinstance(item, Text) else ("user", "system")
        for words in map(_said, pieces):
            closing = item is told[-1] and roles == ("assistant",)
            if not cursor.find(words.rstrip() if closing else words, roles):
                yield f"{roles[0]} text: {words[:80]!r}"


def _said(piece: Any) -> str:
    return piece if isinstance(piece, str) else json.dumps(piece)


def _calls(before: list[Turn], after: list[Turn]) -> Iterator[str]:
    wanted, given = _all(before), _all(after)
    if len(wanted) != len(given):
        yield f"{len(wanted)} calls became {len(given)}"
    for old, new in zip(wanted, given, strict=False):
        if old.name != new.name and LEGAL_NAME.fullmatch(old.name):
            yield f"call of {old.name} became one of {new.name}"
        if not _same_input(old.input, new.input):
            yield f"arguments of {old.name}: {old.input!r} became {new.input!r}"
        pieces = [piece for result in new.results for piece in result]
        yield from (f"result of {old.name}: {want!r}" for result in old.results for want in result if not _held(want, pieces))


def _all(turns: list[Turn]) -> list[Call]:
    return [item for turn in turns for item in turn.told if isinstance(item, Call)]


def _same_input(old: Any, new: Any) -> bool:
    wrapped = isinstance(new, dict) and old in new.values() and not isinstance(old, dict)
    return wrapped or json.dumps(old, sort_keys=True) == json.dumps(new, sort_keys=True)


def _held(want: Any, pieces: list[Any]) -> bool:
    """Tell whether a text stands in a result verbatim, or a JSON value as text of its own, wrapped at most once."""
    if isinstance(want, str):
        return any(want in _said(piece) for piece in pieces)
    values = [_parsed(piece) for piece in pieces]
    return any(want == value or (isinstance(value, dict) and want in value.values()) for value in values)


def _parsed(piece: Any) -> Any:
    try:
        return json.loads(piece) if isinstance(piece, str) else piece
    except ValueError:
        return piece


def _files(before: list[Turn], written: str, payload_format: str) -> Iterator[str]:
    for turn in before:
        for item in turn.told:
            carried = isinstance(item, File) and item.media_type.startswith(CARRIED[payload_format])
            if isinstance(item, File) and carried and item.data not in written:
                yield f"file: {item.media_type}"


def _leaks(before: list[Turn], after: list[Turn]) -> Iterator[str]:
    said, shown = ("\0".join(_visible(turns)) for turns in (before, after))
    for turn in before:
        for item in turn.told:
            if isinstance(item, Thought) and item.words.strip() and item.words not in said and item.words in shown:
                yield f"reasoning became visible: {item.words[:80]!r}"


def _visible(turns: list[Turn]) -> Iterator[str]:
    for turn in turns:
        for item in turn.told:
            if isinstance(item, Text):
                yield item.words
            elif isinstance(item, Call):
                yield from (_said(piece) for result in item.results for piece in result)
