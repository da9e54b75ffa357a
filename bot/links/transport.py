"""HTTP requests: through the address guard, bounded in time and size, without proxies or credentials of this machine.

Time-outs of sockets are per operation, so that a byte a second would hold a thread forever. Here each read gets what is
left until the deadline of the request for which the thread is reading.

Pages that set a cookie and redirect to themselves would be loops without cookies, so cookies are kept within a redirect
chain, and go back to the very host and port that set them; Domain and Path, which widen and narrow that, are ignored.
`http.cookiejar` cannot do that: it shares cookies among ports and within domains, and a jar that changes is nothing
that the next request, or whether the chain is a loop, can be computed from.
"""

from __future__ import annotations

import codecs
import http.client
import os
import re
import ssl
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Self
from urllib.parse import urljoin

import certifi

from bot.errors import CANNOT_RUN, BotError
from bot.links.address_guard import (
    ATTEMPT,
    DeadlineSSLSocket,
    LookupFailedError,
    NoSuchHostError,
    NotAllowedError,
    Opener,
)
from bot.links.connections import (
    Failure,
    FailureKind,
    FetchResult,
    FinalResponse,
    Pools,
    Request,
    Response,
    WholeResponse,
    read_cookies,
)
from bot.links.responses import read_tags, read_title
from bot.text import lazy_pattern

_BUNDLES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


def open_context(environment: Mapping[str, str] = os.environ) -> ssl.SSLContext:
    """The one context for all connections; raises BotError if a file of authorities cannot be read.

    The authorities are those of `certifi`, or all that the environment names where it names any.
    """
    named = {environment[name] for name in _BUNDLES if environment.get(name)}
    return _load_context(tuple(sorted(named)) or (certifi.where(),))


@lru_cache(maxsize=4)
def _load_context(paths: tuple[str, ...]) -> ssl.SSLContext:
    """Load authorities: 20 ms of work, done once in a process."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    for path in paths:
        folder = Path(path).is_dir()
        try:
            context.load_verify_locations(cafile=None if folder else path, capath=path if folder else None)
        except OSError as error:
            message = f"the certificate authorities in {path} cannot be read: {error.strerror or error}"
            hint = f"{', '.join(_BUNDLES)} set the file: correct or unset them"
            raise BotError(message, hint, CANNOT_RUN) from None
    context.sslsocket_class = DeadlineSSLSocket
    context.set_alpn_protocols(["http/1.1"])
    return context


LARGEST = 2**16
"""Bytes of a page that are read, and that they may unpack to."""
LARGEST_WHOLE = 24 * 2**20
"""Bytes of a whole answer, and that it may unpack to: 250 papers of large collaborations are about 13 MiB."""

_CHUNK = 2**14
_LONGEST_HEADER = 4_096
_DECIDING = frozenset(
    "location content-type server retry-after date ratelimit ratelimit-remaining ratelimit-reset"
    " x-ratelimit-remaining x-ratelimit-reset x-rate-limit-remaining x-rate-limit-reset"
    " cf-mitigated x-amzn-waf-action x-vercel-mitigated x-datadome".split()
)
_FAILURE_KINDS: tuple[tuple[FailureKind, tuple[type[BaseException], ...]], ...] = (
    (FailureKind.NOT_ALLOWED, (NotAllowedError,)),
    (FailureKind.NO_NAME, (NoSuchHostError,)),
    (FailureKind.LOOKUP, (LookupFailedError,)),
    (FailureKind.CERTIFICATE, (ssl.SSLCertVerificationError, ssl.CertificateError)),
    (FailureKind.TIMEOUT, (TimeoutError,)),
    (FailureKind.RESET, (ConnectionResetError, BrokenPipeError, ConnectionAbortedError)),
    (FailureKind.REFUSED, (ConnectionRefusedError,)),
    (FailureKind.TLS, (ssl.SSLError,)),
    (FailureKind.BROKEN, (http.client.HTTPException,)),
    (FailureKind.REFUSED, (OSError,)),
)


class Session:
    """Sends requests where `opener` allows. May be shared by threads; close it in the end."""

    def __init__(
        self, opener: Opener, context: ssl.SSLContext | None = None, now: Callable[[], float] = time.time
    ) -> None:
        """Without a `context` for TLS it raises BotError as `open_context` does; `now` is the time of day."""
        self._opener, self._now = opener, now
        self._context = context or open_context()
        self._pools = Pools(opener, self._context)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections that were kept open."""
        self._pools.close()

    def fetch(self, request: Request) -> FetchResult:
        """The start of the response to one request; never raises for what the network does."""
        started = time.monotonic()
        try:
            raw, body = self._send(request, _read_start)
            return _to_response(request, raw, body, started, self._now())
        except Exception as error:  # noqa: BLE001 - what libraries make of a hostile answer must not end the run
            kind, note = _describe(error)
        return Failure(request.url, request.method, self._now(), time.monotonic() - started, kind, note)

    def read(
        self, request: Request, largest: int = LARGEST_WHOLE, on_connect: Callable[[], None] | None = None
    ) -> WholeResponse:
        """The whole response, of `largest` bytes at most; never raises for what the network does.

        `on_connect` is called when a connection is opened for it.
        """
        try:
            raw, body = self._send(request, lambda raw: _read_whole(raw, largest), on_connect)
            url = self._opener.read_target(request.url).url
            unpacked = unpack(body, raw.fields.get("content-encoding", ""), largest + 1)
        except Exception as error:  # noqa: BLE001 - as above
            kind, note = _describe(error)
            return WholeResponse(request.url, None, problem=f"{kind}: {note}" if note else str(kind), kind=kind)
        if unpacked is None:
            problem = "the answer cannot be unpacked"
            return WholeResponse(url, None, problem=problem, kind=FailureKind.BROKEN)
        headers = _deciding(raw.fields)
        if len(unpacked) > largest:
            return WholeResponse(url, raw.status, headers, problem=f"the answer is larger than {largest // 2**20} MiB")
        return WholeResponse(url, raw.status, headers, unpacked)

    def _send(
        self, request: Request, read: Callable[[FinalResponse], bytes], on_connect: Callable[[], None] | None = None
    ) -> tuple[FinalResponse, bytes]:
        """The response, and what `read` takes of its body."""
        ATTEMPT.begin(request.seconds, on_connect, request.limits)
        if not request.fresh:
            try:
                return _exchange(self._pools, request, read)
            except OSError as error:
                # The host may have closed a kept connection just as it was reused.
                if ATTEMPT.connected or _describe(error)[0] is not FailureKind.RESET:
                    raise
        with closing(Pools(self._opener, self._context)) as pools:
            return _exchange(pools, request, read)


def _exchange(pools: Pools, request: Request, read: Callable[[FinalResponse], bytes]) -> tuple[FinalResponse, bytes]:
    raw = pools.send(request)
    try:
        return raw, read(raw)
    finally:
        raw.give_back()


def _to_response(request: Request, raw: FinalResponse, body: bytes, started: float, now: float) -> Response:
    headers = _deciding(raw.fields)
    text = decode(body, raw.fields.get("content-encoding", ""), headers.get("content-type", ""))
    seconds = time.monotonic() - started
    title, size = read_title(text), len(body)
    cookies = read_cookies(raw.fields.get("set-cookie", "").split("\n"), now) if "location" in headers else ()
    tags = read_tags(text)
    return Response(request.url, request.method, now, seconds, raw.status, headers, title, size, cookies, tags)


def _deciding(fields: Mapping[str, str]) -> dict[str, str]:
    """The headers that decide something; what is longer than any of them has to be is none."""
    found = {name: fields[name].replace("\n", ", ") for name in _DECIDING & fields.keys()}
    found = {name: value for name, value in found.items() if len(value) <= _LONGEST_HEADER}
    if "location" in found:
        found["location"] = _as_utf8(found["location"])
    return found


def _read_start(raw: FinalResponse) -> bytes:
    """The start of the body. What breaks off here does not matter: the status has come.

    Reading to the end, even where there is nothing to read, is what lets a connection be used again.
    """
    kind = raw.fields.get("content-type", "")
    limit = LARGEST if not kind or kind.startswith("text/") or "html" in kind else 1_024
    body = bytearray()
    try:
        while len(body) < limit and (piece := raw.read1(min(_CHUNK, limit - len(body)))):
            body += piece
            if raw.length == 0:
                break
    except (http.client.HTTPException, OSError, ValueError):
        raw.connection.close()
    return bytes(body)


def _read_whole(raw: FinalResponse, largest: int) -> bytes:
    """The body to its end, or a little more than `largest`; raises HTTPException where it breaks off."""
    body = bytearray()
    is_broken = False
    try:
        while len(body) <= largest and (piece := raw.read1(_CHUNK)):
            body += piece
            if raw.length == 0:
                break
        is_broken = bool(raw.length) and len(body) <= largest
    except ConnectionError:
        is_broken = True
    if is_broken:  # raised here, where no failure of the connection is behind it
        raise http.client.IncompleteRead(b"")
    return bytes(body)


_WEB_CODEC = lazy_pattern(
    r"utf-8|utf-16(-[lb]e)?|ascii|iso8859-\d+|cp(125\d|866|874|932|949|950)|koi8-[ru]|mac-(roman|cyrillic)"
    r"|shift_jis|euc_(jp|kr)|iso2022_jp|gb(2312|k|18030)|big5(hkscs)?"
)
"""Python's names for the encodings of https://encoding.spec.whatwg.org/."""


def decode(body: bytes, encoding: str, kind: str, largest: int = LARGEST) -> str:
    """The text of a body, unpacked to `largest` bytes at most; empty if it cannot be unpacked."""
    return to_text(unpack(body, encoding, largest) or b"", kind)


def unpack(body: bytes, encoding: str, largest: int) -> bytes | None:
    """The body as it was before it was packed; no more than `largest` bytes are unpacked."""
    name = encoding.strip().lower()
    if name in {"", "identity"}:
        return body
    if name not in {"gzip", "x-gzip", "deflate"}:
        return None
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(body, largest)
    except zlib.error:
        return None


def to_text(body: bytes, kind: str) -> str:
    """The text of a body by its Content-Type."""
    charset = re.search(r"charset=[\"']?([\w-]+)", kind)
    return body.decode(_codec(charset[1]) if charset else "utf-8", errors="replace")


def _codec(charset: str) -> str:
    """The codec of a character set of the web; Python knows others, which run escapes or make lone surrogates."""
    try:
        name = codecs.lookup(charset).name
    except LookupError:
        return "utf-8"
    return name if _WEB_CODEC.fullmatch(name) else "utf-8"


def _as_utf8(value: str) -> str:
    """Headers are read as Latin-1; those who write more into them mean UTF-8."""
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


def _describe(error: BaseException) -> tuple[FailureKind, str]:
    causes = tuple(_causes(error))
    for kind, errors in _FAILURE_KINDS:
        found = next((cause for cause in causes if isinstance(cause, errors)), None)
        if found is None:
            continue
        if isinstance(found, NotAllowedError):
            return kind, str(found)
        if isinstance(found, ssl.SSLCertVerificationError):
            return kind, str(getattr(found, "verify_message", ""))
        return kind, ""
    return FailureKind.BROKEN, type(error).__name__


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and all that it wraps, in whatever way."""
    waiting: list[BaseException] = [error]
    seen: set[int] = set()
    while waiting and len(seen) < 50:
        cause = waiting.pop()
        if id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        inner = (cause.__cause__, cause.__context__, getattr(cause, "reason", None), *cause.args)
        waiting.extend(each for each in inner if isinstance(each, BaseException))


_SECONDS = 60.0
_MOST_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class Download(NamedTuple):
    """The text at a URL, or why there is none."""

    text: str = ""
    problem: str = ""


def download(url: str, opener: Opener, context: ssl.SSLContext) -> Download:
    """Get the whole text at a URL, such as a feed, redirects included; never raises for what the network does."""
    end = time.monotonic() + _SECONDS
    with Session(opener, context) as session:
        for _ in range(_MOST_REDIRECTS + 1):
            answer = session.read(Request(url, seconds=end - time.monotonic(), keep=False))
            target = answer.headers.get("location", "")
            if answer.status in _REDIRECTS and target:
                url = urljoin(url, target)
            elif answer.status not in {200, None}:
                return Download(problem=f"it answered {answer.status}")
            else:
                return Download(to_text(answer.body, answer.headers.get("content-type", "")), answer.problem)
    return Download(problem="too many redirects")
