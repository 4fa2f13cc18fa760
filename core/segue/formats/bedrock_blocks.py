"""Parts, written as content blocks of the Converse API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from segue.formats.anthropic_hosted import demanded
from segue.formats.bedrock_files import IN_RESULTS, write_file
from segue.formats.bedrock_media import Names
from segue.formats.bedrock_parts import REDACTED, cited_text
from segue.formats.bedrock_unread import write_unread
from segue.formats.bedrock_wire import CACHE, CITED, GUARD, NAME, SERVER_TOOL, Fields, Loose, in_manner, laid, ours, own, said
from segue.formats.openai_chat_content import told as in_words
from segue.json_values import JsonObject, JsonValue, dump, thaw
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.repairs._wording import hosted_as_text
from segue.shapes import in_order

Writer: TypeAlias = Callable[[Any, Names], Fields | None]


def write_blocks(content: tuple[Any, ...], writers: Mapping[type, Writer], names: Names, loose: Loose = ()) -> list[Fields]:
    """Return a block for each part, with the cache markers behind and between them; reasoning of others is left out."""
    if loose:
        return _with_loose(content, writers, names, loose)
    blocks: list[Fields] = []
    add = blocks.append
    for part in content:
        cls = part.__class__
        if cls is TextPart and part.shape is None and not part.provider_options:
            add({"text": part.text})
            continue
        block = writers.get(cls, _told)(part, names)
        if block is None:
            continue
        add(block)
        if cls is not OpaquePart and part.provider_options and writers is not OUTPUT:
            blocks += marker_of(part)
    return blocks


def _with_loose(content: tuple[Any, ...], writers: Mapping[type, Writer], names: Names, loose: Loose) -> list[Fields]:
    blocks: list[Fields] = []
    start = 0
    for at, marker in loose:
        blocks += [*write_blocks(content[start:at], writers, names), {CACHE: thaw(marker)}]
        start = at
    return blocks + write_blocks(content[start:], writers, names)


def marker_of(record: object) -> list[Fields]:
    """Return the cache marker that stands behind a record, none where it has none."""
    marker = ours(record, CACHE)
    return [{CACHE: thaw(marker)}] if isinstance(marker, JsonObject) else []


def _told(part: Any, _: Names) -> Fields | None:
    """Tell as text what has no other place here."""
    text = in_words(part)
    return None if text is None else {"text": text}


def _text(part: TextPart, _: Names) -> Fields:
    guarded, shape = ours(part, GUARD), own(part)
    if isinstance(guarded, JsonObject):
        return {GUARD: {"text": in_order({"text": part.text, **thaw(guarded)}, shape)}}
    citations, cited = ours(part, "citations"), shape is not None and shape.form == CITED
    return {CITED: _cited(part, citations)} if cited or isinstance(citations, tuple) else {"text": part.text}


def _cited(part: TextPart, citations: JsonValue) -> Fields:
    shape = own(part)
    content = shape.detail if shape is not None and shape.form == CITED else ()
    fields: Fields = {} if content is None else {"content": thaw(content)}
    if cited_text(content) != part.text:
        fields["content"] = [{"text": part.text}]
    if citations is not None:
        fields["citations"] = thaw(citations)
    return laid(fields, part)


def _plain_text(part: TextPart, _: Names) -> Fields:
    return {"text": part.text}


def _json(part: JsonPart, _: Names) -> Fields:
    """Write JSON of others as such where it is an object, which the API demands, else as its text."""
    if own(part) is not None or part.value.__class__ is JsonObject:
        return {"json": thaw(part.value)}
    return {"text": dump(thaw(part.value))}


def _reasoning(part: ReasoningPart, _: Names) -> Fields | None:
    """Write a thought that carries Bedrock's own token, or that came without one."""
    shape, data, signature = own(part), ours(part, "redactedData"), ours(part, "signature")
    if isinstance(data, str):
        return {"reasoningContent": {"redactedContent": in_manner(data, None if shape is None else shape.detail)}}
    if isinstance(signature, str):
        return {"reasoningContent": {"reasoningText": laid({"text": part.text, "signature": signature}, part)}}
    if shape is None or shape.form == REDACTED or said(part, "signature"):
        return None
    return {"reasoningContent": {"reasoningText": laid({"text": part.text}, part)}}


def _call(part: ToolCallPart, _: Names) -> Fields:
    if part.hosted and own(part) is None and ours(part, "type") != SERVER_TOOL:
        return {"text": hosted_as_text(part).text}
    given = part.input
    value = thaw(given) if given.__class__ is JsonObject else demanded(given, verbatim=own(part) is not None)
    fields: Fields = {"toolUseId": part.id, "name": part.name, "input": value}
    if part.hosted:
        fields["type"] = SERVER_TOOL
    return {"toolUse": laid(fields, part)}


def _result(part: ToolResultPart, names: Names) -> Fields:
    kind = ours(part, "resultType")
    if part.hosted and own(part) is None and not isinstance(kind, str):
        return {"text": hosted_as_text(part).text}
    fields: Fields = {"toolUseId": part.id, "content": write_blocks(part.output, OUTPUT, names)}
    if part.error:
        fields["status"] = "error"
    elif said(part, "status"):
        fields["status"] = "success"
    if part.hosted and isinstance(kind, str):
        fields["type"] = kind
    return {"toolResult": laid(fields, part)}


def _opaque(part: OpaquePart, names: Names) -> Fields | None:
    return write_unread(part) if part.format == NAME else _told(part, names)


def _file(part: FilePart, names: Names) -> Fields | None:
    block = write_file(part, names)
    if block is None:
        return _told(part, names)
    return {GUARD: block} if isinstance(ours(part, GUARD), JsonObject) and "image" in block else block


def _result_file(part: FilePart, names: Names) -> Fields | None:
    return write_file(part, names, IN_RESULTS) or _told(part, names)


def _assistant_file(part: FilePart, names: Names) -> Fields | None:
    """Write a file in the model's message: one that was read there; others have no place in it."""
    return _told(part, names) if own(part) is None else _file(part, names)


SYSTEM: Mapping[type, Writer] = {TextPart: _text, OpaquePart: _opaque}
OUTPUT: Mapping[type, Writer] = {TextPart: _plain_text, JsonPart: _json, FilePart: _result_file, OpaquePart: _opaque}
USER: Mapping[type, Writer] = {**SYSTEM, FilePart: _file, ToolResultPart: _result}
ASSISTANT: Mapping[type, Writer] = {**USER, FilePart: _assistant_file, ReasoningPart: _reasoning, ToolCallPart: _call}
