"""What goes to a host and what comes back, as values: a request, a reply, or why there was none."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.network.cookies import Cookie

HEAD = "HEAD"
GET = "GET"


class Trouble(StrEnum):
    """Why there was no reply; the values are for people."""

    TIMEOUT = "no answer in time"
    RESET = "the connection broke off"
    REFUSED = "no connection"
    NO_NAME = "there is no such host"
    LOOKUP = "the name of the host could not be looked up"
    TLS = "no secure connection"
    CERTIFICATE = "the certificate of the host is not valid"
    BROKEN = "the answer is not HTTP"
    NOT_ALLOWED = "not asked"


@dataclass(frozen=True, slots=True)
class Request:
    """One request, and how it is to be sent."""

    url: str
    method: str = GET
    seconds: float = 10.0
    """After so long it is given up, however steadily the answer drips."""
    keep: bool = True
    """Whether the connection will be wanted again."""
    fresh: bool = False
    """Whether a kept connection will not do."""
    cookies: str = ""
    """The Cookie header; none where it is empty."""


@dataclass(frozen=True, slots=True)
class Reply:
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


@dataclass(frozen=True, slots=True)
class Failure:
    """No reply came; `note` says more than the kind of trouble, where there is more."""

    url: str
    method: str
    time: float
    seconds: float
    trouble: Trouble
    note: str = ""

    @property
    def cookies(self) -> tuple[()]:
        """None: there was no answer."""
        return ()


Answer: TypeAlias = Reply | Failure
