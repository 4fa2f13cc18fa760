"""The patterns of errors: each finds the words that its rule quotes, no other rule's, in linear time."""

from __future__ import annotations

import re

import pytest

from segue.engine import matching
from segue.failures import CallFailure
from segue.rules import BUILT_IN
from segue.testing.patterns import pattern_fault

SHARED = [
    {"anthropic-twin-call", "anthropic-reused-id"},
    {"anthropic-orphan-result", "anthropic-stray-result"},
    {"anthropic-stray-result", "anthropic-late-result", "anthropic-unanswered-call"},
    {"anthropic-speaker-name", "anthropic-unknown-field"},
    {"anthropic-misplaced-marker", "anthropic-blank-text"},
    {"anthropic-media-type", "anthropic-unplaced-file"},
    {"openai-twin-call", "openai-reused-id", "openai-double-result"},
    {"openai-orphan-result", "openai-stray-result"},
    {"openai-orphan-result", "openai-stray-result", "chat-orphan-result", "chat-stray-result"},
    {"openai-stray-result", "openai-late-result", "openai-unanswered-call"},
    {"openai-null-content", "openai-empty-message"},
    {"openai-responses-twin-call", "openai-responses-reused-id", "openai-responses-double-result"},
    {"openai-responses-orphan-result", "openai-responses-early-result"},
    {"openai-responses-null-content", "openai-responses-empty-message"},
    {"openai-responses-item-reference", "openai-responses-unstored-reasoning"},
    {"openai-responses-duplicate-item", "openai-responses-double-reference"},
    {"openai-responses-lone-reasoning", "openai-responses-half-named"},
    {"converse-orphan-result", "converse-stray-result", "converse-double-result"},
    {"converse-stray-result", "converse-late-result", "converse-unanswered-call", "converse-neighbours"},
    {"gemini-role", "gemini-late-system", "gemini-listed-system"},
    {"gemini-orphan-result", "gemini-stray-result", "gemini-late-result"},
    {"gemini-stray-result", "gemini-late-result", "gemini-double-result", "gemini-unanswered-call", "gemini-words-beside-response", "gemini-neighbours", "gemini-result-order"},
    {"gemini-first-speaker", "gemini-neighbours"},
    {"chat-twin-call", "chat-reused-id", "chat-double-result"},
    {"chat-orphan-result", "chat-stray-result"},
    {"chat-stray-result", "chat-late-result", "chat-unanswered-call"},
    {"openai-stray-result", "openai-late-result", "openai-unanswered-call", "chat-stray-result", "chat-late-result", "chat-unanswered-call"},
    {"chat-blank-text", "chat-empty-message"},
    {"anthropic-first-speaker", "converse-first-speaker", "converse-no-messages"},
    {"anthropic-first-speaker", "converse-first-speaker", "converse-no-messages", "chat-first-speaker"},
    {"anthropic-neighbours", "converse-neighbours"},
    {"gemini-unsigned-call", "chat-unsigned-call", "chat-unsigned-detail"},
    {"chat-stale-detail", "chat-unsigned-detail"},
    {"gemini-foreign-signature", "chat-foreign-signature", "chat-stale-detail"},
    {"chat-orphan-result", "chat-stray-result", "anthropic-orphan-result", "anthropic-stray-result"},
    {"chat-stray-result", "chat-late-result", "chat-unanswered-call", "anthropic-stray-result", "anthropic-late-result", "anthropic-unanswered-call"},
    {"chat-several-system", "chat-late-system", "anthropic-late-system"},
    {"chat-developer-role", "chat-neighbours"},
    {"chat-tool-id", "chat-orphan-result", "chat-stray-result"},
    {"chat-orphan-result", "chat-stray-result", "chat-first-speaker"},
    {"chat-stray-result", "chat-late-result", "chat-unanswered-call", "chat-first-speaker"},
    {"chat-lone-thought", "chat-blank-text", "chat-empty-message"},
    {"chat-null-content", "chat-empty-result"},
    {"chat-null-content", "chat-blank-text", "chat-empty-message"},
    {"chat-null-content", "chat-blank-text", "chat-empty-message"},
    {"chat-empty-calls", "chat-parallel-calls"},
    {"chat-several-system", "chat-late-system"},
    {"chat-first-speaker", "chat-no-messages"},
    {"chat-first-speaker", "chat-neighbours", "mistral-user-after-tool"},
    {"chat-twin-call", "chat-reused-id", "chat-orphan-result", "chat-stray-result", "chat-late-result", "chat-double-result", "chat-unanswered-call", "chat-no-messages", "chat-first-speaker", "chat-neighbours"},
    {"anthropic-error-with-file", "converse-error-with-file"},
    {"anthropic-closing-thinking", "converse-closing-thinking"},
    {"anthropic-thinking-not-first", "converse-thinking-not-first"},
    {"anthropic-foreign-thinking", "anthropic-unverified-thinking", "converse-unverified-thinking"},
    *({f"anthropic-{fault}", f"converse-{fault}"} for fault in ("bound-thinking", "modified-thinking", "unasked-thinking", "thoughtless-turn")),
    {"anthropic-trailing-assistant", "converse-trailing-assistant"},
    {"anthropic-closing-whitespace", "converse-closing-whitespace"},
    {f"{family}-half-character" for family in ("anthropic", "openai", "openai-responses", "converse", "gemini", "chat")},
]
"""Rules that answer one text, since the provider says the same of each of their faults."""
INFERRED = {"anthropic-developer-role": "only the status is quoted; the words are those for another unknown role"}
HARMLESS = ["", "messages", "Bad Request", "rate limit exceeded", "overloaded_error", "messages.3.content.0: text", "invalid value", "tool_use", "'messages[0].content'"]
WHOLE = {"copilot-unsigned-call"}
"""Rules for services that say no more than this, and that of all faults; the whole text is looked at, and the target tells the rest."""
QUOTES = [(rule, evidence.error) for rule in BUILT_IN for evidence in rule.evidence if evidence.error and rule.name not in INFERRED]
PATTERNS = [pytest.param(pattern, id=f"{rule.name}-{number}") for rule in BUILT_IN if rule.name not in WHOLE for number, pattern in enumerate(rule.error_patterns)]
each_pattern = pytest.mark.parametrize("pattern", PATTERNS)


def found(error):
    """Return the names of the rules whose patterns match."""
    return {rule.name for rule in matching(CallFailure(error), BUILT_IN)}


def finders(rule):
    """Return the rules that may answer what this one quotes."""
    return {rule.name}.union(*(names for names in SHARED if rule.name in names))


@pytest.mark.parametrize(("rule", "error"), QUOTES, ids=[f"{rule.name}-{number}" for number, (rule, _) in enumerate(QUOTES)])
def test_quoted_words_are_found_by_their_rule(rule, error):
    """And by no other, save those that share the text; upper and lower case are the same."""
    assert rule.name in found(error)
    assert found(error) <= finders(rule)
    assert found(error) == found(error.upper()) == found(f'{{"error": {{"message": "{error}"}}}}')


@pytest.mark.parametrize("names", SHARED, ids=["+".join(sorted(names)) for names in SHARED])
def test_a_shared_text_is_shared(names):
    """Some evidence of these rules is found by every one of them."""
    assert any(names <= found(error) for rule, error in QUOTES if rule.name in names)


@pytest.mark.parametrize("name", INFERRED)
def test_an_inferred_pattern_is_inferred(name):
    """Once the words are quoted the rule leaves the table."""
    rule = next(rule for rule in BUILT_IN if rule.name == name)

    assert rule.error_patterns
    assert all(name not in found(evidence.error) for evidence in rule.evidence)


@each_pattern
def test_a_pattern_finds_quoted_words_only(pattern):
    """None is so wide that it finds what says nothing of a history."""
    assert [text for text in HARMLESS if pattern.search(text)] == []
    assert pattern.flags & re.IGNORECASE


@each_pattern
def test_a_pattern_is_linear(pattern):
    """What repeats without bound is one digit or one letter, in nothing that repeats itself."""
    source = re.sub(r"\\[^dwsDWS]", "_", pattern.pattern)
    unbounded = re.findall(r"(\\?.)(?:[*+]|\{\d*,\})", source)

    assert [what for what in unbounded if what != r"\d" and not what.isalpha()] == []
    assert re.search(r"[*+}]\)[*+{]", source) is None
    assert pattern_fault(pattern) == ""


def test_patterns_of_a_rule_differ():
    """None stands twice."""
    for rule in BUILT_IN:
        sources = [pattern.pattern for pattern in rule.error_patterns]
        assert len(set(sources)) == len(sources)
