"""References to items go; every item that is there stays."""

from __future__ import annotations

from functools import partial

from segue.json_values import freeze_object
from segue.parts import OpaquePart
from segue.prompts import Prompt, UserMessage, assistant, prompt, user
from segue.repairs.item_references import drop_item_references
from tests.repairs.settling import settled, spared, untouched

REFERENCE = OpaquePart("item_reference", freeze_object({"type": "item_reference", "id": "msg_1"}), "openai-responses")
COMPACTED = OpaquePart("compaction", freeze_object({"type": "compaction", "encrypted_content": "g"}), "openai-responses")
drop = partial(drop_item_references, is_reference=lambda part: part.kind == "item_reference")


def test_references_go():
    """Wherever they stand, and messages that held nothing else."""
    before = prompt(user("Go."), assistant(REFERENCE, "Ja é☕", COMPACTED), assistant(REFERENCE), UserMessage((REFERENCE,)), user("?"))
    after = settled(drop, before)

    assert after.messages == (before.messages[0], assistant("Ja é☕", COMPACTED), before.messages[4])
    spared(before, after, 1, 2, 3)


def test_all_else_stays():
    """Other unread parts too."""
    untouched(drop, Prompt(), prompt(user("Go."), assistant(COMPACTED), assistant()))
