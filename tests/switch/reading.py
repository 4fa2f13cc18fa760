"""Reads a payload of any format into what it tells, results attached to their calls."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from tests.switch.facts import Call, Orphan, Raw, Reader, Result, Text, Told
from tests.switch.facts_ai_sdk import AI_SDK
from tests.switch.facts_anthropic import ANTHROPIC
from tests.switch.facts_bedrock import BEDROCK
from tests.switch.facts_chat import CHAT, TAGGED
from tests.switch.facts_gemini import GEMINI
from tests.switch.facts_responses import RESPONSES

READERS: dict[str, Reader] = {
    "openai-chat": CHAT,
    "openai-responses": RESPONSES,
    "anthropic": ANTHROPIC,
    "gemini": GEMINI,
    "bedrock-converse": BEDROCK,
    "ai-sdk": AI_SDK,
    "mistral": CHAT,
    "deepseek": CHAT,
    "cerebras": TAGGED,
}
"""How each format is read. Dialects of Chat Completions are formats here: some say in a field of their own what others say elsewhere."""


@frozen
class Turn:
    """One item of the payload's list, -1 for what stands outside of it, and what it tells."""

    at: int
    told: list[Told]


def items(payload: Any, format: str) -> list[Raw]:
    """Return the list of a payload, which may be bare."""
    found: list[Raw] = payload if isinstance(payload, list) else payload.get(READERS[format].listed) or []
    return found


def read(payload: Any, format: str) -> list[Turn]:
    """Read a payload; results are attached to the call that waits for them in the latest item that has their id."""
    reader, body = READERS[format], payload if isinstance(payload, dict) else {}
    turns, batches = [Turn(-1, [Text("system", words) for words in reader.outside(body)])], list[list[Call]]()
    for at, item in enumerate(items(payload, format)):
        seen = list(reader.item(item))
        told = [_attached(found, batches) if isinstance(found, Result) else found for found in seen]
        turns.append(Turn(at, [found for found in told if found is not None]))
        if calls := [found for found in seen if isinstance(found, Call)]:
            batches.append(calls)
    return turns


def _attached(result: Result, batches: list[list[Call]]) -> Orphan | None:
    for batch in reversed(batches):
        mine = [call for call in batch if call.id == result.id and (result.id or call.name == result.name)]
        if mine:
            next((call for call in mine if not call.results), mine[-1]).results.append(result.pieces)
            return None
    return Orphan(result.pieces)
