"""A tool of the provider's own under the caller's name for it.

What it does
    Gives the tool the name that the provider demands, in its definition, in calls and results, and in the forced choice alike.
Why
    A tool that the provider defines has one name there. The AI SDK lets callers choose another, and puts the provider's in its
    place on the way; histories carry the caller's.
Keeps
    Names of the caller's own tools; a name that is the provider's for another tool on offer.
Example
    >>> from segue.prompts import Prompt, Request, ToolDefinition
    >>> search = ToolDefinition("find", hosted="anthropic.web_search_20250305")
    >>> spell_provided_names(Request(Prompt(), (search,)), lambda tool: "web_search").tools[0].name
    'web_search'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import evolve

from segue.parts import Part, ToolCallPart, ToolResultPart
from segue.prompts import Request, ToolDefinition
from segue.repairs._rebuilding import changed, each_part, with_tools


def spell_provided_names(request: Request, demanded: Callable[[ToolDefinition], str]) -> Request:
    """Give tools the names that are `demanded` for them; "" leaves a tool its own."""
    names = _names(request.tools, demanded)
    if not names:
        return request

    def renamed(part: Part) -> Iterable[Part]:
        named = isinstance(part, ToolCallPart | ToolResultPart) and part.name in names
        return (changed(part, name=names[part.name]) if named else part,)  # type: ignore[union-attr]

    tools = [evolve(tool, name=names[tool.name]) if tool.name in names and demanded(tool) else tool for tool in request.tools]
    choice = names.get(request.tool_choice, request.tool_choice) if request.tool_choice else request.tool_choice
    return evolve(with_tools(request, tools), prompt=each_part(request.prompt, renamed), tool_choice=choice)


def _names(tools: Iterable[ToolDefinition], demanded: Callable[[ToolDefinition], str]) -> dict[str, str]:
    """Return the demanded name of each tool that bears another, none twice."""
    names, taken = dict[str, str](), {tool.name for tool in tools}
    for tool in tools:
        name = demanded(tool)
        if name and name not in taken:
            names[tool.name] = name
            taken.add(name)
    return names
