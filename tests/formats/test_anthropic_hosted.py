"""The Messages API: tools that the provider runs, as the AI SDK and other formats tell of them."""

import pytest
from attrs import evolve

from segue.formats.anthropic import ANTHROPIC
from segue.json_values import EMPTY, JsonText, freeze
from segue.parts import FilePart, JsonPart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, Request, assistant, prompt

MCP = freeze({"anthropic": {"type": "mcp-tool-use", "serverName": "files"}})


def blocks(*parts):
    """Return the blocks of an assistant message of these parts."""
    return ANTHROPIC.encode(Request(prompt(assistant(*parts, "t"))))["messages"][0]["content"][:-1]


def pair(name, given, value, *, id="srvtoolu_1", told=EMPTY):
    """Return the blocks of a hosted call and its JSON result."""
    call = ToolCallPart(id, name, freeze(given), hosted=True, provider_options=told)
    return blocks(call, ToolResultPart(id, name, (JsonPart(freeze(value)),), hosted=True))


NATIVE = [
    (
        "web_search",
        {"query": "q"},
        [{"type": "web_search_result", "encryptedContent": "E", "pageAge": None, "title": "T"}],
        (
            "web_search",
            {"query": "q"},
            "web_search_tool_result",
            [{"type": "web_search_result", "encrypted_content": "E", "page_age": None, "title": "T"}],
        ),
    ),
    (
        "web_fetch",
        {"url": "u"},
        {"type": "web_fetch_result", "retrievedAt": "2026", "content": {"source": {"mediaType": "text/plain"}}},
        (
            "web_fetch",
            {"url": "u"},
            "web_fetch_tool_result",
            {"type": "web_fetch_result", "retrieved_at": "2026", "content": {"source": {"media_type": "text/plain"}}},
        ),
    ),
    (
        "code_execution",
        {"type": "bash_code_execution", "command": "ls"},
        {"type": "bash_code_execution_result", "stdout": "", "content": [{"fileId": "f"}]},
        (
            "bash_code_execution",
            {"command": "ls"},
            "bash_code_execution_tool_result",
            {"type": "bash_code_execution_result", "stdout": "", "content": [{"file_id": "f"}]},
        ),
    ),
    (
        "code_execution",
        {"type": "programmatic-tool-call", "code": "1"},
        {"type": "encrypted_code_execution_result", "encryptedStdout": "E"},
        (
            "code_execution",
            {"code": "1"},
            "code_execution_tool_result",
            {"type": "encrypted_code_execution_result", "encrypted_stdout": "E", "content": []},
        ),
    ),
    (
        "text_editor_code_execution",
        {},
        {"type": "text_editor_code_execution_tool_result_error", "errorCode": "x"},
        (
            "text_editor_code_execution",
            {},
            "text_editor_code_execution_tool_result",
            {"type": "text_editor_code_execution_tool_result_error", "error_code": "x"},
        ),
    ),
    (
        "tool_search_tool_regex",
        {"pattern": "p"},
        [{"type": "tool_reference", "toolName": "n"}],
        (
            "tool_search_tool_regex",
            {"pattern": "p"},
            "tool_search_tool_result",
            {"type": "tool_search_tool_search_result", "tool_references": [{"type": "tool_reference", "tool_name": "n"}]},
        ),
    ),
]


@pytest.mark.parametrize(("name", "given", "value", "expected"), NATIVE)
def test_claudes_own_tools_are_blocks_again(name, given, value, expected):
    """Calls and results that the AI SDK had from Claude are the wire's blocks, its keys in the wire's spelling."""
    call, result = pair(name, given, value)
    assert call == {"type": "server_tool_use", "id": "srvtoolu_1", "name": expected[0], "input": expected[1]}
    assert result == {"type": expected[2], "tool_use_id": "srvtoolu_1", "content": expected[3]}


def test_mcp_calls_are_blocks_again():
    """A call of the MCP connector has its server; its result is text, whatever it was."""
    call, result = pair("list", {}, [{"type": "text", "text": "a"}], id="mcptoolu_1", told=MCP)
    assert call == {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "list", "server_name": "files", "input": {}}
    assert result == {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "content": [{"type": "text", "text": "a"}]}
    assert pair("list", {}, {"a": 1}, id="mcptoolu_1", told=MCP)[1]["content"] == '{"a": 1}'
    call = ToolCallPart("mcptoolu_1", "list", EMPTY, hosted=True, provider_options=MCP)
    failed = ToolResultPart("mcptoolu_1", "", (TextPart("no"),), error=True, hosted=True)
    assert blocks(call, failed)[1] == {
        "type": "mcp_tool_result",
        "tool_use_id": "mcptoolu_1",
        "content": [{"type": "text", "text": "no"}],
        "is_error": True,
    }


def test_a_told_result_type_is_heeded():
    """Where the name does not tell the kind of result, the option does."""
    result = ToolResultPart(
        "srvtoolu_1", "", (JsonPart(()),), hosted=True, provider_options=freeze({"anthropic": {"resultType": "advisor_tool_result"}})
    )
    assert blocks(result) == [{"type": "advisor_tool_result", "tool_use_id": "srvtoolu_1", "content": []}]


def test_another_providers_tools_are_labelled_text():
    """The query and what can be read of the result stay as text, opaque tokens do not."""
    assert [block["text"] for block in pair("web_search", {"query": "q"}, [{"title": "T", "url": "u", "id": "x"}], id="ws_1")] == [
        "[web_search, a server tool, was called with]\nquery: q",
        "[result of web_search, a server tool]\ntitle: T\nurl: u",
    ]


def test_a_call_whose_result_cannot_be_a_block_is_text_too():
    """A call is not left open because its result could only be told as text."""
    call = ToolCallPart("srvtoolu_1", "web_search", JsonText('{"query": "q"}'), hosted=True)
    result = ToolResultPart("srvtoolu_1", "", (TextPart("failed"), FilePart("image/png", "x"), JsonPart(freeze({"a": "b"}))), hosted=True)
    assert [block["text"] for block in blocks(call, result)] == [
        "[web_search, a server tool, was called with]\nquery: q",
        "[result of web_search, a server tool]\nfailed\n[file omitted: image/png]\na: b",
    ]
    assert blocks(call)[0]["type"] == "server_tool_use"


def test_nameless_hosted_parts_are_labelled():
    """Without a name anywhere the label says so, or the kind of result does."""
    call = ToolCallPart("x", "", EMPTY, hosted=True)
    result = ToolResultPart("y", "", (ReasoningPart("r"), ToolCallPart("", "", None)), hosted=True)
    assert [block["text"] for block in blocks(call, result)] == [
        "[unknown_tool, a server tool, was called with]",
        "[result of unknown_tool, a server tool]\nr\n",
    ]
    kind = freeze({"anthropic": {"resultType": "web_fetch_tool_result"}})
    assert blocks(evolve(result, output=(), provider_options=kind))[0]["text"] == "[result of web_fetch, a server tool]"


def test_changed_hosted_parts_are_written_as_they_are():
    """A result read here that lost its option or got other contents keeps its kind."""
    wire = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    request = ANTHROPIC.decode([{"role": "assistant", "content": [wire]}]).unwrap()
    (message,) = request.prompt.messages
    for fields, content in (({"provider_options": EMPTY}, []), ({"output": (TextPart("x"),)}, [{"type": "text", "text": "x"}])):
        after = Prompt((evolve(message, content=(evolve(message.content[0], **fields),)),))
        assert ANTHROPIC.encode(evolve(request, prompt=after))[0]["content"] == [{**wire, "content": content}]


def test_a_result_is_text_where_its_call_is():
    """A call of a tool that the API has not is no block, and no result may stand without its call, whatever its own name."""
    call = ToolCallPart("srvtoolu_1", "webSearch", EMPTY, hosted=True)
    found = ToolResultPart("srvtoolu_1", "web_search", (JsonPart(()),), hosted=True)

    assert [block["type"] for block in blocks(call, found)] == ["text", "text"]
