"""The Responses API: tool definitions and the forced tool, read and written."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from segue.formats.anthropic_hosted import snake_args
from segue.formats.openai_definitions import read_definition
from segue.formats.openai_responses_layout import NAME, OWNER, Fields, Wire, finish, mapping, own, string, unclaimed
from segue.json_values import EMPTY, Malformed, freeze_object, thaw
from segue.prompts import Request, ToolDefinition
from segue.shapes import Shape

_CUSTOM = f"{OWNER}.custom"
_CLAIMED = {"function": frozenset({"type", "name", "description", "parameters"}), "custom": frozenset({"type", "name", "description"})}
_FORCING = ("function", "custom")


def read_tools(body: Wire) -> tuple[ToolDefinition, ...]:
    """Read the tools of a body. Raises `Malformed`."""
    raws = body.get("tools")
    if raws is not None and not isinstance(raws, list | tuple):
        raise Malformed("a list", raws, ("tools",))
    tools: list[ToolDefinition] = []
    for index, raw in enumerate(raws or ()):
        try:
            tools.append(_tool(mapping(raw)))
        except Malformed as fault:
            raise fault.at("tools", index) from None
    return tuple(tools)


def _tool(raw: Wire) -> ToolDefinition:
    kind = string(raw.get("type"), "type")
    if kind not in _CLAIMED:
        return _hosted(raw, kind)
    known = {key: raw[key] for key in _CLAIMED[kind] if raw.get(key) is not None}
    string(known.get("name"), "name")
    extras = unclaimed(raw, frozenset(raw) - _CLAIMED[kind])
    return evolve(read_definition(known), extras=extras, shape=Shape(NAME, tuple(raw), kind))


def _hosted(raw: Wire, kind: str) -> ToolDefinition:
    """Read a tool that OpenAI runs; what has no name is named for its kind."""
    name = raw.get("name")
    args = freeze_object({key: value for key, value in raw.items() if key != "type"})
    return ToolDefinition(
        name if isinstance(name, str) else kind, None, None, f"{OWNER}.{kind}", args, EMPTY, None, Shape(NAME, tuple(raw), "hosted")
    )


def write_tools(tools: tuple[ToolDefinition, ...]) -> list[Fields]:
    """Write tools; those that another provider runs are left out."""
    return [written for tool in tools if (written := _written(tool)) is not None]


def custom_names(tools: tuple[ToolDefinition, ...]) -> frozenset[str]:
    """Return the names of the tools whose input is text."""
    return frozenset(tool.name for tool in tools if _is_custom(tool))


def _is_custom(tool: ToolDefinition) -> bool:
    shape = own(tool)
    custom = shape is not None and shape.form == "custom" and tool.input_schema is None
    return custom or (shape is None and tool.hosted == _CUSTOM)


def _written(tool: ToolDefinition) -> Fields | None:
    if _is_custom(tool):
        return _custom(tool)
    if not tool.hosted:
        return _function(tool)
    owner, _, kind = tool.hosted.partition(".")
    if owner != OWNER:
        return None
    if own(tool) is not None:
        return _own_hosted(tool, kind)
    return _foreign_hosted(tool, kind) if kind else None


def _described(tool: ToolDefinition, kind: str) -> Fields:
    fields: Fields = {"type": kind, "name": tool.name}
    if tool.description is not None:
        fields["description"] = tool.description
    return fields


def _custom(tool: ToolDefinition) -> Fields:
    args: Fields = {key: value for key, value in thaw(tool.args).items() if key in ("description", "format")}
    return finish(_described(tool, "custom") | args, tool, own(tool))


def _function(tool: ToolDefinition) -> Fields:
    """Write a function. One of another format is said not to be strict, since here it would be if nothing were said."""
    fields, shape = _described(tool, "function"), own(tool)
    if tool.input_schema is not None:
        fields["parameters"] = thaw(tool.input_schema)
    if shape is not None and shape.form == "function":
        return finish(fields, tool, shape)
    return {**fields, "parameters": fields.get("parameters", {"type": "object", "properties": {}}), "strict": False}


def _own_hosted(tool: ToolDefinition, kind: str) -> Fields:
    fields: Fields = {"type": kind, **thaw(tool.args)}
    return finish(fields, tool, own(tool))


def _foreign_hosted(tool: ToolDefinition, kind: str) -> Fields:
    args = snake_args(tool.args)
    if kind == "code_interpreter":
        container = args.get("container")
        args["container"] = container if isinstance(container, str) else {"type": "auto", **(container or {})}
    if kind == "file_search" and "ranking" in args:
        args["ranking_options"] = args.pop("ranking")
    return {"type": kind, **args}


def read_choice(body: Wire) -> str | None:
    """Return the name of the one tool that a body forces on the model."""
    return forced(body.get("tool_choice"))


def forced(choice: object) -> str | None:
    """Return the name of the tool that a choice demands, None where it demands none."""
    name = choice.get("name") if isinstance(choice, Mapping) and choice.get("type") in _FORCING else None
    return str.__str__(name) if isinstance(name, str) else None


def write_choice(fields: Fields, request: Request) -> None:
    """Put the forced tool's name into the choice that `fields` hold, and drop that where no tool is forced any more.

    A tool that another format's request forces, and that is on offer, is forced here.
    """
    if own(request) is None and request.tool_choice in {tool.name for tool in request.tools if not tool.hosted or _is_custom(tool)}:
        kind = "custom" if request.tool_choice in custom_names(request.tools) else "function"
        fields["tool_choice"] = {"type": kind, "name": request.tool_choice}
    before = forced(fields.get("tool_choice"))
    if before is not None and request.tool_choice is None:
        del fields["tool_choice"]
    elif before is not None:
        fields["tool_choice"]["name"] = request.tool_choice
