"""Fields of JSON that came from outside, read with care."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from segue.characters import whole
from segue_shell.providers.refusals import UnreadableReply

Wire: TypeAlias = dict[str, Any]


def mapping(value: object, place: str) -> Wire:
    """Return a value that must be an object. Raises `UnreadableReply`."""
    if not isinstance(value, dict):
        raise UnreadableReply(place, "an object", value)
    return value


def objects(value: object, place: str) -> list[Wire]:
    """Return a list of objects; an empty one for null. Raises `UnreadableReply`."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise UnreadableReply(place, "a list", value)
    return [mapping(item, place) for item in value]


def text(value: object) -> str:
    """Return a text, "" for anything else."""
    return value if isinstance(value, str) else ""


def number(value: object, place: str) -> int:
    """Return an index. Raises `UnreadableReply`."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise UnreadableReply(place, "a number", value)
    return value


class Text:
    """A text that grows by pieces, which are joined once, in the end: a reply of many pieces is not copied for each."""

    def __init__(self, *pieces: str) -> None:
        self.pieces = [*pieces]


def grown(held: object, piece: str) -> Text:
    """Return a text with a piece put to it; what there is may be no text, and then is none of it."""
    if not isinstance(held, Text):
        return Text(text(held), piece)
    held.pieces.append(piece)
    return held


def settled(value: Any) -> Any:
    """Return JSON whose texts have grown to their end.

    >>> settled({"content": grown(grown(None, "It "), "leaves."), "index": 0})
    {'content': 'It leaves.', 'index': 0}
    """
    if isinstance(value, Text):
        return "".join(value.pieces)
    if isinstance(value, list):
        return [settled(item) for item in value]
    return {key: settled(item) for key, item in value.items()} if isinstance(value, dict) else value


def sendable(value: Any) -> Any:
    r"""Return JSON that UTF-8 can hold, the value itself where it can. Half a character, as a cut text leaves it, becomes U+FFFD.

    The rules complete what a history says; this is for ids, tools and requests that no rule has seen.

    >>> sendable({"content": ["cut \ud83d", "\ud83d\ude00"]})
    {'content': ['cut �', '😀']}
    """
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return whole(value)
    return value


def parsed(arguments: str) -> Any:
    """Return what a text of JSON holds, an empty object for an empty text; the text itself where it breaks off.

    >>> parsed('{"train": "9:40"}'), parsed(""), parsed('{"train": "9')
    ({'train': '9:40'}, {}, '{"train": "9')
    """
    try:
        return json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        return arguments
