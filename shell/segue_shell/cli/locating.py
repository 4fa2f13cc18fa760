"""Where in a JSON text that the parser refused for its content the offence stands."""

from __future__ import annotations

import json
import math
import re
from typing import NamedTuple

from segue.failures import dotted

MAX_DEPTH = 256
MAX_DIGITS = 4300
LONGEST_PATH = 12
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
_CONSTANTS = frozenset({"NaN", "Infinity", "-Infinity"})


class Trouble(NamedTuple):
    """What is wrong, and the offset in the text."""

    what: str
    at: int


class _Level:
    """An object or array that is open: its keys so far, and the step to the item that comes."""

    __slots__ = ("keys", "step", "wants_key")

    def __init__(self, opener: str) -> None:
        self.keys: set[str] | None = set() if opener == "{" else None
        self.step: str | int = "" if opener == "{" else 0
        self.wants_key = opener == "{"

    def next(self) -> None:
        """Go on behind a comma."""
        self.wants_key = self.keys is not None
        if isinstance(self.step, int):
            self.step += 1

    def key(self, token: str) -> bool:
        """Take a key; tell whether it is new."""
        self.step = json.loads(token)
        self.wants_key = False
        keys = self.keys or set()
        new = self.step not in keys
        keys.add(str(self.step))
        self.keys = keys
        return new


def locate(text: str) -> Trouble:
    """Find the first doubled key, constant that is no JSON, number out of bounds, or level too deep."""
    levels: list[_Level] = []
    for found in _TOKEN.finditer(text):
        if what := _take(levels, found[0]):
            return Trouble(what + _where(levels), found.start())
    return Trouble("a value that cannot be held", 0)


def _take(levels: list[_Level], token: str) -> str:
    """Go on by one token; return what is wrong with it, "" where nothing is."""
    if token in "{[":
        levels.append(_Level(token))
        return f"nested more than {MAX_DEPTH} deep" if len(levels) > MAX_DEPTH else ""
    if token in "}]":
        levels.pop()
    elif token == ",":
        levels[-1].next()
    elif token[0] == '"':
        if levels and levels[-1].wants_key and not levels[-1].key(token):
            return f"the key {token[:80]} stands twice"
    elif token != ":":
        return _number_trouble(token)
    return ""


def _number_trouble(token: str) -> str:
    if token in _CONSTANTS:
        return f"{token} is not JSON"
    if token.lstrip("-").isdigit():
        return f"an integer of more than {MAX_DIGITS} digits" if len(token.lstrip("-")) > MAX_DIGITS else ""
    if token[-1].isdigit() and math.isinf(float(token)):
        return "a number beyond the range of a double"
    return ""


def _where(levels: list[_Level]) -> str:
    """Name the place; a path of more than twelve steps says nothing to a reader."""
    place = tuple(level.step for level in levels)
    return f", at {dotted(place)}" if 0 < len(place) <= LONGEST_PATH else ""
