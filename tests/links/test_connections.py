"""Connections through the guard: where they lead, what is sent, and what is not kept."""

from __future__ import annotations

import threading
import time
from http.client import HTTPException
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from bot.links.address_guard import ATTEMPT, Anywhere, DeadlineSocket, Guard, NotAllowedError, read_target
from bot.links.connections import Connection, Failure, FailureKind, Pools, Request, Response, most_files
from bot.links.transport import Session, open_context
from tests.web.server import Web, page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.server import Visit

CONTEXT = open_context()
GUARD = Guard((ip_network("127.0.0.0/8"),), lambda _: ("127.0.0.1",))


@pytest.fixture
def pools() -> Iterator[Pools]:
    ATTEMPT.begin(5.0)
    made = Pools(GUARD, CONTEXT)
    yield made
    made.close()


def cookies(_: Visit) -> bytes:
    return page(200, b"text", "Set-Cookie: id=1", "X-A: b")


def test_a_response_leaves_no_cookie(pools: Pools) -> None:
    with Web(cookies) as web:
        url = web.url("/x?q=1#part", "some.test")
        raw = [pools.send(Request(url)) for _ in range(2)]
        assert [(each.status, each.fields["x-a"], each.read()) for each in raw] == [(200, "b", b"text")] * 2
        for each in raw:
            each.give_back()
        seen = [(visit.path, visit.headers["host"], "cookie" in visit.headers) for visit in web.visits]
    assert seen == [("/x?q=1", f"some.test:{web.port}", False)] * 2


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://a.test/", "a.test"),
        ("https://a.test/", "a.test"),
        ("http://a.test:443/", "a.test:443"),
        ("https://a.test:8443/", "a.test:8443"),
        ("http://[2606:4700::1111]/", "[2606:4700::1111]"),
        ("http://[2606:4700::1111]:8080/", "[2606:4700::1111]:8080"),
    ],
)
def test_the_usual_port_is_not_named(url: str, name: str) -> None:
    """The header `Host` names any other one."""
    assert Connection(read_target(url), GUARD, CONTEXT).name == name


@pytest.mark.parametrize(
    ("lines", "fields"),
    [
        pytest.param((b"X-A: b", b"x-a:c"), {"x-a": "b\nc"}, id="repeated"),
        pytest.param((b"X-A: b", b" c", b"\td"), {"x-a": "b c d"}, id="on several lines"),
        pytest.param((b"words", b"two words: b", b"X-A:"), {"x-a": ""}, id="lines that are none"),
        pytest.param((b" b", b"X-A: \xe9"), {"": " b", "x-a": "\xe9"}, id="a line goes on that never began"),
    ],
)
def test_the_fields_of_a_head(lines: tuple[bytes, ...], fields: dict[str, str], pools: Pools) -> None:
    head = b"\r\n".join((b"HTTP/1.1 200 Fine", *lines, b"Content-Length: 0", b"", b""))
    with Web(lambda _: head) as web:
        raw = pools.send(Request(web.url("/")))
        assert raw.fields == {**fields, "content-length": "0"}
        raw.give_back()


@pytest.mark.parametrize("lines", [b"X-A: b\r\n" * 101, b"X-A: " + b"b" * 2**16 + b"\r\n"], ids=["many", "long"])
def test_a_head_has_an_end(lines: bytes, pools: Pools) -> None:
    with Web(lambda _: b"HTTP/1.1 200 Fine\r\n" + lines + b"\r\n") as web, pytest.raises(HTTPException):
        pools.send(Request(web.url("/")))


@pytest.mark.parametrize("value", ["a\nX-B: c", "a\rX-B: c", "a\r\n\r\nGET /"])
def test_no_header_holds_another(value: str, pools: Pools) -> None:
    with Web(lambda _: page()) as web:
        with pytest.raises(ValueError, match="line break"):
            pools.send(Request(web.url("/"), headers={"X-A": value}))
        assert not web.visits


def test_one_place_for_each_host_and_port() -> None:
    urls = ("http://a.test/x", "http://A.test/y", "http://a.test:80/", "https://a.test/", "http://b.test/")
    found = [Connection(read_target(url), GUARD, CONTEXT).place for url in urls]
    assert found == [*[("http", "a.test", 80)] * 3, ("https", "a.test", 443), ("http", "b.test", 80)]


@pytest.mark.parametrize("url", ["ftp://a.test/", "http://u@a.test/", "", "http://a.test/\n"])
def test_what_is_never_asked_has_no_connection(pools: Pools, url: str) -> None:
    with pytest.raises(NotAllowedError):
        pools.send(Request(url))


def test_the_guard_says_where_connections_go() -> None:
    guard = Guard(resolver=lambda _: ("10.0.0.1",))
    pools = Pools(guard, CONTEXT)
    ATTEMPT.begin(1.0)
    with pytest.raises(NotAllowedError, match="not public"):
        pools.send(Request("http://inside.test/"))
    pools.close()


def test_services_may_be_anywhere_and_keep_their_deadline() -> None:
    """The user names them; a mirror may stand on loopback."""
    ATTEMPT.begin(5.0)
    pools = Pools(Anywhere(), CONTEXT)
    with Web(lambda _: page()) as web:
        raw = pools.send(Request(web.url("/", "localhost")))
        assert raw.connection.sock is not None
        assert type(raw.connection.sock) is DeadlineSocket
        raw.read()
        raw.give_back()
    pools.close()


CHUNKS = b"HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\n\r\n"
TWICE = CHUNKS.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n")


@pytest.mark.parametrize(
    ("answer", "connections"),
    [
        pytest.param(page(), 1, id="with its length"),
        pytest.param(page(204, b""), 1, id="nothing"),
        pytest.param(CHUNKS + b"4\r\ntext\r\n0\r\n\r\n", 1, id="chunks"),
        pytest.param(TWICE + b"4\r\ntext\r\n0\r\n\r\n", 1, id="chunks, said twice"),
        pytest.param(CHUNKS + b"4\r\ntext\r\nmore\r\n", 2, id="no chunk"),
        pytest.param(b"HTTP/1.1 200 Fine\r\n\r\ntext", 2, id="until the end"),
        pytest.param(page(200, b"text", "Connection: close"), 2, id="closing"),
        pytest.param(page(200, bytes(2**17), kind="application/pdf"), 2, id="more than is read"),
        pytest.param(page(200, b"text", "Content-Length: 4"), 1, id="its length twice"),
    ],
)
def test_what_was_read_to_its_end_is_followed_by_another(answer: bytes, connections: int) -> None:
    def behave(visit: Visit) -> bytes | None:
        if b"Length" in answer or b"chunked" in answer:
            return answer
        visit.send(answer)
        return None

    session = Session(GUARD, CONTEXT)
    with Web(behave) as web:
        found = [session.fetch(Request(web.url("/"))) for _ in range(2)]
        assert web.connections == connections
    assert [isinstance(each, Response) for each in found] == [True, True]
    session.close()


def test_two_lengths_are_no_answer() -> None:
    session = Session(GUARD, CONTEXT)
    with Web(lambda _: page(200, b"text", "Content-Length: 2")) as web:
        answer = session.fetch(Request(web.url("/")))
    assert isinstance(answer, Failure)
    assert answer.kind is FailureKind.BROKEN
    session.close()


def test_what_a_host_says_unasked_is_not_the_next_answer() -> None:
    """Such as that it has waited for long enough."""
    said = threading.Event()

    def behave(visit: Visit) -> bytes:
        if visit.number > 1:
            return page(200, b"second")
        visit.send(page(200, b"first"))
        time.sleep(0.1)
        visit.send(page(408, b"too late"))
        said.set()
        return b""

    session = Session(GUARD, CONTEXT)
    with Web(behave) as web:
        first = session.fetch(Request(web.url("/")))
        assert said.wait(10)
        second = session.fetch(Request(web.url("/")))
        assert web.connections == 2
    assert [each.status for each in (first, second) if isinstance(each, Response)] == [200, 200]
    session.close()


def test_a_pool_that_had_to_make_room_keeps_nothing() -> None:
    ATTEMPT.begin(5.0)
    pools = Pools(GUARD, CONTEXT)
    with Web(lambda _: page()) as web:
        raw = pools.send(Request(web.url("/")))
        pools.close()
        raw.read()
        raw.give_back()
        assert raw.connection.sock is None
    pools.close()


def test_there_are_files() -> None:
    assert most_files() >= 64
