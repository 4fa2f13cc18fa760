"""Kinds as the bits of an integer, which are gathered faster than sets."""

from __future__ import annotations

from functools import lru_cache

from segue.kinds import Kind

_USUAL = (
    Kind.CALL, Kind.REASONING, Kind.UNSIGNED_REASONING, Kind.UNENCRYPTED_REASONING, Kind.NON_BEDROCK_REASONING, Kind.NON_GEMINI_REASONING,
    Kind.THOUGHT_SIGNATURE, Kind.UNUSUAL_SIGNATURE, Kind.BLANK_TEXT, Kind.ODD_NAME,
    Kind.TEXT_INPUT, Kind.CLOSING_REASONING,
)  # fmt: skip
# What clean histories hold comes first: integers of up to 30 bits are the fast ones.
BROKEN = 1
"""Some call or result of a message is not paired as it should be, whatever stands around it. No kind."""
PARTIAL = 2
"""A reply may not be thoughts of OpenAI's and what came of them, all with ids, nor altogether without ids. No kind."""
NAMED = 4
"""Items of OpenAI's have ids. No kind."""
MORE_IDS = 8
"""There are calls that the next message need not answer. No kind."""
_BITS = {kind: MORE_IDS << number for number, kind in enumerate(sorted(Kind, key=lambda kind: kind not in _USUAL), 1)}


def bits(*kinds: Kind) -> int:
    """Return the bits of kinds."""
    return sum(map(_BITS.__getitem__, kinds))


@lru_cache(maxsize=1024)
def kinds_of(mask: int) -> frozenset[Kind]:
    """Return the kinds whose bits are set.

    >>> kinds_of(bits(Kind.FILE) | BROKEN) == {Kind.FILE}
    True
    """
    return frozenset(kind for kind, bit in _BITS.items() if mask & bit)
