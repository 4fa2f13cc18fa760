"""What a whole history holds: what its messages do, and what shows only where they stand beside each other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from operator import ne

from segue.kinds import Kind
from segue.parts import ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, Request, SystemMessage, ToolMessage, UserMessage
from segue.repairs._item_faults import item_kinds
from segue.repairs._pairing import pair
from segue.scan.bits import BROKEN, MORE_IDS, NAMED, PARTIAL, bits, kinds_of
from segue.scan.look import NONE, WORDS, Look, Names, is_odd_name, mapped
from segue.scan.looks import looks
from segue.scan.records import UNUSUAL_ITEM, is_marked
from segue.shapes import Shape

_ROLES: dict[type, str] = {SystemMessage: "s", UserMessage: "u", AssistantMessage: "a", ToolMessage: "t"}
_TOOL_BEFORE, _ROWS = re.compile("t(?=[tu])"), re.compile("aa+")
_HALF_NAMED = NAMED | PARTIAL
_BETWEEN = UserMessage(())
_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
COMMON_ID = 40
"""Ids of up to so many letters, digits, _ and - are allowed everywhere; others are looked at."""
_CALL, _REUSED, _ODD_ID, _MISNAMED, _MIXED = (
    bits(kind) for kind in (Kind.CALL, Kind.REUSED_ID, Kind.ODD_ID, Kind.MISNAMED_RESULT, Kind.MIXED_RESULTS)
)


def scan_request(request: Request) -> frozenset[Kind]:
    """Return the kinds found in a request: its prompt's, and those of its tools."""
    kinds = scan(request.prompt)
    if not request.tools:
        return kinds
    found = {Kind.HOSTED for tool in request.tools if tool.hosted}
    found |= {Kind.CACHE_MARKER for tool in request.tools if is_marked(tool)}
    odd = any(is_odd_name(tool.name) for tool in request.tools if not tool.hosted)
    return kinds | found | ({Kind.ODD_NAME} if odd else set())


def scan(prompt: Prompt) -> frozenset[Kind]:
    """Return the kinds of part and states found in a prompt. Linear.

    >>> from segue.prompts import assistant, user
    >>> sorted(kind.name for kind in scan(Prompt((user("Hi"), assistant("Hello"), user(" ")))))
    ['BLANK_TEXT']
    """
    found = looks(prompt)
    roles = "".join([_ROLES[type(message)] for message in prompt.messages])
    mask, named = _together(found)
    if mask & BROKEN:
        mask |= _pairing(prompt)
    if mask & (NAMED | UNUSUAL_ITEM):
        mask |= _items(prompt.messages, named, found, _doubtful(roles, found, mask))
    return kinds_of(mask | _order(prompt.messages, roles))


def holding(prompt: Prompt, kind: Kind) -> list[Message]:
    """Return the messages in which there is a kind."""
    wanted = bits(kind)
    return [message for message, look in zip(prompt.messages, looks(prompt), strict=True) if look[0] & wanted]


def _together(found: Sequence[Look]) -> tuple[int, list[str]]:
    """Return what messages hold and how the next ones answer their calls, and the ids of items."""
    mask, ids, named, waiting, at = 0, list[str](), list[str](), NONE, 0
    given: dict[str, str] | None = None
    for look in found:
        if look is WORDS and not waiting:
            continue
        kinds, calls, answers, items, _ = look
        mask |= kinds
        if items:
            named += items
        if answers is None:
            if waiting:
                mask |= BROKEN | _answered(waiting, given or {})
                at, given = 0, None
            waiting = calls
            ids += calls[::2]
            continue
        asked = waiting[at : at + len(answers)]
        if given is None and (answers == asked or (not kinds & _CALL and answers[::2] == asked[::2])):
            at += len(answers)
        else:
            given, told = mapped(waiting[:at]) if given is None else given, mapped(answers)
            mask |= 0 if given.keys().isdisjoint(told) else BROKEN
            given |= told
            at = 2 * len(given)
            mask |= _answered(waiting, given) if at >= len(waiting) else 0
        if at >= len(waiting):
            waiting, at, given = NONE, 0, None
    if waiting:
        mask |= BROKEN | _answered(waiting, given or {})
    return mask | _ids(ids, found, mask), named


def _answered(waiting: Names, given: Mapping[str, str]) -> int:
    """Return what is odd about the answers that the calls of one reply got, other than one by one in their order."""
    calls = mapped(waiting)
    broken = any(id not in calls for id in given)
    mixed = len(calls) > 1 and any(map(ne, given, calls))
    misnamed = any(name and calls.get(id, name) != name for id, name in given.items())
    return (BROKEN if broken else 0) | (_MIXED if mixed else 0) | (_MISNAMED if misnamed else 0)


def _ids(ids: list[str], found: Sequence[Look], kinds: int) -> int:
    """Return what is odd about the ids of calls."""
    hosted: list[str] = []
    if kinds & MORE_IDS:
        for *_, (done, by_hosts) in found:
            ids += done
            hosted += by_hosts
    reused = len(ids) + len(hosted) != len({*ids, *hosted})
    return (_REUSED if reused else 0) | (0 if _common(ids) else _ODD_ID)


def _common(ids: Collection[str]) -> bool:
    """Tell whether ids are spelled so that every provider takes them."""
    if not ids:
        return True
    return _are_of_letters(ids) and "" not in ids and max(map(len, ids)) <= COMMON_ID


def _items(messages: Sequence[Message], named: Collection[str], found: Sequence[Look], doubtful: AbstractSet[int]) -> int:
    """Return what is amiss with the items of OpenAI's replies; where a reply is whole, a look at the ids tells that nothing is."""
    others = set[str]()
    if doubtful:
        each = [items for _, _, _, items, _ in found]
        others = {id for index in doubtful for id in each[index]}
        named = [id for index, items in enumerate(each) if index not in doubtful for id in items]
    alone = _are_spelled(named) and others.isdisjoint(named) and not any(type(messages[index]) is ToolMessage for index in doubtful)
    return bits(*item_kinds(_chosen(messages, doubtful) if alone else messages))


def _doubtful(roles: str, found: Sequence[Look], kinds: int) -> set[int]:
    """Return which messages hold items at which a closer look is due: those that may not be whole, and rows in which there are ids."""
    doubtful: set[int] = set()
    if kinds & (PARTIAL | UNUSUAL_ITEM):
        doubtful.update(index for index, look in enumerate(found) if look[0] & UNUSUAL_ITEM or look[0] & _HALF_NAMED == _HALF_NAMED)
    for row in _ROWS.finditer(roles):
        if any(found[index][0] & (NAMED | UNUSUAL_ITEM) for index in range(*row.span())):
            doubtful.update(range(*row.span()))
    return doubtful


def _chosen(messages: Sequence[Message], chosen: Collection[int]) -> Iterator[Message]:
    """Yield some messages, and between two that do not stand in a row something that parts them."""
    for index in sorted(chosen):
        if index - 1 not in chosen:
            yield _BETWEEN
        yield messages[index]


def _are_spelled(ids: Collection[str]) -> bool:
    """Tell whether the ids of items, which begin as they should, are new and spelled as OpenAI spells them."""
    return _are_of_letters(ids) and len(set(ids)) == len(ids)


def _are_of_letters(ids: Iterable[str]) -> bool:
    return not "".join(ids).encode(errors="replace").translate(None, _LETTERS)


def _order(messages: Sequence[Message], roles: str) -> int:
    """Return what depends on the order of messages, read off the initials of their roles."""
    spoken = roles.lstrip("s")
    behind = [messages[at.end()].shape for at in _TOOL_BEFORE.finditer(roles)]
    kinds = {
        Kind.SYSTEM: roles.startswith("s"),
        Kind.LATE_SYSTEM: "s" in spoken,
        Kind.FIRST_SPEAKER: spoken[:1] in ("a", "t"),
        Kind.NEIGHBOURS: "uu" in roles or "aa" in roles or any(map(_apart, behind)),
        Kind.WORDS_BESIDE_RESULT: "tu" in roles,
        Kind.CLOSING_ASSISTANT: roles.endswith("a"),
    }
    return bits(*(kind for kind, seen in kinds.items() if seen))


def _apart(shape: Shape | None) -> bool:
    return shape is not None and shape.apart


def _pairing(prompt: Prompt) -> int:
    """Return what is odd about the pairing, and about the ids of results that may answer nothing."""
    pairs = pair(prompt)
    found = {
        Kind.STRAY_RESULT: True,
        Kind.ORPHAN_RESULT: pairs.orphans,
        Kind.UNANSWERED_CALL: not all(pairs.answers.values()),
        Kind.DOUBLE_RESULT: any(len(results) > 1 for results in pairs.answers.values()),
        Kind.ODD_ID: not _common(_result_ids(prompt.messages)),
    }
    return bits(*(kind for kind, seen in found.items() if seen))


def _result_ids(messages: Iterable[Message]) -> list[str]:
    return [part.id for message in messages for part in message.content if type(part) is ToolResultPart and not part.hosted]
