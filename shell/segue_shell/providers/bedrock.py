"""Amazon Bedrock's Converse, through boto3 (`pip install 'segue[bedrock]'`).

boto3 checks parameters against the service as it was when it was built, and drops fields of replies that it does not know. So the
body is put in place by its events, after that check, and the reply is taken from them before: both are JSON as it is on the wire.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import suppress
from threading import Lock
from types import ModuleType
from typing import Any

from attrs import evolve

from segue.failures import CallFailure
from segue.targets import Target
from segue_shell.providers.calling import CallingProvider, Unstreamed
from segue_shell.providers.clients import Clients, secrets_in
from segue_shell.providers.converse_events import ConversePieces
from segue_shell.providers.protocol import Reply
from segue_shell.providers.refusals import failure_of, refusal
from segue_shell.providers.replies import reply
from segue_shell.providers.sdks import at_home, given, sdk
from segue_shell.providers.threads import awaited, iterated
from segue_shell.providers.wire import Wire, mapping, text

_SECRETS = ("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_BEARER_TOKEN_BEDROCK")
_CREDENTIALS = ("aws_access_key_id", "aws_secret_access_key", "aws_session_token")
_BODY, _TEXT = "segue_body", "segue_text"
"""Under which a body goes in and an answer's text comes out of boto3."""
_PATIENCE = 600
"""Seconds until a read times out where nobody said, as in other SDKs; boto3's own minute is too short for a model that thinks."""
_STATUSES = {
    "validationException": 400, "throttlingException": 429, "internalServerException": 500, "serviceUnavailableException": 503,
    "modelStreamErrorException": 424, "modelTimeoutException": 408,
}  # fmt: skip
"""The statuses of errors that come as events of a stream. Source: the API reference of ConverseStream."""


class BedrockProvider(CallingProvider):
    """A model behind Amazon Bedrock's Converse.

    `options` are fields of the body, in the API's words: `inferenceConfig`, `additionalModelRequestFields`, … What a request itself
    carries comes first. `api_key` is a key of Bedrock's own; without one boto3 looks for credentials as it always does, in its
    default session. `client` holds further arguments for `boto3.client`, such as `region_name` and `aws_access_key_id`. `headers` go
    with each request. `timeout` is in seconds, 600 where it is not given, and counts anew for each piece that is read. Raises
    `ImportError` where boto3 is not installed, `ValueError` where there is no region.

    boto3 blocks, so an event loop is served by threads. Cancelling a stream closes its connection; a call that is cancelled goes on
    in its thread until it is answered, and nobody waits for it.

        nova = BedrockProvider("bedrock/amazon.nova-pro-v1:0", client={"region_name": "us-east-1"})
        outcome = nova.call(Request(prompt(user("Hello"))))
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
        self._session, spoken = _session(sdk("boto3", "bedrock")), Target.of(target)
        at_home(spoken, ("bedrock",), base_url)
        self._headers = {**({"Authorization": f"Bearer {api_key}"} if api_key else {}), **(headers or {})}
        region = self._session.region_name or os.environ.get("AWS_REGION")
        self._arguments = {**given(endpoint_url=base_url, region_name=region), **(client or {})}
        if "region_name" not in self._arguments:
            raise ValueError("no region for bedrock: set AWS_REGION, or pass client={'region_name': …}")
        self._settings = _settings(api_key, timeout, max_retries)
        told = (self._arguments.get(name) for name in _CREDENTIALS)
        secrets = (api_key, *(os.environ.get(name) for name in _SECRETS), *secrets_in(headers), *told)
        super().__init__(evolve(spoken, endpoint="bedrock-converse"), Clients(self._client, self._client), secrets, options)

    def body(self, payload: Wire, *, streamed: bool) -> Wire:
        """Return a payload as it is sent. The model stands in the address, and so does whether it is streamed."""
        del streamed
        told = {**self._options, **payload}
        return {key: told[key] for key in told if key != "modelId"}

    def pieces(self) -> ConversePieces:
        """Return what puts a streamed reply together."""
        return ConversePieces()

    def read(self, answer: Wire) -> Reply:
        """Read a whole reply. Raises `UnreadableReply`."""
        message = mapping(mapping(answer.get("output"), "output").get("message"), "output.message")
        return reply([message], self.target, usage=answer.get("usage"), finish=answer.get("stopReason"))

    def send(self, body: Wire) -> object:
        """Send a body."""
        return self._clients.sync().converse(modelId=self.target.model, **_held(body)).get(_TEXT, "")

    async def send_async(self, body: Wire) -> object:
        """Send a body in a thread."""
        return await awaited(lambda: self.send(body))

    def events(self, body: Wire) -> Generator[Wire | Unstreamed]:
        """Send a body and yield the events of the answer."""
        yield from self._events(body, _Line())

    def events_async(self, body: Wire) -> AsyncGenerator[Wire | Unstreamed]:
        """Send a body in a thread and yield the events of the answer."""
        line = _Line()
        return iterated(lambda: self._events(body, line), line.hang_up)

    def failure(self, error: Exception, secrets: tuple[str, ...]) -> CallFailure:
        """Return what an exception of botocore tells: its `ClientError` holds a response, which is a dict."""
        held = getattr(error, "response", None)
        if not isinstance(held, dict) or "Error" not in held:
            return failure_of(error, secrets)
        code, said = text(held["Error"].get("Code")), text(held["Error"].get("Message"))
        status = held.get("ResponseMetadata", {}).get("HTTPStatusCode")
        status = _STATUSES.get(code[:1].lower() + code[1:]) if status in {None, 200} else status
        return evolve(refusal(held.get(_TEXT) or {"message": said, "__type": code}, status, secrets, said or str(error)), status=status)

    def _events(self, body: Wire, line: _Line) -> Generator[Wire | Unstreamed]:
        stream = self._clients.sync().converse_stream(modelId=self.target.model, **_held(body))["stream"]
        try:
            if line.open(stream):
                yield from stream
        finally:
            line.close()

    def _client(self) -> Any:
        """Make a client that sends bodies as they are, and gives answers as they came."""
        config = self._settings if "config" not in self._arguments else self._settings.merge(self._arguments["config"])
        with _MAKING:
            client = self._session.client("bedrock-runtime", **{**self._arguments, "config": config})
        for event, handler in (("before-parameter-build", _take_body), ("before-call", self._put_body), ("after-call", _keep_text)):
            client.meta.events.register(f"{event}.bedrock-runtime.*", handler)
        return client

    def _put_body(self, params: Wire, context: Wire, **_: Any) -> None:
        params["body"] = context.pop(_BODY)
        params["headers"].update({"Content-Type": "application/json", **self._headers})


_MAKING = Lock()
"""Held while a session makes a client, which it cannot do twice at once."""


def _session(boto3: ModuleType) -> Any:
    """Return boto3's own session, which the caller may have set up: its profile, its region."""
    with _MAKING:
        if boto3.DEFAULT_SESSION is None:
            boto3.setup_default_session()
        return boto3.DEFAULT_SESSION


class _Line:
    """The connection of a stream, which another thread may hang up."""

    def __init__(self) -> None:
        self._lock, self._stream, self._over = Lock(), None, False

    def open(self, stream: Any) -> bool:
        """Take a stream, and tell whether anybody still listens."""
        with self._lock:
            self._stream = stream
            return not self._over

    def close(self) -> None:
        """Close the connection, in the thread that reads from it."""
        with self._lock:
            stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def hang_up(self) -> None:
        """Wake the thread that reads from the connection, which then closes it. Where the library cannot, it does so at the next event."""
        with self._lock:
            self._over = True
            shut = getattr(getattr(self._stream, "_raw_stream", None), "shutdown", None)
        if shut is not None:
            with suppress(OSError, RuntimeError, ValueError):  # it is over already
                shut()


def _settings(api_key: str | None, timeout: float | None, max_retries: int | None) -> Any:
    botocore, config = sdk("botocore", "bedrock"), sdk("botocore.config", "bedrock")
    retries = None if max_retries is None else {"total_max_attempts": max_retries + 1, "mode": "standard"}
    unsigned = botocore.UNSIGNED if api_key else None
    patience = _PATIENCE if timeout is None else timeout
    return config.Config(**given(connect_timeout=timeout, read_timeout=patience, retries=retries, signature_version=unsigned))


def _held(body: Wire) -> Wire:
    return {_BODY: json.dumps(body, ensure_ascii=False).encode()}


def _take_body(params: Wire, context: Wire, **_: Any) -> None:
    context[_BODY] = params.pop(_BODY)


def _keep_text(http_response: Any, parsed: Wire, model: Any, **_: Any) -> None:
    """Keep an answer's text beside what botocore makes of it; of a stream there is none unless it is an error."""
    if not model.has_event_stream_output or http_response.status_code >= 300:
        parsed[_TEXT] = http_response.text
