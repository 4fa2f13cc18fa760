"""A connection between a client and a server that can be cut at a certain time: a proxy on the loopback."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from threading import Thread

BEFORE, AFTER = "before", "after"
_DONE = re.compile(rb"SELECT |INSERT ")
"""What Postgres says when a statement has run, and not yet when it was only prepared."""


class Proxy:
    """Passes bytes on, until it is told to cut: `BEFORE` the next message reaches the server, or `AFTER` it ran the next statement."""

    def __init__(self, port):
        self.target, self.cut = port, ""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def close(self):
        """Take no more connections."""
        self.listener.close()

    def _accept(self):
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target))
                Thread(target=self._pass, args=(client, server, BEFORE), daemon=True).start()
                Thread(target=self._pass, args=(server, client, AFTER), daemon=True).start()

    def _pass(self, source, sink, when):
        with suppress(OSError):
            while data := source.recv(1 << 16):
                if self.cut == when and (when == BEFORE or _DONE.search(data)):
                    self.cut = ""
                    break
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
