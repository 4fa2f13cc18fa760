"""Whether a regular expression is searched for in linear time (law 11), told from its syntax.

An unbounded repetition is linear where it repeats one character at a time, is in no other repetition, and the character before
it cannot be one of those it repeats: then no two attempts read the same run. Bounded ones (`.{0,80}`) always are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any

_REPEATS = frozenset({_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT})
_ONE_CHARACTER = frozenset({_constants.LITERAL, _constants.NOT_LITERAL, _constants.ANY, _constants.IN})
_ASSERTIONS = frozenset({_constants.ASSERT, _constants.ASSERT_NOT})
_LARGE = 1000
_ALPHABET = [*map(chr, range(128)), "é", "Ω", "漢", "\u00a0", "\u2028", "😀"]


def pattern_fault(pattern: re.Pattern[str]) -> str:
    r"""Say which repetition may take quadratic time; "" where none does.

    >>> pattern_fault(re.compile(r"messages\.\d+: .{0,80}too long")), bool(pattern_fault(re.compile("a.*b")))
    ('', True)
    """
    parsed = _parser.parse(pattern.pattern, pattern.flags)
    fault = next(_faults(list(parsed), None, parsed, repeated=False), None)
    return "" if fault is None else f"unbounded repetition in the pattern {pattern.pattern!r}: {fault}"


def _faults(items: Sequence[Any], before: Any, parsed: Any, *, repeated: bool) -> Iterator[str]:
    """Yield what may take long in a sequence; `before` is the item that stands right before it."""
    for item in items:
        kind, argument = item
        if kind in _REPEATS and _is_unbounded(argument[1]):
            yield from _objections(list(argument[2]), before, parsed, repeated=repeated)
        for inner in _inner(kind, argument):
            yield from _faults(inner, before, parsed, repeated=repeated or (kind in _REPEATS and argument[1] > 1))
        before = before if kind in _ASSERTIONS else item


def _is_unbounded(most: int) -> bool:
    return most is _constants.MAXREPEAT or most > _LARGE


def _objections(body: list[Any], before: Any, parsed: Any, *, repeated: bool) -> Iterator[str]:
    if repeated:
        yield "it is in another repetition"
    elif len(body) != 1 or body[0][0] not in _ONE_CHARACTER:
        yield "it repeats more than one character"
    elif not _is_anchor(before) and (_last(before) is None or _characters(_last(before), parsed) & _characters(body[0], parsed)):
        yield "the character before it may be one that it repeats"


def _is_anchor(item: Any) -> bool:
    return item is not None and item[0] is _constants.AT and item[1] in {_constants.AT_BEGINNING, _constants.AT_BEGINNING_STRING}


def _last(item: Any) -> Any:
    """Return the one-character item that must come right before, None where it is not told."""
    if item is None or item[0] in _ONE_CHARACTER:
        return item
    if item[0] in _REPEATS and item[1][0] > 0:
        return _last(list(item[1][2])[-1])
    if item[0] is _constants.SUBPATTERN and len(item[1][-1]):
        return _last(list(item[1][-1])[-1])
    return None


def _characters(item: Any, parsed: Any) -> frozenset[str]:
    one = _parser.SubPattern(parsed.state, [item])
    matcher = _compiler.compile(one, parsed.state.flags)
    return frozenset(filter(matcher.match, _ALPHABET))


def _inner(kind: Any, argument: Any) -> Iterator[list[Any]]:
    """Yield the sequences within an item."""
    if kind in _REPEATS or kind is _constants.SUBPATTERN:
        yield list(argument[-1])
    elif kind is _constants.BRANCH:
        yield from map(list, argument[1])
    elif kind in _ASSERTIONS:
        yield list(argument[1])
    elif kind is _constants.ATOMIC_GROUP:
        yield list(argument)
    elif kind is _constants.GROUPREF_EXISTS:
        yield from (list(way) for way in argument[1:] if way is not None)
