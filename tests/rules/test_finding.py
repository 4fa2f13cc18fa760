"""What rules find and cannot repair, they find in one look at a history."""

from __future__ import annotations

from functools import partial

import pytest

from segue.prompts import Prompt, Request, assistant, call, result, tool, user
from segue.rules import BUILT_IN
from segue.targets import Target
from segue.testing.strategies import TARGETS
from tests.repairs.settling import steps

FINDERS = [rule for rule in BUILT_IN if rule.find is not None]
AIMS = (*map(Target.of, ("copilot/gemini-3-pro", "copilot/gpt-5.2", "azure/gpt-5.2", "openai.responses/gpt-5.2")), *TARGETS)


def long(rule, turns):
    """A history of so many calls and results behind one question, with what the rule is known to find between."""
    spoken = [message for trigger in rule.triggers for message in trigger.messages]
    called = [message for n in range(turns) for message in (assistant(call(f"c{n}", "trains")), tool(result(f"c{n}", "7:10")), *spoken)]
    return Request(Prompt((user("Which trains run?"), *called)))


@pytest.mark.parametrize("rule", FINDERS, ids=lambda rule: rule.name)
def test_finding_is_linear(rule):
    """A history twice as long takes at most two and a half times the steps."""
    target = next(aim for aim in AIMS if rule.applies_to(aim))
    once, twice = (steps(partial(rule.find, long(rule, turns), target)) for turns in (200, 400))

    assert twice <= 2.5 * once
