"""Halves of characters, which no API takes: the last rule of each family, when nothing reads JSON out of a text any more."""

from __future__ import annotations

from collections.abc import Callable

from segue.kinds import Kind, Loss
from segue.profiles.chat import chat
from segue.repairs.half_characters import complete_characters
from segue.rule import CompatRule, Evidence
from segue.rules import _triggers as broken_by
from segue.rules._rows import ignoring_target, quoted, since, words
from segue.rules.anthropic_content import messages_api
from segue.rules.converse_content import converse
from segue.rules.gemini_content import gemini
from segue.rules.openai_content import chat_completions
from segue.rules.responses_content import responses_api
from segue.targets import Target

_GITHUB = "https://github.com/"
_UTF_8 = "https://www.rfc-editor.org/rfc/rfc3629#section-3"


def _of(family: str, applies_to: Callable[[Target], bool], *evidence: Evidence) -> CompatRule:
    return CompatRule(
        name=f"{family}-half-character",
        demand="Text holds whole characters, not half of a surrogate pair.",
        applies_to=applies_to,
        reads=frozenset({Kind.HALF_CHARACTER}),
        apply_to_prompt=ignoring_target(complete_characters),
        error_patterns=words(r"surrogates not allowed", r"no low surrogate in string", r"lone (leading|trailing) surrogate"),
        losses=frozenset({Loss.HALF_CHARACTER}),
        evidence=evidence,
        triggers=broken_by.HALF_CHARACTER,
    )


ANTHROPIC, OPENAI, RESPONSES, CONVERSE, GEMINI, CHAT = since(
    "0.3.0",
    _of(
        "anthropic",
        messages_api,
        quoted(
            "The request body is not valid JSON: no low surrogate in string: line 1 column 347010 (char 347009)",
            f"{_GITHUB}anthropics/claude-code/issues/56064",
        ),
        quoted(
            "The request body is not valid JSON: str is not valid UTF-8: surrogates not allowed: line 1 column 1 (char 0)",
            f"{_GITHUB}anthropics/claude-code/issues/72995",
        ),
    ),
    _of(
        "openai",
        chat_completions,
        quoted(
            "'utf-8' codec can't encode characters in position 18675-18676: surrogates not allowed",
            f"{_GITHUB}microsoft/debug-gym/issues/128",
        ),
    ),
    _of("openai-responses", responses_api, quoted("", _UTF_8)),
    _of("converse", converse, quoted("", _UTF_8)),
    _of(
        "gemini",
        gemini,
        quoted(
            r"'utf-8' codec can't encode character '\ud800' in position 369: surrogates not allowed",
            f"{_GITHUB}NousResearch/hermes-agent/issues/102757",
        ),
    ),
    _of(
        "chat",
        chat,
        quoted(": Invalid JSON: lone leading surrogate in hex escape", f"{_GITHUB}elizaOS/eliza/pull/18079"),
        quoted(
            "'utf-8' codec can't encode characters in position 9885-9886: surrogates not allowed",
            f"{_GITHUB}MoonshotAI/kimi-cli/issues/994",
        ),
    ),
)
