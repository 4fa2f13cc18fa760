"""The laws that are told from one request: each checked on the same example, in an order that names the law that is at fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn

from attrs import evolve, frozen

from segue.engine import find_faults
from segue.kinds import Loss
from segue.prompts import Message, Prompt, Request, UserMessage
from segue.rule import CompatRule
from segue.targets import Target
from segue.testing.broken import LawBroken
from segue.testing.comparing import Comparison, compare
from segue.testing.exact import exact, unmarked
from segue.testing.facts import Said
from segue.testing.keeping import keeping_fault
from segue.testing.pairing import pairing_fault
from segue.testing.subjects import Run, Step, Subject, run_rules


@frozen(eq=False)
class Example:
    """A request for a target, and the rules around the subject, those in scope for it."""

    subject: Subject
    request: Request
    target: Target
    before: tuple[CompatRule, ...] = ()
    after: tuple[CompatRule, ...] = ()
    lengths: tuple[int, ...] | None = None
    """Of the history it grew from, in messages, where law 8 is looked at; all if None."""

    def act(self, request: Request) -> Request:
        """Return what the subject makes of a request."""
        return self.subject.act(request, self.target)

    def run(self, request: Request) -> Run:
        """Return the same, step by step."""
        return self.subject.run(request, self.target)

    def ungated(self, request: Request) -> Request:
        """Return what it makes of one on which it does nothing, without looking whether there is anything to be done."""
        return request if self.subject.ungated is None else self.subject.ungated(request, self.target)

    def breaks(self, law: int, how: str) -> NoReturn:
        """Raise what tells that a law is broken."""
        raise LawBroken(law, self.subject.name, how, self.request, self.target)


def examine(example: Example, beyond: Iterable[Target] = ()) -> bool:
    """Raise `LawBroken` where a law is broken; tell whether the subject did anything."""
    _in_scope(example, beyond)
    run = _pure(example)
    output = run.output
    _ungated(example, output)
    if output is not example.request:
        _identity(example, output)
        _settles(example, output)
        for step in run.steps:
            _keeps(example, step)
        _heals(example, output)
    if example.subject.stable and not run.unstable:
        _stable_prefix(example, output)
    return output is not example.request


def _keeps(example: Example, step: Step) -> None:
    found = compare(step.before, step.after, step.losses)
    _same_objects(example, step, found)
    for law, fault in ((5, keeping_fault(found)), (6, pairing_fault(found))):
        if fault:
            example.breaks(law, fault)


def _in_scope(example: Example, beyond: Iterable[Target]) -> None:
    for target in beyond:
        if example.subject.act(example.request, target) is not example.request:
            example.breaks(4, f"it acts for {target}, which is out of scope")


def _pure(example: Example) -> Run:
    """Run it twice: step by step, and as the engine does."""
    given = exact(example.request)
    run = example.run(example.request)
    again = example.act(example.request)
    if exact(example.request) != given:
        example.breaks(1, "the input was touched")
    if again is not run.output and exact(again) != exact(run.output):
        example.breaks(1, "the same input gave another output")
    return run


def _ungated(example: Example, output: Request) -> None:
    """A rule is skipped where a scan finds nothing that it `reads`; that must not hide work."""
    if output is example.request and example.ungated(output) is not output:
        example.breaks(7, "there is work to do where nothing is that it reads, so it is skipped")


def _identity(example: Example, output: Request) -> None:
    before = example.request
    same_prompt = output.prompt is not before.prompt and _same(output.prompt.messages, before.prompt.messages)
    if same_prompt or (output.prompt is before.prompt and exact(output) == exact(before)):
        example.breaks(3, "what is unchanged is a copy")


def _same(messages: Sequence[Message], others: Sequence[Message], by: Callable[[Message], object] = exact) -> bool:
    return len(messages) == len(others) and all(one is other or by(one) == by(other) for one, other in zip(messages, others, strict=True))


def _settles(example: Example, output: Request) -> None:
    again = example.act(output)
    if again is not output:
        unchanged = exact(again) == exact(output)
        example.breaks(3 if unchanged else 2, "its own output is copied" if unchanged else "applied to its own output it acts again")
    if example.ungated(output) is not output:
        example.breaks(7, "its own fault is left where nothing is that it reads")


def _same_objects(example: Example, step: Step, found: Comparison) -> None:
    """What is equal to what stood in its place is that very object."""
    before, after = step.before.prompt.messages, step.after.prompt.messages
    sides = _part_ids(found.before), _part_ids(found.after)
    for old, new in found.pairs:
        if _is_copy(old.part, new.part, *sides):
            example.breaks(3, f"a part of message {old.message} is a copy" if old.ats else "a tool is a copy")
    if Loss.MERGED in found.losses and any(fact.kind == "nothing" for fact in found.gone):
        return  # a message that took in an empty one is equal to what it was, and new
    ids = set(map(id, before)), set(map(id, after))
    for index, others in found.links().items():
        if any(_is_copy(before[index], after[other], *ids) for other in others):
            example.breaks(3, f"message {index} is a copy")


def _part_ids(said: Said) -> set[int]:
    return {id(part.part) for fact in (*said.facts, *said.offers) for part in (fact, *fact.pieces)}


def _is_copy(old: object, new: object, before: set[int], after: set[int]) -> bool:
    """Tell whether one is new, the other gone, and both are equal to the letter. None stands for no part."""
    return new is not None and id(new) not in before and id(old) not in after and exact(new) == exact(old)


def _heals(example: Example, output: Request) -> None:
    """That its own fault is gone is law 2: no rule acts on the output, so `check` finds nothing in it that can be repaired."""
    if example.before:
        _harms_none_before(example)
    if example.after:
        rest = run_rules(example.after, output, example.target).output
        if rest is not output and example.act(rest) is not rest:
            example.breaks(7, "the rules after it bring its fault back")


def _harms_none_before(example: Example) -> None:
    """In a pass the rules before it have run; none of them may have work again."""
    settled = run_rules(example.before, example.request, example.target).output
    output = example.act(settled)
    if output is settled or not _is_faulty(output, example) or _is_faulty(settled, example):
        return
    faults = find_faults(output, example.target, example.before)
    broken = dict.fromkeys(fault.rule for fault in faults if fault.repairable)
    example.breaks(7, f"it makes new faults of rules before it: {', '.join(broken)}")


def _is_faulty(request: Request, example: Example) -> bool:
    """Tell whether a rule before it has work: the first one that has, has it alone too, since those before that one do nothing."""
    return bool(run_rules(example.before, request, example.target).steps)


def _stable_prefix(example: Example, output: Request) -> None:
    """What stands before the last user message of a history is the same however the history goes on."""
    messages = example.request.prompt.messages
    for length in range(1, len(messages)) if example.lengths is None else example.lengths:
        early = example.run(evolve(example.request, prompt=Prompt(messages[:length])))
        size = 0 if early.unstable else _prefix(early)
        if not _same(early.output.prompt.messages[:size], output.prompt.messages[:size], unmarked):
            example.breaks(8, f"the first {size} messages differ from those that its first {length} messages gave")


def _prefix(run: Run) -> int:
    """Count the messages of the output that stand before the counterpart of the input's last user message that has one."""
    users = {index: {index} for index, message in enumerate(run.request.prompt.messages) if isinstance(message, UserMessage)}
    for step in run.steps if users else ():
        links = compare(step.before, step.after, step.losses).links()
        users = {index: {end for at in places for end in links.get(at, ())} for index, places in users.items()}
    return next((min(users[index]) for index in sorted(users, reverse=True) if users[index]), 0)
