"""Strict checks for Messages: tool calls and their results."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from tests.judges.anthropic_body import CHECKS, Body, Turn

TOOL_ID = re.compile(r"[a-zA-Z0-9_-]+")
SERVER_ID = re.compile(r"srvtoolu_[a-zA-Z0-9_]+")
NAME_LENGTH = range(1, 201)
GITHUB = "https://github.com"


def _pairs(body: Body) -> Iterator[tuple[Turn | None, Turn | None]]:
    yield from pairwise((None, *body.turns, None))


def _results(turn: Turn | None) -> list[str]:
    return [block["tool_use_id"] for block in turn.of("tool_result")] if turn and turn.role == "user" else []


def _calls(turn: Turn | None) -> list[str]:
    return [block["id"] for block in turn.of("tool_use")] if turn and turn.role == "assistant" else []


@CHECKS.enforced(f"{GITHUB}/anomalyco/opencode/issues/1279")
def tool_id_charset(body: Body) -> Iterator[str]:
    """Tool ids should match pattern '^[a-zA-Z0-9_-]+$'."""
    ids = [(place, str(block.get("id", block.get("tool_use_id")))) for place, block in body.placed("tool_use", "tool_result")]
    yield from (place for place, id_ in ids if not TOOL_ID.fullmatch(id_))


@CHECKS.enforced(f"{GITHUB}/BerriAI/litellm/issues/23510")
def tool_id_reused(body: Body) -> Iterator[str]:
    """`tool_use` ids must be unique."""
    seen: set[str] = set()
    for place, block in body.placed("tool_use", "server_tool_use"):
        if block["id"] in seen:
            yield place
        seen.add(block["id"])


@CHECKS.enforced(f"{GITHUB}/anthropics/claude-code/issues/2673")
def tool_name_length(body: Body) -> Iterator[str]:
    """Tool names have 1 to 200 characters."""
    yield from (place for place, block in body.placed("tool_use", "server_tool_use") if len(block["name"]) not in NAME_LENGTH)


@CHECKS.enforced(f"{GITHUB}/anthropics/claude-code/issues/5989")
def call_unanswered(body: Body) -> Iterator[str]:
    """Each `tool_use` block must have a corresponding `tool_result` block in the next message."""
    for turn, following in _pairs(body):
        if turn and set(_calls(turn)) - set(_results(following)):
            yield turn.place


@CHECKS.enforced(f"{GITHUB}/anthropics/claude-code/issues/18947")
def orphan_result(body: Body) -> Iterator[str]:
    """Each `tool_result` block must have a corresponding `tool_use` block in the previous message."""
    for before, turn in _pairs(body):
        asked = _calls(before)
        yield from (place for place, block in (turn.placed("tool_result") if turn else ()) if block["tool_use_id"] not in asked)


@CHECKS.enforced(f"{GITHUB}/Zoo-Code-Org/Zoo-Code/pull/1705")
def content_before_result(body: Body) -> Iterator[str]:
    """The `tool_result` blocks stand at the beginning of their message."""
    for turn in body.turns:
        kinds = [block["type"] for block in turn.blocks]
        if kinds != sorted(kinds, key=lambda kind: kind != "tool_result"):
            yield turn.place


@CHECKS.enforced(f"{GITHUB}/Kilo-Org/kilocode/pull/3772")
def double_result(body: Body) -> Iterator[str]:
    """Each tool_use must have a single result."""
    for turn in body.turns:
        counted = Counter(_results(turn))
        yield from (f"{turn.place} ({id_})" for id_, times in counted.items() if times > 1)


@CHECKS.enforced(f"{GITHUB}/caozhiyuan/copilot-api/pull/196")
def error_result_with_file(body: Body) -> Iterator[str]:
    """All content must be type `text` if `is_error` is true."""
    for place, block in body.placed("tool_result"):
        content = block.get("content", "")
        if block.get("is_error") and isinstance(content, list) and any(part["type"] != "text" for part in content):
            yield place


@CHECKS.enforced(f"{GITHUB}/code-yeongyu/senpi/pull/437")
def tool_reference_unavailable(body: Body) -> Iterator[str]:
    """A tool reference names one of the available tools."""
    offered = {tool.get("name") for tool in body.raw.get("tools", [])}
    for place, block in body.placed("tool_result") if "tools" in body.raw else ():
        content = block.get("content", "")
        references = [part for part in content if part["type"] == "tool_reference"] if isinstance(content, list) else []
        yield from (place for part in references if part["tool_name"] not in offered)


@CHECKS.enforced(f"{GITHUB}/ding113/claude-code-hub/issues/470")
def server_tool_id(body: Body) -> Iterator[str]:
    """Server tool ids should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'."""
    yield from (place for place, block in body.placed("server_tool_use") if not SERVER_ID.fullmatch(block["id"]))


@CHECKS.enforced(f"{GITHUB}/LibreChat-AI/agents/pull/216")
def server_call_unresolved(body: Body) -> Iterator[str]:
    """A server tool use stands with its result in one message, unless it is pending in the unfinished turn."""
    for turn in body.turns:
        answered = {block.get("tool_use_id") for block in turn.blocks}
        pending = turn is body.running
        yield from (place for place, block in turn.placed("server_tool_use") if block["id"] not in answered and not pending)


@CHECKS.enforced(f"{GITHUB}/anthropics/claude-code/issues/64383")
def server_result_orphan(body: Body) -> Iterator[str]:
    """Each server tool result must have a corresponding `server_tool_use` block before it."""
    for turn in body.turns:
        asked: set[str] = set()
        for place, block in turn.placed():
            if block["type"] == "server_tool_use":
                asked.add(block["id"])
            elif block["type"].endswith("_tool_result") and block["tool_use_id"] not in asked:
                yield place


@CHECKS.enforced(f"{GITHUB}/UKGovernmentBEIS/inspect_ai/pull/4603")
def container_required(body: Body) -> Iterator[str]:
    """container_id is required when there are pending tool uses generated by code execution with tools."""
    if body.running and not body.bare and not body.raw.get("container"):
        called = body.running.placed("tool_use")
        yield from (place for place, block in called if str(block.get("caller", {}).get("type", "")).startswith("code_execution"))


@CHECKS.enforced(f"{GITHUB}/code-yeongyu/senpi/pull/150")
def search_result_foreign(body: Body) -> Iterator[str]:
    """Invalid `encrypted_content` in `search_result` block: it was not issued."""
    for place, block in body.placed("web_search_tool_result") if body.issued else ():
        results = block["content"] if isinstance(block["content"], list) else []
        yield from (place for result in results if body.issued and result["encrypted_content"] not in body.issued.search)
