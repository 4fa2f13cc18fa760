"""The wire format `openai-responses`: OpenAI's own tools, those it runs and those the caller runs for it."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.formats.openai_responses import OPENAI_RESPONSES
from segue.json_values import EMPTY, JsonObject, JsonText, freeze, same_json
from segue.parts import FilePart, JsonPart, OpaquePart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import AssistantMessage, Prompt, Request, ToolMessage, result, tool

SOURCES = [{"type": "url", "url": "https://a.example"}]
SEARCH = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "sources": SOURCES, "query": "frost"}}
CODE = {"type": "code_interpreter_call", "id": "ci_1", "code": "1 + 1", "container_id": "cntr_1", "outputs": [{"type": "logs", "logs": "2"}], "status": "completed"}
MADE = {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": "AA==", "output_format": "webp", "revised_prompt": "A cat"}
REMOTE = {"type": "mcp_call", "id": "mcp_1", "server_label": "files", "name": "read", "arguments": '{"path": "a"}', "output": "abc", "error": None}
CLICK = {"type": "computer_call", "id": "cu_1", "call_id": "call_1", "action": {"type": "wait"}, "pending_safety_checks": [], "status": "completed"}
SHOT = {"type": "computer_call_output", "call_id": "call_1", "output": {"type": "computer_screenshot", "image_url": "data:image/png;base64,AA=="}}
PATCH = {"type": "apply_patch_call", "call_id": "call_1", "status": "completed", "operation": {"type": "delete_file", "path": "a"}}
SHELL = {"type": "shell_call", "call_id": "call_1", "action": {"commands": ["ls"]}}
LOCAL = {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_1", "action": {"type": "exec", "command": ["ls"], "env": {}}, "status": "completed"}
ITEMS = {
    "search": SEARCH,
    "search without sources": {**SEARCH, "action": {"type": "search", "query": "frost"}},
    "search with null sources": {**SEARCH, "action": {"type": "search", "query": "frost", "sources": None}},
    "search without action": {"type": "web_search_call", "id": "ws_1", "status": "completed"},
    "search with null action": {**SEARCH, "action": None},
    "file search": {"type": "file_search_call", "id": "fs_1", "queries": ["a"], "status": "completed", "results": [{"text": "b"}]},
    "open file search": {"type": "file_search_call", "id": "fs_1", "queries": ["a"], "status": "searching", "results": None},
    "code": CODE,
    "code without outputs": {**CODE, "outputs": None, "code": None},
    "image": MADE,
    "image in progress": {**MADE, "result": None, "output_format": None},
    "odd image": {**MADE, "result": 5},
    "remote": REMOTE,
    "failed remote": {**REMOTE, "output": None, "error": {"type": "mcp_protocol_error", "code": 1, "message": "no"}},
    "half failed remote": {**REMOTE, "output": {"a": 1}, "error": "no"},
    "remote with JSON arguments": {**REMOTE, "arguments": {"path": "a"}},
    "tool search": {"type": "tool_search_call", "id": "tsc_1", "call_id": None, "execution": "server", "arguments": {"paths": ["a"]}, "status": "completed"},
    "client's tool search": {"type": "tool_search_call", "call_id": "call_1", "execution": "client", "arguments": {"q": "a"}, "id": "tsc_1"},
    "program": {"type": "program", "id": "pr_1", "call_id": "call_1", "code": "1", "fingerprint": "f"},
    "computer": CLICK,
    "computer with actions": {"type": "computer_call", "id": "cu_1", "call_id": "call_1", "actions": [{"type": "wait"}], "pending_safety_checks": [], "status": "x"},
    "patch": PATCH,
    "shell": SHELL,
    "local shell": LOCAL,
    "no id": {"type": "shell_call", "action": {}},
    "screenshot": SHOT,
    "screenshot by id": {**SHOT, "output": {"file_id": "file-1", "type": "computer_screenshot", "detail": "low"}, "status": "completed", "id": "cuo_1"},
    "screenshot in words": {**SHOT, "output": {"type": "computer_screenshot", "image_url": "data:text/plain,hi"}},
    "empty screenshot": {**SHOT, "output": {"type": "computer_screenshot"}},
    "odd screenshot": {**SHOT, "output": {"type": "odd", "image_url": "https://a.example"}},
    "no screenshot": {**SHOT, "output": {"type": "odd"}},
    "shell's answer": {"type": "shell_call_output", "call_id": "call_1", "output": [{"stdout": "a", "stderr": "", "outcome": {"type": "timeout"}}], "max_output_length": 5},
    "local shell's answer": {"type": "local_shell_call_output", "id": "call_1", "output": "a"},
    "local shell's answer by call": {"type": "local_shell_call_output", "call_id": "call_1", "id": "x", "output": "a"},
    "local shell's answer to nobody": {"type": "local_shell_call_output", "id": None, "output": "a"},
    "patch's answer": {"type": "apply_patch_call_output", "call_id": "call_1", "status": "failed", "output": "no"},
    "patch's answer without words": {"type": "apply_patch_call_output", "call_id": "call_1", "status": "completed"},
    "patch's answer without status": {"type": "apply_patch_call_output", "call_id": "call_1"},
    "patch's odd answer": {"type": "apply_patch_call_output", "call_id": "call_1", "status": "odd"},
    "found tools": {"type": "tool_search_output", "id": "tso_1", "call_id": None, "tools": [{"type": "web_search"}], "status": "completed"},
    "program's answer": {"type": "program_output", "id": "po_1", "call_id": "call_1", "result": "2", "status": "completed"},
}  # fmt: skip


def messages(*items):
    """Read items."""
    return OPENAI_RESPONSES.decode([*items]).unwrap().prompt.messages


def back(*records):
    """Write messages as a bare list."""
    return OPENAI_RESPONSES.encode(evolve(OPENAI_RESPONSES.decode([]).unwrap(), prompt=Prompt(records)))


def parts(*items):
    """Read the parts of the first message that items make."""
    return messages(*items)[0].content


@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_items_come_back(item):
    """Every item of OpenAI's tools survives to the letter, alone and in company."""
    assert same_json(back(*messages(item)), [item])
    assert same_json(back(*messages(item, item, SEARCH, item)), [item, item, SEARCH, item])


@pytest.mark.parametrize(
    ("item", "call", "outcome"),
    [
        (SEARCH, ("ws_1", "web_search", {"action": {"type": "search", "query": "frost"}}), (JsonPart(freeze(SOURCES)),)),
        (CODE, ("ci_1", "code_interpreter", {"code": "1 + 1", "container_id": "cntr_1"}), (JsonPart(freeze(CODE["outputs"])),)),
        (MADE, ("ig_1", "image_generation", {"revised_prompt": "A cat"}), (FilePart("image/webp", "AA=="),)),
        (REMOTE, ("mcp_1", "read", {"path": "a"}), (TextPart("abc"),)),
    ],
)
def test_hosted_calls_and_their_outcome(item, call, outcome):
    """What OpenAI ran is a call and, right behind it, a result; who made them is not told, since others speak this format too."""
    id, name, given = call
    asked, told = parts(item)

    assert (asked.id, asked.name, asked.hosted, asked.origin, asked.provider_options) == (id, name, True, None, freeze({"openai": {"itemId": id}}))
    assert asked.input == (JsonText(item["arguments"]) if name == "read" else freeze(given))
    assert told == ToolResultPart(id, name, outcome, hosted=True)


def test_failed_calls():
    """A remote tool's error is the error of its result."""
    (_, told), (_, both) = parts(ITEMS["failed remote"]), parts(ITEMS["half failed remote"])

    assert (told.error, told.output) == (True, (JsonPart(freeze(ITEMS["failed remote"]["error"])),))
    assert (both.error, both.output) == (True, (JsonPart(freeze({"a": 1})), JsonPart("no")))


@pytest.mark.parametrize("kind", ["search without sources", "open file search", "code without outputs", "image in progress", "tool search", "program"])
def test_open_calls_have_no_outcome(kind):
    """A call that holds no outcome is a call alone."""
    assert [type(part) for part in parts(ITEMS[kind])] == [ToolCallPart]


def test_tools_that_the_caller_runs():
    """A call that the caller answers is one of its own tools, known by its call's id, and so are the answers."""
    for item, name in ((CLICK, "computer"), (PATCH, "apply_patch"), (SHELL, "shell"), (LOCAL, "local_shell")):
        (call,) = parts(item)
        assert (call.id, call.name, call.hosted, call.origin) == ("call_1", name, False, None)
    answers = [ITEMS[kind] for kind in ("screenshot", "shell's answer", "local shell's answer", "patch's answer", "patch's answer without words")]
    (read,) = messages(*answers)
    assert isinstance(read, ToolMessage)
    assert [(part.id, part.error) for part in read.content] == [("call_1", False)] * 3 + [("call_1", True), ("call_1", False)]
    assert read.content[0].output == (FilePart("image/png", "AA=="),)


def test_found_tools_belong_to_the_search():
    """A result that names no call is that of the last call of its tool, and is written without an id again."""
    search, found = parts(ITEMS["tool search"], ITEMS["found tools"])

    assert (search.id, found.id, found.hosted, found.name) == ("tsc_1", "tsc_1", True, "tool_search")
    assert parts(ITEMS["found tools"])[0].id == ""


def test_an_outcome_can_go():
    """The call of an outcome that was taken out is written without it; an outcome without its call is told."""
    (message,) = messages(SEARCH)
    call, outcome = message.content

    assert back(evolve(message, content=(call,)))[0]["action"] == {"type": "search", "query": "frost"}
    assert back(evolve(message, content=(outcome,))) == [{"role": "assistant", "content": "[result of web_search, a server tool]\nurl: https://a.example"}]
    assert len(back(evolve(message, content=(evolve(call, id="x"), outcome)))) == 2
    assert len(back(evolve(message, content=(outcome, outcome, TextPart("A"), outcome)))) == 4


def test_changed_calls_are_written():
    """New ids, inputs and outcomes are written where the old ones stood."""
    (message,) = messages(CODE)
    call, outcome = message.content
    changed = (evolve(call, input=JsonObject(code="2")), evolve(outcome, output=(TextPart("4"),)))

    assert back(evolve(message, content=changed)) == [{**{key: value for key, value in CODE.items() if key != "container_id"}, "code": "2", "outputs": "4"}]
    assert "id" not in back(evolve(message, content=(evolve(call, provider_options=EMPTY),)))[0]
    assert back(evolve(message, content=(evolve(call, input="2"),)))[0]["_raw"] == "2"
    (message,) = messages(ITEMS["no id"])
    assert back(evolve(message, content=(evolve(message.content[0], id="new"),)))[0]["call_id"] == "new"


def test_a_changed_search_keeps_its_sources_out_of_trouble():
    """Sources go back into the search they came from, and nowhere else."""
    (message,) = messages(SEARCH)
    call, outcome = message.content

    assert "action" not in back(evolve(message, content=(evolve(call, input=EMPTY), outcome)))[0]
    assert back(evolve(message, content=(evolve(call, input=JsonObject(action=JsonObject(query="a"))), outcome)))[0]["action"] == {"sources": SOURCES, "query": "a"}


def test_an_unread_outcome_is_written():
    """An outcome that nobody read goes back as it is."""
    (message,) = messages(MADE)
    call, outcome = message.content

    assert back(evolve(message, content=(call, evolve(outcome, output=(OpaquePart("x", JsonObject(a=1), ""),)))))[0]["result"] == {"a": 1}


ANSWERED = [
    (CLICK, result("call_1", "no"), {"type": "function_call_output", "call_id": "call_1", "output": "no"}),
    (
        CLICK,
        ToolResultPart("call_1", "", (FilePart("image/png", "AA=="),)),
        {"type": "computer_call_output", "call_id": "call_1", "output": {"type": "computer_screenshot", "image_url": "data:image/png;base64,AA=="}},
    ),
    (PATCH, result("call_1", "no", error=True), {"type": "apply_patch_call_output", "call_id": "call_1", "output": "no", "status": "failed"}),
    (PATCH, result("call_1", "ok"), {"type": "apply_patch_call_output", "call_id": "call_1", "output": "ok", "status": "completed"}),
    (LOCAL, result("call_1", "a"), {"type": "local_shell_call_output", "id": "call_1", "output": "a"}),
    (
        SHELL,
        result("call_1", "a", error=True),
        {"type": "shell_call_output", "call_id": "call_1", "output": [{"stdout": "a", "stderr": "", "outcome": {"type": "exit", "exit_code": 1}}]},
    ),
    (
        {"type": "custom_tool_call", "call_id": "call_1", "name": "sql", "input": "x"},
        ToolResultPart("call_1", "", (JsonPart(7),)),
        {"type": "custom_tool_call_output", "call_id": "call_1", "output": "7"},
    ),
    (ITEMS["client's tool search"], ToolResultPart("call_1", "", (JsonPart(EMPTY),)), {"type": "tool_search_output", "call_id": "call_1", "tools": [{}]}),
    (ITEMS["program"], result("call_1", "2"), {"type": "program_output", "call_id": "call_1", "result": "2"}),
]  # fmt: skip


@pytest.mark.parametrize(("item", "answer", "expected"), ANSWERED)
def test_a_new_answer_is_what_its_call_wants(item, answer, expected):
    """A result that came from elsewhere is written as the kind of item that its call must be answered by."""
    assert back(*messages(item), tool(answer))[1] == expected


def test_changed_answers_are_written():
    """An answer whose content or outcome changed says so as its kind of item does."""
    (failed,), (shot,), (odd,) = (parts(ITEMS[kind]) for kind in ("patch's answer", "screenshot", "no screenshot"))

    assert back(tool(evolve(failed, error=False)))[0]["status"] == "completed"
    assert back(tool(evolve(shot, output=(TextPart("no"), OpaquePart("x", EMPTY, "")))))[0]["output"] == "no\n[x part]"
    assert back(tool(evolve(odd, output=(FilePart("image/png", "AA=="),))))[0]["output"]["type"] == "computer_screenshot"
    assert back(tool(evolve(parts(ITEMS["shell's answer"])[0], output=(TextPart("b"),))))[0]["output"][0]["stdout"] == "b"


def test_a_screenshot_moved_into_a_message_is_an_image():
    """Only a computer's answer holds screenshots; elsewhere they are images."""
    (shot,) = parts(SHOT)

    assert back(tool(evolve(shot, shape=None)))[0]["output"] == [{"type": "input_image", "image_url": "data:image/png;base64,AA==", "detail": "auto"}]


def test_hosted_calls_of_others_are_told():
    """What another provider ran is labelled text, its result named for its call."""
    call = ToolCallPart("srvtoolu_1", "web_search", freeze({"query": "frost"}), hosted=True)
    told = ToolResultPart("srvtoolu_1", "", (JsonPart(freeze([{"title": "Frost", "encrypted_content": "x"}])),), hosted=True)

    assert OPENAI_RESPONSES.encode(Request(Prompt((AssistantMessage((call, told)),))))["input"] == [
        {"role": "assistant", "content": "[web_search, a server tool, was called with]\nquery: frost"},
        {"role": "assistant", "content": "[result of web_search, a server tool]\ntitle: Frost"},
    ]
