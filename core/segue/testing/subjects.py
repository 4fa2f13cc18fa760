"""What is held to the laws: a rule, a set of rules or a bare repair, as one function from request to request."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from attrs import evolve, frozen

from segue.engine import apply_rule, rewrite_request
from segue.failures import CallFailure
from segue.kinds import Loss
from segue.prompts import Prompt, Request
from segue.rule import CompatRule
from segue.targets import Target

Act: TypeAlias = Callable[[Request, Target], Request]
Outcome: TypeAlias = tuple[frozenset[Loss], str]
"""The losses that are declared, and why the prefix of a growing history is not kept."""


@frozen(eq=False)
class Subject:
    """Something that rewrites requests."""

    name: str
    act: Act
    ungated: Act
    """The same without looking whether anything is there to be done."""
    outcome: Callable[[Request, Target], Outcome]
    """What may be lost on this request."""
    stable: bool = True
    """Whether law 8 is asked of it."""


def preemptive(rule: CompatRule) -> Subject:
    """Return the rule as it is applied before a call."""
    return Subject(
        rule.name,
        lambda request, target: apply_rule(rule, request, target),
        lambda request, target: _ungated(rule, request, target),
        lambda _, __: (rule.losses, rule.unstable),
    )


def reactive(rule: CompatRule) -> Subject:
    """Return the rule as it is applied after a rejection that is the one reported."""
    said = rule.evidence[0] if rule.evidence else None
    failure = CallFailure(said.error if said else "", said.status if said else None, said.error if said else "")

    def act(request: Request, target: Target) -> Request:
        if rule.after_error is None or not rule.applies_to(target):
            return request
        return rule.after_error(request, target, failure)

    return Subject(f"{rule.name} (after an error)", act, act, lambda _, __: (rule.losses, rule.unstable), stable=False)


def whole(rules: Iterable[CompatRule]) -> Subject:
    """Return the rules applied in order; each may lose what it declares where it fires."""
    ordered = tuple(rules)
    by_name = {rule.name: rule for rule in ordered}

    def act(request: Request, target: Target) -> Request:
        return rewrite_request(request, target, ordered).request

    def outcome(request: Request, target: Target) -> Outcome:
        fired = [by_name[name] for name in dict.fromkeys(change.rule for change in rewrite_request(request, target, ordered).changes)]
        return frozenset(loss for rule in fired for loss in rule.losses), "".join(rule.unstable for rule in fired)

    return Subject("the rules", act, act, outcome)


def bare(repair: Callable[[Prompt], Prompt], losses: Iterable[Loss], triggers: Iterable[Prompt], unstable: str) -> CompatRule:
    """Return a rule that applies a repair everywhere."""
    name = getattr(repair, "__name__", "repair")
    return CompatRule(
        name=name,
        apply_to_prompt=lambda prompt, _: repair(prompt),
        losses=frozenset(losses),
        triggers=tuple(triggers),
        unstable=unstable,
    )


def _ungated(rule: CompatRule, request: Request, target: Target) -> Request:
    if rule.apply_to_request is not None:
        return rule.apply_to_request(request, target)
    prompt = request.prompt if rule.apply_to_prompt is None else rule.apply_to_prompt(request.prompt, target)
    return request if prompt is request.prompt else evolve(request, prompt=prompt)
