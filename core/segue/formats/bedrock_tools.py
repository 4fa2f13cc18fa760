"""The tools of the Converse API: the caller's own, those that Amazon runs, and the one tool that the model must call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from segue.formats.anthropic_wire import listing, mapping, string
from segue.formats.bedrock_parts import carries
from segue.formats.bedrock_wire import (
    CACHE,
    MAKER,
    NAME,
    Fields,
    Layouts,
    Loose,
    extras_of,
    frozen_at,
    laid,
    left_over,
    object_at,
    ours,
    own,
    rest,
)
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, thaw
from segue.prompts import Request, ToolDefinition
from segue.shapes import Shape

CONFIG = "toolConfig"
_TOOL, _SYSTEM_TOOL, _SCHEMA = "toolSpec", "systemTool", "inputSchema"
_SPEC = frozenset({"name", "description", _SCHEMA})
_LAID = Layouts(_TOOL)
_PLAIN = {"type": "object"}


def read_tools(config: Mapping[str, Any]) -> tuple[tuple[ToolDefinition, ...], Loose]:
    """Return the tools of a body's `toolConfig`, and the cache markers that stand behind none. Raises `Malformed`."""
    tools: list[ToolDefinition] = []
    loose: list[tuple[int, JsonValue]] = []
    try:
        for index, raw in enumerate(listing(config.get("tools"))):
            _read_at(index, raw, tools, loose)
    except Malformed as fault:
        raise fault.at("tools") from None
    return tuple(tools), tuple(loose)


def _read_at(index: int, raw: Any, tools: list[ToolDefinition], loose: list[tuple[int, JsonValue]]) -> None:
    try:
        if tuple(mapping(raw)) == (CACHE,):
            _mark(tools, loose, frozen_at(CACHE, raw[CACHE]))
        else:
            tools.append(_read(raw))
    except Malformed as fault:
        raise fault.at(index) from None


def _mark(tools: list[ToolDefinition], loose: list[tuple[int, JsonValue]], marker: JsonValue) -> None:
    if not tools or not carries(tools[-1], len(tools), loose, marker):
        loose.append((len(tools), marker))
    else:
        tools[-1] = evolve(tools[-1], provider_options=JsonObject({MAKER: JsonObject({CACHE: marker})}))


def _read(raw: Mapping[str, Any]) -> ToolDefinition:
    """Read one tool. What is neither the caller's nor one of Amazon's that has a name alone is kept whole."""
    if tuple(raw) == (_TOOL,):
        try:
            return _spec(mapping(raw[_TOOL]))
        except Malformed as fault:
            raise fault.at(_TOOL) from None
    whole = left_over(raw, ())
    tool = whole.get(_SYSTEM_TOOL) if len(whole) == 1 else None
    if isinstance(tool, JsonObject) and tuple(tool) == ("name",) and isinstance(tool["name"], str):
        return ToolDefinition(tool["name"], hosted=f"{MAKER}.{tool['name']}")
    kind = next(iter(whole), "")
    return ToolDefinition(kind, hosted=f"{MAKER}.{kind}", args=whole, shape=Shape(NAME))


def _spec(fields: Mapping[str, Any]) -> ToolDefinition:
    name, described = string(fields, "name"), fields.get("description")
    description = None if described is None else string(fields, "description")
    schema = object_at(fields, _SCHEMA)
    given = schema.get("json") if len(schema) == 1 else None
    known = isinstance(given, JsonObject)
    extras = rest(fields, _SPEC if known else _SPEC - {_SCHEMA})
    return ToolDefinition(name, description, given if known else None, "", EMPTY, EMPTY, extras, _LAID[tuple(fields)])


def mapping_at(fields: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the object under a key. Raises `Malformed` at the key."""
    try:
        return mapping(fields.get(key))
    except Malformed as fault:
        raise fault.at(key) from None


def forced(config: object) -> str | None:
    """Return the name of the tool that a `toolConfig` makes the model call, None where it may choose."""
    choice = config.get("toolChoice") if isinstance(config, Mapping) else None
    tool = choice.get("tool") if isinstance(choice, Mapping) else None
    name = tool.get("name") if isinstance(tool, Mapping) else None
    return str.__str__(name) if isinstance(name, str) else None


def write_config(request: Request, left: JsonValue, layout: JsonObject | None) -> Fields | None:
    """Return the `toolConfig` of a request, None where it needs none.

    `left` is what it held beside the tools. `layout` tells of one that was read: the order of its `keys`, whether it was `bare` of
    tools, and the `loose` markers that stood behind none.
    """
    settings: JsonObject = left if isinstance(left, JsonObject) else EMPTY
    known: JsonObject = EMPTY if layout is None else layout
    keys, tools = known.get("keys", ()), _tools(request.tools, known.get("loose", ()))
    fields: Fields = {"tools": tools} if tools or ("tools" in keys and known["bare"] and "tools" not in settings) else {}
    choice = _choice(request, settings.get("toolChoice"))
    if choice is not None:
        fields["toolChoice"] = choice
    fields |= {key: thaw(value) for key, value in settings.items() if key not in fields and (key != "toolChoice" or value is None)}
    return {key: fields[key] for key in keys if key in fields} | fields if fields or (layout is not None and not keys) else None


def _choice(request: Request, raw: JsonValue) -> Any:
    """Return what is demanded of the model: as it came, or the one tool by its name now if it is on offer."""
    named, now = forced({"toolChoice": raw}), request.tool_choice
    if now == named:
        return thaw(raw)
    if now is None or now not in {tool.name for tool in request.tools if _written(tool)}:
        return None
    return {"tool": {"name": now}} if named is None else {**thaw(raw), "tool": {**thaw(raw)["tool"], "name": now}}


def _tools(tools: tuple[ToolDefinition, ...], loose: Loose) -> list[Fields]:
    written: list[Fields] = []
    for index, tool in enumerate(tools):
        written += ({CACHE: thaw(marker)} for at, marker in loose if at == index)
        written += _written(tool)
    return written + [{CACHE: thaw(marker)} for at, marker in loose if at >= len(tools)]


def _written(tool: ToolDefinition) -> list[Fields]:
    wire = _hosted(tool) if tool.hosted else {_TOOL: _write_spec(tool)}
    marker = ours(tool, CACHE)
    return [] if wire is None else [wire, {CACHE: thaw(marker)}] if isinstance(marker, JsonObject) else [wire]


def _hosted(tool: ToolDefinition) -> Fields | None:
    """Write a tool that Amazon runs; those of other providers are left out."""
    if own(tool) is not None:
        return thaw(tool.args)  # type: ignore[no-any-return]
    provider, _, name = tool.hosted.partition(".")
    return {_SYSTEM_TOOL: {"name": name}} if provider == MAKER else None


def _write_spec(tool: ToolDefinition) -> Fields:
    described = tool.description is not None and (tool.description != "" or own(tool) is not None)
    fields: Fields = {"name": tool.name} | ({"description": tool.description} if described else {})
    if _SCHEMA not in extras_of(tool):
        fields[_SCHEMA] = {"json": _PLAIN.copy() if tool.input_schema is None else thaw(tool.input_schema)}
    return laid(fields, tool)
