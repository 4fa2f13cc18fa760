"""The Responses API: what a model said, thought and called, read from items into parts, each with what is needed to write its item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from segue.formats.openai_responses_content import SAID, WORDS, said_beside
from segue.formats.openai_responses_files import read_opaque
from segue.formats.openai_responses_layout import (
    ITEM,
    NAME,
    Seen,
    Wire,
    call_part,
    frozen,
    item_id,
    layout,
    mapping,
    opaque_part,
    optional,
    options,
    read_options,
    reasoning_part,
    string,
    text_part,
    tokens,
    unclaimed,
)
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, freeze_object, json_text
from segue.parts import TextPart, ToolCallPart
from segue.shapes import Extras, Shape

Parts: TypeAlias = list[Any]
Found: TypeAlias = tuple[str, str, Mapping[str, JsonValue], JsonObject, tuple[str, ...]]
"""A text of an item: its form, its words, what it says to OpenAI, what nobody claims, and its keys."""

_PLAIN_SAID, _PLAIN_CALLS = Seen(), Seen()
_PLAIN_KEYS = frozenset({"type", "role", "content", "id", "status"}), frozenset({"type", "text", "annotations"})
_PLAIN_CALL_KEYS = [frozenset({"type", "call_id", "name", "arguments", *more}) for more in ((), ("id",), ("status",), ("id", "status"))]
_STRINGS = {str}
_PIECE_KEYS = ["type", "text"]
ALONE = -1
"""The number of a text that is the only one of its item."""
SAID_OPTIONS = (("id", "itemId"), ("phase", "phase"))
CALL_OPTIONS = (("id", "itemId"), ("namespace", "namespace"))
THOUGHT_OPTIONS = (("id", "itemId"), ("encrypted_content", "reasoningEncryptedContent"))
PLAIN = {"summary": "summary_text", "content": "reasoning_text"}
"""Lists that may hold a thought's text, and the kind of their pieces."""
JSON_ARGUMENTS = "function_call json"
"""The form of a call whose arguments are JSON instead of its text, as dialects have it."""

_SAID = frozenset({"type", "role", "content", "id", "status", "phase"})
_BARE = frozenset({"type", "role", "content", "status"})
_CALL = frozenset({"type", "call_id", "name", "arguments", "id", "status", "namespace"})
_CUSTOM = frozenset({"type", "call_id", "name", "input", "id", "status", "namespace"})
_THOUGHT = {source: frozenset({"type", "id", "encrypted_content", "status", source}) for source in PLAIN}


def read_item(raw: Wire, parts: Parts) -> None:
    """Carry an item unread."""
    parts.append(unread(raw))


def unread(raw: Wire, kind: str = "") -> Any:
    """Return an item as a part that is carried unread."""
    return opaque_part(kind or raw["type"], freeze_object(raw), NAME, None, Shape(NAME, (), ITEM))


def read_said(raw: Wire, parts: Parts) -> None:
    """Read a message of the model: a part for each of its texts."""
    content = raw.get("content")
    if content.__class__ is list and len(content) == 1 and (part := _plainly_said(raw, content[0])) is not None:
        parts.append(part)
    elif content.__class__ is str:
        _lay_out(raw, [("string", content, EMPTY, EMPTY, ())], parts)
    elif content is None:
        _lay_out(raw, [("null" if "content" in raw else "absent", "", EMPTY, EMPTY, ())], parts)
    elif not isinstance(content, list | tuple):
        raise Malformed("a string or a list", content, ("content",))
    elif content:
        _read_pieces(raw, content, parts)
    else:
        _lay_out(raw, [("empty", "", EMPTY, EMPTY, ())], parts)


def _plainly_said(raw: Wire, piece: Any) -> TextPart | None:
    """Read an item of one text as the API itself makes them, the order of its keys being one that was seen before; None for others."""
    status = raw.get("status")
    if status.__class__ is not str or piece.__class__ is not dict:
        return None
    shape = _PLAIN_SAID.get((tuple(raw), tuple(piece), status))
    if shape is None or raw["type"].__class__ is not str or piece["type"] != "output_text" or piece["annotations"] != []:
        return None
    id, text = raw["id"], piece["text"]
    return text_part(text, item_id(id), None, shape) if id.__class__ is str and text.__class__ is str else None


def _read_pieces(raw: Wire, content: list[Any] | tuple[Any, ...], parts: Parts) -> None:
    pieces: list[Any] = []
    for index, piece in enumerate(content):
        try:
            kind = string(mapping(piece).get("type"), "type")
            pieces.append(_words(piece, kind) if kind in WORDS else read_opaque(piece))
        except Malformed as fault:
            raise fault.at("content", index) from None
    if any(piece.__class__ is tuple for piece in pieces) or (_BARE.issuperset(raw) and None not in raw.values()):
        _lay_out(raw, pieces, parts)
    else:  # what the item says of itself would have no part to be kept in
        parts.append(unread(raw, "message"))


def _words(piece: Wire, kind: str) -> Found:
    return (kind, string(piece.get(WORDS[kind]), WORDS[kind]), *said_beside(piece, kind, SAID), tuple(piece))


def _lay_out(raw: Wire, pieces: list[Any], parts: Parts) -> None:
    """Make parts of the texts of one item. Each carries all that is the item's, so that any of them can be taken out."""
    keys, status, found = tuple(raw), optional(raw, "status"), read_options(raw, SAID_OPTIONS)
    number = ALONE if len(pieces) == 1 else len(parts)
    first, rest = True, layout(keys, _SAID, "")[1]
    extras = unclaimed(raw, rest)
    for piece in pieces:
        if piece.__class__ is tuple:
            form, text, more, left, laid = piece
            shape, _ = layout(keys, _SAID, form, (status, laid, number), first)
            both = options({**found, **more} if more else found)
            parts.append(text_part(text, both, _with_inner(extras, left) if left else extras, shape))
            if extras is None and form == "output_text" and _without_order(keys, laid) == _PLAIN_KEYS and number == ALONE:
                _PLAIN_SAID.keep((keys, laid, status), shape)
        else:
            shape, _ = layout(keys, _SAID, "piece", (status, (), number), first)
            parts.append(opaque_part(piece.kind, piece.value, NAME, None, shape))
        first = False


def _without_order(keys: tuple[str, ...], inner: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys of an item and of the object in it, without their order."""
    return frozenset(keys), frozenset(inner)


def _with_inner(extras: Extras | None, left: JsonObject) -> Extras:
    return Extras(NAME, JsonObject({**(EMPTY if extras is None else extras.fields), "content": left}))


def read_call(raw: Wire, parts: Parts) -> None:
    """Read a call of one of the caller's functions."""
    if (part := _plain_call(raw)) is not None:
        parts.append(part)
        return
    given = raw.get("arguments")
    form, value = ("function_call", json_text(given)) if given.__class__ is str else (JSON_ARGUMENTS, frozen(raw, "arguments"))
    keys, status = tuple(raw), optional(raw, "status")
    shape, rest = layout(keys, _CALL, form, status)
    id, name, extras = optional(raw, "call_id"), string(raw.get("name"), "name"), unclaimed(raw, rest, ("arguments",))
    parts.append(call_part(id or "", name, value, False, None, options(read_options(raw, CALL_OPTIONS)), extras, shape))
    if extras is None and form == "function_call" and frozenset(keys) in _PLAIN_CALL_KEYS:
        _PLAIN_CALLS.keep((keys, status), shape)


def _plain_call(raw: Wire) -> ToolCallPart | None:
    """Read a call whose keys are in an order that was seen before, and all of them strings; None for others."""
    keys, status = tuple(raw), raw.get("status")
    shape = _PLAIN_CALLS.get((keys, status)) if status is None or status.__class__ is str else None
    if shape is None or {*map(type, raw.values())} != _STRINGS:
        return None
    found = item_id(raw["id"]) if "id" in raw else EMPTY
    return call_part(raw["call_id"], raw["name"], json_text(raw["arguments"]), False, None, found, None, shape)


def read_custom(raw: Wire, parts: Parts) -> None:
    """Read a call of a custom tool, whose input is text."""
    shape, rest = layout(tuple(raw), _CUSTOM, "custom_tool_call", optional(raw, "status"))
    id, name, given = optional(raw, "call_id"), string(raw.get("name"), "name"), string(raw.get("input"), "input")
    parts.append(call_part(id or "", name, given, False, None, options(read_options(raw, CALL_OPTIONS)), unclaimed(raw, rest), shape))


def read_thought(raw: Wire, parts: Parts) -> None:
    """Read a reasoning item. Its text is that of the summary, or that of the thoughts themselves where there is no summary."""
    source, (text, kept) = "summary", _joined(raw, "summary")
    if not text and raw.get("content") is not None:
        whole = _joined(raw, "content")
        source, text, kept = ("content", *whole) if whole[0] else (source, text, kept)
    keys, status = tuple(raw), optional(raw, "status")
    shape, rest = layout(keys, _THOUGHT[source], source, (status, None))
    if kept is not None:
        shape = Shape(NAME, keys, source, False, (status, kept))
    told = tokens(raw.get("id"), raw.get("encrypted_content"))
    told = options(read_options(raw, THOUGHT_OPTIONS)) if told is None else told
    parts.append(reasoning_part(text, told, None, unclaimed(raw, rest), shape))


def _joined(raw: Wire, source: str) -> tuple[str, JsonValue]:
    """Return the text of a list of pieces, and the list itself where it is not the plain one that this text would make."""
    pieces = raw.get(source)
    if pieces is None or pieces == []:
        return "", None
    if not isinstance(pieces, list | tuple):
        raise Malformed("a list", pieces, (source,))
    if len(pieces) == 1 and _is_plain(pieces[0], PLAIN[source]):
        return pieces[0]["text"], None
    kept = frozen(raw, source)
    return joined(kept), kept


def _is_plain(piece: Any, kind: str) -> bool:
    if piece.__class__ is not dict or [*piece] != _PIECE_KEYS:
        return False
    return piece["type"] == kind and piece["text"].__class__ is str and piece["text"] != ""


def joined(pieces: Any) -> str:
    """Return the texts of a list of pieces as one."""
    texts = (piece.get("text") for piece in pieces if isinstance(piece, Mapping))
    return "\n".join(text for text in texts if text.__class__ is str)
