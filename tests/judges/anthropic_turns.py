"""Strict checks for Messages: turns, texts and limits."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from typing import Any

from tests.judges.anthropic_body import CHECKS, Block, Body

MAX_IMAGE = 5 * 2**20
SIDE, SIDE_OF_MANY, MANY = 8000, 2000, 20
CACHE_MARKERS = 4
GITHUB = "https://github.com"


@CHECKS.enforced(f"{GITHUB}/CopilotKit/CopilotKit/issues/529")
def no_messages(body: Body) -> Iterator[str]:
    """At least one message is required."""
    if not body.turns:
        yield "messages"


@CHECKS.enforced(f"{GITHUB}/langgenius/dify/issues/12340")
def first_speaker(body: Body) -> Iterator[str]:
    """The first message must use the "user" role."""
    if body.spoken and body.spoken[0].role != "user":
        yield body.spoken[0].place


@CHECKS.enforced(f"{GITHUB}/anthropics/claude-code/issues/3196")
def empty_message(body: Body) -> Iterator[str]:
    """All messages must have non-empty content except for the optional final assistant message."""
    yield from (turn.place for turn in body.turns if not turn.blocks and turn is not body.closing)


@CHECKS.enforced(f"{GITHUB}/anthropics/anthropic-sdk-python/issues/461")
def empty_text(body: Body) -> Iterator[str]:
    """Text content blocks must be non-empty."""
    yield from (place for place, text in _texts(body) if text == "")


@CHECKS.enforced(f"{GITHUB}/NousResearch/hermes-agent/issues/55092")
def blank_text(body: Body) -> Iterator[str]:
    """Text content blocks must contain non-whitespace text."""
    texts = [*_system_texts(body), *((place, block["text"]) for place, block in body.placed("text"))]
    yield from (place for place, text in texts if text and not text.strip())


def _texts(body: Body) -> Iterator[tuple[str, str]]:
    yield from _system_texts(body)
    for place, block in body.placed():
        yield from ((where, part["text"]) for where, part in [(place, block), *_inside(place, block)] if part["type"] == "text")


def _system_texts(body: Body) -> Iterator[tuple[str, str]]:
    system = body.raw.get("system")
    yield from ((f"system.{at}", block["text"]) for at, block in enumerate(system if isinstance(system, list) else ()))


def _inside(place: str, block: Block) -> Iterator[tuple[str, Block]]:
    content = block.get("content") if block["type"] == "tool_result" else None
    yield from ((f"{place}.content.{at}", part) for at, part in enumerate(content if isinstance(content, list) else ()))


@CHECKS.enforced(f"{GITHUB}/aaif-goose/goose/pull/5967")
def trailing_whitespace(body: Body) -> Iterator[str]:
    """Final assistant content cannot end with trailing whitespace."""
    last = body.closing.blocks[-1] if body.closing and body.closing.blocks else {"type": ""}
    if body.closing and last["type"] == "text" and last["text"] != last["text"].rstrip():
        yield body.closing.place


@CHECKS.enforced("https://platform.claude.com/docs/en/about-claude/models/migration-guide")
def prefill(body: Body) -> Iterator[str]:
    """Prefill: this model does not support assistant message prefill. The conversation must end with a user message."""
    closing = body.closing
    pending = closing is not None and (closing.of("tool_use") or _open_server_calls(closing.blocks))
    if closing and not pending and body.since((4, 6), (4, 6)):
        yield closing.place


def _open_server_calls(blocks: tuple[Block, ...]) -> bool:
    answered = {block.get("tool_use_id") for block in blocks}
    return any(block["type"] == "server_tool_use" and block["id"] not in answered for block in blocks)


@CHECKS.enforced(f"{GITHUB}/Maol-1997/cursor-claude-connector/issues/3")
def leading_system(body: Body) -> Iterator[str]:
    """Use the top-level `system` parameter for the initial system prompt."""
    if body.turns and body.turns[0].role == "system":
        yield body.turns[0].place


@CHECKS.enforced(f"{GITHUB}/simonw/llm-anthropic/issues/73")
def late_system(body: Body) -> Iterator[str]:
    """Role 'system' is not supported on this model."""
    if body.model and not body.since((4, 8), (5, 0)):
        yield from (turn.place for turn in body.turns[1:] if turn.role == "system")


@CHECKS.enforced(f"{GITHUB}/twentyhq/twenty/issues/26217")
def too_many_cache_markers(body: Body) -> Iterator[str]:
    """A maximum of 4 blocks with cache_control may be provided."""
    blocks = [part for place, block in body.placed() for _, part in [(place, block), *_inside(place, block)]]
    system, tools = (body.raw.get(key) or [] for key in ("system", "tools"))
    marked = [part for part in [*blocks, *(system if isinstance(system, list) else []), *tools] if part.get("cache_control")]
    if len(marked) > CACHE_MARKERS:
        yield "messages"


@CHECKS.enforced(f"{GITHUB}/anthropics/claude-code/issues/49720")
def image_limits(body: Body) -> Iterator[str]:
    """Images: at most 5 MB and 8000 pixels a side, 2000 where more than 20 are sent."""
    images = [
        (where, part)
        for place, block in body.placed()
        for where, part in [(place, block), *_inside(place, block)]
        if part["type"] == "image"
    ]
    limit = SIDE_OF_MANY if len(images) > MANY else SIDE
    yield from (place for place, image in images if _over(image["source"], limit))


def _over(source: dict[str, Any], limit: int) -> bool:
    data = source["data"] if source["type"] == "base64" else ""
    return len(data) * 3 // 4 > MAX_IMAGE or _side(data) > limit


def _side(data: str) -> int:
    """Return the longer side of a PNG, 0 for anything else. Source of the layout: PNG specification, 11.2.2 IHDR."""
    try:
        head = base64.b64decode(data[:64])
    except binascii.Error:
        return 0
    if head[:8] != b"\x89PNG\r\n\x1a\n":
        return 0
    return max(int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big"))
