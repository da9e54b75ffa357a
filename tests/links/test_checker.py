"""What becomes of links to a hostile web."""

from __future__ import annotations

import time
from collections import Counter
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from bot import __version__
from bot.links import LinkState
from bot.links.checker import LinkOptions, Progress, check_links
from bot.links.clock import Clock
from bot.links.verdict import LinkLimits
from tests.web.kinds import GONE, KINDS, LOOPS, SOFT, Kind, behave
from tests.web.server import Web, page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.links import LinkStatus
    from tests.web.server import Visit

LOOPBACK = (ip_network("127.0.0.0/8"),)
QUICK = LinkLimits(link=4.0, request=0.7, waits=(0.1, 0.2), too_many=2, confirm=0.1)


def resolve(_: str) -> tuple[str, ...]:
    return ("127.0.0.1",)


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    with Web(behave) as web:
        yield web


@pytest.fixture(scope="module")
def statuses(web: Web) -> dict[str, LinkStatus]:
    """All kinds at once, each on a host of its own."""
    urls = {kind.name: web.url(kind.path, f"{kind.name.replace('.', '-')}.test") for kind in KINDS}
    found = check_links(urls.values(), options=LinkOptions(LOOPBACK, limits=QUICK), resolver=resolve)
    return {name: found[url] for name, url in urls.items()}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_each_kind_gets_its_state(kind: Kind, statuses: dict[str, LinkStatus]) -> None:
    status = statuses[kind.name]
    assert (status.state, kind.reason in status.reason) == (kind.state, True), status
    assert status.evidence


def test_what_other_checkers_call_dead_is_not(statuses: dict[str, LinkStatus]) -> None:
    """Twenty of these kinds are alive or blocked; with the two fine redirects they are 22."""
    listed = [kind.name for kind in KINDS if kind.listed] + ["301"]
    assert len(listed) == 22
    assert [name for name in listed if statuses[name].state is LinkState.DEAD] == []
    assert {statuses[kind.name].state for kind in GONE} == {LinkState.DEAD}
    assert {statuses[kind.name].state for kind in SOFT} == {LinkState.UNCERTAIN}


@pytest.mark.parametrize("kind", LOOPS, ids=lambda kind: kind.name)
def test_a_loop_costs_two_requests_at_most(kind: Kind, web: Web, statuses: dict[str, LinkStatus]) -> None:
    assert len(statuses[kind.name].evidence) <= 2
    assert 1 <= web.asked(kind.path) <= 2


def test_a_dead_link_was_asked_twice_on_fresh_connections(web: Web, statuses: dict[str, LinkStatus]) -> None:
    visits = [each for each in web.visits if each.path == "/410" and each.headers["host"].startswith("410.")]
    assert len(visits) == 2
    assert len({id(visit.connection) for visit in visits}) == 2
    assert visits[1].time - visits[0].time >= QUICK.confirm
    assert [item.status for item in statuses["410"].evidence] == [410, 410]


def test_a_moved_link_says_where_to_and_was_seen_twice(web: Web, statuses: dict[str, LinkStatus]) -> None:
    assert statuses["301"].target == web.url("/fine", "301.test")
    assert statuses["301-accents"].target == web.url("/fine?q=café", "301-accents.test")
    assert [item.status for item in statuses["301"].evidence] == [301, 200, 301]


def test_a_page_is_asked_once_and_answers_for_all_its_spellings(web: Web) -> None:
    before = len(web.visits)
    urls = [web.url("/301/mark#b"), web.url("/fine-once"), web.url("/fine-once#a"), web.url("/fine-once")]
    found = check_links([*urls, "ftp://example.com/x", ""], options=LinkOptions(LOOPBACK, limits=QUICK))
    assert [(status.state, status.target) for status in found.values()] == [
        (LinkState.MOVED, web.url("/fine#b")),
        (LinkState.OK, None),
        (LinkState.OK, None),
        (LinkState.SKIPPED, None),
        (LinkState.SKIPPED, None),
    ]
    assert list(found) == list(dict.fromkeys([*urls, "ftp://example.com/x", ""]))
    assert all(url == status.url for url, status in found.items())
    assert Counter(visit.path for visit in web.visits[before:])["/fine-once"] == 1


def test_a_host_behind_a_wall_is_asked_once(web: Web) -> None:
    urls = [web.url(f"/403-cloudflare/{number}", "dl.acm.org") for number in range(20)]
    before = len(web.visits)
    found = check_links(urls, options=LinkOptions(LOOPBACK, limits=QUICK), resolver=resolve)
    assert Counter(status.state for status in found.values()) == {LinkState.BLOCKED: 20}
    assert len(web.visits) - before == 1


def test_an_ordinary_host_behind_a_wall_is_asked_a_few_times(web: Web) -> None:
    urls = [web.url(f"/403-cloudflare/{number}", "walled.test") for number in range(20)]
    before = len(web.visits)
    found = check_links(urls, options=LinkOptions(LOOPBACK, limits=QUICK), resolver=resolve)
    assert Counter(status.state for status in found.values()) == {LinkState.BLOCKED: 20}
    assert len(web.visits) - before <= 6


def test_badges_are_not_asked(web: Web) -> None:
    (status,) = check_links(
        [web.url("/github/stars/o/r", "img.shields.io")], options=LinkOptions(LOOPBACK), resolver=resolve
    ).values()
    assert (status.state, status.reason) == (LinkState.SKIPPED, "answers of this host prove nothing")


def test_the_budget_ends_a_run(web: Web) -> None:
    urls = [web.url("/hanging"), web.url("/fine", "arxiv.org"), web.url("/fine?2", "arxiv.org"), web.url("/404")]
    started = time.monotonic()
    found = check_links(urls, options=LinkOptions(LOOPBACK, budget=1.5), resolver=resolve)
    assert time.monotonic() - started < 9
    assert [status.state for status in found.values()] == [
        LinkState.SKIPPED,
        LinkState.OK,
        LinkState.SKIPPED,
        LinkState.UNCERTAIN,
    ]


def test_progress_counts_up_to_the_end(web: Web) -> None:
    seen: list[Progress] = []
    urls = [web.url(f"/fine/{number}") for number in range(12)]
    check_links(urls, options=LinkOptions(LOOPBACK), on_progress=seen.append)
    assert [each.done for each in seen] == sorted(each.done for each in seen)
    assert (seen[-1].done, seen[-1].total, seen[-1].requests) == (12, 12, 12)


def test_a_stopped_run_reports_what_is_known(web: Web) -> None:
    clock = Clock()
    urls = [web.url("/fine?stop"), web.url("/hanging?stop", "hanging.test"), web.url("/x", "arxiv.org")]
    urls.append(web.url("/y", "arxiv.org"))

    def stop(progress: Progress) -> None:
        if progress.done >= 2:
            clock.stop()

    started = time.monotonic()
    found = check_links(urls, options=LinkOptions(LOOPBACK), resolver=resolve, on_progress=stop, clock=clock)
    assert time.monotonic() - started < 9
    assert [status.state for status in found.values()] == [
        LinkState.OK,
        LinkState.SKIPPED,
        LinkState.OK,
        LinkState.SKIPPED,
    ]


def test_nothing_but_our_own_headers_is_sent(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    check_links([web.url("/fine?headers")], options=LinkOptions(LOOPBACK))
    (visit,) = [visit for visit in web.visits if visit.path == "/fine?headers"]
    assert set(visit.headers) == {"host", "user-agent", "accept", "accept-language", "accept-encoding", "connection"}
    assert visit.headers["user-agent"] == (
        f"paperlist-bot/{__version__} (+https://github.com/paperlist-bot/paperlist-bot)"
    )


@pytest.mark.slow
def test_all_kinds_on_one_host() -> None:
    """A host that is slow, strict, broken and fine at once is not given up, with the limits of everyday."""
    with Web(behave) as web:
        urls = {kind.name: web.url(kind.path) for kind in KINDS}
        started = time.monotonic()
        found = check_links(urls.values(), options=LinkOptions(LOOPBACK))
        assert time.monotonic() - started < 90.0
        assert all(web.asked(kind.path) <= 2 for kind in LOOPS)
    wrong = {
        kind.name: found[urls[kind.name]].reason for kind in KINDS if found[urls[kind.name]].state is not kind.state
    }
    assert wrong == {}


PATHS = ("/one", "/two", "/away", "/catch")
SET = "Set-Cookie: seen=1; Path=/; Domain=.test"


def shy(visit: Visit) -> bytes:
    """A page for those who bring the cookie that they get on the way, and another host that wants to know it."""
    if visit.path == "/away":
        return page(302, b"", "Location: http://other.test:" + visit.headers["host"].partition(":")[2] + "/catch", SET)
    if visit.path == "/catch" or visit.headers.get("cookie") == "seen=1":
        return page()
    return page(302, b"", f"Location: {visit.path}", SET)


def test_cookies_live_within_one_chain_and_one_host() -> None:
    with Web(shy) as web:
        urls = [web.url(path, "a.test") for path in ("/one", "/two", "/away")]
        found = check_links(urls, options=LinkOptions(LOOPBACK, limits=QUICK), resolver=resolve)
    assert {status.state for status in found.values()} == {LinkState.OK}
    sent = {path: [each.headers.get("cookie") for each in web.visits if each.path == path] for path in PATHS}
    assert sent == {"/one": [None, "seen=1"], "/two": [None, "seen=1"], "/away": [None], "/catch": [None]}


HINTS = b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"


def test_early_hints_are_no_answer_and_do_not_put_off_the_next() -> None:
    with Web(lambda visit: HINTS * 2 + page(404 if visit.path == "/gone" else 200)) as web:
        urls = [web.url(path) for path in ("/a", "/gone", "/b", "/c")]
        found = check_links(urls, options=LinkOptions(LOOPBACK, threads=1, limits=QUICK))
    assert [found[url].state for url in urls] == [LinkState.OK, LinkState.DEAD, LinkState.OK, LinkState.OK]
