"""The dialects of Chat Completions, a row each: what providers made of OpenAI's messages. Adding one is adding a row.

Sources are the providers' own references, the request types of their SDKs, and what was measured where these say nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache, partial

from segue.profiles.dialect import CHUNKS, DETAILS, FIELD_OF, FORMAT, TAGS, Dialect, Source, Words, form_of, is_own_thought, read_on
from segue.profiles.served_dialects import SERVED
from segue.targets import Target

_SAID = "role, content"
_NAMED = "role, content, name"
_RESULT = "role, content, tool_call_id"
_CALL = "id, type, function"
_IMAGES = "text, image_url"
_GITHUB = "https://github.com"


_read = partial(read_on, date(2026, 11, 30))

AS_IT_CAME = Dialect(made_ids=False)
"""No dialect at all: what was read is written as it stood."""
USUAL = Dialect()
"""A provider's of which nothing is known that differs from OpenAI's."""

_CEREBRAS = _read(
    "https://inference-docs.cerebras.ai/capabilities/reasoning", f"{_GITHUB}/Cerebras/cerebras-cloud-sdk-python",
    f"{_GITHUB}/Kilo-Org/kilocode/issues/10375", f"{_GITHUB}/proxysoul/Empryo/pull/209",
)  # fmt: skip
_MISTRAL = _read(
    "https://docs.mistral.ai/capabilities/reasoning/", "https://docs.mistral.ai/capabilities/audio/",
    f"{_GITHUB}/mistralai/client-python", f"{_GITHUB}/mistralai/mistral-common", f"{_GITHUB}/BerriAI/litellm/issues/30835",
)  # fmt: skip
_GROQ = _read("https://console.groq.com/docs/reasoning", f"{_GITHUB}/groq/groq-python", f"{_GITHUB}/janhq/jan/issues/8136")
_OPENROUTER = _read(
    "https://openrouter.ai/docs/use-cases/reasoning-tokens", "https://openrouter.ai/docs/features/multimodal/pdfs",
    f"{_GITHUB}/OpenRouterTeam/python-sdk",
    f"{_GITHUB}/microsoft/agent-framework/issues/2947", f"{_GITHUB}/UKGovernmentBEIS/inspect_ai/pull/3987",
)  # fmt: skip
_MOONSHOT = _read(
    "https://platform.moonshot.ai/docs/api/chat", "https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model",
    f"{_GITHUB}/theopenco/llmgateway/pull/2093", f"{_GITHUB}/earendil-works/pi/pull/8109",
)  # fmt: skip


def _mistral(models: str, sound: str) -> Dialect:
    """Mistral refuses every field that it does not list, and sound where the model does not hear."""
    return Dialect(
        provider="mistral", models=models, sources=_MISTRAL, developer=False,
        system=_SAID, user=_SAID, assistant=f"{_SAID}, tool_calls, prefix", tool=f"{_RESULT}, name", call=f"{_CALL}, index",
        system_parts="text, thinking", user_parts=f"{_IMAGES}, image_url string, document_url, file id, reference{sound}",
        assistant_parts="text, thinking, reference", tool_parts="text, reference", arguments="either",
        reasoning=CHUNKS, makers="mistral/", tokens="mistral",
    )  # fmt: skip


def _cerebras(models: str, makers: str, parts: str, *, developer: bool = False) -> Dialect:
    """Cerebras answers with `reasoning`, takes it back under that name from any model, and refuses all others."""
    return Dialect(
        provider="cerebras", models=models, sources=_CEREBRAS, developer=developer,
        system=_NAMED, user=_NAMED, assistant=f"{_NAMED}, reasoning, tool_calls", tool=f"{_RESULT}, name", call=f"{_CALL}, index",
        system_parts="text", user_parts=parts, assistant_parts="text", tool_parts="text",
        reasoning="reasoning", makers=makers, tokens="cerebras",
    )  # fmt: skip


def _groq(models: str, reasoning: str) -> Dialect:
    """Groq takes `reasoning` where the model reasons, and refuses `reasoning_content` everywhere."""
    return Dialect(
        provider="groq", models=models, sources=_GROQ,
        system=_NAMED, user=_NAMED, assistant=f"{_NAMED}, tool_calls, {reasoning}", tool=_RESULT, call=_CALL,
        system_parts="text", user_parts=f"{_IMAGES}, document", assistant_parts="text", tool_parts="text",
        reasoning=reasoning, makers="groq/", tokens="groq",
    )  # fmt: skip


def _moonshot(models: str, reasoning: str, filler: str | None) -> Dialect:
    """Kimi demands its thoughts back beside calls, and takes an empty text for none: one blank will do."""
    return Dialect(
        provider="moonshot", models=models, sources=_MOONSHOT, developer=False,
        system=_NAMED, user=_NAMED, assistant=f"{_NAMED}, tool_calls, partial, {reasoning}", tool=f"{_RESULT}, name", call=_CALL,
        system_parts="text", user_parts=f"{_IMAGES}, image_url string, video_url", assistant_parts="text", tool_parts=_IMAGES,
        reasoning=reasoning, makers="moonshot(ai)?/", tokens="moonshot, moonshotai", filler=filler,
    )  # fmt: skip


def _openrouter(models: str, makers: str, formats: str | None, tokens: str = "openrouter") -> Dialect:
    """OpenRouter hands details on to the model behind it, which reads those of its own family alone.

    It takes back the annotations of documents that it has parsed, so that it need not parse, and charge for, them again.
    """
    return Dialect(
        provider="openrouter", models=models, sources=_OPENROUTER,
        system=_NAMED, user=_NAMED, tool=_RESULT, call=_CALL,
        assistant=f"{_NAMED}, tool_calls, refusal, reasoning, reasoning_details, audio, images, annotations",
        marks="cache_control, prompt_cache_breakpoint",
        system_parts="text", user_parts=f"{_IMAGES}, input_audio, file, video_url", assistant_parts="text, images url",
        tool_parts=f"{_IMAGES}, file",
        reasoning=DETAILS, makers=makers, tokens=tokens, formats=formats,
    )  # fmt: skip


DIALECTS: tuple[Dialect, ...] = (
    _mistral(r"voxtral", ", input_audio string"),
    _mistral(r"", ""),
    _cerebras(r"glm", "(cerebras|zai|zhipu)/.*glm", "text"),
    _cerebras(r"gpt-oss", "cerebras/.*gpt-oss", "text", developer=True),
    _cerebras(r"", "cerebras/", _IMAGES),
    Dialect(
        provider="deepseek", developer=False,
        sources=_read(
            "https://api-docs.deepseek.com/guides/thinking_mode", "https://api-docs.deepseek.com/api/create-chat-completion",
            f"{_GITHUB}/cline/cline/issues/230",
        ),
        system=_NAMED, user=_NAMED, assistant=f"{_NAMED}, prefix, reasoning_content, tool_calls", tool=_RESULT, call=_CALL,
        system_parts="", user_parts="", assistant_parts="", tool_parts="",
        reasoning="reasoning_content", makers="deepseek/", tokens="deepseek", filler="",
    ),
    _groq(r"gpt-oss|qwen|deepseek|minimax", "reasoning"),
    _groq(r"", ""),
    Dialect(
        provider="xai", developer=False, nulls=False,
        sources=_read(
            "https://docs.x.ai/developers/model-capabilities/text/comparison", "https://docs.x.ai/docs/api-reference",
            f"{_GITHUB}/AstrBotDevs/AstrBot/issues/6447", f"{_GITHUB}/langchain-ai/langchain/issues/34140",
        ),
        system=_NAMED, user=_NAMED, assistant=f"{_NAMED}, tool_calls", tool=_RESULT, call=_CALL,
        system_parts="text", user_parts=_IMAGES, assistant_parts="text", tool_parts="text", reasoning="",
    ),
    _moonshot(r"moonshot-v1", "", None),
    _moonshot(r"", "reasoning_content", " "),
    _openrouter(r"^~?anthropic/", "openrouter/~?anthropic/|anthropic/", "anthropic-claude-v1", "openrouter, anthropic"),
    _openrouter(r"^~?openai/", "openrouter/~?openai/", "openai-responses-v1, azure-openai-responses-v1, bedrock-openai-responses-v1"),
    _openrouter(r"^~?google/", "openrouter/~?google/", "google-gemini-v1"),
    _openrouter(r"^~?x-ai/", "openrouter/~?x-ai/", "xai-responses-v1, bedrock-xai-responses-v1"),
    _openrouter(r"^~?meta", "openrouter/~?meta", "meta-responses-v1"),
    _openrouter(r"", "openrouter/(?!~?(anthropic|openai|google|x-ai|meta))", ""),
    Dialect(
        provider="ollama", developer=False, remote=False,
        sources=_read("https://docs.ollama.com/api/openai-compatibility", f"{_GITHUB}/ollama/ollama/blob/main/openai/openai.go"),
        system=_SAID, user=_SAID, assistant=f"{_SAID}, reasoning, tool_calls", tool=f"{_RESULT}, name", call=f"{_CALL}, index",
        system_parts="text", user_parts=f"{_IMAGES}, image_url string", assistant_parts="", tool_parts="",
        reasoning="reasoning", makers=r"ollama(\.native)?/", tokens="ollama",
    ),
    Dialect(
        provider="ollama", variant="native", developer=False, remote=False, nulls=False, arguments="object", made_ids=False,
        sources=_read(
            "https://docs.ollama.com/api/chat", f"{_GITHUB}/ollama/ollama-python", f"{_GITHUB}/ollama/ollama/blob/main/api/types.go",
            f"{_GITHUB}/BerriAI/litellm/issues/11273", f"{_GITHUB}/aliasrobotics/cai/issues/76",
        ),
        system=_SAID, user=f"{_SAID}, images", assistant=f"{_SAID}, thinking, images, tool_calls",
        tool=f"{_SAID}, images, tool_name, tool_call_id", call="id, function",
        system_parts="", user_parts="images", assistant_parts="images", tool_parts="images",
        reasoning="thinking field", makers=r"ollama(\.native)?/", tokens="ollama",
    ),
    Dialect(
        provider="vllm", nulls=False,
        sources=_read(
            "https://docs.vllm.ai/en/latest/features/reasoning_outputs/",
            f"{_GITHUB}/vllm-project/vllm/blob/main/vllm/entrypoints/chat_utils.py",
        ),
        system=_NAMED, user=_NAMED, assistant=f"{_NAMED}, tool_calls, reasoning, reasoning_content, refusal", tool=f"{_RESULT}, name",
        call=_CALL, system_parts="text", assistant_parts="text, refusal", tool_parts=_IMAGES,
        user_parts=f"{_IMAGES}, image_url string, input_audio, audio_url, video_url, image_embeds",
        reasoning="reasoning", makers="vllm/", tokens="vllm",
    ),
    Dialect(
        provider="llamacpp", developer=False, nulls=False, arguments="either",
        sources=_read(
            f"{_GITHUB}/ggml-org/llama.cpp/blob/master/tools/server/README.md", f"{_GITHUB}/ggml-org/llama.cpp/pull/16934",
            f"{_GITHUB}/ggml-org/llama.cpp/blob/master/docs/multimodal.md",
        ),
        system=_SAID, user=_SAID, assistant=f"{_SAID}, tool_calls, reasoning_content", tool=f"{_RESULT}, name", call=_CALL,
        system_parts="text", user_parts=f"{_IMAGES}, input_audio", assistant_parts="text", tool_parts="text",
        reasoning="reasoning_content", makers="llamacpp/", tokens="llamacpp",
    ),
    Dialect(
        provider="fireworks", developer=False,
        sources=_read(
            f"{_GITHUB}/fw-ai-external/python-sdk", f"{_GITHUB}/BerriAI/litellm/pull/39962", f"{_GITHUB}/maximhq/bifrost/issues/2405",
        ),
        system=_SAID, user=_SAID, assistant=f"{_SAID}, reasoning_content, tool_calls", tool=_RESULT, call=_CALL,
        system_parts="text", user_parts=f"{_IMAGES}, video_url", assistant_parts="text", tool_parts="text",
        reasoning="reasoning_content", makers="fireworks/", tokens="fireworks",
    ),
    Dialect(
        provider="zai", developer=False,
        sources=_read("https://docs.z.ai/guides/capabilities/thinking-mode", f"{_GITHUB}/earendil-works/pi/issues/547"),
        system=_SAID, user=_SAID, assistant=f"{_SAID}, reasoning_content, tool_calls", tool=_RESULT, call=_CALL,
        system_parts="text", user_parts=f"{_IMAGES}, video_url, file_url", assistant_parts="text", tool_parts="text",
        reasoning="reasoning_content", makers="(zai|zhipu)/", tokens="zai",
    ),
    Dialect(
        provider="minimax", developer=False,
        sources=_read(
            "https://platform.minimax.io/docs/guides/text-m2-function-call", f"{_GITHUB}/vellum-ai/vellum-assistant/pull/34556",
            f"{_GITHUB}/decolua/9router/pull/2231",
        ),
        system=_NAMED, user=_NAMED, assistant=f"{_NAMED}, reasoning_details, tool_calls", tool=_RESULT, call=_CALL,
        system_parts="", user_parts="", assistant_parts="", tool_parts="",
        reasoning=TAGS, makers="minimax/", tokens="minimax, openrouter", formats="MiniMax-response-v1",
    ),
    *SERVED,
)  # fmt: skip
"""Every dialect that is known. Of a provider's rows the first counts that is for the model."""


def dialect_of(target: Target) -> Dialect:
    """Return how messages are written for a target: as the caller says, or a row does; `USUAL` where none is for it.

    `AS_IT_CAME` where the target is not known. `TypeError` for a mapping with a key that no dialect has.

    >>> dialect_of(Target.of("deepseek/deepseek-chat")).reasoning, dialect_of(Target.of("openai/gpt-5.2")) is USUAL
    ('reasoning_content', True)
    """
    if isinstance(target.layout, Dialect):
        return target.layout
    if isinstance(target.layout, Mapping):
        return Dialect(provider=target.provider, **target.layout)
    usual = USUAL if target.known else AS_IT_CAME
    return next((row for row in rows(target.provider, target.dialect) if row.models.search(target.likeness)), usual)


@lru_cache(maxsize=256)
def rows(provider: str, variant: str = "") -> Sequence[Dialect]:
    """Return the rows of a provider, or of a second layout that it has."""
    return tuple(row for row in DIALECTS if row.provider == provider and row.variant == variant)


__all__ = [
    "AS_IT_CAME", "CHUNKS", "DETAILS", "DIALECTS", "FIELD_OF", "FORMAT", "TAGS", "USUAL", "Dialect", "Source", "Words", "dialect_of",
    "form_of", "is_own_thought", "rows",
]  # fmt: skip
