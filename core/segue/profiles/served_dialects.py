"""The dialects of servers of open models, and of gateways to others: more rows of `segue.profiles.dialects`."""

from __future__ import annotations

from datetime import date
from functools import partial

from segue.profiles.dialect import Dialect, Source, read_on

_SAID, _NAMED = "role, content", "role, content, name"
_RESULT = "role, content, tool_call_id"
_CALL = "id, type, function"
_GITHUB = "https://github.com"
_read = partial(read_on, date(2026, 11, 30))
_V4, _KIMI = r"deepseek-?(v3\.[2-9]|v[4-9]|reasoner)", "kimi"


def _server(provider: str, address: str, *, parts: str = "text, image_url", arguments: str = "text") -> Dialect:
    """Write for what fills a template without making contents alike first: they are a string, and never null."""
    return Dialect(
        provider=provider, developer=False, nulls=False, arguments=arguments, sources=_read(address),
        system=_SAID, user=_SAID, assistant=f"{_SAID}, tool_calls, reasoning_content, reasoning, thinking", tool=f"{_RESULT}, name",
        call=_CALL, system_parts="", user_parts=parts, assistant_parts="", tool_parts="",
        reasoning="reasoning_content", makers=f"{provider}/", tokens=provider,
    )  # fmt: skip


def _returning(provider: str, models: str, filler: str, sources: tuple[Source, ...]) -> Dialect:
    """Return thoughts through a gateway as well: it demands what the model's maker demands."""
    return Dialect(
        provider=provider, models=models, sources=sources,
        reasoning="reasoning_content", makers=f".*({models})", tokens=provider, filler=filler,
    )  # fmt: skip


def _gateway(provider: str, *addresses: str) -> tuple[Dialect, ...]:
    sources = _read(*addresses)
    return _returning(provider, _V4, "", sources), _returning(provider, _KIMI, " ", sources)


SERVED: tuple[Dialect, ...] = (
    _server("sglang", f"{_GITHUB}/sgl-project/sglang/issues/25358"),
    _server("lmstudio", f"{_GITHUB}/lmstudio-ai/lmstudio-bug-tracker/issues/2298"),
    _server("localai", f"{_GITHUB}/mudler/LocalAI/pull/10256"),
    _server("mlx", f"{_GITHUB}/ml-explore/mlx-lm/pull/821"),
    _server("jan", f"{_GITHUB}/janhq/jan/issues/8136"),
    _server("docker", f"{_GITHUB}/ggml-org/llama.cpp/issues/19851"),
    _server("transformers", f"{_GITHUB}/QwenLM/Qwen3-Coder/issues/444", parts="", arguments="object"),
    Dialect(
        provider="nvidia", developer=False, nulls=False, sources=_read(f"{_GITHUB}/NousResearch/hermes-agent/issues/20154"),
        system=_SAID, user=_SAID, assistant=f"{_SAID}, tool_calls, reasoning_content", tool=_RESULT, call=_CALL,
        system_parts="text", user_parts="text, image_url", assistant_parts="text", tool_parts="text",
        reasoning="reasoning_content", makers="nvidia/", tokens="nvidia",
    ),
    Dialect(
        provider="dashscope", developer=False, nulls=False, sources=_read(f"{_GITHUB}/QwenLM/qwen-code/issues/5265"),
        system=_SAID, user=_SAID, assistant=f"{_SAID}, tool_calls, reasoning_content, partial", tool=_RESULT, call=_CALL,
        system_parts="text", user_parts="text, image_url, input_audio, video_url", assistant_parts="text", tool_parts="text",
        reasoning="reasoning_content", makers="(dashscope|qwen|alibaba)/", tokens="dashscope, alibaba, qwen", marks="cache_control",
    ),
    Dialect(
        provider="perplexity", developer=False, reasoning="", sources=_read("https://docs.perplexity.ai/api-reference/chat-completions-post"),
    ),
    Dialect(
        provider="cohere", developer=False, sources=_read("https://docs.cohere.com/reference/chat"),
        system=_SAID, user=_SAID, assistant=f"{_SAID}, tool_calls, tool_plan, citations", tool=_RESULT, call=_CALL,
        system_parts="text", user_parts="text, image_url", assistant_parts="text", tool_parts="text", reasoning="",
    ),
    Dialect(
        provider="ifm", developer=False, every=True, sources=_read("https://docs.ifm.ai/#/multi-turn"),
        reasoning="reasoning_content", makers="ifm/", tokens="ifm", filler="",
    ),
    Dialect(provider="copilot", reasoning="", sources=_read(f"{_GITHUB}/anomalyco/opencode/issues/4468")),
    Dialect(provider="google", developer=False, signed=True, reasoning="", sources=_read("https://ai.google.dev/gemini-api/docs/openai")),
    Dialect(
        provider="vertex", signed=True, reasoning="", sources=_read("https://docs.cloud.google.com/vertex-ai/generative-ai/docs/start/openai")
    ),
    *_gateway("huggingface", f"{_GITHUB}/huggingface/responses.js/pull/54", f"{_GITHUB}/huggingface/chat-ui/pull/2470"),
    *_gateway("novita", f"{_GITHUB}/huggingface/responses.js/pull/54"),
    *_gateway("opencode", f"{_GITHUB}/anomalyco/opencode/issues/4468"),
)  # fmt: skip
"""Rows of servers and gateways."""
