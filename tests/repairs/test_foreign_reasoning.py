"""Thoughts that the target cannot read go; those it can stay byte for byte."""

from __future__ import annotations

from segue.json_values import freeze_object
from segue.models import Model
from segue.parts import ReasoningPart, TextPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.foreign_reasoning import drop_reasoning
from tests.repairs.settling import said, settled, spared, untouched

OWN = ReasoningPart("", freeze_object({"anthropic": {"signature": "Eq"}}), Model("anthropic"))
FOREIGN = ReasoningPart("Wie? é☕" * 10_000, origin=Model("deepseek"))
ASK = user("2 + 2?")


def drop(given):
    """Drop what another model thought."""
    return drop_reasoning(given, lambda part: part.origin != Model("anthropic"))


def test_only_what_is_named_goes():
    """Its neighbours, own thoughts among them, are the same objects."""
    before = prompt(ASK, assistant(FOREIGN, OWN, "4", FOREIGN, call("c1", "add")), tool(result("c1", "4")), assistant(OWN, "4"))
    after = settled(drop, before)

    assert said(after.messages[1]) == ["", "4", "ToolCallPart"]
    assert after.messages[1].content[0] is OWN
    spared(before, after, 1)


def test_a_message_of_thoughts_alone_is_left_without_parts():
    """That is for another rule to mend."""
    assert settled(drop, prompt(ASK, assistant(FOREIGN, FOREIGN))).messages[1] == assistant()


def test_everything_else_stays():
    """Own thoughts, and text that looks like thoughts."""
    untouched(drop, Prompt(), prompt(ASK, assistant(OWN, TextPart("<think>Hm.</think>"))), prompt(ASK, assistant()))
    untouched(lambda given: drop_reasoning(given, lambda _: False), prompt(ASK, assistant(FOREIGN)))
