"""Items of OpenAI's replies: which parts make one, which ids they have, and what came of which thought.

A unit is what a model thought in one go, and what it said and called right behind. OpenAI remembers by an item's id the thought that
it came of, so the ids of a unit stay together or go together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from attrs import Factory, define

from segue.json_values import EMPTY, JsonObject
from segue.models import Model
from segue.parts import OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart
from segue.profiles.responses import FORMAT, NAMED_ITEMS, PIECE, is_encrypted, is_spelled, item_id, item_kind
from segue.prompts import AssistantMessage, Message, Prompt, ToolMessage
from segue.repairs._pairing import At
from segue.repairs._rebuilding import changed, with_content, with_messages

_FOLLOWED = frozenset({"call", "function_call", "custom_tool_call"})
"""Kinds of calls behind which more may stand that came of the same thought."""


@define
class Item:
    """Parts that make one item."""

    kind: str
    id: str | None
    ats: list[At]
    origin: Model | None = None
    """Who made it, of thoughts alone."""
    encrypted: bool = False
    blank: bool = False
    """It has no words."""


@define
class Unit:
    """Thoughts, and what was said and called right behind them."""

    maker: Model | None = None
    thoughts: list[Item] = Factory(list)
    outputs: list[Item] = Factory(list)
    led: bool = False
    """Something that is no output of the unit, such as a search, stands right behind."""
    apart: bool = False
    """It is one item that no thought is asked for."""

    def items(self) -> Iterator[Item]:
        """Yield the thoughts and the outputs."""
        yield from self.thoughts
        yield from self.outputs

    def fixed(self) -> bool:
        """Tell whether it is an item that is nothing without its id."""
        return self.apart and self.outputs[0].kind in NAMED_ITEMS

    def ids(self) -> list[str]:
        """Return the ids there are."""
        return [item.id for item in self.items() if item.id is not None]


Choice: TypeAlias = Callable[[Iterable[Unit]], Iterable[Unit]]
"""Which of a history's units something is amiss with."""


def units(messages: Iterable[Message]) -> list[Unit]:
    """Return the units of a history, and items that are none but have an id. Linear."""
    gathering = _Gathering()
    for index, message in enumerate(messages):
        if isinstance(message, AssistantMessage):
            gathering.last = None
            for number, part in enumerate(message.content):
                _GATHER[part.__class__](gathering, message, part, (index, number))
            continue
        gathering.close()
        if isinstance(message, ToolMessage):
            gathering.found += _answers(index, message)
    gathering.close()
    return gathering.found


def _answers(index: int, message: Message) -> list[Unit]:
    named = [(number, id) for number, part in enumerate(message.content) if (id := item_id(part)) is not None]
    return [_apart(Item("answer", id, [(index, number)])) for number, id in named]


def _apart(item: Item) -> Unit:
    return Unit(outputs=[item], apart=True)


@define
class _Gathering:
    found: list[Unit] = Factory(list)
    unit: Unit = Factory(Unit)
    last: TextPart | ReasoningPart | None = None
    """The text or thought before, of the same message."""

    def close(self) -> None:
        """Begin another unit."""
        self.last = None
        if self.unit.thoughts or self.unit.outputs:
            self.found.append(self.unit)
            self.unit = Unit()

    def think(self, _: AssistantMessage, part: ReasoningPart, at: At) -> None:
        if self.unit.outputs:
            self.close()
        if self._continues(part) and not _is_laid(part):
            self.unit.thoughts[-1].ats.append(at)
            self.unit.thoughts[-1].encrypted |= is_encrypted(part)
        else:
            self.unit.thoughts.append(Item("reasoning", item_id(part), [at], part.origin, is_encrypted(part)))
        self.last = part

    def say(self, message: AssistantMessage, part: TextPart, at: At) -> None:
        blank = not part.text or part.text.isspace()
        if self._continues(part) and not (part.shape is not None and part.shape.apart):
            self.unit.outputs[-1].ats.append(at)
            self.unit.outputs[-1].blank &= blank
        else:
            self._put(message, Item("message", item_id(part), [at], blank=blank))
        self.last = part

    def call(self, message: AssistantMessage, part: ToolCallPart, at: At) -> None:
        self.last = None
        if part.hosted and not _is_laid(part):
            self._led()
        elif (kind := item_kind(part)) in NAMED_ITEMS:
            self._led()
            self.found.append(_apart(Item(kind, item_id(part), [at])))
        else:
            self._put(message, Item(kind, item_id(part), [at]))
            if kind not in _FOLLOWED:
                self.close()

    def other(self, _: AssistantMessage, part: Any, __: At) -> None:
        if part.__class__ is OpaquePart or getattr(part, "hosted", False):
            if not _is_piece(part):
                self._led()
        else:
            self.close()

    def _put(self, message: AssistantMessage, item: Item) -> None:
        self.unit.maker = message.origin
        self.unit.outputs.append(item)

    def _led(self) -> None:
        self.unit.led = bool(self.unit.thoughts)
        self.close()

    def _continues(self, part: Any) -> bool:
        """Tell whether a part is of the item before it."""
        before, id = self.last, item_id(part)
        return before.__class__ is part.__class__ and id is not None and item_id(before) == id and _is_laid(before) == _is_laid(part)


class _Gather(dict[type, Callable[[_Gathering, AssistantMessage, Any, At], None]]):
    def __missing__(self, _: type) -> Callable[[_Gathering, AssistantMessage, Any, At], None]:
        return _Gathering.other


_GATHER = _Gather({ReasoningPart: _Gathering.think, TextPart: _Gathering.say, ToolCallPart: _Gathering.call})


def _is_laid(part: Any) -> bool:
    """Tell whether a part stood in an item of the API's own format."""
    return part.shape is not None and part.shape.format == FORMAT


def _is_piece(part: Any) -> bool:
    return _is_laid(part) and part.shape.form == PIECE


def oddly_named(found: Iterable[Unit]) -> Iterator[Unit]:
    """Yield the units in which an id is not spelled as OpenAI spells those of its kind, if it can go."""
    for unit in found:
        if not unit.fixed() and any(item.id is not None and not is_spelled(item.id, item.kind) for item in unit.items()):
            yield unit


def named_twice(found: Iterable[Unit]) -> Iterator[Unit]:
    """Yield the units in which an id stands that stood before, if it can go."""
    taken: set[str] = set()
    for unit in found:
        ids = unit.ids()
        if not unit.fixed() and not (taken.isdisjoint(ids) and len(set(ids)) == len(ids)):
            yield unit
        else:
            taken.update(ids)


def half_named(found: Iterable[Unit]) -> Iterator[Unit]:
    """Yield the units of which some items have ids and some have none, thoughts among them."""
    return (unit for unit in found if unit.thoughts and len({item.id is None for item in unit.items()}) > 1)


def unled(found: Iterable[Unit]) -> Iterator[Unit]:
    """Yield the units that have ids and no thought they came of."""
    return (unit for unit in found if not unit.thoughts and not unit.apart and unit.ids())


def lone(found: Iterable[Unit]) -> Iterator[Unit]:
    """Yield the units in which OpenAI's thoughts came to nothing."""
    for unit in found:
        if not unit.led and all(item.blank for item in unit.outputs) and any(map(is_openais, unit.thoughts)):
            yield unit


def is_openais(thought: Item) -> bool:
    """Tell whether a thought carries what OpenAI gives its own."""
    return thought.encrypted or thought.id is not None


def let_go(prompt: Prompt, found: Iterable[tuple[Unit, Iterable[Item]]]) -> Prompt:
    """Take out these thoughts of these units, and the ids of all that is left of them; messages of which nothing is left go.

    A thought that is not encrypted is nothing without its id, and goes with it.
    """
    free, gone = set[At](), set[At]()
    for unit, thoughts in found:
        free.update(at for item in unit.items() for at in item.ats)
        gone.update(at for item in thoughts for at in item.ats)
    touched = {index for index, _ in free}
    made = [_freed(index, message, free, gone) if index in touched else message for index, message in enumerate(prompt.messages)]
    return with_messages(prompt, [after for after, before in zip(made, prompt.messages, strict=True) if after.content or after is before])


def _freed(index: int, message: Message, free: set[At], gone: set[At]) -> Message:
    content = [(part, (index, number)) for number, part in enumerate(message.content)]
    return with_content(message, [kept for part, at in content if at not in gone for kept in (_nameless(part) if at in free else (part,))])


def _nameless(part: Any) -> tuple[Part, ...]:
    if item_id(part) is None:
        return (part,)
    if part.__class__ is ReasoningPart and not is_encrypted(part):
        return ()
    options: JsonObject = part.provider_options
    own: JsonObject = options["openai"].without("itemId")
    return (changed(part, provider_options=options.with_(openai=own) if own else options.without("openai") or EMPTY),)
