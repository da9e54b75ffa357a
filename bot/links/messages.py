"""Requests, responses and failures of HTTP, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.links.metadata import Tags
    from bot.links.transport import Cookie


HEAD = "HEAD"
GET = "GET"


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
