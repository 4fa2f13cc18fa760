"""The laws that are told from one request: each checked on the same example, in an order that names the law that is at fault."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from attrs import evolve, frozen

from segue.engine import find_faults, rewrite_request
from segue.kinds import Loss
from segue.prompts import Prompt, Request, UserMessage
from segue.rule import CompatRule
from segue.targets import Target
from segue.testing.broken import LawBroken
from segue.testing.comparing import Comparison, compare
from segue.testing.exact import exact, unmarked
from segue.testing.facts import Said
from segue.testing.keeping import keeping_fault
from segue.testing.pairing import pairing_fault
from segue.testing.subjects import Subject


@frozen(eq=False)
class Example:
    """A request for a target, and what the subject made of it."""

    subject: Subject
    request: Request
    target: Target
    before: tuple[CompatRule, ...] = ()
    after: tuple[CompatRule, ...] = ()

    def act(self, request: Request) -> Request:
        """Return what the subject makes of a request."""
        return self.subject.act(request, self.target)

    def breaks(self, law: int, how: str) -> NoReturn:
        """Raise what tells that a law is broken."""
        raise LawBroken(law, self.subject.name, how, self.request, self.target)


def examine(example: Example, beyond: Iterable[Target] = ()) -> bool:
    """Raise `LawBroken` where a law is broken; tell whether the subject did anything."""
    _in_scope(example, beyond)
    output = _pure(example)
    _ungated(example, output)
    if output is not example.request:
        _identity(example, output)
        _settles(example, output)
        for before, after, losses in example.subject.steps(example.request, example.target):
            _keeps(example, before, after, compare(before, after, losses))
        _heals(example, output)
    if example.subject.stable:
        _stable_prefix(example, output)
    return output is not example.request


def _keeps(example: Example, before: Request, after: Request, found: Comparison) -> None:
    _same_objects(example, before, after, found)
    for law, fault in ((5, keeping_fault(found)), (6, pairing_fault(found))):
        if fault:
            example.breaks(law, fault)


def _in_scope(example: Example, beyond: Iterable[Target]) -> None:
    for target in beyond:
        if example.subject.act(example.request, target) is not example.request:
            example.breaks(4, f"it acts for {target}, which is out of scope")


def _pure(example: Example) -> Request:
    given = exact(example.request)
    output = example.act(example.request)
    if exact(example.request) != given:
        example.breaks(1, "the input was touched")
    if exact(example.act(example.request)) != exact(output):
        example.breaks(1, "the same input gave another output")
    return output


def _ungated(example: Example, output: Request) -> None:
    """A rule is skipped where a scan finds nothing that it `reads`; that must not hide work."""
    if output is example.request and example.subject.ungated(output, example.target) is not output:
        example.breaks(7, "there is work to do where nothing is that it reads, so it is skipped")


def _identity(example: Example, output: Request) -> None:
    before = example.request
    same_prompt = output.prompt is not before.prompt and exact(output.prompt) == exact(before.prompt)
    if same_prompt or exact(output) == exact(before):
        example.breaks(3, "what is unchanged is a copy")


def _settles(example: Example, output: Request) -> None:
    again = example.act(output)
    if again is not output:
        unchanged = exact(again) == exact(output)
        example.breaks(3 if unchanged else 2, "its own output is copied" if unchanged else "applied to its own output it acts again")
    if example.subject.ungated(output, example.target) is not output:
        example.breaks(7, "its own fault is left where nothing is that it reads")


def _same_objects(example: Example, given: Request, made: Request, found: Comparison) -> None:
    """What is equal to what stood in its place is that very object."""
    before, after = given.prompt.messages, made.prompt.messages
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
        rest = rewrite_request(output, example.target, example.after).request
        if example.act(rest) is not rest:
            example.breaks(7, "the rules after it bring its fault back")


def _harms_none_before(example: Example) -> None:
    """In a pass the rules before it have run; none of them may have work again."""
    settled = rewrite_request(example.request, example.target, example.before).request
    if _faulty(settled, example):
        return
    output = example.act(settled)
    broken = _faulty(output, example) if output is not settled else []
    if broken:
        example.breaks(7, f"it makes new faults of rules before it: {', '.join(broken)}")


def _faulty(request: Request, example: Example) -> list[str]:
    faults = find_faults(request, example.target, example.before)
    return list(dict.fromkeys(fault.rule for fault in faults if fault.repairable))


def _stable_prefix(example: Example, output: Request) -> None:
    """What stands before the last user message of a history is the same however the history goes on."""
    messages = example.request.prompt.messages
    unstable = example.subject.unstable(example.request, example.target)
    for length in range(1, len(messages)):
        if unstable:
            return
        shorter = evolve(example.request, prompt=Prompt(messages[:length]))
        unstable = example.subject.unstable(shorter, example.target)
        early = example.act(shorter)
        size = _prefix(example, shorter)
        if not unstable and unmarked(early.prompt.messages[:size]) != unmarked(output.prompt.messages[:size]):
            example.breaks(8, f"the first {size} messages differ from those that its first {length} messages gave")


def _prefix(example: Example, request: Request) -> int:
    """Count the messages of the output that stand before the counterpart of the input's last user message that has one."""
    users = {index: {index} for index, message in enumerate(request.prompt.messages) if isinstance(message, UserMessage)}
    for before, after, losses in example.subject.steps(request, example.target):
        links = compare(before, after, losses).links()
        users = {index: {end for at in places for end in links.get(at, ())} for index, places in users.items()}
    return next((min(users[index]) for index in sorted(users, reverse=True) if users[index]), 0)
