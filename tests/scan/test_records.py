"""Thoughts of the usual layouts are known at the first look."""

from __future__ import annotations

import pytest

from segue.json_values import EMPTY, JsonObject, freeze_object
from segue.models import Model
from segue.parts import ReasoningPart
from segue.profiles.responses import FORMAT
from segue.scan.records import ANTHROPICS, BARE, BEDROCKS, GEMINIS, GOOGLES, OPENAIS, plain_thought
from segue.shapes import Extras, Shape


def openai(**tokens):
    """Options that OpenAI gives."""
    return freeze_object({"openai": tokens})


USUAL = openai(itemId="rs_1", reasoningEncryptedContent="g")
SIGNED = freeze_object({"anthropic": {"signature": "EqoB"}})
MAKERS = {
    "OpenAI": (ReasoningPart("", USUAL), OPENAIS),
    "Claude": (ReasoningPart("Hm.", SIGNED), ANTHROPICS),
    "nobody": (ReasoningPart("Hm."), BARE),
    "Google": (ReasoningPart("Hm.", freeze_object({"google": {"thoughtSignature": "Cs"}})), GOOGLES),
    "Bedrock": (ReasoningPart("Hm.", freeze_object({"bedrock": {"signature": "EqoB"}})), BEDROCKS),
    "Gemini's layout": (ReasoningPart("Hm.", shape=Shape("gemini", ("text", "thought"))), GEMINIS),
    "an id of another kind": (ReasoningPart("", openai(itemId="msg_1", reasoningEncryptedContent="g")), 0),
    "an id that is none": (ReasoningPart("", openai(itemId=1, reasoningEncryptedContent="g")), 0),
    "no text for a signature": (ReasoningPart("Hm.", freeze_object({"google": {"thoughtSignature": 1}})), 0),
    "one more of Bedrock's": (ReasoningPart("Hm.", freeze_object({"bedrock": {"signature": "EqoB", "x": 1}})), 0),
    "somebody else": (ReasoningPart("Hm.", freeze_object({"xai": {"signature": "EqoB"}})), 0),
    "both": (ReasoningPart("Hm.", JsonObject({**SIGNED, **USUAL})), 0),
    "a named model": (ReasoningPart("Hm.", SIGNED, Model("anthropic")), 0),
    "unclaimed fields": (ReasoningPart("Hm.", SIGNED, extras=Extras("anthropic", EMPTY)), 0),
    "fewer tokens": (ReasoningPart("Hm.", openai(itemId="rs_1")), 0),
    "other tokens": (ReasoningPart("Hm.", openai(itemId="rs_1", note="g")), 0),
    "an empty token": (ReasoningPart("Hm.", openai(itemId="rs_1", reasoningEncryptedContent="")), 0),
    "a null token": (ReasoningPart("Hm.", freeze_object({"anthropic": {"signature": None}})), 0),
    "no object": (ReasoningPart("Hm.", JsonObject(anthropic="EqoB")), 0),
    "no summary": (ReasoningPart("", USUAL, shape=Shape(FORMAT, ("type", "id"), "summary")), 0),
}


@pytest.mark.parametrize(("part", "kinds"), MAKERS.values(), ids=MAKERS)
def test_whose_tokens_a_thought_carries(part, kinds):
    """Those that most of their maker's thoughts carry, and nothing else."""
    assert plain_thought(part) == kinds
