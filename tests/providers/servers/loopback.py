"""A real HTTP server on loopback: it answers as it is told, and remembers what it was asked.

`with LoopbackServer(lambda received: json_answer({"echo": received.body})) as server:` serves at `server.url`.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from attrs import field, frozen


@frozen
class Received:
    """A request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]
    """By names in lower case."""
    text: str

    @property
    def body(self) -> Any:
        """Return the body's JSON."""
        return json.loads(self.text)


@frozen(kw_only=True)
class Answer:
    """What a server says, and how it ends."""

    status: int = 200
    headers: Mapping[str, str] = field(factory=dict)
    content: bytes = b""
    """The body of an answer that is not streamed."""
    pieces: tuple[bytes, ...] | None = None
    """The body of a streamed answer, each piece sent by itself."""
    ending: str = "whole"
    """How it ends: `whole`; `cut`, the connection is closed in the middle; `held`, nothing more comes until the client hangs up."""
    held: bool = False
    """Nothing is said at all, not even a status, until the client hangs up."""


def json_answer(body: Any, status: int = 200, **headers: str) -> Answer:
    """Answer with JSON. Underscores in the names of headers stand for hyphens."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status=status, headers={"content-type": "application/json", **named}, content=json.dumps(body).encode())


def events_answer(events: Iterable[str], **how: Any) -> Answer:
    """Answer with server-sent events, each given as its lines."""
    pieces = tuple(event.encode() + b"\n\n" for event in events)
    return Answer(headers={"content-type": "text/event-stream; charset=utf-8"}, pieces=pieces, **how)


Answering = Callable[[Received], Answer]


class LoopbackServer:
    """A server in threads of its own, on a free port. What it is given makes the answers: a function, or a list in turn."""

    def __init__(self, answers: Answering | Iterable[Answer]) -> None:
        self.requests: list[Received] = []
        self.asked = threading.Event()
        """Set when the first request is there."""
        self.hung_up = threading.Event()
        """Set when a client closes its connection before it was told everything."""
        listed = iter(()) if callable(answers) else iter(answers)
        self.answer: Answering = answers if callable(answers) else lambda _: next(listed)
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.loopback = self
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    @property
    def url(self) -> str:
        """Return the address, without a slash at its end."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def bodies(self) -> list[Any]:
        """Return the bodies of all requests."""
        return [received.body for received in self.requests]

    def __enter__(self) -> Self:
        """Begin to serve."""
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Stop."""
        self._http.shutdown()
        self._http.server_close()


class _Http(ThreadingHTTPServer):
    loopback: LoopbackServer
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients that are gone."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Http

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        received = Received(self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, text)
        self.server.loopback.requests.append(received)
        self.server.loopback.asked.set()
        answer = self.server.loopback.answer(received)
        if answer.held:
            self._wait_for_the_end()
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self._send_whole(answer) if answer.pieces is None else self._send_pieces(answer.pieces, answer.ending)

    def _send_whole(self, answer: Answer) -> None:
        cut = answer.ending == "cut"
        self.send_header("content-length", str(len(answer.content) + cut))
        self.end_headers()
        self.wfile.write(answer.content)
        self.close_connection = cut

    def _send_pieces(self, pieces: tuple[bytes, ...], ending: str) -> None:
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for piece in pieces:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
        if ending == "held":
            self._wait_for_the_end()
        elif ending == "cut":
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _wait_for_the_end(self) -> None:
        """Wait until the client closes the connection, which reads as an empty answer, or as a reset."""
        self.close_connection = True
        try:
            said = self.connection.recv(1)
        except ConnectionError:
            said = b""
        if not said:
            self.server.loopback.hung_up.set()

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""
