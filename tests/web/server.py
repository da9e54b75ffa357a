"""A web server on loopback that behaves as the test asks, and records the requests."""

from __future__ import annotations

import contextlib
import socket
import socketserver
import struct
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self, TypeAlias

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable
    from types import TracebackType


@dataclass(frozen=True, slots=True)
class Visit:
    """One request and its connection."""

    method: str
    path: str
    headers: dict[str, str]
    number: int
    """How often this path was requested, including this time."""
    connection: socket.socket
    stopped: threading.Event
    time: float = field(default_factory=time.monotonic)

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def drip(self, data: bytes, every: float) -> None:
        """Send one byte after the other, until the client is gone."""
        for byte in data:
            if self.stopped.wait(every):
                return
            self.send(bytes([byte]))


Behaviour: TypeAlias = "Callable[[Visit], bytes | None]"
"""The whole answer, or None if it was sent already and the connection should be closed."""


def page(
    status: int = 200, body: bytes = b"<title>A page</title><p>Text.", *headers: str, kind: str = "text/html"
) -> bytes:
    """An answer with its length."""
    lines = (f"HTTP/1.1 {status} Reason", f"Content-Type: {kind}", f"Content-Length: {len(body)}", *headers)
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def reset(visit: Visit) -> None:
    """Reset the connection without an answer."""
    visit.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256
    web: Web


class _Handler(socketserver.BaseRequestHandler):
    server: _Server

    def handle(self) -> None:
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            connection: socket.socket = self.request
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(60)
            if context := self.server.web.context:
                connection = stack.enter_context(context.wrap_socket(connection, server_side=True))
            self.server.web.converse(connection)


class Web:
    """A server on `address`; every request is in `visits`, and connections are counted."""

    def __init__(self, behave: Behaviour, address: str = "127.0.0.1", context: ssl.SSLContext | None = None) -> None:
        self.behave = behave
        self.context = context
        self.visits: list[Visit] = []
        self.connections = 0
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._server = _Server((address, 0), _Handler)
        self._server.web = self
        self.address = address
        self.port: int = self._server.server_address[1]

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._server.shutdown()
        self._server.server_close()

    def url(self, path: str, host: str | None = None) -> str:
        scheme = "https" if self.context else "http"
        return f"{scheme}://{host or self.address}:{self.port}{path}"

    def asked(self, path: str) -> int:
        """How often a path was requested."""
        return self._counts[path]

    def converse(self, connection: socket.socket) -> None:
        """Answer one request after the other."""
        with self._lock:
            self.connections += 1
        while (head := _read_head(connection)) is not None:
            visit = self._note(head, connection)
            answer = self.behave(visit)
            if answer is None:
                return
            if visit.method == "HEAD":
                answer = answer.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
            connection.sendall(answer)
            if visit.headers.get("connection") == "close" or b"\r\nConnection: close" in answer:
                return

    def _note(self, head: bytes, connection: socket.socket) -> Visit:
        first, *lines = head.decode("latin-1").split("\r\n")
        method, path, _ = first.split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        with self._lock:
            self._counts[path] += 1
            visit = Visit(method, path, headers, self._counts[path], connection, self._stopped)
            self.visits.append(visit)
        return visit


def _read_head(connection: socket.socket) -> bytes | None:
    """The head of a request without a body; None when the client has gone."""
    head = b""
    while b"\r\n\r\n" not in head:
        piece = connection.recv(4_096)
        if not piece:
            return None
        head += piece
    return head.partition(b"\r\n\r\n")[0]
