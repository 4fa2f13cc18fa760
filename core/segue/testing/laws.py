"""The laws, for a rule, an ordered set of rules, or a bare repair: one line holds any of them to all laws.

>>> from segue.kinds import Loss
>>> from segue.prompts import Prompt, assistant, user
>>> def without_closing_words(prompt):
...     closing = prompt.messages and prompt.messages[-1] == assistant("Well, ")
...     return Prompt(prompt.messages[:-1]) if closing else prompt
>>> try:
...     check_repair(without_closing_words, {Loss.REASONING}, [Prompt((user("So?"), assistant("Well, ")))])
... except LawBroken as broken:
...     print(broken)
without_closing_words breaks law 5 (keeps, and adds nothing): undeclared loss of TextPart('Well, ') in message 1
target: no target
on: Prompt((UserMessage((TextPart('So?'),)), AssistantMessage((TextPart('Well, '),))))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from segue.kinds import Loss
from segue.prompts import Prompt, Request
from segue.rule import CompatRule
from segue.targets import Target
from segue.testing.broken import LawBroken
from segue.testing.patterns import pattern_fault
from segue.testing.searching import Trial, search
from segue.testing.steps import COPIES, renamed, superlinear
from segue.testing.strategies import TARGETS, TOOLS, with_tools
from segue.testing.subjects import Subject, bare, preemptive, reactive, whole

EXAMPLES = 60
_IN_SCOPE, _BEYOND = 4, 3
_FEWEST_COPIES = 4


def check_rule(
    rule: CompatRule,
    *,
    targets: Iterable[object] | None = None,
    before: Iterable[CompatRule] = (),
    after: Iterable[CompatRule] = (),
    outside: Iterable[object] = (),
    examples: int | None = None,
) -> None:
    """Hold a rule to the laws. Raises `LawBroken`, which names the law and shows the smallest prompt found that breaks it.

    `targets` are those it is tried for, some in scope and some not; models of every known provider if not given. `outside` are
    targets it must leave alone. `before` are the rules earlier in the order, of which it must not make new faults; `after` those
    to which it may leave some, and which must not bring its own fault back. `examples` is how many prompts are tried; 60 if not
    given.
    """
    given_ = TARGETS if targets is None else tuple(map(Target.of, targets))
    scope = tuple(target for target in given_ if rule.applies_to(target))[:_IN_SCOPE]
    beyond = tuple(target for target in given_ if not rule.applies_to(target))[:_BEYOND] + tuple(map(Target.of, outside))
    if not scope:
        raise LawBroken(0, rule.name, "no target is in scope; name one with `targets`")
    for pattern in rule.error_patterns:
        if fault := pattern_fault(pattern):
            raise LawBroken(11, rule.name, fault)
    tools, count = rule.apply_to_request is not None, examples or EXAMPLES
    if rule.apply_to_prompt or rule.apply_to_request:
        subject = preemptive(rule)
        search(Trial(subject, rule.triggers, scope, beyond, tuple(before), tuple(after), tools), count)
        _fires(subject, rule, scope)
        _linear(subject, rule.triggers, scope[0])
    if rule.after_error:
        search(Trial(reactive(rule), rule.triggers, scope, beyond, tools=tools), count)
    if rule.find:
        _finds(rule, scope)


def check_rules(rules: Iterable[CompatRule], target: object, *, examples: int | None = None) -> None:
    """Hold an ordered set of rules to the laws, for one target: after one pass nothing is left to do. Raises `LawBroken`."""
    aim = Target.of(target)
    scope = tuple(rule for rule in rules if rule.applies_to(aim))
    triggers = tuple(trigger for rule in scope for trigger in rule.triggers)
    subject = whole(scope)
    search(Trial(subject, triggers, (aim,), tools=any(rule.apply_to_request for rule in scope)), examples or EXAMPLES)
    _linear_together(subject, triggers, aim)


def check_repair(
    repair: Callable[[Prompt], Prompt],
    losses: Iterable[Loss],
    triggers: Iterable[Prompt],
    *,
    unstable: str = "",
    examples: int | None = None,
) -> None:
    """Hold a function from prompt to prompt to the laws. `unstable` tells why it does not keep the prefix of a growing history."""
    check_rule(bare(repair, losses, triggers, unstable), targets=(None,), examples=examples)


def _fires(subject: Subject, rule: CompatRule, scope: tuple[Target, ...]) -> None:
    """A rule that acts on none of its triggers was not tested at all."""
    if not rule.triggers:
        raise LawBroken(0, rule.name, "it has no triggers")
    for trigger in rule.triggers:
        tries = [with_tools(trigger, which, choose=choose) for which in TOOLS for choose in (False, True)]
        if not any(subject.act(request, target) is not request for request in tries for target in scope):
            raise LawBroken(0, rule.name, "it does nothing on a trigger", Request(trigger), scope[0])


def _finds(rule: CompatRule, scope: tuple[Target, ...]) -> None:
    """A rule that repairs nothing must at least see its triggers, if it has any."""
    if rule.find is None or rule.apply_to_prompt or rule.apply_to_request:
        return
    for trigger in rule.triggers:
        if not any(rule.find(Request(trigger), target) for target in scope):
            raise LawBroken(0, rule.name, "it finds nothing in a trigger", Request(trigger), scope[0])


def _linear(subject: Subject, triggers: Iterable[Prompt], target: Target) -> None:
    run = subject.ungated or subject.act
    for trigger in triggers:
        fault = superlinear(lambda prompt: run(Request(prompt), target), trigger)
        if fault:
            raise LawBroken(11, subject.name, fault, Request(trigger), target)



def _linear_together(subject: Subject, triggers: tuple[Prompt, ...], target: Target) -> None:
    """Try all triggers in a row, so that many fewer copies are long enough; that each rule is linear on its own, its check tells."""
    rows = (renamed(trigger, f"_{number}").messages for number, trigger in enumerate(triggers))
    together = Prompt(tuple(message for row in rows for message in row))
    copies = max(_FEWEST_COPIES, COPIES // max(1, len(triggers)))
    fault = superlinear(lambda prompt: subject.act(Request(prompt), target), together, copies, long=True)
    if fault:
        raise LawBroken(11, subject.name, fault, Request(together), target)
