"""A guard comes in; the adapter of `requests` that connects through it goes out, with one context for all TLS."""

from __future__ import annotations

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

from bot.network.guard import read_target
from bot.network.sockets import DeadlineSSLSocket

if TYPE_CHECKING:
    import socket
    from collections.abc import Mapping

    from bot.network.guard import Guard

CONNECT_SECONDS = 10.0

_BUNDLES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
_POOLS = 4_096
_CONNECTIONS = 4


class GuardedAdapter(HTTPAdapter):
    """Connects through the guard, and verifies every certificate with one context.

    The stock adapter loads the certificates of all authorities anew for each connection.
    """

    def __init__(self, guard: Guard, context: ssl.SSLContext) -> None:
        self._guard = guard
        self._context = context
        super().__init__(pool_connections=_POOLS, pool_maxsize=_CONNECTIONS, max_retries=0)

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **_: object) -> None:
        pools = urllib3.PoolManager(connections, maxsize=maxsize, block=block, ssl_context=self._context)
        pools.pool_classes_by_scheme = _pool_classes(self._guard)
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
        """The response without cookies: nobody keeps them."""
        response = requests.Response()
        response.status_code = resp.status
        response.headers = requests.structures.CaseInsensitiveDict(resp.headers)
        response.raw = resp
        response.reason = resp.reason or ""
        response.url = req.url or ""
        response.request = req
        return response

    def cert_verify(self, conn: object, url: str, verify: object, cert: object) -> None:
        """Nothing to set: the context verifies, and knows the authorities."""


def _pool_classes(guard: Guard) -> dict[str, type[HTTPConnectionPool]]:
    class GuardedConnection(HTTPConnection):
        def _new_conn(self) -> socket.socket:
            return guard.connect(self.host, self.port, _connect_seconds(self.timeout))

    class GuardedSecureConnection(HTTPSConnection):
        def _new_conn(self) -> socket.socket:
            return guard.connect(self.host, self.port, _connect_seconds(self.timeout))

    class GuardedPool(HTTPConnectionPool):
        ConnectionCls = GuardedConnection

    class GuardedSecurePool(HTTPSConnectionPool):
        ConnectionCls = GuardedSecureConnection

    return {"http": GuardedPool, "https": GuardedSecurePool}


def open_context(environment: Mapping[str, str] = os.environ) -> ssl.SSLContext:
    """The one context for all connections; raises OSError where a file of authorities cannot be read.

    The authorities are those of `certifi`, or all that the environment names where it names any.
    """
    named = {environment[name] for name in _BUNDLES if environment.get(name)}
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    for path in sorted(named) or [certifi.where()]:
        folder = Path(path).is_dir()
        context.load_verify_locations(cafile=None if folder else path, capath=path if folder else None)
    context.sslsocket_class = DeadlineSSLSocket
    return context


def _connect_seconds(timeout: object) -> float:
    return float(timeout) if isinstance(timeout, int | float) else CONNECT_SECONDS
