"""A guard and a TLS context come in; adapters of `requests` go out, for pages and for services, that keep deadlines."""

from __future__ import annotations

import http.client
import os
import ssl
from pathlib import Path
from typing import TYPE_CHECKING

import certifi
import requests
import urllib3
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from bot.errors import CANNOT_RUN, BotError
from bot.network.guard import look_up, read_target
from bot.network.sockets import DeadlineSSLSocket, open_socket

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from bot.network.guard import Guard

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
