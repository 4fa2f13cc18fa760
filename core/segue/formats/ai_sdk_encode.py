"""Writing the AI SDK's call options, `{prompt, tools, toolChoice, …}`, or a bare prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from segue.convert.azure import into_azure
from segue.formats.ai_sdk_encode_parts import IN_ASSISTANT, IN_TOOL, IN_USER, LISTED_SYSTEM, Names, in_words, write_all
from segue.formats.ai_sdk_hosted import hosted_args, hosted_id
from segue.formats.ai_sdk_layout import NAME, NO_CONTENT, finish, own_form, own_shape
from segue.json_values import EMPTY, JsonObject, thaw
from segue.parts import OpaquePart, TextPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, Request, SystemMessage, ToolDefinition, ToolMessage, UserMessage
from segue.shapes import extras_for, in_order

Wire: TypeAlias = "dict[str, Any]"


def encode_request(request: Request) -> Any:
    """Write a request as call options, or as a bare prompt where it came as one and nothing needs the options."""
    shape = request.shape if request.shape is not None and request.shape.format == NAME else None
    prompt = _prompt(request.prompt)
    if shape is not None and shape.form == "list" and not request.tools:
        return prompt
    body: Wire = _extra(request)
    body["prompt"] = prompt
    if request.tools or (shape is not None and "tools" in shape.keys and "tools" not in body):
        body["tools"] = [_definition(tool) for tool in request.tools]
    return in_order(body, shape)


def _extra(request: Request) -> Wire:
    extra: Wire = thaw(extras_for(request.extras, NAME))
    choice = extra.get("toolChoice")
    if isinstance(choice, dict) and choice.get("type") == "tool" and request.tool_choice is not None:
        choice["toolName"] = request.tool_choice
    elif isinstance(choice, dict) and isinstance(choice.get("toolName"), str) and choice.get("type") == "tool":
        del extra["toolChoice"]
    elif choice is None and (request.shape is None or request.shape.format != NAME) and _is_offered(request):
        extra["toolChoice"] = {"type": "tool", "toolName": request.tool_choice}
    return extra


def _is_offered(request: Request) -> bool:
    """Tell whether the forced tool is among the tools."""
    return request.tool_choice in {tool.name for tool in request.tools}


def _prompt(prompt: Prompt) -> list[Wire]:
    written: list[Wire] = []
    names: Names = {}
    for message in prompt.messages:
        _MESSAGES[message.__class__](message, names, written)
    return written


def _system(message: SystemMessage, names: Names, written: list[Wire]) -> None:
    """Write system text. A message of several texts becomes several, as the format gives each only one string."""
    content = message.content
    if own_form(message) == "list":
        written.append(finish({"role": "system", "content": write_all(content, LISTED_SYSTEM, names)}, message))
    elif len(content) == 1 and content[0].__class__ is TextPart and not content[0].provider_options:
        written.append(finish({"role": "system", "content": content[0].text}, message))
    else:
        written.extend(_system_text(part, message) for part in content or (TextPart(""),))


def _system_text(part: Any, message: SystemMessage) -> Wire:
    options = JsonObject({**message.provider_options, **getattr(part, "provider_options", EMPTY)})
    fields: Wire = {"role": "system", "content": in_words(part) or ""}
    return finish(fields, SystemMessage((), provider_options=options))


def _user(message: UserMessage, names: Names, written: list[Wire]) -> None:
    text = _one_string(message)
    content = write_all(message.content, IN_USER, names) if text is None else text
    written.append(finish({"role": "user", "content": content}, message))


def _assistant(message: AssistantMessage, names: Names, written: list[Wire]) -> None:
    text, shape = _one_string(message), own_shape(message)
    content: Wire = {"content": write_all(into_azure(message).content, IN_ASSISTANT, names) if text is None else text}
    if not message.content and shape is not None and shape.form == NO_CONTENT:
        content = {"content": None} if "content" in shape.keys else {}
    written.append(finish({"role": "assistant", **content}, message))


def _one_string(message: UserMessage | AssistantMessage) -> str | None:
    """Return the text of a message whose contents were a string and still can be one."""
    shape = message.shape
    if shape is None or shape.form != "string" or shape.format != NAME or len(message.content) != 1:
        return None
    only = message.content[0]
    if not isinstance(only, TextPart) or only.provider_options or only.extras is not None:
        return None
    return only.text


def _results(message: ToolMessage, names: Names, written: list[Wire]) -> None:
    """Write results. Those of another format's consecutive messages share one, as the SDK itself joins them."""
    held = tuple(part for part in message.content if _fits(part))
    other = tuple(part for part in message.content if not _fits(part))
    results = write_all(held, IN_TOOL, names)
    if written and written[-1]["role"] == "tool" and own_shape(message) is None and not message.provider_options:
        written[-1]["content"] += results
    elif results or not other:
        written.append(finish({"role": "tool", "content": results}, message))
    if other:
        written.append({"role": "user", "content": write_all(other, {}, names)})


def _fits(part: Any) -> bool:
    """Tell whether a tool message can hold a part."""
    return part.__class__ is ToolResultPart or (part.__class__ is OpaquePart and part.format == NAME)


_MESSAGES: dict[type, Callable[[Any, Names, list[Wire]], None]] = {
    SystemMessage: _system, UserMessage: _user, AssistantMessage: _assistant, ToolMessage: _results,
}  # fmt: skip


def _definition(tool: ToolDefinition) -> Wire:
    form = own_form(tool)
    if form in _PROVIDED or (tool.hosted and not form):
        return _provided(tool, form)
    return _function(tool) if form in _FUNCTION else finish({"type": form, "name": tool.name}, tool)


_PROVIDED = frozenset({"provider-defined", "provider"})
_FUNCTION = frozenset({"", "function"})


def _function(tool: ToolDefinition) -> Wire:
    fields: Wire = {"type": "function", "name": tool.name}
    if tool.description is not None:
        fields["description"] = tool.description
    fields["inputSchema"] = {"type": "object", "properties": {}} if tool.input_schema is None else thaw(tool.input_schema)
    return finish(fields, tool)


def _provided(tool: ToolDefinition, form: str) -> Wire:
    shape = own_shape(tool)
    fields: Wire = {"type": form or "provider-defined", "id": hosted_id(tool), "name": tool.name}
    if tool.args or shape is None or "args" in shape.keys:
        fields["args"] = hosted_args(tool)
    return finish(fields, tool)
