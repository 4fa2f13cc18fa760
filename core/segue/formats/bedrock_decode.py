"""Bodies and bare message lists of the Converse API, read as requests."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from segue.formats.anthropic_wire import listing
from segue.formats.bedrock_parts import ASSISTANT, SYSTEM, USER, Marked, read_blocks
from segue.formats.bedrock_tools import CONFIG, forced, mapping_at, read_tools
from segue.formats.bedrock_wire import NAME, Layouts, Loose, left_over, rest
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, Malformed
from segue.parts import ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, Request, SystemMessage, ToolDefinition, ToolMessage, UserMessage
from segue.shapes import Extras, Shape

_MESSAGE = frozenset({"role", "content"})
_BODY = frozenset({"messages", "system", CONFIG})
LISTED = "listed"
"""The form of a system message that stood in the list of messages."""


def read_request(payload: object) -> Request:
    """Return the request a body or a bare list of messages holds. Raises `Malformed`."""
    if isinstance(payload, Mapping):
        return _body(payload)
    messages = read_messages(listing(payload, "an object with messages, or a list of them"))
    return Request(Prompt(tuple(messages)), shape=Shape(NAME, form="list"))


def _body(body: Mapping[str, Any]) -> Request:
    """Read a body. One that asks for a prompt which Amazon keeps has no messages of its own."""
    extras = left_over(body, _BODY)
    system = [] if body.get("system") is None else _at("system", _system, body["system"])
    absent = "messages" not in body and "modelId" in body
    messages = [] if absent else _at("messages", _listed, body.get("messages"))
    tools, detail, left = ((), None, EMPTY) if body.get(CONFIG) is None else _config(body)
    said = Extras(NAME, JsonObject({**extras, **left})) if extras or left else None
    shape = Shape(NAME, tuple(body), "body", False, detail)
    return Request(Prompt((*system, *messages)), tools, forced(body.get(CONFIG)), said, shape)


def _config(body: Mapping[str, Any]) -> tuple[tuple[ToolDefinition, ...], JsonObject, JsonObject]:
    """Return the tools, how their configuration was laid out, and what it holds beside them."""
    config = mapping_at(body, CONFIG)
    try:
        left = left_over(config, {"tools"})
        tools, loose = read_tools(config) if config.get("tools") is not None else ((), ())
    except Malformed as fault:
        raise fault.at(CONFIG) from None
    return tools, JsonObject(keys=tuple(config), bare=not tools, loose=loose), JsonObject({CONFIG: left}) if left else EMPTY


def _at(step: str, read: Any, value: object) -> Any:
    try:
        return read(value)
    except Malformed as fault:
        raise fault.at(step) from None


def _system(value: object) -> list[SystemMessage]:
    parts, loose = read_blocks(value, SYSTEM)
    return [SystemMessage(tuple(parts), shape=Shape(NAME, (), "list", False, loose or None))]


def _listed(value: object) -> list[Message]:
    return read_messages(listing(value))


def read_messages(wire: list[Any] | tuple[Any, ...]) -> list[Message]:
    """Return the records of wire messages, one or more for each. Raises `Malformed`, its path from the message's index on."""
    records: list[Message] = []
    before, index = "", 0
    try:
        for index, message in enumerate(wire):  # noqa: B007 - read where the loop breaks off
            role = message["role"]
            _ROLES[role](message, role == before, records)
            before = role
    except Malformed as fault:
        raise fault.at(index) from None
    except (KeyError, TypeError):
        raise _not_a_message(wire[index]).at(index) from None
    return records


def _not_a_message(message: object) -> Malformed:
    if isinstance(message, Mapping):
        return Malformed("user, assistant or system", message.get("role"), ("role",))
    return Malformed("an object", message)


user_message, assistant_message, tool_message = quick(UserMessage), quick(AssistantMessage), quick(ToolMessage)
_LAID = {apart: Layouts(apart=apart) for apart in (False, True)}


def _shape(keys: tuple[str, ...], apart: bool, loose: Loose) -> Shape:
    return Shape(NAME, keys, "", apart, loose) if loose else _LAID[apart][keys]


def _content(message: Mapping[str, Any], readers: Any) -> Marked:
    try:
        return read_blocks(message.get("content"), readers)
    except Malformed as fault:
        raise fault.at("content") from None


def _user(message: Mapping[str, Any], apart: bool, records: list[Message]) -> None:
    parts, loose = _content(message, USER)
    keys = tuple(message)
    extras = None if len(keys) == 2 else rest(message, _MESSAGE)
    if len(parts) != 1 or loose:
        _split(parts, loose, extras, (keys, apart), records)
    elif parts[0].__class__ is ToolResultPart:
        records.append(tool_message((parts[0],), EMPTY, extras, _LAID[apart][keys]))
    else:
        records.append(user_message((parts[0],), None, EMPTY, extras, _LAID[apart][keys]))


def _split(parts: list[Any], loose: Loose, extras: Extras | None, laid: tuple[tuple[str, ...], bool], records: list[Message]) -> None:
    """Add the messages that a user's is: results of the caller's tools, and what else is said beside them."""
    keys, apart = laid
    start = 0
    for is_result, run in groupby(parts, _is_result):
        content = tuple(run)
        shape = _shape(keys, apart, _loose_of(loose, start, start + len(content)))
        records.append(tool_message(content, EMPTY, extras, shape) if is_result else user_message(content, None, EMPTY, extras, shape))
        extras, apart, start = None, False, start + len(content)
    if not parts:
        records.append(user_message((), None, EMPTY, extras, _shape(keys, apart, loose)))


def _loose_of(loose: Loose, start: int, end: int) -> Loose:
    """Return the markers that stand in a run of parts, counted from where it starts."""
    return tuple((at - start, marker) for at, marker in loose if start < at <= end or at == start == 0)


def _is_result(part: object) -> bool:
    return part.__class__ is ToolResultPart


def _assistant(message: Mapping[str, Any], apart: bool, records: list[Message]) -> None:
    parts, loose = _content(message, ASSISTANT)
    keys = tuple(message)
    extras = None if len(keys) == 2 else rest(message, _MESSAGE)
    records.append(assistant_message(tuple(parts), None, None, EMPTY, extras, _shape(keys, apart, loose)))


def _late_system(message: Mapping[str, Any], apart: bool, records: list[Message]) -> None:
    parts, loose = _content(message, SYSTEM)
    shape = Shape(NAME, tuple(message), LISTED, apart, loose or None)
    records.append(SystemMessage(tuple(parts), extras=rest(message, _MESSAGE), shape=shape))


_ROLES: Mapping[str, Any] = {"user": _user, "assistant": _assistant, "system": _late_system}
