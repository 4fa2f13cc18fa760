"""Reasoning in stretches: which part has which text and which token."""

import pytest

from segue.convert.thoughts import reasoning_parts, stored_reasoning
from segue.json_values import EMPTY, JsonObject, freeze_object
from segue.messages import StoredReasoning, Thought
from segue.models import Model
from segue.parts import ReasoningPart

CLAUDE = Model("anthropic", "claude-sonnet-4-5")


def options(**providers):
    """Provider options."""
    return freeze_object(providers)


SIGNED = options(anthropic={"signature": "s"})
REDACTED = options(anthropic={"redactedData": "r"})
ITEM = options(openai={"itemId": "rs_1", "reasoningEncryptedContent": "gAAA"})

ROWS = [
    # text and details
    ("Hm.", (), EMPTY, [("Hm.", EMPTY)]),
    ("", (), EMPTY, [("", EMPTY)]),
    ("", (Thought("Hm."),), EMPTY, [("Hm.", EMPTY)]),
    ("all", (Thought("Hm."),), EMPTY, [("Hm.", EMPTY)]),
    ("", (Thought("a"), Thought("b")), EMPTY, [("a", EMPTY), ("b", EMPTY)]),
    ("all", (Thought("", "s"),), EMPTY, [("all", SIGNED)]),
    ("all", (Thought(redacted="r"), Thought("", "s"), Thought("")), EMPTY, [("", REDACTED), ("all", SIGNED), ("", EMPTY)]),
    ("all", (Thought(redacted="r"),), EMPTY, [("all", EMPTY), ("", REDACTED)]),
    # tokens
    ("", (Thought("a", "s"),), EMPTY, [("a", SIGNED)]),
    ("", (Thought("a", ""),), EMPTY, [("a", EMPTY)]),
    ("", (Thought(redacted="r"),), EMPTY, [("", REDACTED)]),
    ("", (Thought("a", "s"),), SIGNED, [("a", SIGNED)]),
    ("", (Thought("a", "s"), Thought("b", "t")), EMPTY, [("a", SIGNED), ("b", options(anthropic={"signature": "t"}))]),
    ("", (Thought("a", "t"), Thought("b", "s")), SIGNED, [("a", options(anthropic={"signature": "t"})), ("b", SIGNED)]),
    ("", (Thought("a", "s"), Thought("b")), options(anthropic={"signature": "u"}), [("a", SIGNED), ("b", options(anthropic={"signature": "u"}))]),
    ("", (Thought("a", "s"), Thought(redacted="r")), options(anthropic={"redactedData": "r"}), [("a", SIGNED), ("", REDACTED)]),
    ("", (Thought("a", "s"),), options(anthropic={"signature": "u"}), [("a", options(anthropic={"signature": "u"}))]),
    ("", (Thought("a", "s"),), options(bedrock={"signature": "s"}), [("a", options(bedrock={"signature": "s"}))]),
    ("", (Thought("a", "s"),), options(anthropic={"n": 1}), [("a", options(anthropic={"n": 1, "signature": "s"}))]),
    ("", (Thought("a", "s"),), options(anthropic=None), [("a", SIGNED)]),
    ("", (Thought("a", "s"),), options(x="s"), [("a", options(x="s", anthropic={"signature": "s"}))]),
    # other providers
    ("a", (), ITEM, [("a", ITEM)]),
    ("", (Thought("a"), Thought("b")), ITEM, [("a", ITEM), ("b", EMPTY)]),
    ("", (Thought("a", "s"), Thought("b", "t")), ITEM, [("a", options(**ITEM, anthropic={"signature": "s"})), ("b", options(anthropic={"signature": "t"}))]),
]


@pytest.mark.parametrize(("text", "details", "given", "parts"), ROWS)
def test_stretches(text, details, given, parts):
    """Each stretch is a part with its text and its own token, the options are one part's, and no token is given twice."""
    assert reasoning_parts(StoredReasoning(text, details, given), CLAUDE) == tuple(ReasoningPart(*part, CLAUDE) for part in parts)


PARTS = [
    (ReasoningPart("a"), Thought("a")),
    (ReasoningPart(""), Thought("")),
    (ReasoningPart("a", SIGNED), Thought("a", "s")),
    (ReasoningPart("", SIGNED), Thought("", "s")),
    (ReasoningPart("", REDACTED), Thought(redacted="r")),
    (ReasoningPart("a", REDACTED), Thought("a")),
    (ReasoningPart("", options(anthropic={"redactedData": "r", "signature": "s"})), Thought(redacted="r")),
    (ReasoningPart("a", options(anthropic={"signature": None})), Thought("a")),
    (ReasoningPart("a", ITEM), Thought("a")),
]


@pytest.mark.parametrize(("part", "thought"), PARTS)
def test_a_part_is_one_stretch(part, thought):
    """A part is stored as one stretch with its options beside it, and is read as that very part."""
    stored = stored_reasoning(part)
    assert stored == StoredReasoning("", (thought,), part.provider_options)
    assert reasoning_parts(stored, None) == (part,)


def test_unclaimed_fields_are_not_models():
    """The maker is named on each part, and nothing else is carried along."""
    assert reasoning_parts(StoredReasoning("a", (Thought("b"), Thought("c"))), None) == (ReasoningPart("b"), ReasoningPart("c"))
    assert JsonObject() == EMPTY
