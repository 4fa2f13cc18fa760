"""What a provider's own API gives and takes comes back to the letter: blocks, items and parts of every kind that it lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import segue
from tests.judges import anthropic, bedrock, cerebras, deepseek, gemini, mistral, openai_chat, openai_responses

PAYLOADS = json.loads(Path(__file__).with_name("native.json").read_text(encoding="utf-8"))
"""One payload a target, as rich as its documents allow."""
JUDGES = {
    "anthropic": anthropic.judge, "bedrock": bedrock.judge, "google": gemini.judge, "vertex": gemini.judge, "openai": openai_chat.judge,
    "openai.responses": openai_responses.judge, "mistral": mistral.judge, "cerebras": cerebras.judge, "deepseek": deepseek.judge,
}  # fmt: skip
each = pytest.mark.parametrize("to", PAYLOADS)


@each
def test_nothing_is_amiss_with_a_native_payload(to):
    """No fault is named, and nothing is repaired."""
    fixed = segue.fix(PAYLOADS[to], to, made_by=to)

    assert segue.check(PAYLOADS[to], to, made_by=to) == ()
    assert fixed.changes == ()
    assert json.dumps(fixed.payload) == json.dumps(PAYLOADS[to])


@pytest.mark.parametrize("to", [to for to in PAYLOADS if to.partition("/")[0] in JUDGES])
def test_a_native_payload_is_one(to):
    """The provider's published types take it."""
    provider, _, model = to.partition("/")
    assert JUDGES[provider](PAYLOADS[to], model=model) == []
