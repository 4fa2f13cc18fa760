"""What a whole history holds: what its messages do, and what shows only where they stand beside each other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import ne

from segue.kinds import Kind
from segue.parts import ToolResultPart
from segue.profiles.responses import LONGEST_ITEM_ID
from segue.prompts import AssistantMessage, Message, Prompt, Request, SystemMessage, ToolMessage, UserMessage
from segue.repairs._item_faults import item_kinds
from segue.repairs._pairing import pair
from segue.scan.bits import BROKEN, MORE_IDS, NAMED, PARTIAL, bits, kinds_of
from segue.scan.look import DONE, HOSTED, ITEMS, NONE, WORDS, Look, is_odd_name
from segue.scan.looks import looks
from segue.scan.records import UNUSUAL_ITEM, is_marked

_ROLES: dict[type, str] = {SystemMessage: "s", UserMessage: "u", AssistantMessage: "a", ToolMessage: "t"}
_TOOL_BEFORE, _ROWS = re.compile("t(?=[tu])"), re.compile("aa+")
_HALF_NAMED = NAMED | PARTIAL
_BETWEEN = UserMessage(())
_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
COMMON_ID = 40
"""Ids of up to so many letters, digits, _ and - are allowed everywhere; others are looked at."""
_REUSED, _ODD_ID, _MISNAMED, _MIXED = (
    bits(kind) for kind in (Kind.REUSED_ID, Kind.ODD_ID, Kind.MISNAMED_RESULT, Kind.MIXED_RESULTS)
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
    found = looks(prompt.messages)
    roles = "".join(map(_ROLES.__getitem__, map(type, prompt.messages)))
    mask = _together(found)
    if mask & BROKEN:
        mask |= _pairing(prompt)
    return kinds_of(mask | _items(prompt.messages, roles, found, mask) | _order(prompt.messages, roles))


def _together(found: Sequence[Look]) -> int:
    """Return what messages hold and whether their calls are answered, by the next messages, under their own names or none."""
    mask, ids, waiting, given = 0, list[str](), NONE, dict[str, str]()
    for look in found:
        if look is WORDS and not waiting:
            continue
        kinds, calls, answers, _ = look
        mask |= kinds
        if answers is None:
            if waiting:
                mask |= BROKEN | _answered(waiting, given)
                given = {}
            waiting = calls
            ids += calls
        elif not given and (answers == waiting or (answers.keys() == waiting.keys() and not any(answers.values()))):
            if len(answers) > 1 and [*answers] != [*waiting]:
                mask |= _MIXED
            waiting = NONE
        else:
            if given and not given.keys().isdisjoint(answers):
                mask |= BROKEN
            given |= answers
            if len(given) >= len(waiting):
                mask |= _answered(waiting, given)
                waiting, given = NONE, {}
    return mask | (BROKEN | _answered(waiting, given) if waiting else 0) | _ids(ids, found, mask)


def _answered(calls: Mapping[str, str], given: Mapping[str, str]) -> int:
    """Return what is odd about the answers that the calls of one reply got from several messages, or not from one alone."""
    if [*given] == [*calls] and not any(given.values()):
        return 0
    broken = any(id not in calls for id in given)
    mixed = len(calls) > 1 and any(map(ne, given, calls))
    misnamed = any(name and calls.get(id, name) != name for id, name in given.items())
    return (BROKEN if broken else 0) | (_MIXED if mixed else 0) | (_MISNAMED if misnamed else 0)


def _ids(ids: list[str], found: Sequence[Look], kinds: int) -> int:
    """Return what is odd about the ids of calls."""
    hosted: list[str] = []
    if kinds & MORE_IDS:
        ids += [id for _, _, _, more in found for id in more[DONE]]
        hosted += [id for _, _, _, more in found for id in more[HOSTED]]
    reused = len(ids) + len(hosted) != len({*ids, *hosted})
    return (_REUSED if reused else 0) | (0 if _common(ids) else _ODD_ID)


def _common(ids: Collection[str]) -> bool:
    """Tell whether ids are spelled so that every provider takes them."""
    if not ids:
        return True
    others = "".join(ids).encode(errors="replace").translate(None, _LETTERS)
    return not others and "" not in ids and max(map(len, ids)) <= COMMON_ID


def _items(messages: Sequence[Message], roles: str, found: Sequence[Look], kinds: int) -> int:
    """Return what is amiss with the items of OpenAI's replies; where each reply is whole, a look at the ids tells that nothing is."""
    if not kinds & (NAMED | UNUSUAL_ITEM):
        return 0
    doubtful = _doubtful(roles, found, kinds)
    named = [more[ITEMS] for _, _, _, more in found]
    others = {id for index in doubtful for id in named[index]}
    for index in doubtful:
        named[index] = ()
    whole = [*chain.from_iterable(named)]
    alone = _are_spelled(whole) and others.isdisjoint(whole) and not any(roles[index] == "t" for index in doubtful)
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
    others = "".join(ids).encode(errors="replace").translate(None, _LETTERS)
    return not others and max(map(len, ids), default=0) <= LONGEST_ITEM_ID and len(set(ids)) == len(ids)


def _order(messages: Sequence[Message], roles: str) -> int:
    """Return what depends on the order of messages, read off the initials of their roles."""
    spoken = roles.lstrip("s")
    kinds = {
        Kind.SYSTEM: roles.startswith("s"),
        Kind.LATE_SYSTEM: "s" in spoken,
        Kind.FIRST_SPEAKER: spoken[:1] in ("a", "t"),
        Kind.NEIGHBOURS: "uu" in roles or "aa" in roles or any(_apart(messages[at.end()]) for at in _TOOL_BEFORE.finditer(roles)),
        Kind.WORDS_BESIDE_RESULT: "tu" in roles,
        Kind.CLOSING_ASSISTANT: roles.endswith("a"),
    }
    return bits(*(kind for kind, seen in kinds.items() if seen))


def _apart(message: Message) -> bool:
    return message.shape is not None and message.shape.apart


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
