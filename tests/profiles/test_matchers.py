"""Which provider a model is of."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from segue.models import Model
from segue.profiles.matchers import (
    family,
    is_anthropic,
    is_azure,
    is_cerebras,
    provider_id,
    refuses_prefill,
    refuses_trailing_model_turn,
)
from segue.targets import Target


def choose():
    """Choose a model later."""


FAMILIES = {
    "anthropic/claude-sonnet-4-5": "anthropic", "ANTHROPIC:x": "anthropic", "anthropic/": "anthropic", "anthropic": None, "anthropical/x": None,
    " anthropic/x": None, "claude-sonnet-4-5": None, "openrouter/anthropic/x": None, "openai/x": "openai", "azure/x": "openai",
    "azure-openai/x": "openai", "google/x": "google", "vertex/x": "google", "google-vertex/gemini-3-pro": "google", "mistral/x": None, "": None,
    "google-vertex/claude-opus-4-6": "anthropic",
}  # fmt: skip


@pytest.mark.parametrize(("model", "known"), FAMILIES.items())
def test_families_of_texts(model, known):
    """A text names its provider before a slash or a colon, in capitals or not."""
    assert known == family(model)


OBJECTS = [
    ("anthropic", "", "anthropic"), ("anthropic.messages", "", "anthropic"), ("anthropic-eu", "", "anthropic"), ("anthropical", "", None),
    ("gateway", "anthropic/claude-opus-4-6", "anthropic"), ("amazon-bedrock", "anthropic.claude-opus-4-6", None), ("azure-ai", "x", "openai"),
    ("google.vertex.chat", "gemini-2.5-pro", "google"), ("vertex.anthropic.messages", "claude-opus-4-6", "anthropic"), ("openai\n", "", None),
    ("google-vertex", "Claude-Opus-4-6", "anthropic"), ("", "", None),
]  # fmt: skip


@pytest.mark.parametrize(("provider", "id", "known"), OBJECTS)
@pytest.mark.parametrize("kind", [
    lambda provider, name: {"provider": provider, "modelId": name},
    lambda provider, name: {"provider": provider, "model_id": name},
    lambda provider, name: SimpleNamespace(provider=provider, model_id=name),
    Model,
    lambda provider, name: Target(provider, model=name),
])  # fmt: skip
def test_families_of_objects(kind, provider, id, known):
    """A mapping, an object and the records that name a model are read alike; Claude on Vertex is Anthropic's."""
    assert known == family(kind(provider, id))


@pytest.mark.parametrize("model", [None, 3, True, {}, {"provider": 5, "modelId": 6}, [], [None, {"model": None}], object(), choose])
def test_what_names_nothing_is_of_no_family(model):
    """Nothing is raised either, not for a null among fallbacks."""
    assert family(model) is None


@pytest.mark.parametrize("provider", ["cerebra\u017f/x", "cerebra\u017f.chat/x"])
def test_letters_that_fold_to_ascii_are_others(provider):
    """Upper and lower case are the same for ASCII letters alone."""
    assert not is_cerebras([provider, {"provider": provider[:8]}, {"modelId": provider}])


def test_claude_on_vertex_is_of_the_family_alone():
    """It is not run by Anthropic itself."""
    vertex = {"provider": "vertex.anthropic.messages", "modelId": "claude-opus-4-6"}
    assert (family(vertex), is_anthropic(vertex), refuses_prefill(vertex), refuses_trailing_model_turn(vertex)) == ("anthropic", False, True, False)


def test_a_list_is_of_every_provider():
    """Each entry counts, wrapped, disabled or in a list of its own; the first family in our order is named."""
    models = [{"model": "openai/x"}, {"model": "cerebras/y", "enabled": False}, ["anthropic/z"], {"provider": "azure"}]
    assert (is_anthropic(models), is_cerebras(models), is_azure(models), family(models)) == (True, True, True, "anthropic")


def test_a_target_is_what_it_was_given():
    """A list is not read as its first entry."""
    assert is_cerebras(Target.of(["openai/x", "cerebras/y"]))


AZURE = {
    "azure": False, "azure/x": True, "azure:x": True, "AZURE-OpenAI/x": True, "azure-ai/x": False, "azure.chat/x": False,
}  # fmt: skip


@pytest.mark.parametrize(("model", "known"), AZURE.items())
def test_azure_texts(model, known):
    """Azure and azure-openai, before a slash or a colon."""
    assert known is is_azure(model)


AZURES = {
    "azure": True, "Azure.chat": True, "azure-openai.responses": True, "azure.a.b": False, "azure-ai": False, "azure\n": False, "azure.": False,
}  # fmt: skip


@pytest.mark.parametrize(("provider", "known"), AZURES.items())
def test_azure_objects(provider, known):
    """One dotted segment may follow."""
    assert known is is_azure({"provider": provider})


@pytest.mark.parametrize("id", ["azure/gpt-5", "azure-openai:gpt-5"])
def test_azure_behind_a_gateway(id):
    """The id may name it too."""
    assert is_azure({"provider": "gateway", "modelId": id})


def test_the_provider_that_an_object_names():
    """The first that is named; texts, functions and blanks name none."""
    models = ["openai/x", choose, {"provider": ""}, {"modelId": "y"}, {"model": {"provider": "azure.chat"}}, {"provider": "openai"}]
    assert (provider_id(models), provider_id("openai/x"), provider_id(None)) == ("azure.chat", None, None)


PREFILL = {
    "anthropic/claude-opus-4-6": True, "anthropic/claude-sonnet-4.6": True, "anthropic/claude-sonnet-5": True, "anthropic/CLAUDE-SONNET-4-5": False,
    "anthropic/claude-opus-4-20250514": False, "anthropic/claude-opus-4-1-20250805": False, "anthropic/claude-3-opus-20240229": False,
    "anthropic/claude-3-7-sonnet": False, "anthropic/": True, "anthropic/claude-instant-1.2": True, "anthropic/claude-sonnet-\uff14": True,
    "anthropic/claude-\u017fonnet-4-5": True,
    "openai/claude-opus-4-6": False, "vertex/claude-opus-4-6": True,
}  # fmt: skip


@pytest.mark.parametrize(("model", "refuses"), PREFILL.items())
def test_prefill(model, refuses):
    """Claude refuses it since 4.6; a date is no minor version; an unknown version may refuse."""
    assert refuses is refuses_prefill(model)


TRAILING = {
    "google/gemini-3-pro": True, "google/gemini-2.5-pro": False, "google/GEMINI-2.5-pro": False, "google/gemini-pro": True, "google/": True,
    "google-vertex/gemini-3-pro": True, "openai/gemini-3-pro": False, "vertex/claude-opus-4-6": False,
}  # fmt: skip


@pytest.mark.parametrize(("model", "refuses"), TRAILING.items())
def test_trailing_model_turns(model, refuses):
    """Gemini refuses them since 3; an unknown version may refuse."""
    assert refuses is refuses_trailing_model_turn(model)


def test_versions_of_any_length_are_read():
    """Nothing raises for a name, however odd; noughts before a number do not count."""
    assert [refuses_prefill(f"anthropic/claude-{number}") for number in ("9" * 5000, "0" * 5000 + "4.5", "0" * 5000)] == [True, False, False]
    assert [refuses_trailing_model_turn(f"google/gemini-{number}") for number in ("9" * 5000, "0002.5")] == [True, False]


def test_a_function_may_choose_anything():
    """What is not known yet may refuse both, and is of no provider."""
    assert (refuses_prefill(choose), refuses_trailing_model_turn([choose]), is_anthropic(choose)) == (True, True, False)
