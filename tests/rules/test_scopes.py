"""Whom a rule is for, where the models behind one endpoint, or the endpoints of one provider, differ."""

from __future__ import annotations

import pytest

from segue.rules import BUILT_IN
from segue.targets import Target

BY_NAME = {rule.name: rule for rule in BUILT_IN}
SCOPES = {
    "anthropic-closing-whitespace": ("anthropic/claude-sonnet-4-5", "anthropic/claude-opus-4-8"),
    "anthropic-closing-thinking": ("anthropic/claude-sonnet-4-5", "anthropic/claude-opus-4-8"),
    "anthropic-trailing-assistant": ("anthropic/claude-opus-4-8", "anthropic/claude-sonnet-4-5"),
    "converse-closing-whitespace": ("bedrock/amazon.nova-pro-v1:0", "bedrock/anthropic.claude-opus-4-8"),
    "converse-closing-thinking": ("bedrock/anthropic.claude-sonnet-4-5", "bedrock/anthropic.claude-opus-4-8"),
    "converse-trailing-assistant": ("bedrock/meta.llama3-3-70b", "bedrock/amazon.nova-pro-v1:0"),
    "converse-foreign-thinking": ("bedrock/anthropic.claude-sonnet-4-5", "bedrock/amazon.nova-pro-v1:0"),
    "converse-media-type": ("bedrock/meta.llama3-3-70b", "bedrock/amazon.nova-micro-v1:0"),
    "converse-file-in-result": ("bedrock/meta.llama3-3-70b", "bedrock/amazon.nova-pro-v1:0"),
    "gemini-trailing-assistant": ("google/gemini-3.6-flash", "google/gemini-2.5-flash"),
    "openai-responses-refused-reasoning": ("openai.responses/gpt-4.1", "openai/gpt-4.1"),
    "openai-foreign-tool": ("azure/gpt-5", "azure.responses/gpt-5"),
    "chat-missing-thought": ("deepseek/deepseek-v4", "deepseek.anthropic/deepseek-v4"),
}
"""By rule, a target that it is for and one that it is not for."""


@pytest.mark.parametrize("name", SCOPES)
def test_a_rule_is_for_some_of_its_kind(name):
    """The one, and not the other."""
    assert [BY_NAME[name].applies_to(Target.of(target)) for target in SCOPES[name]] == [True, False]
