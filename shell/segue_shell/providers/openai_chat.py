"""Chat Completions of OpenAI, and of the many services that took it over, through OpenAI's SDK (`pip install 'segue[openai]'`)."""

from __future__ import annotations

from segue_shell.providers.chat_events import ChatPieces, check
from segue_shell.providers.chat_services import SERVICES, Service
from segue_shell.providers.openai_clients import OpenAIProvider
from segue_shell.providers.protocol import Reply
from segue_shell.providers.refusals import UnreadableReply
from segue_shell.providers.replies import reply
from segue_shell.providers.wire import Wire, mapping, objects

_STREAMED = frozenset({"stream", "stream_options"})


class OpenAIChatProvider(OpenAIProvider):
    """A model behind Chat Completions: at OpenAI, at a service that `chat_services` knows by name, or at `base_url`.

    `options` are fields of the body, in the service's words: `max_tokens`, `temperature`, `reasoning_effort`, … What a request itself
    carries comes first. `headers` go with each request; `client` holds further arguments for the SDK's clients. Without `api_key`
    the environment is asked. `timeout` is in seconds. Raises `ImportError` where the SDK is not installed, `ValueError` where there
    is no key, or no address.

        local = OpenAIChatProvider("llamacpp/qwen3", base_url="http://localhost:8080/v1", options={"temperature": 0})
        outcome = local.call(Request(prompt(user("Hello"))))
    """

    path = "/chat/completions"
    endpoint = "openai-chat"

    def body(self, payload: Wire, *, streamed: bool) -> Wire:
        """Return a payload as it is sent."""
        told = {**self._options, **payload, "model": self.target.model}
        if not streamed:
            return {key: told[key] for key in told if key not in _STREAMED}
        figures = {"stream_options": {"include_usage": True}} if SERVICES.get(self.target.provider, Service()).usage else {}
        return {**figures, **told, "stream": True}

    def pieces(self) -> ChatPieces:
        """Return what puts a streamed reply together."""
        return ChatPieces()

    def read(self, answer: Wire) -> Reply:
        """Read a whole reply. Raises `ErrorReply` and `UnreadableReply`."""
        check(answer)
        choices = objects(answer.get("choices"), "choices")
        if not choices:
            raise UnreadableReply("choices", "at least one", answer.get("choices"))
        said = mapping(choices[0].get("message"), "choices[0].message")
        message = {**said, "role": said.get("role") or "assistant"}
        finish = choices[0].get("finish_reason")
        return reply([message], self.target, model=answer.get("model"), usage=answer.get("usage"), finish=finish)
