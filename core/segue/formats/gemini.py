"""Gemini's `generateContent`, of AI Studio and Vertex: a body with `contents`, or these alone."""

from __future__ import annotations

from collections.abc import Mapping
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
        raise Malformed(fault.expected, fault.found, _spelled(fault.path, payload)) from None


def _spelled(path: Place, payload: Any) -> Place:
    steps: list[str | int] = []
    for step in path:
        key = step
        if isinstance(payload, Mapping) and step not in payload:
            key = next((key for key in payload if NAMES.get(key, key) == step), step)
        steps.append(key)
        known = isinstance(payload, Mapping | list | tuple) and (not isinstance(payload, Mapping) or key in payload)
        payload = payload[key] if known else None
    return tuple(steps)


GEMINI = Format(NAME, reading(NAME, _read), write_request, places, restore)
"""Gemini's own wire format."""
