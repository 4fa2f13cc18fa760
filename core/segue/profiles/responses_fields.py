"""Fields of the Responses API that no record claims and the API takes all the same.

Source: the item types of the official SDK, `openai.types.responses`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from segue.json_values import JsonObject, JsonValue
from segue.parts import FilePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.profiles.responses import item_kind

_NAMED = "id? status?"
_TAKEN: Mapping[str, frozenset[str]] = {kind: frozenset(names.split()) for kind, names in {
    "words": "type", "message": "phase?", "content": "type logprobs", "input_image": "file_id? image_url?",
    "input_file": "detail file_id? file_url file_data filename", "reasoning": "content summary encrypted_content?",
    "function_call": "async caller", "custom_tool_call": "async caller",
    "function_call_output": f"{_NAMED} caller? namespace? name? call_id?", "custom_tool_call_output": "caller",
    "computer_call": "pending_safety_checks", "computer_call_output": f"{_NAMED} acknowledged_safety_checks?",
    "local_shell_call_output": "status?", "shell_call": f"{_NAMED} caller environment",
    "shell_call_output": f"{_NAMED} caller max_output_length?", "apply_patch_call": "id? caller",
    "apply_patch_call_output": "id? caller output?",
    "file_search_call": "results?", "code_interpreter_call": "code? outputs?",
    "image_generation_call": "result? action? background? error output_format? quality? revised_prompt? size? svg_usage",
    "mcp_call": "server_label approval_request_id? error? output?", "tool_search_call": f"{_NAMED} execution call_id?",
    "tool_search_output": f"{_NAMED} execution call_id?", "program": "fingerprint",
}.items()}  # fmt: skip
"""By the kind of item or content; a question mark says that null is taken too."""


def taken_fields(holder: Any) -> JsonObject:
    """Return the unclaimed fields of a record that the API takes, the very object where these are all."""
    fields: JsonObject = holder.extras.fields
    kind = _kind(holder)
    return fields.without(*(name for name, value in fields.items() if not _is_taken(kind, name, value)))


def usual_fields(holder: Any) -> JsonObject:
    """Return the unclaimed fields of a record without an odd kind of text among them, the very object where there is none."""
    fields: JsonObject = holder.extras.fields
    inner = fields.get("content")
    odd = isinstance(inner, JsonObject) and "type" in inner
    return fields.without(*(("type", "content") if odd else ("type",))) if isinstance(holder, TextPart) else fields


def _is_taken(kind: str, name: str, value: JsonValue) -> bool:
    """Tell whether a field is taken, and all that is in it where that is known."""
    names = _TAKEN.get(kind, frozenset())
    if kind == "message" and name == "content" and isinstance(value, JsonObject):
        return all(_is_taken("content", key, item) for key, item in value.items())
    return f"{name}?" in names or (name in names and value is not None)


def _kind(holder: Any) -> str:
    match holder:
        case ToolCallPart():
            return item_kind(holder)
        case ReasoningPart():
            return "reasoning"
        case TextPart(shape=shape):
            return "message" if shape is not None and shape.detail is not None else "words"
        case ToolResultPart(shape=shape) if shape is not None and isinstance(shape.detail, tuple):
            return str(shape.detail[0])
        case FilePart(shape=shape) if shape is not None:
            return shape.form
        case _:
            return ""
