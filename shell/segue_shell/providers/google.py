"""Gemini, at AI Studio or Vertex, through the google-genai SDK (`pip install 'segue[google]'`).

The SDK's typed methods read payloads and replies into their types, which refuse or drop what the installed version does not know,
and their streams cannot be closed. So the client is used one floor below: it says where to, with which credentials, and tries again.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import aclosing, closing
from functools import partial
from types import ModuleType
from typing import Any

from attrs import evolve

from segue.failures import CallFailure
from segue.parts import ToolCallPart
from segue.targets import Target
from segue_shell.providers.calling import CallingProvider, Unstreamed
from segue_shell.providers.chat_services import NO_KEY
from segue_shell.providers.clients import Clients, secrets_in
from segue_shell.providers.gemini_chunks import GeminiPieces, blocked, check, made_id
from segue_shell.providers.protocol import Reply
from segue_shell.providers.refusals import UnreadableReply, failure_of, refusal, text_of
from segue_shell.providers.replies import reply
from segue_shell.providers.sdks import at_home, given, home, sdk
from segue_shell.providers.wire import Wire, mapping, objects, text

KEYS = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
"""Where the key of AI Studio is looked for."""
_WHOLE, _STREAMED = "generateContent", "streamGenerateContent?alt=sse"


class GoogleProvider(CallingProvider):
    """A Gemini at AI Studio (`google/…`), or at Vertex (`vertex/…`).

    `options` are fields of the body, in the API's words: `generationConfig`, `safetySettings`, … What a request itself carries
    comes first. `headers` go with each request; `client` holds further arguments for the SDK's client, such as `project`, `location`
    and `credentials`, which Vertex else takes from the environment. Without `api_key` AI Studio's is taken from `GEMINI_API_KEY`.
    `timeout` is in seconds. Calls that come without id are given one. Raises `ImportError` where the SDK is not installed,
    `ValueError` where there is no key.

        gemini = GoogleProvider("google/gemini-3-pro-preview", options={"generationConfig": {"temperature": 0}})
        outcome = gemini.call(Request(prompt(user("Hello"))))
    """

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
        made, spoken = sdk("google.genai", "google"), Target.of(target)
        at_home(spoken, ("google", "vertex"), base_url)
        self._vertex = home(spoken) == "vertex"
        held = api_key or (None if self._vertex else _key(home(spoken)))
        http = _http_options(made, base_url, timeout, max_retries, headers)
        arguments = given(api_key=held, http_options=http) | {"vertexai": self._vertex} | dict(client or {})
        make = partial(made.Client, **arguments)
        clients = Clients(make, make, end_async=lambda client: client.aio.aclose())
        super().__init__(evolve(spoken, endpoint="gemini"), clients, (held, *secrets_in(headers)), options)

    def body(self, payload: Wire, *, streamed: bool) -> Wire:
        """Return a payload as it is sent. The model stands in the address, and so does whether it is streamed."""
        del streamed
        told = {**self._options, **payload}
        return {key: told[key] for key in told if key != "model"}

    def pieces(self) -> GeminiPieces:
        """Return what puts a streamed reply together."""
        return GeminiPieces()

    def read(self, answer: Wire) -> Reply:
        """Read a whole reply. Raises `ErrorReply` and `UnreadableReply`."""
        check(answer)
        candidates = objects(answer.get("candidates"), "candidates")
        if not candidates:
            why = blocked(answer)
            raise UnreadableReply(f"the prompt was blocked: {why}") if why else UnreadableReply("candidates", "at least one", None)
        content = mapping(candidates[0].get("content") or {}, "candidates[0].content")
        said = [{"role": "model", **content}] if content.get("parts") else []
        model, finish = answer.get("modelVersion"), candidates[0].get("finishReason")
        return _with_ids(reply(said, self.target, model=model, usage=answer.get("usageMetadata"), finish=finish), answer)

    def send(self, body: Wire) -> object:
        """Post a body."""
        client = _api(self._clients.sync())
        return text(client.request("post", self._path(_WHOLE), body).body)

    async def send_async(self, body: Wire) -> object:
        """Post a body in an event loop."""
        client = _api(self._clients.running())
        return text((await client.async_request("post", self._path(_WHOLE), body)).body)

    def events(self, body: Wire) -> Generator[Wire | Unstreamed]:
        """Post a body and yield the chunks of the answer."""
        client = _api(self._clients.sync())
        answer = client._request(client._build_request("post", self._path(_STREAMED), body), stream=True)  # noqa: SLF001 - see above
        with closing(answer.response_stream):
            yield from answer.segments()

    async def events_async(self, body: Wire) -> AsyncGenerator[Wire | Unstreamed]:
        """Post a body in an event loop and yield the chunks of the answer."""
        client = _api(self._clients.running())
        request = client._build_request("post", self._path(_STREAMED), body)  # noqa: SLF001 - see above
        answer = await client._async_request(request, stream=True)  # noqa: SLF001 - see above
        async with _Closing(answer.response_stream), aclosing(answer.async_segments()) as chunks:
            async for chunk in chunks:
                yield chunk

    def failure(self, error: Exception, secrets: tuple[str, ...]) -> CallFailure:
        """Return what an exception of the SDK tells: its `APIError` has the status as `code`, and the body, decoded, as `details`."""
        status, details = getattr(error, "code", None), getattr(error, "details", None)
        if not isinstance(status, int) or details is None:
            return failure_of(error, secrets)
        body = text_of(getattr(error, "response", None)) or json.dumps(details, ensure_ascii=False, default=str)
        return refusal(body, status, secrets, str(error))

    def _path(self, method: str) -> str:
        model = self.target.model
        if "/" not in model:
            model = f"publishers/google/models/{model}" if self._vertex else f"models/{model}"
        return f"{model}:{method}"


class _Closing:
    """Closes an answer at the end, whichever library it is of."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    async def __aenter__(self) -> None:
        pass

    async def __aexit__(self, *_: object) -> None:
        if hasattr(self._stream, "aclose"):
            await self._stream.aclose()
        else:
            self._stream.close()


def _http_options(
    sdk: ModuleType, base_url: str | None, timeout: float | None, max_retries: int | None, headers: Mapping[str, str] | None
) -> Any:
    milliseconds = None if timeout is None else max(1, round(timeout * 1000))
    retries = None if max_retries is None else sdk.types.HttpRetryOptions(attempts=max_retries + 1)
    held = None if headers is None else dict(headers)
    return sdk.types.HttpOptions(**given(base_url=base_url, timeout=milliseconds, retry_options=retries, headers=held))


def _key(provider: str) -> str:
    if provider != "google":  # Google's key is nobody else's business
        return NO_KEY
    if found := next((value for name in KEYS if (value := os.environ.get(name))), ""):
        return found
    message = f"no key for google: set {' or '.join(KEYS)}, or pass api_key"
    raise ValueError(message)


def _api(client: Any) -> Any:
    return client._api_client  # noqa: SLF001 - see above


def _with_ids(told: Reply, answer: Wire) -> Reply:
    """Give calls that came without id one that no call of another reply has, where their format counts from 0 in each."""
    wire = [part for part in _parts(answer) if isinstance(part.get("functionCall"), dict)]
    ids = [None if part["functionCall"].get("id") else made_id(answer, at) for at, part in enumerate(wire)]
    content, left = list(told.message.content), iter(ids)
    for at, part in enumerate(content):
        if isinstance(part, ToolCallPart) and not part.hosted and (id := next(left, None)):
            content[at] = evolve(part, id=id)
    return evolve(told, message=evolve(told.message, content=tuple(content)))


def _parts(answer: Wire) -> list[Wire]:
    return objects(mapping(answer["candidates"][0].get("content") or {}, "content").get("parts"), "content.parts")
