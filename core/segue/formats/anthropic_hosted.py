"""Calls and results of tools that the provider runs, written as blocks where Claude made them and as labelled text where another did.

Source: the AI SDK's Anthropic provider, which spells the results in camelCase and folds two server tools into `code_execution`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from attrs import frozen

from segue.formats.anthropic_wire import CALL_OPTIONS, MCP_RESULT, MCP_USE, PLAIN_OPTIONS, finish, own, said
from segue.json_values import JsonObject, JsonText, JsonValue, dump, freeze, parse_object, thaw, with_keys
from segue.parts import FilePart, JsonPart, OpaquePart, Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.placeholders import RAW_INPUT, UNKNOWN_TOOL, file_omitted, hosted_call, hosted_result, unknown_part
from segue.profiles.anthropic_server import MCP_OPTION, server_name
from segue.repairs._wording import readable

Block: TypeAlias = dict[str, Any]

_OURS = ("srvtoolu_", "mcptoolu_")
"""How the ids begin that Anthropic gives the calls it answers itself."""
_TYPES: Mapping[str, str] = {
    "web_search": "web_search_tool_result", "web_fetch": "web_fetch_tool_result", "advisor": "advisor_tool_result",
    "code_execution": "code_execution_tool_result", "bash_code_execution": "bash_code_execution_tool_result",
    "text_editor_code_execution": "text_editor_code_execution_tool_result",
    "tool_search_tool_regex": "tool_search_tool_result", "tool_search_tool_bm25": "tool_search_tool_result",
}  # fmt: skip
_KEYS: Mapping[str, str] = {
    "encryptedContent": "encrypted_content", "encryptedIndex": "encrypted_index", "encryptedStdout": "encrypted_stdout",
    "errorCode": "error_code", "errorMessage": "error_message", "fileId": "file_id", "fileType": "file_type",
    "isFileUpdate": "is_file_update", "mediaType": "media_type", "newLines": "new_lines", "newStart": "new_start",
    "numLines": "num_lines", "oldLines": "old_lines", "oldStart": "old_start", "pageAge": "page_age", "retrievedAt": "retrieved_at",
    "returnCode": "return_code", "startLine": "start_line", "stopReason": "stop_reason", "toolName": "tool_name",
    "toolReferences": "tool_references", "totalLines": "total_lines",
}  # fmt: skip
_CAPITAL = re.compile(r"(?<=[a-z0-9])([A-Z])")


@frozen
class Hosting:
    """The hosted calls of one message, by id, and the ids of those that can be written as blocks."""

    calls: Mapping[str, ToolCallPart]
    native: frozenset[str]


def survey(content: tuple[Part, ...]) -> Hosting:
    """Tell which hosted calls and results of a message are Claude's and can be written as such."""
    calls = {part.id: part for part in content if isinstance(part, ToolCallPart) and part.hosted}
    results = [part for part in content if isinstance(part, ToolResultPart) and part.hosted]
    known = {id for id, call in calls.items() if id.startswith(_OURS) and server_name(call)}
    told = {part.id for part in results if part.id.startswith(_OURS) and _can_tell(part, _result_type(part, calls.get(part.id)))}
    unknown = {part.id for part in results if part.id not in told} | (calls.keys() - known)
    return Hosting(calls, frozenset((known | told) - unknown))


def _can_tell(part: ToolResultPart, kind: str) -> bool:
    return kind == MCP_RESULT or (kind != "" and _value(part) is not None)


def hosted_block(part: ToolCallPart | ToolResultPart, hosting: Hosting) -> Block:
    """Write a hosted call or result: its block, or text that says what it was."""
    native = own(part) is not None or part.id in hosting.native
    if isinstance(part, ToolCallPart):
        return _call(part) if native else _text(hosted_call(part.name or UNKNOWN_TOOL), readable(_given(part)))
    call = hosting.calls.get(part.id)
    kind = _result_type(part, call)
    if native and kind:
        return _result(part, kind)
    name = part.name or (call.name if call else "") or kind.removesuffix("_tool_result") or UNKNOWN_TOOL
    return _text(hosted_result(name), "\n".join(map(output_text, part.output)))


def demanded(value: JsonValue, *, verbatim: bool) -> Any:
    """Return a call's input as the object that Claude demands; what is no object stays only where it had come so."""
    if isinstance(value, JsonText):
        return _parsed(value)
    if verbatim or isinstance(value, JsonObject):
        return thaw(value)
    if value is None or value in ("", ()):
        return {}
    return _parsed(value) if isinstance(value, str) else {RAW_INPUT: thaw(value)}


def _parsed(text: str) -> Block:
    value = parse_object(text)
    return {RAW_INPUT: str(text)} if value is None else value


def output_text(part: object) -> str:
    """Return what can be read of one piece of a result."""
    if isinstance(part, TextPart | ReasoningPart):
        return part.text
    if isinstance(part, JsonPart):
        return readable(part.value)
    if isinstance(part, FilePart):
        return file_omitted(part.media_type, part.filename or "")
    return "\n".join(filter(None, (unknown_part(part.kind), readable(part.value)))) if isinstance(part, OpaquePart) else ""


def _text(label: str, words: str) -> Block:
    return {"type": "text", "text": f"{label}\n{words}" if words else label}


def _given(part: ToolCallPart) -> JsonValue:
    return freeze(demanded(part.input, verbatim=False))


def _call(part: ToolCallPart) -> Block:
    native, given = own(part) is not None, demanded(part.input, verbatim=own(part) is not None)
    name = part.name if native else server_name(part)
    if not native and part.name == "code_execution":
        given.pop("type", None)  # the AI SDK's own key, beside `code` or a command
    if option(part, "anthropic", "type") != MCP_OPTION:
        return finish({"type": "server_tool_use", "id": part.id, "name": name, "input": given}, part, CALL_OPTIONS)
    server = option(part, "anthropic", "serverName")
    block = {"type": MCP_USE, "id": part.id, "name": name, "server_name": server or "", "input": given}
    return finish(block, part, PLAIN_OPTIONS)


def _result_type(part: ToolResultPart, call: ToolCallPart | None) -> str:
    told, shape = option(part, "anthropic", "resultType"), own(part)
    if isinstance(told, str):
        return told
    if shape is not None:
        return shape.form
    if call is not None and option(call, "anthropic", "type") == MCP_OPTION:
        return MCP_RESULT
    return _type_of_value(_value(part)) or _TYPES.get(part.name or (call.name if call else ""), "")


def _type_of_value(value: JsonValue) -> str:
    kind = str(value.get("type")) if isinstance(value, JsonObject) else ""
    names = sorted(_TYPES, key=len, reverse=True)  # `bash_code_execution` before `code_execution`
    return next((_TYPES[name] for name in names if kind.removeprefix("encrypted_").startswith(f"{name}_")), "")


def _value(part: ToolResultPart) -> JsonValue:
    return part.output[0].value if len(part.output) == 1 and isinstance(part.output[0], JsonPart) else None


def _result(part: ToolResultPart, kind: str) -> Block:
    block: Block = {"type": kind, "tool_use_id": part.id}
    if part.output or kind != MCP_RESULT:
        block["content"] = _content(part, kind)
    if kind == MCP_RESULT and (part.error or said(part, "is_error")):
        block["is_error"] = part.error
    return finish(block, part, CALL_OPTIONS)


def _content(part: ToolResultPart, kind: str) -> Any:
    value = _value(part)
    if own(part) is not None and value is not None:
        return thaw(value)
    if value is None:
        return [{"type": "text", "text": output_text(piece)} for piece in part.output]
    plain = snake_keys(value)
    if kind == MCP_RESULT and not isinstance(plain, str | list):
        return dump(plain)
    if kind == "tool_search_tool_result" and isinstance(plain, list):
        return {"type": "tool_search_tool_search_result", "tool_references": plain}
    if isinstance(plain, dict) and str(plain.get("type")).endswith("code_execution_result"):
        plain.setdefault("content", [])
    return plain


def snake_keys(value: JsonValue) -> Any:
    """Return plain JSON with the AI SDK's keys of hosted results in the wire's spelling."""
    return with_keys(value, lambda key: _KEYS.get(key, key))


def snake_args(value: JsonValue) -> Any:
    """Return the settings of a hosted tool with every key in the wire's spelling.

    >>> snake_args(freeze({"maxUses": 3, "userLocation": {"city": "Bergen"}}))
    {'max_uses': 3, 'user_location': {'city': 'Bergen'}}
    """
    return with_keys(value, lambda key: _CAPITAL.sub(r"_\1", key).lower())
