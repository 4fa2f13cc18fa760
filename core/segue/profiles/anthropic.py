"""What Anthropic's Messages API demands of a history.

Sources: the Messages API reference and the tool use, vision, PDF, prompt caching and extended thinking guides of
platform.claude.com, and the rejections quoted in `segue.rules.anthropic`.
"""

from __future__ import annotations

from collections.abc import Mapping

from segue.models import Model
from segue.parts import ReasoningPart, ToolCallPart, ToolResultPart, option
from segue.profiles.demands import Files, Spelling
from segue.targets import Target

FORMAT = "anthropic"

CALL_ID = Spelling("[a-zA-Z0-9_-]")
# 128 where a tool is defined, 200 in a history: the narrower one, since a call's tool is on offer as a rule.
TOOL_NAME = Spelling("[a-zA-Z0-9_-]", longest=128)

_SERVER_CALL_ID = Spelling("[a-zA-Z0-9_]")  # and begins with `srvtoolu_`

CACHE_MARKERS = 4

# Kinds of block that the API takes and that are carried unread. Others are refused, those of betas that are off among them.
OPAQUE_KINDS = frozenset({"container_upload", "tool_reference", "browser_state", "image", "document", "search_result", "compaction"})

_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_PDF = frozenset({"application/pdf"})
FILES = Files(base64=_IMAGES | _PDF, url=_IMAGES | _PDF | {"image/*"}, ids_of=FORMAT, text=True)

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


def is_signed(part: ReasoningPart) -> bool:
    """Tell whether a thought carries what Claude reads again: a signature, or redacted data. An empty text may be signed."""
    tokens = (option(part, "anthropic", "signature"), option(part, "anthropic", "redactedData"))
    return any(isinstance(token, str) and token for token in tokens)


def is_own_thought(part: ReasoningPart) -> bool:
    """Tell whether Claude may have made this thought: no other model is known to have, and no other provider's token is in it."""
    return made_by_claude(part.origin) and (is_signed(part) or not part.provider_options or "anthropic" in part.provider_options)


def is_own_server_tool(part: ToolCallPart | ToolResultPart) -> bool:
    """Tell whether Anthropic ran this tool: its ids begin with `srvtoolu_`."""
    known = part.origin is None or part.origin.provider in {"anthropic", "vertex"}
    return known and part.id.startswith("srvtoolu_") and _SERVER_CALL_ID.allows(part.id)


# Fields that a record does not claim and the API takes all the same. By the kind of record.
UNCLAIMED_FIELDS: Mapping[str, frozenset[str]] = {}
