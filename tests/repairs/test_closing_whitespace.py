"""White space is taken off the end of a closing assistant text, and nowhere else."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import freeze_object
from segue.parts import ReasoningPart, TextPart
from segue.prompts import Prompt, assistant, call, prompt, result, system, tool, user
from segue.repairs.closing_whitespace import strip_closing_whitespace
from tests.repairs.settling import settled, spared, untouched

ASK = user("Greet me. ")


@pytest.mark.parametrize(
    ("text", "stripped"),
    [("Hello, ", "Hello,"), ("é☕\u3000", "é☕"), ("a\n\n\t", "a"), (" a b ", " a b"), (" \n", ""), ("x" * 9 + " " * 99_999, "x" * 9)],
)
def test_the_end_is_stripped(text, stripped):
    """All white space behind the last word goes, that before it stays."""
    before = prompt(ASK, assistant("One. ", text))
    after = settled(strip_closing_whitespace, before)

    assert after.messages[1].content[1].text == stripped
    assert after.messages[1].content[0] is before.messages[1].content[0]
    spared(before, after, 1)


def test_only_the_text_changes():
    """Options of the part and origin of the message stay."""
    part = TextPart("Hello ", freeze_object({"anthropic": {"citations": [1]}}))
    given = evolve(assistant(part), name="Ann")
    closing = settled(strip_closing_whitespace, prompt(ASK, given)).messages[1]

    assert closing == evolve(given, content=(evolve(part, text="Hello"),))


def test_white_space_elsewhere_stays():
    """In earlier messages and parts, of other roles, before a last part that is no text, and inside and before words."""
    untouched(
        strip_closing_whitespace,
        Prompt(),
        prompt(ASK),
        prompt(ASK, assistant("Hello "), ASK),
        prompt(ASK, assistant("Hello "), system("Be brief. ")),
        prompt(ASK, assistant("Hello ", call("c1", "run")), tool(result("c1", "ok "))),
        prompt(ASK, assistant("Hello ", call("c1", "run"))),
        prompt(ASK, assistant("Hello ", ReasoningPart("Hm. "))),
        prompt(ASK, assistant(" Hello\n there")),
        prompt(ASK, assistant("Hello ", "")),
        prompt(ASK, assistant()),
    )
