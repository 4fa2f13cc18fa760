"""The table of dialects: whole, sourced, and found by target; and whose thoughts are whose."""

from __future__ import annotations

import re
from datetime import date

import pytest

from segue.json_values import freeze
from segue.models import Model
from segue.parts import ReasoningPart
from segue.profiles.dialects import AS_IT_CAME, CHUNKS, DIALECTS, FIELD_OF, TAGS, USUAL, Dialect, dialect_of, is_own_thought, rows
from segue.shapes import Shape
from segue.targets import DIALECTS as VARIANTS
from segue.targets import PROVIDERS, Target

OPEN = {"perplexity", "ifm", "copilot", "google", "vertex", "huggingface", "novita", "opencode"}
"""Providers of whose fields nothing is known that they lack: gateways, and those that take OpenAI's."""
each = pytest.mark.parametrize("row", DIALECTS, ids=lambda row: f"{row.provider}{row.variant}-{row.models.pattern}")
each_whole = pytest.mark.parametrize("row", [row for row in DIALECTS if row.provider not in OPEN], ids=lambda row: f"{row.provider}{row.variant}-{row.models.pattern}")
ROLES = ("system", "user", "assistant", "tool")


def thought(form="", *, format="openai-chat", maker="", **options):
    """Make a thought that stood in a field of a format."""
    return ReasoningPart("Think.", freeze(options), Model.of(maker) if maker else None, None, Shape(format, (), form) if form else None)


@each
def test_every_row_says_where_it_is_from(row):
    """A row has sources, public addresses each with the day it was read."""
    assert row.sources
    assert all(re.fullmatch(r"https://\S+", source.address) and source.read <= date(2026, 12, 31) for source in row.sources)


@each
def test_every_row_is_of_a_known_provider(row):
    """A target can name the provider of every row, and the second layout where the row is one."""
    assert row.provider in {name for name, _ in PROVIDERS.values()}
    assert row.variant == "" or (row.provider, row.variant) in VARIANTS


@each_whole
def test_every_row_is_whole(row):
    """A row lists the fields of every role, the role and the contents among them, and what contents hold."""
    assert all({"role", "content"} <= row.fields(role) for role in ROLES)
    assert {"tool_calls"} <= row.assistant
    assert {"tool_call_id"} <= row.tool
    assert {"id", "function"} <= row.call
    assert all(row.parts(role) is not None for role in ROLES)


@each_whole
def test_every_row_knows_its_thoughts(row):
    """Thoughts go into a field that the row has, or among contents that hold them, or nowhere; who made them is told."""
    assert row.reasoning in {*FIELD_OF, CHUNKS, TAGS, ""}
    assert row.reasoning not in FIELD_OF or FIELD_OF[row.reasoning] in row.assistant
    assert row.reasoning != CHUNKS or CHUNKS in row.assistant_parts
    assert bool(row.tokens) <= bool(row.makers.pattern)
    assert row.filler is None or row.reasoning in FIELD_OF
    assert row.arguments in {"text", "object", "either"}


@pytest.mark.parametrize("row", [row for row in DIALECTS if row.provider in OPEN], ids=lambda row: f"{row.provider}-{row.models.pattern}")
def test_an_open_row_lists_nothing(row):
    """Neither fields nor what contents hold; its thoughts go into a field, or stay as they came."""
    assert row.open
    assert {row.fields(role) for role in ROLES} == {row.parts(role) for role in ROLES} == {None}
    assert row.reasoning in {*FIELD_OF, None, ""}
    assert row.filler is None or row.reasoning in FIELD_OF


def test_every_provider_has_a_row_for_all_its_models():
    """The last row of each provider is for whichever model the others are not for; of open ones the others have OpenAI's layout."""
    for provider, variant in {(row.provider, row.variant) for row in DIALECTS if row.provider not in OPEN}:
        assert [row.models.pattern for row in rows(provider, variant)][-1] == ""


@pytest.mark.parametrize(
    ("name", "reasoning"),
    [
        ("mistral/mistral-large-latest", "thinking"),
        ("cerebras/zai-glm-4.7", "reasoning"),
        ("deepseek/deepseek-chat", "reasoning_content"),
        ("groq/openai/gpt-oss-120b", "reasoning"),
        ("groq/llama-3.3-70b-versatile", ""),
        ("xai/grok-4", ""),
        ("moonshotai/kimi-k2.6", "reasoning_content"),
        ("moonshot/moonshot-v1-8k", ""),
        ("openrouter/anthropic/claude-sonnet-4.5", "reasoning_details"),
        ("ollama/qwen3", "reasoning"),
        ("ollama.native/qwen3", "thinking field"),
        ("vllm/qwen3", "reasoning"),
        ("llamacpp/gpt-oss-20b", "reasoning_content"),
        ("zhipu/glm-4.6", "reasoning_content"),
        ("fireworks/kimi-k2", "reasoning_content"),
        ("minimax/minimax-m2", "think tags"),
    ],
)
def test_a_target_finds_its_row(name, reasoning):
    """The provider and the model of a target choose the row."""
    target = Target.of(name)

    assert dialect_of(target).provider == target.provider
    assert dialect_of(target).reasoning == reasoning


def test_targets_without_row():
    """A known provider without row has OpenAI's layout; for one that is not known everything stays as it came."""
    assert dialect_of(Target.of("openai/gpt-5.2")) is dialect_of(Target.of("together/x")) is USUAL
    assert dialect_of(Target.of("example/x")) is dialect_of(Target()) is AS_IT_CAME
    assert USUAL.open
    assert not USUAL.as_it_came
    assert AS_IT_CAME.as_it_came


def test_a_second_layout_is_named_behind_the_dot():
    """Ollama's own chat is `ollama.native`, one more dialect of the same format; other words behind a dot name none."""
    native, usual = Target.of("ollama.native/qwen3:4b"), Target.of({"provider": "ollama", "model_id": "qwen3:4b"})

    assert (native.provider, native.endpoint, native.model, native.dialect) == ("ollama", "openai-chat", "qwen3:4b", "native")
    assert (usual.endpoint, usual.dialect, Target.of("ollama.chat/x").dialect, Target.of("openai.native/x").dialect) == (
        "openai-chat",
        "",
        "",
        "",
    )


def test_models_choose_among_the_rows_of_one_provider():
    """GLM, gpt-oss and the others at Cerebras differ in whose thoughts they read, in roles and in images."""
    glm, oss, other = (dialect_of(Target.of(f"cerebras/{model}")) for model in ("zai-glm-4.7", "gpt-oss-120b", "gemma-4"))

    assert (glm.developer, oss.developer) == (False, True)
    assert ["image_url" in row.user_parts for row in (glm, oss, other)] == [False, False, True]


GLM, DEEPSEEK, MISTRAL, XAI = (Target.of(name) for name in ("cerebras/zai-glm-4.7", "deepseek/x", "mistral/magistral", "xai/grok-4"))
CLAUDE, GEMINI, QWEN = (Target.of(f"openrouter/{model}") for model in ("anthropic/claude-opus-4.5", "google/gemini-3-pro", "qwen/qwen3"))
NATIVE, MINIMAX = Target.of("ollama.native/qwen3"), Target.of("minimax/minimax-m2")
SIGNED = {"anthropic": {"signature": "Eq"}}


def detail(format, owner="openrouter"):
    """Return the options of a thought that came from OpenRouter."""
    return {owner: {"detail": {"type": "reasoning.text", "text": "Think.", "format": format}}}


OWN = {
    "the maker is the target's": (GLM, thought("reasoning", maker="cerebras/zai-glm-4.7")),
    "the maker in capitals": (GLM, thought("reasoning", maker="cerebras/ZAI-GLM-4.7")),
    "the maker counts, not the field": (GLM, thought("reasoning_content", maker="zai/glm-4.7")),
    "in another format": (DEEPSEEK, thought("reasoning", format="ai-sdk", maker="deepseek/deepseek-chat")),
    "nobody is named and the field is its own": (DEEPSEEK, thought("reasoning_content")),
    "a field of its own, if not the one it prefers": (Target.of("vllm/x"), thought("reasoning_content")),
    "the options are its own": (DEEPSEEK, thought(deepseek={"id": 1})),
    "a chunk": (MISTRAL, thought("thinking")),
    "a signed chunk": (MISTRAL, thought("thinking", mistral={"signature": "s"})),
    "Ollama's": (NATIVE, thought("thinking field")),
    "details of Claude's": (CLAUDE, thought("reasoning_details", **detail("anthropic-claude-v1"), **SIGNED)),
    "details of no known format": (CLAUDE, thought("reasoning_details", **detail("unknown"))),
    "a thought that Anthropic signed": (CLAUDE, thought(**SIGNED)),
    "what Anthropic made": (CLAUDE, thought(maker="anthropic/claude-opus-4-5", **SIGNED)),
    "details as the AI SDK keeps them": (GEMINI, thought(openrouter={"reasoning_details": [{"format": "google-gemini-v1"}]})),
    "what stood anywhere, where nothing is known": (Target.of("together/x"), thought("reasoning")),
    "MiniMax's details": (MINIMAX, thought("reasoning_details", **detail("MiniMax-response-v1"))),
}
FOREIGN = {
    "another maker in its field": (DEEPSEEK, thought("reasoning_content", maker="moonshot/kimi-k2.6")),
    "another model of the provider's": (GLM, thought("reasoning", maker="cerebras/gpt-oss-120b")),
    "another field": (GLM, thought("reasoning_content")),
    "another format": (DEEPSEEK, thought("reasoning_content", format="ai-sdk")),
    "no trace at all": (DEEPSEEK, thought()),
    "another's options": (DEEPSEEK, thought("reasoning_content", **SIGNED)),
    "a chunk elsewhere": (DEEPSEEK, thought("thinking")),
    "details of another family": (GEMINI, thought("reasoning_details", **detail("anthropic-claude-v1"), **SIGNED)),
    "details of a known format, for a model of none": (QWEN, thought("reasoning_details", **detail("google-gemini-v1"))),
    "another family by its maker": (GEMINI, thought("reasoning", maker="openrouter/qwen/qwen3")),
    "another family in the AI SDK's list": (GEMINI, thought(openrouter={"reasoning_details": [{"format": "xai-responses-v1"}]})),
    "a target that takes none": (XAI, thought("reasoning_content", maker="xai/grok-3-mini")),
    "a model that takes none": (Target.of("groq/llama-3.3-70b"), thought("reasoning", maker="groq/llama-3.3-70b")),
    "a chunk where nothing is known": (Target.of("together/x"), thought("thinking")),
    "OpenRouter's details at MiniMax": (MINIMAX, thought("reasoning_details", **detail("google-gemini-v1"))),
}


@pytest.mark.parametrize(("target", "part"), OWN.values(), ids=OWN)
def test_own_thoughts(target, part):
    """What its maker can read again is its own."""
    assert is_own_thought(part, dialect_of(target))


@pytest.mark.parametrize(("target", "part"), FOREIGN.values(), ids=FOREIGN)
def test_foreign_thoughts(target, part):
    """What another model made, or may have made, is not."""
    assert not is_own_thought(part, dialect_of(target))


def test_everything_is_own_where_all_stays_as_it_came():
    """Without a target nobody's thoughts are foreign."""
    assert is_own_thought(thought("thinking"), AS_IT_CAME)


def test_a_new_dialect_is_a_row():
    """A row says in words what its provider takes."""
    row = Dialect(provider="example", assistant="role, content, reasoning", assistant_parts="", reasoning="reasoning", makers="example/")

    assert row.assistant == {"role", "content", "reasoning"}
    assert row.assistant_parts == frozenset()
    assert (row.has("assistant", "reasoning"), row.has("assistant", "name"), row.has("user", "name")) == (True, False, True)
    assert is_own_thought(thought(maker="example/one"), row)
