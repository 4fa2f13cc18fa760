"""The tools that Anthropic provides: how the API names them, which it runs itself, and which calls are its own.

Sources: the tool parameters of the `anthropic` SDK, in each of which the name is a literal; the MCP connector guide of
platform.claude.com; the AI SDK's Anthropic provider, which folds two server tools into `code_execution`.
"""

from __future__ import annotations

import re

from segue.json_values import JsonObject
from segue.parts import ToolCallPart, ToolResultPart, option
from segue.profiles.anthropic import FORMAT
from segue.profiles.demands import Spelling
from segue.prompts import Request, ToolDefinition

FOLDED = ("bash_code_execution", "text_editor_code_execution")
SERVER_TOOLS = frozenset(
    {"web_search", "web_fetch", "advisor", "code_execution", *FOLDED, "tool_search_tool_regex", "tool_search_tool_bm25"}
)  # fmt: skip
"""The tools whose calls the API answers itself."""
MCP_OPTION = "mcp-tool-use"
"""How the AI SDK marks a call of a tool that an MCP server offers to the API."""
_FIXED = SERVER_TOOLS | {"bash", "computer", "memory"}
_RENAMED = {
    "text_editor_20241022": "str_replace_editor", "text_editor_20250124": "str_replace_editor",
    "text_editor": "str_replace_based_edit_tool",
    "tool_search_regex": "tool_search_tool_regex", "tool_search_bm25": "tool_search_tool_bm25",
}  # fmt: skip
_VERSION = re.compile(r"_\d{8}$", re.ASCII)
_MADE_BY = frozenset({FORMAT, "vertex"})
_SERVER_ID, _MCP_ID = "srvtoolu_", "mcptoolu_"
_IDS = Spelling("[a-zA-Z0-9_]")


def demanded_name(tool: ToolDefinition) -> str:
    """Return the name that the API demands for a tool of Anthropic's, "" where it leaves it to the caller.

    >>> demanded_name(ToolDefinition("find", hosted="anthropic.web_search_20250305")), demanded_name(ToolDefinition("find"))
    ('web_search', '')
    """
    provider, _, kind = tool.hosted.partition(".")
    bare = _VERSION.sub("", kind)
    name = _RENAMED.get(kind) or _RENAMED.get(bare, bare)
    return name if provider == FORMAT and name in _FIXED | {*_RENAMED.values()} else ""


def server_name(call: ToolCallPart) -> str:
    """Return the name of the server tool that a hosted call is of, "" where the API has none of that name."""
    if option(call, FORMAT, "type") == MCP_OPTION:
        return call.name
    folded = call.input.get("type") if call.name == "code_execution" and isinstance(call.input, JsonObject) else None
    name = folded if folded in FOLDED else call.name
    return str(name) if name in SERVER_TOOLS else ""


def connects(request: Request) -> bool:
    """Tell whether the API is connected to MCP servers in this request: without them it takes none of their blocks."""
    offered = any(tool.hosted.startswith(f"{FORMAT}.mcp") for tool in request.tools)
    return offered or (request.extras is not None and request.extras.format == FORMAT and "mcp_servers" in request.extras.fields)


def is_own_server_tool(part: ToolCallPart | ToolResultPart, *, connected: bool = False) -> bool:
    """Tell whether Anthropic ran this tool, as ids tell, and takes it again: MCP servers' only where it is `connected` to some."""
    if part.origin is not None and part.origin.provider not in _MADE_BY:
        return False
    if part.id.startswith(_MCP_ID):
        return connected and _IDS.allows(part.id)
    return part.id.startswith(_SERVER_ID) and _IDS.allows(part.id) and (isinstance(part, ToolResultPart) or _is_known(part))


def _is_known(call: ToolCallPart) -> bool:
    return (call.shape is not None and call.shape.format == FORMAT) or server_name(call) != ""
