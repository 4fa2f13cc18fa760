"""Amazon Bedrock's Converse API: a body, or the bare list of its messages; as JSON, or with the `bytes` of boto3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from segue.formats.bedrock_decode import read_request
from segue.formats.bedrock_encode import places, write_request
from segue.formats.bedrock_wire import NAME, SERVER_TOOL, with_bytes
from segue.formats.format import Format, reading

_WITHIN = frozenset({"output", "message", "messages", "content", "contentBlockStart", "start", "stream"})
"""Keys of replies and streamed events under which calls stand. What a call was given is under none of them."""
_CALL = "toolUse"


def restore(reply: Any, names: Mapping[str, str]) -> Any:
    """Return a reply, or one event of a streamed one, with aliases of tools replaced by their names; itself where there are none.

    >>> restore({"toolUse": {"toolUseId": "tooluse_1", "name": "a_b", "input": {}}}, {"a_b": "a.b"})["toolUse"]["name"]
    'a.b'
    """
    if isinstance(reply, list):
        restored = [restore(item, names) for item in reply]
        return reply if all(new is old for new, old in zip(restored, reply, strict=True)) else restored
    return _restored(reply, names) if isinstance(reply, dict) else reply


def _restored(holder: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for key, value in holder.items():
        new = restore(value, names) if key in _WITHIN else _renamed(value, names) if key == _CALL else value
        if new is not value:
            changed[key] = new
    return {**holder, **changed} if changed else holder


def _renamed(call: Any, names: Mapping[str, str]) -> Any:
    """Put the name back into a call of the caller's; tools that Amazon runs have no aliases."""
    if not isinstance(call, dict) or call.get("type") == SERVER_TOOL:
        return call
    alias = call.get("name")
    name = names.get(alias, alias) if isinstance(alias, str) else alias
    return call if name == alias else {**call, "name": name}


BEDROCK_CONVERSE = Format(NAME, reading(NAME, read_request), write_request, places, restore)
"""The wire format `bedrock-converse`."""

__all__ = ["BEDROCK_CONVERSE", "restore", "with_bytes"]
