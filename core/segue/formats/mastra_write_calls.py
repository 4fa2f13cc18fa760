"""Writing calls and their outcomes: as parts of a message, in the list beside the parts, and as version 1 had them."""

from __future__ import annotations

from typing import Any

from segue.formats.mastra_layout import Fields, Keys, finish, left, ordered, own, stood, with_optional, within
from segue.json_values import EMPTY, JsonObject
from segue.messages import ToolInvocation

_PART = ("type", "toolInvocation")
_CALL = ("state", "toolCallId", "toolName", "args")
_KEYS = {"call": _CALL, "result": (*_CALL, "result")}
_OLD_FORMS = {"call": "tool-call", "result": "tool-result"}


def write_call(part: ToolInvocation) -> Fields:
    """Return the part that a call is stored as."""
    shape = own(part)
    if shape is not None and shape.keys == _PART and part.extras is None and not part.provider_options and not part.hosted:
        return {"type": "tool-invocation", "toolInvocation": write_invocation(part)}
    if shape is not None and shape.detail is None:
        shape = None
    fields: Fields = {"type": "tool-invocation", "toolInvocation": write_invocation(part)}
    if part.hosted or (shape is not None and stood("providerExecuted", shape.keys, left(part))):
        fields["providerExecuted"] = part.hosted
    return finish(fields, part, shape)


def write_invocation(part: ToolInvocation) -> Fields:
    """Return the object that tells of a call, in its part or beside the parts."""
    shape = own(part)
    keys: Any = None if shape is None else shape.detail
    if shape is None or keys is None:
        return _canonical(part)
    free = EMPTY if part.extras is None else within(left(part), "toolInvocation")
    if not free and keys == _KEYS.get(part.state) and not part.error and part.error_text is None and part.approval is None:
        fields: Fields = {"state": part.state, "toolCallId": part.id, "toolName": part.name, "args": part.input}
        if part.state == "result":
            fields["result"] = part.output
            return fields
        if part.output is None:
            return fields
    return _as_it_came(part, keys, free, shape.form != part.state)


def _canonical(part: ToolInvocation) -> Fields:
    fields: Fields = {"state": part.state, "toolCallId": part.id, "toolName": part.name, "args": part.input}
    if part.state == "result" or part.output is not None:
        fields["result"] = part.output
    fields = with_optional(fields, _told(part), None, EMPTY)
    return fields | within(left(part), "toolInvocation") | fields


def _told(part: ToolInvocation) -> tuple[tuple[str, Any, Any], ...]:
    return ("isError", part.error, False), ("errorText", part.error_text, None), ("approval", part.approval, None)


def _as_it_came(part: ToolInvocation, keys: Keys, free: JsonObject, changed: bool) -> Fields:
    inside = _id_is_inside(keys, free)
    id = () if inside else (("toolCallId", part.id, ""),)
    items = (("state", part.state, ""), *id, ("toolName", part.name, ""), ("args", part.input, EMPTY))
    fields = with_optional({}, items, keys, free)
    if part.output is not None or (part.state == "result" if changed else stood("result", keys, free)):
        fields["result"] = part.output
    older = {"toolCall": free["toolCall"].with_(id=part.id)} if inside else {}
    return ordered({**free, **with_optional(fields, _told(part), keys, free), **older}, keys)


def _id_is_inside(keys: Keys, free: JsonObject) -> bool:
    """Tell whether the id stands in `toolCall`, as the oldest rows have it."""
    older = free.get("toolCall")
    return not stood("toolCallId", keys, free) and isinstance(older, JsonObject) and type(older.get("id")) is str


def write_old_call(part: ToolInvocation) -> Fields | None:
    """Return a call or result of a content of version 1; None for one that was not read from there, or has another state now."""
    shape = own(part)
    if shape is None or shape.detail is not None or shape.form != _OLD_FORMS.get(part.state):
        return None
    named = {"type": shape.form, "toolCallId": part.id}
    items = (("toolName", part.name, ""), ("args", part.input, EMPTY), ("result", part.output, None), ("isError", part.error, False))
    return finish(with_optional(named, items, shape.keys, left(part)), part, shape)
