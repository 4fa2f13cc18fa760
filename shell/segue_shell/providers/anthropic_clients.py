"""Clients of Anthropic's SDK: for Anthropic, for Claude at Vertex and Bedrock, and for services that speak the same API."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from segue_shell.providers.chat_services import key
from segue_shell.providers.clients import Clients, secrets_in
from segue_shell.providers.sdks import given

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
"""Where the SDK looks for Anthropic's key, whose values are therefore masked."""
_KINDS = {"anthropic": "Anthropic", "vertex": "AnthropicVertex", "bedrock": "AnthropicBedrock"}
_HOMES = {
    "deepseek": "https://api.deepseek.com/anthropic", "moonshot": "https://api.moonshot.ai/anthropic",
    "zai": "https://api.z.ai/api/anthropic", "minimax": "https://api.minimax.io/anthropic", "openrouter": "https://openrouter.ai/api",
    "ollama": "http://localhost:11434", "vllm": "http://localhost:8000", "llamacpp": "http://localhost:8080",
}  # fmt: skip
"""Services with an endpoint for Anthropic's clients. Source: their own documents."""
_SECRETS = ("api_key", "auth_token", "access_token", "aws_secret_key", "aws_session_token")


def anthropic_clients(
    sdk: ModuleType,
    provider: str,
    api_key: str | None,
    base_url: str | None,
    timeout: float | None,
    max_retries: int | None,
    headers: Mapping[str, str] | None,
    client: Mapping[str, Any] | None,
) -> tuple[Clients, tuple[str | None, ...]]:
    """Return clients for a provider, and what is secret in what they were given. Raises `ValueError` where there is no key or address."""
    arguments = given(base_url=_address(provider, base_url), timeout=timeout, max_retries=max_retries, default_headers=headers)
    arguments |= _credentials(provider, api_key) | dict(client or {})
    kind = _KINDS.get(provider, "Anthropic")
    secrets = (*(arguments.get(name) for name in _SECRETS), *(os.environ.get(name) for name in KEYS), *secrets_in(headers))
    return Clients(lambda: getattr(sdk, kind)(**arguments), lambda: getattr(sdk, f"Async{kind}")(**arguments)), secrets


def _address(provider: str, base_url: str | None) -> str | None:
    """Return where a provider is; None leaves it to the SDK."""
    if base_url or provider in _KINDS:
        return base_url
    if provider in _HOMES:
        return _HOMES[provider]
    message = f"segue does not know where {provider or 'this model'} speaks Anthropic's API: pass base_url"
    raise ValueError(message)


def _credentials(provider: str, api_key: str | None) -> dict[str, Any]:
    """Return a key as an argument. Where there is none, the SDK looks for credentials of Anthropic, Google and Amazon, and no others."""
    if provider not in _KINDS:
        return {"api_key": key(provider, api_key)}
    return given(**{"access_token" if provider == "vertex" else "api_key": api_key})
