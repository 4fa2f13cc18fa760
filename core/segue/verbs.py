"""check, fix and explain, over plain payloads: what the command does, for one's own code."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from attrs import evolve, field, frozen
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from segue.convert.makers import lacks_maker
from segue.convert.unheld import unheld
from segue.engine import find_faults, matching, rewrite_request, tool_aliases
from segue.failures import CallFailure, Change, DecodeError, DecodeFailure, Fault
from segue.formats.format import Format, describe
from segue.formats.registry import FORMATS, detect
from segue.kinds import Place
from segue.models import Model
from segue.prompts import AssistantMessage, Prompt, Request
from segue.rule import CompatRule
from segue.rules import BUILT_IN
from segue.targets import Target

T = TypeVar("T")
MadeBy: TypeAlias = "str | Model | Sequence[tuple[int, str | Model]] | None"
"""Who made the assistant's turns: one model, or models with the index in the payload's own list from which each made them."""


@frozen
class Fixed:
    """A payload that the target accepts, and what was done to make it so."""

    payload: Any
    """Plain dicts and lists, in the target's format. Serialise it or pass it to the provider's SDK."""
    changes: tuple[Change, ...]
    """At places in the payload that was given."""
    faults_left: tuple[Fault, ...]
    """What no rule could repair."""
    restore: Callable[[Any], Any] = field(repr=False)
    """Puts the tool names of a reply, or of one event of a streamed reply, back to those of the payload that was given."""
    unheld: tuple[Change, ...] = ()
    """What the format that was written has no place for, where no rule lost it already: error flags, cache markers, others' tokens."""


def check(
    payload: object,
    to: object,
    *,
    from_format: str | None = None,
    made_by: MadeBy = None,
    rules: Iterable[CompatRule] = BUILT_IN,
) -> tuple[Fault, ...]:
    """Name what a target will refuse of a history, at places in the payload.

    `to` is anything `Target.of` reads. Raises `DecodeError` for a payload that cannot be read, `ValueError` for an unknown format.

    >>> check([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": ""}], "anthropic/claude-sonnet-4-5")
    (Fault(rule='anthropic-blank-text', place=(1, 'content'), repairable=True),)
    """
    target = Target.of(to)
    form, request = _opened(_read(payload, target, from_format, made_by))
    return find_faults(request, target, rules, form.places(request))


def fix(
    payload: object,
    to: object,
    *,
    from_format: str | None = None,
    made_by: MadeBy = None,
    rules: Iterable[CompatRule] = BUILT_IN,
    as_format: str | None = None,
) -> Fixed:
    """Return the history as the target accepts it, in the target's format or in `as_format`.

    The payload is not touched. Raises `DecodeError` for one that cannot be read, `ValueError` for an unknown format.

    >>> history = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": ""}, {"role": "user", "content": "?"}]
    >>> fix(history, "anthropic/claude-sonnet-4-5").payload
    [{'role': 'user', 'content': [{'type': 'text', 'text': 'Hi'}, {'type': 'text', 'text': '?'}]}]
    """
    return _opened(try_fix(payload, to, from_format=from_format, made_by=made_by, rules=rules, as_format=as_format))


def try_fix(
    payload: object,
    to: object,
    *,
    from_format: str | None = None,
    made_by: MadeBy = None,
    rules: Iterable[CompatRule] = BUILT_IN,
    as_format: str | None = None,
) -> Result[Fixed, DecodeFailure]:
    """Do as `fix` does, with a failure in place of `DecodeError`."""
    target, chosen = Target.of(to), tuple(rules)
    read = _read(payload, target, from_format, made_by)
    if not is_successful(read):
        return Failure(read.failure())
    form, request = read.unwrap()
    out = _written(as_format, target, form)
    done = rewrite_request(request, target, chosen, form.places(request))
    names = tool_aliases(request, target, chosen)
    left = find_faults(done.request, target, chosen)
    payload = out.encode(done.request) if out.encode_for is None else out.encode_for(done.request, target)
    lost = tuple(unheld(request, form.places(request), out.name, target, done.changes))
    return Success(Fixed(payload, done.changes, left, lambda reply: out.restore(reply, names), lost))


def explain(error: object, to: object = None, rules: Iterable[CompatRule] = BUILT_IN) -> tuple[CompatRule, ...]:
    """Return the rules behind a provider's error: its text, or its body as text or JSON. Those of the target, if one is given.

    >>> [rule.name for rule in explain("messages: text content blocks must be non-empty")]
    ['anthropic-blank-text']
    """
    target = Target.of(to)
    text = error if isinstance(error, str) else json.dumps(error, ensure_ascii=False, default=str)
    found = matching(CallFailure(text.replace('\\\\"', '"').replace('\\"', '"')), rules)
    return tuple(rule for rule in found if not target.known or rule.applies_to(target))


def _opened(result: Result[T, DecodeFailure]) -> T:
    if is_successful(result):
        return result.unwrap()
    raise DecodeError(result.failure())


def _format(name: str) -> Format:
    if name not in FORMATS:
        message = f"no format is named {name!r}; known are {', '.join(FORMATS)}"
        raise ValueError(message)
    return FORMATS[name]


def _written(name: str | None, target: Target, own: Format) -> Format:
    """Return the format to write: the one asked for, else the target's; a target without demands takes the payload's own."""
    return _format(name or target.endpoint or own.name)


def _read(payload: object, target: Target, from_format: str | None, made_by: MadeBy) -> Result[tuple[Format, Request], DecodeFailure]:
    name = from_format or detect(payload, target.endpoint or None)
    if name is None:
        expected = f"a history in one of the formats {', '.join(FORMATS)}"
        return Failure(DecodeFailure("any of them", (), expected, describe(payload)))
    form = _format(name)
    decoded = form.decode(payload)
    if not is_successful(decoded):
        return Failure(decoded.failure())
    return Success((form, _attributed(decoded.unwrap(), form, made_by)))


def _attributed(request: Request, form: Format, made_by: MadeBy) -> Request:
    """Note who made each assistant message, and the thoughts and hosted calls in it, where the payload does not tell."""
    if made_by is None:
        return request
    spans = [(0, made_by)] if isinstance(made_by, str | Model) else sorted(made_by, key=lambda span: span[0])
    makers = [(start, Model.of(name)) for start, name in spans]
    messages = [
        _made(message, place, parts, makers) if isinstance(message, AssistantMessage) else message
        for message, (place, parts) in zip(request.prompt.messages, form.places(request), strict=True)
    ]
    return evolve(request, prompt=Prompt(tuple(messages)))


def _maker(place: Place, makers: Sequence[tuple[int, Model]]) -> Model | None:
    index = next((step for step in place if isinstance(step, int)), 0)
    return next((model for start, model in reversed(makers) if start <= index), None)


def _made(message: AssistantMessage, place: Place, parts: Sequence[Place], makers: Sequence[tuple[int, Model]]) -> AssistantMessage:
    """Note the maker of a message, and of each thought and hosted call: items of two models may stand in one message."""

    def made(part: Any, at: Place) -> Any:
        return evolve(part, origin=maker) if lacks_maker(part) and (maker := _maker(at, makers)) else part

    origin = message.origin or _maker(place, makers)
    return evolve(message, origin=origin, content=tuple(map(made, message.content, parts)))
