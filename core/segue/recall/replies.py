"""A reply that goes on with a stored message: what it adds is put in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain
from operator import is_
from typing import TypeVar

from attrs import evolve

from segue.json_values import JsonObject, JsonValue
from segue.messages import StepStart, StoredMessage, StoredPart, ToolInvocation
from segue.parts import OpaquePart, TextPart
from segue.recall.changing import changed, laid_over
from segue.recall.outcomes import Call, calls, further, listed, moved, offered, standing, with_calls
from segue.shapes import Extras
from segue.unicode import JAVASCRIPT_BLANKS

_Part = TypeVar("_Part", bound=StoredPart)


def extended(stored: StoredMessage, reply: StoredMessage) -> StoredMessage:
    """Return the stored message with what a reply of the same id adds to it, itself where it adds nothing.

    Calls move on as far as the reply has them; what is settled stays. Parts that are not stored go where the reply has them: behind
    the stored parts before them and, where that leaves a choice, before the next one or to the end. There a text behind a call
    begins a step. Stored parts, their order and the date stay; text and metadata are the reply's, and so are texts that differ in
    blanks at their ends alone.

    >>> from segue.parts import TextPart
    >>> stored = StoredMessage("m", "assistant", (TextPart("Checking."),))
    >>> extended(stored, evolve(stored, parts=(TextPart("Checking."), TextPart("Low at six.")))).parts[1].text
    'Low at six.'
    >>> extended(stored, stored) is stored
    True
    """
    after = _moved(stored, reply)
    parts = _as_said(after.parts, reply.parts)
    return changed(
        after,
        parts=_in_steps(parts, _joined(parts, reply.parts)),
        invocations=_joined(after.invocations, reply.invocations),
        text=after.text if reply.text in {None, "", after.text} else reply.text,
        metadata=laid_over(after.metadata, reply.metadata),
        extras=_extras(after.extras, reply.extras),
    )


def _moved(stored: StoredMessage, reply: StoredMessage) -> StoredMessage:
    known, offers = standing(stored), offered(reply)
    news = {call: offers[call] for call in known if call in offers and further(known[call], offers[call])}
    return _detailed(moved(stored, known, news), reply, frozenset(news)) if news else stored


def _detailed(message: StoredMessage, reply: StoredMessage, news: frozenset[Call]) -> StoredMessage:
    """Return the message in which the calls that moved have what the reply knows of them beside outcomes."""
    told = {call: part for call, part in listed(reply.parts) if call in news}
    told_beside = told | {call: entry for call, entry in listed(reply.invocations) if call in news}
    return changed(
        message,
        parts=with_calls(message.parts, told, _with_detail),
        invocations=with_calls(message.invocations, told_beside, _with_detail),
    )


def _with_detail(known: ToolInvocation, offer: ToolInvocation) -> ToolInvocation:
    return evolve(
        known,
        input=_input(known.input, offer.input),
        hosted=known.hosted or offer.hosted,
        provider_options=laid_over(known.provider_options, offer.provider_options),
        extras=_extras(known.extras, offer.extras),
    )


def _input(known: JsonValue, offered: JsonValue) -> JsonValue:
    if isinstance(known, JsonObject) and isinstance(offered, JsonObject):
        return laid_over(known, offered)
    return offered or known


def _extras(known: Extras | None, offered: Extras | None) -> Extras | None:
    if known is None or offered is None:
        return known or offered
    if known.format != offered.format or (fields := laid_over(known.fields, offered.fields)) is known.fields:
        return known
    return Extras(known.format, fields)


def _as_said(stored: tuple[StoredPart, ...], reply: tuple[StoredPart, ...]) -> tuple[StoredPart, ...]:
    """Return the stored parts with the blanks that the reply has at the ends of texts, themselves where these are the same."""
    texts = dict.fromkeys(part.text for part in reply if isinstance(part, TextPart))
    said = {text.strip(JAVASCRIPT_BLANKS): text for text in texts}

    def spelled(part: StoredPart) -> StoredPart:
        if not isinstance(part, TextPart) or part.text in texts:
            return part
        return changed(part, text=said.get(part.text.strip(JAVASCRIPT_BLANKS), part.text))

    made = tuple(map(spelled, stored))
    return stored if all(map(is_, made, stored)) else made


def _joined(stored: tuple[_Part, ...], reply: tuple[_Part, ...]) -> tuple[_Part, ...]:
    if (whole := _replayed(stored, reply)) is not None:
        return whole if len(whole) > len(stored) else stored
    before = _gathered(stored, reply)
    if not before:
        return stored
    return tuple(chain.from_iterable((*before.get(place, ()), *stored[place : place + 1]) for place in range(len(stored) + 1)))


def _in_steps(stored: tuple[StoredPart, ...], joined: tuple[StoredPart, ...]) -> tuple[StoredPart, ...]:
    """Return the parts in which a text that is added behind a call begins a step, as the original has it."""
    last = stored[-1] if stored else None
    begin = next((place for place in range(len(joined), 0, -1) if joined[place - 1] is last), 0)
    made = list(joined[:begin])
    for part in joined[begin:]:
        if isinstance(part, TextPart) and made and isinstance(made[-1], ToolInvocation):
            made.append(_step(made))
        made.append(part)
    return joined if len(made) == len(joined) else tuple(made)


def _step(parts: Sequence[StoredPart]) -> StepStart:
    """Return the beginning of a step of the model that made the one before."""
    return StepStart(next((part.model for part in reversed(parts) if isinstance(part, StepStart)), ""))


def _replayed(stored: tuple[_Part, ...], reply: tuple[_Part, ...]) -> tuple[_Part, ...] | None:
    """Return the reply with the stored parts in their places where it has all of them in their order, None where it has not."""
    keys, whole, found = tuple(_keys(stored)), [], 0
    for part, key in zip(reply, _keys(reply), strict=True):
        is_stored = found < len(keys) and key == keys[found]
        whole.append(stored[found] if is_stored else part)
        found += is_stored
    return tuple(whole) if found == len(keys) else None


def _gathered(stored: tuple[_Part, ...], reply: tuple[_Part, ...]) -> dict[int, list[_Part]]:
    """Gather what is new in the reply by the stored part it is put before: after those before it, and before the next where it can."""
    gathered: dict[int, list[_Part]] = {}
    waiting: list[_Part] = []
    after = 0
    for part, place in zip(reply, _places(stored, reply), strict=True):
        if place is None:
            waiting.append(part)
            continue
        if waiting:
            gathered.setdefault(max(after, place), []).extend(waiting)
            waiting = []
        after = max(after, place + 1)
    if waiting:
        gathered.setdefault(len(stored), []).extend(waiting)
    return gathered


def _places(stored: Iterable[StoredPart], reply: Iterable[StoredPart]) -> Iterator[int | None]:
    """Yield for each part of the reply where it is stored, None where it is not; of equal parts each counts."""
    places = {key: place for place, key in enumerate(_counted(_keys(stored)))}
    return (places.get(key) for key in _counted(_keys(reply)))


def _counted(keys: Iterable[Hashable]) -> Iterator[tuple[Hashable, int]]:
    seen: Counter[Hashable] = Counter()
    for key in keys:
        yield key, seen[key]
        seen[key] += 1


def _keys(parts: Iterable[StoredPart]) -> Iterator[Hashable]:
    """Yield what tells each part apart: which call it is, otherwise all but the fields nobody claims."""
    parts = tuple(parts)
    for part, call in zip(parts, calls(parts), strict=True):
        yield call or (part if isinstance(part, OpaquePart) else changed(part, extras=None))
