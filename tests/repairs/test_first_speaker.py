"""The user speaks first, and everything that was said stays."""

from __future__ import annotations

import pytest

from segue.prompts import Prompt, assistant, call, prompt, result, system, tool, user
from segue.repairs.first_speaker import begin_with_user
from tests.repairs.settling import roles, said, settled, spared, untouched


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (prompt(assistant("14 left."), user("Two, please.")), "uau"),
        (prompt(system("S"), system("T"), assistant("14 left.")), "ssua"),
        (prompt(system("S"), tool(result("c1")), user("?")), "sutu"),
        (prompt(assistant(call("c1", "run")), tool(result("c1"))), "uat"),
        (prompt(assistant()), "ua"),
    ],
)
def test_a_user_message_is_put_first(before, expected):
    """Behind leading system text, before whoever spoke first; all others are the same objects."""
    after = settled(begin_with_user, before)

    assert roles(after) == expected
    assert said(after.messages[expected.index("u")]) == ["[earlier messages are not part of this history]"]
    spared(before, after)


def test_a_history_that_a_user_begins_stays():
    """With or without system text before, even if the user says nothing; and one in which only the system speaks."""
    untouched(begin_with_user, Prompt(), prompt(user("Hi"), assistant("Ho")), prompt(system("S"), user("Hi"), system("T"), assistant("Ho")))
    untouched(begin_with_user, prompt(user(), assistant("Ho")), prompt(system("S"), system("T")))
