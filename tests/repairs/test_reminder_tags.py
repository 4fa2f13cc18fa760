"""The tag of reminders has another name; all else is as it was."""

from __future__ import annotations

import pytest

from segue.parts import FilePart, TextPart
from segue.prompts import Prompt, UserMessage, assistant, call, prompt, result, system, tool, user
from segue.repairs.reminder_tags import rename_reminder_tags
from tests.repairs.settling import said, settled, spared, untouched

RENAMED = {
    "<system-reminder>Low tide.</system-reminder> Go on.": "<memory-context>Low tide.</memory-context> Go on.",
    '<system-reminder type="note" n="2">a</system-reminder>': '<memory-context type="note" n="2">a</memory-context>',
    "<system-reminder/> <system-reminder\n a=1>b": "<memory-context/> <memory-context\n a=1>b",
    "<system-reminder\u00a0a>": "<memory-context\u00a0a>",
    "<system-reminder\ufeffa>": "<memory-context\ufeffa>",
    '<system-reminder when="a>b">': '<memory-context when="a>b">',
    "</system-reminder>": "</memory-context>",
    "<system-reminder>a<system-reminder": "<memory-context>a<system-reminder",
}


@pytest.mark.parametrize(("before", "after"), RENAMED.items())
@pytest.mark.parametrize("speak", [system, user])
def test_tags_are_renamed(speak, before, after):
    """Attributes stay, opening and closing tags are renamed apart; white space is JavaScript's."""
    assert said(settled(rename_reminder_tags, prompt(speak(before))).messages[0]) == [after]


KEPT = [
    "<system-reminders>", "<system-reminder-x>", "<System-Reminder>", "<system-reminder\x1ca>", "<system-reminder\x85>", "<system-reminder",
    "<system-reminder /", "system-reminder>", "< system-reminder>", "",
]  # fmt: skip


@pytest.mark.parametrize("text", KEPT)
def test_other_tags_stay(text):
    """Longer names, capitals, tags that do not end."""
    untouched(rename_reminder_tags, prompt(user(text)))


def test_what_others_said_stays():
    """The model's words, results, files, also where they hold the tag."""
    tag = "<system-reminder>x</system-reminder>"
    file = FilePart("text/plain", tag, "text")
    untouched(rename_reminder_tags, Prompt(), prompt(user(file), assistant(tag, call("c1", tag)), tool(result("c1", tag))))


def test_only_the_text_is_made_anew():
    """Other parts and messages are the same objects, and the text keeps what else it has."""
    before = prompt(user("plain"), UserMessage((TextPart("plain"), TextPart("<system-reminder/>", {"x": {"y": 1}}))))
    after = settled(rename_reminder_tags, before)
    assert after.messages[1].content[0] is before.messages[1].content[0]
    assert after.messages[1].content[1] == TextPart("<memory-context/>", {"x": {"y": 1}})
    spared(before, after, 1)


@pytest.mark.parametrize("text", ["<system-reminder ", "<system-reminder a=1", "</system-reminder", "<", ">"])
def test_tags_that_never_end_take_no_time(text):
    """Their end is looked for once; looked for from each beginning, this would take hours."""
    untouched(rename_reminder_tags, prompt(user("x>" + text * 200_000)))
