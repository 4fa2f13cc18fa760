"""OpenAI's Responses API, through its SDK (`pip install 'segue[openai]'`)."""

from __future__ import annotations

from segue_shell.providers.openai_clients import OpenAIProvider
from segue_shell.providers.protocol import Reply
from segue_shell.providers.refusals import ErrorReply, UnreadableReply
from segue_shell.providers.replies import reply
from segue_shell.providers.responses_events import ResponsesPieces
from segue_shell.providers.wire import Wire, objects

_STREAMED = frozenset({"stream", "stream_options"})


class OpenAIResponsesProvider(OpenAIProvider):
    """A model behind the Responses API: at OpenAI, at a service that `chat_services` knows by name, or at `base_url`.

    `options` are fields of the body, in the API's words: `max_output_tokens`, `reasoning`, `store`, `include`, … What a request
    itself carries comes first. Nothing is stored or left out unless they say so: where `store` is false, `include` has to name
    `reasoning.encrypted_content` for thoughts to be read again. The other arguments, and what is raised, are those of
    `OpenAIChatProvider`.

        options = {"store": False, "include": ["reasoning.encrypted_content"]}
        outcome = OpenAIResponsesProvider("openai.responses/gpt-5.2", options=options).call(Request(prompt(user("Hello"))))
    """

    path = "/responses"
    endpoint = "openai-responses"

    def body(self, payload: Wire, *, streamed: bool) -> Wire:
        """Return a payload as it is sent."""
        told = {**self._options, **payload, "model": self.target.model}
        return {**told, "stream": True} if streamed else {key: told[key] for key in told if key not in _STREAMED}

    def pieces(self) -> ResponsesPieces:
        """Return what tells of a streamed reply."""
        return ResponsesPieces()

    def read(self, answer: Wire) -> Reply:
        """Read a whole reply. Raises `ErrorReply` and `UnreadableReply`."""
        if answer.get("error") or answer.get("status") == "failed":
            raise ErrorReply({"error": answer.get("error")})
        if not isinstance(answer.get("output"), list):
            raise UnreadableReply("output", "a list", answer.get("output"))
        output, details = objects(answer["output"], "output"), answer.get("incomplete_details")
        why = details.get("reason") if isinstance(details, dict) else None
        return reply(output, self.target, model=answer.get("model"), usage=answer.get("usage"), finish=why or answer.get("status"))
