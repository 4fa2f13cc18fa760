"""Models by name."""

import pytest

from segue.models import Model

NAMES = {
    "anthropic/claude-sonnet-4-5": Model("anthropic", "claude-sonnet-4-5"),
    "Anthropic:claude-sonnet-4-5": Model("anthropic", "claude-sonnet-4-5"),
    "openrouter/anthropic/claude-sonnet-4.5": Model("openrouter", "anthropic/claude-sonnet-4.5"),
    "bedrock/anthropic.claude-v2:1": Model("bedrock", "anthropic.claude-v2:1"),
    "ollama:library/qwen3:8b": Model("ollama", "library/qwen3:8b"),
    " xai / grok-4 ": Model("xai", "grok-4"),
    "openai": Model("openai"),
    "openai/": Model("openai"),
    "": Model(""),
    "/": Model(""),
}


@pytest.mark.parametrize(("name", "model"), NAMES.items())
def test_a_name_is_read(name, model):
    """The provider ends at the first slash or colon and is in lower case; the id is as it was given."""
    assert Model.of(name) == model


@pytest.mark.parametrize("model", NAMES.values(), ids=str)
def test_a_written_name_is_read_again(model):
    """A model's name as text reads as the same model."""
    assert Model.of(str(model)) == model


def test_a_model_is_itself():
    """A model that is given is returned, not a copy of it."""
    model = Model("xai", "grok-4")
    assert Model.of(model) is model
