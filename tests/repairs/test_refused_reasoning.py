"""Thoughts that are named go, and messages that held nothing else."""

from __future__ import annotations

from segue.parts import ReasoningPart, TextPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.refused_reasoning import strip_reasoning
from tests.repairs.settling import roles, said, settled, spared, untouched

OWN, FOREIGN = ReasoningPart("Add. é☕"), ReasoningPart("Wie? é☕" * 10_000)
ASK = user("2 + 2?")


def strip(given):
    """Strip the foreign thoughts."""
    return strip_reasoning(given, lambda part: part is FOREIGN)


def test_only_what_is_named_goes():
    """Its neighbours are the same objects, in order."""
    before = prompt(ASK, assistant(FOREIGN, OWN, "4", FOREIGN, call("c1", "add")), tool(result("c1", "4")), assistant(OWN, "4"))
    after = settled(strip, before)
    assert said(after.messages[1]) == ["Add. é☕", "4", "ToolCallPart"]
    assert after.messages[1].content[0] is OWN
    spared(before, after, 1)


def test_a_message_of_thoughts_alone_goes():
    """Providers refuse messages without content; one that was empty before is somebody else's fault."""
    before = prompt(ASK, assistant(FOREIGN, FOREIGN), assistant(), assistant(OWN))
    assert roles(settled(strip, before)) == "uaa"


def test_a_message_can_be_spared():
    """By its index, whatever it holds."""
    before = prompt(ASK, assistant(FOREIGN, "a"), assistant(FOREIGN, "b"))
    after = strip_reasoning(before, lambda _: True, spared=2)
    assert [said(message) for message in after.messages[1:]] == [["a"], [FOREIGN.text, "b"]]
    spared(before, after, 1)


def test_everything_else_stays():
    """Text that looks like thoughts, and thoughts that are not named."""
    untouched(strip, Prompt(), prompt(ASK, assistant(OWN, TextPart("<think>Hm.</think>"))), prompt(ASK, assistant()))
