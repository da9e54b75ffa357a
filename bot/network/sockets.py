"""An address and a deadline come in; a socket goes out on which no read outlasts the deadline.

Time-outs of sockets are per operation, so that a byte a second would hold a thread for ever. Here each read
gets what is left until the deadline of the request for which the thread is reading.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


_SLACK = 0.25


class Attempt(threading.local):
    """The request that the present thread is about."""

    deadline: float = float("inf")
    """On `time.monotonic`."""
    connected: bool = False
    """Whether a new connection was opened for it."""

    def begin(self, seconds: float) -> None:
        """A new request, which may take so long in all."""
        self.deadline = time.monotonic() + seconds
        self.connected = False

    def left(self) -> float:
        """Seconds until the deadline; raises TimeoutError when there are none."""
        seconds = self.deadline - time.monotonic()
        if seconds <= 0:
            raise TimeoutError("the time for this request is over")
        return min(seconds, 3_600.0)


ATTEMPT = Attempt()


class DeadlineSocket(socket.socket):
    """A plain socket whose reads end at the deadline."""

    def settimeout(self, value: float | None, /) -> None:
        """As in `socket`, but for changes that make no difference: `urllib3` sets it three times a request."""
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
    """Let the next read end at the deadline."""
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
        _verify_peer(connection, address)
    except BaseException:
        connection.close()
        raise
    ATTEMPT.connected = True
    return connection


def _verify_peer(connection: socket.socket, address: str) -> None:
    peer = connection.getpeername()[0]
    if peer != address and ip_address(peer) != ip_address(address):
        raise OSError("connected to another address than was asked for")
