"""What is found in one message, as it is remembered there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from segue.kinds import Kind
from segue.parts import ReasoningPart, TextPart, ToolCallPart
from segue.scan.bits import bits

MoreIds: TypeAlias = tuple[Sequence[str], Sequence[str], Sequence[str]]
ITEMS, DONE, HOSTED = range(3)
"""Ids besides those of calls and answers: of OpenAI's items, of calls that the next message need not answer, of hosted calls."""
Look: TypeAlias = tuple[int, Mapping[str, str], Mapping[str, str] | None, MoreIds]
"""What was found in one message. A tuple, since a record takes ten times as long to make.

Its kinds, as bits; the names of the calls that the next message must answer, by id; the names of a tool message's results by the ids
of their calls, None of other messages; more ids.
"""
NONE: Mapping[str, str] = {}
NO_MORE: MoreIds = ((), (), ())
WORDS: Look = (0, NONE, None, NO_MORE)
"""Of every message of a user or model that is texts and nothing else."""

COMMON_NAME = 64
"""Tool names of up to so many letters, digits, _ and - are allowed everywhere if they begin with a letter or _; others are looked at."""
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_COMMON = _LETTERS | frozenset("0123456789-")
BEGINNINGS: Mapping[type, str] = {ReasoningPart: "rs", TextPart: "msg", ToolCallPart: "fc"}
"""How the ids of OpenAI's items begin."""
NO_FUNCTIONS = frozenset({"computer_call", "local_shell_call", "shell_call", "apply_patch_call"})
"""Forms of calls whose items are named otherwise."""
_CALL = bits(Kind.CALL)
_ODD_CALL = bits(Kind.CALL, Kind.ODD_NAME)


class _Called(dict[str, int]):
    """The kinds of a call by its name. Those met are kept while they are few: a history calls few tools often."""

    def __missing__(self, name: str) -> int:
        kinds = _ODD_CALL if is_odd_name(name) else _CALL
        if len(self) < _FEW and len(name) <= COMMON_NAME:
            self[name] = kinds
        return kinds


_FEW = 1024
CALLED: Mapping[str, int] = _Called()


def is_odd_name(name: str) -> bool:
    """Tell whether a tool's name is not spelled so that every provider takes it."""
    return not 0 < len(name) <= COMMON_NAME or not _COMMON.issuperset(name) or name[0] not in _LETTERS
