"""Bodies and bare message lists of the Messages API, read as requests."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from cattrs import ClassValidationError, Converter
from cattrs.gen import make_dict_structure_fn, override

from segue.formats.anthropic_parts import ASSISTANT, SYSTEM, USER, read_blocks, text_part
from segue.formats.anthropic_wire import NAME, NO_OPTIONS, PLAIN_OPTIONS, Layouts, forced, listing, mapping, rest, string
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, Malformed, freeze_object
from segue.parts import TextPart, ToolResultPart
from segue.prompts import AssistantMessage, Message, Prompt, Request, SystemMessage, ToolDefinition, ToolMessage, UserMessage
from segue.shapes import Extras, Shape

_MESSAGE = frozenset({"role", "content"})
_BODY = frozenset({"messages", "system", "tools"})
_CUSTOM = frozenset({"type", "name", "description", "input_schema"})
_HOSTED = frozenset({"type", "name"})


def read_request(payload: object) -> Request:
    """Return the request a body or a bare list of messages holds. Raises `Malformed`."""
    if isinstance(payload, Mapping):
        return _CONVERTER.structure(payload, Request)
    messages = read_messages(listing(payload, "an object with messages, or a list of them"))
    return Request(Prompt(tuple(messages)), shape=Shape(NAME, form="list"))


def _body(body: Mapping[str, Any], _: object = None) -> Request:
    _, extras = rest(body, _BODY, NO_OPTIONS)
    messages = [*_at("system", _system, body.get("system")), *_at("messages", read_messages, listing_at(body, "messages"))]
    tools = _at("tools", _tools, [] if body.get("tools") is None else listing_at(body, "tools"))
    return Request(Prompt(tuple(messages)), tuple(tools), forced(body.get("tool_choice")), extras, Shape(NAME, tuple(body), "body"))


def listing_at(body: Mapping[str, Any], key: str) -> list[Any] | tuple[Any, ...]:
    """Return the list under a key. Raises `Malformed` at the key."""
    try:
        return listing(body.get(key))
    except Malformed as fault:
        raise fault.at(key) from None


def _at(step: str, read: Any, value: object) -> Any:
    try:
        return read(value)
    except Malformed as fault:
        raise fault.at(step) from None


def _system(value: object) -> list[SystemMessage]:
    if value is None:
        return []
    if value.__class__ is str:
        return [SystemMessage((TextPart(value),), shape=Shape(NAME, (), "string"))]
    return [SystemMessage(tuple(read_blocks(value, SYSTEM)), shape=Shape(NAME, (), "list"))]


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


def _extras(message: Mapping[str, Any]) -> Extras | None:
    return rest(message, _MESSAGE, NO_OPTIONS)[1]


user_message, assistant_message, tool_message = quick(UserMessage), quick(AssistantMessage), quick(ToolMessage)
_STRING = {apart: Layouts("string", apart=apart) for apart in (False, True)}
_LIST = {apart: Layouts("list", apart=apart) for apart in (False, True)}


def _user(message: Mapping[str, Any], apart: bool, records: list[Message]) -> None:
    content, keys = message.get("content"), tuple(message)
    extras = None if len(keys) == 2 else _extras(message)
    if content.__class__ is str:
        records.append(user_message((text_part(content, EMPTY, None, None),), None, EMPTY, extras, _STRING[apart][keys]))
        return
    try:
        parts = read_blocks(content, USER)
    except Malformed as fault:
        raise fault.at("content") from None
    if len(parts) == 1 and parts[0].__class__ is ToolResultPart:
        records.append(tool_message((parts[0],), EMPTY, extras, _LIST[apart][keys]))
    else:
        _split(parts, keys, extras, _LIST[apart][keys], records)


def _split(parts: list[Any], keys: tuple[str, ...], extras: Extras | None, shape: Shape, records: list[Message]) -> None:
    for is_result, run in groupby(parts, _is_result):
        content = tuple(run)
        records.append(tool_message(content, EMPTY, extras, shape) if is_result else user_message(content, None, EMPTY, extras, shape))
        extras, shape = None, _LIST[False][keys]
    if not parts:
        records.append(user_message((), None, EMPTY, extras, shape))


def _is_result(part: object) -> bool:
    return part.__class__ is ToolResultPart


def _assistant(message: Mapping[str, Any], apart: bool, records: list[Message]) -> None:
    content, keys = message.get("content"), tuple(message)
    extras = None if len(keys) == 2 else _extras(message)
    if content.__class__ is str:
        records.append(assistant_message((text_part(content, EMPTY, None, None),), None, None, EMPTY, extras, _STRING[apart][keys]))
        return
    try:
        parts = read_blocks(content, ASSISTANT)
    except Malformed as fault:
        raise fault.at("content") from None
    records.append(assistant_message(tuple(parts), None, None, EMPTY, extras, _LIST[apart][keys]))


def _listed_system(message: Mapping[str, Any], apart: bool, records: list[Message]) -> None:
    content, extras = message.get("content"), _extras(message)
    if content.__class__ is str:
        parts, form = [TextPart(content)], "string"
    elif content is None:
        parts, form = [], "absent"  # the beta takes a message that carries `output_config` alone
    else:
        parts, form = _at("content", _system_blocks, content), "list"
    records.append(SystemMessage(tuple(parts), extras=extras, shape=Shape(NAME, tuple(message), "listed", apart, form)))


def _system_blocks(content: object) -> list[Any]:
    return read_blocks(content, SYSTEM)


_ROLES: Mapping[str, Any] = {"user": _user, "assistant": _assistant, "system": _listed_system}


def _tools(wire: list[Any]) -> list[ToolDefinition]:
    tools: list[ToolDefinition] = []
    for index, tool in enumerate(wire):
        try:
            tools.append(_CONVERTER.structure(mapping(tool), ToolDefinition))
        except Malformed as fault:
            raise fault.at(index) from None
    return tools


def _hosted_tool(tool: Mapping[str, Any]) -> ToolDefinition:
    told, extras = rest(tool, _HOSTED, PLAIN_OPTIONS)
    fields = extras.fields if extras else EMPTY
    left = {key: value for key, value in fields.items() if value is None and key in {"name", "cache_control"}}
    args = fields.without(*left)
    name = "" if tool.get("name") is None else string(tool, "name")
    extras = Extras(NAME, JsonObject(left)) if left else None
    return ToolDefinition(name, None, None, f"{NAME}.{tool['type']}", args, told, extras, Shape(NAME, tuple(tool)))


def _make_converter() -> Converter:
    converter = Converter(detailed_validation=True)
    converter.register_structure_hook(str, _strict_string)
    converter.register_structure_hook(JsonObject, _object)
    kept = override(omit=True)
    custom = make_dict_structure_fn(
        ToolDefinition, converter, hosted=kept, args=kept, provider_options=kept, extras=kept, shape=kept, input_schema=override(omit=False)
    )

    def tool(raw: Mapping[str, Any], _: object) -> ToolDefinition:
        kind = None if raw.get("type") is None else string(raw, "type")
        return _custom_tool(raw, custom) if kind in {None, "custom"} else _hosted_tool(raw)

    converter.register_structure_hook(ToolDefinition, tool)
    converter.register_structure_hook(Request, _body)
    return converter


def _custom_tool(raw: Mapping[str, Any], structure: Any) -> ToolDefinition:
    if raw.get("input_schema") is None:
        raise Malformed("an object", None, ("input_schema",))
    told, extras = rest(raw, _CUSTOM, PLAIN_OPTIONS)
    try:
        tool = structure(raw, ToolDefinition)
    except ClassValidationError as group:
        raise _named(group) from None
    return ToolDefinition(tool.name, tool.description, tool.input_schema, "", EMPTY, told, extras, Shape(NAME, tuple(raw)))


def _named(group: ClassValidationError) -> Malformed:
    """Return the first fault, its path begun with the attribute it stands at."""
    fault, note = group.group_exceptions()[0][0]
    known = fault if isinstance(fault, Malformed) else Malformed("a string", None)
    return known.at(note.name)


def _strict_string(raw: object, _: object) -> str:
    if raw.__class__ is not str:
        raise Malformed("a string", raw)
    return raw


def _object(raw: object, _: object) -> JsonObject:
    return freeze_object(raw)


_CONVERTER = _make_converter()
