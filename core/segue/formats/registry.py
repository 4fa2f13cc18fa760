"""The wire formats by name, and which of them a payload is in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from segue.formats.format import Format

_HOMES = {
    "openai-chat": "openai_chat.OPENAI_CHAT",
    "anthropic": "anthropic.ANTHROPIC",
    "ai-sdk": "ai_sdk.AI_SDK",
    "mastra": "mastra_prompt.MASTRA",
    "openai-responses": "openai_responses.OPENAI_RESPONSES",
    "gemini": "gemini.GEMINI",
    "bedrock-converse": "bedrock.BEDROCK_CONVERSE",
}
"""In which module each format is, and under what name."""


class _Formats(Mapping[str, Format]):
    """Formats by name. One is loaded when it is first asked for: who translates between two need not wait for seven."""

    def __init__(self, homes: Mapping[str, str]) -> None:
        self._homes = homes
        self._loaded: dict[str, Format] = {}

    def __getitem__(self, name: str) -> Format:
        if name not in self._loaded:
            module, _, constant = self._homes[name].partition(".")
            self._loaded[name] = getattr(__import__(f"segue.formats.{module}", fromlist=[constant]), constant)
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)


FORMATS: Mapping[str, Format] = _Formats(_HOMES)
"""Every wire format, by its name."""

_CHAT, _CLAUDE, _SDK, _ROWS, _RESPONSES, _GEMINI, _CONVERSE = FORMATS
_DECISIVE = 3

_MESSAGE_KEYS = dict.fromkeys(
    ("tool_calls", "tool_call_id", "function_call", "refusal", "audio", "annotations", "name", "reasoning", "reasoning_content",
     "reasoning_details", "thinking", "images", "tool_name"), _CHAT,
) | dict.fromkeys(("stop_reason", "stop_sequence"), _CLAUDE) | dict.fromkeys(("providerOptions", "providerMetadata"), _SDK)  # fmt: skip
_PART_KEYS = (
    dict.fromkeys(("image_url", "input_audio", "file"), _CHAT)
    | dict.fromkeys(("source", "citations"), _CLAUDE)
    | dict.fromkeys(("mediaType", "toolCallId", "providerOptions", "providerMetadata"), _SDK)
)
_KINDS = dict.fromkeys(
    ("tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "document", "search_result"), _CLAUDE
) | dict.fromkeys(("image_url", "input_audio", "refusal", "video_url", "document_url"), _CHAT) | dict.fromkeys(
    ("tool-call", "tool-result", "tool-approval-request", "tool-approval-response", "reasoning"), _SDK
) | dict.fromkeys(("input_text", "output_text", "input_image", "input_file"), _RESPONSES)  # fmt: skip
_ROLES = {"developer": _CHAT, "function": _CHAT}
_TOOL_KEYS = {"function": _CHAT, "input_schema": _CLAUDE, "inputSchema": _SDK, "args": _SDK}
_SPEAKERS = ("user", "assistant")
_STORED = frozenset({"parts", "toolInvocations"})
_ITEMS = frozenset(
    {"message", "reasoning", "item_reference", "compaction", "mcp_list_tools", "mcp_approval_request", "mcp_approval_response"}
)  # fmt: skip
# Converse's blocks have no type, but one key that says what they are.
_BLOCKS = frozenset(
    {"text", "image", "document", "video", "audio", "toolUse", "toolResult", "reasoningContent", "cachePoint", "guardContent",
     "citationsContent", "searchResult"}
)  # fmt: skip


def detect(payload: object, prefer: str | None = None) -> str | None:
    """Name the format of a payload by what is in it, None where it holds no messages.

    Where formats read it alike, as they do plain strings, `prefer` decides, else it is `openai-chat`. Where none reads it, it is
    the one with most in its favour, whose failure then says most.

    >>> detect({"prompt": []}), detect([{"role": "user", "content": "Hello"}]), detect([{"role": "user", "content": "Hello"}], "anthropic")
    ('ai-sdk', 'openai-chat', 'anthropic')
    """
    if not isinstance(payload, dict):
        return _detect_list(payload, prefer)
    if isinstance(payload.get("prompt"), list | tuple):
        return _SDK
    if "contents" in payload:
        return _GEMINI
    if "messages" not in payload:
        return _RESPONSES if isinstance(payload.get("input"), str | list | tuple) else None
    if "toolConfig" in payload or any(map(_is_block, _objects(payload.get("system")))):
        return _CONVERSE
    if isinstance(payload.get("system"), str | list | tuple) and not _has_blocks(payload["messages"]):
        return _CLAUDE
    return _weigh(payload["messages"], Counter(_marks_of_tools(payload)), (_CHAT, _CLAUDE), prefer)


def _detect_list(payload: object, prefer: str | None) -> str | None:
    if not isinstance(payload, list | tuple):
        return None
    if payload and not any(isinstance(item, dict) and ("role" in item or "parts" in item or _is_item(item)) for item in payload):
        return None
    return _weigh(payload, Counter(), (_CHAT, _CLAUDE, _SDK, _RESPONSES), prefer)


def _is_item(item: dict[str, Any]) -> bool:
    """Tell an item of the Responses API by its type."""
    kind = item.get("type")
    return isinstance(kind, str) and (kind in _ITEMS or kind.endswith(("_call", "_call_output", "_call_item")))


def _is_block(part: dict[str, Any]) -> bool:
    """Tell a block of Converse: no type, and a key that says what it is."""
    return "type" not in part and not _BLOCKS.isdisjoint(part)


def _has_blocks(messages: object) -> bool:
    return any(_is_block(part) for message in _objects(messages) for part in _objects(message.get("content")))


def _weigh(messages: Any, marks: Counter[str], readers: tuple[str, ...], prefer: str | None) -> str:
    """Count what speaks for each format until one is well ahead; `readers` are those that read what speaks for none."""
    listed = messages if isinstance(messages, list | tuple) else ()
    for message in listed:
        if _says_nothing(message):
            continue
        marks.update(_marks(message))
        if marks and _decided(marks):
            break
    if not marks:
        return prefer if prefer in readers and prefer is not None else _leaning(listed, readers)
    best = max(marks.values())
    tied = [name for name in FORMATS if marks[name] == best]
    return prefer if prefer in tied and prefer is not None else tied[0]


def _says_nothing(message: Any) -> bool:
    """Tell a message of nothing but texts, which all formats have; cheaply, as most are."""
    if message.__class__ is not dict or len(message) != 2 or _word(message.get("role")) not in _SPEAKERS:
        return False
    content = message.get("content")
    if content.__class__ is not list:
        return content.__class__ is str
    for part in content:  # noqa: SIM110 - a generator costs more than the loop it runs
        if part.__class__ is not dict or len(part) != 2 or _word(part.get("type")) != "text":
            return False
    return True


def _word(value: object) -> str:
    """Return a string, "" for anything else, which may refuse to be compared."""
    return value if value.__class__ is str else ""


def _decided(marks: Counter[str]) -> bool:
    first, second = sorted((marks[name] for name in FORMATS), reverse=True)[:2]
    return first - second >= _DECISIVE


def _marks(message: object) -> Iterator[str]:
    """Say for which format each feature of a message speaks."""
    if not isinstance(message, dict):
        return
    if _is_item(message):
        yield from (_RESPONSES,) * _DECISIVE
        return
    yield from (_MESSAGE_KEYS[key] for key in message if key in _MESSAGE_KEYS)
    role, content = _word(message.get("role")), message.get("content")
    if isinstance(content, dict) and not _STORED.isdisjoint(content):
        yield from (_ROWS,) * _DECISIVE
    if isinstance(message.get("parts"), list | tuple) and content is None:
        yield from (_GEMINI,) * _DECISIVE
        return
    if role in _ROLES:
        yield _ROLES[role]
    found = [mark for part in _objects(content) for mark in _marks_of_part(part)]
    yield from found
    if (role == "tool" and _SDK not in found) or (role == "assistant" and content is None):
        yield _CHAT


def _marks_of_part(part: dict[str, Any]) -> Iterator[str]:
    kind = part.get("type")
    if isinstance(kind, str) and (kind in _KINDS or kind.endswith("_tool_result")):
        # a list of thoughts is Mistral's
        yield _CHAT if isinstance(part.get("thinking"), list | tuple) else _KINDS.get(kind, _CLAUDE)
    if _is_block(part):
        yield from (_CONVERSE,) * _DECISIVE
    yield from (_PART_KEYS[key] for key in part if key in _PART_KEYS)


def _marks_of_tools(body: dict[str, Any]) -> Iterator[str]:
    if "functions" in body:
        yield _CHAT
    for tool in _objects(body.get("tools"))[:_DECISIVE]:
        yield from (_TOOL_KEYS[key] for key in tool if key in _TOOL_KEYS)


def _objects(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list | tuple) else []


def _leaning(messages: Any, readers: tuple[str, ...]) -> str:
    """Name the format in which one would write what several read alike."""
    forms = {(_word(message.get("role")), isinstance(message.get("content"), str)) for message in _objects(messages)}
    if ("system", True) in forms or ("system", False) in forms:
        listed = ("assistant", False) in forms and not forms & {("assistant", True), ("user", True)}
        return _SDK if listed and ("system", False) not in forms and _SDK in readers else _CHAT
    cached = any("cache_control" in part for message in _objects(messages) for part in _objects(message.get("content")))
    return _CLAUDE if cached or ("assistant", False) in forms else _CHAT
