"""What is held to the laws: a rule, a set of rules or a bare repair, as one function from request to request."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from attrs import evolve, frozen

from segue.engine import apply_rule, rewrite_request
from segue.failures import CallFailure
from segue.kinds import EVERYTHING, Kind, Loss
from segue.prompts import Prompt, Request
from segue.rule import CompatRule
from segue.scan import scan_request
from segue.targets import Target

Act: TypeAlias = Callable[[Request, Target], Request]


@frozen(eq=False)
class Step:
    """A request before and after a rule, the losses that are declared, and why its prefix is not kept, where it is not."""

    before: Request
    after: Request
    losses: frozenset[Loss]
    unstable: str


@frozen(eq=False)
class Run:
    """What became of a request, step by step: a rule's one step, or those of the rules that fire."""

    request: Request
    steps: tuple[Step, ...] = ()

    @property
    def output(self) -> Request:
        """What the last step made; nothing to do: the very request that was given."""
        return self.steps[-1].after if self.steps else self.request

    @property
    def unstable(self) -> bool:
        """Whether a step says why the prefix of a growing history is not kept."""
        return any(step.unstable for step in self.steps)


@frozen(eq=False)
class Subject:
    """Something that rewrites requests."""

    name: str
    act: Act
    """As the engine does it."""
    run: Callable[[Request, Target], Run]
    """The same, step by step."""
    ungated: Act | None = None
    """The same without looking whether anything is there to be done; None where there is no such look, or more than one."""
    stable: bool = True
    """Whether law 8 is asked of it."""


def preemptive(rule: CompatRule) -> Subject:
    """Return the rule as it is applied before a call."""
    return Subject(
        rule.name,
        lambda request, target: apply_rule(rule, request, target),
        lambda request, target: run_rules((rule,), request, target),
        None if rule.reads is EVERYTHING else lambda request, target: _ungated(rule, request, target),
    )


def reactive(rule: CompatRule) -> Subject:
    """Return the rule as it is applied after a rejection that is the one reported."""
    said = rule.evidence[0] if rule.evidence else None
    failure = CallFailure(said.error if said else "", said.status if said else None, said.error if said else "")

    def act(request: Request, target: Target) -> Request:
        if rule.after_error is None or not rule.applies_to(target):
            return request
        return rule.after_error(request, target, failure)

    def run(request: Request, target: Target) -> Run:
        after = act(request, target)
        return Run(request, () if after is request else (Step(request, after, rule.losses, rule.unstable),))

    return Subject(f"{rule.name} (after an error)", act, run, stable=False)


def whole(rules: Iterable[CompatRule]) -> Subject:
    """Return the rules applied in order; each may lose what it declares where it fires."""
    ordered = tuple(rules)

    def act(request: Request, target: Target) -> Request:
        return rewrite_request(request, target, ordered).request

    return Subject("the rules", act, lambda request, target: run_rules(ordered, request, target))


def run_rules(rules: Iterable[CompatRule], request: Request, target: Target) -> Run:
    """Apply rules that are in scope, in order, as the engine does, without asking again whether they are."""
    output, kinds, steps = request, scan_request(request), list[Step]()
    for rule in rules:
        after = output if _is_skipped(rule, kinds) else _ungated(rule, output, target)
        if after is not output:
            steps.append(Step(output, after, rule.losses, rule.unstable))
            output, kinds = after, scan_request(after)
    return Run(request, tuple(steps))


def _is_skipped(rule: CompatRule, kinds: frozenset[Kind]) -> bool:
    return rule.reads is not EVERYTHING and rule.reads.isdisjoint(kinds)


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
