"""Clients of OpenAI's SDK, for OpenAI and for other services."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from segue_shell.providers.chat_services import address, key
from segue_shell.providers.clients import Clients, secrets_in
from segue_shell.providers.sdks import given


def openai_clients(
    sdk: ModuleType,
    provider: str,
    api_key: str | None,
    base_url: str | None,
    timeout: float | None,
    max_retries: int | None,
    headers: Mapping[str, str] | None,
    client: Mapping[str, Any] | None,
) -> tuple[Clients, tuple[str, ...]]:
    """Return clients for a provider, and what is secret in what they were given. Raises `ValueError` where there is no key or address."""
    held = key(provider, api_key)
    arguments = given(
        api_key=held, base_url=address(provider, base_url), timeout=timeout, max_retries=max_retries, default_headers=headers
    ) | dict(client or {})  # fmt: skip

    def made(kind: Any) -> Any:
        client = kind(**arguments)
        if provider != "openai":  # whose account at OpenAI is in the environment is nobody else's business
            client.organization = client.project = None
        return client

    return Clients(lambda: made(sdk.OpenAI), lambda: made(sdk.AsyncOpenAI)), (held, *secrets_in(headers))
