"""A tool's name that the target does not allow: a character, the length, or none at all.

What it does
    Gives the tool an alias, in calls, results, definitions and the forced choice alike; a call without a name gets one that says
    so. `aliases_of` tells the aliases, to put the names of a reply back.
Why
    Names such as `weather.get` come from other protocols and providers; a name that is refused in a definition is refused in
    the history as well.
Keeps
    Names that are allowed; distinct names as distinct names.
Example
    >>> from segue.profiles.demands import Spelling
    >>> from segue.prompts import Request, assistant, call, prompt, user
    >>> request = Request(prompt(user("Rain?"), assistant(call("c1", "weather.get"))))
    >>> spell_tool_names(request, Spelling("[a-zA-Z0-9_-]", 64)).prompt.messages[1].content[0].name
    'weather_get_0da847a4ae'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeGuard

from attrs import evolve

from segue import placeholders
from segue.parts import Part, ToolCallPart, ToolResultPart
from segue.profiles.demands import Spelling
from segue.prompts import Request, ToolDefinition
from segue.repairs._rebuilding import changed, each_part, with_tools
from segue.repairs._spelling import Aliases


def aliases_of(request: Request, spelling: Spelling) -> dict[str, str]:
    """Return the alias of each name that is not allowed. Names of the history come first, so that theirs stay."""
    aliases = Aliases(spelling)
    names = dict.fromkeys([*_names(request), *(tool.name for tool in request.tools if not tool.hosted)])
    return {name: alias for name in names if (alias := aliases.of(name) if name else placeholders.UNKNOWN_TOOL) != name}


def spell_tool_names(request: Request, spelling: Spelling) -> Request:
    """Give aliases to tools whose names are not allowed."""
    aliases = aliases_of(request, spelling)
    if not aliases:
        return request

    def renamed(part: Part) -> Iterable[Part]:
        return (changed(part, name=aliases[part.name]) if _names_own_tool(part) and part.name in aliases else part,)

    defined = with_tools(request, [_tool(tool, aliases) for tool in request.tools])
    choice = aliases.get(request.tool_choice, request.tool_choice) if request.tool_choice else request.tool_choice
    return evolve(defined, prompt=each_part(request.prompt, renamed, (ToolCallPart, ToolResultPart)), tool_choice=choice)


def _names(request: Request) -> Iterator[str]:
    for message in request.prompt.messages:
        for part in message.content:
            if _names_own_tool(part):
                yield part.name


def _names_own_tool(part: Part) -> TypeGuard[ToolCallPart | ToolResultPart]:
    """Tell whether a part names a tool of the caller's own; results need not repeat the name."""
    return isinstance(part, ToolCallPart | ToolResultPart) and not part.hosted and (part.name != "" or isinstance(part, ToolCallPart))


def _tool(tool: ToolDefinition, aliases: dict[str, str]) -> ToolDefinition:
    return evolve(tool, name=aliases[tool.name]) if tool.name in aliases and not tool.hosted else tool
