"""One system message at the beginning."""

from __future__ import annotations

from attrs import evolve

from segue.json_values import freeze_object
from segue.parts import TextPart
from segue.prompts import Prompt, SystemMessage, prompt, system, user
from segue.repairs.several_system import join_leading_system
from tests.repairs.settling import roles, said, settled, spared, untouched

HI = user("Hi")


def test_leading_ones_are_joined():
    """Their texts stay apart, in order; options of both are kept."""
    marked = evolve(system("Be kind."), provider_options=freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}}))
    before = prompt(system("Be brief."), marked, system("Be true."), HI)
    after = settled(join_leading_system, before)

    assert said(after.messages[0]) == ["Be brief.", "Be kind.", "Be true."]
    assert after.messages[0].provider_options == marked.provider_options
    spared(before, after, 0, 1, 2)


def test_others_are_left_alone():
    """A single one, one behind a user, those of two names, a developer beside the system; nothing but system messages."""
    named = evolve(system("B"), name="max")
    developer = SystemMessage((TextPart("B"),), developer=True)
    untouched(
        join_leading_system, Prompt(), prompt(system("A"), HI), prompt(system("A"), HI, system("B")), prompt(HI), prompt(system("A"), named, HI),
        prompt(system("A"), developer, HI),
    )  # fmt: skip
    assert roles(settled(join_leading_system, prompt(system("A"), system("B")))) == "s"
