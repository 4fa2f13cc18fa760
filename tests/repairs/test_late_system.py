"""System text behind another role becomes a labelled user message in its place."""

from __future__ import annotations

from functools import partial

import pytest

from segue.json_values import freeze_object
from segue.parts import OpaquePart, TextPart
from segue.prompts import Prompt, SystemMessage, UserMessage, assistant, call, prompt, result, system, tool, user
from segue.repairs.late_system import fold_late_system
from tests.repairs.settling import roles, said, settled, spared, untouched

ASK, SAID, LATE = user("Hello"), assistant("Hi"), system("Be long. é☕")
TOLD = "[system message]\nBe long. é☕\n[end of system message]"
behind_user = partial(fold_late_system, behind_user=True)


@pytest.mark.parametrize("before", [prompt(ASK, LATE), prompt(system("S"), ASK, SAID, LATE, ASK), prompt(SAID, LATE), prompt(tool(), LATE)])
def test_late_system_text_is_the_users(before):
    """Behind any other role; every other message is the same object."""
    after = settled(fold_late_system, before)
    at = before.messages.index(LATE)

    assert said(after.messages[at]) == [TOLD]
    assert isinstance(after.messages[at], UserMessage)
    spared(before, after, at)


def test_several_texts_stand_between_the_labels():
    """A line each; what is no text stands behind them."""
    note = OpaquePart("note", freeze_object({}), "f")
    made = settled(fold_late_system, prompt(ASK, SystemMessage((TextPart("A"), note, TextPart("B"))))).messages[1]

    assert said(made) == ["[system message]\nA\nB\n[end of system message]", "OpaquePart"]
    assert made.content[1] is note


def test_system_text_without_words_needs_no_labels():
    """There is nothing to set apart."""
    made = settled(fold_late_system, prompt(ASK, system(" ", ""), system())).messages

    assert [said(message) for message in made] == [["Hello"], [" ", ""], []]


def test_each_late_message_is_folded():
    """Also several in a row."""
    assert roles(settled(fold_late_system, prompt(system("S"), system("T"), ASK, LATE, LATE, SAID, LATE))) == "ssuuuau"


def test_behind_a_user_it_may_stay():
    """Where the target takes it there: behind a user's or a tool's message, several in a row; behind an assistant's not."""
    run = (assistant(call("c1", "run")), tool(result("c1")))
    untouched(behind_user, Prompt(), prompt(ASK, LATE, LATE, SAID), prompt(ASK, *run, LATE))

    assert roles(settled(behind_user, prompt(ASK, SAID, LATE, LATE, SAID, LATE))) == "uausau"


def test_leading_system_text_stays():
    """One or several, with or without anything behind."""
    for fold in (fold_late_system, behind_user):
        untouched(fold, Prompt(), prompt(LATE), prompt(LATE, LATE, ASK, SAID))


def test_leading_system_text_may_be_folded_too():
    """With `leading`, where there is no system role at all."""
    leading = partial(fold_late_system, leading=True)
    after = settled(leading, prompt(LATE, LATE, ASK, SAID, LATE))

    assert roles(after) == "uuuau"
    untouched(leading, Prompt(), prompt(ASK, SAID))
