"""Encrypted thoughts of others are taken off; their summaries stay."""

from __future__ import annotations

from functools import partial

from segue.json_values import freeze_object
from segue.models import Model
from segue.parts import ReasoningPart, option
from segue.prompts import Prompt, assistant, prompt, user
from segue.repairs.foreign_blobs import drop_foreign_blobs
from tests.repairs.settling import settled, spared, untouched

OPENAI, XAI = Model("openai", "gpt-5.2"), Model("xai", "grok-4")
TOKENS = freeze_object({"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "gAAA"}})
drop = partial(drop_foreign_blobs, is_foreign=lambda part: part.origin == OPENAI and option(part, "openai", "reasoningEncryptedContent") is not None)


def test_the_summary_stays():
    """Without the tokens; a thought without words goes whole."""
    before = prompt(user("Hi"), assistant(ReasoningPart("Greet.", TOKENS, OPENAI), ReasoningPart(" ", TOKENS, OPENAI), "Hello"), user("?"))
    after = settled(drop, before)

    assert [part.text for part in after.messages[1].content] == ["Greet.", "Hello"]
    assert after.messages[1].content[0].provider_options == {"openai": {"itemId": "rs_1"}}
    spared(before, after, 1)


def test_other_options_stay():
    """Those of other owners on the same thought."""
    both = freeze_object({"openai": {"reasoningEncryptedContent": "gAAA"}, "anthropic": {"signature": "EqoB"}})
    after = settled(drop, prompt(user("Hi"), assistant(ReasoningPart("Greet.", both, OPENAI))))

    assert after.messages[1].content[0].provider_options == {"anthropic": {"signature": "EqoB"}}


def test_own_thoughts_stay():
    """Byte for byte, and all that is no thought."""
    untouched(drop, Prompt(), prompt(user("Hi"), assistant(ReasoningPart("Greet.", TOKENS, XAI), "Hello")))
