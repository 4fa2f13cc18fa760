"""Tools that Anthropic provides: the caller's names for them, server tools that it has not, and MCP servers, in whole payloads."""

from __future__ import annotations

import pytest

import segue

CLAUDE = "anthropic/claude-sonnet-4-6"
FOUND = [{"type": "web_search_result", "url": "https://example.org", "title": "Trains", "encryptedContent": "Eq", "pageAge": None}]
TOOLS = [
    {"type": "provider", "id": "anthropic.web_search_20250305", "name": "webSearch", "args": {}},
    {"type": "provider", "id": "anthropic.bash_20250124", "name": "shell", "args": {}},
]
PROMPT = [
    {"role": "user", "content": [{"type": "text", "text": "When?"}]},
    {
        "role": "assistant",
        "content": [
            {"type": "tool-call", "toolCallId": "srvtoolu_1", "toolName": "webSearch", "input": {"query": "trains"}, "providerExecuted": True},
            {"type": "tool-result", "toolCallId": "srvtoolu_1", "toolName": "webSearch", "output": {"type": "json", "value": FOUND}},
            {"type": "tool-call", "toolCallId": "toolu_1", "toolName": "shell", "input": {"command": "date"}},
        ],
    },
    {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "toolu_1", "toolName": "shell", "output": {"type": "text", "value": "Monday"}}]},
    {"role": "user", "content": [{"type": "text", "text": "And back?"}]},
]
MCP = [
    {"role": "user", "content": "When?"},
    {
        "role": "assistant",
        "content": [
            {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "trains", "server_name": "rail", "input": {"to": "Bergen"}},
            {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": False, "content": [{"type": "text", "text": "9:40"}]},
            {"type": "text", "text": "At 9:40."},
        ],
    },
    {"role": "user", "content": "And back?"},
]
SERVERS = [{"type": "url", "url": "https://rail.example.org", "name": "rail"}]


def test_the_callers_names_give_way_to_anthropics():
    """The AI SDK lets callers name Anthropic's tools as they like; the blocks of its server tools stay blocks."""
    fixed = segue.fix({"prompt": PROMPT, "tools": TOOLS}, CLAUDE)
    blocks = fixed.payload["messages"][1]["content"]

    assert [(tool["type"], tool["name"]) for tool in fixed.payload["tools"]] == [("web_search_20250305", "web_search"), ("bash_20250124", "bash")]
    assert [(block["type"], block.get("name")) for block in blocks] == [("server_tool_use", "web_search"), ("web_search_tool_result", None), ("tool_use", "bash")]
    assert {change.rule for change in fixed.changes} == {"anthropic-provided-name"}
    assert fixed.faults_left == ()


def test_a_reply_has_the_callers_names_again():
    """So that the caller's own code runs what it knows."""
    fixed = segue.fix({"prompt": PROMPT, "tools": TOOLS}, CLAUDE)
    reply = {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_2", "name": "bash", "input": {"command": "date"}}]}

    assert fixed.restore(reply)["content"][0]["name"] == "shell"


def test_names_that_are_not_allowed_are_restored_beside_them():
    """Two rules spell names; both are undone."""
    own = {"type": "function", "name": "db.trains", "inputSchema": {"type": "object"}}
    fixed = segue.fix({"prompt": PROMPT, "tools": [*TOOLS, own]}, CLAUDE)
    alias = fixed.payload["tools"][2]["name"]
    reply = {"content": [{"type": "tool_use", "id": "toolu_2", "name": name, "input": {}} for name in ("bash", alias)]}

    assert [block["name"] for block in fixed.restore(reply)["content"]] == ["shell", "db.trains"]


def test_a_server_tool_that_anthropic_has_not_is_told():
    """A prompt without its tools does not say which tool a name is for: query and result are told, and that is reported."""
    fixed = segue.fix(PROMPT, CLAUDE)
    texts = [block["text"].split("\n")[0] for block in fixed.payload["messages"][1]["content"] if block["type"] == "text"]

    assert texts == ["[webSearch, a server tool, was called with]", "[result of webSearch, a server tool]"]
    assert [change.rule for change in fixed.changes] == ["anthropic-foreign-server-tool"] * 2


def test_a_result_is_told_with_its_call():
    """Though its own name is one that Anthropic has: no block may stand without the other."""
    messages = [message | {"content": [part | ({"toolName": "web_search"} if part["type"] == "tool-result" else {}) for part in message["content"]]} for message in PROMPT]
    assert "server_tool_use" not in str(segue.fix(messages, CLAUDE).payload)
    assert "web_search_tool_result" not in str(segue.fix(messages, CLAUDE).payload)


def test_blocks_of_mcp_servers_stay_where_the_request_connects_to_some():
    """As they came: nothing is to be repaired."""
    body = {"messages": MCP, "mcp_servers": SERVERS}
    fixed = segue.fix(body, CLAUDE)

    assert (fixed.payload, fixed.changes) == (body, ())


@pytest.mark.parametrize(("payload", "to"), [(MCP, CLAUDE), ({"messages": MCP}, CLAUDE), ({"messages": MCP, "mcp_servers": SERVERS}, "vertex/claude-sonnet-4-6")])
def test_blocks_of_mcp_servers_are_told_elsewhere(payload, to):
    """Where the request does not connect, or the API does not."""
    fixed = segue.fix(payload, to)

    assert "mcp_tool_use" not in str(fixed.payload)
    assert "9:40" in str(fixed.payload)
    assert {change.rule for change in fixed.changes} == {"anthropic-foreign-server-tool"}


def test_the_error_is_explained():
    """As the API words it for a literal."""
    assert [rule.name for rule in segue.explain("tools.0.web_search_20250305.name: Input should be 'web_search'", CLAUDE)] == ["anthropic-provided-name"]
