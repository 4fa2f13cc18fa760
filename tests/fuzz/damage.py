"""Ways to damage a payload. The same random numbers do the same damage; the payload is not touched."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum, IntEnum
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

from attrs import frozen

Place: TypeAlias = tuple[str | int, ...]


class Role(str, Enum):  # noqa: UP042 - the older spelling, which SDKs still have, and whose `str` is not its value
    """A word as SDKs have them."""

    ASSISTANT = "assistant"


class Number(IntEnum):
    """A number with a name."""

    ONE = 1


class Undecided:
    """Neither true nor false, and equal to nothing in a word, as an array of numbers is."""

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        """Refuse."""
        raise ValueError("ambiguous")

    def __eq__(self, other: object) -> Undecided:  # type: ignore[override]
        """Return no answer."""
        return self


class Sub(dict[str, Any]):
    """A dict of a class of its own."""


def nested(depth: int, kind: str) -> Any:
    """Return lists, or objects, within each other."""
    value: Any = "x"
    for _ in range(depth):
        value = [value] if kind == "list" else {kind: value}
    return value


def circle() -> list[Any]:
    """Return a list that holds itself."""
    value: list[Any] = [{"type": "text", "text": "x"}]
    value.append(value)
    return value


PLAIN: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, 1.5, -0.0, 2**53, 2**70, 1e300, "", " ", "x", "null", "{}", "[]", "user", "assistant", "tool", "text",
    "\ud83d", "a\udc00b", "\0", "\ufeff", "data:;base64,", "data:image/png;base64,AA==", "https://a.example/a.png", "gs://b/a", '{"a": 1.0}', '{"a": ',
    '{"a": NaN}', '{"a": 1e999}', '{"a": ' + "9" * 5000 + "}", '{"a": ' * 300 + "1" + "}" * 300, "[" * 2000, "[" * 100_000, "9" * 5000, "x" * 70,
    [], {}, [None], [[]], [{}], [[[]]], ["x"], [0], [True], [{"type": "text", "text": "x"}], {"type": "text", "text": "x"}, {"type": None},
    {"type": []}, {"type": {}}, {"role": []}, {"role": "user", "content": "x"}, {"value": None}, {"text": None}, {"": {}}, {"a": [1, 1.0, -0.0, True]},
)  # fmt: skip
"""JSON that is odd where it lands."""

NO_JSON: tuple[Any, ...] = (
    float("nan"), float("inf"), -float("inf"), 10**4299, 10**5000, -(10**5000), nested(255, "list"), nested(257, "list"), nested(256, "a"), nested(3000, "list"),
    nested(3000, "content"), nested(600, "input"), circle(), b"", b"\xff\xfe", {1: 2}, {None: 1}, {True: "x"}, {("a",): 1}, {b"a": 1},
    {"type": "text", 1: 2}, set(), frozenset({"a"}), (), ("x", {"a": ()}), Decimal("1.5"), datetime(2026, 1, 2, tzinfo=UTC), object(), Random, len, 1j, range(2),
    iter([1]), Role.ASSISTANT, Number.ONE, Sub(type="text", text="x"), OrderedDict(type="text", text="x"), MappingProxyType({"type": "text", "text": "x"}),
    Ellipsis, Undecided(), memoryview(b"x"),
)  # fmt: skip
"""What is not JSON, or more of it than records hold: nesting of 256 and integers of 4,300 digits are the most."""

KEYS: tuple[Any, ...] = (
    "type", "role", "content", "text", "parts", "id", "name", "input", "output", "odd", "", "\ud83d", "messages", "tool_calls", "function", "arguments",
    "providerOptions", "cache_control", "state", 1, None, b"a", ("a",), 1.5, Role.ASSISTANT,
)  # fmt: skip


def spots(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the places of a payload, the outermost first."""
    yield place
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        yield from spots(item, (*place, step))


def found(payload: Any, place: Place) -> Any:
    """Return what stands at a place; raises LookupError or TypeError where nothing does."""
    for step in place:
        payload = payload[step]
    return payload


def changed(payload: Any, place: Place, change: Callable[[Any], Any]) -> Any:
    """Return the payload with something else at a place; what is not on the way there is shared."""
    if not place:
        return change(payload)
    step, *rest = place
    copy: Any = dict(payload) if isinstance(payload, Mapping) else list(payload)
    copy[step] = changed(copy[step], tuple(rest), change)
    return copy


@frozen
class Spares:
    """What is put in: odd things, what is no JSON, pieces and keys of other payloads."""

    random: Random
    pieces: Sequence[Any]
    keys: Sequence[Any]

    def piece(self) -> Any:
        """Return a piece of another payload, or what is no JSON."""
        return self.random.choice(self.pieces if self.random.random() < 0.7 else NO_JSON)

    def value(self) -> Any:
        """Return any of them."""
        return self.random.choice(PLAIN) if self.random.random() < 0.6 else self.piece()

    def key(self) -> Any:
        """Return a key of another payload, or one that is odd or no string."""
        return self.random.choice(self.keys if self.random.random() < 0.8 else KEYS)


def _replaced(_: Any, spares: Spares) -> Any:
    return spares.value()


def _exchanged(_: Any, spares: Spares) -> Any:
    return spares.piece()


def _wrapped(value: Any, spares: Spares) -> Any:
    return spares.random.choice(([value], [value, value], {spares.key(): value}, (value,), [[value]]))


def _unwrapped(value: Any, spares: Spares) -> Any:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else ()
    return spares.random.choice(inner) if inner else value


def _shortened(value: Any, spares: Spares) -> Any:
    """Cut a text, a list or an object off."""
    if not isinstance(value, str | list | dict):
        return value
    whole = list(value.items()) if isinstance(value, dict) else value
    cut = whole[: spares.random.randint(0, len(whole))]
    return dict(cut) if isinstance(value, dict) else cut


def _bereft(value: Any, spares: Spares) -> Any:
    """Take one thing out of a list or an object."""
    if not isinstance(value, list | dict) or not value:
        return value
    out = spares.random.randrange(len(value))
    if isinstance(value, list):
        return [*value[:out], *value[out + 1 :]]
    return {key: item for index, (key, item) in enumerate(value.items()) if index != out}


def _renamed(value: Any, spares: Spares) -> Any:
    if not isinstance(value, dict) or not value:
        return value
    old, new = spares.random.choice(list(value)), spares.key()
    return {new if key == old else key: item for key, item in value.items()}


def _grown(value: Any, spares: Spares) -> Any:
    if isinstance(value, dict):
        return {**value, spares.key(): spares.value()}
    if isinstance(value, list):
        at = spares.random.randint(0, len(value))
        return [*value[:at], spares.value(), *value[at:]]
    return value


def _turned(value: Any, _: Spares) -> Any:
    if isinstance(value, dict):
        return dict(reversed(value.items()))
    return value[::-1] if isinstance(value, list) else value


WAYS = (_replaced, _replaced, _replaced, _exchanged, _wrapped, _unwrapped, _shortened, _bereft, _renamed, _grown, _grown, _turned)


def damaged(payload: Any, places: Sequence[Place], spares: Spares) -> Any:
    """Return a payload damaged at one to three of its places, or the start of its JSON text."""
    random = spares.random
    if random.random() < 0.01:
        return json.dumps(payload)[: random.randint(0, 400)]
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        place, way = random.choice(places), random.choice(WAYS)
        try:
            payload = changed(payload, place, lambda value, way=way: way(value, spares))
        except (LookupError, TypeError, ValueError):  # an earlier damage took the place away
            continue
    return payload
