"""System text that leads the list is written into its own field; system text elsewhere is left alone."""

from __future__ import annotations

from attrs import evolve

from segue.prompts import Prompt, prompt, system, user
from segue.repairs.listed_system import lift_leading_system
from segue.shapes import Shape
from tests.repairs.settling import settled, spared, untouched

LISTED = evolve(system("Be brief. é☕"), shape=Shape("anthropic", form="listed"))


def test_leading_system_text_forgets_that_it_was_listed():
    """Each such message; its text is the same object, one that stood in the field is too."""
    fine = system("In the field.")
    before = prompt(fine, LISTED, LISTED, user("Hi"))
    after = settled(lift_leading_system, before)

    assert [message.shape for message in after.messages[:3]] == [None] * 3
    assert after.messages == before.messages
    assert after.messages[1].content[0] is LISTED.content[0]
    spared(before, after, 1, 2)


def test_what_leads_no_list_stays():
    """Behind a user, of another layout, or without any."""
    string = evolve(LISTED, shape=Shape("anthropic", form="string"))

    untouched(lift_leading_system, Prompt(), prompt(user("Hi"), LISTED), prompt(string, system("S"), user("Hi")), prompt(user("Hi")))
