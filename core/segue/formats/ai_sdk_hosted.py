"""Tools that Anthropic runs, from its wire spelling into that of the AI SDK.

Source: @ai-sdk/anthropic, which spells results in camelCase and folds two of the server tools into `code_execution`.
"""

from __future__ import annotations

import re
from typing import Any

from segue.formats.ai_sdk_layout import own_shape
from segue.json_values import JsonObject, JsonValue, thaw, with_keys
from segue.parts import JsonPart, ToolCallPart, ToolResultPart, option
from segue.prompts import ToolDefinition

_FOLDED = frozenset({"bash_code_execution", "text_editor_code_execution"})
_INTO = "code_execution"
# Other keys, such as return_code, are the same on both sides.
_CAMEL = {
    "encrypted_content": "encryptedContent", "page_age": "pageAge", "retrieved_at": "retrievedAt", "media_type": "mediaType",
    "error_code": "errorCode", "tool_name": "toolName",
}  # fmt: skip
_SNAKE = re.compile(r"_([a-z0-9])")


def hosted_name(part: ToolCallPart | ToolResultPart) -> str:
    """Return the tool's name as the SDK has it."""
    return _INTO if part.hosted and part.name in _FOLDED and own_shape(part) is None else part.name


def hosted_input(part: ToolCallPart) -> JsonValue:
    """Return the call's input as the SDK has it: a folded tool is named in it."""
    folded = hosted_name(part) != part.name and isinstance(part.input, JsonObject)
    return JsonObject({"type": part.name, **part.input}) if folded else part.input  # type: ignore[dict-item]


def hosted_value(part: ToolResultPart, piece: JsonPart) -> Any:
    """Return the plain JSON of a result as the SDK has it."""
    value = thaw(piece.value)
    if not part.hosted or own_shape(piece) is not None or option(part, "anthropic", "resultType") is None:
        return value
    if isinstance(value, dict) and isinstance(value.get("tool_references"), list):
        value = value["tool_references"]
    return with_keys(value, lambda key: _CAMEL.get(key, key))


def hosted_id(tool: ToolDefinition) -> str:
    """Return a provider tool's id, which must begin with its provider: where none is named, it came from a chat completion."""
    return tool.hosted if "." in tool.hosted or own_shape(tool) is not None else f"openai.{tool.hosted}"


def hosted_args(tool: ToolDefinition) -> Any:
    """Return a provider tool's settings as the SDK has them."""
    if own_shape(tool) is not None or not tool.hosted.startswith("anthropic."):
        return thaw(tool.args)
    return with_keys(tool.args, lambda key: _SNAKE.sub(lambda found: found[1].upper(), key))
