"""The definition of a tool that only another provider runs.

What it does
    Leaves the definition out of the tools on offer.
Why
    A provider refuses a kind of tool that it does not know.
Keeps
    The caller's own tools, and the target's.
Example
    >>> from segue.prompts import Prompt, Request, ToolDefinition
    >>> search = ToolDefinition("web_search", hosted="anthropic.web_search_20250305")
    >>> drop_foreign_tools(Request(Prompt(), (search,)), lambda tool: False).tools
    ()
"""

from __future__ import annotations

from collections.abc import Callable

from segue.prompts import Request, ToolDefinition
from segue.repairs._rebuilding import with_tools


def drop_foreign_tools(request: Request, is_own: Callable[[ToolDefinition], bool]) -> Request:
    """Leave out hosted tools that are not the target's."""
    return with_tools(request, [tool for tool in request.tools if not tool.hosted or is_own(tool)])
