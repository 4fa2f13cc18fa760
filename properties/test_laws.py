"""Every rule of the catalogue keeps the laws, alone and in its order for each target.

`check_rule` is deterministic. It tries as many prompts for each rule and each target as the profile has examples: 200 in CI, 2,000 in
the profile `deep` (`HYPOTHESIS_PROFILE=deep pytest properties/test_laws.py`, which takes an hour of one processor).
"""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve
from hypothesis import settings

from segue import assistant, call, prompt, result, tool, user
from segue.kinds import Loss
from segue.repairs.long_texts import cut_long_texts
from segue.rules import BUILT_IN
from segue.testing import check_repair, check_rule, check_rules
from segue.testing.strategies import TARGETS

EXAMPLES = settings().max_examples
SCOPES = {str(target) + ("*" if target.settings else ""): target for target in TARGETS}


LONG = {"openai-long-text", "openai-responses-long-text"}
"""Rules that only so much calls for that no law is tried on it in good time: their repair is held to the laws with less."""
INDEXES = [index for index, rule in enumerate(BUILT_IN) if rule.name not in LONG]


@pytest.mark.parametrize("index", INDEXES, ids=[BUILT_IN[index].name for index in INDEXES])
def test_a_rule_keeps_the_laws(index):
    """A rule alone: it loses what it declares, leaves faults to later rules only, and settles."""
    rule = BUILT_IN[index]
    repairs = rule.apply_to_prompt or rule.apply_to_request
    triggers = rule.triggers or ((prompt(user("Hello")),) if repairs else ())  # rules about tools: the checks offer some with each prompt
    check_rule(evolve(rule, triggers=triggers), before=BUILT_IN[:index], after=BUILT_IN[index + 1 :], examples=EXAMPLES)


@pytest.mark.parametrize("target", SCOPES.values(), ids=SCOPES)
def test_the_rules_keep_the_laws_for_a_target(target):
    """All rules in order: after one pass nothing is left to do."""
    check_rules(BUILT_IN, target, examples=EXAMPLES)


def test_the_repair_of_long_texts_keeps_the_laws():
    """Held to two hundred characters."""
    long = "abcdefghij" * 30
    triggers = [prompt(user(long)), prompt(user("Read."), assistant("I do.", call("c1", "read")), tool(result("c1", f"{long}\n{long}")), user("?"))]
    check_repair(partial(cut_long_texts, longest=200, longest_input=2**20), {Loss.CUT}, triggers, examples=EXAMPLES)
