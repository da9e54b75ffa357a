"""The fake GitHub as an HTTP server on loopback, with faults and permissions."""

from __future__ import annotations

import contextlib
import json
import socket
import socketserver
import threading
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Self
from urllib.parse import parse_qsl, urlsplit

from tests.github import control, graphql, rest
from tests.github.answers import Ask, Refusal, Reply
from tests.github.faults import AFTER, Fault, Trouble, fail
from tests.github.shapes import Shapes
from tests.github.world import World

if TYPE_CHECKING:
    from types import TracebackType


@dataclass(frozen=True, slots=True)
class Visit:
    """A request that came in."""

    verb: str
    path: str
    """With its query."""
    status: int | None
    """None: nobody answered."""
    authorized: bool
    body: object = None


@dataclass(slots=True)
class FakeGitHub:
    """A GitHub of our own at `url`, for as long as the `with` lasts.

    `world` holds its state and may be changed between requests; `shown` is the address that answers name,
    where something stands between. `visits` are all requests so far.
    """

    world: World = field(default_factory=World)
    port: int = 0
    shown: str = ""
    prefix: str = ""
    """Of all paths, as `/api/v3` on a company's own GitHub."""
    troubles: list[Trouble] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)
    stopped: threading.Event = field(default_factory=threading.Event)
    _server: _Server | None = None

    def __enter__(self) -> Self:
        self._server = _Server(("127.0.0.1", self.port), _Handler)
        self._server.fake = self
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopped.set()
        assert self._server is not None
        self._server.shutdown()
        self._server.hang_up()
        self._server.server_close()

    @property
    def url(self) -> str:
        """What GITHUB_API_URL is to be."""
        return self.shown or f"http://127.0.0.1:{self.port}{self.prefix}"

    def fail(
        self, verb: str, part: str, fault: Fault, *, times: int = 1, retry_after: int = 0, reset: int | None = None
    ) -> None:
        """Let the next requests of this verb, with this text in their path or their GraphQL, go wrong."""
        self.troubles.append(Trouble(verb, part, fault, times, retry_after, reset))

    def count(self) -> Counter[str]:
        """How often each verb and path was asked for, without queries."""
        return Counter(f"{visit.verb} {visit.path.partition('?')[0]}" for visit in self.visits)

    def handle(self, verb: str, target: str, headers: dict[str, str], data: bytes) -> Reply | None:
        """The answer to a request; None: hang up."""
        with self.lock:
            trouble = self._trouble(verb, f"{target} {data.decode()}" if target.endswith("/graphql") else target)
            if trouble is None or trouble.fault in AFTER:
                reply: Reply | None = self._carry_out(verb, target, headers, data)
            if trouble is not None:
                reply = fail(trouble)
            body = json.loads(data) if data else None
            status = reply.status if reply else None
            self.visits.append(Visit(verb, target, status, "authorization" in headers, body))
        if trouble is not None and trouble.fault is Fault.SLEEP_AFTER:
            self.stopped.wait(30)
        return reply

    def _trouble(self, verb: str, target: str) -> Trouble | None:
        for each in self.troubles:
            if each.times and each.verb == verb and each.part in target:
                each.times -= 1
                return each
        return None

    def _carry_out(self, verb: str, target: str, headers: dict[str, str], data: bytes) -> Reply:
        parts = urlsplit(target)
        path = parts.path.removeprefix(self.prefix)
        shapes = Shapes(self.world, self.url, proxied=bool(self.shown))
        if path.startswith("/pages/blobs/"):
            return _stored(self.world, path, headers)
        if path.startswith("/_"):
            return control.answer(shapes, self, verb, path, data)
        try:
            ask = self._read(verb, path, parts.query, headers, data)
            if parts.path == f"{self.prefix.removesuffix('/v3')}/graphql":
                return Reply(200, graphql.answer(shapes, ask))
            return rest.answer(shapes, ask)
        except Refusal as refusal:
            return refusal.reply

    def _read(self, verb: str, path: str, query: str, headers: dict[str, str], data: bytes) -> Ask:
        token = None
        if "authorization" in headers:
            name = headers["authorization"].partition(" ")[2]
            token = self.world.tokens.get(name)
            if token is None:
                raise Refusal(401, "Bad credentials")
        body = json.loads(data) if data else {}
        return Ask(verb, path, dict(parse_qsl(query)), headers, body, token)


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64
    fake: FakeGitHub

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self.connections: set[socket.socket] = set()
        super().__init__(address, handler)

    def process_request(self, request: socket.socket | tuple[bytes, socket.socket], client_address: object) -> None:
        assert isinstance(request, socket.socket)
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: socket.socket | tuple[bytes, socket.socket]) -> None:
        assert isinstance(request, socket.socket)
        self.connections.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """End the connections that are kept alive: the next world on this port is another one."""
        for each in tuple(self.connections):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    timeout = 60
    wbufsize = -1
    """Head and body leave together."""

    def setup(self) -> None:
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().setup()

    def answer(self) -> None:
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            reply = self.server.fake.handle(self.command, self.path, headers, data)
        except Exception as error:  # noqa: BLE001 - a mistake of ours: let the client, and the test, see it
            reply = Reply(500, {"message": f"{type(error).__name__}: {error}"})
            self.server.fake.world.complaints.append(f"{self.command} {self.path}: {error!r}")
        if reply is None:
            self.close_connection = True
            return
        self._write(reply)

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = answer  # noqa: N815

    def _write(self, reply: Reply) -> None:
        value = reply.value
        body = value if isinstance(value, bytes) else b"" if value is None else json.dumps(value).encode()
        kind = "text/plain" if value is None else "application/json; charset=utf-8"
        headers = {"Content-Type": kind, "X-GitHub-Request-Id": "0000", **reply.headers, "Content-Length": len(body)}
        self.send_response(reply.status)
        for name, text in headers.items():
            self.send_header(name, str(text))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def _stored(world: World, path: str, headers: dict[str, str]) -> Reply:
    """The bytes of an artifact, where they are stored: a token has no business there."""
    if "authorization" in headers:
        world.complaints.append("a token was sent to where artifacts are stored")
        return Reply(400, b"InvalidAuthenticationInfo", {"Content-Type": "application/xml"})
    *_, owner, name, number = path.split("/")
    found = [each for each in world.repositories[f"{owner}/{name}"].artifacts if str(each.number) == number]
    return Reply(200, found[0].data, {"Content-Type": "application/zip"}) if found else Reply(404)
