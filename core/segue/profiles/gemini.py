"""What Gemini's `generateContent` demands of a history, at AI Studio and at Vertex.

Sources: the API reference and the guides to function calling, thought signatures and files of ai.google.dev and
docs.cloud.google.com, the types of the google-genai SDK, and the rejections quoted in `segue.rules.gemini`.
"""

from __future__ import annotations

from attrs import evolve

from segue.json_values import JsonObject
from segue.models import Model
from segue.parts import FilePart, OpaquePart, ReasoningPart, ToolCallPart, ToolResultPart, option
from segue.profiles.demands import Spelling
from segue.profiles.media_types import usual_type
from segue.prompts import ToolDefinition
from segue.shapes import Shape
from segue.targets import Target

FORMAT = "gemini"
MAKER = "google"
SIGNATURE = "thoughtSignature"
SIGNED = (MAKER, "googleVertex", "vertex")
"""Under whose options thought signatures stand: Google's, and where the AI SDK puts those of Vertex."""
STAND_INS = frozenset({
    "skip_thought_signature_validator", "context_engineering_is_the_way_to_go",
    "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=", "Y29udGV4dF9lbmdpbmVlcmluZ19pc190aGVfd2F5X3RvX2dv",
})  # fmt: skip
"""What the documents give in place of the signatures of other models, as it is and in base64."""
BACKENDS = frozenset({"google", "vertex"})
"""AI Studio and Vertex: each reads its own signatures only."""

CALL_ID = Spelling(r"[\s\S]")
# Names begin with a letter or _.
TOOL_NAME = Spelling("(?!^[0-9.:-])[a-zA-Z0-9_.:-]", longest=64)

SIGNED_SINCE = (3, 0)
"""From this version on calls of the current turn are signed."""
PREFILL_UNTIL = (3, 6)
"""From this version on a history does not end with the model's turn."""

_FILES = ("image/", "audio/", "video/", "text/", "application/pdf", "application/json")
_VAGUE = frozenset({"audio/*", "video/*"})
_OTHERWISE = "audio/mp3"
"""Spelled so in the documents, whatever is usual."""
_HANDLES = ("gs://", "files/", "https://generativelanguage.googleapis.com/")
_WEB = ("https://", "http://")
BARE = "bare"
"""The form of results that are no object."""
OLD_ROLES = frozenset({"function", "tool", "assistant"})
_DATA = (
    "text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult", "toolCall",
    "toolResponse",
)  # fmt: skip
_SPELLED = {name.translate({ord(letter): f"_{letter.lower()}" for letter in "CDR"}): name for name in _DATA}
_UNREAD = frozenset({"text", "inlineData", "fileData"})


def holds(part: FilePart) -> bool:
    """Tell whether there is a place for this file: its bytes, a web address, or a handle of Google's."""
    match part.encoding:
        case "base64":
            return part.data != "" and part.media_type.startswith(_FILES) and part.media_type not in _VAGUE and _is_usual(part)
        case "url":
            return part.data.startswith((*_HANDLES, *_WEB))
        case encoding:
            return encoding == "id" and part.data.startswith(_HANDLES)


def _is_usual(part: FilePart) -> bool:
    return part.media_type in ("image/*", _OTHERWISE) or usual_type(part) == part.media_type


def stands_in_result(part: FilePart) -> bool:
    """Tell whether a file stood within a result of this API, as newer models take it."""
    return part.shape is not None and part.shape.format == FORMAT and part.shape.form == "inside"


def is_own_part(part: OpaquePart) -> bool:
    """Tell whether an unread part is one that the API takes: its format's, with one thing in it that anyone may say."""
    held = [_SPELLED.get(key, key) for key, value in part.value.items() if _SPELLED.get(key, key) in _DATA and value is not None]
    return part.format == FORMAT and len(held) == 1 and held[0] in _UNREAD


def is_signed(part: object) -> bool:
    """Tell whether a part carries a thought signature."""
    return any(isinstance(option(part, maker, SIGNATURE), str) for maker in SIGNED)


def reads_signature(part: object, maker: Model | None, target: Target) -> bool:
    """Tell whether the target's backend issued a part's signature: no other is known to have, by the part's maker or its options."""
    known = getattr(part, "origin", None) or maker
    if known is not None and known.provider != target.provider:
        return is_placeholder(part)
    return target.provider != MAKER or isinstance(option(part, MAKER, SIGNATURE), str)


def is_placeholder(part: object) -> bool:
    """Tell whether a part's signature is one that stands in for those of other models."""
    token = option(part, MAKER, SIGNATURE)
    return isinstance(token, str) and token in STAND_INS


def is_own_thought(part: ReasoningPart, target: Target) -> bool:
    """Tell whether Gemini thought this, and the target reads it again."""
    if is_signed(part):
        return reads_signature(part, None, target)
    if part.origin is not None:
        return part.origin.provider in BACKENDS and "claude" not in part.origin.id
    return part.shape is not None and part.shape.format == FORMAT


HOSTED_TOOLS = frozenset({
    "google_search", "google_search_retrieval", "google_maps", "code_execution", "enterprise_web_search", "url_context", "file_search",
    "computer_use", "parallel_ai_search", "exa_ai_search", "vertex_rag_store",
})  # fmt: skip
"""Tools of Google's, as other formats name them behind `google.`."""


def is_own_tool(tool: ToolDefinition) -> bool:
    """Tell whether a tool that a provider runs is one of Google's; what came from its own API is."""
    provider, _, kind = tool.hosted.partition(".")
    return provider == MAKER and (kind in HOSTED_TOOLS or (tool.shape is not None and tool.shape.format == FORMAT))


def is_own_server_tool(part: ToolCallPart | ToolResultPart) -> bool:
    """Tell whether Google ran this tool and it can be written as Google has it."""
    if part.shape is not None and part.shape.format == FORMAT:
        return True
    if part.origin is not None and part.origin.provider not in BACKENDS:
        return False
    return isinstance(option(part, MAKER, "serverToolType"), str)


def has_odd_role(shape: Shape | None) -> bool:
    """Tell whether a content's role is not `user` or `model`, or not told, which AI Studio alone takes for the user's."""
    if shape is None or shape.format != FORMAT:
        return False
    return shape.form in OLD_ROLES or (bool(shape.keys) and "role" not in shape.keys)


def without_id(part: ToolCallPart | ToolResultPart) -> Shape | None:
    """Return the layout of a call or result without its id: its own where that has none."""
    shape = part.shape if part.shape is not None and part.shape.format == FORMAT else None
    kind, rest = ("functionCall", "args") if isinstance(part, ToolCallPart) else ("functionResponse", "response")
    if shape is None:
        form = "" if isinstance(part, ToolCallPart) else "error" if part.error else "result"
        return Shape(FORMAT, (kind,), form, False, ("name", rest))
    keys = shape.detail if isinstance(shape.detail, tuple) else ()
    if "id" in keys:
        return evolve(shape, detail=tuple(key for key in keys if key != "id"))
    inner = shape.detail.get("keys") if isinstance(shape.detail, JsonObject) else None
    if isinstance(shape.detail, JsonObject) and isinstance(inner, tuple) and "id" in inner:
        return evolve(shape, detail=shape.detail.with_(keys=tuple(key for key in inner if key != "id")))
    return part.shape


def is_joined(shape: Shape | None) -> bool:
    """Tell whether a message stood in one content with the one before it."""
    return shape is not None and shape.format == FORMAT and shape.form == "joined"


def is_bare_response(shape: Shape) -> bool:
    """Tell whether a result was a response that is no object."""
    return shape.format == FORMAT and shape.form == BARE
