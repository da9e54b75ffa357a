"""An address and a deadline come in; a socket goes out on which no read outlasts the deadline.

Time-outs of sockets are per operation, so that a byte a second would hold a thread for ever. Here each read
gets what is left until the deadline of the request for which the thread is reading.
"""

from __future__ import annotations

import http.client
import os
import ssl
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING

import certifi
import requests
import urllib3
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from bot import __version__
from bot.errors import CANNOT_RUN, BotError
from bot.links.address_guard import ATTEMPT, DeadlineSSLSocket, look_up, open_socket, read_target

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from bot.links.address_guard import Guard
    from bot.links.clock import Clock

    Connect: TypeAlias = Callable[[str, int, float], socket.socket]


CONNECT_SECONDS = 10.0

_BUNDLES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
_POOLS = 4_096
_FEWEST_POOLS = 64
_NO_LIMIT = 2**20
_BUSY = 256
"""Files and sockets that a run has open besides the connections that are kept for later."""
_CONNECTIONS = 4


class FinalResponse(http.client.HTTPResponse):
    """A response that skips what is said before it (1xx): else that would be the answer, and the rest the next one.

    The stock response skips status 100 alone. RFC 9110, 15.2: a client must be able to parse one or more of them.
    """

    def _read_status(self) -> tuple[str, int, str]:
        while True:
            version, status, reason = super()._read_status()  # type: ignore[misc]
            if not 102 <= status < 200:
                return version, status, reason
            http.client.parse_headers(self.fp)


class GuardedAdapter(HTTPAdapter):
    """Connects through the guard, and verifies every certificate with one context.

    The stock adapter loads the certificates of all authorities anew for each connection.
    """

    def __init__(self, guard: Guard, context: ssl.SSLContext) -> None:
        self._guard = guard
        self._context = context
        super().__init__(pool_connections=most_pools(most_files()), pool_maxsize=_CONNECTIONS, max_retries=0)

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **_: object) -> None:
        pools = urllib3.PoolManager(connections, maxsize=maxsize, block=block, ssl_context=self._context)
        pools.pool_classes_by_scheme = _pool_classes(self._guard.connect)
        self._pools = self.poolmanager = pools

    def get_connection_with_tls_context(
        self, request: requests.PreparedRequest, *_: object, **__: object
    ) -> HTTPConnectionPool:
        """The pool of the host; there are no proxies."""
        target = read_target(request.url or "")
        return self._pools.connection_from_host(target.host, target.port, target.scheme)

    def request_url(self, request: requests.PreparedRequest, *_: object) -> str:
        """What stands in the first line of the request; there are no proxies."""
        return read_target(request.url or "").path

    def build_response(self, req: requests.PreparedRequest, resp: urllib3.BaseHTTPResponse) -> requests.Response:
        """The raw response and little else: making room for cookies and history takes its time."""
        response = requests.Response.__new__(requests.Response)
        response.request, response.raw = req, resp
        return response

    def cert_verify(self, conn: object, url: str, verify: object, cert: object) -> None:
        """Nothing to set: the context verifies, and knows the authorities."""


class DeadlineAdapter(HTTPAdapter):
    """Connects to services that the bot trusts; no read outlasts the deadline of the request."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._context = context
        super().__init__(max_retries=0)

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **_: object) -> None:
        pools = urllib3.PoolManager(connections, maxsize=maxsize, block=block, ssl_context=self._context)
        pools.pool_classes_by_scheme = _pool_classes(_connect_anywhere)
        self.poolmanager = pools

    def cert_verify(self, conn: object, url: str, verify: object, cert: object) -> None:
        """Nothing to set: the context verifies, and knows the authorities."""


def _connect_anywhere(host: str, port: int, seconds: float) -> socket.socket:
    """A connection to the first address of the host that takes one; raises OSError."""
    trouble: OSError = OSError(f"no address: {host}")
    for address in look_up(host):
        try:
            return open_socket(address, port, seconds)
        except OSError as error:
            trouble = error
    raise trouble


def _pool_classes(connect: Connect) -> dict[str, type[HTTPConnectionPool]]:
    class PlainConnection(HTTPConnection):
        response_class = FinalResponse

        def _new_conn(self) -> socket.socket:
            return connect(self.host, self.port, _connect_seconds(self.timeout))

    class SecureConnection(HTTPSConnection):
        response_class = FinalResponse

        def _new_conn(self) -> socket.socket:
            return connect(self.host, self.port, _connect_seconds(self.timeout))

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = PlainConnection

    class SecurePool(HTTPSConnectionPool):
        ConnectionCls = SecureConnection

    return {"http": PlainPool, "https": SecurePool}


def open_context(environment: Mapping[str, str] = os.environ) -> ssl.SSLContext:
    """The one context for all connections; raises BotError where a file of authorities cannot be read.

    The authorities are those of `certifi`, or all that the environment names where it names any.
    """
    named = {environment[name] for name in _BUNDLES if environment.get(name)}
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    for path in sorted(named) or [certifi.where()]:
        folder = Path(path).is_dir()
        try:
            context.load_verify_locations(cafile=None if folder else path, capath=path if folder else None)
        except OSError as error:
            message = f"the certificate authorities in {path} cannot be read: {error.strerror or error}"
            hint = f"{', '.join(_BUNDLES)} name such files: correct or unset them"
            raise BotError(message, hint, CANNOT_RUN) from None
    context.sslsocket_class = DeadlineSSLSocket
    return context


def most_files() -> int:
    """How many files and sockets this process may have open; a large number where there is no limit."""
    try:
        import resource
    except ImportError:  # Windows, where sockets are no files
        return _NO_LIMIT
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return limit if limit >= 0 else _NO_LIMIT


def most_pools(files: int) -> int:
    """To how many hosts connections may be kept where so many `files` may be open.

    Most systems allow 1,024, and lists have more hosts than that; the host that was asked longest ago makes room.
    """
    return min(max((files - _BUSY) // 2, _FEWEST_POOLS), _POOLS)


def _connect_seconds(timeout: object) -> float:
    return float(timeout) if isinstance(timeout, int | float) else CONNECT_SECONDS


USER_AGENT = f"paperlist-bot/{__version__} (+https://github.com/paperlist-bot/paperlist-bot)"
READ_SECONDS = 60.0
WHOLE_SECONDS = 120.0
"""An answer that drips is dropped after so long, however steadily it does."""
LARGEST = 24 * 2**20
"""Bytes of a decoded answer: 200 papers of large collaborations are about 10 MiB."""
_CHUNK = 2**16


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: `status` is None where nothing did, and `problem` says why there is no usable body."""

    url: str
    """As asked, with its query."""
    time: float
    """When the answer was complete, in seconds since the epoch."""
    status: int | None
    body: bytes = b""
    problem: str = ""
    retry_after: float | None = None
    """Seconds that the service asks to be left alone."""


class Client:
    """One connection to one service. Not to be shared by threads."""

    def __init__(self, session: requests.Session, clock: Clock, seconds: float = WHOLE_SECONDS) -> None:
        self._session = session
        self._clock = clock
        self._seconds = seconds

    def get(self, url: str, parameters: Mapping[str, str] | None = None, accept: str = "*/*") -> Answer:
        """Ask with GET; never raises for what the network does."""
        request = requests.Request("GET", url, params=parameters, headers={"Accept": accept})
        return self._send(request)

    def post(self, url: str, json: Mapping[str, object], headers: Mapping[str, str]) -> Answer:
        """Ask with POST; never raises for what the network does."""
        return self._send(requests.Request("POST", url, json=json, headers=dict(headers)))

    def _send(self, request: requests.Request) -> Answer:
        ATTEMPT.begin(self._seconds)
        try:
            prepared = self._session.prepare_request(request)
            response = self._session.send(
                prepared, stream=True, timeout=(CONNECT_SECONDS, READ_SECONDS), allow_redirects=False
            )
            with response:
                body, problem = _read(response)
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError, ValueError) as error:
            return Answer(str(request.url), self._clock.now(), None, problem=_describe(error))
        return Answer(
            url=response.url or str(request.url),
            time=self._clock.now(),
            status=response.status_code,
            body=body,
            problem=problem,
            retry_after=_retry_after(response.headers.get("Retry-After", ""), self._clock.now()),
        )


def open_session(context: ssl.SSLContext | None = None) -> requests.Session:
    """A session that knows no proxy, netrc or cookie of this machine. Raises BotError as `open_context` does."""
    session = requests.Session()
    session.trust_env = False
    adapter = DeadlineAdapter(context or open_context())
    session.mount("https://", adapter)
    session.mount("http://", adapter)
    session.headers["User-Agent"] = USER_AGENT
    return session


def _read(response: requests.Response) -> tuple[bytes, str]:
    """The body, and what kept it from being whole."""
    pieces: list[bytes] = []
    length = 0
    for piece in response.iter_content(_CHUNK):
        pieces.append(piece)
        length += len(piece)
        if length > LARGEST:
            return b"", f"the answer is larger than {LARGEST // 2**20} MiB"
    return b"".join(pieces), ""


def _describe(error: Exception) -> str:
    late = (requests.Timeout, urllib3.exceptions.TimeoutError, TimeoutError)
    if any(isinstance(each, late) for each in (error, *error.args)):
        return "no answer in time"
    if isinstance(error, requests.exceptions.SSLError):
        return "no secure connection"
    if isinstance(error, requests.exceptions.ChunkedEncodingError | urllib3.exceptions.ProtocolError):
        return "the answer broke off"
    if isinstance(error, requests.ConnectionError | OSError) and not isinstance(error, ValueError):
        return "no connection"
    return f"no usable answer ({type(error).__name__})"


def _retry_after(value: str, now: float) -> float | None:
    """Seconds from a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3)."""
    text = value.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        return max(parsedate_to_datetime(text).timestamp() - now, 0.0) if text else None
    except (ValueError, OverflowError):
        return None
