"""Requests, written as bodies or bare message lists of the Messages API; and where in them each record stands."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from segue.formats.anthropic_blocks import ASSISTANT, USER, marked, plain_text, write_blocks
from segue.formats.anthropic_hosted import snake_args
from segue.formats.anthropic_wire import NAME, PLAIN_OPTIONS, finish, forced, own, said
from segue.formats.format import MessagePlaces
from segue.json_values import JsonValue, thaw
from segue.kinds import Place
from segue.parts import option
from segue.prompts import AssistantMessage, Message, Request, SystemMessage, ToolDefinition, ToolMessage, UserMessage
from segue.shapes import extras_for, in_order, shape_for

_WIRE_TYPES = {
    "tool_search_regex_20251119": "tool_search_tool_regex_20251119",
    "tool_search_bm25_20251119": "tool_search_tool_bm25_20251119",
}
"""Hosted tools that the AI SDK names differently."""


def write_request(request: Request) -> Any:
    """Return the payload: a bare list where one was read and nothing needs a body, otherwise a body."""
    lead = leading(request.prompt.messages)
    system = _system(request.prompt.messages[:lead])
    messages = [_message(group) for group in grouped(request.prompt.messages[lead:])]
    tools = [block for tool in request.tools if (block := _tool(tool)) is not None]
    shape, extras = shape_for(request.shape, NAME), extras_for(request.extras, NAME)
    choice = _choice(request, extras.get("tool_choice"), [tool.name for tool in request.tools if _tool(tool) is not None])
    if shape is not None and shape.form == "list" and system is None and not tools and choice is None:
        return messages
    listed = tools or (shape is not None and "tools" in shape.keys and "tools" not in extras)
    fields = {"system": system, "messages": messages, "tools": tools if listed else None, "tool_choice": choice}
    body = {key: value for key, value in fields.items() if value is not None}
    body |= {key: thaw(value) for key, value in extras.items() if key not in body and (key != "tool_choice" or value is None)}
    return in_order(body, shape)


def _choice(request: Request, raw: JsonValue, offered: list[str]) -> Any:
    """Return the choice as it came, or with the name that the forced tool has now. Another format's tool must be on offer."""
    named, foreign = forced(raw), shape_for(request.shape, NAME) is None
    if request.tool_choice == named:
        return thaw(raw)
    if request.tool_choice is None or (foreign and request.tool_choice not in offered):
        return None
    return {**(thaw(raw) if named is not None else {"type": "tool"}), "name": request.tool_choice}


def leading(messages: tuple[Message, ...]) -> int:
    """Return how many messages go to the body's `system`: the first ones that are the system's and had not stood in the list."""
    count = 0
    for message in messages:
        if message.__class__ is not SystemMessage or is_listed(message):
            break
        count += 1
    return count


def is_listed(message: SystemMessage) -> bool:
    """Tell whether a system message was read from the list of messages."""
    shape = shape_for(message.shape, NAME)
    return shape is not None and shape.form == "listed"


def grouped(messages: tuple[Message, ...]) -> list[list[Message]]:
    """Return the records that share a wire message: results and the user's words that follow each other."""
    groups: list[list[Message]] = []
    before: type | None = None
    for message in messages:
        cls = message.__class__
        if before is not None and (cls is ToolMessage or (cls is UserMessage and before is ToolMessage)) and not _apart(message):
            groups[-1].append(message)
        else:
            groups.append([message])
        before = cls if cls is ToolMessage or cls is UserMessage else None
    return groups


def _apart(message: Message) -> bool:
    shape = message.shape
    return shape is not None and shape.apart and shape.format == NAME


def _message(group: list[Message]) -> dict[str, Any]:
    message = group[0]
    cls, shape = message.__class__, message.shape
    role = "assistant" if cls is AssistantMessage else "system" if cls is SystemMessage else "user"
    fields: dict[str, Any] = {"role": role, "content": _content(group)}
    if shape is not None and shape.form == "listed" and not message.content and shape.detail == "absent":
        del fields["content"]
    for record in group:
        if record.extras is not None:
            fields |= {key: thaw(value) for key, value in extras_for(record.extras, NAME).items() if key not in fields}
    return in_order(fields, shape) if shape is not None and shape.format == NAME else fields


def _content(group: list[Message]) -> str | list[dict[str, Any]]:
    text = written_plain(group)
    if text is not None:
        return text
    if len(group) == 1:
        return _blocks(group[0])
    return [block for record in group for block in _blocks(record)]


def _blocks(message: Message) -> list[dict[str, Any]]:
    cls = message.__class__
    blocks = write_blocks(message.content, USER if cls is UserMessage or cls is ToolMessage else ASSISTANT)
    return marked(blocks, option(message, NAME, "cacheControl")) if message.provider_options else blocks


def written_plain(group: list[Message]) -> str | None:
    """Return the text of a wire message whose content is written as a string, None where it is a list."""
    message = group[0]
    shape = message.shape
    if len(group) != 1 or len(message.content) != 1 or (message.provider_options and option(message, NAME, "cacheControl") is not None):
        return None
    if shape is not None and shape.format == NAME and "list" in (shape.form, shape.detail):
        return None
    return plain_text(message.content)


def _system(lead: tuple[Message, ...]) -> str | list[dict[str, Any]] | None:
    text = written_plain(list(lead)) if len(lead) == 1 else None
    if text is not None:
        return text
    blocks = [block for message in lead for block in _blocks(message)]
    listed = len(lead) == 1 and (shape := shape_for(lead[0].shape, NAME)) is not None and shape.form == "list"
    return blocks if blocks or listed else None


def _tool(tool: ToolDefinition) -> dict[str, Any] | None:
    if tool.hosted:
        return _hosted_tool(tool)
    fields = {"type": "custom"} if said(tool, "type") else {}
    described = {} if tool.description is None else {"description": tool.description}
    schema = {"type": "object"} if tool.input_schema is None else thaw(tool.input_schema)
    return finish({**fields, "name": tool.name, **described, "input_schema": schema}, tool, PLAIN_OPTIONS)


def _hosted_tool(tool: ToolDefinition) -> dict[str, Any] | None:
    provider, _, kind = tool.hosted.partition(".")
    if provider != NAME:
        return None
    if own(tool) is None:
        return finish({"type": _WIRE_TYPES.get(kind, kind), "name": tool.name, **snake_args(tool.args)}, tool, PLAIN_OPTIONS)
    named = {"name": tool.name} if tool.name or said(tool, "name") else {}
    return finish({"type": kind, **named, **thaw(tool.args)}, tool, PLAIN_OPTIONS)


def places(request: Request) -> tuple[MessagePlaces, ...]:
    """Return the JSON path of each message and of each of its parts, for a request as `decode` returned it."""
    lead = leading(request.prompt.messages)
    shape = shape_for(request.shape, NAME)
    root: Place = () if shape is not None and shape.form == "list" else ("messages",)
    found = _system_places(request.prompt.messages[:lead])
    for index, group in enumerate(grouped(request.prompt.messages[lead:])):
        found += _group_places((*root, index), group)
    return tuple(found)


def _group_places(place: Place, group: list[Message]) -> list[MessagePlaces]:
    if written_plain(group) is not None:
        return [(place, ((*place, "content"),))]
    return [(place, parts) for parts in _part_places((*place, "content"), group)]


def _system_places(lead: tuple[Message, ...]) -> list[MessagePlaces]:
    if len(lead) == 1 and written_plain(list(lead)) is not None:
        return [(("system",), (("system",),))]
    return [(("system",), parts) for parts in _part_places(("system",), list(lead))]


def _part_places(place: Place, group: list[Message]) -> list[tuple[Place, ...]]:
    starts = accumulate((len(message.content) for message in group), initial=0)
    spans = [range(start, start + len(message.content)) for start, message in zip(starts, group, strict=False)]
    return [tuple((*place, index) for index in span) for span in spans]
