"""Content blocks of the Messages API, read as parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from segue.formats.anthropic_wire import (
    CALL_OPTIONS,
    COMPACTION,
    FILE_OPTIONS,
    MCP_RESULT,
    MCP_USE,
    NAME,
    NO_OPTIONS,
    PLAIN_OPTIONS,
    TEXT_OPTIONS,
    Layouts,
    content_text,
    flag,
    listing,
    options,
    rest,
    search_text,
    string,
)  # fmt: skip
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, freeze, freeze_object
from segue.parts import Encoding, FilePart, JsonPart, OpaquePart, OutputPart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.profiles.anthropic_server import MCP_OPTION
from segue.shapes import Extras, Shape

Block: TypeAlias = Mapping[str, Any]
Reader: TypeAlias = Callable[[Block], Part]

_TEXT = frozenset({"type", "text"})
_THINKING = frozenset({"type", "thinking", "signature"})
_REDACTED = frozenset({"type", "data"})
_COMPACTION = frozenset({"type", "content"})
_FILE = frozenset({"type", "source", "title"})
_IMAGE = frozenset({"type", "source"})
_SEARCH = frozenset({"type", "title"})
_CALL = frozenset({"type", "id", "name", "input"})
_MCP_CALL = _CALL | {"server_name"}
_RESULT = frozenset({"type", "tool_use_id", "content", "is_error"})
_HOSTED_RESULT = frozenset({"type", "tool_use_id", "content"})
_RESULT_KEYS = ("type", "tool_use_id", "content")


text_part, reasoning_part, call_part, result_part = quick(TextPart), quick(ReasoningPart), quick(ToolCallPart), quick(ToolResultPart)
_LAID = Layouts()
_IN_STRING, _IN_LIST, _ABSENT = Layouts("string"), Layouts("list"), Layouts("absent")


def read_blocks(blocks: Any, readers: Mapping[str, Reader]) -> list[Any]:
    """Return a part for each block. Raises `Malformed`, its path from the block's index on."""
    parts: list[Any] = []
    add = parts.append
    known = blocks if blocks.__class__ is list else listing(blocks, "a string or a list")
    try:
        for block in known:
            reader = readers.get(block["type"])
            add(_unlisted(block, readers) if reader is None else reader(block))
    except Malformed as fault:
        raise fault.at(len(parts)) from None
    except (KeyError, TypeError):
        raise _not_a_block(known[len(parts)]).at(len(parts)) from None
    return parts


def _not_a_block(block: object) -> Malformed:
    kind = block.get("type") if isinstance(block, Mapping) else None
    return Malformed("a string", kind, ("type",)) if isinstance(block, Mapping) else Malformed("an object", block)


def _unlisted(block: Block, readers: Mapping[str, Reader]) -> Part:
    if string(block, "type").endswith("_tool_result") and readers is ASSISTANT:
        return _hosted_result(block)
    return _opaque(block)


def _opaque(block: Block) -> OpaquePart:
    return OpaquePart(block["type"], freeze_object(block), NAME, None, _LAID[()])


def _text(block: Block) -> TextPart:
    text = block.get("text")
    if text.__class__ is not str:
        raise Malformed("a string", text, ("text",))
    if len(block) == 2:
        return text_part(text, EMPTY, None, _LAID[tuple(block)])
    told, extras = rest(block, _TEXT, TEXT_OPTIONS)
    return TextPart(text, told, extras, _LAID[tuple(block)])


def _thinking(block: Block) -> ReasoningPart:
    text, signature = block.get("thinking"), block.get("signature")
    if text.__class__ is str and signature.__class__ is str and len(block) == 3:
        told = JsonObject({NAME: JsonObject({"signature": signature})})
        return reasoning_part(text, told, None, None, _LAID[tuple(block)])
    known: dict[str, JsonValue] = {} if signature is None else {"signature": string(block, "signature")}
    told, extras = rest(block, _THINKING, NO_OPTIONS, known)
    return ReasoningPart(string(block, "thinking"), told, None, extras, _LAID[tuple(block)])


def _redacted(block: Block) -> ReasoningPart:
    told, extras = rest(block, _REDACTED, NO_OPTIONS, {"redactedData": string(block, "data")})
    return ReasoningPart("", told, None, extras, _LAID[tuple(block)])


def _compaction(block: Block) -> TextPart | OpaquePart:
    if block.get("content") is None:
        return _opaque(block)
    text = string(block, "content")
    told, extras = rest(block, _COMPACTION, PLAIN_OPTIONS, {"type": COMPACTION})
    return TextPart(text, told, extras, _LAID[tuple(block)])


def _input(block: Block) -> JsonValue:
    given = block.get("input")
    if given is None and "input" not in block:
        raise Malformed("an object", None, ("input",))
    try:
        return freeze_object(given) if given.__class__ is dict else freeze(given)
    except Malformed as fault:
        raise fault.at("input") from None


def _call(block: Block) -> ToolCallPart:
    id, name = block.get("id"), block.get("name")
    if len(block) == 4 and id.__class__ is str and name.__class__ is str:
        return call_part(id, name, _input(block), False, None, EMPTY, None, _LAID[tuple(block)])
    told, extras = rest(block, _CALL, CALL_OPTIONS)
    return ToolCallPart(string(block, "id"), string(block, "name"), _input(block), False, None, told, extras, _LAID[tuple(block)])


def _hosted_call(block: Block) -> ToolCallPart:
    told, extras = rest(block, _CALL, CALL_OPTIONS)
    shape = _LAID[tuple(block)]
    return ToolCallPart(string(block, "id"), string(block, "name"), _input(block), True, None, told, extras, shape)


def _mcp_call(block: Block) -> ToolCallPart:
    known: dict[str, JsonValue] = {"type": MCP_OPTION, "serverName": string(block, "server_name")}
    told, extras = rest(block, _MCP_CALL, PLAIN_OPTIONS, known)
    shape = _LAID[tuple(block)]
    return ToolCallPart(string(block, "id"), string(block, "name"), _input(block), True, None, told, extras, shape)


def _result(block: Block) -> ToolResultPart:
    id, content = block.get("tool_use_id"), block.get("content")
    if len(block) == 3 and content.__class__ is str and id.__class__ is str:
        return result_part(id, "", (text_part(content, EMPTY, None, None),), False, False, None, EMPTY, None, _IN_STRING[tuple(block)])
    output, shapes = _output(content)
    told, extras = rest(block, _RESULT, PLAIN_OPTIONS)
    error, shape = flag(block, "is_error"), shapes[tuple(block)]
    return ToolResultPart(string(block, "tool_use_id"), "", output, error, False, None, told, extras, shape)


def _output(content: Any) -> tuple[tuple[OutputPart, ...], Layouts]:
    if content.__class__ is str:
        return (TextPart(content),), _IN_STRING
    if content is None:
        return (), _ABSENT
    try:
        return tuple(read_blocks(content, OUTPUT)), _IN_LIST
    except Malformed as fault:
        raise fault.at("content") from None


@lru_cache(maxsize=64)
def _result_type(kind: str) -> JsonObject:
    return options({"resultType": kind})


def _hosted_result(block: Block) -> ToolResultPart:
    kind, id = string(block, "type"), string(block, "tool_use_id")
    claimed = _RESULT if kind == MCP_RESULT else _HOSTED_RESULT
    told, extras = rest(block, claimed, CALL_OPTIONS, {"resultType": kind})
    output = _hosted_output(block, kind)
    error = flag(block, "is_error") if kind == MCP_RESULT else _is_error(output)
    told = _result_type(kind) if len(told[NAME]) == 1 else told
    return ToolResultPart(id, "", output, error, True, None, told, extras, Shape(NAME, tuple(block), kind))


def _hosted_output(block: Block, kind: str) -> tuple[JsonPart, ...]:
    content = block.get("content")
    if content is None:
        if kind != MCP_RESULT:
            raise Malformed("an object or a list", None, ("content",))
        return ()
    try:
        return (JsonPart(freeze(content)),)
    except Malformed as fault:
        raise fault.at("content") from None


def _is_error(output: tuple[JsonPart, ...]) -> bool:
    value = output[0].value
    return isinstance(value, JsonObject) and str(value.get("type")).endswith("_error")


# source type -> the key of its data, and how the part says so
_SOURCES: Mapping[str, tuple[str, Encoding]] = {
    "base64": ("data", "base64"), "url": ("url", "url"), "file": ("file_id", "id"), "text": ("data", "text"),
}  # fmt: skip
_MEDIA = {"image": "image/*", "document": "application/pdf"}


def _file(block: Block) -> FilePart | OpaquePart:
    kind, source = block["type"], block.get("source")
    if not isinstance(source, Mapping):
        raise Malformed("an object", source, ("source",))
    sort = source.get("type")
    if sort.__class__ is not str:
        raise Malformed("a string", sort, ("source", "type"))
    if sort == "content" and kind == "document":
        return _content_document(block, source)
    return _sourced(block, source, kind, sort) if sort in _SOURCES else _opaque(block)


def _sourced(block: Block, source: Block, kind: str, sort: str) -> FilePart:
    key, encoding = _SOURCES[sort]
    media = key == "data"
    try:
        data = string(source, key)
        media_type = string(source, "media_type") if media else _MEDIA[kind]
        _, left = rest(source, frozenset({"type", key, "media_type"} if media else {"type", key}), NO_OPTIONS)
    except Malformed as fault:
        raise fault.at("source") from None
    claimed = _FILE if kind == "document" else _IMAGE
    return _filed(block, claimed, (media_type, data, encoding), left, Shape(NAME, tuple(block), kind, detail=tuple(source)))


def _content_document(block: Block, source: Block) -> FilePart:
    try:
        _, left = rest(source, frozenset({"type"}), NO_OPTIONS)
    except Malformed as fault:
        raise fault.at("source") from None
    if left is None or not isinstance(left.fields.get("content"), str | tuple):
        raise Malformed("a string or a list", source.get("content"), ("source", "content"))
    known: tuple[str, str, Encoding] = ("text/plain", content_text(left.fields["content"]), "text")
    return _filed(block, _FILE, known, left, Shape(NAME, tuple(block), "content", detail=tuple(source)))


def _filed(block: Block, claimed: frozenset[str], known: tuple[str, str, Encoding], left: Extras | None, shape: Shape) -> FilePart:
    title = string(block, "title") if "title" in claimed and block.get("title") is not None else None
    told, extras = rest(block, claimed, FILE_OPTIONS)
    if left is not None:
        extras = Extras(NAME, JsonObject({**(extras.fields if extras else {}), "source": left.fields}))
    return FilePart(*known, title, told, extras, shape)


def _search_result(block: Block) -> FilePart:
    title, _ = string(block, "title"), string(block, "source")
    if not isinstance(block.get("content"), list | tuple):
        raise Malformed("a list", block.get("content"), ("content",))
    told, extras = rest(block, _SEARCH, FILE_OPTIONS)
    text = search_text(extras.fields if extras else EMPTY)
    return FilePart("text/plain", text, "text", title, told, extras, Shape(NAME, tuple(block), "search_result"))


OUTPUT: Mapping[str, Reader] = {"text": _text, "image": _file, "document": _file, "search_result": _search_result}
"""What a result may hold."""
USER: Mapping[str, Reader] = {**OUTPUT, "tool_result": _result}
"""What a user may say; calls and thoughts among it are carried unread."""
ASSISTANT: Mapping[str, Reader] = {
    **USER, "thinking": _thinking, "redacted_thinking": _redacted, "tool_use": _call, "server_tool_use": _hosted_call,
    MCP_USE: _mcp_call, COMPACTION: _compaction,
}  # fmt: skip
SYSTEM: Mapping[str, Reader] = {"text": _text}
