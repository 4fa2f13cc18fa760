"""The Messages API: what is read is written back to the letter, and read as what it means."""

import json
from pathlib import Path

import pytest

from segue.formats.anthropic import ANTHROPIC
from segue.formats.anthropic_wire import Layouts
from segue.json_values import EMPTY, JsonObject, freeze, same_json
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, SystemMessage, ToolMessage, UserMessage

HISTORIES = [
    json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parents[1] / "switch" / "histories").glob("*.json"))
    if '"format": "anthropic"' in path.read_text(encoding="utf-8")
]
CACHED = {"type": "ephemeral", "ttl": "1h"}
SEARCHED = {"type": "web_search_result", "url": "https://example.org/a", "title": "A", "encrypted_content": "Eq", "page_age": None}
CALLER = {"type": "code_execution_20250825", "tool_id": "srvtoolu_1"}

SPOKEN = [
    {"type": "text", "text": "Hello"},
    {"text": "keys in another order", "type": "text"},
    {"type": "text", "text": "", "cache_control": CACHED, "citations": None},
    {"type": "text", "text": "cited", "citations": [{"type": "char_location", "cited_text": "x", "document_index": 0}], "future": -0.0},
    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBOR"}, "cache_control": None},
    {"type": "image", "source": {"url": "https://example.org/a.png", "type": "url", "more": 1}, "title": "kept", "more": 2},
    {"type": "image", "source": {"type": "file", "file_id": "file_1"}},
    {"type": "image", "source": {"type": "drive", "path": "/a"}},
    {
        "type": "document",
        "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="},
        "title": "a.pdf",
        "context": "c",
    },
    {"type": "document", "source": {"type": "url", "url": "https://example.org/a.pdf"}, "title": None, "context": None},
    {"source": {"type": "file", "file_id": "file_2"}, "type": "document", "citations": {"enabled": True}},
    {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Minutes"}, "title": ""},
    {"type": "document", "source": {"type": "content", "content": "Minutes"}, "cache_control": CACHED},
    {
        "type": "document",
        "source": {"content": [{"type": "text", "text": "One"}, {"type": "image", "source": {"type": "url"}}, 3], "type": "content"},
    },
    {"type": "search_result", "source": "https://example.org", "title": "Tides", "content": [{"type": "text", "text": "High at noon"}]},
    {"type": "container_upload", "file_id": "file_3"},
    {"type": "poll", "question": "Tea?", "deep": [[[]], {"a": -0.0}]},
]
RESULTS = [
    {"type": "tool_result", "tool_use_id": "toolu_1", "content": "plain"},
    {"tool_use_id": "toolu_1", "type": "tool_result", "content": ""},
    {"type": "tool_result", "tool_use_id": "toolu_1"},
    {"type": "tool_result", "tool_use_id": "toolu_1", "content": None, "is_error": None},
    {"type": "tool_result", "tool_use_id": "toolu_1", "content": [], "is_error": False},
    {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": True, "content": "broke", "cache_control": CACHED},
    {"type": "tool_result", "tool_use_id": "", "content": [*SPOKEN, {"type": "tool_reference", "tool_name": "a"}], "toolset_name": "t"},
]
MADE = [
    {"type": "thinking", "thinking": "hm", "signature": "Er"},
    {"type": "thinking", "thinking": "", "signature": ""},
    {"signature": "Er", "thinking": "hm", "type": "thinking", "cache_control": None},
    {"type": "thinking", "thinking": "unsigned"},
    {"type": "thinking", "thinking": "unsigned", "signature": None},
    {"type": "redacted_thinking", "data": "Em"},
    {"type": "tool_use", "id": "toolu_1", "name": "find", "input": {"b": 1, "a": [1.0, {"c": None}]}},
    {"type": "tool_use", "id": "", "name": "", "input": {}, "caller": CALLER, "cache_control": CACHED, "toolset_name": None},
    {"type": "tool_use", "id": "toolu_1", "name": "find", "input": "{broken", "caller": {"toolId": "x", "type": "direct"}},
    {"type": "tool_use", "id": "toolu_1", "name": "find", "input": None, "caller": "odd"},
    {"name": "find", "type": "tool_use", "id": "toolu_1", "input": [1]},
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "tides"}, "caller": {"type": "direct"}},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [SEARCHED], "caller": CALLER},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": {"type": "web_search_tool_result_error", "error_code": "x"}},
    {
        "content": {"type": "bash_code_execution_result", "stdout": "4"},
        "type": "bash_code_execution_tool_result",
        "tool_use_id": "srvtoolu_2",
    },
    {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "list", "server_name": "files", "input": {}, "cache_control": CACHED},
    {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": False, "content": [{"type": "text", "text": "a.txt"}]},
    {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "content": None, "is_error": None},
    {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": True, "content": "no"},
    {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1"},
    {"type": "compaction", "content": "What was said", "encrypted_content": "Ec"},
    {"type": "compaction", "content": None},
    {"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}},
]
TOOLS = [
    {"name": "find", "description": "Find", "input_schema": {"type": "object", "properties": {}}},
    {"input_schema": {}, "name": "bare", "type": "custom", "cache_control": CACHED, "strict": True},
    {"type": None, "name": "none", "description": None, "input_schema": {"type": "object"}},
    {"type": "web_search_20250305", "name": "web_search", "max_uses": 3, "cache_control": CACHED},
    {"name": "web_fetch", "type": "web_fetch_20250910", "citations": {"enabled": True}, "allowed_domains": None, "cache_control": None},
    {"type": "mcp_toolset", "mcp_server_name": "files"},
    {"type": "browser_toolset_20260801", "name": None},
    {"type": "bash_20250124", "name": ""},
]
TURN = [{"role": "user", "content": "Hi"}]
ROUNDS = {
    "nothing": {"messages": []},
    "bare nothing": [],
    "bare": [*TURN, {"role": "assistant", "content": "Hello"}],
    "every user block": [{"role": "user", "content": [*SPOKEN, *RESULTS, *MADE, *RESULTS]}],
    "every assistant block": [*TURN, {"content": [*MADE, *SPOKEN, *RESULTS], "role": "assistant", "id": "msg_1", "stop_reason": None}],
    "empty contents": [{"role": "user", "content": []}, {"role": "user", "content": ""}, {"role": "assistant", "content": []}],
    "twins": [
        {"role": "user", "content": RESULTS[:2]},
        {"role": "user", "content": [RESULTS[0], SPOKEN[0]], "more": 1},
        {"role": "user", "content": [SPOKEN[0]]},
        {"role": "user", "content": []},
        {"role": "user", "content": RESULTS[:1]},
        {"role": "assistant", "content": "a"},
        {"role": "assistant", "content": "b"},
    ],
    "listed system": [
        {"role": "system", "content": "late", "clear_at": "never"},
        {"content": [SPOKEN[2], {"type": "tool_addition", "tool": {"type": "tool_reference", "name": "a"}}], "role": "system"},
        {"role": "system", "output_config": {"effort": "low"}},
        {"role": "system", "content": None},
        {"role": "system", "content": []},
    ],
    "system and listed system": {"system": "first", "messages": [{"role": "system", "content": "second"}, *TURN]},
    "system blocks": {"messages": TURN, "system": SPOKEN[:4], "model": "claude"},
    "one system block": {"system": [SPOKEN[0]], "messages": TURN},
    "empty system": {"system": "", "messages": TURN},
    "no system block": {"system": [], "messages": []},
    "nulls": {"system": None, "messages": [], "tools": None, "tool_choice": None, "thinking": None},
    "tools": {"tools": TOOLS, "messages": TURN, "tool_choice": {"name": "find", "type": "tool", "disable_parallel_tool_use": True}},
    "no tools": {"tools": [], "messages": TURN, "tool_choice": {"type": "auto"}},
    "odd choice": {"messages": TURN, "tool_choice": "find", "max_tokens": 10**40},
    "nameless choice": {"messages": TURN, "tool_choice": {"type": "tool", "name": 3}},
}


def decoded(payload):
    """Return the request a payload holds."""
    return ANTHROPIC.decode(payload).unwrap()


def parts_of(*blocks, role="assistant"):
    """Return the parts of one message of these blocks."""
    return decoded([{"role": role, "content": list(blocks)}]).prompt.messages[0].content


@pytest.mark.parametrize("payload", ROUNDS.values(), ids=ROUNDS)
def test_a_payload_comes_back_to_the_letter(payload):
    """What is read and written untouched is the same JSON, key order and signed zeros told apart."""
    assert same_json(ANTHROPIC.encode(decoded(payload)), payload)


@pytest.mark.parametrize("history", HISTORIES, ids=lambda history: history["id"])
def test_a_history_comes_back_to_the_letter(history):
    """Whole conversations come back as they were, as bodies and as bare lists."""
    body = history["history"]
    assert same_json(ANTHROPIC.encode(decoded(body)), body)
    assert same_json(ANTHROPIC.encode(decoded(body["messages"])), body["messages"])


def test_text_is_read_with_its_options():
    """Cache markers and citations become provider options, unknown keys extras."""
    (part,) = parts_of({"type": "text", "text": "x", "cache_control": CACHED, "citations": [], "future": 1})
    assert part.provider_options == freeze({"anthropic": {"cacheControl": CACHED, "citations": []}})
    assert part.extras.fields == {"future": 1}


def test_thinking_is_reasoning_with_its_signature():
    """A signature is kept even if empty, redacted data beside no text."""
    signed, empty, bare, redacted = parts_of(MADE[0], MADE[1], MADE[3], MADE[5])
    assert signed == ReasoningPart("hm", freeze({"anthropic": {"signature": "Er"}}))
    assert empty == ReasoningPart("", freeze({"anthropic": {"signature": ""}}))
    assert bare == ReasoningPart("unsigned")
    assert redacted == ReasoningPart("", freeze({"anthropic": {"redactedData": "Em"}}))


def test_calls_are_read():
    """A call has its input as an object, its caller in the AI SDK's spelling; an input that is no object stays what it is."""
    plain, told, odd = parts_of(MADE[6], MADE[7], MADE[8])
    assert plain == ToolCallPart("toolu_1", "find", freeze({"b": 1, "a": [1.0, {"c": None}]}))
    assert told.provider_options["anthropic"]["caller"] == {"type": "code_execution_20250825", "toolId": "srvtoolu_1"}
    assert (odd.input, odd.extras.fields["caller"]) == ("{broken", {"toolId": "x", "type": "direct"})


def test_hosted_tools_are_pairs_in_the_assistant_message():
    """A server tool's call and result are hosted parts; an error told in the content is the error flag."""
    call, result, failed, mcp, listed = parts_of(MADE[11], MADE[12], MADE[13], MADE[15], MADE[18])
    assert (call.hosted, call.name, call.input) == (True, "web_search", {"query": "tides"})
    assert (result.hosted, result.id, result.output) == (True, "srvtoolu_1", (JsonPart(freeze([SEARCHED])),))
    assert result.provider_options["anthropic"]["resultType"] == "web_search_tool_result"
    assert (result.error, failed.error, listed.error) == (False, True, True)
    assert mcp.provider_options["anthropic"] == {"type": "mcp-tool-use", "serverName": "files", "cacheControl": CACHED}


def test_files_are_read_by_source():
    """Base64, URL and file id of images and documents become files; a title is the name."""
    png, url, id, unknown, pdf, _, doc = parts_of(*SPOKEN[4:11])
    assert (png.media_type, png.data, png.encoding) == ("image/png", "iVBOR", "base64")
    assert (url.media_type, url.encoding, id.encoding, doc.media_type) == ("image/*", "url", "id", "application/pdf")
    assert (pdf.filename, pdf.provider_options["anthropic"]["context"]) == ("a.pdf", "c")
    assert unknown == OpaquePart("image", freeze(SPOKEN[7]), "anthropic")


def test_text_documents_are_text_files():
    """Documents given as text, as blocks and as search results can be read as text; an image among blocks shows as left out."""
    minutes, plain, blocks, found = parts_of(*SPOKEN[11:15], role="user")
    assert minutes == FilePart("text/plain", "Minutes", "text", "")
    assert (plain.encoding, plain.data, blocks.data) == ("text", "Minutes", "One\n[file omitted: image/*]\n")
    assert (found.filename, found.data) == ("Tides", "https://example.org\nHigh at noon")


def test_a_media_type_of_an_image_among_blocks_is_told():
    """The stand-in for an image in a document names its media type where it has one; content of other kinds holds no words."""
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": ""}}
    (part,) = parts_of({"type": "document", "source": {"type": "content", "content": [image, {"type": "poll"}]}})
    assert part.data == "[file omitted: image/png]\n[file omitted: poll/*]"


def test_results_and_words_of_one_message_are_records_of_their_own():
    """A user message splits where results and words meet, and becomes one again."""
    wire = [{"role": "user", "content": [RESULTS[0], SPOKEN[0], SPOKEN[1], RESULTS[1]], "more": 1}]
    request = decoded(wire)
    assert [type(message) for message in request.prompt.messages] == [ToolMessage, UserMessage, ToolMessage]
    assert request.prompt.messages[0].content == (ToolResultPart("toolu_1", "", (TextPart("plain"),)),)
    assert [message.extras is None for message in request.prompt.messages] == [False, True, True]


def test_calls_of_a_user_are_carried_unread():
    """A user's message holds no calls or thoughts: such blocks are opaque there."""
    assert {type(part) for part in parts_of(*MADE[:7], role="user")} == {OpaquePart}


def test_a_summary_is_text():
    """A compaction block is text that other formats can show, unless it is empty."""
    summary, failed = parts_of(MADE[20], MADE[21])
    assert (summary.text, summary.provider_options["anthropic"]) == ("What was said", {"type": "compaction"})
    assert failed.kind == "compaction"


def test_system_is_one_leading_message():
    """The body's `system` is one message; one in the list stands where it stood."""
    messages = decoded({"system": SPOKEN[:2], "messages": [*TURN, {"role": "system", "content": "late"}]}).prompt.messages
    assert messages == (
        SystemMessage((TextPart("Hello"), TextPart("keys in another order"))),
        UserMessage((TextPart("Hi"),)),
        SystemMessage((TextPart("late"),)),
    )


def test_tools_are_read():
    """The caller's tools have a schema; a server's tool has its id and settings."""
    find, bare, _, search, fetch, toolset, *_ = decoded(ROUNDS["tools"]).tools
    assert (find.name, find.description, find.input_schema) == ("find", "Find", {"type": "object", "properties": {}})
    assert (bare.extras.fields, bare.provider_options) == ({"strict": True}, {"anthropic": {"cacheControl": CACHED}})
    assert (search.hosted, search.name, search.args) == ("anthropic.web_search_20250305", "web_search", {"max_uses": 3})
    assert (fetch.args, toolset.name) == ({"citations": {"enabled": True}, "allowed_domains": None}, "")


def test_a_forced_tool_is_named():
    """`tool_choice` names the tool it forces, beside being kept as it came."""
    assert [decoded(ROUNDS[name]).tool_choice for name in ("tools", "no tools", "nameless choice")] == ["find", None, None]


def test_what_is_read_is_frozen_and_shares_empties():
    """Records hold JSON that cannot change, and nothing where nothing was said."""
    message = decoded([{"role": "assistant", "content": [MADE[6]]}]).prompt.messages[0]
    assert isinstance(message, AssistantMessage)
    assert isinstance(message.content[0].input, JsonObject)
    assert (message.provider_options, message.extras, message.content[0].provider_options) == (EMPTY, None, EMPTY)


def test_layouts_are_shared_while_there_are_few():
    """One layout is one object, and hostile payloads cannot fill the memory with them."""
    layouts = Layouts("list")
    assert layouts["type", "text"] is layouts["type", "text"]
    assert [layouts[f"key {number}",].form for number in range(2000)] == ["list"] * 2000
    assert len(layouts) == 1024
