"""Payloads as lines, one for each thing that is said: what two libraries may spell in two ways is spelled in one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Raw = dict[str, Any]


def lines(payload: Any, format: str) -> list[str]:
    """Return what a payload says, line by line: who, and what in JSON with sorted keys. Null says nothing."""
    return [f"{role}: {json.dumps(_bare(block), sort_keys=True, ensure_ascii=False)}" for role, block in _READERS[format](payload)]


_GIVEN = frozenset({"args", "input", "response", "json"})
"""Keys under which JSON of the caller's stands."""


def _bare(value: Any) -> Any:
    """Drop fields that are null, but not what is the caller's."""
    if isinstance(value, dict):
        return {key: item if key in _GIVEN else _bare(item) for key, item in value.items() if item is not None}
    return [_bare(item) for item in value] if isinstance(value, list) else value


def _listed(content: Any, kind: str = "text") -> list[Raw]:
    return [{"type": kind, "text": content}] if isinstance(content, str) else list(content or ())


def _anthropic(payload: Raw) -> Iterator[tuple[str, Raw]]:
    yield from (("system", block) for block in _listed(payload.get("system")))
    for message in payload["messages"]:
        for block in _listed(message["content"]):
            yield message["role"], {**block, "content": _listed(block["content"])} if "content" in block else block


def _bedrock(payload: Raw) -> Iterator[tuple[str, Raw]]:
    yield from (("system", block) for block in payload.get("system") or ())
    yield from ((message["role"], block) for message in payload["messages"] for block in message["content"])


def _gemini(payload: Raw) -> Iterator[tuple[str, Raw]]:
    yield from (("system", part) for part in (payload.get("systemInstruction") or {"parts": []})["parts"])
    yield from ((content["role"], _camel(part)) for content in payload["contents"] for part in content["parts"])


def _camel(value: Raw) -> Raw:
    """Spell keys of a part, and of what is in it, in one of Gemini's two ways; what calls are given is the caller's."""
    return {
        re.sub(r"_([a-z])", lambda found: found[1].upper(), key): _camel(item) if isinstance(item, dict) and key not in {"args", "response"} else item
        for key, item in value.items()
    }


def _responses(payload: Raw) -> Iterator[tuple[str, Raw]]:
    yield from (("system", {"text": block["text"]}) for block in _listed(payload.get("instructions")))
    for item in payload["input"]:
        if "role" not in item:
            yield item["type"], {**item, "output": _listed(item["output"], "input_text")} if "output" in item else item
        elif item["role"] in {"system", "developer"}:
            yield from (("system", {"text": block["text"]}) for block in _listed(item["content"]))
        else:
            kind = "output_text" if item["role"] == "assistant" else "input_text"
            yield from ((item["role"], block) for block in _listed(item["content"], kind))


_READERS: Mapping[str, Callable[[Raw], Iterator[tuple[str, Raw]]]] = {
    "anthropic": _anthropic, "gemini": _gemini, "bedrock-converse": _bedrock, "openai-responses": _responses,
}  # fmt: skip
