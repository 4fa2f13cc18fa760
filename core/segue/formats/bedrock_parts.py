"""Content blocks of the Converse API, read as parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from attrs import evolve

from segue.formats.anthropic_wire import listing, mapping, string
from segue.formats.bedrock_files import read_audio, read_document, read_image, read_search_result, read_video
from segue.formats.bedrock_unread import unread
from segue.formats.bedrock_wire import (
    CACHE,
    CITED,
    GUARD,
    MAKER,
    NAME,
    SERVER_TOOL,
    Layouts,
    Loose,
    base64_of,
    frozen_at,
    left_over,
    options,
    ours,
    rest,
)
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, freeze, freeze_object
from segue.parts import FilePart, JsonPart, OpaquePart, OutputPart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.shapes import Shape

Reader: TypeAlias = Callable[[Any], Part | None]
"""Reads what a block holds; None where it is to be carried unread."""
Marked: TypeAlias = tuple[list[Any], Loose]

_CALL = frozenset({"toolUseId", "name", "input"})
_RESULT = frozenset({"toolUseId", "content", "status"})
_HOSTED_RESULT = _RESULT | {"type"}
_THOUGHT = frozenset({"text", "signature"})
_CITED = frozenset({"content", "citations"})
_STATUSES = ("success", "error")
_HOSTED = options({"type": SERVER_TOOL})

text_part, json_part, reasoning_part = quick(TextPart), quick(JsonPart), quick(ReasoningPart)
call_part, result_part = quick(ToolCallPart), quick(ToolResultPart)
_LAID = Layouts()
_JSON = Shape(NAME, (), "json")
REDACTED = "redacted"


def read_blocks(blocks: Any, readers: Mapping[str, Reader]) -> Marked:
    """Return a part for each block, cache markers as options of the parts before them, and the markers that none could carry.

    Raises `Malformed`, its path from the block's index on.
    """
    parts: list[Any] = []
    add = parts.append
    loose: list[tuple[int, JsonValue]] = []
    known = blocks if blocks.__class__ is list else listing(blocks)
    index, kind = 0, None
    try:
        for index, block in enumerate(known):  # noqa: B007 - read where the loop breaks off
            kind = None
            if len(block) == 1:
                (kind,) = block
                if kind == "text" and (text := block["text"]).__class__ is str:
                    add(text_part(text, EMPTY, None, None))
                    continue
                if kind == CACHE and readers is not OUTPUT:
                    _mark(parts, loose, freeze(block[CACHE]))
                    continue
            reader = readers.get(kind)  # type: ignore[arg-type]
            part = None if reader is None else reader(block[kind])
            if part is None:
                kind = None
                part = unread(block)
            add(part)
    except Malformed as fault:
        raise (fault.at(index) if kind is None else fault.at(index, kind)) from None
    except TypeError:
        raise Malformed("an object", known[index], (index,)) from None
    return parts, tuple(loose)


def _mark(parts: list[Any], loose: list[tuple[int, JsonValue]], marker: JsonValue) -> None:
    """Put a cache marker on the part that it stands right behind, where that can carry it."""
    last = parts[-1] if parts else None
    if last is None or last.__class__ is OpaquePart or not carries(last, len(parts), loose, marker):
        loose.append((len(parts), marker))
        return
    told: JsonObject = last.provider_options
    mine = told.get(MAKER, EMPTY)
    parts[-1] = evolve(last, provider_options=JsonObject({**told, MAKER: JsonObject({**mine, CACHE: marker})}))


def carries(record: object, count: int, loose: list[tuple[int, JsonValue]], marker: JsonValue) -> bool:
    """Tell whether a record, the last of so many, can carry a marker: a proper one, and the first behind it."""
    return isinstance(marker, JsonObject) and ours(record, CACHE) is None and (not loose or loose[-1][0] < count)


def _text(inner: Any) -> TextPart:
    raise Malformed("a string", inner)


def _guarded(inner: Any) -> TextPart | FilePart | None:
    """Read what a guardrail is to look at: a text or an image."""
    guarded = mapping(inner)
    form = next(iter(guarded)) if len(guarded) == 1 else ""
    read = {"text": _guarded_text, "image": _guarded_image}.get(form)
    try:
        return None if read is None else read(guarded[form])
    except Malformed as fault:
        raise fault.at(form) from None


def _guarded_words(inner: Any) -> TextPart | None:
    """Read such a text in what the operator says; images have no place there."""
    part = _guarded(inner)
    return part if isinstance(part, TextPart) else None


def _guarded_text(inner: Any) -> TextPart:
    fields = mapping(inner)
    return TextPart(string(fields, "text"), options({GUARD: left_over(fields, {"text"})}), None, Shape(NAME, tuple(fields), GUARD))


def _guarded_image(inner: Any) -> FilePart | None:
    image = read_image(inner)
    return None if image is None else evolve(image, provider_options=options({GUARD: EMPTY}))


def _cited(inner: Any) -> TextPart:
    """Read text that has citations. It may have come in several pieces, which are remembered."""
    fields = mapping(inner)
    content = frozen_at("content", fields.get("content"))
    text = cited_text(content)
    citations = fields.get("citations")
    told = options({} if citations is None else {"citations": frozen_at("citations", citations)})
    return TextPart(text, told, rest(fields, _CITED), Shape(NAME, tuple(fields), CITED, False, content))


def cited_text(content: JsonValue) -> str:
    """Return the text of the pieces that have citations. Raises `Malformed`."""
    if content is None:
        return ""
    if not isinstance(content, tuple):
        raise Malformed("a list", content, ("content",))
    texts = (piece.get("text") if isinstance(piece, JsonObject) else None for piece in content)
    return "".join(text for text in texts if isinstance(text, str))


def _reasoning(inner: Any) -> ReasoningPart | None:
    reasoning = inner if inner.__class__ is dict else mapping(inner)
    if len(reasoning) != 1:
        return None
    if "reasoningText" in reasoning:
        try:
            thought = reasoning["reasoningText"]
            return _thought(thought if thought.__class__ is dict else mapping(thought))
        except Malformed as fault:
            raise fault.at("reasoningText") from None
    return _redacted(reasoning["redactedContent"]) if "redactedContent" in reasoning else None


def _thought(fields: Mapping[str, Any]) -> ReasoningPart:
    text, signature = fields.get("text"), fields.get("signature")
    if len(fields) == 2 and text.__class__ is str and signature.__class__ is str:
        return reasoning_part(text, JsonObject({MAKER: JsonObject({"signature": signature})}), None, None, _LAID[tuple(fields)])
    told = options({} if signature is None else {"signature": string(fields, "signature")})
    return ReasoningPart(string(fields, "text"), told, None, rest(fields, _THOUGHT), _LAID[tuple(fields)])


def _redacted(blob: object) -> ReasoningPart:
    try:
        data, manner = base64_of(blob)
    except Malformed as fault:
        raise fault.at("redactedContent") from None
    return ReasoningPart("", options({"redactedData": data}), shape=Shape(NAME, (), REDACTED, False, manner))


def _input(fields: Mapping[str, Any]) -> JsonValue:
    given = fields.get("input")
    if given is None and "input" not in fields:
        raise Malformed("an object", None, ("input",))
    try:
        return freeze_object(given) if given.__class__ is dict else freeze(given)
    except Malformed as fault:
        raise fault.at("input") from None


def _call(inner: Any) -> ToolCallPart:
    fields = inner if inner.__class__ is dict else mapping(inner)
    id, name = fields.get("toolUseId"), fields.get("name")
    if len(fields) == 3 and id.__class__ is str and name.__class__ is str:
        return call_part(id, name, _input(fields), False, None, EMPTY, None, _LAID[tuple(fields)])
    hosted = fields.get("type") == SERVER_TOOL
    extras = rest(fields, _CALL | {"type"} if hosted else _CALL)
    told, shape = _HOSTED if hosted else EMPTY, _LAID[tuple(fields)]
    return ToolCallPart(string(fields, "toolUseId"), string(fields, "name"), _input(fields), hosted, None, told, extras, shape)


def _result(inner: Any) -> ToolResultPart:
    fields = inner if inner.__class__ is dict else mapping(inner)
    id, status, output = fields.get("toolUseId"), fields.get("status"), _output(fields)
    if id.__class__ is str and len(fields) == (2 if status is None else 3) and (status is None or status in _STATUSES):
        return result_part(id, "", output, status == "error", False, None, EMPTY, None, _LAID[tuple(fields)])
    return _odd_result(fields, output, hosted=False)


def _hosted_result(inner: Any) -> ToolResultPart:
    """Read the result of a tool that the provider ran, which stands in the model's own message."""
    fields = mapping(inner)
    return _odd_result(fields, _output(fields), hosted=True)


def _odd_result(fields: Mapping[str, Any], output: tuple[OutputPart, ...], *, hosted: bool) -> ToolResultPart:
    status, kind = fields.get("status"), fields.get("type")
    claimed = _HOSTED_RESULT if hosted and isinstance(kind, str) else _RESULT
    claimed = claimed if status in _STATUSES else claimed - {"status"}
    told = options({"resultType": kind} if "type" in claimed else {})
    extras, shape = rest(fields, claimed), _LAID[tuple(fields)]
    return ToolResultPart(string(fields, "toolUseId"), "", output, status == "error", hosted, None, told, extras, shape)


def _output(fields: Mapping[str, Any]) -> tuple[OutputPart, ...]:
    try:
        return tuple(read_blocks(fields.get("content"), OUTPUT)[0])
    except Malformed as fault:
        raise fault.at("content") from None


def _json(inner: Any) -> JsonPart:
    return json_part(freeze(inner), EMPTY, None, _JSON)


_FILES: Mapping[str, Reader] = {"image": read_image, "document": read_document, "video": read_video, "audio": read_audio}
OUTPUT: Mapping[str, Reader] = {"text": _text, "json": _json, **_FILES, "searchResult": read_search_result}
"""What a result may hold."""
SYSTEM: Mapping[str, Reader] = {"text": _text, GUARD: _guarded_words}
USER: Mapping[str, Reader] = {
    "text": _text, **_FILES, "searchResult": read_search_result, GUARD: _guarded, CITED: _cited, "toolResult": _result,
}  # fmt: skip
"""What a user may say; calls and thoughts among it are carried unread."""
ASSISTANT: Mapping[str, Reader] = {**USER, "toolResult": _hosted_result, "toolUse": _call, "reasoningContent": _reasoning}
