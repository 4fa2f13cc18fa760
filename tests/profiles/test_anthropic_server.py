"""The tools that Anthropic provides: their names, whose calls are its own, and whether MCP servers are connected."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.json_values import EMPTY, JsonObject, freeze_object
from segue.models import Model
from segue.parts import TextPart, ToolCallPart, ToolResultPart
from segue.profiles import anthropic_server as profile
from segue.prompts import Prompt, Request, ToolDefinition
from segue.shapes import Extras, Shape

CALL = ToolCallPart("srvtoolu_1", "web_search", EMPTY, hosted=True)
MCP = freeze_object({"anthropic": {"type": "mcp-tool-use", "serverName": "docs"}})
NAMES = {
    "web_search_20250305": "web_search", "web_search_20260209": "web_search", "web_fetch_20250910": "web_fetch", "bash_20250124": "bash",
    "computer_20251124": "computer", "memory_20250818": "memory", "code_execution_20250825": "code_execution", "advisor_20260301": "advisor",
    "text_editor_20241022": "str_replace_editor", "text_editor_20250124": "str_replace_editor",
    "text_editor_20250429": "str_replace_based_edit_tool", "text_editor_20250728": "str_replace_based_edit_tool",
    "tool_search_regex_20251119": "tool_search_tool_regex", "tool_search_tool_bm25_20251119": "tool_search_tool_bm25",
    "mcp_toolset": "", "web_search": "web_search", "of_tomorrow_20290101": "", "": "",
}  # fmt: skip


@pytest.mark.parametrize(("kind", "name"), NAMES.items())
def test_a_provided_tool_has_one_name(kind, name):
    """Whatever its version; what is not known, and MCP servers, have none that is demanded."""
    assert profile.demanded_name(ToolDefinition("mine", hosted=f"anthropic.{kind}")) == name


def test_other_tools_bear_any_name():
    """The caller's own, and those of other providers."""
    assert profile.demanded_name(ToolDefinition("web_search")) == ""
    assert profile.demanded_name(ToolDefinition("mine", hosted="openai.web_search")) == ""


SERVER_TOOLS = [
    ("srvtoolu_01A", None, True), ("srvtoolu_01A", Model("anthropic", "claude-opus-4-5"), True), ("srvtoolu_01A", Model("vertex"), True),
    ("srvtoolu_01A", Model("moonshot"), False), ("ws_1", None, False), ("ws_1", Model("anthropic"), False), ("srvtoolu_0-1", None, False),
    ("mcptoolu_01A", None, False), ("", None, False),
]  # fmt: skip


@pytest.mark.parametrize(("id", "origin", "own"), SERVER_TOOLS)
def test_server_tools(id, origin, own):
    """Anthropic's own server tools are known by the beginning of their ids, unless another is known to have run them."""
    assert profile.is_own_server_tool(ToolCallPart(id, "web_search", EMPTY, hosted=True, origin=origin)) is own
    assert profile.is_own_server_tool(ToolResultPart(id, "web_search", (TextPart("7:10"),), hosted=True, origin=origin)) is own



@pytest.mark.parametrize(("id", "origin", "own"), [("mcptoolu_01A", None, True), ("mcptoolu_0-1", None, False), ("mcptoolu_01A", Model("xai"), False)])
def test_blocks_of_mcp_servers_are_own_where_some_are_connected(id, origin, own):
    """By id and maker, as those of server tools are."""
    call = ToolCallPart(id, "find", EMPTY, hosted=True, origin=origin, provider_options=MCP)
    assert profile.is_own_server_tool(call, connected=True) is own
    assert profile.is_own_server_tool(call) is False


def test_a_call_of_a_tool_that_the_api_has_not_is_none_of_its_own():
    """Under another name; a block that came from the API itself stays, and so does a call of an older name in its input."""
    other = evolve(CALL, name="webSearch")

    assert not profile.is_own_server_tool(other)
    assert profile.is_own_server_tool(evolve(other, shape=Shape("anthropic", ("type", "id", "name", "input"))))
    assert not profile.is_own_server_tool(evolve(other, shape=Shape("ai-sdk")))


def test_the_name_of_a_server_tool():
    """What the AI SDK folded is told by its input; an MCP server's tool has any name."""
    folded = evolve(CALL, name="code_execution", input=JsonObject(type="bash_code_execution"))

    assert profile.server_name(CALL) == "web_search"
    assert profile.server_name(folded) == "bash_code_execution"
    assert profile.server_name(evolve(folded, input=JsonObject(type="programmatic-tool-call"))) == "code_execution"
    assert profile.server_name(evolve(folded, input="{}")) == "code_execution"
    assert profile.server_name(evolve(CALL, name="find", provider_options=MCP)) == "find"
    assert profile.server_name(evolve(CALL, name="find")) == ""


def test_whether_mcp_servers_are_connected():
    """By the body's own field, or by a set of their tools on offer."""
    bare = Request(Prompt())

    assert not profile.connects(bare)
    assert profile.connects(evolve(bare, tools=(ToolDefinition("", hosted="anthropic.mcp_toolset"),)))
    assert profile.connects(evolve(bare, extras=Extras("anthropic", freeze_object({"mcp_servers": []}))))
    assert not profile.connects(evolve(bare, extras=Extras("openai-chat", freeze_object({"mcp_servers": []}))))
    assert not profile.connects(evolve(bare, extras=Extras("anthropic", freeze_object({"max_tokens": 9}))))
