"""Requests, responses and failures of HTTP, as values, and the cookies among them.

Pages that set a cookie and redirect to themselves would be loops without cookies, so cookies are kept within a redirect
chain, and go back to the very host and port that set them; Domain and Path, which widen and narrow that, are ignored.
`http.cookiejar` cannot do that: it shares cookies among ports and within domains, and a jar that changes is nothing
that the next request, or whether the chain is a loop, can be computed from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from bot.links.address_guard import USUAL_LIMITS, Limits, read_target
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.links.metadata import Tags


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
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
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
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    title: str = ""
    """Of the page, where it is one and has it within the first 64 KiB."""
    size: int = 0
    """Bytes of the body that were read."""
    cookies: tuple[Cookie, ...] = ()
    """What a redirect sets."""
    tags: Tags = ()
    """What the page says of the paper that it is about."""


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
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
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
