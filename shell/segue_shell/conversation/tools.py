"""The caller's own tools: functions that are run for the model, and definitions of tools that somebody else answers."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, cast

from attrs import evolve, frozen

from segue.json_values import JsonObject, Malformed, freeze, freeze_object, parse_object, thaw
from segue.messages import ToolInvocation
from segue.parts import FilePart, JsonPart, OutputPart, TextPart, ToolResultPart
from segue.prompts import ToolDefinition
from segue_shell.conversation.schemas import schema_of

Function: TypeAlias = Callable[..., Any]


@frozen
class Tool:
    """A tool on offer, and the function that answers its calls; without one the caller of the conversation answers them.

    >>> def tides(place: str, day: str = "today") -> str:
    ...     "Tell the tides of a place."
    >>> Tool.of(tides).definition.input_schema["required"]
    ('place',)
    """

    definition: ToolDefinition
    function: Function | None = None

    @classmethod
    def of(
        cls, function: Function, name: str = "", *, description: str | None = None, input_schema: Mapping[str, Any] | None = None
    ) -> Tool:
        """Make a tool of a function, sync or async, that takes the arguments as keywords.

        Its name, its docstring and its annotations tell what is not given. What it returns is text, parts or any JSON.
        """
        name = name or getattr(function, "__name__", "")
        if not name:
            raise ValueError(f"{function!r} needs a name")
        schema = schema_of(function) if input_schema is None else freeze_object(input_schema)
        told = inspect.getdoc(function) if description is None else description
        return cls(ToolDefinition(name, told, schema), function)


Offer: TypeAlias = Tool | ToolDefinition | Function
Tools: TypeAlias = Mapping[str, Offer] | Iterable[Offer]


def tools_of(given: Tools) -> tuple[Tool, ...]:
    """Return tools by name, or one after the other. Raises `TypeError` for what is no tool, `ValueError` for a name given twice."""
    named = given.items() if isinstance(given, Mapping) else (("", offer) for offer in given)
    tools = tuple(_tool(offer, name) for name, offer in named)
    names = [tool.definition.name for tool in tools]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"two tools are named {name!r}")
    return tools


def _tool(offer: object, name: str) -> Tool:
    if isinstance(offer, ToolDefinition):
        offer = Tool(offer)
    if isinstance(offer, Tool):
        return evolve(offer, definition=evolve(offer.definition, name=name)) if name else offer
    if callable(offer):
        return Tool.of(offer, name)
    raise TypeError(f"{offer!r} is no tool: a function, a Tool or a ToolDefinition")


def run(function: Function, call: ToolInvocation) -> ToolResultPart:
    """Return what a function makes of a call; what it raises is the result, marked as an error.

    Raises `TypeError` for a function that is to be awaited.
    """
    try:
        value = function(**_arguments(call))
    except Exception as error:  # noqa: BLE001  # whatever it is, the model is told
        return _failed(call, error)
    if inspect.isawaitable(value):
        cast("Any", value).close()
        raise TypeError(f"the function of {call.name!r} is to be awaited: use send_async or stream_async")
    return _given(call, value)


async def run_async(function: Function, call: ToolInvocation) -> ToolResultPart:
    """Do as `run`, with functions that are awaited, and with others in a thread."""
    try:
        arguments = _arguments(call)
        value = function(**arguments) if inspect.iscoroutinefunction(function) else await asyncio.to_thread(function, **arguments)
        value = await value if inspect.isawaitable(value) else value
    except Exception as error:  # noqa: BLE001  # whatever it is, the model is told
        return _failed(call, error)
    return _given(call, value)


def _arguments(call: ToolInvocation) -> dict[str, Any]:
    given = parse_object(call.input) if isinstance(call.input, str) else call.input
    if not isinstance(given, Mapping):
        raise TypeError("the arguments are no object")
    return cast("dict[str, Any]", thaw(given)) if isinstance(given, JsonObject) else dict(given)


def _failed(call: ToolInvocation, error: Exception) -> ToolResultPart:
    return ToolResultPart(call.id, call.name, (TextPart(f"{type(error).__name__}: {error}"),), error=True)


def _given(call: ToolInvocation, value: object) -> ToolResultPart:
    if isinstance(value, ToolResultPart):
        return evolve(value, id=call.id, name=call.name)
    try:
        return ToolResultPart(call.id, call.name, _output(value))
    except Malformed as error:
        return _failed(call, TypeError(f"the tool gave no JSON: {error}"))


def _output(value: object) -> tuple[OutputPart, ...]:
    if isinstance(value, str):
        return (TextPart(value),)
    if isinstance(value, TextPart | FilePart | JsonPart):
        return (value,)
    if isinstance(value, Sequence) and value and all(isinstance(part, TextPart | FilePart | JsonPart) for part in value):
        return tuple(value)
    return (JsonPart(freeze(value)),)
