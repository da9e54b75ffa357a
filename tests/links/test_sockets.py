"""Sockets on which no read outlasts the deadline of the request."""

from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING

import pytest

from bot.links.address_guard import ATTEMPT, DeadlineSocket, open_socket

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made


def connect(server: socket.socket, seconds: float = 2.0) -> DeadlineSocket:
    opened = open_socket("127.0.0.1", server.getsockname()[1], seconds)
    assert isinstance(opened, DeadlineSocket)
    return opened


def test_a_new_connection_is_noted(server: socket.socket) -> None:
    ATTEMPT.begin(2.0)
    assert not ATTEMPT.connected
    connect(server).close()
    assert ATTEMPT.connected
    ATTEMPT.begin(2.0)
    assert not ATTEMPT.connected


def read_all(client: socket.socket) -> None:
    while client.recv_into(bytearray(1)):
        pass


def test_reads_together_do_not_outlast_the_deadline(server: socket.socket) -> None:
    """One byte in 50 ms is in time for every read, and never done."""
    ATTEMPT.begin(0.5)
    client = connect(server)
    other, _ = server.accept()

    def drip() -> None:
        for _ in range(60):
            try:
                other.sendall(b"x")
            except OSError:
                return
            time.sleep(0.05)

    dripping = threading.Thread(target=drip)
    dripping.start()
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        read_all(client)
    assert 0.3 < time.monotonic() - started < 2.5
    client.close()
    dripping.join()
    other.close()


def test_nothing_is_opened_after_the_deadline(server: socket.socket) -> None:
    ATTEMPT.begin(0.0)
    with pytest.raises(TimeoutError, match="the time limit of this request was reached"):
        connect(server)


def test_each_thread_has_a_deadline_of_its_own() -> None:
    ATTEMPT.begin(100.0)
    left: list[float] = []

    def other() -> None:
        ATTEMPT.begin(5.0)
        left.append(ATTEMPT.left())

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert left[0] <= 5.0 < ATTEMPT.left()


def test_nobody_there_is_an_error(server: socket.socket) -> None:
    ATTEMPT.begin(2.0)
    port = server.getsockname()[1]
    server.close()
    with pytest.raises(ConnectionRefusedError):
        open_socket("127.0.0.1", port, 1.0)
