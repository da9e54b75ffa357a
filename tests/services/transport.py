"""Fake services behind a session, or behind a real socket on loopback."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Protocol
from urllib.parse import parse_qs, unquote, urlsplit

from bot.links.connections import FailureKind, WholeResponse
from bot.links.transport import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bot.links.connections import Request


@dataclass(frozen=True, slots=True)
class Ask:
    """A request as a service sees it."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Say:
    """The answer of a service; None as status closes the connection."""

    status: int | None
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


class Service(Protocol):
    def answer(self, ask: Ask) -> Say: ...


class Nowhere:
    """A service that is down."""

    def answer(self, ask: Ask) -> Say:
        return Say(None)


def session_with(services: Mapping[str, Service]) -> Session:
    """A session that reaches each service at its address, and nothing else."""
    return _FakeSession(services)


class _FakeSession(Session):
    def __init__(self, services: Mapping[str, Service]) -> None:
        self._services = sorted(services.items(), key=lambda each: -len(each[0]))

    def read(self, request: Request, largest: int = 0, on_connect: Callable[[], None] | None = None) -> WholeResponse:
        found = (service for address, service in self._services if request.url.startswith(address))
        service = next(found, Nowhere())
        parts = urlsplit(request.url)
        say = service.answer(
            Ask(
                method=request.method,
                path=unquote(parts.path),
                query={name: values[-1] for name, values in parse_qs(parts.query).items()},
                headers=dict(request.headers),
                body=request.body or b"",
            )
        )
        if say.status is None:
            return WholeResponse(request.url, None, problem="the service closed", kind=FailureKind.RESET)
        headers = {name.lower(): value for name, value in say.headers.items()}
        return WholeResponse(request.url, say.status, headers, say.body)

    def close(self) -> None:
        pass


@contextmanager
def serve(service: Service) -> Iterator[str]:
    """The service on a port of loopback; the value is its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            length = int(self.headers.get("Content-Length") or 0)
            query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
            body = self.rfile.read(length)
            say = service.answer(Ask(self.command, unquote(parts.path), query, dict(self.headers), body))
            if say.status is None:
                self.close_connection = True
                return
            self.send_response(say.status)
            for name, value in say.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(say.body)))
            self.end_headers()
            self.wfile.write(say.body)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
