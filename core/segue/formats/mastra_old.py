"""Messages of version 1 as version 2 has them.

What the TypeScript original does when it lists them (`AIV4Adapter.fromCoreMessage`): a `tool` message becomes an assistant's, a
result an invocation whose arguments the latest call with its id tells, a string a text that stands beside the parts as well.
Parts that it drops because it does not know them stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve

from segue.formats.mastra_layout import NAME, extras_of, left, new_shape, of_payload, own
from segue.formats.mastra_parts import PARTS, read_part
from segue.json_values import EMPTY, JsonValue, thaw
from segue.messages import StepStart, StoredMessage, StoredPart, ToolInvocation
from segue.parts import OpaquePart, TextPart
from segue.shapes import Shape

_KEYS = ("id", "role", "createdAt", "threadId", "resourceId", "content")
_OLD = frozenset({"string", "list"})
_PART, _CALL = ("type", "toolInvocation"), ("state", "toolCallId", "toolName", "args")
_CALL_SHAPE = new_shape(NAME, _PART, "call", False, _CALL)
_RESULT_SHAPE = new_shape(NAME, _PART, "result", False, ("state", "toolCallId", "toolName", "result", "args"))


def modernised(messages: Iterable[StoredMessage]) -> tuple[StoredMessage, ...]:
    """Return messages whose content is a bare string or a list as version 2 has them, oldest first. Others stay the same objects."""
    listed = tuple(messages)
    if not any(map(_is_old, listed)):
        return listed
    given: dict[str, JsonValue] = {}
    return tuple(_noted(_modern(message, given) if _is_old(message) else message, given) for message in listed)


def _is_old(message: StoredMessage) -> bool:
    shape = own(message)
    return shape is not None and shape.form in _OLD


def _noted(message: StoredMessage, given: dict[str, JsonValue]) -> StoredMessage:
    """Note the arguments of an assistant's calls for results to come."""
    if message.role == "assistant":
        given.update((part.id, part.input) for part in message.parts if isinstance(part, ToolInvocation) and part.input)
    return message


def _modern(message: StoredMessage, given: dict[str, JsonValue]) -> StoredMessage:
    here = {part.id: part.input for part in reversed(message.parts) if isinstance(part, ToolInvocation) and part.state == "call"}
    parts: list[StoredPart] = []
    for part in message.parts:
        if message.role == "assistant" and isinstance(part, TextPart) and parts and isinstance(parts[-1], ToolInvocation):
            parts.append(StepStart())
        parts.append(_part(part, here, given))
    string = message.shape is not None and message.shape.form == "string"
    return evolve(
        message,
        role="assistant" if message.role == "tool" else message.role,
        parts=_without_empty(tuple(parts)),
        text=message.parts[0].text if string and isinstance(message.parts[0], TextPart) else None,
        invocations=tuple(_bare(part) for part in parts if isinstance(part, ToolInvocation) and part.state == "result"),
        extras=extras_of(left(message).without("type")),
        shape=_shape(message),
    )


def _bare(part: ToolInvocation) -> ToolInvocation:
    """Return a call as it is listed beside the parts, without what its part has around it."""
    return evolve(part, provider_options=EMPTY, extras=None) if part.provider_options or part.extras else part


def _shape(message: StoredMessage) -> Shape:
    """Return the layout of a message that the original lists."""
    absent = {"createdAt": message.created_at, "threadId": message.thread_id, "resourceId": message.resource_id}
    keys = tuple(key for key in _KEYS if absent.get(key, "") is not None)
    return new_shape(NAME, keys, "object", False, ("format", "parts"))


def _without_empty(parts: tuple[StoredPart, ...]) -> tuple[StoredPart, ...]:
    """Return the parts without empty texts, unless there is nothing else."""
    kept = tuple(part for part in parts if not isinstance(part, TextPart) or part.text)
    return kept or parts


def _part(part: StoredPart, here: dict[str, JsonValue], given: dict[str, JsonValue]) -> StoredPart:
    if isinstance(part, OpaquePart):
        return _read_anew(part) if part.format == NAME else part
    if not isinstance(part, ToolInvocation):
        return evolve(part, shape=None) if part.provider_options else part
    if part.state != "result":
        return evolve(part, shape=_CALL_SHAPE)
    input = here.get(part.id) or given.get(part.id, EMPTY)
    return evolve(part, input=input, output="" if part.output is None else part.output, shape=_RESULT_SHAPE)


def _read_anew(part: OpaquePart) -> StoredPart:
    """Return a part that only version 2 knows, or spells in another way, as it has it."""
    wire: dict[str, Any] = {key: thaw(part.value[key]) for key in part.value}
    options = {"providerMetadata": wire["providerOptions"]} if "providerOptions" in wire else {}
    if part.kind == "image":
        media = {"mimeType": wire["mimeType"]} if "mimeType" in wire else {}
        return _or_else(part, {"type": "file", "data": wire.get("image"), **media, **options})
    details = {key: wire[key] for key in _DETAILS.get(part.kind, ()) if key in wire}
    if not details:
        return _or_else(part, wire)
    kind = "text" if part.kind == "reasoning" else "redacted"
    return _or_else(part, {"type": "reasoning", "reasoning": "", "details": [{"type": kind, **details}], **options})


_DETAILS = {"reasoning": ("text", "signature"), "redacted-reasoning": ("data",)}


def _or_else(part: OpaquePart, wire: dict[str, Any]) -> StoredPart:
    read = read_part(wire, PARTS, of_payload)
    return part if isinstance(read, OpaquePart) else read
