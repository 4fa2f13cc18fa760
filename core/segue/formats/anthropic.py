"""The Messages API of Anthropic: a body with `messages`, or the bare list of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from segue.formats.anthropic_decode import read_request
from segue.formats.anthropic_encode import places, write_request
from segue.formats.anthropic_wire import NAME
from segue.formats.format import Format, reading

_NAMED = {"tool_use": "name", "tool_reference": "tool_name"}
"""Kinds of block that name a tool of the caller's, and under which key."""
_WITHIN = ("content", "content_block", "message", "messages", "tool_references")
"""Keys of replies and streamed events under which such blocks stand. What a call was given is under none of them."""


def restore(reply: Any, names: Mapping[str, str]) -> Any:
    """Return a reply, or one event of a streamed one, with aliases of tools replaced by their names; itself where there are none.

    >>> restore({"type": "tool_use", "id": "toolu_1", "name": "a_b", "input": {}}, {"a_b": "a.b"})["name"]
    'a.b'
    """
    if isinstance(reply, list):
        restored = [restore(item, names) for item in reply]
        return reply if all(new is old for new, old in zip(restored, reply, strict=True)) else restored
    return _restored(reply, names) if isinstance(reply, dict) else reply


def _restored(block: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    changed = {key: new for key in _WITHIN if (new := restore(block.get(key), names)) is not block.get(key)}
    kind = block.get("type")
    key = _NAMED.get(kind) if isinstance(kind, str) else None
    alias = block.get(key) if key is not None else None
    if isinstance(alias, str) and alias in names and names[alias] != alias:
        changed[str(key)] = names[alias]
    return {**block, **changed} if changed else block


ANTHROPIC = Format(NAME, reading(NAME, read_request), write_request, places, restore)
"""Claude's own wire format, also spoken by Amazon Bedrock's and Google's hosting of it."""
