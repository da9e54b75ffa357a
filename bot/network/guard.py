"""A URL or a host comes in; a connection to a public address goes out, or the reason why there is none.

Lists, and the pages they lead to, are written by strangers, while runners stand inside networks. So every
address is judged after resolution, and the connection goes to the very address that was judged.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import TypeAlias

from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url

from bot.network.addresses import Address, Network, is_public, is_within, read_address, unwrap
from bot.network.sockets import open_socket

Resolver: TypeAlias = Callable[[str], Sequence[str]]
"""The addresses of a host name; raises `socket.gaierror` where there are none."""

PORTS = frozenset({80, 443})
CONTROLS = ("github.com", "arxiv.org", "www.python.org")
"""Names that exist: where none of them does, the resolver is at fault, not the list."""

_LONGEST = 2_048
_LOCAL = (".local", ".localhost", ".internal", ".intranet", ".lan", ".home", ".corp", ".home.arpa", ".onion")
_UNSENDABLE = re.compile(r"[\x00-\x20\x7f\\]")
"""What no URL has in it; readers of URLs disagree about what a backslash means."""
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
_TRUSTED_SECONDS = 30.0
"""For how long it is taken for known whether the resolver works."""
_FAILED_SECONDS = 4.0
"""For how long a name that could not be looked up is not tried again: a dead resolver takes its time every time."""
_CONTROL_SECONDS = 3.0
"""After so long no other control is looked up, and whoever waits for the answer does without."""
_MOST_ADDRESSES = 4


class NotAllowedError(Exception):
    """A URL that is not asked; the message says why, for people."""


class NoSuchHostError(Exception):
    """The name does not exist (NXDOMAIN), and the resolver knows other names."""


class LookupFailedError(Exception):
    """The resolver could not say."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a URL asks for: `url` is the URL as it is sent, `key` names the queue of its host."""

    url: str
    scheme: str
    host: str
    port: int
    path: str
    """With the query, as it is sent."""

    @property
    def key(self) -> str:
        """The host, with the port where it is an unusual one."""
        return self.host if self.port in PORTS else f"{self.host}:{self.port}"


@lru_cache(maxsize=16_384)
def read_target(url: str) -> Target:
    """Take a URL apart; raises `NotAllowedError` for what is never asked, whatever the host is."""
    if len(url) > _LONGEST or _UNSENDABLE.search(url):
        raise NotAllowedError("it is not a valid URL")
    try:
        # Else `parse_url` takes all percent signs for stray ones, and asks for another page than a browser does.
        parts = parse_url(_STRAY_PERCENT.sub("%25", url))
    except LocationParseError:
        raise NotAllowedError("it is not a valid URL") from None
    if parts.scheme not in {"http", "https"}:
        raise NotAllowedError("it is not http or https")
    if parts.auth is not None or "@" in (parts.netloc or ""):
        raise NotAllowedError("it has a user name in it")
    host = (parts.host or "").lower().removeprefix("[").removesuffix("]").rstrip(".")
    if not host or "%" in host or parts.port == 0:
        raise NotAllowedError("it is not a valid URL")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return Target(parts._replace(fragment=None).url, parts.scheme, _name(host), port, parts.request_uri)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a host; of several addresses only those in opened networks count, where there are any."""

    addresses: tuple[Address, ...]
    opened: bool
    public: bool


class Guard:
    """Opens connections to public hosts on ports 80 and 443, and to any port within the networks in `allow`.

    May be shared by threads. An answer of the resolver is kept for the life of the guard.
    """

    def __init__(
        self,
        allow: tuple[Network, ...] = (),
        resolver: Resolver | None = None,
        controls: Sequence[str] = CONTROLS,
    ) -> None:
        self._allow = allow
        self._resolver = resolver or look_up
        self._controls = controls
        self._controlling = threading.Lock()
        self._works = False
        self._judged_until = 0.0
        self._known: dict[str, _Known] = {}
        self._failed_until: dict[str, float] = {}

    def is_opened(self, host: str) -> bool:
        """Whether that host has been looked up and lies in a network that the user has opened."""
        known = self._known.get(_name(host))
        return known is not None and known.opened

    def addresses(self, host: str, port: int) -> tuple[Address, ...]:
        """The addresses of a host that may be asked.

        Raises `NotAllowedError`, `NoSuchHostError` or `LookupFailedError`.
        """
        name = _name(host)
        known = self._known.get(name)
        if known is None:
            if time.monotonic() < self._failed_until.get(name, 0.0):
                raise LookupFailedError(name)
            known = self._known[name] = self._resolve(name)
        if not known.opened and not known.public:
            raise NotAllowedError("its address is not public")
        if not known.opened and port not in PORTS:
            raise NotAllowedError(f"port {port} is not asked")
        return known.addresses

    def connect(self, host: str, port: int, seconds: float) -> socket.socket:
        """A connection to one of the host's addresses; raises as `addresses` does, and OSError."""
        deadline = time.monotonic() + seconds
        chosen = self.addresses(host, port)[:_MOST_ADDRESSES]
        for left, address in zip(range(len(chosen) - 1, 0, -1), chosen[:-1], strict=True):
            try:
                share = (deadline - time.monotonic()) / (left + 1)
                return open_socket(str(address), port, max(share, 0.001))
            except OSError:
                continue
        return open_socket(str(chosen[-1]), port, max(deadline - time.monotonic(), 0.001))

    def _resolve(self, name: str) -> _Known:
        literal = read_address(name)
        if literal is None and not self._allow and _is_local(name):
            return _Known((), opened=False, public=False)
        found = (literal,) if literal else self._look_up(name)
        found = tuple(unwrap(each) if _is_mapped(each) else each for each in found)
        opened = tuple(each for each in found if is_within(each, self._allow))
        public = all(map(is_public, found)) and (literal is not None or not _is_local(name))
        # IPv4 first, because most runners have no IPv6.
        return _Known(tuple(sorted(opened or found, key=lambda each: each.version)), bool(opened), public)

    def _look_up(self, name: str) -> tuple[Address, ...]:
        try:
            return self._ask_resolver(name)
        except LookupFailedError:
            self._failed_until[name] = time.monotonic() + _FAILED_SECONDS
            raise

    def _ask_resolver(self, name: str) -> tuple[Address, ...]:
        try:
            found = tuple(ip_address(text) for text in self._resolver(name))
        except socket.gaierror as error:
            # Of a name that is none by the rules, such as `-a.org`, some resolvers know nothing though others do.
            if error.errno == socket.EAI_NONAME and _NAME.fullmatch(name) and self._resolver_works():
                raise NoSuchHostError(name) from None
            raise LookupFailedError(name) from None
        except (OSError, ValueError):
            raise LookupFailedError(name) from None
        if not found:
            raise LookupFailedError(name)
        return found

    def _resolver_works(self) -> bool:
        """Whether a name that exists was found within the last half minute; one thread at a time finds out."""
        if not self._controlling.acquire(timeout=_CONTROL_SECONDS):
            return False
        try:
            if time.monotonic() >= self._judged_until:
                self._works = self._finds_a_control()
                self._judged_until = time.monotonic() + _TRUSTED_SECONDS
            return self._works
        finally:
            self._controlling.release()

    def _finds_a_control(self) -> bool:
        end = time.monotonic() + _CONTROL_SECONDS
        for name in self._controls:
            try:
                if self._resolver(name):
                    return True
            except OSError:
                if time.monotonic() >= end:
                    break
        return False


def look_up(host: str) -> tuple[str, ...]:
    """The addresses that this machine's resolver gives for a name; raises `socket.gaierror`."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return tuple(dict.fromkeys(str(each[4][0]) for each in found))


def _name(host: str) -> str:
    """One spelling for each host."""
    return str(read_address(host) or host.rstrip(".").lower())


def _is_local(name: str) -> bool:
    return "." not in name or name.endswith(_LOCAL)


def _is_mapped(address: Address) -> bool:
    return isinstance(address, IPv6Address) and address.ipv4_mapped is not None
