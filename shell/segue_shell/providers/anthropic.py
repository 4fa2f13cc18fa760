"""Anthropic's Messages API, through its SDK (`pip install 'segue[anthropic]'`)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from segue.targets import Target
from segue_shell.providers.anthropic_events import AnthropicPieces
from segue_shell.providers.clients import Clients, secrets_in
from segue_shell.providers.posting import PostingProvider
from segue_shell.providers.protocol import Reply
from segue_shell.providers.refusals import ErrorReply
from segue_shell.providers.replies import reply
from segue_shell.providers.sdks import given, sdk
from segue_shell.providers.wire import Wire

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
"""Where the SDK looks for a key, whose values are therefore masked."""
_OLD, _NEW = 4096, 16_000
"""What `max_tokens` is where nobody said, which the API demands: what each model before Claude 4 can write, and each one since."""


class AnthropicProvider(PostingProvider):
    """A Claude at Anthropic, or whatever speaks its Messages API at `base_url`.

    `options` are fields of the body, in the API's words: `max_tokens`, `temperature`, `thinking`, … What a request itself carries
    comes first. `headers` go with each request; `client` holds further arguments for the SDK's clients, such as `auth_token` or
    `profile`. Without `api_key` the SDK looks for credentials: `ANTHROPIC_API_KEY`, `ANTHROPIC_AUTH_TOKEN`, profiles. `timeout` is
    in seconds. Raises `ImportError` where the SDK is not installed.

        claude = AnthropicProvider("anthropic/claude-sonnet-4-5", options={"max_tokens": 2000})
        outcome = claude.call(Request(prompt(user("Hello"))))
    """

    path = "/v1/messages"

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
        made, spoken = sdk("anthropic", "anthropic"), Target.of(target)
        arguments = given(api_key=api_key, base_url=base_url, timeout=timeout, max_retries=max_retries, default_headers=headers)
        arguments |= client or {}
        clients = Clients(lambda: made.Anthropic(**arguments), lambda: made.AsyncAnthropic(**arguments))
        secrets = (api_key, arguments.get("auth_token"), *(os.environ.get(name) for name in KEYS), *secrets_in(headers))
        super().__init__(evolve(spoken, endpoint="anthropic"), made, clients, secrets, options)

    def body(self, payload: Wire, *, streamed: bool) -> Wire:
        """Return a payload as it is sent."""
        most = _NEW if self.target.since((4, 0)) else _OLD
        told = {"max_tokens": most, **self._options, **payload, "model": self.target.model}
        return {**told, "stream": True} if streamed else {key: told[key] for key in told if key != "stream"}

    def pieces(self) -> AnthropicPieces:
        """Return what puts a streamed reply together."""
        return AnthropicPieces()

    def read(self, answer: Wire) -> Reply:
        """Read a whole reply. Raises `ErrorReply` and `UnreadableReply`."""
        if answer.get("type") == "error" or ("error" in answer and "content" not in answer):
            raise ErrorReply(answer)
        said = {"role": answer.get("role"), "content": answer.get("content")}
        return reply([said], self.target, model=answer.get("model"), usage=answer.get("usage"), finish=answer.get("stop_reason"))
