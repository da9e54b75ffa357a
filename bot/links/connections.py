"""Requests, and connections to hosts: opened by the guard, verified with one context, kept for the next request.

They are those of `http.client`. What `urllib3` puts around it (retries, redirects, decoding, an object for each
time-out) is ours to decide or not wanted here, and costs more than the request itself: with thousands of links
that counts on a runner with two cores, where all threads take turns.
"""

from __future__ import annotations

import http.client
import re
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from urllib3.util import wait_for_read

from bot import __version__
from bot.links.address_guard import ATTEMPT, USUAL_LIMITS, Limits, Opener, Target, read_target
from bot.text import StrEnum, lazy_pattern

if TYPE_CHECKING:
    import socket
    import ssl
    from collections.abc import Iterable, Mapping
    from io import BufferedIOBase

    from bot.links.responses import Tags

HEAD = "HEAD"
GET = "GET"
POST = "POST"


class FailureKind(StrEnum):
    """Why there was no response; the values are shown to users."""

    TIMEOUT = "no answer in time"
    RESET = "the connection was closed early"
    REFUSED = "could not connect"
    NO_NAME = "no such host"
    LOOKUP = "the host name could not be looked up"
    TLS = "no secure connection"
    CERTIFICATE = "the certificate is not valid"
    BROKEN = "the answer is not HTTP"
    NOT_ALLOWED = "not asked"


@dataclass(frozen=True, slots=True)
class Request:
    """One request, and how it is to be sent."""

    url: str
    method: str = GET
    seconds: float = 10.0
    """The time limit, even if data keeps arriving."""
    keep: bool = True
    """Whether the connection is to be reused later."""
    fresh: bool = False
    """Whether a new connection must be opened."""
    cookies: str = ""
    """The Cookie header; none if it is empty."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """What is accepted and so on; empty: what is asked of pages."""
    body: bytes | None = None
    limits: Limits = USUAL_LIMITS
    """Of its single steps."""


@dataclass(frozen=True, slots=True)
class Response:
    """A host answered; `headers` has lower-case names and only those that decide something."""

    url: str
    method: str
    time: float
    """Of the end of the answer, in seconds since the epoch."""
    seconds: float
    """From the request to the end of the answer."""
    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    """Of the page, where it is one and has it within the first 64 KiB."""
    size: int = 0
    """Bytes of the body that were read."""
    cookies: tuple[Cookie, ...] = ()
    """What a redirect sets."""
    tags: Tags = ()
    """What the page says about the paper that it is about."""


@dataclass(frozen=True, slots=True)
class Failure:
    """No response came; `note` is a detail, where there is one."""

    url: str
    method: str
    time: float
    seconds: float
    kind: FailureKind
    note: str = ""

    @property
    def cookies(self) -> tuple[()]:
        """None."""
        return ()


FetchResult: TypeAlias = Response | Failure


@dataclass(frozen=True, slots=True)
class WholeResponse:
    """A response with its whole body, unpacked; `status` is None, and `kind` says why, if there was none."""

    url: str
    """As it was sent."""
    status: int | None
    headers: Mapping[str, str] = field(default_factory=dict)
    """As in `Response`."""
    body: bytes = b""
    problem: str = ""
    """Why there is no usable body."""
    kind: FailureKind | None = None


_PAIR = lazy_pattern(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*([\x20-\x3a\x3c-\x7e]*)")
_LONGEST_COOKIES = 4_096
_MOST_COOKIES = 20
"""Cookies of one answer; all of them together are no longer than one may be."""


@dataclass(frozen=True, slots=True)
class Cookie:
    """A cookie that a host sets; `value` is None if it deletes the cookie."""

    name: str
    value: str | None
    secure: bool = False
    """Whether it is for secure connections only."""


def read_cookies(lines: Iterable[str], now: float) -> tuple[Cookie, ...]:
    """The cookies in the Set-Cookie headers of an answer (RFC 6265, 5.2), without those that must not be sent."""
    found: list[Cookie] = []
    room = _LONGEST_COOKIES
    for line in lines:
        pair, _, rest = line.partition(";")
        match = _PAIR.fullmatch(pair.strip()) if len(pair) <= room else None
        if match is None or len(found) == _MOST_COOKIES:
            continue
        room -= len(pair)
        attributes = {
            name.strip().lower(): value.strip() for name, _, value in (each.partition("=") for each in rest.split(";"))
        }
        value = None if _is_over(attributes, now) else match[2].strip()
        found.append(Cookie(match[1], value, "secure" in attributes))
    return tuple(found)


def cookies_for(url: str, chain: Iterable[FetchResult]) -> str:
    """The Cookie header of a request for `url` that follows on the answers of `chain`; empty for none."""
    target = read_target(url)
    cookies: dict[str, str] = {}
    for answer in chain:
        if not answer.cookies or read_target(answer.url).key != target.key:
            continue
        for cookie in answer.cookies:
            if cookie.value is None:
                cookies.pop(cookie.name, None)
            elif target.scheme == "https" or not cookie.secure:
                cookies[cookie.name] = cookie.value
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def _is_over(attributes: dict[str, str], now: float) -> bool:
    """Max-Age counts where there is one, else Expires."""
    age = attributes.get("max-age", "")
    if re.fullmatch(r"-?[0-9]{1,12}", age):
        return int(age) <= 0
    try:
        return parsedate_to_datetime(attributes.get("expires", "")).timestamp() <= now
    except (ValueError, OverflowError):
        return False


USER_AGENT = f"paperlist-bot/{__version__} (+https://github.com/paperlist-bot/paperlist-bot)"

_POOLS = 4_096
_FEWEST_POOLS = 64
"""Pools of connections, at most and at least, whatever the limit of open files is."""
_NO_LIMIT = 2**20
_BUSY = 256
"""Files and sockets that a run has open besides the connections that it keeps for later."""
_MOST_FIELDS, _LONGEST_LINE = 100, 2**16
"""Headers of a response, and bytes of one, at most: as `http.client` has them."""
_SWITCHING = 101
_WITHOUT_BODY = frozenset({_SWITCHING, 204, 304})
_ONCE = frozenset({"HTTP/0.9", "HTTP/1.0"})
"""Versions whose connections are closed after a response, unless that says otherwise."""
_CONNECTIONS = 4
"""Kept for each host at most: as many as are under way by the usual policy."""
_OWN_HEADERS = {"User-Agent": USER_AGENT, "Accept-Encoding": "gzip"}
_PAGE_HEADERS = {**_OWN_HEADERS, "Accept": "text/html,application/pdf;q=0.9,*/*;q=0.8", "Accept-Language": "en,*;q=0.5"}


Place: TypeAlias = tuple[str, str, int]
"""A scheme, a host and a port."""


class FinalResponse(http.client.HTTPResponse):
    """A response whose head is read here, without the mail parser of the stock class: a fifth of the time of a request.

    Informational responses before it (1xx) are skipped, else these would be taken for the answer: RFC 9110, 15.2. The
    stock class skips status 100 alone.
    """

    connection: Connection
    """From which it is read."""
    pools: Pools
    """Where the connection is kept."""
    fields: dict[str, str]
    """The headers by their names in lower case; the values of one that is repeated stand on lines of their own."""

    def read_head(self, method: str) -> None:
        """Read the head; several different lengths are an error, because each would end the body elsewhere."""
        version, self.status = "", 100
        while 100 <= self.status < 200 and self.status != _SWITCHING:
            version, self.status, self.reason = self._read_status()  # type: ignore[attr-defined]
            self.fields = _read_fields(self.fp)
        if not version.startswith(("HTTP/1.", "HTTP/0.9")):
            raise http.client.UnknownProtocol(version)
        self.chunked = self.fields.get("transfer-encoding", "").partition("\n")[0].lower() == "chunked"
        self.chunk_left = None
        lengths = {part.strip() for part in self.fields.get("content-length", "").replace("\n", ",").split(",")}
        if len(lengths) > 1 and not self.chunked:
            raise http.client.HTTPException("several lengths")
        length = lengths.pop()
        self.length = int(length) if length.isdecimal() and not self.chunked else None
        if method == HEAD or self.status in _WITHOUT_BODY:
            self.length = 0
        wish = self.fields.get("connection", "").lower()
        is_open = "close" not in wish if version not in _ONCE else "keep-alive" in wish
        self.will_close = not is_open or (self.length is None and not self.chunked)

    def give_back(self) -> None:
        """End the response, which was read as far as it is wanted; its connection is kept if it can be."""
        self.pools.give_back(self)

    def may_be_followed(self) -> bool:
        """Whether the body was read to its end, and the host keeps the connection open for another response."""
        return not self.will_close and (self.length == 0 or (self.chunked and self.isclosed()))


def _read_fields(lines: BufferedIOBase) -> dict[str, str]:
    """The fields of a head, to the empty line after them; a line that is none is left out. Raises HTTPException."""
    fields: dict[str, str] = {}
    name = ""
    for _ in range(_MOST_FIELDS):
        line = lines.readline(_LONGEST_LINE + 1)
        if len(line) > _LONGEST_LINE:
            raise http.client.LineTooLong("header line")
        text = line.decode("latin-1").rstrip("\r\n")
        if not text:
            return fields
        written, colon, value = text.partition(":")
        if text[0] in " \t":  # the line before goes on
            fields[name] = f"{fields.get(name, '')} {text.strip()}"
        elif colon and " " not in written:
            name = written.lower()
            fields[name] = f"{fields[name]}\n{value.strip()}" if name in fields else value.strip()
    raise http.client.HTTPException(f"more than {_MOST_FIELDS} headers")


class Connection:
    """A connection to one host and port, which `connect` opens."""

    def __init__(self, target: Target, opener: Opener, context: ssl.SSLContext) -> None:
        self._target, self._opener = target, opener
        self.place: Place = (target.scheme, target.host, target.port)
        self._context = context if target.scheme == "https" else None
        self.sock: socket.socket | None = None
        """None while it is not open."""
        host = f"[{target.host}]" if ":" in target.host else target.host
        usual = 443 if target.scheme == "https" else 80
        self.name = host if target.port == usual else f"{host}:{target.port}"
        """As the header `Host` has it, with any port but the usual one."""

    def connect(self) -> socket.socket:
        """Open it. Raises what the opener raises, and OSError."""
        host = self._target.host
        connected = self._opener.connect(host, self._target.port, min(ATTEMPT.limits.connect, ATTEMPT.left()))
        self.sock = self._context.wrap_socket(connected, server_hostname=host) if self._context else connected
        return self.sock

    def close(self) -> None:
        """Close it; nothing where it is not open."""
        connected, self.sock = self.sock, None
        if connected is not None:
            connected.close()

    def send_request(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> FinalResponse:
        """The response, its body unread."""
        length = {} if body is None else {"Content-Length": str(len(body))}
        fields = {"Host": self.name, **length, **headers}
        head = "".join([f"{method} {path} HTTP/1.1", *(f"\n{name}: {value}" for name, value in fields.items())])
        if head.count("\n") != len(fields) or "\r" in head:
            raise ValueError("a line break in a header")
        sent = head.replace("\n", "\r\n").encode("latin-1") + b"\r\n\r\n" + (body or b"")
        try:
            connected = self.sock or self.connect()
            connected.settimeout(ATTEMPT.left())
            with suppress(BrokenPipeError, ConnectionResetError):  # an answer may have come before
                connected.sendall(sent)
            response = FinalResponse(connected, method=method)
            response.connection = self
            response.read_head(method)
        except BaseException:
            self.close()
            raise
        return response


class Pools:
    """Connections to hosts, opened by one opener, verified with one context, and kept. May be shared by threads."""

    def __init__(self, opener: Opener, context: ssl.SSLContext) -> None:
        self._opener, self._context = opener, context
        self._most = most_pools(most_files())
        self._kept: OrderedDict[Place, list[Connection]] = OrderedDict()
        self._lock = Lock()

    def close(self) -> None:
        """Close the connections that were kept; one that is given back later is closed then."""
        with self._lock:
            kept = [each for pool in self._kept.values() for each in pool]
            self._kept.clear()
        for each in kept:
            each.close()

    def send(self, request: Request) -> FinalResponse:
        """The response, its body unread. Raises `NotAllowedError`, what the opener and `http.client` raise, OSError."""
        headers = {**_OWN_HEADERS, **request.headers} if request.headers else _PAGE_HEADERS
        if not request.keep:
            headers = headers | {"Connection": "close"}
        if request.cookies:
            headers = headers | {"Cookie": request.cookies}
        target = self._opener.read_target(request.url)
        response = self._take(target).send_request(request.method, target.path, request.body, headers)
        response.pools = self
        return response

    def give_back(self, response: FinalResponse) -> None:
        """Keep the connection of a response for the next request, or close it where that is not possible."""
        connection = response.connection
        may_be_kept = response.may_be_followed() and connection.sock is not None
        response.close()
        with self._lock:
            pool = self._kept.get(connection.place) if may_be_kept else None
            if pool is not None and len(pool) < _CONNECTIONS:
                pool.append(connection)
                return
        connection.close()

    def _take(self, target: Target) -> Connection:
        """A connection that is free, the one used last first; or a new one, which is not open yet."""
        new = Connection(target, self._opener, self._context)
        while (kept := self._pop(new.place)) is not None:
            # What a host sends unasked is that it closes the connection.
            if kept.sock is not None and not wait_for_read(kept.sock, 0.0):
                return kept
            kept.close()
        return new

    def _pop(self, place: Place) -> Connection | None:
        """One that is kept; the host that was asked longest ago makes room."""
        oldest: list[Connection] = []
        with self._lock:
            pool = self._kept.setdefault(place, [])
            self._kept.move_to_end(place)
            if len(self._kept) > self._most:
                oldest = self._kept.popitem(last=False)[1]
            found = pool.pop() if pool else None
        for each in oldest:
            each.close()
        return found


def most_files() -> int:
    """How many files and sockets this process may have open; a large number where there is no limit."""
    try:
        import resource
    except ImportError:  # Windows, where sockets are not files
        return _NO_LIMIT
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return limit if limit >= 0 else _NO_LIMIT


def most_pools(files: int) -> int:
    """To how many hosts connections may be kept where so many `files` may be open.

    Most systems allow 1,024, and lists have more hosts than that; the host that was asked longest ago makes room.
    """
    return min(max((files - _BUSY) // 2, _FEWEST_POOLS), _POOLS)
