"""What Amazon Bedrock's Converse API demands of a history, and the models behind it.

Sources: the Converse API reference and the service model of `bedrock-runtime`, the user guides of Amazon Nova and of Claude on
Bedrock, and the rejections quoted in `segue.rules.converse`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from segue.parts import FilePart, OpaquePart, ReasoningPart, ToolCallPart, ToolResultPart, option
from segue.profiles import anthropic
from segue.profiles.demands import Spelling
from segue.targets import Target

FORMAT = "bedrock-converse"
MAKER = "bedrock"
MARKER = "cachePoint"

CALL_ID = Spelling("[a-zA-Z0-9_.:-]", longest=64)
# Claude's own service stands behind and takes fewer letters.
CLAUDE_CALL_ID = Spelling("[a-zA-Z0-9_-]", longest=64)
TOOL_NAME = Spelling("[a-zA-Z0-9_-]", longest=64)
DOCUMENT_NAME = re.compile(r"(?=.{1,200}$)[a-zA-Z0-9()\[\]-]+(?: [a-zA-Z0-9()\[\]-]+)*")
ENDING = re.compile(r"(?<=.)\.[a-zA-Z0-9]{1,5}$")
"""Of a file's name, which a document's need not have: its format is told beside it."""
LONGEST_STEM = 180
"""Of the 200 characters that a name may have, so many are the file's; the others leave room for a number."""

CACHE_MARKERS = 4

# Kinds of block that the API takes and that are carried unread.
OPAQUE_KINDS = frozenset({"image", "document", "video", "audio", "guardContent", "citationsContent", "searchResult"})
# Fields that a record does not claim and the API takes all the same: those of a search result. By the kind of record.
UNCLAIMED_FIELDS: Mapping[str, frozenset[str]] = {"FilePart": frozenset({"source", "content"})}

_OFFICE = "application/vnd.openxmlformats-officedocument."
_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
DOCUMENTS = frozenset({
    "application/pdf", "text/csv", "application/csv", "application/msword", f"{_OFFICE}wordprocessingml.document",
    "application/vnd.ms-excel", f"{_OFFICE}spreadsheetml.sheet", "text/html", "text/plain", "text/markdown", "text/x-markdown",
})  # fmt: skip
_VIDEOS = frozenset({
    "video/x-matroska", "video/quicktime", "video/mp4", "video/webm", "video/x-flv", "video/mpeg", "video/x-ms-wmv", "video/3gpp",
})  # fmt: skip
_STORED = "s3://"
_SEARCH = "searchResult"
_PICKY = re.compile("mistral|llama", re.IGNORECASE)
_SERVER_TOOL = "server_tool_use"


def is_nova(target: Target) -> bool:
    """Tell whether the model is one of Amazon's Nova."""
    return "nova" in target.model.lower()


def is_picky(target: Target) -> bool:
    """Tell whether the model takes no words beside calls and results: Mistral's and Meta's do not."""
    return _PICKY.search(target.model) is not None


def takes_prefill(target: Target) -> bool:
    """Tell whether the model goes on from an assistant message at the end. Nova does, and the Claude that does elsewhere."""
    return is_nova(target) or (target.claude and anthropic.takes_prefill(target))


def takes_result_files(target: Target) -> bool:
    """Tell whether the model takes files in results: Nova and Claude do."""
    return is_nova(target) or target.claude


def reads_files(target: Target) -> bool:
    """Tell whether the model reads images and documents: of Nova's the smallest does not."""
    return "nova-micro" not in target.model.lower()


def caches(target: Target) -> bool:
    """Tell whether the model takes cache markers: Nova and Claude do."""
    return is_nova(target) or target.claude


def call_id(target: Target) -> Spelling:
    """Return how ids of calls are spelled."""
    return CLAUDE_CALL_ID if target.claude else CALL_ID


def holds(part: FilePart, target: Target) -> bool:
    """Tell whether there is a place for this file: its bytes, an object of S3, or text that came as a document of this API."""
    own = part.shape is not None and part.shape.format == FORMAT
    if own and part.shape is not None and part.shape.form == _SEARCH:
        return target.claude
    if not _is_taken(part, target):
        return False
    if part.encoding == "base64":
        return part.data != ""
    return own if part.encoding == "text" else part.data.startswith(_STORED)


def _is_taken(part: FilePart, target: Target) -> bool:
    media_type = media_type_of(part)
    if not reads_files(target):
        return False
    own = part.shape is not None and part.shape.format == FORMAT
    vague = own and media_type == "image/*" and part.encoding != "base64"
    return vague or media_type in _IMAGES | DOCUMENTS or (media_type in _VIDEOS and is_nova(target))


def keeps_name(part: FilePart) -> bool:
    """Tell whether a file is a document whose name is taken as it is, its ending aside."""
    stem = ENDING.sub("", part.filename or "")
    return media_type_of(part) in DOCUMENTS and len(stem) <= LONGEST_STEM and DOCUMENT_NAME.fullmatch(stem) is not None


def media_type_of(part: FilePart) -> str:
    """Return a file's media type without its parameters."""
    return part.media_type.lower().partition(";")[0].strip()


def is_own_part(part: OpaquePart) -> bool:
    """Tell whether an unread part is one of this API's."""
    return part.format == FORMAT and part.kind in OPAQUE_KINDS


def is_own_thought(part: ReasoningPart) -> bool:
    """Tell whether Claude on Bedrock made this thought, and signed it there."""
    tokens = (option(part, MAKER, "signature"), option(part, MAKER, "redactedData"))
    return anthropic.made_by_claude(part.origin) and any(isinstance(token, str) and token for token in tokens)


def is_own_server_tool(part: ToolCallPart | ToolResultPart) -> bool:
    """Tell whether Amazon ran this tool."""
    came = part.shape is not None and part.shape.format == FORMAT
    return came or option(part, MAKER, "type") == _SERVER_TOOL or isinstance(option(part, MAKER, "resultType"), str)
