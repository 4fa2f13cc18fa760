"""Strict checks for Messages: thinking."""

from __future__ import annotations

from collections.abc import Iterator

from tests.judges.anthropic_body import CHECKS, THINKING, Body

GITHUB = "https://github.com"


@CHECKS.enforced(f"{GITHUB}/openclaw/openclaw/pull/10783")
def thinking_unsigned(body: Body) -> Iterator[str]:
    """A thinking block carries the signature that it came with."""
    yield from (place for place, block in body.placed("thinking") if not block["signature"])


@CHECKS.enforced(f"{GITHUB}/vybestack/llxprt-code/issues/2335")
def thinking_foreign(body: Body) -> Iterator[str]:
    """Invalid `signature` in `thinking` block: it was not issued."""
    for place, block in body.placed("thinking") if body.issued else ():
        if body.issued and block["signature"] and block["signature"] not in body.issued.thinking:
            yield place


@CHECKS.enforced(f"{GITHUB}/anthropics/claude-code/issues/63404")
def thinking_edited(body: Body) -> Iterator[str]:
    """`thinking` blocks must remain as they were in the original response."""
    for place, block in body.placed("thinking") if body.issued else ():
        if body.issued and body.issued.thinking.get(block["signature"], block["thinking"]) != block["thinking"]:
            yield place


@CHECKS.enforced(f"{GITHUB}/microsoft/vscode/pull/320196")
def redacted_foreign(body: Body) -> Iterator[str]:
    """Invalid `data` in `redacted_thinking` block: it was not issued."""
    for place, block in body.placed("redacted_thinking") if body.issued else ():
        if body.issued and block["data"] not in body.issued.redacted:
            yield place


@CHECKS.enforced(f"{GITHUB}/router-for-me/CLIProxyAPI/issues/5321")
def closing_thinking(body: Body) -> Iterator[str]:
    """The final block in an assistant message cannot be `thinking`."""
    if body.closing and body.closing.blocks and body.closing.blocks[-1]["type"] in THINKING:
        yield body.closing.place


@CHECKS.enforced(f"{GITHUB}/tailcallhq/forgecode/issues/1853")
def thinking_disabled(body: Body) -> Iterator[str]:
    """When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`."""
    if body.closing and not body.bare and body.thinks == "disabled" and body.closing.of(*THINKING):
        yield body.closing.place


@CHECKS.enforced(f"{GITHUB}/mastra-ai/mastra/issues/7799")
def thinking_not_first(body: Body) -> Iterator[str]:
    """An assistant message with thinking starts with it."""
    for turn in body.turns:
        if turn.of(*THINKING) and turn.blocks[0]["type"] not in THINKING:
            yield turn.place


@CHECKS.enforced(f"{GITHUB}/anomalyco/opencode/issues/3077")
def thinking_expected(body: Body) -> Iterator[str]:
    """When `thinking` is enabled, a final `assistant` message must start with a thinking block."""
    last = body.turns[-1] if body.turns else None
    asked = body.running if body.thinks == "enabled" and last and last.of("tool_result") else None
    if asked and asked.blocks and asked.blocks[0]["type"] not in THINKING:
        yield asked.place
