"""Valid payloads of every format, small ones: of the stored histories, of the catalogue, and of the strategies."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy
from returns.pipeline import is_successful

from segue import FORMATS, detect
from segue.json_values import thaw
from segue.testing import requests, wire_bedrock, wire_dialects, wire_gemini, wire_openai_responses
from segue.testing.stored import wire_payloads

TESTS = Path(__file__).parents[1]
OWN: dict[str, SearchStrategy[Any]] = {
    "openai-chat": wire_dialects.dialects().flatmap(wire_dialects.payloads),
    "mastra": wire_payloads(),
    "openai-responses": wire_openai_responses.payloads(),
    "gemini": wire_gemini.payloads(),
    "bedrock-converse": wire_bedrock.payloads(),
}
"""Strategies of the payloads that a format has of its own."""
LISTS = ("messages", "prompt", "input", "contents")
LONGEST = 3_000
"""Characters of a sample: small ones are quick to damage and to read."""


def stored() -> Iterator[tuple[str, Any]]:
    """Yield the format and the payload of every history and entry that is stored with the tests."""
    yield from histories()
    for path in sorted((TESTS / "catalogue").glob("*.json")):
        for entry in json.loads(path.read_text(encoding="utf-8")):
            if "payload" in entry:
                yield str(detect(entry["payload"])), entry["payload"]


def histories() -> Iterator[tuple[str, Any]]:
    """Yield the format of every stored history, and the history piece by piece."""
    for path in sorted((TESTS / "switch" / "histories").glob("*.json")):
        history = json.loads(path.read_text(encoding="utf-8"))
        yield from ((history["format"], piece) for piece in pieces(history["history"]))
    for path in sorted((TESTS / "histories").rglob("*.json")):
        history = json.loads(path.read_text(encoding="utf-8"))
        payload = history.get("payload", history)
        yield from ((history.get("format") or str(detect(payload)), piece) for piece in pieces(payload))


def pieces(payload: Any) -> Iterator[Any]:
    """Yield a payload with two of its messages at a time."""
    key = next((key for key in LISTS if isinstance(payload, dict) and isinstance(payload.get(key), list)), None)
    listed = payload if key is None else payload[key]
    for at in range(0, len(listed), 2):
        yield listed[at : at + 2] if key is None else {**payload, key: listed[at : at + 2]}


def drawn(strategy: SearchStrategy[Any], count: int) -> list[Any]:
    """Return what a strategy gives, the same every time."""
    made: list[Any] = []

    @settings(max_examples=count, derandomize=True, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(strategy)
    def keep(value: Any) -> None:
        made.append(value)

    keep()
    return made


@cache
def written(count: int = 100) -> list[Any]:
    """Return requests of all kinds."""
    return drawn(requests(), count)


@cache
def samples(name: str, source: Callable[[], Iterable[tuple[str, Any]]] = stored, count: int = 100) -> list[Any]:
    """Return small payloads that a format reads, the same every time: what is stored, and so many of the strategies."""
    form = FORMATS[name]
    made = [payload for format, payload in source() if format == name]
    made += drawn(OWN[name], count) if name in OWN else []
    made += [form.encode(request) for request in written(count)]
    small = [thaw(payload) for payload in made if len(json.dumps(payload)) <= LONGEST]
    return [payload for payload in small if is_successful(form.decode(payload))]
