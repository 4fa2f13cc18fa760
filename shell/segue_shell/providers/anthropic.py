"""Anthropic's Messages API, through its SDK (`pip install 'segue[anthropic]'`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from segue.failures import CallFailure
from segue.targets import Target
from segue_shell.providers.anthropic_clients import KEYS, anthropic_clients
from segue_shell.providers.anthropic_events import AnthropicPieces
from segue_shell.providers.posting import PostingProvider
from segue_shell.providers.protocol import Reply
from segue_shell.providers.refusals import ErrorReply, failure_of
from segue_shell.providers.replies import reply
from segue_shell.providers.sdks import home, sdk
from segue_shell.providers.wire import Wire

_OLD, _NEW = 4096, 16_000
"""What `max_tokens` is where nobody said, which the API demands: what each model before Claude 4 can write, and each one since."""


_NO_KEY = "Could not resolve authentication method"


class AnthropicProvider(PostingProvider):
    """A Claude at Anthropic, at Vertex (`vertex/claude-…`) or Bedrock (`bedrock.anthropic/…`), or whatever speaks the Messages API.

    `options` are fields of the body, in the API's words: `max_tokens`, `temperature`, `thinking`, … What a request itself carries
    comes first. `headers` go with each request; `client` holds further arguments for the SDK's clients, such as `auth_token`, `profile`,
    `region` or `aws_region`. Without `api_key` the SDK looks for credentials: `ANTHROPIC_API_KEY`, `ANTHROPIC_AUTH_TOKEN`, profiles,
    those of Google and Amazon; for a service of somebody else the environment is asked as for `OpenAIChatProvider`. `timeout` is in
    seconds. Raises `ImportError` where the SDK is not installed, `ValueError` where a service's key or address is not known.

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
        clients, secrets = anthropic_clients(made, home(spoken), api_key, base_url, timeout, max_retries, headers, client)
        super().__init__(evolve(spoken, endpoint="anthropic"), made, clients, secrets, options)

    def failure(self, error: Exception, secrets: tuple[str, ...]) -> CallFailure:
        """Return what an exception of the SDK tells; where it found no key, where one is looked for."""
        found = failure_of(error, secrets)
        if found.status is not None or not found.message.strip('"').startswith(_NO_KEY):
            return found
        return evolve(found, message=f"no key for {home(self.target)}: set {KEYS[0]}")

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
