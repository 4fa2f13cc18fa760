"""Who made a message, in names that the rules know."""

import pytest

from segue.convert.makers import maker_of, step_maker
from segue.json_values import freeze_object
from segue.models import Model
from segue.parts import ReasoningPart
from segue.profiles.anthropic import is_own_thought, made_by_claude

CLAUDE = "claude-sonnet-4-5"

ROWS = [
    ({"provider": "anthropic", "modelId": CLAUDE}, Model("anthropic", CLAUDE)),
    ({"provider": "anthropic.messages", "modelId": CLAUDE}, Model("anthropic", CLAUDE)),
    ({"provider": "Anthropic.Messages"}, Model("anthropic")),
    ({"provider": "openai.responses", "modelId": "gpt-5.2"}, Model("openai", "gpt-5.2")),
    ({"provider": "openai", "modelId": "gpt-x"}, Model("openai", "gpt-x")),
    ({"provider": "azure-openai.responses", "modelId": "prod"}, Model("azure", "prod")),
    ({"provider": "google.generative-ai", "modelId": "gemini-3-pro"}, Model("google", "gemini-3-pro")),
    ({"provider": "google.vertex.chat", "modelId": "gemini-3-pro"}, Model("google", "gemini-3-pro")),
    ({"provider": "vertex.anthropic.messages", "modelId": "claude-opus-4-5@1"}, Model("vertex", "claude-opus-4-5@1")),
    ({"provider": "vertex.anthropic.messages"}, Model("anthropic")),
    ({"provider": "amazon-bedrock", "modelId": "us.anthropic.claude-sonnet-4-5-v1:0"}, Model("bedrock", "us.anthropic.claude-sonnet-4-5-v1:0")),
    ({"provider": "openrouter", "modelId": "anthropic/claude-sonnet-4.5"}, Model("openrouter", "anthropic/claude-sonnet-4.5")),
    ({"provider": "kimi-for-coding.messages", "modelId": "kimi-k2"}, Model("kimi-for-coding", "kimi-k2")),
    ({"provider": "kimi"}, Model("kimi")),
    ({"provider": "gateway", "modelId": 5}, Model("gateway")),
    ({"modelId": CLAUDE}, Model("anthropic", CLAUDE)),
    ({"modelId": "gpt-5.2"}, Model("openai", "gpt-5.2")),
    ({"modelId": "us.anthropic.claude-sonnet-4-5-v1:0"}, Model("anthropic", "us.anthropic.claude-sonnet-4-5-v1:0")),
    ({"modelId": "prod"}, None),
    ({"provider": "", "modelId": ""}, None),
    ({"provider": 5, "modelId": None}, None),
    ({}, None),
]


@pytest.mark.parametrize(("metadata", "maker"), ROWS)
def test_metadata(metadata, maker):
    """A row's metadata names its maker; a model that no provider is known of is nobody's."""
    assert maker_of(freeze_object(metadata)) == maker


STEPS = [
    ("", Model("openai", "gpt-5.2")),
    ("anthropic/claude-sonnet-4-5", Model("anthropic", CLAUDE)),
    ("anthropic.messages/claude-sonnet-4-5", Model("anthropic", CLAUDE)),
    ("openrouter/anthropic/claude-sonnet-4.5", Model("openrouter", "anthropic/claude-sonnet-4.5")),
    ("kimi/", Model("kimi")),
    ("anthropic:claude-sonnet-4-5", Model("anthropic", CLAUDE)),
    ("claude-sonnet-4-5", Model("anthropic", CLAUDE)),
    ("anthropic", Model("anthropic")),
    ("/x", Model("openai", "gpt-5.2")),
    ("prod", Model("openai", "gpt-5.2")),
]


@pytest.mark.parametrize(("name", "maker"), STEPS)
def test_a_step_names_its_own_maker(name, maker):
    """A step's own model wins over its message's; one that names no known provider leaves it the message's."""
    assert step_maker(name, Model("openai", "gpt-5.2")) == maker


@pytest.mark.parametrize("provider", ["anthropic.messages", "vertex.anthropic.messages", "amazon-bedrock"])
def test_rules_know_claude(provider):
    """Claude's thoughts are known as its own wherever it ran."""
    maker = maker_of(freeze_object({"provider": provider, "modelId": "anthropic.claude-sonnet-4-5"}))
    assert made_by_claude(maker)
    assert is_own_thought(ReasoningPart("a", freeze_object({"anthropic": {"signature": "s"}}), maker))


def test_rules_know_others():
    """A signature that another model made in Anthropic's name is known as foreign."""
    maker = maker_of(freeze_object({"provider": "kimi-for-coding.messages", "modelId": "kimi-k2"}))
    assert not is_own_thought(ReasoningPart("a", freeze_object({"anthropic": {"signature": "s"}}), maker))
