"""Reading the parts of stored messages. What no record can hold is carried unread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from segue.formats.mastra_calls import CALL, RESULT, read_call
from segue.formats.mastra_files import SOURCES, read_file, read_source
from segue.formats.mastra_layout import NAME, Freeze, Keys, Layouts, Wire, claim, new_shape, rest_of
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, Malformed, freeze, freeze_object
from segue.messages import Data, StepStart, StoredPart, StoredReasoning, Thought
from segue.parts import OpaquePart, TextPart

Reader: TypeAlias = Callable[[Any, Freeze], StoredPart]

CARRIED = "data-segue-part"
"""The kind under which an unknown part of another format is stored: applications' own values are not sent to models."""
_CARRIED_KEYS = {"format", "kind", "value"}
_NO_OBJECT = new_shape(NAME, (), "bare", False, None)
_NOTHING = EMPTY, None

_TEXT, _STEP, _DATA = Layouts("type", "text"), Layouts("type", "model"), Layouts("type", "data")
_REASONING, _PLAIN_REASONING = Layouts("type", "reasoning", "details"), Layouts("type", "text", "details")
_THOUGHT, _REDACTED = Layouts("type", "text", "signature"), Layouts("type", "data")

_text_part, _reasoning_part, _thought = quick(TextPart), quick(StoredReasoning), quick(Thought)
_step_start, _data_part = quick(StepStart), quick(Data)
_PLAIN_STEP = StepStart(shape=_STEP["type",][0])
PLAIN_TEXT, STAMPED_TEXT = _TEXT["type", "text"][0], _TEXT["type", "text", "createdAt"][0]
"""The layouts of a text and nothing else, and of one that is stamped with a time."""


class Readers(dict[str, Reader]):
    """Readers of parts by kind."""

    def __missing__(self, kind: str) -> Reader:
        """Read an application's own values; carry the rest unread."""
        return _data if type(kind) is str and kind.startswith("data-") else _unread


def read_parts(wire: Any, readers: Readers, frozen: Freeze) -> tuple[StoredPart, ...]:
    """Read a list of parts. Raises `Malformed` only where one is no JSON that a record could hold."""
    try:
        return tuple([readers[raw["type"]](raw, frozen) for raw in wire])
    except (Malformed, KeyError, TypeError):
        return _with_odd(wire, readers, frozen)


def _with_odd(wire: Any, readers: Readers, frozen: Freeze) -> tuple[StoredPart, ...]:
    """Read a list of parts of which some cannot be read."""
    parts: list[StoredPart] = []
    for index, raw in enumerate(wire):
        try:
            parts.append(read_part(raw, readers, frozen))
        except Malformed as fault:
            raise fault.at(index) from None
    return tuple(parts)


def read_part(raw: Any, readers: Readers, frozen: Freeze) -> StoredPart:
    """Read a part, unread where need be. Raises `Malformed` as `read_parts` does."""
    try:
        return readers[raw["type"]](raw, frozen)
    except (Malformed, KeyError, TypeError):
        return _unread(raw, frozen)


def _unread(raw: Any, _: Freeze) -> OpaquePart:
    if not isinstance(raw, dict):
        return OpaquePart("", JsonObject(value=freeze(raw)), NAME, shape=_NO_OBJECT)
    kind = raw.get("type")
    return OpaquePart(kind if type(kind) is str else "", freeze_object(raw), NAME)


def _text(raw: Wire, frozen: Freeze) -> TextPart:
    shape, rest = _TEXT[tuple(raw)]
    text = raw["text"]
    if type(text) is not str:
        raise Malformed("a string", text)
    options, extras = claim(raw, rest, frozen) if rest else _NOTHING
    return _text_part(text, options, extras, shape)


def _step(raw: Wire, _: Freeze) -> StepStart:
    if len(raw) == 1:
        return _PLAIN_STEP
    shape, rest = _STEP[tuple(raw)]
    model = raw.get("model", "")
    if type(model) is not str:
        model, rest = "", (*rest, "model")
    return _step_start(model, rest_of(raw, rest), shape)


def _reasoning(raw: Wire, frozen: Freeze) -> StoredReasoning:
    shape, rest = _REASONING[tuple(raw)]
    text, details = raw.get("reasoning"), raw.get("details")
    if type(text) is not str or type(details) is not list:
        return _odd_reasoning(raw, frozen)
    options, extras = claim(raw, rest, frozen) if rest else _NOTHING
    return _reasoning_part(text, tuple(map(read_thought, details)), options, extras, shape)


def _odd_reasoning(raw: Wire, frozen: Freeze) -> StoredReasoning:
    """Read reasoning of which something is missing, or that has the AI SDK's newer name of its text. Raises `Malformed`."""
    key = "text" if "text" in raw and "reasoning" not in raw else "reasoning"
    shape, rest = (_REASONING if key == "reasoning" else _PLAIN_REASONING)[tuple(raw)]
    text, details = raw.get(key, ""), raw.get("details", ())
    if type(text) is not str or not isinstance(details, list | tuple):
        raise Malformed("reasoning", raw)
    options, extras = claim(raw, rest, frozen) if rest else _NOTHING
    return _reasoning_part(text, tuple(map(read_thought, details)), options, extras, shape)


def read_thought(raw: Wire) -> Thought:
    """Read a stretch of reasoning. Raises as `Readers` do."""
    if raw["type"] != "text":
        return _redacted(raw)
    shape, rest = _THOUGHT[tuple(raw)]
    text, signature = raw["text"], raw.get("signature")
    if type(text) is not str:
        raise Malformed("a string", text)
    if type(signature) is not str and "signature" in raw:
        signature, rest = None, (*rest, "signature")
    return _thought(text, signature, None, rest_of(raw, rest) if rest else None, shape)


def _redacted(raw: Wire) -> Thought:
    shape, rest = _REDACTED[tuple(raw)]
    data = raw["data"]
    if raw["type"] != "redacted" or type(data) is not str:
        raise Malformed("redacted data", raw)
    return _thought("", None, data, rest_of(raw, rest), shape)


def _data(raw: Wire, frozen: Freeze) -> Data | OpaquePart:
    kind, value = raw["type"], frozen(raw.get("data"))
    if kind == CARRIED and len(raw) == 2 and isinstance(value, JsonObject) and value.keys() == _CARRIED_KEYS:
        return _carried(value, tuple(raw))
    shape, rest = _DATA[tuple(raw)]
    return _data_part(kind[5:], value, rest_of(raw, rest), shape)


def _carried(value: JsonObject, keys: Keys) -> OpaquePart:
    format, kind, inner = value["format"], value["kind"], value["value"]
    if type(format) is not str or type(kind) is not str or type(inner) is not JsonObject or format == NAME:
        raise Malformed("a part of another format", value)
    return OpaquePart(kind, inner, format, shape=new_shape(NAME, keys, "carried", False, tuple(value)))


PARTS = Readers(
    {
        "text": _text,
        "reasoning": _reasoning,
        "tool-invocation": read_call,
        "step-start": _step,
        "file": read_file,
        **dict.fromkeys(SOURCES, read_source),
    }
)
"""Of contents of format 2."""
OLD_PARTS = Readers({"text": _text, "file": read_file, "tool-call": CALL, "tool-result": RESULT, "tool-invocation": read_call})
"""Of contents that are a list, as rows of version 1 have it."""
