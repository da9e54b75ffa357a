"""The services that the bot asks: their addresses, as the environment names them, and the client that asks them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import requests
import urllib3
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from bot.errors import BotError
from bot.links.address_guard import ATTEMPT, look_up, open_socket
from bot.links.connections import CONNECT_SECONDS, USER_AGENT
from bot.links.responses import read_retry_after
from bot.links.transport import open_context
from bot.papers.urls import split_url
from bot.text import lazy_pattern

if TYPE_CHECKING:
    import socket
    import ssl
    from collections.abc import Mapping

    from bot.facts.network import NetworkWatch
    from bot.links.clock import Clock, Deadline, Pace


GITHUB = "https://api.github.com"
_MAIL = lazy_pattern(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Services:
    """Where to ask; the defaults are the public services."""

    arxiv: str = "https://export.arxiv.org/api/query"
    oai: str = "https://oaipmh.arxiv.org/oai"
    datacite: str = "https://api.datacite.org/dois"
    handles: str = "https://doi.org/api/handles"
    crossref: str = "https://api.crossref.org/works"
    wayback: str = "https://web.archive.org/cdx/search/cdx"
    daily_papers: str = "https://huggingface.co/api/daily_papers?limit=100"
    graphql: str = f"{GITHUB}/graphql"
    token: str | None = field(default=None, repr=False)
    """For GitHub; None if there is none, or if it must not be sent to that address."""
    mailto: str | None = None
    """A mail address for Crossref and DataCite, which give better service to clients that name one."""


CONNECTIVITY_PROBES = (
    "https://www.wikipedia.org/",
    "https://www.python.org/",
    "https://www.debian.org/",
    "https://www.w3.org/",
    "https://www.iana.org/",
)
"""Pages of five owners that are practically always there: where most of them fail, it is our network."""
_PROBES_VARIABLES = ("BOT_CONNECTIVITY_PROBES", "BOT_CANARIES")
"""Addresses with spaces between, or `none`; the second name is that of version 0.1."""


def read_probes(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The connectivity probes that the environment names, else the usual ones; raises BotError for an invalid URL."""
    name = next((name for name in _PROBES_VARIABLES if environment.get(name, "").strip()), "")
    if not name:
        return CONNECTIVITY_PROBES
    urls = environment[name].split()
    if urls == ["none"]:
        return ()
    for url in urls:
        parts = split_url(url)
        if parts is None or parts.scheme not in {"http", "https"} or not parts.host:
            raise BotError(f"{name} is not a valid URL: {url}", "write URLs separated by spaces, or none")
    return tuple(dict.fromkeys(urls))


def read_services(environment: Mapping[str, str]) -> Services:
    """The addresses that the environment names, and GitHub's token; raises BotError for an invalid URL."""
    default = Services()
    graphql = _graphql(environment)
    token = environment.get("GITHUB_TOKEN") or environment.get("GH_TOKEN") or None
    return Services(
        arxiv=_address(environment, "BOT_ARXIV_API", default.arxiv),
        oai=_address(environment, "BOT_ARXIV_OAI", default.oai),
        datacite=_with_end(_address(environment, "BOT_DATACITE_API", default.datacite), "dois"),
        handles=_with_end(_address(environment, "BOT_DOI_API", default.handles), "handles"),
        crossref=_with_end(_address(environment, "BOT_CROSSREF_API", default.crossref), "works"),
        wayback=_address(environment, "BOT_WAYBACK_API", default.wayback),
        daily_papers=_address(environment, "BOT_DAILY_PAPERS_API", default.daily_papers),
        graphql=graphql,
        token=token if _knows_public_repositories(graphql) else None,
        mailto=_mailto(environment),
    )


def _mailto(environment: Mapping[str, str]) -> str | None:
    text = environment.get("BOT_MAILTO", "").strip()
    if text and _MAIL.fullmatch(text) is None:
        raise BotError(
            f"BOT_MAILTO is not a valid mail address: {text}", "write one such as name@example.org, or unset it"
        )
    return text or None


def _graphql(environment: Mapping[str, str]) -> str:
    """Runners name both addresses of GitHub; where only the API's was changed, the other follows it."""
    default = f"{GITHUB}/graphql"
    named = _address(environment, "GITHUB_GRAPHQL_URL", default)
    api = _address(environment, "GITHUB_API_URL", GITHUB)
    if named != default or api == GITHUB:
        return named
    return f"{api.removesuffix('/v3')}/graphql"


def _address(environment: Mapping[str, str], name: str, default: str) -> str:
    text = environment.get(name, "").strip().rstrip("/")
    if not text:
        return default
    if "@" in text:
        raise BotError(f"{name} must not contain a user name or a password", "they would be shown in reports")
    try:
        parts = urlsplit(text)
        valid = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid:
        raise BotError(f"{name} is not a valid URL: {text}", "write a URL such as https://host/path, or unset it")
    return text


def _with_end(address: str, end: str) -> str:
    return address if address.endswith(f"/{end}") else f"{address}/{end}"


def _knows_public_repositories(address: str) -> bool:
    """Whether lists' links can be asked about there, and a token sent: GitHub itself, or a stand-in on loopback.

    A company's own GitHub does not know the repositories of github.com: they would all seem to be gone.
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    return is_loopback(host) or (parts.scheme == "https" and host == "api.github.com")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


READ_SECONDS = 60.0
WHOLE_SECONDS = 120.0
"""A response that is not complete after this time is dropped, even if data keeps arriving."""
MAX_BYTES = 24 * 2**20
"""Bytes of a decoded answer: 250 papers of large collaborations are about 13 MiB."""
_CHUNK = 2**16


@dataclass(frozen=True, slots=True)
class ServiceResponse:
    """The response of a service: `status` is None if there was none; `problem` says why there is no usable body."""

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
    """Asks one service, at its pace, until the deadline of the run. Not to be shared by threads."""

    def __init__(
        self,
        session: requests.Session,
        clock: Clock,
        pace: Pace,
        deadline: Deadline,
        seconds: float = WHOLE_SECONDS,
        *,
        service: str = "",
        network: NetworkWatch | None = None,
    ) -> None:
        """`network` gets the outcome of the requests, under the name `service`."""
        self._service = service
        self._network = network
        self._session = session
        self._clock = clock
        self._pace = pace
        self._deadline = deadline
        self._seconds = seconds

    def has_time(self) -> bool:
        """Whether the next request may go out before the deadline."""
        return self._deadline.allows(self._pace)

    def rest(self, seconds: float) -> None:
        """Let the next request wait for so many seconds from now, or for the interval of the pace if that is more."""
        self._pace.rest(seconds)

    def get(self, url: str, parameters: Mapping[str, str] | None = None, accept: str = "*/*") -> ServiceResponse:
        """Ask with GET when the pace allows; never raises for what the network does, but `Stopped`."""
        return self._send(requests.Request("GET", url, params=parameters, headers={"Accept": accept}))

    def post(self, url: str, json: Mapping[str, object], headers: Mapping[str, str]) -> ServiceResponse:
        """Ask with POST when the pace allows; never raises for what the network does, but `Stopped`."""
        return self._send(requests.Request("POST", url, json=json, headers=dict(headers)))

    def _send(self, request: requests.Request) -> ServiceResponse:
        self._pace.wait()
        response = self._try_to_send(request)
        if self._network is not None:
            self._network.note(self._service, answered=response.status is not None)
        self._pace.rest(response.retry_after or 0.0)
        return response

    def _try_to_send(self, request: requests.Request) -> ServiceResponse:
        network, connect = self._network, CONNECT_SECONDS
        ATTEMPT.begin(self._seconds, network.note_connection if network else None)
        if network is not None:
            connect = network.connect_seconds(CONNECT_SECONDS)
        try:
            prepared = self._session.prepare_request(request)
            response = self._session.send(prepared, stream=True, timeout=(connect, READ_SECONDS), allow_redirects=False)
            with response:
                body, problem = _read(response)
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError, ValueError) as error:
            return ServiceResponse(str(request.url), self._clock.now(), None, problem=_describe(error))
        return ServiceResponse(
            url=response.url or str(request.url),
            time=self._clock.now(),
            status=response.status_code,
            body=body,
            problem=problem,
            retry_after=read_retry_after(response.headers.get("Retry-After", ""), self._clock.now()),
        )


def _connect_anywhere(host: str, port: int, timeout: object) -> socket.socket:
    """A connection to the first address of the host that takes one; raises OSError."""
    seconds = float(timeout) if isinstance(timeout, int | float) else CONNECT_SECONDS
    failure: OSError = OSError(f"no address: {host}")
    for address in look_up(host):
        try:
            return open_socket(address, port, seconds)
        except OSError as error:
            failure = error
    raise failure


class _PlainConnection(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        return _connect_anywhere(self.host, self.port, self.timeout)


class _SecureConnection(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        return _connect_anywhere(self.host, self.port, self.timeout)


class _PlainPool(HTTPConnectionPool):
    ConnectionCls = _PlainConnection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


class DeadlineAdapter(HTTPAdapter):
    """Connects to services that the bot trusts; no read outlasts the deadline of the request.

    All connections verify with one context: the stock adapter loads all authorities anew for each connection.
    """

    def __init__(self, context: ssl.SSLContext) -> None:
        self._context = context
        super().__init__(max_retries=0)

    def init_poolmanager(self, connections: int, maxsize: int, *_: object, **__: object) -> None:
        self.poolmanager = urllib3.PoolManager(connections, maxsize=maxsize, ssl_context=self._context)
        self.poolmanager.pool_classes_by_scheme = {"http": _PlainPool, "https": _SecurePool}

    def cert_verify(self, conn: object, url: str, verify: object, cert: object) -> None:
        """Nothing to set: the context verifies, and knows the authorities."""


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
    """The body, and why it is not whole."""
    pieces: list[bytes] = []
    length = 0
    for piece in response.iter_content(_CHUNK):
        pieces.append(piece)
        length += len(piece)
        if length > MAX_BYTES:
            return b"", f"the answer is larger than {MAX_BYTES // 2**20} MiB"
    return b"".join(pieces), ""


def _describe(error: Exception) -> str:
    late = (requests.Timeout, urllib3.exceptions.TimeoutError, TimeoutError)
    if any(isinstance(each, late) for each in (error, *error.args)):
        return "no answer in time"
    if isinstance(error, requests.exceptions.SSLError):
        return "no secure connection"
    if isinstance(error, requests.exceptions.ChunkedEncodingError | urllib3.exceptions.ProtocolError):
        return "the answer was incomplete"
    if isinstance(error, requests.ConnectionError | OSError) and not isinstance(error, ValueError):
        return "could not connect"
    return f"no usable answer ({type(error).__name__})"
