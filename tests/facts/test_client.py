"""A client against a real socket: what it sends, and what it makes of answers good and bad."""

from __future__ import annotations

import gzip
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from bot.facts.services import MAX_BYTES, Client, open_session
from bot.links.connections import USER_AGENT
from bot.links.transport import open_context
from tests.facts.helpers import client
from tests.services.clock import START
from tests.services.transport import Ask, Say, serve
from tests.web.authority import OPENSSL, found_authority
from tests.web.kinds import behave
from tests.web.server import Web, page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

needs_openssl = pytest.mark.skipif(OPENSSL is None, reason="openssl makes the certificates")


@dataclass
class Echo:
    say: Say = field(default_factory=lambda: Say(200, b"hello"))
    asked: list[Ask] = field(default_factory=list)

    def answer(self, ask: Ask) -> Say:
        self.asked.append(ask)
        return self.say


@pytest.fixture
def service() -> Iterator[Client]:
    with open_session() as session:
        yield client(session)


def test_request_is_honest_and_bare(service: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    echo = Echo()
    with serve(echo) as address:
        answer = service.get(f"{address}/api", {"q": "a b"}, accept="application/json")
    assert (answer.status, answer.body, answer.problem, answer.time) == (200, b"hello", "", START)
    assert answer.url == f"{address}/api?q=a+b"
    (ask,) = echo.asked
    assert ask.headers["User-Agent"] == USER_AGENT
    assert "https://github.com/paperlist-bot/paperlist-bot" in USER_AGENT
    assert ask.headers["Accept"] == "application/json"
    assert {"Authorization", "Cookie"}.isdisjoint(ask.headers)


def test_post_sends_json(service: Client) -> None:
    echo = Echo()
    with serve(echo) as address:
        service.post(address, {"a": 1}, {"Authorization": "bearer x"})
    (ask,) = echo.asked
    assert (ask.method, ask.body, ask.headers["Authorization"]) == ("POST", b'{"a": 1}', "bearer x")


def test_redirect_is_not_followed(service: Client) -> None:
    echo = Echo(Say(302, b"", {"Location": "http://127.0.0.1:1/"}))
    with serve(echo) as address:
        answer = service.get(address)
    assert (answer.status, len(echo.asked)) == (302, 1)


def test_bomb_is_dropped(service: Client) -> None:
    bomb = gzip.compress(bytes(MAX_BYTES + 1))
    with serve(Echo(Say(200, bomb, {"Content-Encoding": "gzip"}))) as address:
        answer = service.get(address)
    assert (answer.status, answer.body) == (200, b"")
    assert "larger than" in answer.problem


def test_broken_compression_is_a_problem(service: Client) -> None:
    with serve(Echo(Say(200, b"no gzip", {"Content-Encoding": "gzip"}))) as address:
        answer = service.get(address)
    assert answer.status is None
    assert answer.problem


def test_hang_up_is_a_problem(service: Client) -> None:
    with serve(Echo(Say(None))) as address:
        answer = service.get(address)
    assert (answer.status, answer.problem) == (None, "could not connect")


def test_nobody_there_is_a_problem(service: Client) -> None:
    with serve(Echo()) as address:
        pass
    assert service.get(address).problem == "could not connect"


@pytest.mark.parametrize("path", ["/hanging", "/dripping-head", "/dripping-body"])
def test_no_answer_outlasts_its_time(path: str) -> None:
    """Time-outs of sockets count for each byte: a service that drips would hold a run for hours."""
    with Web(behave) as web, open_session() as session:
        started = time.monotonic()
        answer = client(session, seconds=0.5).get(web.url(path))
        assert time.monotonic() - started < 10
    assert (answer.status, answer.body, answer.problem) == (None, b"", "no answer in time")


@needs_openssl
def test_services_are_verified_by_the_authorities_of_the_environment(tmp_path: Path) -> None:
    authority = found_authority(tmp_path)
    trusted = open_context({"SSL_CERT_FILE": str(authority.certificate)})
    with Web(lambda _: page(), context=authority.sign("localhost")) as web:
        found = []
        for context in (trusted, None):
            with open_session(context) as session:
                answer = client(session).get(web.url("/", "localhost"))
                found.append((answer.status, answer.problem))
    assert found == [(200, ""), (None, "no secure connection")]


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7.0), ("Thu, 18 Nov 2026 11:06:40 GMT", 0.0), ("soon", None), ("", None), ("-1", None), ("²", None)],
)
def test_service_says_when_to_come_back(service: Client, header: str, seconds: float | None) -> None:
    with serve(Echo(Say(503, b"", {"Retry-After": header.encode("latin-1").decode("latin-1")}))) as address:
        assert service.get(address).retry_after == seconds
