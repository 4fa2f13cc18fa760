"""The table of chat templates: sourced, found by the model's name, replaced by the caller's word."""

from __future__ import annotations

import re
from datetime import date

import pytest

from segue.profiles.dialects import Dialect, dialect_of
from segue.profiles.template import FUNCTIONS, NINE, Template
from segue.profiles.templates import NO_TEMPLATE, TEMPLATES, UNKNOWN, can_continue, is_filled, model_template, template_of
from segue.targets import Target

DEMANDS = ("one_system", "first_system", "no_system", "takes_turns", "replies", "needs_user", "one_call", "objects", "thinks", "either")


def demands(name):
    """Return what a template demands, by name."""
    template = template_of(Target.of(name))
    return {demand for demand in DEMANDS if getattr(template, demand)} | {template.ids} - {""}


@pytest.mark.parametrize("row", TEMPLATES, ids=lambda row: row.models.pattern)
def test_every_row_is_sourced_and_demands_something(row):
    """Public addresses, each with the day on which it was read."""
    assert all(re.fullmatch(r"https://\S+", source.address) and source.read <= date(2026, 12, 31) for source in row.sources)
    assert row.sources
    assert any(getattr(row, demand) for demand in (*DEMANDS, "ids"))
    assert not row.unknown


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("vllm/moonshotai/Kimi-K2-Instruct", {FUNCTIONS, "thinks"}),
        ("sglang/deepseek-ai/DeepSeek-R1", {"thinks"}),
        ("llamacpp/deepseek-r1-distill-llama-8b", {"thinks"}),
        ("llamacpp/devstral-small-2", {"one_system", "first_system", "takes_turns", "replies", NINE}),
        ("vllm/mistralai/Mixtral-8x7B", {"one_system", "first_system", "takes_turns", "replies", NINE}),
        ("lmstudio/gemma-3-27b-it", {"one_system", "first_system", "takes_turns"}),
        ("ollama/gemma2:9b", {"one_system", "first_system", "takes_turns", "no_system"}),
        ("nvidia/meta/llama-3.3-70b-instruct", {"one_call"}),
        ("ollama/llama3.2", {"one_call"}),
        ("vllm/Llama-4-Scout", {"one_system"}),
        ("vllm/Qwen/Qwen3.5-35B-A3B", {"one_system", "first_system", "needs_user", "objects", "thinks"}),
        ("vllm/Qwen/Qwen3-Coder-30B-A3B-Instruct", {"objects"}),
        ("vllm/Qwen/Qwen3-8B", {"thinks"}),
        ("vllm/zai-org/GLM-4.6", {"objects", "thinks"}),
        ("mlx/MiniMax-M2", {"one_system", "first_system", "objects", "thinks"}),
        ("lmstudio/openai/gpt-oss-20b", {"one_system", "first_system", "thinks", "either"}),
        ("vllm/HuggingFaceTB/SmolLM3-3B", {"one_system", "first_system"}),
        ("vllm/nvidia/Nemotron-3-Nano-30B", {"objects"}),
        ("vllm/my-finetune", {"one_system"}),
        ("mistral/mistral-large", set()),
        ("openai/gpt-5.2", set()),
        ("nobody/knows", set()),
    ],
)
def test_a_model_has_its_template(name, expected):
    """By its name, where a server fills it; a provider's own service has none."""
    assert demands(name) == expected


def test_what_is_not_known_is_said():
    """A model without row at a server that fills templates; elsewhere there is none."""
    assert template_of(Target.of("vllm/my-finetune")) is UNKNOWN is model_template(Target.of("together/my-finetune"))
    assert UNKNOWN.unknown
    assert template_of(Target.of("together/my-finetune")) is NO_TEMPLATE
    assert not NO_TEMPLATE.unknown


def test_a_fine_tune_is_like_its_model():
    """`like` names a model whose demands it shares; the model's own name stays."""
    tuned = Target.of({"provider": "vllm", "model_id": "my-finetune", "like": "qwen3-coder"})

    assert (str(tuned), template_of(tuned).objects) == ("vllm/my-finetune", True)
    assert template_of(Target.of({"provider": "vllm", "model_id": "my-finetune", "like": "meta/Llama-3.1-8B"})).one_call


@pytest.mark.parametrize("given", [Template(one_call=True), {"one_call": True}])
def test_the_callers_template_counts(given):
    """A record or a mapping of its fields, whatever the model's name says, also for a server that nobody knows."""
    for provider in ("vllm", "my-box"):
        target = Target.of({"provider": provider, "model_id": "qwen3-coder", "template": given})
        assert template_of(target) == Template(one_call=True)
        assert target.endpoint == "openai-chat"
    with pytest.raises(TypeError):
        template_of(Target.of({"provider": "vllm", "model_id": "m", "template": {"nonsense": True}}))


@pytest.mark.parametrize("given", [Dialect(nulls=False, reasoning=""), {"nulls": False, "reasoning": ""}])
def test_the_callers_layout_counts(given):
    """A record or a mapping of its fields, in place of the provider's row."""
    target = Target.of({"provider": "my-box", "model_id": "m", "layout": given})

    assert (dialect_of(target).nulls, dialect_of(target).reasoning) == (False, "")
    with pytest.raises(TypeError):
        dialect_of(Target.of({"provider": "vllm", "model_id": "m", "layout": {"nonsense": True}}))


def test_a_server_of_unknown_make_fills_templates():
    """Where the caller says what its model is like; one that nobody knows has no demands."""
    assert is_filled(Target.of({"provider": "my-box", "model_id": "m", "like": "qwen3-coder"}))
    assert not is_filled(Target.of("my-box/qwen3-coder"))
    assert not is_filled(Target.of("together/qwen3-coder"))


def test_a_reply_can_be_begun_where_no_thought_is_opened():
    """The template opens none, or thinking is off."""
    off = {"chat_template_kwargs": {"enable_thinking": False}}

    assert can_continue(Target.of("llamacpp/llama-3.1-8b"))
    assert not can_continue(Target.of("llamacpp/qwen3.5-27b"))
    assert can_continue(Target.of({"provider": "llamacpp", "model_id": "qwen3.5-27b", **off}))
    assert not can_continue(
        Target.of({"provider": "llamacpp", "model_id": "qwen3.5-27b", "chat_template_kwargs": {"enable_thinking": True}})
    )
