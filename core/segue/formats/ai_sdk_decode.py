"""Reading the AI SDK's call options, `{prompt, tools, toolChoice, …}`, or a bare prompt.

Source: `LanguageModelV2CallOptions`, `LanguageModelV2Prompt` and their successors in @ai-sdk/provider.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Never, TypeAlias, TypeVar

from attrs import frozen
from cattrs import AttributeValidationNote, ClassValidationError, Converter
from cattrs.gen import make_dict_structure_fn, override

from segue.convert.azure import from_azure
from segue.formats.ai_sdk_decode_parts import ASSISTANT_PARTS, SYSTEM_PARTS, TOOL_PARTS, USER_PARTS, Readers, as_object
from segue.formats.ai_sdk_layout import NAME, NO_CONTENT, Layouts, claim, text_at, unclaimed
from segue.formats.quick import quick
from segue.json_values import EMPTY, JsonObject, Malformed, freeze_object
from segue.parts import TextPart
from segue.prompts import AssistantMessage, Message, Prompt, Request, SystemMessage, ToolDefinition, ToolMessage, UserMessage
from segue.shapes import Extras, Shape

_T = TypeVar("_T")
_LIST = Shape(NAME, form="list")


@frozen
class _FunctionTool:
    name: str
    input_schema: JsonObject
    description: str | None = None


@frozen
class _ProviderTool:
    id: str
    name: str
    args: JsonObject = EMPTY


_WIRE_NAMES = {"input_schema": "inputSchema"}
_EXPECTED = {"inputSchema": "an object"}


def decode_request(payload: object) -> Request:
    """Read call options or a bare prompt. Raises `Malformed`."""
    return _CONVERTER.structure(payload, Request)


def _request(payload: object, _: object) -> Request:
    if isinstance(payload, list | tuple):
        return Request(_prompt(payload), shape=_LIST)
    if not isinstance(payload, dict):
        raise Malformed("a list of messages or an object with a prompt", payload)
    tools = () if payload.get("tools") is None else _at("tools", _tools, payload["tools"])
    claimed = ("prompt", "tools") if payload.get("tools") is not None else ("prompt",)
    extras = unclaimed(payload, tuple(key for key in payload if key not in claimed))
    prompt = _at("prompt", _prompt, payload.get("prompt"))
    return Request(prompt, tools, _forced(payload.get("toolChoice")), extras, Shape(NAME, tuple(payload), "body"))


def _forced(choice: object) -> str | None:
    name = choice.get("toolName") if isinstance(choice, Mapping) and choice.get("type") == "tool" else None
    return str.__str__(name) if isinstance(name, str) else None


def _at(key: str, read: Callable[[Any], _T], raw: object) -> _T:
    try:
        return read(raw)
    except Malformed as fault:
        raise fault.at(key) from None


def _prompt(raw: object) -> Prompt:
    """Read the messages in one loop, since calls are what decoding costs; what has no role or kind is told apart once it failed."""
    if not isinstance(raw, list | tuple):
        raise Malformed("a list of messages", raw)
    messages: list[Message] = []
    index, at = 0, -1
    try:
        for index, item in enumerate(raw):  # noqa: B007
            make, readers = _ROLES[item["role"]]
            layouts, content = _LISTED, item.get("content")
            parts: list[Any] = []
            if content.__class__ is not list:
                layouts, parts, content = _other_content(content, readers)
            for at, part in enumerate(content):  # noqa: B007
                parts.append(readers[part["type"]](part))
            at = -1
            shape, more = layouts[tuple(item)]
            options, extras = (EMPTY, None) if more is None else claim(item, more)
            messages.append(make(tuple(parts), options, extras, shape))
    except Malformed as fault:
        raise (fault.at(index) if at < 0 else fault.at(index, "content", at)) from None
    except (KeyError, TypeError):
        raise _misshapen(raw[index], at).at(index) from None
    return Prompt(tuple(messages))


def _other_content(content: Any, readers: Readers) -> tuple[Layouts, list[Any], Any]:
    """Return the layouts of contents that are no plain list, the parts read already, and what is to be read."""
    if content.__class__ is str and readers is not TOOL_PARTS:
        return _STRING, [TextPart(content)], ()
    if isinstance(content, list | tuple):
        return _LISTED, [], content
    if content is None and readers is ASSISTANT_PARTS:
        return _NONE, [], ()
    raise Malformed("a list of parts", content, ("content",))


def _misshapen(item: Any, at: int) -> Malformed:
    """Say what is wrong with a message, or its part at an index, that has no role or kind to go by."""
    found, place = (item, ()) if at < 0 else (item["content"][at], ("content", at))
    if not isinstance(found, dict):
        return Malformed("an object", found, place)
    if at < 0:
        return Malformed(_A_ROLE, found.get("role"), ("role",))
    return Malformed("a string", found.get("type"), (*place, "type"))


_A_ROLE = "system, user, assistant or tool"
_LISTED = Layouts("role", "content", form="list")
_STRING = Layouts("role", "content", form="string")
_NONE = Layouts("role", "content", form=NO_CONTENT)
_system_message, _user_message, _assistant_message = quick(SystemMessage), quick(UserMessage), quick(AssistantMessage)

_Make: TypeAlias = "Callable[[tuple[Any, ...], JsonObject, Extras | None, Shape], Message]"


def _assistant(content: tuple[Any, ...], options: JsonObject, extras: Extras | None, shape: Shape) -> Message:
    return from_azure(_assistant_message(content, None, None, options, extras, shape))


class _Roles(dict[str, "tuple[_Make, Readers]"]):
    def __missing__(self, role: object) -> Never:
        raise Malformed(_A_ROLE, role, ("role",))


_ROLES = _Roles(
    system=(lambda content, options, extras, shape: _system_message(content, False, None, options, extras, shape), SYSTEM_PARTS),
    user=(lambda content, options, extras, shape: _user_message(content, None, options, extras, shape), USER_PARTS),
    assistant=(_assistant, ASSISTANT_PARTS),
    tool=(quick(ToolMessage), TOOL_PARTS),
)


def _tools(raw: object) -> tuple[ToolDefinition, ...]:
    if not isinstance(raw, list | tuple):
        raise Malformed("a list of tools", raw)
    tools: list[ToolDefinition] = []
    for index, item in enumerate(raw):
        try:
            tools.append(_CONVERTER.structure(item, ToolDefinition))
        except Malformed as fault:
            raise fault.at(index) from None
    return tuple(tools)


def _definition(item: object, _: object) -> ToolDefinition:
    raw = as_object(item)
    kind = text_at(raw, "type")
    if kind == "function":
        return _function(raw)
    return _provided(raw, kind) if kind in _PROVIDED else _unknown_tool(raw, kind)


def _function(raw: dict[str, Any]) -> ToolDefinition:
    known = _structured(raw, _FunctionTool)
    layouts = _FUNCTION if known.description is None else _DESCRIBED
    shape, more = layouts[tuple(raw)]
    options, extras = claim(raw, more)
    return ToolDefinition(known.name, known.description, known.input_schema, "", EMPTY, options, extras, shape)


def _provided(raw: dict[str, Any], kind: str) -> ToolDefinition:
    known = _structured(raw, _ProviderTool)
    shape, more = _PROVIDED[kind][tuple(raw)]
    options, extras = claim(raw, more)
    return ToolDefinition(known.name, None, None, known.id, known.args, options, extras, shape)


def _unknown_tool(raw: dict[str, Any], kind: str) -> ToolDefinition:
    """Carry a kind of tool that is not known as one that only its provider can run."""
    if not kind:
        raise Malformed("function, provider-defined or provider", kind, ("type",))
    shape, more = Layouts("type", "name", form=kind)[tuple(raw)]
    options, extras = claim(raw, more)
    return ToolDefinition(text_at(raw, "name"), None, None, kind, EMPTY, options, extras, shape)


_FUNCTION = Layouts("type", "name", "inputSchema", form="function")
_DESCRIBED = Layouts("type", "name", "inputSchema", "description", form="function")
_PROVIDED = {kind: Layouts("type", "id", "name", "args", form=kind) for kind in ("provider-defined", "provider")}


def _structured(raw: dict[str, Any], kind: type[_T]) -> _T:
    """Let the converter read a tool, and name the key where it cannot."""
    try:
        return _CONVERTER.structure(raw, kind)
    except ClassValidationError as group:
        cause = group.exceptions[0]
    note = next(note for note in cause.__notes__ if isinstance(note, AttributeValidationNote))
    key = _WIRE_NAMES.get(note.name, note.name)
    if isinstance(cause, Malformed):
        raise cause.at(key)
    raise Malformed(_EXPECTED.get(key, "a string"), None, (key,))  # the key is missing


def _strict(raw: Any, _: object) -> str:
    if raw.__class__ is not str:
        raise Malformed("a string", raw)
    return str(raw)


def _make_converter() -> Converter:
    converter = Converter(detailed_validation=True)
    converter.register_structure_hook(str, _strict)
    converter.register_structure_hook(JsonObject, lambda raw, _: freeze_object(raw))
    converter.register_structure_hook(
        _FunctionTool, make_dict_structure_fn(_FunctionTool, converter, input_schema=override(rename="inputSchema"))
    )
    converter.register_structure_hook(ToolDefinition, _definition)
    converter.register_structure_hook(Request, _request)
    return converter


_CONVERTER = _make_converter()
