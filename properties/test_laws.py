"""Every rule of the catalogue keeps the laws, alone and in its order for each target.

`check_rule` is deterministic. It tries as many prompts for each rule and each target as the profile has examples: 200 in CI, 2,000 in
the profile `deep` (`HYPOTHESIS_PROFILE=deep pytest properties/test_laws.py`, which takes an hour of one processor).
"""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import settings

from segue import prompt, user
from segue.rules import BUILT_IN
from segue.testing import check_rule, check_rules
from segue.testing.strategies import TARGETS

EXAMPLES = settings().max_examples
SCOPES = {str(target) + ("*" if target.settings else ""): target for target in TARGETS}


@pytest.mark.parametrize("index", range(len(BUILT_IN)), ids=[rule.name for rule in BUILT_IN])
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
