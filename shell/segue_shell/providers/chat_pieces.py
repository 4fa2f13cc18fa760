"""Pieces of what Chat Completions streams: of calls, of lists, of objects, put to what there is of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from segue_shell.providers.protocol import Delta, ToolCallDelta
from segue_shell.providers.wire import Text, Wire, grown, mapping, number, settled, text

_GROWING = frozenset({"text", "summary", "thinking", "refusal", "transcript", "data", "arguments", "input"})
"""Fields whose pieces are put together; others are set, such as ids, signatures and formats."""
_GIVEN = {"function": "arguments", "custom": "input"}
"""What kinds of call there are, and where each has what it was given."""


class ChatCalls:
    """The calls of a reply."""

    def __init__(self) -> None:
        self._calls: dict[int, Wire] = {}

    def whole(self) -> list[Wire]:
        """Return the calls as they would have come unstreamed."""
        return [settled(call) for call in self._calls.values()]

    def add(self, piece: Wire) -> Iterator[Delta]:
        """Take a piece of a call, and yield what it says."""
        at = self._place(piece)
        begins = at not in self._calls
        call = self._calls.setdefault(at, {"id": "", "type": "function"})
        call.update({key: told for key, told in piece.items() if key not in {"index", *_GIVEN} and told})
        kind = "custom" if call["type"] == "custom" else "function"
        inner = call.setdefault(kind, {"name": "", _GIVEN[kind]: ""})
        told = _argue(inner, mapping(piece.get(kind) or {}, f"tool_calls.{kind}"), _GIVEN[kind])
        if begins or told:
            yield ToolCallDelta(list(self._calls).index(at), text(call["id"]), text(inner["name"]), told)

    def _place(self, piece: Wire) -> int:
        """Return which call a piece belongs to: its index tells, unless a service gives calls none, or all of them the same."""
        index, id = piece.get("index"), text(piece.get("id"))
        known = next((at for at, call in self._calls.items() if id and call["id"] == id), None)
        if known is not None:
            return known
        if index is None:
            return len(self._calls) if id or not self._calls else max(self._calls)
        at = number(index, "tool_calls.index")
        taken = id and at in self._calls and self._calls[at]["id"]
        return max(self._calls) + 1 if taken else at


def _argue(held: Wire, piece: Wire, given: str) -> str:
    """Take what a piece says of a call's function, and return its piece of the arguments."""
    held.update({key: told for key, told in piece.items() if key not in {given, "name"} and told is not None})
    name, told = text(piece.get("name")), piece.get(given)
    if name and name != held["name"]:  # some send the name with each piece
        held["name"] += name
    if isinstance(told, str) and isinstance(held[given], str | Text):
        held[given] = grown(held[given], told)
        return told
    held[given] = held[given] if told is None else told
    return ""


def extend(listed: list[Wire], piece: Wire) -> None:
    """Put a piece to a list: to its last item where it goes on with that, else as an item of its own.

    >>> details = [{"type": "reasoning.text", "text": "Look", "index": 0}]
    >>> extend(details, {"type": "reasoning.text", "text": " up.", "signature": "c2ln", "index": 0})
    >>> settled(details)
    [{'type': 'reasoning.text', 'text': 'Look up.', 'index': 0, 'signature': 'c2ln'}]
    """
    if listed and _goes_on(listed[-1], piece):
        listed[-1] = {**listed[-1], **{key: joined(listed[-1].get(key), told, key) for key, told in piece.items() if told is not None}}
    else:
        listed.append(dict(piece))


def _goes_on(last: Wire, piece: Wire) -> bool:
    same = all(last.get(key) == piece.get(key) for key in ("type", "index"))
    return same and piece.get("type") != "reasoning.encrypted" and last.get("id") in {None, piece.get("id", last.get("id"))}


def joined(held: Any, told: Any, key: str) -> Any:
    """Return a field with a piece of it put to what there is: lists are joined, objects filled up, texts that grow are added to.

    >>> settled([joined("No", ", sorry.", "refusal"), joined({"data": "QU"}, {"data": "JD", "id": "a"}, "audio"), joined("a", "b", "role")])
    ['No, sorry.', {'data': 'QUJD', 'id': 'a'}, 'b']
    """
    if isinstance(held, str | Text) and isinstance(told, str) and key in _GROWING:
        return grown(held, told)
    if isinstance(held, dict) and isinstance(told, dict):
        return {**held, **{name: joined(held.get(name), one, name) for name, one in told.items() if one is not None}}
    if not isinstance(held, list) or not isinstance(told, list):
        return told
    listed = [*held]
    for item in told:
        extend(listed, item) if key in _GROWING and isinstance(item, dict) else listed.append(item)
    return listed
