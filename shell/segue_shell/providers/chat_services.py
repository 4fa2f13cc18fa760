"""Services that speak OpenAI's Chat Completions: where they are, and where their keys are looked for. Data alone.

Sources: each service's own API reference, and the names of environment variables that its SDK and LiteLLM read.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from attrs import frozen


@frozen
class Service:
    """A service behind OpenAI's wire format."""

    base_url: str = ""
    """Where it is; "" leaves it to the SDK, or to `base_of`."""
    keys: tuple[str, ...] = ()
    """The environment variables that may hold its key. A service without any needs none."""
    base_of: str = ""
    """An environment variable that holds its address, before `/openai/v1` where it is a resource of Azure's."""
    usage: bool = True
    """Streams tell figures where `stream_options` ask for them; services that do not know the field tell them anyway."""


SERVICES: Mapping[str, Service] = {
    "openai": Service("", ("OPENAI_API_KEY",), "OPENAI_BASE_URL"),
    "azure": Service("", ("AZURE_OPENAI_API_KEY",), "AZURE_OPENAI_ENDPOINT"),
    "mistral": Service("https://api.mistral.ai/v1", ("MISTRAL_API_KEY",), usage=False),
    "cerebras": Service("https://api.cerebras.ai/v1", ("CEREBRAS_API_KEY",)),
    "deepseek": Service("https://api.deepseek.com/v1", ("DEEPSEEK_API_KEY",)),
    "groq": Service("https://api.groq.com/openai/v1", ("GROQ_API_KEY",)),
    "xai": Service("https://api.x.ai/v1", ("XAI_API_KEY",)),
    "moonshot": Service("https://api.moonshot.ai/v1", ("MOONSHOT_API_KEY",)),
    "openrouter": Service("https://openrouter.ai/api/v1", ("OPENROUTER_API_KEY",)),
    "fireworks": Service("https://api.fireworks.ai/inference/v1", ("FIREWORKS_API_KEY",)),
    "together": Service("https://api.together.xyz/v1", ("TOGETHER_API_KEY", "TOGETHERAI_API_KEY")),
    "perplexity": Service("https://api.perplexity.ai", ("PERPLEXITY_API_KEY",), usage=False),
    "zai": Service("https://api.z.ai/api/paas/v4", ("ZAI_API_KEY", "ZHIPU_API_KEY")),
    "minimax": Service("https://api.minimax.io/v1", ("MINIMAX_API_KEY",)),
    "dashscope": Service("https://dashscope-intl.aliyuncs.com/compatible-mode/v1", ("DASHSCOPE_API_KEY",)),
    "google": Service("https://generativelanguage.googleapis.com/v1beta/openai", ("GEMINI_API_KEY", "GOOGLE_API_KEY")),
    "anthropic": Service("https://api.anthropic.com/v1", ("ANTHROPIC_API_KEY",)),
    "cohere": Service("https://api.cohere.ai/compatibility/v1", ("CO_API_KEY", "COHERE_API_KEY")),
    "nvidia": Service("https://integrate.api.nvidia.com/v1", ("NVIDIA_API_KEY",)),
    "huggingface": Service("https://router.huggingface.co/v1", ("HF_TOKEN",)),
    "novita": Service("https://api.novita.ai/openai/v1", ("NOVITA_API_KEY",)),
    "opencode": Service("https://opencode.ai/zen/v1", ("OPENCODE_API_KEY",)),
    "ollama": Service("http://localhost:11434/v1"),
    "vllm": Service("http://localhost:8000/v1"),
    "llamacpp": Service("http://localhost:8080/v1"),
    "sglang": Service("http://localhost:30000/v1"),
    "lmstudio": Service("http://localhost:1234/v1"),
    "localai": Service("http://localhost:8080/v1"),
    "mlx": Service("http://localhost:8080/v1"),
    "jan": Service("http://localhost:1337/v1"),
    "transformers": Service("http://localhost:8000/v1"),
    "docker": Service("http://localhost:12434/engines/v1"),
}
"""By the provider's name, as `Target` spells it."""
NO_KEY = "none"
"""What a service is given that needs no key: the SDK wants one."""


def address(provider: str, base_url: str | None) -> str | None:
    """Return where a provider is; None leaves it to the SDK. Raises `ValueError` where nobody says.

    >>> address("groq", None), address("groq", "http://localhost:1")
    ('https://api.groq.com/openai/v1', 'http://localhost:1')
    """
    service = SERVICES.get(provider, Service())
    if base_url or service.base_url or provider == "openai":
        return base_url or service.base_url or None
    told = os.environ.get(service.base_of, "") if service.base_of else ""
    if not told:
        where = f"set {service.base_of}, or pass" if service.base_of else "pass"
        message = f"segue does not know where {provider or 'this model'} is: {where} base_url"
        raise ValueError(message)
    return f"{told.rstrip('/')}/openai/v1"


def key(provider: str, api_key: str | None) -> str:
    """Return the key of a provider: the one given, else the environment's. Raises `ValueError` where it needs one and there is none."""
    names = SERVICES.get(provider, Service()).keys
    found = api_key or next((value for name in names if (value := os.environ.get(name))), "")
    if names and not found:
        message = f"no key for {provider}: set {' or '.join(names)}, or pass api_key"
        raise ValueError(message)
    return found or NO_KEY
