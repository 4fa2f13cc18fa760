"""Running rules over requests: repair preemptively, name faults, recover from a rejection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from segue.failures import CallFailure, Change, Fault, Recovery
from segue.json_values import EMPTY
from segue.kinds import EVERYTHING, Kind, Loss, Place
from segue.losing import narrowed, records_at
from segue.parts import Part, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, Request
from segue.repairs._rebuilding import changed, with_content
from segue.rule import CompatRule
from segue.rules import BUILT_IN
from segue.scan import scan_request
from segue.targets import Target
from segue.tracing import MessagePlaces, Trace, record_places

LONGEST_ERROR = 16_384
"""Characters of an error's text that patterns are tried on."""


@frozen
class Rewrite:
    """A prompt as the target takes it, and what was changed. Nothing changed: the very prompt that was given."""

    prompt: Prompt
    changes: tuple[Change, ...] = ()


@frozen
class RewrittenRequest:
    """A request as the target takes it, and what was changed. Nothing changed: the very request that was given."""

    request: Request
    changes: tuple[Change, ...] = ()


def rewrite(prompt: Prompt, target: object, rules: Iterable[CompatRule] = BUILT_IN) -> Rewrite:
    """Apply the rules that are in scope, in order; `target` is anything `Target.of` reads.

    >>> from segue.prompts import assistant, prompt, user
    >>> before = prompt(user("Hi"), assistant("", "Hello"), user("?"))
    >>> after = rewrite(before, "anthropic/claude-sonnet-4-5")
    >>> len(after.prompt.messages[1].content), [str(change) for change in after.changes]
    (1, ['messages[1].content[0]: anthropic-blank-text (empty text)'])
    >>> rewrite(after.prompt, "anthropic/claude-sonnet-4-5").prompt is after.prompt
    True
    """
    rewritten = rewrite_request(Request(prompt), target, rules)
    return Rewrite(rewritten.request.prompt, rewritten.changes)


def rewrite_request(
    request: Request,
    target: object,
    rules: Iterable[CompatRule] = BUILT_IN,
    places: Sequence[MessagePlaces] | None = None,
) -> RewrittenRequest:
    """Apply the rules to a prompt and its tools; `places` tells where the messages stand in the caller's payload."""
    aim = Target.of(target)
    scope = [rule for rule in rules if rule.applies_to(aim)]
    if not scope:
        return RewrittenRequest(request)
    kinds, trace, changes = scan_request(request), None, list[Change]()
    for rule in scope:
        after = _applied(rule, request, aim, kinds)
        if after is not request:
            trace = trace or Trace.of(request, places)
            changes += _changes(rule, trace, request, after)
            request, kinds = after, scan_request(after)
    return RewrittenRequest(request, tuple(changes))


def _changes(rule: CompatRule, trace: Trace, before: Request, after: Request) -> list[Change]:
    places = trace.changed(before, after)
    stood = records_at(before, trace.places, frozenset(places))
    return [Change(rule.name, place, narrowed(rule.losses, stood.get(place, ()))) for place in places]


def apply_rule(rule: CompatRule, request: Request, target: object) -> Request:
    """Apply one rule if it is in scope. Nothing to do: the very request that was given."""
    aim = Target.of(target)
    return _applied(rule, request, aim, scan_request(request)) if rule.applies_to(aim) else request


def _applied(rule: CompatRule, request: Request, target: Target, kinds: frozenset[Kind]) -> Request:
    if rule.reads is not EVERYTHING and rule.reads.isdisjoint(kinds):
        return request
    if rule.apply_to_request is not None:
        return rule.apply_to_request(request, target)
    if rule.apply_to_prompt is None:
        return request
    prompt = rule.apply_to_prompt(request.prompt, target)
    return request if prompt is request.prompt else evolve(request, prompt=prompt)


def find_faults(
    history: Prompt | Request,
    target: object,
    rules: Iterable[CompatRule] = BUILT_IN,
    places: Sequence[MessagePlaces] | None = None,
) -> tuple[Fault, ...]:
    """Return the faults a history has for a target, in its order. Each rule is tried alone on the history as it is."""
    request = Request(history) if isinstance(history, Prompt) else history
    aim = Target.of(target)
    scope = [rule for rule in rules if rule.applies_to(aim)]
    if not scope:
        return ()
    kinds = scan_request(request)
    found = [fault for rule in scope for fault in _faults(rule, request, aim, kinds, places)]
    order = {place: index for index, place in enumerate(_all_places(request, places))} if found else {}
    return tuple(sorted(found, key=lambda fault: order.get(fault.place, -1)))


def _faults(
    rule: CompatRule, request: Request, target: Target, kinds: frozenset[Kind], places: Sequence[MessagePlaces] | None
) -> Iterable[Fault]:
    after = _applied(rule, request, target, kinds)
    if after is not request:
        yield from (Fault(rule.name, place) for place in Trace.of(request, places).changed(request, after))
    if rule.find is not None:
        yield from (Fault(rule.name, _translated(place, places), repairable=False) for place in rule.find(request, target))


def _translated(place: Place, places: Sequence[MessagePlaces] | None) -> Place:
    match place:
        case ("messages", int(index), "content", int(number)) if places:
            return places[index][1][number]
        case ("messages", int(index)) if places:
            return places[index][0]
        case _:
            return place


def _all_places(request: Request, places: Sequence[MessagePlaces] | None) -> Iterable[Place]:
    for place, parts in places or record_places(request.prompt):
        yield place
        yield from parts
    yield from (("tools", index) for index in range(len(request.tools)))


def recover(request: Request, target: object, failure: CallFailure, rules: Iterable[CompatRule] = BUILT_IN) -> Recovery | None:
    """Rewrite a request that a provider rejected, by the first rule whose words are in the rejection and that has a remedy.

    Where that is a remedy for after an error, the other rules mend what it leaves behind, such as a turn that lost its thoughts.
    """
    aim, all_rules = Target.of(target), tuple(rules)
    for rule in matching(failure, all_rules):
        if not rule.applies_to(aim):
            continue
        after = rule.after_error(request, aim, failure) if rule.after_error else apply_rule(rule, request, aim)
        if after is not request:
            changes = tuple(_changes(rule, Trace.of(request), request, after))
            others = [other for other in all_rules if other is not rule] if rule.after_error else []
            settled = rewrite_request(after, aim, others)
            return Recovery(settled.request, rule.name, changes + settled.changes)
    return None


def matching(failure: CallFailure, rules: Iterable[CompatRule]) -> tuple[CompatRule, ...]:
    """Return the rules whose patterns are found in an error's message or body, each cut to 16 kB."""
    texts = [text[:LONGEST_ERROR] for text in (failure.message, failure.body) if text]
    return tuple(rule for rule in rules if any(pattern.search(text) for pattern in rule.error_patterns for text in texts))


def tool_aliases(request: Request, target: object, rules: Iterable[CompatRule] = BUILT_IN) -> Mapping[str, str]:
    """Return the name behind each alias that the rules give a tool of a request, by asking them about a call of each tool.

    >>> from segue.prompts import ToolDefinition
    >>> tool_aliases(Request(Prompt(), (ToolDefinition("tides.at"),)), "anthropic/claude-sonnet-4-5")
    {'tides_at_012d512bf4': 'tides.at'}
    """
    calls = [part.name for message in request.prompt.messages for part in message.content if isinstance(part, ToolCallPart)]
    names = [name for name in dict.fromkeys([*calls, *(tool.name for tool in request.tools)]) if name]
    calls_of_all = tuple(ToolCallPart(str(index), name, EMPTY) for index, name in enumerate(names))
    asked, aim = evolve(request, prompt=Prompt((AssistantMessage(calls_of_all),))), Target.of(target)
    for rule in rules:
        if rule.apply_to_request and Loss.TOOL_NAME in rule.losses and rule.applies_to(aim):
            told = rule.apply_to_request(asked, aim)
            asked = told if _are_calls(told.prompt, len(names)) else asked
    answered = asked.prompt.messages[0].content
    return {part.name: name for part, name in zip(answered, names, strict=True) if part.name != name}  # type: ignore[union-attr]


def _are_calls(prompt: Prompt, number: int) -> bool:
    """Tell whether so many calls are still calls, rather than told as text."""
    return [part.__class__ for message in prompt.messages for part in message.content] == [ToolCallPart] * number


def with_tool_names(reply: AssistantMessage, names: Mapping[str, str]) -> AssistantMessage:
    """Return a reply with the caller's own tool names in place of their aliases; itself where it has none of these."""

    def named(part: Part) -> Part:
        known = isinstance(part, ToolCallPart | ToolResultPart) and part.name in names
        return changed(part, name=names[part.name]) if known else part  # type: ignore[union-attr]

    return with_content(reply, map(named, reply.content)) if names else reply
