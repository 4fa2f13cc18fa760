"""One turn of a talk, as each wire format and dialect writes it."""

from __future__ import annotations

import json
from typing import Any

from attrs import frozen

_SIGNATURE = "EqQBCkYIBxgCKkDvPl4" * 9


@frozen
class Turn:
    """What one speaker says before the next does."""

    role: str
    text: str = ""
    thought: str = ""
    calls: tuple[tuple[str, str, dict[str, Any]], ...] = ()
    """Id, name and input."""
    results: tuple[tuple[str, str, Any], ...] = ()
    """Id, name and what came: text, or any JSON."""
    listed: bool = False
    """The text stands in a list of parts."""
    number: int = 0


def _as_text(found: Any) -> str:
    return found if isinstance(found, str) else json.dumps(found)


def chat(turn: Turn) -> list[dict[str, Any]]:
    """Write messages of Chat Completions."""
    if turn.role == "tool":
        return [{"role": "tool", "tool_call_id": id, "content": _as_text(found)} for id, _, found in turn.results]
    content: Any = [{"type": "text", "text": turn.text}] if turn.listed else turn.text or None
    calls = [{"id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(given)}} for id, name, given in turn.calls]
    return [{"role": turn.role, "content": content} | ({"tool_calls": calls} if calls else {})]


def ollama(turn: Turn) -> list[dict[str, Any]]:
    """Write messages of Ollama's own chat, as its client dumps them: no ids, inputs as objects, thoughts in a field, nothing empty."""
    if turn.role == "tool":
        return [{"role": "tool", "content": _as_text(found), "tool_name": name} for _, name, found in turn.results]
    calls = [{"function": {"name": name, "arguments": given}} for _, name, given in turn.calls]
    fields: dict[str, Any] = {"role": turn.role, "content": turn.text, "thinking": turn.thought, "tool_calls": calls}
    return [{key: value for key, value in fields.items() if value}]


def claude(turn: Turn) -> list[dict[str, Any]]:
    """Write messages of the Messages API."""
    if turn.role == "user":
        return [{"role": "user", "content": [{"type": "text", "text": turn.text}] if turn.listed else turn.text}]
    if turn.role == "tool":
        blocks = [{"type": "tool_result", "tool_use_id": id, "content": _claude_output(found)} for id, _, found in turn.results]
        return [{"role": "user", "content": blocks}]
    thought = {"type": "thinking", "thinking": turn.thought, "signature": _SIGNATURE}
    said = [{"type": "text", "text": turn.text}]
    calls = [{"type": "tool_use", "id": id, "name": name, "input": given} for id, name, given in turn.calls]
    return [{"role": "assistant", "content": [thought] * bool(turn.thought) + said * bool(turn.text) + calls}]


def _claude_output(found: Any) -> Any:
    text = _as_text(found)
    return [{"type": "text", "text": text}] if len(text) % 3 == 0 else text


def sdk(turn: Turn) -> list[dict[str, Any]]:
    """Write messages of the AI SDK."""
    said = [{"type": "text", "text": turn.text}] * bool(turn.text)
    calls = [{"type": "tool-call", "toolCallId": id, "toolName": name, "input": given} for id, name, given in turn.calls]
    results = [
        {"type": "tool-result", "toolCallId": id, "toolName": name, "output": _sdk_output(found)} for id, name, found in turn.results
    ]
    return [{"role": turn.role, "content": said + calls + results}]


def _sdk_output(found: Any) -> dict[str, Any]:
    return {"type": "text" if isinstance(found, str) else "json", "value": found}


def responses(turn: Turn) -> list[dict[str, Any]]:
    """Write items of the Responses API, each reply led by a thought: all with ids, the thoughts encrypted."""
    if turn.role == "tool":
        return [{"type": "function_call_output", "call_id": id, "output": _as_text(found)} for id, _, found in turn.results]
    if turn.role == "user":
        return [{"role": "user", "content": [{"type": "input_text", "text": turn.text}] if turn.listed else turn.text}]
    summary = [{"type": "summary_text", "text": turn.thought}] if turn.thought else []
    items: list[dict[str, Any]] = [
        {"id": f"rs_{turn.number:050x}", "type": "reasoning", "summary": summary, "encrypted_content": f"gAAAAABo{turn.number:016x}" * 9}
    ]
    if turn.text:
        said = [{"type": "output_text", "text": turn.text, "annotations": []}]
        items.append({"id": f"msg_{turn.number:050x}", "type": "message", "role": "assistant", "status": "completed", "content": said})
    for at, (id, name, given) in enumerate(turn.calls):
        call = {"type": "function_call", "call_id": id, "name": name, "arguments": json.dumps(given), "status": "completed"}
        items.append({"id": f"fc_{turn.number:048x}{at:02x}"} | call)
    return items


def gemini(turn: Turn) -> list[dict[str, Any]]:
    """Write contents of Gemini, as models since 3 make them: with ids, the first call or the closing text of a turn signed."""
    if turn.role != "assistant":
        found = [{"functionResponse": {"id": id, "name": name, "response": {"output": output}}} for id, name, output in turn.results]
        return [{"role": "user", "parts": found or [{"text": turn.text}]}]
    signed = {"thoughtSignature": "Cs8BAVSoXO4q" * 16}
    said: list[dict[str, Any]] = [{"text": turn.text}] * bool(turn.text)
    calls: list[dict[str, Any]] = [{"functionCall": {"id": id, "name": name, "args": given}} for id, name, given in turn.calls]
    if calls:
        calls[0] = calls[0] | signed
    else:
        said[-1] = said[-1] | signed
    return [{"role": "model", "parts": [{"text": turn.thought, "thought": True}] * bool(turn.thought) + said + calls}]


_PART_FIELDS = (
    "media_resolution", "code_execution_result", "executable_code", "file_data", "function_call", "function_response", "inline_data",
    "text", "thought", "thought_signature", "video_metadata", "tool_call", "tool_response", "part_metadata",
)  # fmt: skip
_CALL_FIELDS = ("id", "args", "name", "partial_args", "will_continue")
_RESULT_FIELDS = ("will_continue", "scheduling", "parts", "id", "name", "response")
_SNAKE = {"functionCall": "function_call", "functionResponse": "function_response", "thoughtSignature": "thought_signature"}


def gemini_dump(turn: Turn) -> list[dict[str, Any]]:
    """Write contents as the Python SDK of Gemini dumps them: every field is there, most of them null."""
    return [{"parts": [_dumped(part) for part in content["parts"]], "role": content["role"]} for content in gemini(turn)]


def _dumped(part: dict[str, Any]) -> dict[str, Any]:
    said = {_SNAKE.get(key, key): value for key, value in part.items()}
    if "function_call" in said:
        said["function_call"] = dict.fromkeys(_CALL_FIELDS) | said["function_call"]
    if "function_response" in said:
        said["function_response"] = dict.fromkeys(_RESULT_FIELDS) | said["function_response"]
    return dict.fromkeys(_PART_FIELDS) | said


def converse(turn: Turn) -> list[dict[str, Any]]:
    """Write messages of Bedrock's Converse."""
    if turn.role == "user":
        return [{"role": "user", "content": [{"text": turn.text}]}]
    if turn.role == "tool":
        blocks = [
            {"toolResult": {"toolUseId": id, "content": [_converse_output(found)], "status": "success"}} for id, _, found in turn.results
        ]
        return [{"role": "user", "content": blocks}]
    thought = {"reasoningContent": {"reasoningText": {"text": turn.thought, "signature": _SIGNATURE}}}
    calls = [{"toolUse": {"toolUseId": id, "name": name, "input": given}} for id, name, given in turn.calls]
    return [{"role": "assistant", "content": [thought] * bool(turn.thought) + [{"text": turn.text}] * bool(turn.text) + calls}]


def _converse_output(found: Any) -> dict[str, Any]:
    return {"text": found} if isinstance(found, str) else {"json": found}
