"""A developer message becomes a system message; nothing else changes."""

from __future__ import annotations

from attrs import evolve

from segue.json_values import freeze_object
from segue.parts import TextPart
from segue.prompts import Prompt, SystemMessage, assistant, prompt, system, user
from segue.repairs.developer_role import developer_as_system
from tests.repairs.settling import settled, spared, untouched

TEXT = TextPart("Be brief. é☕")
DEVELOPER = SystemMessage((TEXT,), developer=True, name="ops", provider_options=freeze_object({"f": {"x": 1}}))


def test_the_role_changes_and_nothing_else():
    """Each developer message, wherever it stands, keeps its words, its name and its place."""
    before = prompt(DEVELOPER, user("Hi"), assistant("Ho"), DEVELOPER, SystemMessage((), developer=True))
    after = settled(developer_as_system, before)

    assert after.messages[0] == after.messages[3] == evolve(DEVELOPER, developer=False)
    assert after.messages[0].content[0] is TEXT
    assert after.messages[4] == SystemMessage(())
    spared(before, after, 0, 3, 4)


def test_system_messages_stay():
    """And so do all other roles."""
    untouched(developer_as_system, Prompt(), prompt(system("Be brief."), user("developer"), assistant("Ho"), system()))
