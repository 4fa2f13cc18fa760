"""What Anthropic's Messages API demands of a history.

Sources: the Messages API reference and the tool use, vision, PDF, prompt caching and extended thinking guides of
platform.claude.com, and the rejections quoted in `segue.rules.anthropic`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

from segue.json_values import JsonObject
from segue.models import Model
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, ToolCallPart, ToolResultPart, option
from segue.profiles.demands import Files, ImageLimits, Spelling
from segue.prompts import Prompt, ToolDefinition
from segue.targets import Target

FORMAT = "anthropic"

CALL_ID = Spelling("[a-zA-Z0-9_-]")
# 128 where a tool is defined, 200 in a history: the narrower one, since a call's tool is on offer as a rule.
TOOL_NAME = Spelling("[a-zA-Z0-9_-]", longest=128)

CACHE_MARKERS = 4

# Kinds of block that the API takes and that are carried unread. Others are refused, those of betas that are off among them.
_REFERENCE = "tool_reference"
OPAQUE_KINDS = frozenset({"container_upload", _REFERENCE, "browser_state", "image", "document", "search_result", "compaction"})

_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_PDF = frozenset({"application/pdf"})
FILES = Files(base64=_IMAGES | _PDF, url=_IMAGES | _PDF | {"image/*"}, ids_of=FORMAT, text=True)

IMAGES = ImageLimits(weight=5 * 2**20, side=8000, many=20, side_of_many=2000)

# How others' tokens begin that clients put in a signature's place: OpenAI's encrypted content, as it is or in an object, and what
# Google's documents give for a thought signature that there is none of.
_TOKENS_OF_OTHERS = ("gAAAA", "{", "skip_thought_signature_validator")

PREFILL_UNTIL = (4, 6)
"""From this version on the conversation must end with a user message."""

# Claude Opus 4.8 and every tier of the fifth generation take system messages in the list, behind a user turn.
_LISTED_SYSTEM_SINCE = {"opus": (4, 8)}
_LISTED_SYSTEM_ELSEWHERE = (5, 0)


def takes_prefill(target: Target) -> bool:
    """Tell whether the model goes on from an assistant message at the end. One of unknown version is taken not to."""
    return not target.since(PREFILL_UNTIL)


def takes_late_system(target: Target) -> bool:
    """Tell whether the model takes system messages behind user turns. One of unknown version is taken not to."""
    return target.version is not None and target.version >= _LISTED_SYSTEM_SINCE.get(target.tier, _LISTED_SYSTEM_ELSEWHERE)


def made_by_claude(origin: Model | None) -> bool:
    """Tell whether a model is Claude, wherever it ran; who is not known may be."""
    return origin is None or origin.provider == "anthropic" or "claude" in origin.id


def _tokens(part: ReasoningPart) -> list[str]:
    tokens = (option(part, "anthropic", "signature"), option(part, "anthropic", "redactedData"))
    return [token for token in tokens if isinstance(token, str) and token]


def is_token(text: str) -> bool:
    """Tell whether Claude may have given this as a signature: it is not empty, and is not known to be another provider's."""
    return text != "" and not text.startswith(_TOKENS_OF_OTHERS)


def is_signed(part: ReasoningPart) -> bool:
    """Tell whether a thought carries what Claude reads again: a signature, or redacted data. An empty text may be signed."""
    return any(map(is_token, _tokens(part)))


def is_own_thought(part: ReasoningPart) -> bool:
    """Tell whether Claude may have made this thought: no other model is known to have, and no other provider's token is in it."""
    if not made_by_claude(part.origin):
        return False
    return is_signed(part) or (not _tokens(part) and (not part.provider_options or "anthropic" in part.provider_options))


def unread_searches(prompt: Prompt) -> frozenset[str]:
    """Return the ids of web searches of which a result came without what Claude reads of it."""
    parts = (part for message in prompt.messages for part in message.content)
    return frozenset(part.id for part in parts if isinstance(part, ToolResultPart) and part.hosted and any(map(_is_unread, found(part))))


def searches(prompt: Prompt, first: int) -> frozenset[str]:
    """Return the ids of the web searches of one message."""
    parts = (part for message in prompt.messages[first : first + 1] for part in message.content)
    return frozenset(part.id for part in parts if isinstance(part, ToolResultPart) and part.hosted and found(part))


def found(part: ToolResultPart) -> list[JsonObject]:
    """Return what a web search found."""
    values = [piece.value for piece in part.output if isinstance(piece, JsonPart)]
    items = [item for value in values if isinstance(value, tuple) for item in value]
    return [item for item in items if isinstance(item, JsonObject) and item.get("type") == "web_search_result"]


def _is_unread(item: JsonObject) -> bool:
    return not item.get("encrypted_content", item.get("encryptedContent"))


def reference(part: OpaquePart) -> str:
    """Return the name of the tool that a part refers to, "" where it is no reference."""
    name = part.value.get("tool_name") if part.format == FORMAT and part.kind == _REFERENCE else None
    return name if isinstance(name, str) else ""


def referring(prompt: Prompt, offered: Container[str]) -> frozenset[str]:
    """Return the ids of tool searches that found a tool which is not on offer."""
    parts = (part for message in prompt.messages for part in message.content)
    hosted = (part for part in parts if isinstance(part, ToolResultPart) and part.hosted)
    return frozenset(part.id for part in hosted if any(name not in offered for name in _references(part)))


def _references(part: ToolResultPart) -> Iterator[str]:
    for piece in part.output:
        value = piece.value if isinstance(piece, JsonPart) else None
        listed = value.get("tool_references", value.get("toolReferences")) if isinstance(value, JsonObject) else value
        for item in listed if isinstance(listed, tuple) else ():
            name = item.get("tool_name", item.get("toolName")) if isinstance(item, JsonObject) else None
            if isinstance(name, str):
                yield name


def offers_others(tools: Iterable[ToolDefinition]) -> bool:
    """Tell whether tools are on offer of which the request does not tell the names, as those of an MCP server."""
    return any(tool.hosted.startswith(f"{FORMAT}.mcp") for tool in tools)


def runs_code(part: ToolCallPart) -> bool:
    """Tell whether code that Claude runs in a container made this call."""
    caller = option(part, FORMAT, "caller")
    kind = caller.get("type") if isinstance(caller, JsonObject) else None
    return isinstance(kind, str) and kind.startswith("code_execution")


def taken_fields(holder: Any) -> JsonObject:
    """Return the unclaimed fields of a record that the API takes, the very object where these are all.

    They are the pieces of search results and of documents in pieces, of which a file holds the text.
    """
    fields: JsonObject = holder.extras.fields
    shape = holder.shape if isinstance(holder, FilePart) else None
    taken = _IN_PIECES.get(shape.form, ()) if shape is not None and shape.format == FORMAT else ()
    left = fields.without(*(name for name in fields if name not in taken))
    source = left.get("source")
    if not isinstance(source, JsonObject) or source.keys() <= {"content"}:
        return left
    return left.with_(source=source.without(*(name for name in source if name != "content")))


_IN_PIECES = {"search_result": ("source", "content"), "content": ("source",)}
