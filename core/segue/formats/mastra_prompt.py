"""Stored messages of the TypeScript original as a wire format: a list of rows, or `{"messages": […]}`, read as the prompt they make.

A row that no rule touched is written as it came, and so is one that models are not shown. A touched row keeps its id, time and owner. Ids
of rows that come anew are made of their contents, so the same history is always written the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from attrs import define, evolve, field

from segue.convert.makers import maker_of
from segue.convert.reading import Placed, by_row
from segue.convert.storing import to_store
from segue.formats.format import Format, MessagePlaces, reading
from segue.formats.mastra import write_message
from segue.formats.mastra_layout import NAME
from segue.formats.mastra_messages import read_message
from segue.formats.mastra_rows import content_text
from segue.json_values import JsonObject, JsonValue, Malformed, freeze, thaw
from segue.kinds import Place
from segue.messages import StoredMessage
from segue.prompts import AssistantMessage, Message, Prompt, Request, ToolMessage
from segue.shapes import Shape, shape_for

_LIST, _BODY = "list", "body"
_KEY = "messages"
_DIGEST = 20


def decode_request(payload: object) -> Request:
    """Read rows as a prompt. Raises `Malformed`."""
    whole = freeze(payload)
    form = _BODY if isinstance(whole, JsonObject) else _LIST
    held = whole[_KEY] if isinstance(whole, JsonObject) and _KEY in whole else whole
    if not isinstance(held, tuple):
        raise Malformed("a list of stored messages", held, () if held is whole else (_KEY,))
    wire = thaw(held)  # as it will be read again when it is written
    try:
        made = by_row(_read(wire))
        messages = [evolve(said, shape=Shape(NAME, detail=index)) for index, row in enumerate(made) for said, _ in row]
    except Malformed as fault:
        raise fault.at(_KEY) if form == _BODY else fault from None
    return Request(Prompt(tuple(messages)), shape=Shape(NAME, form=form, detail=whole))


def _read(wire: Sequence[object]) -> Iterator[StoredMessage]:
    for index, raw in enumerate(wire):
        try:
            yield read_message(raw)
        except Malformed as fault:
            raise fault.at(index) from None


def _wire(shape: Shape | None) -> Any:
    """Return the rows of a payload that was read, as they came; none where the request comes from elsewhere."""
    if shape is None:
        return []
    return thaw(shape.detail[_KEY] if isinstance(shape.detail, JsonObject) else shape.detail)


def encode_request(request: Request) -> Any:
    """Write a request as rows: the list it came as, or an object that has the list. Tools on offer are no rows."""
    shape = shape_for(request.shape, NAME)
    rows = _Rows(_wire(shape)).of(request.prompt)
    if shape is None:
        return {_KEY: rows}
    return {**thaw(shape.detail), _KEY: rows} if shape.form == _BODY else rows


def _row_of(message: Message) -> int | None:
    """Return the index of the row that a message comes from, None where it comes from none."""
    shape = shape_for(message.shape, NAME)
    return shape.detail if shape is not None and isinstance(shape.detail, int) else None


@define
class _Unit:
    """Messages to be written together: those of one row, or what was put in anew."""

    row: int | None
    messages: list[Message]


def _units(prompt: Prompt) -> list[_Unit]:
    """Return the messages by row. What a model's turn gained, such as results, belongs to the row before."""
    units: list[_Unit] = []
    for message in prompt.messages:
        row, talks = _row_of(message), isinstance(message, AssistantMessage | ToolMessage)
        last = units[-1] if units else None
        gained = row is None and talks and last is not None and isinstance(last.messages[-1], AssistantMessage | ToolMessage)
        if last is not None and (gained or (row is not None and row == last.row)):
            last.messages.append(message)
        else:
            units.append(_Unit(row, [message]))
    return units


@define
class _Rows:
    """The rows that a payload had, and those that are written."""

    wire: list[Any]
    stored: list[StoredMessage] = field(init=False)
    made: list[list[Placed]] = field(init=False)
    ids: set[str] = field(init=False)
    alike: Counter[bytes] = field(init=False, factory=Counter)
    written: list[Any] = field(init=False, factory=list)
    passed: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        """Read the rows again."""
        self.stored = list(_read(self.wire))
        self.made = list(by_row(self.stored))
        self.ids = {row.id for row in self.stored}

    def of(self, prompt: Prompt) -> list[Any]:
        """Return the rows of a prompt."""
        for unit in _units(prompt):
            if unit.row is not None and unit.row >= self.passed:
                self._pass(unit.row)
                self._write(unit, self.stored[unit.row], self.wire[unit.row])
                self.passed = unit.row + 1
            else:
                self._write(unit, None, None)
        self._pass(len(self.stored))
        return self.written

    def _pass(self, row: int) -> None:
        """Write the rows up to one that models are not shown."""
        self.written += [self.wire[index] for index in range(self.passed, row) if not self.made[index]]
        self.passed = row

    def _write(self, unit: _Unit, row: StoredMessage | None, raw: Any) -> None:
        """Write the rows of a unit: the very row that it comes from where it is all that the row made."""
        if row is not None and unit.messages == [message for message, _ in self.made[unit.row or 0]]:
            self.written.append(raw)
            return
        near = row or (self.stored[max(self.passed - 1, 0)] if self.stored else StoredMessage("", ""))
        rows = to_store(unit.messages, str, thread_id=near.thread_id, resource_id=near.resource_id, keep_strays=True)
        for number, new in enumerate(rows):
            kept = _kept(new, row) if row is not None and number == 0 else evolve(new, id=self._new_id(new))
            self.written.append(write_message(kept))

    def _new_id(self, row: StoredMessage) -> str:
        """Return an id made of what a row says, and of its number where rows say the same."""
        said = sha256(f"{row.role}\0{content_text(row)}".encode("utf-8", "surrogatepass")).digest()
        while (id := f"segue-{sha256(said + b'%d' % self.alike[said]).hexdigest()[:_DIGEST]}") in self.ids:
            self.alike[said] += 1
        self.ids.add(id)
        return id


def _kept(new: StoredMessage, row: StoredMessage) -> StoredMessage:
    """Return a row that replaces another, under its id, with what that says of itself; who made it as the new one tells."""
    metadata: Mapping[str, JsonValue] = row.metadata
    if maker_of(new.metadata) != maker_of(row.metadata):
        metadata = {**row.metadata.without("provider", "modelId"), **new.metadata}
    return evolve(new, id=row.id, created_at=row.created_at, metadata=JsonObject(metadata))


def places(request: Request) -> tuple[MessagePlaces, ...]:
    """Tell where each message and part stood."""
    shape = shape_for(request.shape, NAME)
    stored = list(_read(_wire(shape)))
    root: Place = (_KEY,) if shape is not None and shape.form == _BODY else ()
    return tuple(
        ((*root, index), tuple((*root, index, *_place(row, place)) for place in at))
        for index, (row, made) in enumerate(zip(stored, by_row(stored), strict=True))
        for _, at in made
    )


def _place(row: StoredMessage, place: Place) -> Place:
    """Return where a part stands in the JSON of its row."""
    form = row.shape.form if row.shape is not None else ""
    match place:
        case ("parts", index):
            return {"string": ("content",), "list": ("content", index)}.get(form, ("content", "parts", index))
        case ("invocations", index):
            return "content", "toolInvocations", index
        case ("text",):
            return "content", "content"
        case _:
            return place


_HOLDERS = ("messages", "content", "parts", "toolInvocation", "toolInvocations")


def restore(reply: Any, names: Mapping[str, str]) -> Any:
    """Put tool names back into a stored message, or a list of them; itself where there are none. Inputs and outputs are not looked into.

    >>> restore({"toolInvocation": {"toolName": "a_b", "args": {"toolName": "a_b"}}}, {"a_b": "a.b"})
    {'toolInvocation': {'toolName': 'a.b', 'args': {'toolName': 'a_b'}}}
    """
    if isinstance(reply, list):
        items = [restore(item, names) for item in reply]
        return reply if all(new is old for new, old in zip(items, reply, strict=True)) else items
    return _restored(reply, names) if isinstance(reply, dict) else reply


def _restored(value: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    changes = {key: new for key in _HOLDERS if key in value and (new := restore(value[key], names)) is not value[key]}
    name = value.get("toolName")
    if isinstance(name, str) and name in names:
        changes["toolName"] = names[name]
    return {**value, **changes} if changes else value


MASTRA = Format(NAME, reading(NAME, decode_request), encode_request, places, restore)
"""Stored messages of the TypeScript original."""
