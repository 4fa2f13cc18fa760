"""What providers were seen to refuse, entry by entry: the payload is a fault, `fix` mends it, and the error is explained.

The entries are facts from public reports: the provider's words, and the smallest payload in its own format that provokes them.
"""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

import pytest

import segue

ENTRIES = {entry["id"]: entry for entry in json.loads((Path(__file__).parent / "entries.json").read_text(encoding="utf-8"))}
FORMATS = {"anthropic": "anthropic", "openai": "openai-chat", "openai-responses": "openai-responses", "bedrock": "bedrock-converse", "gemini": "gemini", "vertex": "gemini"}
TARGETS = {
    "anthropic": "anthropic/claude-sonnet-4-5", "openai": "openai/gpt-5.2", "openai-responses": "openai.responses/gpt-5.2",
    "bedrock": "bedrock/amazon.nova-pro-v1:0",
    "gemini": "google/gemini-3-pro", "vertex": "vertex/gemini-3-pro",
}  # fmt: skip
DIALECTS = {
    "mistral": "mistral-large-latest", "cerebras": "zai-glm-4.7", "groq": "llama-3.3-70b", "fireworks": "kimi-k2", "deepseek": "deepseek-v4",
    "moonshot": "kimi-k2", "xai": "grok-4", "minimax": "minimax-m2", "perplexity": "sonar-pro",
}  # fmt: skip
FORMATS |= dict.fromkeys(DIALECTS, "openai-chat")
TARGETS |= {provider: f"{provider}/{model}" for provider, model in DIALECTS.items()}
FAMILIES = {"bedrock": "converse", "vertex": "gemini"} | dict.fromkeys(DIALECTS, "chat")
"""Families of rules whose name is not the provider's."""

NOT_COVERED = {
    "anthropic-tool-reference-unavailable": "a reference is not looked up among the tools on offer",
    "anthropic-final-turn-must-start-with-thinking": "needs thinking on, and no thought can be invented",
    "anthropic-thinking-modified": "nothing in the payload tells that a thought was edited",
    "anthropic-thinking-bound-to-prefix": "nothing in the payload tells what stood before the thought",
    "anthropic-thinking-disabled-final-turn": "needs thinking off; a thought before a call is fine otherwise",
    "anthropic-container-id-required": "the container's id is a field of the request, and is not in the history",
    "anthropic-image-limits": "images are not measured",
    "openai-chat-system-role-unsupported": "old reasoning models have no rule",
    "openai-string-too-long-10mb": "no output is cut",
    "openai-responses-namespace-missing": "nothing in the payload tells of which namespace a call was",
    "openai-responses-previous-response-not-found": "what was said before is not in the payload",
    "bedrock-toolconfig-missing": "only the caller knows the tools",
    "openai-too-many-tools": "which tool to go without is the caller's choice",
}


def stretched(entry):
    """Return the payload, at full length where length is what is refused."""
    payload = deepcopy(entry["payload"])
    if entry["id"] == "openai-string-too-long-10mb":
        payload["messages"][2]["content"] = "x" * 10_485_761
    if entry["id"] == "openai-too-many-tools":
        payload["tools"] *= 129
    return payload


def family(entry):
    """Return how the names of the rules of an entry's provider begin."""
    return FAMILIES.get(entry["provider"], entry["provider"])


def verdict(entry):
    """Return the rules that find a fault, those behind what is left of it, and those that explain the error."""
    target, options = entry.get("target", TARGETS[entry["provider"]]), {"from_format": FORMATS[entry["provider"]], "made_by": entry.get("made_by")}
    payload = stretched(entry)
    faults = segue.check(payload, target, **options)
    left = segue.fix(payload, target, **options).faults_left
    explained = segue.explain(entry["error_text"], target)
    return {fault.rule for fault in faults}, {fault.rule for fault in left}, {rule.name for rule in explained}


def covered(entry):
    """Tell whether all three verbs know the failure."""
    faults, left, explained = verdict(entry)
    own = {name for name in explained if name.startswith((family(entry), entry["provider"]))}
    return bool(faults and own and not left)


@pytest.mark.parametrize("name", [name for name in ENTRIES if name not in NOT_COVERED])
def test_an_entry_is_covered(name):
    """Its rule finds the fault and explains the error, and nothing is left when it is mended."""
    entry = ENTRIES[name]
    faults, left, explained = verdict(entry)

    assert entry["rule"] in faults
    assert entry["rule"] in explained
    assert left == set()
    assert all(rule.startswith((family(entry), entry["provider"])) for rule in faults | explained)


@pytest.mark.parametrize("name", [name for name in ENTRIES if name not in NOT_COVERED])
def test_what_fix_makes_is_without_fault(name):
    """Read again, as the payload that it is."""
    entry = ENTRIES[name]
    target, format = entry.get("target", TARGETS[entry["provider"]]), FORMATS[entry["provider"]]
    fixed = segue.fix(entry["payload"], target, from_format=format, made_by=entry.get("made_by"))

    assert fixed.changes
    assert segue.check(fixed.payload, target, from_format=format) == ()


@pytest.mark.parametrize("name", NOT_COVERED)
def test_an_entry_that_is_not_covered_is_not(name):
    """Once it is, it leaves the table."""
    assert not covered(ENTRIES[name])
    assert NOT_COVERED[name]


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_says_what_it_must(name):
    """Provider, words and payload, and the rule where there is one."""
    entry = ENTRIES[name]

    assert name.startswith(entry["provider"])
    assert entry["error_text"]
    assert entry["payload"].keys() & {"messages", "contents", "input"}
    assert ("rule" in entry) == (name not in NOT_COVERED)
    assert set(entry) <= {"id", "provider", "error_text", "rule", "target", "made_by", "payload"}
