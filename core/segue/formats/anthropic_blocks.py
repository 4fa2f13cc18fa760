"""Parts, written as content blocks of the Messages API."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from segue.formats.anthropic_hosted import Hosting, demanded, hosted_block, output_text, survey
from segue.formats.anthropic_wire import (
    CALL_OPTIONS,
    COMPACTION,
    FILE_OPTIONS,
    NAME,
    NO_OPTIONS,
    PLAIN_OPTIONS,
    TEXT_OPTIONS,
    content_text,
    finish,
    own,
    said,
    search_text,
)  # fmt: skip
from segue.json_values import EMPTY, JsonObject, JsonValue, dump, thaw
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.placeholders import file_omitted
from segue.profiles.anthropic import FILES
from segue.shapes import Shape, extras_for, in_order

Block: TypeAlias = dict[str, Any]
Writer: TypeAlias = Callable[[Any], Block | None]

_CALL_KEYS = ("type", "id", "name", "input")
_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_SIGNS = (("iVBOR", "image/png"), ("/9j/", "image/jpeg"), ("R0lGOD", "image/gif"), ("UklGR", "image/webp"), ("JVBERi", "application/pdf"))
"""How the base64 of each kind of file begins that Claude takes."""
_VAGUE = ("image/*", "*/*", "", "application/octet-stream")


def write_blocks(content: tuple[Any, ...], writers: Mapping[type, Writer]) -> list[Block]:
    """Return a block for each part; reasoning that Claude could not read is left out."""
    blocks: list[Block] = []
    hosting: Hosting | None = None
    for part in content:
        cls = part.__class__
        if (cls is ToolCallPart or cls is ToolResultPart) and part.hosted:
            hosting = survey(content) if hosting is None else hosting
            blocks.append(hosted_block(part, hosting))
            continue
        block = writers[cls](part)
        if block is not None:
            blocks.append(block)
    return blocks


def plain_text(content: tuple[Any, ...]) -> str | None:
    """Return the text of contents that are one text and nothing besides, None for others."""
    if len(content) != 1:
        return None
    part = content[0]
    if part.__class__ is TextPart:
        bare = part.extras is None and not part.provider_options
        return part.text if bare or not (extras_for(part.extras, NAME) or _marked(part.provider_options)) else None
    return dump(thaw(part.value)) if part.__class__ is JsonPart and not _marked(part.provider_options) else None


def _marked(told: JsonObject) -> bool:
    ours = told.get(NAME)
    return isinstance(ours, JsonObject) and ("cacheControl" in ours or "citations" in ours or "type" in ours)


def _text(part: TextPart) -> Block:
    shape = part.shape
    if part.extras is None and not part.provider_options:
        block: Block = {"type": "text", "text": part.text}
        return block if shape is None or shape.format != NAME else in_order(block, shape)
    if option(part, NAME, "type") == COMPACTION:
        return finish({"type": COMPACTION, "content": part.text}, part, PLAIN_OPTIONS)
    return finish({"type": "text", "text": part.text}, part, TEXT_OPTIONS)


def _json(part: JsonPart) -> Block:
    return _stand_in(dump(thaw(part.value)), part)


def _stand_in(text: str, part: JsonPart | FilePart) -> Block:
    marker = option(part, NAME, "cacheControl")
    return {"type": "text", "text": text} if marker is None else {"type": "text", "text": text, "cache_control": thaw(marker)}


def _reasoning(part: ReasoningPart) -> Block | None:
    told = part.provider_options.get(NAME)
    ours = told if isinstance(told, JsonObject) else EMPTY
    if isinstance(data := ours.get("redactedData"), str):
        return finish({"type": "redacted_thinking", "data": data}, part, NO_OPTIONS)
    signature = ours.get("signature")
    if isinstance(signature, str):
        block: Block = {"type": "thinking", "thinking": part.text, "signature": signature}
        return finish(block, part, NO_OPTIONS) if part.extras is not None else in_order(block, own(part))
    if own(part) is None or said(part, "signature") or said(part, "data"):
        return None
    return finish({"type": "thinking", "thinking": part.text}, part, NO_OPTIONS)


def _call(part: ToolCallPart) -> Block:
    given = part.input
    value = thaw(given) if given.__class__ is JsonObject else demanded(given, verbatim=own(part) is not None)
    block = {"type": "tool_use", "id": part.id, "name": part.name, "input": value}
    if part.extras is None and not part.provider_options:
        return in_order(block, own(part))
    return finish(block, part, CALL_OPTIONS)


def _result(part: ToolResultPart) -> Block:
    block: Block = {"type": "tool_result", "tool_use_id": part.id}
    shape, output = own(part), part.output
    if output or (shape is not None and shape.form == "list"):
        block["content"] = result_content(output, shape)
    if part.error or said(part, "is_error"):
        block["is_error"] = part.error
    if part.extras is None and not part.provider_options:
        return in_order(block, shape)
    return finish(block, part, PLAIN_OPTIONS)


def result_content(output: tuple[Any, ...], shape: Shape | None) -> str | list[Block]:
    """Return a result's output as it is written: a string where one text is all, unless it had come as a list."""
    text = plain_text(output) if shape is None or shape.form != "list" else None
    return write_blocks(output, USER) if text is None else text


def _opaque(part: OpaquePart) -> Block:
    return thaw(part.value) if part.format == NAME else {"type": "text", "text": output_text(part)}


def _file(part: FilePart) -> Block:
    shape = own(part)
    if shape is not None and shape.form == "search_result" and search_text(extras_for(part.extras, NAME)) == part.data:
        return finish({"type": "search_result", "title": part.filename or ""}, part, FILE_OPTIONS)
    return _foreign_file(part) if shape is None else _own_file(part, shape)


def _own_file(part: FilePart, shape: Shape) -> Block:
    told = extras_for(part.extras, NAME).get("source")
    left = told if isinstance(told, JsonObject) else EMPTY
    source = _source(part, part.media_type)
    if shape.form == "content" and content_text(left.get("content")) == part.data:
        source = {"type": "content"}
    elif shape.form == "content":
        left = left.without("content")
    source |= {key: thaw(value) for key, value in left.items() if key not in source}
    order = Shape(NAME, shape.detail) if isinstance(shape.detail, tuple) else None  # type: ignore[arg-type]
    return _filed(part, "image" if shape.form == "image" else "document", in_order(source, order))


def _filed(part: FilePart, kind: str, source: Block) -> Block:
    block: Block = {"type": kind, "source": source}
    told = option(part, NAME, "title") if own(part) is None else None
    title = part.filename if told is None else told
    if kind == "document" and title is not None:
        block["title"] = title
    named = FILE_OPTIONS if kind == "document" or own(part) is not None else PLAIN_OPTIONS
    return finish(block, part, named)


def _source(part: FilePart, media_type: str) -> Block:
    if part.encoding == "url":
        return {"type": "url", "url": part.data}
    if part.encoding == "id":
        return {"type": "file", "file_id": part.data}
    return {"type": part.encoding, "media_type": media_type, "data": part.data}


def _foreign_file(part: FilePart) -> Block:
    media_type = _media_type(part)
    if part.encoding == "text":
        return _text_document(part, part.data)
    if part.encoding == "base64" and (media_type.startswith("text/") or media_type == "application/json"):
        return _text_document(part, _decoded(part.data))
    kind = "image" if media_type in _IMAGES or media_type == "image/*" else "document" if media_type == "application/pdf" else ""
    fits = part.encoding != "base64" or media_type != "image/*"
    reachable = part.encoding != "url" or part.data.lower().startswith(FILES.schemes)
    known = part.encoding != "id" or part.data.startswith("file_")
    if not (kind and fits and reachable and known):
        return _omitted(part)
    return _filed(part, kind, _source(part, media_type))


def _text_document(part: FilePart, text: str | None) -> Block:
    if text is None:
        return _omitted(part)
    return _filed(part, "document", {"type": "text", "media_type": "text/plain", "data": text})


def _omitted(part: FilePart) -> Block:
    return _stand_in(file_omitted(part.media_type, part.filename or ""), part)


def _media_type(part: FilePart) -> str:
    named = part.media_type.lower().replace("image/jpg", "image/jpeg")
    if named not in _VAGUE or part.encoding != "base64":
        return named
    return next((kind for sign, kind in _SIGNS if part.data.startswith(sign)), named)


def _decoded(data: str) -> str | None:
    try:
        return base64.b64decode(data).decode()
    except ValueError:
        return None


def _assistant_file(part: FilePart) -> Block:
    return _omitted(part) if own(part) is None else _file(part)


USER: Mapping[type, Writer] = {
    TextPart: _text, FilePart: _file, JsonPart: _json, ReasoningPart: _reasoning, ToolCallPart: _call, ToolResultPart: _result,
    OpaquePart: _opaque,
}  # fmt: skip
ASSISTANT: Mapping[type, Writer] = {**USER, FilePart: _assistant_file}


def marked(blocks: list[Block], marker: JsonValue) -> list[Block]:
    """Return the blocks, the last of them with the cache marker that its whole message carries."""
    if marker is None or not blocks or blocks[-1]["type"] in {"thinking", "redacted_thinking"}:
        return blocks
    return [*blocks[:-1], {"cache_control": thaw(marker)} | blocks[-1]]
