"""Gemini's `generateContent`, of AI Studio and Vertex: a body with `contents`, or these alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from segue.formats.format import Format, reading
from segue.formats.gemini_decode import read_request
from segue.formats.gemini_encode import places, write_request
from segue.formats.gemini_wire import NAME, NAMES
from segue.json_values import Malformed
from segue.kinds import Place
from segue.prompts import Request

_WITHIN = frozenset({"candidates", "content", "parts", "automaticFunctionCallingHistory", "automatic_function_calling_history"})
"""Keys of replies and streamed chunks under which parts stand. What a call was given is under none of them."""
_NAMED = frozenset({"functionCall", "functionResponse"})
_SPELLINGS = 64
"""How many spellings of one path are looked at."""


def restore(reply: Any, names: Mapping[str, str]) -> Any:
    """Return a reply, or one chunk of a streamed one, with aliases of tools replaced by their names; itself where there are none.

    >>> restore({"parts": [{"functionCall": {"name": "a_b", "args": {}}}]}, {"a_b": "a.b"})["parts"][0]["functionCall"]["name"]
    'a.b'
    """
    if isinstance(reply, list):
        restored = [restore(item, names) for item in reply]
        return reply if all(new is old for new, old in zip(restored, reply, strict=True)) else restored
    return _restored(reply, names) if isinstance(reply, dict) else reply


def _restored(holder: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for key, value in holder.items():
        new = restore(value, names) if key in _WITHIN else _renamed(value, names) if NAMES.get(key, key) in _NAMED else value
        if new is not value:
            changed[key] = new
    return {**holder, **changed} if changed else holder


def _renamed(call: Any, names: Mapping[str, str]) -> Any:
    alias = call.get("name") if isinstance(call, dict) else None
    name = names.get(alias, alias) if isinstance(alias, str) else alias
    return call if name == alias else {**call, "name": name}


def _read(payload: object) -> Request:
    """Read a payload, and name a fault's place by the keys as they are spelled there."""
    try:
        return read_request(payload)
    except Malformed as fault:
        raise Malformed(fault.expected, fault.found, _spelled(fault.path, payload, fault.found)) from None


def _spelled(path: Place, payload: Any, found: object) -> Place:
    """Return a path in the keys of a payload: where both spellings of one stand there, that which leads to what was found."""
    paths = [*islice(_paths(path, payload), _SPELLINGS)]
    return next((keys for keys, value in paths if value is found), paths[0][0])


def _paths(path: Place, payload: Any) -> Iterator[tuple[Place, Any]]:
    """Yield the paths that a path by the names of fields can be, with what stands there; what is null comes last."""
    if not path:
        yield (), payload
        return
    for key, value in _candidates(path[0], payload):
        yield from (((key, *more), end) for more, end in _paths(path[1:], value))


def _candidates(step: str | int, payload: Any) -> list[tuple[str | int, Any]]:
    if isinstance(payload, Mapping):
        named = [(key, value) for key, value in payload.items() if NAMES.get(key, key) == step or key == step]
        return sorted(named, key=lambda item: item[1] is None) or [(step, None)]
    within = isinstance(payload, list | tuple) and isinstance(step, int) and step < len(payload)
    return [(step, payload[step] if within else None)]


GEMINI = Format(NAME, reading(NAME, _read), write_request, places, restore)
"""Gemini's own wire format."""
