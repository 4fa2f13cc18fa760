"""The provider for a target."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from segue.targets import PROVIDERS, Target
from segue_shell.providers.protocol import Provider
from segue_shell.providers.sdks import home

_KNOWN = frozenset(name for name, _ in PROVIDERS.values())


def provider(
    target: object,
    *,
    api_key: str | None = None,
    base_url: str | None = None,
    timeout: float | None = None,
    max_retries: int | None = None,
    headers: Mapping[str, str] | None = None,
    client: Mapping[str, Any] | None = None,
    **options: Any,
) -> Provider:
    """Return the provider that calls a target, which is anything `Target.of` reads: `"anthropic/claude-sonnet-4-5"`.

    What else is given are fields of the body, in the provider's words: `provider("openai/gpt-5.2", temperature=0)`. Without
    `api_key`, keys are taken from the environment, under the names that the provider's own SDK reads. A model that segue does not
    know is taken to speak Chat Completions at `base_url`. `timeout` is in seconds; `max_retries` and `client` (further arguments for
    its clients) go to the SDK. Raises `ValueError` for a target without a model or an address, or without a key; `ImportError` where
    the SDK is missing, naming the extra to install.

        claude = provider("anthropic/claude-sonnet-4-5", max_tokens=2000)
        local = provider("vllm/qwen3", base_url="http://localhost:8000/v1")
    """
    spoken = Target.of(target)
    if not spoken.model:
        message = f"{target!r} names no model: write provider/model"
        raise ValueError(message)
    make = _maker(spoken, base_url)
    return make(
        spoken, api_key=api_key, base_url=base_url, timeout=timeout, max_retries=max_retries, headers=headers, client=client,
        options=options,
    )  # fmt: skip


def _maker(target: Target, base_url: str | None) -> Callable[..., Provider]:
    if target.dialect:
        message = f"segue calls {target.provider} at its endpoint for OpenAI's clients: write {target.provider}/{target.model}"
        raise ValueError(message)
    if base_url is None and home(target) not in _KNOWN:
        near = f"; did you mean {' or '.join(target.near)}?" if target.near else ""
        message = f"{home(target) or target} is no provider segue knows{near}: a service of your own needs base_url"
        raise ValueError(message)
    return _MAKERS[target.endpoint or "openai-chat"]()


def _anthropic() -> Callable[..., Provider]:
    from segue_shell.providers.anthropic import AnthropicProvider  # noqa: PLC0415  # one provider of many is wanted

    return AnthropicProvider


def _chat() -> Callable[..., Provider]:
    from segue_shell.providers.openai_chat import OpenAIChatProvider  # noqa: PLC0415  # as above

    return OpenAIChatProvider


def _responses() -> Callable[..., Provider]:
    from segue_shell.providers.openai_responses import OpenAIResponsesProvider  # noqa: PLC0415  # as above

    return OpenAIResponsesProvider


def _google() -> Callable[..., Provider]:
    from segue_shell.providers.google import GoogleProvider  # noqa: PLC0415  # as above

    return GoogleProvider


def _bedrock() -> Callable[..., Provider]:
    from segue_shell.providers.bedrock import BedrockProvider  # noqa: PLC0415  # as above

    return BedrockProvider


_MAKERS: Mapping[str, Callable[[], Callable[..., Provider]]] = {
    "anthropic": _anthropic, "openai-chat": _chat, "openai-responses": _responses, "gemini": _google,
    "bedrock-converse": _bedrock,
}  # fmt: skip
