"""Strategies for payloads of OpenAI's Responses API: as its SDK takes them and as it dumps replies, with nulls and stray keys."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from segue.json_values import dump, thaw
from segue.testing.values import call_ids, json_objects, json_values, texts, tool_names

Fields = dict[str, SearchStrategy[Any]]

_STATUS: Fields = {"status": st.sampled_from(("completed", "completed", "incomplete", "in_progress"))}
_URLS = ("data:image/png;base64,iVBORw0KGgo=", "DATA:;base64,AA==", "data:text/plain,hi", "https://files.example/a.pdf?x=1", "AA==", "")
_URL = st.sampled_from(_URLS)
_ANNOTATION = {"type": "url_citation", "start_index": 0, "end_index": 1, "url": "https://a.example", "title": "A"}
_CHOICES = ("auto", {"type": "function", "name": "read"}, {"type": "custom", "name": "read"}, {"type": "allowed_tools", "tools": []})
_OUTCOME = {"stdout": "a", "stderr": "", "outcome": {"type": "exit", "exit_code": 0}}


@st.composite
def _objects(draw: DrawFn, kind: str, needed: Fields, may: Fields | None = None) -> dict[str, Any]:
    """Objects of a kind with their fields in any order, some that they may have, some of these null, rarely one that nobody knows."""
    optional = may or {}
    chosen = [name for name in optional if draw(st.integers(0, 2)) == 0]
    fields = {name: draw({**needed, **optional}[name]) for name in [*needed, *chosen]}
    empty = {name: None for name in optional if name not in chosen and draw(st.integers(0, 7)) == 0}
    stray = {"stray": draw(json_values().map(thaw))} if draw(st.integers(0, 15)) == 0 else {}
    items = [*({"type": kind} if kind else {}).items(), *fields.items(), *empty.items(), *stray.items()]
    return dict(items if draw(st.booleans()) else draw(st.permutations(items)))


def _ids(prefix: str) -> Fields:
    return {"id": st.sampled_from((f"{prefix}_1", f"{prefix}_2", f"{prefix}_{'0' * 62}"))}


@cache
def _any() -> SearchStrategy[Any]:
    return json_values().map(thaw)


@cache
def _arguments() -> SearchStrategy[str]:
    return st.one_of(json_objects().map(lambda value: dump(thaw(value))), st.sampled_from(('{"city": "Ber', "", "[1]", "{ }")))


@cache
def contents() -> SearchStrategy[dict[str, Any]]:
    """Parts of a user's message, or of what a function gave."""
    mark: Fields = {"prompt_cache_breakpoint": st.just({"mode": "explicit"})}
    detail: Fields = {"detail": st.sampled_from(("auto", "low"))}
    sound = st.fixed_dictionaries({"data": _URL, "format": st.sampled_from(("wav", "mp3", "flac"))})
    text = _objects("input_text", {"text": texts()}, mark)
    return st.one_of(
        text, text, text,
        _objects("input_image", {"image_url": _URL}, {**detail, **mark, "file_id": st.just("file-1")}),
        _objects("input_image", {"file_id": st.just("file-1")}, detail),
        _objects("input_file", {"file_data": _URL}, {"filename": st.sampled_from(("a.pdf", "b.docx", "c")), **mark}),
        _objects("input_file", {}, {"file_url": _URL, "file_id": st.just("file-1"), "filename": st.just("a.pdf")}),
        _objects("input_audio", {"input_audio": sound}), _objects("input_video", {"video": _any()}),
    )  # fmt: skip


@cache
def messages() -> SearchStrategy[dict[str, Any]]:
    """Messages of a user or an operator."""
    said = st.one_of(texts(), st.lists(contents(), max_size=3))
    needed: Fields = {"role": st.sampled_from(("user", "user", "user", "system", "developer")), "content": said}
    return st.one_of(_objects("", needed), _objects("message", needed, {**_STATUS, **_ids("msg")}))


@cache
def replies() -> SearchStrategy[dict[str, Any]]:
    """Messages of the model: easy ones, and items of several contents, some without any."""
    noted: Fields = {"annotations": st.sampled_from(([], [], [_ANNOTATION])), "logprobs": st.just([])}
    text = _objects("output_text", {"text": texts()}, noted)
    refusal, odd = _objects("refusal", {"refusal": texts()}), _objects("input_text", {"text": texts()})
    pieces = st.lists(st.one_of(text, text, text, refusal, odd, _objects("tool_use", {"name": tool_names()})), max_size=3)
    role: Fields = {"role": st.just("assistant")}
    phase: Fields = {"phase": st.sampled_from(("commentary", "final_answer"))}
    plain = st.fixed_dictionaries({"type": st.just("output_text"), "text": texts(), "annotations": st.just([])}).map(lambda one: [one])
    whole: Fields = {**_ids("msg"), **role, **_STATUS}
    return st.one_of(
        _objects("", {**role, "content": texts()}, phase), _objects("message", {**whole, "content": plain}),
        _objects("message", {**role, "content": st.one_of(pieces, texts())}, {**_ids("msg"), **_STATUS, **phase}),
    )  # fmt: skip


@cache
def thoughts() -> SearchStrategy[dict[str, Any]]:
    """Reasoning items, with summaries of several pieces, with the thoughts themselves, with neither; encrypted or not."""
    pieces = st.lists(_objects("summary_text", {"text": texts()}), max_size=2)
    plain = texts().map(lambda text: [{"type": "summary_text", "text": text}])
    whole = st.lists(_objects("reasoning_text", {"text": texts()}), max_size=2)
    may: Fields = {**_ids("rs"), "encrypted_content": st.sampled_from(("gAAAAAB1", "gAAAAAB2")), "content": whole, **_STATUS}
    return st.one_of(_objects("reasoning", {"summary": st.one_of(plain, pieces)}, may), _objects("reasoning", {}, may))


@cache
def calls() -> SearchStrategy[dict[str, Any]]:
    """Calls of the caller's own tools, and of OpenAI's that the caller runs."""
    called: Fields = {"call_id": call_ids()}
    may: Fields = {**_STATUS, "namespace": st.just("files"), "caller": st.just({"type": "direct"})}
    function = _objects("function_call", {**called, "name": tool_names(), "arguments": _arguments()}, {**_ids("fc"), **may})
    return st.one_of(
        function, function, function,
        _objects("custom_tool_call", {**called, "name": tool_names(), "input": texts()}, {**_ids("ctc"), **may}),
        _objects("computer_call", {**called, "action": _any()}, {**_ids("cu"), **_STATUS, "pending_safety_checks": st.just([])}),
        _objects("local_shell_call", {**called, "action": _any()}, {**_ids("lsh"), **_STATUS}),
        _objects("shell_call", {**called, "action": _any()}, {**_ids("sh"), **_STATUS}),
        _objects("apply_patch_call", {**called, "operation": _any()}, {**_ids("apc"), **_STATUS}),
    )  # fmt: skip


@cache
def answers() -> SearchStrategy[dict[str, Any]]:
    """What the caller's tools gave."""
    called: Fields = {"call_id": call_ids()}
    held = st.one_of(texts(), texts(), st.lists(contents(), max_size=2), _any())
    shot = _objects("computer_screenshot", {}, {"image_url": _URL, "file_id": st.just("file-1")})
    function = _objects("function_call_output", {**called, "output": held}, {**_ids("fco"), **_STATUS, "name": tool_names()})
    return st.one_of(
        function, function, function, _objects("function_call_output", {}, {**called, "output": texts()}),
        _objects("custom_tool_call_output", {**called, "output": held}),
        _objects("computer_call_output", {**called, "output": shot}, _STATUS),
        _objects("local_shell_call_output", {"output": texts()}, {**called, "id": call_ids(), **_STATUS}),
        _objects("shell_call_output", {**called, "output": st.lists(st.just(_OUTCOME), max_size=2)}, _ids("sho")),
        _objects("apply_patch_call_output", called, {"status": st.sampled_from(("completed", "failed")), "output": texts()}),
        _objects("mcp_approval_response", {"approval_request_id": st.just("mcpr_1"), "approve": st.booleans()}),
    )  # fmt: skip


@cache
def hosted() -> SearchStrategy[dict[str, Any]]:
    """Items of tools that OpenAI runs, done and open, and items that are neither words nor calls."""
    search = st.one_of(_objects("search", {"query": texts()}, {"sources": st.lists(_objects("url", {"url": _URL}), max_size=2)}), _any())
    opaque: Fields = {"encrypted_content": st.just("gAAAAAB3")}
    return st.one_of(
        _objects("web_search_call", {**_ids("ws"), **_STATUS}, {"action": search}),
        _objects("file_search_call", {**_ids("fs"), "queries": st.just(["a"])}, {**_STATUS, "results": _any()}),
        _objects("code_interpreter_call", {**_ids("ci"), "code": texts(), "container_id": st.just("c")}, {"outputs": _any(), **_STATUS}),
        _objects("image_generation_call", {**_ids("ig"), **_STATUS}, {"result": st.just("AA=="), "output_format": st.just("webp")}),
        _objects("mcp_call", {**_ids("mcp"), "name": tool_names(), "arguments": _arguments()}, {"output": texts(), "error": _any()}),
        _objects("tool_search_call", {"arguments": _any()}, {"call_id": call_ids(), **_ids("tsc")}),
        _objects("tool_search_output", {"tools": st.just([])}, {"call_id": call_ids(), **_ids("tso")}),
        _objects("program", {**_ids("pr"), "call_id": call_ids(), "code": texts(), "fingerprint": st.just("f")}),
        _objects("program_output", {**_ids("po"), "call_id": call_ids(), "result": texts()}, _STATUS),
        _objects("compaction", opaque, _ids("cmp")), _objects("item_reference", _ids("msg")), st.just({"id": "msg_1"}),
        _objects("additional_tools", {"role": st.just("developer"), "tools": st.just([])}), _objects("example_call", {}, _ids("ex")),
    )  # fmt: skip


@cache
def items() -> SearchStrategy[dict[str, Any]]:
    """Items of all kinds."""
    return st.one_of(messages(), messages(), replies(), replies(), thoughts(), calls(), calls(), answers(), answers(), hosted())


@cache
def tools() -> SearchStrategy[dict[str, Any]]:
    """Tool definitions: functions, custom ones, and some that OpenAI runs."""
    schema: Fields = {"parameters": json_objects().map(thaw), "description": texts(), "strict": st.booleans()}
    return st.one_of(
        _objects("function", {"name": tool_names()}, schema), _objects("custom", {"name": tool_names()}, {"description": texts()}),
        _objects("web_search", {}, {"search_context_size": st.just("low")}), _objects("mcp", {"server_label": st.just("files")}),
    )  # fmt: skip


@cache
def payloads() -> SearchStrategy[Any]:
    """Bodies, bare lists of items and bare texts."""
    listed = st.lists(items(), max_size=6)
    settings: Fields = {
        "instructions": texts(), "tools": st.lists(tools(), max_size=2), "tool_choice": st.sampled_from(_CHOICES), "store": st.just(False),
        "temperature": st.sampled_from((-0.0, 1, 1.0)),
    }  # fmt: skip
    body = _objects("", {"input": st.one_of(listed, listed, texts())}, settings)
    return st.one_of(body, body, listed, texts(), _objects("", {"previous_response_id": st.just("resp_1")}, settings))
