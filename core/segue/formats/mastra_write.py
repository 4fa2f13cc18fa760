"""Writing stored messages: what was read as it came, what was made by hand in the order the original has.

Objects are written as they are held, frozen; `mastra` makes plain dicts and lists of them.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from segue.formats.mastra_layout import NAME, Fields, finish, left, own, stood, within
from segue.formats.mastra_parts import CARRIED, SOURCES
from segue.json_values import EMPTY, JsonObject
from segue.messages import Data, Source, StepStart, StoredMessage, StoredPart, StoredReasoning, Thought, ToolInvocation
from segue.parts import FilePart, OpaquePart, TextPart
from segue.shapes import Shape, in_order


def write_part(part: StoredPart) -> Any:
    """Return the object a part is stored as."""
    return _WRITERS[part.__class__](part)


def _text(part: TextPart) -> Fields:
    return finish({"type": "text", "text": part.text}, part, own(part))


def _optional(fields: Fields, items: tuple[tuple[str, Any, Any], ...], keys: Any, free: JsonObject) -> Fields:
    """Add the fields that differ from what they are when absent, or that stood there."""
    for key, value, absent in items:
        if value != absent or stood(key, keys, free):
            fields[key] = value
    return fields


def _step(part: StepStart) -> Fields:
    shape = own(part)
    return finish(_optional({"type": "step-start"}, (("model", part.model, ""),), shape and shape.keys, left(part)), part, shape)


def _reasoning(part: StoredReasoning) -> Fields:
    shape = own(part)
    details = tuple(_thought(thought) for thought in part.details)
    if shape is None:
        return finish({"type": "reasoning", "reasoning": part.text, "details": details}, part, None)
    key = "text" if "text" in shape.keys and "reasoning" not in shape.keys else "reasoning"
    items = ((key, part.text, ""), ("details", details, ()))
    return finish(_optional({"type": "reasoning"}, items, shape.keys, left(part)), part, shape)


def _thought(thought: Thought) -> Fields:
    shape, free = own(thought), left(thought)
    if thought.redacted is not None:
        fields: Fields = {"type": "redacted", "data": thought.redacted}
    else:
        fields = {"type": "text", "text": thought.text}
        if thought.signature is not None:
            fields["signature"] = thought.signature
    return in_order({**free, **fields}, shape)


def _file(part: FilePart) -> Fields:
    shape, free = own(part), left(part)
    keys = () if shape is None else shape.keys
    typed = "mediaType" if "mediaType" in keys and "mimeType" not in keys else "mimeType"
    held = "url" if "url" in keys and "data" not in keys else "data"
    fields: Fields = {"type": "file"}
    if part.media_type or shape is None or typed in keys:
        fields[typed] = part.media_type
    fields[held] = _held(part, shape)
    if part.filename is not None:
        fields["filename"] = part.filename
    return finish(fields, part, shape)


def _held(part: FilePart, shape: Shape | None) -> str:
    if part.encoding == "text":
        return base64.b64encode(part.data.encode("utf-8", "surrogatepass")).decode("ascii")
    prefix = shape.detail if shape is not None and part.encoding == "base64" else None
    return prefix + part.data if isinstance(prefix, str) else part.data


def _source(part: Source) -> Fields:
    shape, free = own(part), left(part)
    kind = shape.form if shape is not None else "source" if part.url else "source-document"
    keys = None if shape is None else shape.detail if kind == "source" else shape.keys
    inner_free = within(free, "source") if kind == "source" else free
    items = tuple((key, getattr(part, field), "") for key, field in SOURCES[kind].items())
    fields = _optional({}, items, keys, inner_free)
    if kind != "source":
        return finish({"type": kind, **fields}, part, shape)
    inner = {**inner_free, **fields} if shape is not None else {"sourceType": "url", **fields}
    return finish({"type": kind, "source": _ordered(inner, keys)}, part, shape)


def _ordered(fields: Fields, keys: Any) -> Fields:
    return {key: fields[key] for key in keys if key in fields} | fields if keys else fields


def _data(part: Data) -> Fields:
    shape = own(part)
    fields: Fields = {"type": f"data-{part.name}"}
    if shape is None or part.value is not None or stood("data", shape.keys, left(part)):
        fields["data"] = part.value
    return finish(fields, part, shape)


def _opaque(part: OpaquePart) -> Any:
    if part.format != NAME:
        return {"type": CARRIED, "data": {"format": part.format, "kind": part.kind, "value": part.value}}
    shape = own(part)
    return part.value["value"] if shape is not None and shape.form == "bare" else part.value


def _call(part: ToolInvocation) -> Fields:
    shape = own(part)
    if shape is not None and shape.detail is None:
        shape = None
    fields: Fields = {"type": "tool-invocation", "toolInvocation": write_invocation(part)}
    if part.hosted or (shape is not None and stood("providerExecuted", shape.keys, left(part))):
        fields["providerExecuted"] = part.hosted
    return finish(fields, part, shape)


def write_invocation(part: ToolInvocation) -> Fields:
    """Return the object that tells of a call."""
    shape, free = own(part), within(left(part), "toolInvocation")
    told: Fields = {"isError": (part.error, False), "errorText": (part.error_text, None), "approval": (part.approval, None)}
    optional = tuple((key, value, absent) for key, (value, absent) in told.items())
    if shape is None or shape.detail is None:
        fields: Fields = {"state": part.state, "toolCallId": part.id, "toolName": part.name, "args": part.input}
        if part.state == "result" or part.output is not None:
            fields["result"] = part.output
        return _optional(fields, optional, None, free)
    keys = shape.detail
    changed = shape.form != part.state
    items = (("state", part.state, ""), *_id(part, keys, free), ("toolName", part.name, ""), ("args", part.input, EMPTY))
    fields = _optional({}, items, keys, free)
    if part.output is not None or (part.state == "result" if changed else stood("result", keys, free)):
        fields["result"] = part.output
    return _ordered({**free, **_optional(fields, optional, keys, free), **_older_id(part, keys, free)}, keys)


def _id(part: ToolInvocation, keys: Any, free: JsonObject) -> tuple[tuple[str, str, str], ...]:
    return () if _named_within(keys, free) else (("toolCallId", part.id, ""),)


def _named_within(keys: Any, free: JsonObject) -> bool:
    """Tell whether the id stands in `toolCall`, as the oldest rows have it."""
    older = free.get("toolCall")
    return not stood("toolCallId", keys, free) and isinstance(older, JsonObject) and older.get("id").__class__ is str


def _older_id(part: ToolInvocation, keys: Any, free: JsonObject) -> Fields:
    return {"toolCall": free["toolCall"].with_(id=part.id)} if _named_within(keys, free) else {}


def _listed(part: StoredPart) -> Any:
    """Return what a part is in a content of version 1."""
    shape = own(part) if part.__class__ is ToolInvocation else None
    if shape is None or shape.detail is not None or shape.form != {"call": "tool-call", "result": "tool-result"}.get(part.state):
        return write_part(part)
    items = (("args", part.input, EMPTY), ("result", part.output, None), ("isError", part.error, False))
    named = {"type": shape.form, "toolCallId": part.id} | ({"toolName": part.name} if part.name or "toolName" in shape.keys else {})
    return finish(_optional(named, items, shape.keys, left(part)), part, shape)


_WRITERS: dict[type, Callable[[Any], Any]] = {
    TextPart: _text,
    StoredReasoning: _reasoning,
    ToolInvocation: _call,
    StepStart: _step,
    FilePart: _file,
    Source: _source,
    Data: _data,
    OpaquePart: _opaque,
}


def write_content(message: StoredMessage) -> Any:
    """Return a message's content, as its shape has it where it still fits."""
    shape = own(message)
    form = "object" if shape is None else shape.form
    if form in _BARE:
        parts = message.parts
        if message.text is None and not message.metadata and not message.invocations:
            if form == "list":
                return tuple(map(_listed, parts))
            if form == "string" and len(parts) == 1 and parts[0] == TextPart(getattr(parts[0], "text", "")):
                return parts[0].text
            if form == "odd" and not parts:
                return left(message)["content"]
        shape = None
    return _object(message, shape)


_BARE = frozenset({"string", "list", "odd", "absent"})


def _object(message: StoredMessage, shape: Shape | None) -> Fields:
    keys, free = (None, EMPTY) if shape is None else (shape.detail, within(left(message), "content"))
    fields: Fields = {"format": 2} if shape is None or stood("format", keys, free) else {}
    if message.parts or shape is None or stood("parts", keys, free):
        fields["parts"] = tuple([write_part(part) for part in message.parts])
    listed = tuple(map(write_invocation, message.invocations))
    items = (("content", message.text, None), ("metadata", message.metadata, EMPTY), ("toolInvocations", listed, ()))
    return _ordered({**free, **_optional(fields, items, keys, free)}, keys)


def write_fields(message: StoredMessage) -> Fields:
    """Return a message as it is stored."""
    shape, free = own(message), left(message)
    keys = None if shape is None else shape.keys
    items = (("createdAt", message.created_at, None), ("threadId", message.thread_id, None), ("resourceId", message.resource_id, None))
    fields: Fields = {"id": message.id} if message.id or stood("id", keys, free) else {}
    fields["role"] = message.role
    fields = _optional(fields, items, keys, free)
    if keys is None or "content" in keys or message.parts or message.text is not None or message.metadata or message.invocations:
        fields["content"] = write_content(message)
    return in_order({**free, **fields}, shape)
