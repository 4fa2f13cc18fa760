"""Is everything that a history says still in the payload it was rewritten to, in its order, and nothing else?"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, field

from tests.switch.facts import Call, File, Hosted, Orphan, Text, Thought
from tests.switch.reading import Turn, read

LEGAL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
CARRIED = {
    "anthropic": "image image-url pdf",
    "openai-chat": "image image-url pdf audio",
    "openai-responses": "image image-url pdf",
    "gemini": "image pdf audio",
    "bedrock-converse": "image pdf",
    "mistral": "image image-url",
    "cerebras": "",
    "deepseek": "",
}
"""Kinds of file that a format can hold."""
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

    def find(self, words: str, roles: Iterable[str]) -> str:
        """Find words at or behind the cursor in a text of one of these roles, and go on behind them. Returns the role, "" for none."""
        for at in range(self.at, len(self.turns)):
            for role in roles:
                found = said_by(self.turns[at], role).find(words, self.offsets.get(role, 0) if at == self.at else 0)
                if found >= 0:
                    self.offsets = {**(self.offsets if at == self.at else {}), role: found + len(words)}
                    self.at = at
                    return role
        return ""


def lost(source: Any, source_format: str, payload: Any, payload_format: str) -> list[str]:
    """Return what the payload lost, in words; none means that all was kept."""
    before, after = read(source, source_format), read(payload, payload_format)
    written = json.dumps(payload, ensure_ascii=False)
    carried = CARRIED[payload_format].split()
    return [*_texts(before, after, written), *_calls(before, after), *_files(before, after, carried), *_leaks(before, after)]


def added(source: Any, source_format: str, payload: Any, payload_format: str) -> list[str]:
    """Return the lines and files that the source does not have, or has less often; bracketed placeholders aside."""
    before, after = read(source, source_format), read(payload, payload_format)
    hosted = tuple(line for item in told(before, Hosted) for words in item.strings for line in words.splitlines())
    more = Counter(_lines(after)) - Counter(_lines(before))
    files = Counter(map(bytes_of, told(after, File))) - Counter(map(bytes_of, told(before, File)))
    lines = [line for line in more.elements() if not BRACKETED.fullmatch(line) and not line.endswith(hosted)]
    return [*lines, *(f"file: {data[:40]}" for data in files.elements())]


def told(turns: Iterable[Turn], kind: type[Any]) -> Iterator[Any]:
    """Yield all of one kind that turns tell."""
    return (item for turn in turns for item in turn.told if isinstance(item, kind))


def said_by(turn: Turn, role: str) -> str:
    """Return the words of a role in a turn."""
    return "\0".join(item.words for item in turn.told if isinstance(item, Text) and item.role == role)


def bytes_of(file: File) -> str:
    """Return the data of a file, which some formats pad and some do not."""
    return file.data.rstrip("=")


def _lines(turns: list[Turn]) -> Iterator[str]:
    for turn in turns:
        for item in turn.told:
            pieces = [item.words] if isinstance(item, Text) else item.pieces if isinstance(item, Orphan) else []
            yield from (line.strip() for piece in pieces for line in _said(piece).splitlines() if line.strip())


def _texts(before: list[Turn], after: list[Turn], written: str) -> Iterator[str]:
    cursor = Cursor(after)
    facts = [item for turn in before for item in turn.told if isinstance(item, Text | Orphan | Hosted)]
    for item in facts:
        if isinstance(item, Hosted):
            yield from (f"hosted: {words!r}" for words in item.strings if json.dumps(words, ensure_ascii=False)[1:-1] not in written)
            continue
        pieces = [item.words] if isinstance(item, Text) else item.pieces
        roles = LABEL[item.role] if isinstance(item, Text) else ("user", "system")
        for words in map(_said, pieces):
            closing = item is facts[-1] and roles == ("assistant",)
            role = cursor.find(words.rstrip() if closing else words, roles)
            if not role:
                yield f"{roles[0]} text: {words[:80]!r}"
            elif role != roles[0] and not BRACKETED.search(said_by(after[cursor.at], role)):
                yield f"label of a {roles[0]} text: {words[:80]!r}"


def _said(piece: Any) -> str:
    """Return a piece of a result as text, a JSON value out of the one key it may be wrapped in."""
    inner = bare(piece)
    return inner if isinstance(inner, str) else json.dumps(inner, ensure_ascii=False)


def bare(value: Any) -> Any:
    """Return what an object of one key holds, where that is all a format has for the text or value of a result."""
    return bare(*value.values()) if isinstance(value, dict) and value.keys() <= WRAPPERS and len(value) == 1 else value


WRAPPERS = {"result", "output", "error"}


def _calls(before: list[Turn], after: list[Turn]) -> Iterator[str]:
    wanted, given = list(told(before, Call)), list(told(after, Call))
    if len(wanted) != len(given):
        yield f"{len(wanted)} calls became {len(given)}"
    aliases: dict[str, str] = {}
    for old, new in zip(wanted, given, strict=False):
        if aliases.setdefault(old.name, new.name) != new.name or (old.name != new.name and LEGAL_NAME.fullmatch(old.name)):
            yield f"call of {old.name} became one of {new.name}"
        if not _same_input(old.input, new.input):
            yield f"arguments of {old.name}: {old.input!r} became {new.input!r}"
        held = [value for result in new.results for piece in result for value in _inside(piece)]
        yield from (f"result of {old.name}: {want!r}" for result in old.results for want in result if not _held(want, held))


def _same_input(old: Any, new: Any) -> bool:
    wrapped = isinstance(new, dict) and old in new.values() and not isinstance(old, dict)
    return wrapped or _canonical(old) == _canonical(new)


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _inside(piece: Any) -> Iterator[Any]:
    """Yield a piece and every value in it, JSON text parsed."""
    yield piece
    value = _parsed(piece)
    yield from [value] if value is not piece else []
    for entry in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _inside(entry)


def _held(want: Any, held: list[Any]) -> bool:
    """Tell whether a text stands in a result verbatim, or a JSON value as one of its own, wrapped or not."""
    inner = bare(want)
    if isinstance(inner, str):
        return any(inner in value if isinstance(value, str) else json.dumps(value) == inner.strip() for value in held)
    return any(_canonical(inner) == _canonical(bare(value)) for value in held)


def _parsed(piece: Any) -> Any:
    try:
        return json.loads(piece) if isinstance(piece, str) else piece
    except ValueError:
        return piece


def _files(before: list[Turn], after: list[Turn], carried: list[str]) -> Iterator[str]:
    """Yield the files that are gone, and whether those that are left stand in another order."""
    wanted, given = ([file for file in told(turns, File) if file.kind in carried] for turns in (before, after))
    gone = Counter(map(bytes_of, wanted)) - Counter(map(bytes_of, given))
    yield from (f"file: {file.media_type}" for file in wanted if bytes_of(file) in gone)
    if not gone and list(map(bytes_of, wanted)) != [data for data in map(bytes_of, given) if data in set(map(bytes_of, wanted))]:
        yield "files in another order"


def _leaks(before: list[Turn], after: list[Turn]) -> Iterator[str]:
    said, shown = ("\0".join(_visible(turns)) for turns in (before, after))
    for item in told(before, Thought):
        if item.words.strip() and item.words not in said and item.words in shown:
            yield f"reasoning became visible: {item.words[:80]!r}"


def _visible(turns: list[Turn]) -> Iterator[str]:
    for turn in turns:
        for item in turn.told:
            if isinstance(item, Text):
                yield item.words
            elif isinstance(item, Call):
                yield from (_said(piece) for result in item.results for piece in result)
