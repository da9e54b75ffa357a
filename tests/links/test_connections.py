"""Connections through the guard: which pools there are, what is sent, and what is not kept."""

from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest
import requests

from bot.facts.services import DeadlineAdapter
from bot.links.address_guard import ATTEMPT, DeadlineSocket, Guard, NotAllowedError
from bot.links.connections import GuardedPools, most_files
from bot.links.messages import Request
from bot.links.transport import open_context
from tests.web.server import Web, page

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

    from tests.web.server import Visit

CONTEXT = open_context()
GUARD = Guard((ip_network("127.0.0.0/8"),), lambda _: ("127.0.0.1",))


@pytest.fixture
def pools() -> Iterator[GuardedPools]:
    ATTEMPT.begin(5.0)
    made = GuardedPools(GUARD, CONTEXT)
    yield made
    made.close()


def cookies(_: Visit) -> bytes:
    return page(200, b"text", "Set-Cookie: id=1", "X-A: b")


def test_a_response_leaves_no_cookie(pools: GuardedPools) -> None:
    with Web(cookies) as web:
        url = web.url("/x?q=1#part", "some.test")
        raw = [pools.send(Request(url)) for _ in range(2)]
        assert [(each.status, each.headers["X-A"], each.read()) for each in raw] == [(200, "b", b"text")] * 2
        for each in raw:
            each.give_back()
        seen = [(visit.path, visit.headers["host"], "cookie" in visit.headers) for visit in web.visits]
    assert seen == [("/x?q=1", f"some.test:{web.port}", False)] * 2


def test_one_pool_for_each_host_and_port(pools: GuardedPools) -> None:
    urls = ("http://a.test/x", "http://A.test/y", "http://a.test:80/", "https://a.test/", "http://b.test/")
    found = [pools.pool(url) for url in urls]
    assert [found.index(pool) for pool in found] == [0, 0, 0, 3, 4]
    assert [(pool.scheme, pool.host, pool.port) for pool in found[2:]] == [
        ("http", "a.test", 80),
        ("https", "a.test", 443),
        ("http", "b.test", 80),
    ]


@pytest.mark.parametrize("url", ["ftp://a.test/", "http://u@a.test/", "", "http://a.test/\n"])
def test_what_is_never_asked_has_no_pool(pools: GuardedPools, url: str) -> None:
    with pytest.raises(NotAllowedError):
        pools.pool(url)


def test_the_guard_says_where_connections_go() -> None:
    guard = Guard(resolver=lambda _: ("10.0.0.1",))
    pools = GuardedPools(guard, CONTEXT)
    ATTEMPT.begin(1.0)
    with pytest.raises(NotAllowedError, match="not public"):
        pools.send(Request("http://inside.test/"))
    pools.close()


def test_services_may_be_anywhere_and_keep_their_deadline() -> None:
    """The user names them; a mirror may stand on loopback."""
    adapter = DeadlineAdapter(CONTEXT)
    sockets: list[type[socket.socket]] = []
    with Web(lambda _: page()) as web:
        ATTEMPT.begin(5.0)
        with requests.Session() as session:
            session.mount("http://", adapter)
            with session.get(web.url("/", "localhost"), stream=True) as response:
                assert response.raw.connection is not None
                sockets.append(type(response.raw.connection.sock))
    assert sockets == [DeadlineSocket]


def test_there_are_files() -> None:
    assert most_files() >= 64
