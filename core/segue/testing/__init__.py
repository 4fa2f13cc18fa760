"""The laws that every rule, rule set and repair is held to, and the strategies that test them. Needs `hypothesis`.

>>> from segue.testing import check_rule
>>> from segue.rules import BUILT_IN
>>> check_rule(BUILT_IN[0])
"""

from segue.testing.broken import LAWS, LawBroken
from segue.testing.laws import check_repair, check_rule, check_rules
from segue.testing.strategies import (
    assistant_messages,
    call_ids,
    json_objects,
    json_values,
    nearly,
    prompts,
    requests,
    spliced,
    targets,
    texts,
    tool_names,
    user_messages,
)

__all__ = [
    "LAWS",
    "LawBroken",
    "assistant_messages",
    "call_ids",
    "check_repair",
    "check_rule",
    "check_rules",
    "json_objects",
    "json_values",
    "nearly",
    "prompts",
    "requests",
    "spliced",
    "targets",
    "texts",
    "tool_names",
    "user_messages",
]
