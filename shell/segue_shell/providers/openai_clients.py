"""Clients of OpenAI's SDK, for OpenAI and for other services, and what the providers on it share."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from attrs import evolve

from segue.targets import Target
from segue_shell.providers.chat_services import address, key
from segue_shell.providers.clients import Clients, secrets_in
from segue_shell.providers.posting import PostingProvider
from segue_shell.providers.sdks import given, home, sdk


def openai_clients(
    module: ModuleType,
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

    return Clients(lambda: made(module.OpenAI), lambda: made(module.AsyncOpenAI)), (held, *secrets_in(headers))


class OpenAIProvider(PostingProvider):
    """What the providers on OpenAI's SDK share. A subclass names its endpoint; `OpenAIChatProvider` tells of the arguments."""

    endpoint: str

    def __init__(
        self,
        target: object,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        headers: Mapping[str, str] | None = None,
        client: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        made, spoken = sdk("openai", "openai"), Target.of(target)
        clients, secrets = openai_clients(made, home(spoken), api_key, base_url, timeout, max_retries, headers, client)
        super().__init__(evolve(spoken, endpoint=self.endpoint), made, clients, secrets, options)
