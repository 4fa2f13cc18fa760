"""What is found in one message, as it is remembered there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from segue.kinds import Kind
from segue.parts import ReasoningPart, TextPart, ToolCallPart
from segue.profiles.responses import LONGEST_ITEM_ID, PREFIXES
from segue.scan.bits import bits

Names: TypeAlias = tuple[str, ...]
"""Ids of calls, each with the name of its tool behind it, which takes a quarter of the memory that a mapping does."""
Look: TypeAlias = tuple[int, Names, Names | None, Sequence[str], tuple[Sequence[str], Sequence[str]]]
"""What was found in one message. A tuple, since a record takes ten times as long to make.

Its kinds, as bits; the calls that the next message must answer; the results of a tool message, None of other messages; the ids of
OpenAI's items; those of calls that the next message need not answer, and of hosted calls.
"""
NONE: Names = ()
NO_MORE: tuple[Sequence[str], Sequence[str]] = ((), ())
WORDS: Look = (0, NONE, None, (), NO_MORE)
"""Of every message of a user or model that is texts and nothing else."""

COMMON_NAME = 64
"""Tool names of up to so many letters, digits, _ and - are allowed everywhere if they begin with a letter or _; others are looked at."""
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_COMMON = _LETTERS | frozenset("0123456789-")
BEGINNINGS = {ReasoningPart: PREFIXES["reasoning"], TextPart: PREFIXES["message"], ToolCallPart: PREFIXES["function_call"]}
"""How the ids of OpenAI's items begin that the readers of payloads know."""
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


def is_usual_id(id: str, kind: type) -> bool:
    """Tell whether the id of an item of OpenAI's begins as those of its kind do, and is not too long."""
    return id.startswith(BEGINNINGS[kind]) and len(id) <= LONGEST_ITEM_ID


def listed(names: Mapping[str, str]) -> Names:
    """Return ids, each with its name behind it."""
    return tuple(chain.from_iterable(names.items()))


def mapped(names: Names) -> dict[str, str]:
    """Return names by their ids."""
    return dict(zip(names[::2], names[1::2], strict=True))
