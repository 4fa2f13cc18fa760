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
Step: TypeAlias = tuple[Request, Request, frozenset[Loss]]
"""A request before and after, and the losses that are declared."""


@frozen(eq=False)
class Subject:
    """Something that rewrites requests."""

    name: str
    act: Act
    ungated: Act
    """The same without looking whether anything is there to be done."""
    steps: Callable[[Request, Target], Iterable[Step]]
    """What it does one after the other, and what may be lost by it: a rule's one step, or those of the rules that fire."""
    unstable: Callable[[Request, Target], str]
    """Why the prefix of a growing history is not kept, where this request grows."""
    stable: bool = True
    """Whether law 8 is asked of it."""


def preemptive(rule: CompatRule) -> Subject:
    """Return the rule as it is applied before a call."""
    return Subject(
        rule.name,
        lambda request, target: apply_rule(rule, request, target),
        lambda request, target: _ungated(rule, request, target),
        lambda request, target: _steps((rule,), request, target),
        lambda _, __: rule.unstable,
    )


def reactive(rule: CompatRule) -> Subject:
    """Return the rule as it is applied after a rejection that is the one reported."""
    said = rule.evidence[0] if rule.evidence else None
    failure = CallFailure(said.error if said else "", said.status if said else None, said.error if said else "")

    def act(request: Request, target: Target) -> Request:
        if rule.after_error is None or not rule.applies_to(target):
            return request
        return rule.after_error(request, target, failure)

    def steps(request: Request, target: Target) -> Iterable[Step]:
        after = act(request, target)
        return [(request, after, rule.losses)] if after is not request else []

    return Subject(f"{rule.name} (after an error)", act, act, steps, lambda _, __: rule.unstable, stable=False)


def whole(rules: Iterable[CompatRule]) -> Subject:
    """Return the rules applied in order; each may lose what it declares where it fires."""
    ordered = tuple(rules)
    by_name = {rule.name: rule for rule in ordered}

    def act(request: Request, target: Target) -> Request:
        return rewrite_request(request, target, ordered).request

    def unstable(request: Request, target: Target) -> str:
        fired = dict.fromkeys(change.rule for change in rewrite_request(request, target, ordered).changes)
        return "".join(by_name[name].unstable for name in fired)

    return Subject("the rules", act, act, lambda request, target: _steps(ordered, request, target), unstable)


def _steps(rules: Iterable[CompatRule], request: Request, target: Target) -> Iterable[Step]:
    for rule in rules:
        after = apply_rule(rule, request, target)
        if after is not request:
            yield request, after, rule.losses
        request = after


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
