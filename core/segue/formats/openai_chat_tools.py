"""Chat Completions: tool definitions and the forced tool, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import evolve

from segue.formats.openai_chat_layout import FORMAT, Fields, Wire, array, finish, inner_extras, mapping, nested, own, string, unclaimed
from segue.formats.openai_definitions import read_definition
from segue.json_values import EMPTY, JsonObject, Malformed, freeze_object, thaw
from segue.prompts import Request, ToolDefinition
from segue.shapes import Shape

_CHOICES = ("tool_choice", "function_call")
_PLACES = ("function", "custom")


def read_tools(body: Wire) -> tuple[ToolDefinition, ...]:
    """Read the tools of a body, those of the older `functions` behind the others."""
    return (*_each(body, "tools", _tool), *_each(body, "functions", _function))


def _each(body: Wire, key: str, read: Callable[[Wire], ToolDefinition]) -> Iterable[ToolDefinition]:
    raws = body.get(key)
    for index, raw in enumerate(() if raws is None else array(raws, key)):
        try:
            yield read(mapping(raw))
        except Malformed as fault:
            raise fault.at(key, index) from None


def _tool(raw: Wire) -> ToolDefinition:
    kind = string(raw.get("type"), "type")
    if kind not in _PLACES:
        return _hosted(raw, kind)
    options, extras = unclaimed(raw, tuple(key for key in raw if key not in ("type", kind)), _unread(kind, mapping(raw.get(kind), kind)))
    shape = Shape(FORMAT, tuple(raw), kind, False, tuple(raw[kind]))
    try:
        return evolve(_definition(raw[kind]), provider_options=options, extras=extras, shape=shape)
    except Malformed as fault:
        raise fault.at(kind) from None


def _function(raw: Wire) -> ToolDefinition:
    _, extras = unclaimed({}, (), _unread("function", raw))
    return evolve(_definition(raw), extras=extras, shape=Shape(FORMAT, (), "functions", False, tuple(raw)))


def _definition(raw: Wire) -> ToolDefinition:
    known = {key: value for key, value in raw.items() if value is not None}
    string(known.get("name"), "name")
    return read_definition(known)


def _unread(kind: str, raw: Wire) -> dict[str, JsonObject]:
    return inner_extras(kind, raw, "name", "description", "parameters")


def _hosted(raw: Wire, kind: str) -> ToolDefinition:
    inner = raw.get("function")
    name = inner.get("name") if isinstance(inner, dict) else raw.get("name")
    args = freeze_object({key: value for key, value in raw.items() if key != "type"})
    return ToolDefinition(name if isinstance(name, str) else kind, None, None, kind, args, EMPTY, None, Shape(FORMAT, tuple(raw), "hosted"))


def write_tools(tools: tuple[ToolDefinition, ...]) -> tuple[list[Fields], list[Fields]]:
    """Write the tools, and those that came as `functions`. Tools that another provider runs are left out."""
    written: list[Fields] = []
    functions: list[Fields] = []
    for tool in tools:
        shape = own(tool)
        form = "" if shape is None else shape.form
        if form == "functions":
            functions.append(_written(tool, shape, "function"))
        elif form == "hosted":
            written.append(finish({"type": tool.hosted} | thaw(tool.args), tool, shape))
        elif not tool.hosted:
            kind = "custom" if form == "custom" and tool.input_schema is None else "function"
            written.append(finish({"type": kind, kind: _written(tool, shape, kind)}, tool, shape))
    return written, functions


def _written(tool: ToolDefinition, shape: Shape | None, kind: str) -> Fields:
    fields: Fields = {"name": tool.name}
    if tool.description is not None:
        fields["description"] = tool.description
    if tool.input_schema is not None:
        fields["parameters"] = thaw(tool.input_schema)
    return nested(kind, fields, tool, None if shape is None else shape.detail)


def read_choice(body: Wire) -> str | None:
    """Return the name of the one tool that a body forces on the model."""
    return next((name for key in _CHOICES if (name := _forced(body.get(key))) is not None), None)


def _forced(choice: Any) -> str | None:
    if not isinstance(choice, Mapping):
        return None
    name = _holder(choice).get("name")
    return str.__str__(name) if isinstance(name, str) else None


def _holder(choice: Any) -> Any:
    """Return the object in a choice that has the tool's name; the choice itself in the older `function_call`."""
    return next((inner for key in _PLACES if isinstance(inner := choice.get(key), Mapping)), choice)


def write_choice(fields: Fields, request: Request) -> None:
    """Put the forced tool's name into the choice that `fields` hold, and drop that where no tool is forced any more.

    A tool that another format's request forces, and that is on offer, is forced here.
    """
    now = request.tool_choice
    if own(request) is None and now in {tool.name for tool in request.tools if not tool.hosted}:
        fields["tool_choice"] = {"type": "function", "function": {"name": now}}
    for key in _CHOICES:
        before = _forced(fields.get(key))
        if before is not None and now is None:
            del fields[key]
        elif before is not None:
            _holder(fields[key])["name"] = now
