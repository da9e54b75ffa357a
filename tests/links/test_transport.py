"""One request: over TLS, within its time, within its size, and nothing of this machine in it."""

from __future__ import annotations

import ssl
import time
import tracemalloc
from ipaddress import ip_network
from typing import TYPE_CHECKING

import certifi
import pytest

from bot.errors import CANNOT_RUN, BotError
from bot.links.address_guard import Guard
from bot.links.connections import GET, HEAD, Failure, FailureKind, Request, Response
from bot.links.transport import Session, open_context
from tests.web.authority import OPENSSL, Authority, found_authority
from tests.web.kinds import behave, titled
from tests.web.server import Visit, Web, page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bot.links.connections import FetchResult

GUARD = Guard((ip_network("127.0.0.0/8"),), lambda _: ("127.0.0.1",))
needs_openssl = pytest.mark.skipif(OPENSSL is None, reason="openssl makes the certificates")


@pytest.fixture
def session() -> Iterator[Session]:
    session = Session(GUARD)
    yield session
    session.close()


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return found_authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def web() -> Iterator[Web]:
    with Web(behave) as web:
        yield web


def trouble(answer: FetchResult) -> FailureKind | None:
    return answer.kind if isinstance(answer, Failure) else None


def trust(file: Path) -> ssl.SSLContext:
    return open_context({"SSL_CERT_FILE": str(file)})


@needs_openssl
def test_certificates_are_verified_by_the_name_of_the_host(authority: Authority) -> None:
    """The connection goes to an address; name and certificate are the host's all the same."""
    names: list[str] = []
    context = authority.sign("good.test", "*.good.test")
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    session = Session(GUARD, trust(authority.certificate))
    with Web(lambda _: titled("Over TLS"), context=context) as web:
        good = session.fetch(Request(web.url("/", "good.test")))
        sub = session.fetch(Request(web.url("/", "sub.good.test")))
        other = session.fetch(Request(web.url("/", "other.test")))
        address = session.fetch(Request(web.url("/")))
    session.close()
    assert isinstance(good, Response)
    assert good.title == "Over TLS"
    assert trouble(sub) is None
    assert names[:3] == ["good.test", "sub.good.test", "other.test"]
    assert [trouble(answer) for answer in (other, address)] == [FailureKind.CERTIFICATE] * 2
    assert isinstance(other, Failure)
    assert "other.test" in other.note
    assert web.visits[0].headers["host"] == f"good.test:{web.port}"


@needs_openssl
def test_strangers_certificates_are_refused(authority: Authority, session: Session) -> None:
    with Web(lambda _: page(), context=authority.sign("good.test")) as web:
        assert trouble(session.fetch(Request(web.url("/", "good.test")))) is FailureKind.CERTIFICATE
    assert web.visits == []


@needs_openssl
def test_connections_are_kept_and_one_context_serves_all(authority: Authority) -> None:
    session = Session(GUARD, trust(authority.certificate))
    with Web(lambda _: page(), context=authority.sign("kept.test")) as web:
        for method in (GET, HEAD, GET, GET):
            assert trouble(session.fetch(Request(web.url("/", "kept.test"), method))) is None
        assert web.connections == 1
        session.fetch(Request(web.url("/", "kept.test"), fresh=True))
        assert web.connections == 2
    session.close()


class CountingContext(ssl.SSLContext):
    loads = 0

    def load_verify_locations(self, *arguments: object, **named: object) -> None:
        type(self).loads += 1


@needs_openssl
def test_authorities_are_not_loaded_again(authority: Authority) -> None:
    """What the stock adapter does for each connection takes 26 ms of work."""
    context = CountingContext(ssl.PROTOCOL_TLS_CLIENT)
    session = Session(GUARD, context)
    with Web(lambda _: page(), context=authority.sign("counted.test")) as web:
        found = [session.fetch(Request(web.url("/", "counted.test"), fresh=True)) for _ in range(3)]
    session.close()
    assert [trouble(answer) for answer in found] == [FailureKind.CERTIFICATE] * 3
    assert CountingContext.loads == 0


def test_the_environment_names_the_authorities(tmp_path: Path) -> None:
    """With nothing named they are those of certifi."""
    empty = tmp_path / "empty.pem"
    empty.write_text("", encoding="utf-8")
    expected = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    expected.load_verify_locations(certifi.where())
    found = open_context({})
    assert found.cert_store_stats() == expected.cert_store_stats()
    assert (found.verify_mode, found.check_hostname) == (ssl.CERT_REQUIRED, True)
    assert open_context({"SSL_CERT_FILE": certifi.where(), "CURL_CA_BUNDLE": ""}).cert_store_stats() == (
        expected.cert_store_stats()
    )
    for path in (empty, tmp_path / "missing.pem"):
        with pytest.raises(BotError, match=r"authorities in .* cannot be read") as caught:
            open_context({"REQUESTS_CA_BUNDLE": str(path)})
        assert caught.value.code == CANNOT_RUN


@pytest.mark.parametrize(
    "path", ["/hanging", "/dripping-head", "/dripping-body", "/endless-head", "/endless-line", "/endless-body"]
)
def test_no_answer_outlasts_its_time(session: Session, web: Web, path: str) -> None:
    started = time.monotonic()
    answer = session.fetch(Request(web.url(path), seconds=0.6))
    assert time.monotonic() - started < 10
    assert answer.seconds < 10


def test_a_slow_handshake_does_not_outlast_its_time(session: Session) -> None:
    """A server that speaks no TLS, and says so one byte at a time."""
    with Web(lambda _: None) as web:
        started = time.monotonic()
        answer = session.fetch(Request(web.url("/").replace("http", "https"), seconds=0.6))
    assert time.monotonic() - started < 1.5
    assert trouble(answer) in {FailureKind.TIMEOUT, FailureKind.TLS}


@pytest.mark.parametrize("path", ["/bomb", "/endless-body"])
def test_little_is_read_and_less_unpacked(session: Session, web: Web, path: str) -> None:
    tracemalloc.start()
    answer = session.fetch(Request(web.url(path), seconds=2.0))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(answer, Response)
    assert (answer.status, answer.title) == (200, "A page")
    assert answer.size <= 2**16
    assert peak < 2 * 2**20


def test_files_are_hardly_read(session: Session) -> None:
    with Web(lambda _: page(200, b"%PDF-" + bytes(10**6), kind="application/pdf")) as web:
        answer = session.fetch(Request(web.url("/paper")))
    assert isinstance(answer, Response)
    assert answer.size <= 1_024


@pytest.mark.parametrize(
    ("behaviour", "found"),
    [
        ("/reset", FailureKind.RESET),
        ("/garbage", FailureKind.BROKEN),
        ("/hanging", FailureKind.TIMEOUT),
        ("/endless-line", FailureKind.BROKEN),
        ("/fine", None),
        ("/truncated", None),
    ],
)
def test_failures_are_distinguished(session: Session, web: Web, behaviour: str, found: FailureKind | None) -> None:
    assert trouble(session.fetch(Request(web.url(behaviour), seconds=1.0))) is found


def test_hosts_that_are_not_there(session: Session) -> None:
    with Web(lambda _: page()) as web:
        gone = web.url("/")
    assert trouble(session.fetch(Request(gone))) is FailureKind.REFUSED
    assert trouble(session.fetch(Request("https://a.test:0/"))) is not None
    refused = session.fetch(Request("http://user@127.0.0.1/"))
    assert isinstance(refused, Failure)
    assert (refused.kind, refused.note) == (FailureKind.NOT_ALLOWED, "it contains a user name")


def test_a_kept_connection_that_was_closed_is_no_trouble(session: Session) -> None:
    """Hosts close connections when they like; that says nothing about the link."""

    def hang_up(visit: Visit) -> bytes | None:
        return None if visit.number == 1 and visit.path == "/second" else page()

    with Web(hang_up) as web:
        assert trouble(session.fetch(Request(web.url("/first")))) is None
        assert trouble(session.fetch(Request(web.url("/second")))) is None
        assert web.asked("/second") == 2


def test_a_last_request_closes_its_connection(session: Session, web: Web) -> None:
    for keep in (True, False, True):
        session.fetch(Request(web.url("/fine"), keep=keep))
    assert web.connections == 2


def test_cookies_are_not_kept(session: Session) -> None:
    with Web(lambda _: page(200, b"x", "Set-Cookie: id=1; Path=/")) as web:
        for _ in range(2):
            session.fetch(Request(web.url("/")))
        assert ["cookie" in visit.headers for visit in web.visits] == [False, False]
        assert session.fetch(Request(web.url("/"))).url == web.url("/")


def test_passwords_of_this_machine_stay_here(
    session: Session, web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n", encoding="utf-8")
    monkeypatch.setenv("NETRC", str(netrc))
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    assert trouble(session.fetch(Request(web.url("/fine")))) is None
    assert "authorization" not in web.visits[0].headers


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        (page(200, "<title>Größe</title>".encode()), "Größe"),
        (page(200, "<title>Größe</title>".encode("latin-1"), kind="text/html; charset=ISO-8859-1"), "Größe"),
        (page(200, "<title>Größe</title>".encode("utf-16"), kind="text/html; charset=utf-16"), "Größe"),
        (page(200, b"<title>x</title>", kind="text/html; charset=rot13"), "x"),
        (page(200, b"<title>\\ud800</title>", kind="text/html; charset=unicode_escape"), "\\ud800"),
        (page(200, b"<title>+2AA-</title>", kind="text/html; charset=utf-7"), "+2AA-"),
        (page(200, b"<title>x</title>", "Content-Encoding: br"), ""),
        (page(200, b"<title>x</title>", "Content-Encoding: gzip"), ""),
    ],
    ids=["utf-8", "latin-1", "utf-16", "no-such-charset", "unicode-escape", "utf-7", "brotli", "not-gzip"],
)
def test_titles_come_in_many_encodings(session: Session, answer: bytes, title: str) -> None:
    with Web(lambda _: answer) as web:
        found = session.fetch(Request(web.url("/")))
    assert isinstance(found, Response)
    assert found.title == title
