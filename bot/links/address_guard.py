"""Which hosts may be asked: only those on the public internet, whatever the spelling of a URL or the resolver say.

The address is judged, never the string, because resolvers read `2130706433`, `0x7f.1` and `0` as addresses too.
`ipaddress` alone is not enough: it calls multicast, NAT64 and the metadata server of Azure global.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, Protocol, TypeAlias

from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url

from bot.text import lazy_pattern

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


_SLACK = 0.25
"""Seconds by which a time limit may differ from what is wanted."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds that single steps of a request may take, besides the time limit of the whole."""

    connect: float = 10.0
    silence: float = 3_600.0
    """Between two parts of an answer."""


USUAL_LIMITS = Limits()


class Attempt(threading.local):
    """The request that the present thread is about."""

    deadline: float = float("inf")
    """On `time.monotonic`."""
    limits: Limits = USUAL_LIMITS
    connected: bool = False
    """Whether a new connection was opened for it."""
    _on_connect: Callable[[], None] | None = None

    def begin(self, seconds: float, on_connect: Callable[[], None] | None = None, limits: Limits | None = None) -> None:
        """A new request with a time limit; `on_connect` is called when a connection is opened for it."""
        self.deadline = time.monotonic() + seconds
        self.limits = limits or USUAL_LIMITS
        self.connected = False
        self._on_connect = on_connect

    def note_connection(self) -> None:
        """A new connection was opened."""
        self.connected = True
        if self._on_connect is not None:
            self._on_connect()

    def left(self) -> float:
        """Seconds until the deadline; raises TimeoutError when there are none."""
        seconds = self.deadline - time.monotonic()
        if seconds <= 0:
            raise TimeoutError("the time limit of this request was reached")
        return min(seconds, self.limits.silence)


ATTEMPT = Attempt()


class DeadlineSocket(socket.socket):
    """A plain socket whose reads end at the deadline."""

    def settimeout(self, value: float | None, /) -> None:
        """As in `socket`, without changes that make no difference: `urllib3` sets it three times a request."""
        if not _is_near(self.gettimeout(), value):
            super().settimeout(value)

    def recv_into(self, buffer: WriteableBuffer, nbytes: int = 0, flags: int = 0) -> int:
        """As in `socket`; raises TimeoutError at the deadline."""
        _tighten(self)
        return super().recv_into(buffer, nbytes, flags)


class DeadlineSSLSocket(ssl.SSLSocket):
    """A TLS socket whose reads end at the deadline."""

    def settimeout(self, value: float | None, /) -> None:
        """As in `DeadlineSocket`."""
        if not _is_near(self.gettimeout(), value):
            super().settimeout(value)

    def recv_into(self, buffer: WriteableBuffer, nbytes: int | None = None, flags: int = 0) -> int:
        """As in `ssl`; raises TimeoutError at the deadline."""
        _tighten(self)
        return super().recv_into(buffer, nbytes, flags)


def _is_near(present: float | None, wanted: float | None) -> bool:
    """Whether a time-out can stay as it is. Every change is a system call, for which a thread gives way to others."""
    if not present or not wanted:
        return False
    return abs(present - wanted) <= min(_SLACK, wanted / 8)


def _tighten(connection: socket.socket) -> None:
    """Make the next read end at the deadline."""
    left = ATTEMPT.left()
    present = connection.gettimeout()
    if present is None or present > left + _SLACK:
        connection.settimeout(left)


def open_socket(address: str, port: int, seconds: float) -> socket.socket:
    """A connection to exactly that address; raises OSError, TimeoutError among them."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    connection = DeadlineSocket(family, socket.SOCK_STREAM)
    try:
        connection.settimeout(min(seconds, ATTEMPT.left()))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.connect((address, port))
    except BaseException:
        connection.close()
        raise
    ATTEMPT.note_connection()
    return connection


Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

_NAT64 = IPv6Network("64:ff9b::/96")
_CLOSED: tuple[Network, ...] = tuple(
    ip_network(text)
    for text in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"),
        *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3", "168.63.129.16/32"),
        *("::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16"),
        *("3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"),
    )
)
"""Special-purpose blocks (IANA registries, RFC 6890), tunnels into IPv4, and Azure's host at 168.63.129.16."""


def read_address(host: str) -> Address | None:
    """The address that a host is by itself, in any spelling a resolver takes; None for a name."""
    text = host.removeprefix("[").removesuffix("]").rstrip(".")
    if ":" not in text and not text.rpartition(".")[2][:1].isdigit():
        return None  # the last part of a name is never a number
    try:
        return ip_address(text)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(text)) if text.isascii() and " " not in text else None
    except OSError:
        return None


def unwrap(address: Address) -> Address:
    """The IPv4 address behind an IPv4-mapped or NAT64 one (RFC 4291 2.5.5.2, RFC 6052 2.1); else the same."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else address


def is_public(address: Address) -> bool:
    """Whether anyone on the internet could ask that address."""
    inner = unwrap(address)
    if not inner.is_global or inner.is_multicast or inner.is_reserved or inner.is_unspecified:
        return False
    return not is_within(inner, _CLOSED)


def is_within(address: Address, networks: tuple[Network, ...]) -> bool:
    """Whether the address, or the IPv4 address behind it, lies in one of the networks."""
    inner = unwrap(address)
    return any(inner in network for network in networks if network.version == inner.version)


Resolver: TypeAlias = Callable[[str], Sequence[str]]
"""The addresses of a host name; raises `socket.gaierror` where there are none."""

PORTS = frozenset({80, 443})
CONTROLS = ("github.com", "arxiv.org", "www.python.org")
"""Names that exist: if none of them resolves, the resolver is to blame, not the list."""

_LONGEST = 2_048
_LOCAL = (".local", ".localhost", ".internal", ".intranet", ".lan", ".home", ".corp", ".home.arpa", ".onion")
_UNSENDABLE = lazy_pattern(r"[\x00-\x20\x7f\\]")
"""Characters that no URL contains; URL parsers disagree about the meaning of a backslash."""
_STRAY_PERCENT = lazy_pattern(r"%(?![0-9A-Fa-f]{2})")
_NAME = lazy_pattern(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
_TRUSTED_SECONDS = 30.0
"""How long the result of a check of the resolver is used."""
_FAILED_SECONDS = 4.0
"""For how long a name that could not be looked up is not tried again: a dead resolver takes its time every time."""
_CONTROL_SECONDS = 3.0
"""After this time no other control is looked up, and callers go on without an answer."""
_MOST_NAMES = 4_096
"""Hosts whose names are kept."""
_MOST_ADDRESSES = 4
"""Addresses of a host that are tried."""


class NotAllowedError(Exception):
    """A URL that is never requested; the message says why."""


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
    if len(url) > _LONGEST:
        raise NotAllowedError("it is not a valid URL")
    return _take_apart(url)


def _take_apart(url: str) -> Target:
    if _UNSENDABLE.search(url):
        raise NotAllowedError("it is not a valid URL")
    try:
        # Else `parse_url` takes all percent signs for stray ones, and asks for another page than a browser does.
        parts = parse_url(_STRAY_PERCENT.sub("%25", url))
    except LocationParseError:
        raise NotAllowedError("it is not a valid URL") from None
    if parts.scheme not in {"http", "https"}:
        raise NotAllowedError("it is not http or https")
    if parts.auth is not None or "@" in (parts.netloc or ""):
        raise NotAllowedError("it contains a user name")
    host = (parts.host or "").lower().removeprefix("[").removesuffix("]").rstrip(".")
    if not host or "%" in host or parts.port == 0:
        raise NotAllowedError("it is not a valid URL")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return Target(parts._replace(fragment=None).url, parts.scheme, _name(host), port, parts.request_uri)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known about a host; of several addresses only those in opened networks count, where there are any."""

    addresses: tuple[Address, ...]
    opened: bool
    public: bool


class Guard:
    """Opens connections to public hosts on ports 80 and 443, and to any port within the networks in `allow`.

    May be shared by threads. An answer of the resolver is cached for the life of the guard.
    """

    def __init__(
        self, allow: tuple[Network, ...] = (), resolver: Resolver | None = None, controls: Sequence[str] = CONTROLS
    ) -> None:
        self._allow = allow
        self._resolver = resolver or look_up
        self._controls = controls
        self._controlling = threading.Lock()
        self._works = False
        self._judged_until = 0.0
        self._known: dict[str, _Known] = {}
        self._failed_until: dict[str, float] = {}

    @staticmethod
    def read_target(url: str) -> Target:
        """Take a URL apart; raises `NotAllowedError` for what is never asked."""
        return read_target(url)

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
            raise NotAllowedError("its IP address is not public")
        if not known.opened and port not in PORTS:
            raise NotAllowedError(f"port {port} is not allowed")
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
        found = tuple(unwrap(each) if isinstance(each, IPv6Address) and each.ipv4_mapped else each for each in found)
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


class Opener(Protocol):
    """Says what may be asked, and opens connections there."""

    def read_target(self, url: str) -> Target:
        """Take a URL apart; raises `NotAllowedError` for what is never asked."""

    def connect(self, host: str, port: int, seconds: float) -> socket.socket:
        """A connection to one of the host's addresses; raises OSError, and what the opener does not allow."""


class Anywhere:
    """Opens connections to any host and port: to services, which the user names, and which may be on loopback.

    Their URLs are as long as what is asked.
    """

    @staticmethod
    def read_target(url: str) -> Target:
        """Take a URL apart; raises `NotAllowedError` for what cannot be sent."""
        return _take_apart(url)

    @staticmethod
    def connect(host: str, port: int, seconds: float) -> socket.socket:
        """A connection to the first address of the host that takes one; raises OSError."""
        failure: OSError = OSError(f"no address: {host}")
        for address in look_up(host):
            try:
                return open_socket(address, port, seconds)
            except OSError as error:
                failure = error
        raise failure


def look_up(host: str) -> tuple[str, ...]:
    """The addresses that this machine's resolver gives for a name; raises `socket.gaierror`."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return tuple(dict.fromkeys(str(each[4][0]) for each in found))


@lru_cache(maxsize=_MOST_NAMES)  # each request asks several times
def _name(host: str) -> str:
    """One spelling for each host."""
    return str(read_address(host) or host.rstrip(".").lower())


def _is_local(name: str) -> bool:
    return "." not in name or name.endswith(_LOCAL)
