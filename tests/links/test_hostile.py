"""Whatever bytes a host sends, the run goes on, within its time and its memory, and calls nothing dead for them."""

from __future__ import annotations

import time
from collections import Counter
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.links import LinkState
from bot.links.address_guard import Guard
from bot.links.checker import LinkOptions, check_links
from bot.links.connections import Failure, FailureKind, Request, Response, most_pools
from bot.links.transport import Session, open_context
from bot.links.verdict import LinkLimits
from tests.web.server import Visit, Web, page

if TYPE_CHECKING:
    from collections.abc import Iterator

LOOPBACK = (ip_network("127.0.0.0/8"),)
QUICK = LinkLimits(link=3.0, request=0.7, waits=(0.01,), too_many=2, confirm=0.01)
CONTEXT = open_context()

LINES = st.sampled_from(
    [
        *(b"HTTP/1.1 200 OK", b"HTTP/1.1 404 Not Found", b"HTTP/1.1 301 Moved", b"HTTP/1.1 100 Continue"),
        *(b"HTTP/1.1 2000 OK", b"HTTP/9.9 200 OK", b"HTTP/1.1 -1 x", b"ICY 200 OK", b"HTTP/1.1", b"200", b""),
        *(b"Content-Length: 5", b"Content-Length: -5", b"Content-Length: many", b"Content-Length: 5, 6"),
        *(b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip, chunked", b"Content-Encoding: gzip"),
        *(b"Content-Encoding: deflate", b"Content-Encoding: gzip, gzip", b"Content-Encoding: nonsense"),
        *(b"Content-Type: text/html; charset=utf-7", b"Content-Type: \xff", b"Content-Type: multipart/x; boundary="),
        *(b"Location: /x", b"Location: \xe9", b"Location: http://[", b"Location: //", b"Location:", b"Location: ?"),
        *(b": nameless", b"No colon here", b" folded", b"\tfolded", b"X\x00Y: z", b"Date: x", b"Date: 9999"),
        *(b"Retry-After: 99999999999999999999", b"RateLimit: ;;==", b"Set-Cookie: \xff=\x00; path", b"Refresh: 0"),
        *(b"<title>Not found</title>", b"ffffffffffffffff", b"-1", b"5;x=y", b"\x1f\x8b\x08", b"\x16\x03\x01"),
    ]
)
ANSWERS = st.builds(
    lambda first, lines, rest, end: first + end.join([b"", *lines]) + end * 2 + rest,
    st.one_of(
        st.sampled_from([b"HTTP/1.1 200 OK", b"HTTP/1.1 301 Moved", b"HTTP/1.0 503 x"]), LINES, st.binary(max_size=9)
    ),
    st.lists(st.one_of(LINES, st.binary(max_size=20)), max_size=8),
    st.one_of(st.binary(max_size=40), LINES),
    st.sampled_from([b"\r\n", b"\n", b"\r"]),
)


class Parrot:
    """Sends what it was told to send, and closes the connection."""

    answer = b""

    def __call__(self, visit: Visit) -> None:
        visit.send(self.answer)


@pytest.fixture(scope="module")
def parrot() -> Iterator[tuple[Parrot, Web, Session]]:
    parrot = Parrot()
    session = Session(Guard(LOOPBACK), CONTEXT)
    with Web(parrot) as web:
        yield parrot, web, session
    session.close()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answer=ANSWERS)
def test_no_answer_is_more_than_an_answer(parrot: tuple[Parrot, Web, Session], answer: bytes) -> None:
    speaker, web, session = parrot
    speaker.answer = answer
    found = session.fetch(Request(web.url("/"), seconds=2.0))
    assert isinstance(found, Response | Failure)
    assert isinstance(found, Response) or found.kind is not FailureKind.NOT_ALLOWED, "it was asked"
    if isinstance(found, Response) and found.status in {404, 410}:
        assert str(found.status).encode() in answer


def test_an_error_that_nobody_thought_of_is_an_answer_too() -> None:
    """What `Guard`, `urllib3` or the operating system raise: one link suffers, not the run."""

    def look_up(host: str) -> tuple[str, ...]:
        raise RecursionError(host)

    session = Session(Guard(resolver=look_up), CONTEXT)
    found = session.fetch(Request("https://odd.example.org/"))
    session.close()
    assert isinstance(found, Failure)
    assert (found.kind, found.note) == (FailureKind.BROKEN, "RecursionError")


def test_long_headers_are_not_kept() -> None:
    headers = [f"{name}: {'x' * 60_000}" for name in ("Location", "Retry-After", "X-DataDome", "Server", "RateLimit")]
    session = Session(Guard(LOOPBACK), CONTEXT)
    with Web(lambda _: page(301, b"", *headers)) as web:
        found = session.fetch(Request(web.url("/")))
    session.close()
    assert isinstance(found, Response)
    assert dict(found.headers) == {"content-type": "text/html"}


def test_go_on_go_on_go_on_ends() -> None:
    """An endless row of interim answers."""

    def interim(visit: Visit) -> None:
        while not visit.stopped.is_set():
            visit.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    session = Session(Guard(LOOPBACK), CONTEXT)
    with Web(interim) as web:
        started = time.monotonic()
        found = session.fetch(Request(web.url("/"), seconds=0.5))
        assert time.monotonic() - started < 10
    session.close()
    assert isinstance(found, Failure)


@pytest.mark.parametrize(
    ("files", "pools"), [(2**20, 4_096), (4_096, 1_920), (1_024, 384), (256, 64), (64, 64), (0, 64)]
)
def test_connections_are_kept_to_as_many_hosts_as_there_are_files_for(files: int, pools: int) -> None:
    assert most_pools(files) == pools


def test_a_list_with_more_hosts_than_files() -> None:
    """Most systems let a process open 1,024 files, and connections that are kept are files."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with Web(lambda _: page()) as web:
        urls = [web.url("/", f"host-{number}.test") for number in range(600)]
        resource.setrlimit(resource.RLIMIT_NOFILE, (400, before[1]))
        try:
            found = check_links(urls, options=LinkOptions(LOOPBACK), resolver=lambda _: ("127.0.0.1",), context=CONTEXT)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert Counter((status.state, status.reason) for status in found.values()) == {(LinkState.OK, "status 200"): 600}
