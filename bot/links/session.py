"""The answers of one redirect chain come in; the cookies that its next request carries go out. No I/O here.

Pages that set a cookie and redirect to themselves would be loops without them. Cookies end with their chain and go
back to the very host that set them: Domain and Path, which widen and narrow that, are not heeded.
"""

from __future__ import annotations

import http.client
import re
import ssl
import time
import zlib
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

import requests
import urllib3

from bot.links.address_guard import ATTEMPT, LookupFailedError, NoSuchHostError, NotAllowedError, read_target
from bot.links.model import Answer, Failure, Reply, Request, Trouble
from bot.links.pages import read_title
from bot.links.transport import CONNECT_SECONDS, USER_AGENT, GuardedAdapter, open_context
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.links.address_guard import Guard


_PAIR = lazy_pattern(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*([\x20-\x3a\x3c-\x7e]*)")
_LONGEST = 4_096
_MOST = 20
"""Cookies of one answer; all of them together are no longer than one may be."""


@dataclass(frozen=True, slots=True)
class Cookie:
    """What a host wants to be told the next time; `value` is None where it wants to hear no more of it."""

    name: str
    value: str | None
    secure: bool = False
    """Whether it is for secure connections only."""


def read_cookies(lines: Iterable[str], now: float) -> tuple[Cookie, ...]:
    """The cookies in the Set-Cookie headers of an answer (RFC 6265, 5.2), without those that nobody may send."""
    found: list[Cookie] = []
    room = _LONGEST
    for line in lines:
        pair, _, rest = line.partition(";")
        match = _PAIR.fullmatch(pair.strip()) if len(pair) <= room else None
        if match is None or len(found) == _MOST:
            continue
        room -= len(pair)
        attributes = {name.strip().lower(): value.strip() for name, _, value in map(_split, rest.split(";"))}
        value = None if _is_over(attributes, now) else match[2].strip()
        found.append(Cookie(match[1], value, "secure" in attributes))
    return tuple(found)


def cookies_for(url: str, chain: Iterable[Answer]) -> str:
    """The Cookie header of a request for `url` that follows on the answers of `chain`; empty for none."""
    target = read_target(url)
    kept: dict[str, str] = {}
    for answer in chain:
        if not answer.cookies or read_target(answer.url).key != target.key:
            continue
        for cookie in answer.cookies:
            if cookie.value is None:
                kept.pop(cookie.name, None)
            elif target.scheme == "https" or not cookie.secure:
                kept[cookie.name] = cookie.value
    return "; ".join(f"{name}={value}" for name, value in kept.items())


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


LARGEST = 2**16
"""Bytes of a page that are read, and that they may unpack to."""

_CHUNK = 2**14
_LONGEST_HEADER = 4_096
_DECIDING = frozenset(
    "location content-type server retry-after date ratelimit ratelimit-remaining ratelimit-reset"
    " x-ratelimit-remaining x-ratelimit-reset x-rate-limit-remaining x-rate-limit-reset"
    " cf-mitigated x-amzn-waf-action x-vercel-mitigated x-datadome".split()
)
_HEADERS = {
    "User-Agent": USER_AGENT,
    "Accept": "text/html,application/pdf;q=0.9,*/*;q=0.8",
    "Accept-Language": "en,*;q=0.5",
    "Accept-Encoding": "gzip",
}
_TROUBLES: tuple[tuple[Trouble, tuple[type[BaseException], ...]], ...] = (
    (Trouble.NOT_ALLOWED, (NotAllowedError,)),
    (Trouble.NO_NAME, (NoSuchHostError,)),
    (Trouble.LOOKUP, (LookupFailedError,)),
    (Trouble.CERTIFICATE, (ssl.SSLCertVerificationError, ssl.CertificateError)),
    (Trouble.TIMEOUT, (TimeoutError, requests.Timeout, urllib3.exceptions.TimeoutError)),
    (Trouble.RESET, (ConnectionResetError, BrokenPipeError, ConnectionAbortedError)),
    (Trouble.REFUSED, (ConnectionRefusedError,)),
    (Trouble.TLS, (ssl.SSLError, urllib3.exceptions.SSLError)),
    (Trouble.BROKEN, (http.client.HTTPException, urllib3.exceptions.ProtocolError)),
    (Trouble.NOT_ALLOWED, (requests.exceptions.InvalidURL, urllib3.exceptions.LocationValueError)),
    (Trouble.REFUSED, (OSError,)),
)


class Session:
    """Sends requests through the guard. May be shared by threads; close it in the end."""

    def __init__(self, guard: Guard, context: ssl.SSLContext | None = None) -> None:
        self._guard = guard
        self._context = context or open_context()
        self._adapter = GuardedAdapter(guard, self._context)

    def close(self) -> None:
        """Close the connections that were kept."""
        self._adapter.close()

    def fetch(self, request: Request) -> Answer:
        """The reply to one request; never raises for what the network does."""
        started = time.monotonic()
        try:
            return self._fetch(request, started)
        except Exception as error:  # noqa: BLE001 - what libraries make of a hostile answer must not end the run
            trouble, note = _describe(error)
        return Failure(request.url, request.method, time.time(), time.monotonic() - started, trouble, note)

    def _fetch(self, request: Request, started: float) -> Reply:
        prepared = _prepare(request)
        ATTEMPT.begin(request.seconds)
        if request.fresh:
            return self._send_fresh(request, prepared, started)
        try:
            return _send(self._adapter, request, prepared, started)
        except requests.ConnectionError as error:
            # The host may have closed a kept connection just as it was taken up again.
            if ATTEMPT.connected or _describe(error)[0] is not Trouble.RESET:
                raise
        return self._send_fresh(request, prepared, started)

    def _send_fresh(self, request: Request, prepared: requests.PreparedRequest, started: float) -> Reply:
        adapter = GuardedAdapter(self._guard, self._context)
        try:
            return _send(adapter, request, prepared, started)
        finally:
            adapter.close()


def _prepare(request: Request) -> requests.PreparedRequest:
    """Prepared by hand: `prepare` would take the URL apart once more, and look for cookies."""
    prepared = requests.PreparedRequest()
    prepared.method, prepared.url = request.method, read_target(request.url).url
    prepared.headers = requests.structures.CaseInsensitiveDict(_HEADERS)
    if not request.keep:
        prepared.headers["Connection"] = "close"
    if request.cookies:
        prepared.headers["Cookie"] = request.cookies
    return prepared


def _send(adapter: GuardedAdapter, request: Request, prepared: requests.PreparedRequest, started: float) -> Reply:
    seconds = ATTEMPT.left()
    raw = adapter.send(prepared, stream=True, timeout=(min(CONNECT_SECONDS, seconds), seconds)).raw
    headers = _deciding(raw.headers)
    try:
        body = _read(raw, headers.get("content-type", ""))
    finally:
        if not raw.closed:
            raw.close()
        raw.release_conn()
    text = _decode(body, raw.headers.get("Content-Encoding", ""), headers.get("content-type", ""))
    seconds = time.monotonic() - started
    title, size, now = read_title(text), len(body), time.time()
    cookies = read_cookies(raw.headers.getlist("Set-Cookie"), now) if "location" in headers else ()
    return Reply(request.url, request.method, now, seconds, raw.status, headers, title, size, cookies)


def _deciding(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers that decide something, in lower case; what is longer than any of them has to be is none."""
    found = {name.lower(): headers[name] for name in headers if name.lower() in _DECIDING}
    found = {name: value for name, value in found.items() if len(value) <= _LONGEST_HEADER}
    if "location" in found:
        found["location"] = _as_utf8(found["location"])
    return found


def _read(raw: urllib3.BaseHTTPResponse, kind: str) -> bytes:
    """The start of the body. What breaks off here does not matter: the status has come.

    Reading to the end, even where there is nothing to read, is what lets a connection be used again.
    """
    limit = LARGEST if not kind or kind.startswith("text/") or "html" in kind else 1_024
    body = bytearray()
    try:
        while len(body) < limit and (piece := raw.read1(min(_CHUNK, limit - len(body)), decode_content=False)):
            body += piece
            if raw.length_remaining == 0:
                break
    except (urllib3.exceptions.HTTPError, http.client.HTTPException, OSError, ValueError):
        raw.close()
    return bytes(body)


def _decode(body: bytes, encoding: str, kind: str) -> str:
    if encoding.strip().lower() in {"gzip", "x-gzip", "deflate"}:
        try:
            body = zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(body, LARGEST)
        except zlib.error:
            return ""
    elif encoding.strip().lower() not in {"", "identity"}:
        return ""
    charset = re.search(r"charset=[\"']?([\w-]+)", kind)
    try:
        return body.decode(charset[1] if charset else "utf-8", errors="replace")
    except (LookupError, ValueError):
        return body.decode("utf-8", errors="replace")


def _as_utf8(value: str) -> str:
    """Headers are read as Latin-1; those who write more into them mean UTF-8."""
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


def _describe(error: BaseException) -> tuple[Trouble, str]:
    causes = tuple(_causes(error))
    for trouble, kinds in _TROUBLES:
        found = next((cause for cause in causes if isinstance(cause, kinds)), None)
        if found is None:
            continue
        if isinstance(found, NotAllowedError):
            return trouble, str(found)
        if isinstance(found, ssl.SSLCertVerificationError):
            return trouble, str(getattr(found, "verify_message", ""))
        return trouble, "it is not a valid URL" if trouble is Trouble.NOT_ALLOWED else ""
    return Trouble.BROKEN, type(error).__name__


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and all that it wraps; `requests` and `urllib3` wrap in several ways."""
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
