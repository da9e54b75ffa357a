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
from contextlib import closing
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING

import certifi

from bot.errors import CANNOT_RUN, BotError
from bot.links.address_guard import (
    ATTEMPT,
    DeadlineSSLSocket,
    LookupFailedError,
    NoSuchHostError,
    NotAllowedError,
    read_target,
)
from bot.links.connections import FinalResponse, GuardedPools
from bot.links.messages import Failure, FailureKind, FetchResult, Request, Response
from bot.links.metadata import read_tags
from bot.links.responses import read_title
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.links.address_guard import Guard


_BUNDLES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


def open_context(environment: Mapping[str, str] = os.environ) -> ssl.SSLContext:
    """The one context for all connections; raises BotError if a file of authorities cannot be read.

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
            hint = f"{', '.join(_BUNDLES)} set the file: correct or unset them"
            raise BotError(message, hint, CANNOT_RUN) from None
    context.sslsocket_class = DeadlineSSLSocket
    context.set_alpn_protocols(["http/1.1"])
    return context


LARGEST = 2**16
"""Bytes of a page that are read, and that they may unpack to."""

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
    """Sends requests through the guard. May be shared by threads; close it in the end."""

    def __init__(self, guard: Guard, context: ssl.SSLContext | None = None) -> None:
        self._guard = guard
        self._context = context or open_context()
        self._pools = GuardedPools(guard, self._context)

    def close(self) -> None:
        """Close the connections that were kept open."""
        self._pools.close()

    def fetch(self, request: Request) -> FetchResult:
        """The response to one request; never raises for what the network does."""
        started = time.monotonic()
        try:
            return self._fetch(request, started)
        except Exception as error:  # noqa: BLE001 - what libraries make of a hostile answer must not end the run
            kind, note = _describe(error)
        return Failure(request.url, request.method, time.time(), time.monotonic() - started, kind, note)

    def _fetch(self, request: Request, started: float) -> Response:
        ATTEMPT.begin(request.seconds)
        if not request.fresh:
            try:
                return _fetch(self._pools, request, started)
            except OSError as error:
                # The host may have closed a kept connection just as it was reused.
                if ATTEMPT.connected or _describe(error)[0] is not FailureKind.RESET:
                    raise
        with closing(GuardedPools(self._guard, self._context)) as pools:
            return _fetch(pools, request, started)


def _fetch(pools: GuardedPools, request: Request, started: float) -> Response:
    raw = pools.send(request)
    lines = tuple(raw.headers.items())
    headers = _deciding(lines)
    try:
        body = _read(raw, headers.get("content-type", ""))
    finally:
        raw.give_back()
    text = decode(body, raw.headers.get("Content-Encoding", ""), headers.get("content-type", ""))
    seconds = time.monotonic() - started
    title, size, now = read_title(text), len(body), time.time()
    cookies = read_cookies(raw.headers.get_all("Set-Cookie", ()), now) if "location" in headers else ()
    tags = read_tags(text)
    return Response(request.url, request.method, now, seconds, raw.status, headers, title, size, cookies, tags)


def _deciding(lines: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The headers that decide something, in lower case; what is longer than any of them has to be is none."""
    found: dict[str, str] = {}
    for written, value in lines:
        if (name := written.lower()) in _DECIDING:
            found[name] = f"{found[name]}, {value}" if name in found else value
    found = {name: value for name, value in found.items() if len(value) <= _LONGEST_HEADER}
    if "location" in found:
        found["location"] = _as_utf8(found["location"])
    return found


def _read(raw: FinalResponse, kind: str) -> bytes:
    """The start of the body. What breaks off here does not matter: the status has come.

    Reading to the end, even where there is nothing to read, is what lets a connection be used again.
    """
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


_WEB_CODEC = lazy_pattern(
    r"utf-8|utf-16(-[lb]e)?|ascii|iso8859-\d+|cp(125\d|866|874|932|949|950)|koi8-[ru]|mac-(roman|cyrillic)"
    r"|shift_jis|euc_(jp|kr)|iso2022_jp|gb(2312|k|18030)|big5(hkscs)?"
)
"""Python's names for the encodings of https://encoding.spec.whatwg.org/."""


def decode(body: bytes, encoding: str, kind: str, largest: int = LARGEST) -> str:
    """The text of a body, unpacked to `largest` bytes at most; empty where it cannot be unpacked."""
    if encoding.strip().lower() in {"gzip", "x-gzip", "deflate"}:
        try:
            body = zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(body, largest)
        except zlib.error:
            return ""
    elif encoding.strip().lower() not in {"", "identity"}:
        return ""
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


def describe(error: BaseException) -> str:
    """Why a request failed, as messages say it."""
    kind, note = _describe(error)
    return f"{kind}: {note}" if note else str(kind)


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
        attributes = {name.strip().lower(): value.strip() for name, _, value in map(_split, rest.split(";"))}
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


def _split(attribute: str) -> tuple[str, str, str]:
    return attribute.partition("=")


def _is_over(attributes: dict[str, str], now: float) -> bool:
    """Max-Age counts where there is one, else Expires."""
    age = attributes.get("max-age", "")
    if re.fullmatch(r"-?[0-9]{1,12}", age):
        return int(age) <= 0
    try:
        return parsedate_to_datetime(attributes.get("expires", "")).timestamp() <= now
    except (ValueError, OverflowError):
        return False
