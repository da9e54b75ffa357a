"""From the answers about one link to the next request, or to the verdict."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.links import LinkState, Tally
from bot.links.connections import GET, HEAD, Cookie, Failure, FailureKind, FetchResult, Response
from bot.links.scheduler import StopReason
from bot.links.verdict import (
    LinkLimits,
    NextRequest,
    RequestHistory,
    Step,
    Verdict,
    close,
    first_step,
    next_step,
    read_evidence,
    seconds_left,
)

URL = "https://a.org/paper"
LIMITS = LinkLimits()
OK, MOVED, DEAD = LinkState.OK, LinkState.MOVED, LinkState.DEAD
BLOCKED, UNCERTAIN, SKIPPED = LinkState.BLOCKED, LinkState.UNCERTAIN, LinkState.SKIPPED


def response(
    status: int = 200,
    url: str = URL,
    to: str = "",
    title: str = "",
    method: str = GET,
    seconds: float = 0.1,
    cookie: str = "",
    **more: str,
) -> Response:
    headers = {"content-type": "text/html"} | {name.replace("_", "-"): value for name, value in more.items()}
    if to:
        headers["location"] = to
    cookies = (Cookie("seen", cookie),) if cookie else ()
    return Response(url, method, 1.0, seconds, status, headers, title, size=100, cookies=cookies)


def failure(kind: FailureKind, url: str = URL, note: str = "", seconds: float = 0.1) -> Failure:
    return Failure(url, GET, 1.0, seconds, kind, note)


def again(wait: float = 0.0, *, fresh: bool = False) -> NextRequest:
    return NextRequest(URL, wait=wait, again=True, fresh=fresh)


TO_NEW = response(301, to="/new")
NEW = response(url="https://a.org/new")
TO_LATER = response(302, to="/later")
LATER = response(url="https://a.org/later")

_WITH_A_COOKIE = "redirects to itself with a cookie"

ONE_PASS: dict[str, tuple[tuple[FetchResult, ...], Step]] = {
    "a page": ((response(),), Verdict(OK, "status 200")),
    "part of one": ((response(206),), Verdict(OK, "status 206")),
    "not modified": ((response(304),), Verdict(OK, "status 304")),
    "404": ((response(404),), again(5.0, fresh=True)),
    "410": ((response(410),), again(5.0, fresh=True)),
    "no such host": ((failure(FailureKind.NO_NAME),), again(5.0, fresh=True)),
    "403": ((response(403),), Verdict(BLOCKED, "status 403")),
    "a wall at 404": ((response(404, cf_mitigated="challenge"),), Verdict(BLOCKED, "cf-mitigated: challenge")),
    "429": ((response(429),), NextRequest(URL)),
    "429 three times": ((response(429),) * 3, NextRequest(URL)),
    "429 four times": ((response(429),) * 4, Verdict(UNCERTAIN, "limits requests: status 429, 4 times")),
    "503": ((response(503),), NextRequest(URL, wait=5.0)),
    "503 twice": ((response(503),) * 2, NextRequest(URL, wait=15.0)),
    "503 thrice": ((response(503),) * 3, Verdict(UNCERTAIN, "status 503, 3 times")),
    "503 that says when": ((response(503, retry_after="30"),), NextRequest(URL, wait=30.0)),
    "503 for an hour": ((response(503, retry_after="3600"),), Verdict(UNCERTAIN, "status 503")),
    "a fault, then a page": ((response(500), response()), Verdict(OK, "status 200")),
    "a fault, then no page": ((response(500), response(404)), again(5.0, fresh=True)),
    "reset": ((failure(FailureKind.RESET),), NextRequest(URL, wait=5.0)),
    "faults of all kinds": (
        (failure(FailureKind.RESET), response(500), failure(FailureKind.TLS)),
        Verdict(UNCERTAIN, "no secure connection, 3 times"),
    ),
    "time-out": ((failure(FailureKind.TIMEOUT, seconds=10.0),), NextRequest(URL, wait=5.0)),
    "two time-outs": ((failure(FailureKind.TIMEOUT, seconds=10.0),) * 2, Verdict(UNCERTAIN, "no answer in time")),
    "a bad certificate": (
        (failure(FailureKind.CERTIFICATE, note="expired"),),
        Verdict(UNCERTAIN, "the certificate is not valid: expired"),
    ),
    "not allowed": (
        (failure(FailureKind.NOT_ALLOWED, note="port 8080 is not asked"),),
        Verdict(SKIPPED, "port 8080 is not asked"),
    ),
    "400": ((response(400),), Verdict(UNCERTAIN, "status 400")),
    "soft 404": ((response(title="404 Not Found"),), Verdict(UNCERTAIN, "a page titled “404 Not Found”")),
    "a challenge": ((response(title="Just a moment..."),), Verdict(BLOCKED, "a page titled “Just a moment...”")),
    "redirect": ((TO_LATER,), NextRequest("https://a.org/later")),
    "redirect and page": ((TO_LATER, LATER), Verdict(OK, "redirects temporarily")),
    "redirect to another host": ((response(301, to="//b.org/x"),), NextRequest("https://b.org/x")),
    "permanent redirect and page": ((TO_NEW, NEW), again()),
    "permanent, then temporary": (
        (TO_NEW, response(302, "https://a.org/new", "/later"), LATER),
        Verdict(OK, "redirects temporarily"),
    ),
    "permanent redirect to 404": ((TO_NEW, response(404, "https://a.org/new")), again(5.0, fresh=True)),
    "temporary redirect to 404": (
        (TO_LATER, response(404, "https://a.org/later")),
        Verdict(UNCERTAIN, "redirects temporarily to a missing page: status 404"),
    ),
    "redirect to itself": ((response(302, to=URL),), Verdict(UNCERTAIN, "redirects in a loop")),
    "redirect to itself with a cookie": ((response(302, to=URL, cookie="1"),), NextRequest(URL)),
    "with a cookie, then a page": ((response(301, to=URL, cookie="1"), response()), Verdict(OK, _WITH_A_COOKIE)),
    "with a cookie, then no page": (
        (response(302, to=URL, cookie="1"), response(404)),
        Verdict(UNCERTAIN, "redirects temporarily to a missing page: status 404"),
    ),
    "with the same cookie again": ((response(302, to=URL, cookie="1"),) * 2, Verdict(UNCERTAIN, "redirects in a loop")),
    "with ever new cookies": (
        (response(302, to=URL, cookie="1"), response(302, to=URL, cookie="2")),
        Verdict(UNCERTAIN, "redirects in a loop"),
    ),
    "by way of the page that sets the cookie": (
        (response(301, to="/check"), response(301, "https://a.org/check", URL, cookie="1"), response()),
        Verdict(OK, _WITH_A_COOKIE),
    ),
    "by way of a page of another host": (
        (response(301, to="https://b.org/check"), response(301, "https://b.org/check", URL, cookie="1")),
        Verdict(UNCERTAIN, "redirects in a loop"),
    ),
    "redirect to a part of itself": ((response(302, to="#top"),), Verdict(UNCERTAIN, "redirects in a loop")),
    "redirect there and back": (
        (TO_LATER, response(302, "https://a.org/later", URL)),
        Verdict(UNCERTAIN, "redirects in a loop"),
    ),
    "redirect to the root": (
        (response(301, to="/"), response(url="https://a.org/")),
        Verdict(UNCERTAIN, "redirects to a start page"),
    ),
    "redirect to a login": (
        (response(302, to="/login?to=paper"), response(url="https://a.org/login?to=paper")),
        Verdict(UNCERTAIN, "redirects to a login page"),
    ),
    "redirect to a private address": (
        (TO_LATER, failure(FailureKind.NOT_ALLOWED, "https://a.org/later", "its IP address is not public")),
        Verdict(UNCERTAIN, "redirects to a URL that is not checked: its IP address is not public"),
    ),
    "redirect to a file": (
        (response(302, to="file:///etc"),),
        Verdict(UNCERTAIN, "redirects to a URL that is not checked"),
    ),
    "redirect to nonsense": (
        (response(302, to="http://[/"),),
        Verdict(UNCERTAIN, "redirects to a URL that is not checked"),
    ),
    "a redirect that leads nowhere": ((response(302),), Verdict(UNCERTAIN, "status 302")),
    "redirect with a fault on the way": ((TO_NEW, response(500, "https://a.org/new"), NEW), again()),
    "a small file": ((response(method=HEAD, content_type="application/pdf"),), Verdict(OK, "status 200")),
    "a page where a file was expected": ((response(method=HEAD),), NextRequest(URL)),
    "HEAD refused": ((response(405, method=HEAD),), NextRequest(URL)),
    "HEAD not found": ((response(404, method=HEAD),), NextRequest(URL)),
    "HEAD forbidden": ((response(403, method=HEAD),), NextRequest(URL)),
    "HEAD limited": ((response(429, method=HEAD),), NextRequest(URL, HEAD)),
    "HEAD redirected": ((response(301, to="/new", method=HEAD),), NextRequest("https://a.org/new", HEAD)),
}


@pytest.mark.parametrize(("answers", "step"), ONE_PASS.values(), ids=ONE_PASS)
def test_what_follows_from_the_first_answers(answers: tuple[FetchResult, ...], step: Step) -> None:
    assert next_step(RequestHistory(URL, (answers,)), LIMITS) == step


TWO_PASSES: dict[str, tuple[tuple[tuple[FetchResult, ...], ...], Step]] = {
    "404 twice": (((response(404),), (response(404),)), Verdict(DEAD, "status 404, asked twice")),
    "404, then 410": (((response(404),), (response(410),)), Verdict(DEAD, "status 410, asked twice")),
    "no such host, twice": (
        ((failure(FailureKind.NO_NAME),), (failure(FailureKind.NO_NAME),)),
        Verdict(DEAD, "no such host, asked twice"),
    ),
    "404, then a page": (((response(404),), (response(),)), Verdict(OK, "status 200")),
    "404, then a wall": (((response(404),), (response(403),)), Verdict(BLOCKED, "status 403")),
    "404, then nothing": (((response(404),), (failure(FailureKind.TIMEOUT),)), NextRequest(URL, wait=5.0)),
    "404, then nothing twice": (
        ((response(404),), (failure(FailureKind.TIMEOUT),) * 2),
        Verdict(UNCERTAIN, "no answer in time"),
    ),
    "404, then a resolver in trouble": (((response(404),), (failure(FailureKind.LOOKUP),)), NextRequest(URL, wait=5.0)),
    "301 to 404, twice": (
        ((TO_NEW, response(404, "https://a.org/new")),) * 2,
        Verdict(DEAD, "redirects to a missing page: status 404, asked twice"),
    ),
    "moved, seen twice": (
        ((TO_NEW, NEW), (TO_NEW,)),
        Verdict(MOVED, "redirects permanently, seen twice", "https://a.org/new"),
    ),
    "moved, over two hops": (
        ((response(308, to="/hop"), response(301, "https://a.org/hop", "/new"), NEW), (response(308, to="/hop"),)),
        NextRequest("https://a.org/hop"),
    ),
    "moved, over two hops, seen twice": (
        (
            (response(308, to="/hop"), response(301, "https://a.org/hop", "/new"), NEW),
            (response(308, to="/hop"), response(301, "https://a.org/hop", "/new")),
        ),
        Verdict(MOVED, "redirects permanently, seen twice", "https://a.org/new"),
    ),
    "moved, then not": (((TO_NEW, NEW), (response(),)), Verdict(OK, "redirects inconsistently")),
    "moved, then for now": (((TO_NEW, NEW), (response(302, to="/new"),)), Verdict(OK, "redirects inconsistently")),
    "moved, then elsewhere": (((TO_NEW, NEW), (response(301, to="/newer"),)), Verdict(OK, "redirects inconsistently")),
    "moved, then a wall": (((TO_NEW, NEW), (response(403),)), Verdict(OK, "redirects inconsistently")),
    "moved, then nothing": (((TO_NEW, NEW), (failure(FailureKind.RESET),)), Verdict(OK, "redirects inconsistently")),
}


@pytest.mark.parametrize(("passes", "step"), TWO_PASSES.values(), ids=TWO_PASSES)
def test_what_follows_from_the_second_pass(passes: tuple[tuple[FetchResult, ...], ...], step: Step) -> None:
    assert next_step(RequestHistory(URL, passes), LIMITS) == step


@pytest.mark.parametrize(
    "url",
    [
        *("https://doi.org/10.1145/1", "https://dx.doi.org/10.1145/1", "https://hdl.handle.net/1/2"),
        *("https://bit.ly/x", "https://purl.org/x", "https://github.com/o/r/releases/latest"),
    ],
)
def test_addresses_that_are_meant_to_redirect_have_not_moved(url: str) -> None:
    passes = ((response(301, url, "https://b.org/paper"), response(url="https://b.org/paper")),)
    assert next_step(RequestHistory(url, passes), LIMITS) == Verdict(OK, "redirects, as this URL is meant to")


@pytest.mark.parametrize(
    ("url", "candid"),
    [
        ("https://openreview.net/forum?id=x", False),
        ("https://www.linkedin.com/in/x", False),
        ("https://dl.acm.org/doi/10.1145/1", False),
        ("https://a.org/paper", True),
        ("https://huggingface.co/a/b", True),
    ],
)
def test_some_hosts_do_not_show_everybody_all_they_have(url: str, candid: bool) -> None:
    """OpenReview hides notes that were withdrawn, others hide pages from programs: their 404 proves nothing."""
    words = "status 404, on a host that hides pages from bots"
    expected = NextRequest(url, wait=5.0, again=True, fresh=True) if candid else Verdict(UNCERTAIN, words)
    assert next_step(RequestHistory(url, ((response(404, url),),)), LIMITS) == expected
    first = "https://b.org/x"
    led = RequestHistory(first, ((response(301, first, url), response(404, url)),) * 2)
    step = next_step(led, LIMITS)
    assert isinstance(step, Verdict)
    assert step.state is (DEAD if candid else UNCERTAIN)


def test_a_chain_ends_somewhere() -> None:
    hops = tuple(response(302, f"https://a.org/{number}", f"/{number + 1}") for number in range(11))
    assert next_step(RequestHistory("https://a.org/0", (hops[:10],)), LIMITS) == NextRequest("https://a.org/10")
    assert next_step(RequestHistory("https://a.org/0", (hops,)), LIMITS) == Verdict(
        UNCERTAIN, "redirects more than 10 times"
    )


@pytest.mark.parametrize(
    ("passes", "verdict"),
    [
        (((response(301, to="/new", seconds=29.6),),), Verdict(UNCERTAIN, "no clear answer within 30 s")),
        (((TO_NEW, response(url="https://a.org/new", seconds=29.6)),), Verdict(OK, "redirects permanently, seen once")),
        (((response(404, seconds=29.6),),), Verdict(UNCERTAIN, "no clear answer within 30 s")),
        (((response(404, seconds=20.0),), (response(404, seconds=10.0),)), Verdict(DEAD, "status 404, asked twice")),
    ],
    ids=["redirect", "moved", "gone", "gone-twice"],
)
def test_a_link_has_half_a_minute(passes: tuple[tuple[FetchResult, ...], ...], verdict: Verdict) -> None:
    assert next_step(RequestHistory(URL, passes), LIMITS) == verdict


def test_a_request_has_what_is_left() -> None:
    assert seconds_left(RequestHistory(URL), LIMITS) == 10.0
    assert seconds_left(RequestHistory(URL, ((response(seconds=24.0),),)), LIMITS) == pytest.approx(6.0)
    assert seconds_left(RequestHistory(URL, ((response(seconds=29.7),),)), LIMITS) == 0.0


@pytest.mark.parametrize(
    ("passes", "stop_reason", "state"),
    [
        ((), StopReason.TIME, SKIPPED),
        ((), StopReason.STOPPED, SKIPPED),
        ((), StopReason.FULL, SKIPPED),
        ((), StopReason.POINTLESS, SKIPPED),
        ((), StopReason.WALL, BLOCKED),
        ((), StopReason.LIMITED, UNCERTAIN),
        ((), StopReason.SILENT, UNCERTAIN),
        (((response(404),),), StopReason.TIME, UNCERTAIN),
        (((response(404),),), StopReason.WALL, BLOCKED),
        (((TO_NEW, NEW),), StopReason.TIME, OK),
        (((TO_NEW, NEW),), StopReason.WALL, OK),
        (((response(503),),), StopReason.STOPPED, UNCERTAIN),
    ],
)
def test_a_link_that_is_asked_no_more(
    passes: tuple[tuple[FetchResult, ...], ...], stop_reason: StopReason, state: LinkState
) -> None:
    assert close(RequestHistory(URL, passes), stop_reason).state is state


@pytest.mark.parametrize(
    ("url", "step"),
    [
        ("https://a.org/paper", NextRequest("https://a.org/paper", GET, again=True)),
        ("https://a.org/paper.pdf", NextRequest("https://a.org/paper.pdf", HEAD, again=True)),
        ("https://a.org/PAPER.PDF?x", NextRequest("https://a.org/PAPER.PDF?x", HEAD, again=True)),
        ("https://a.org/page?file=x.pdf", NextRequest("https://a.org/page?file=x.pdf", GET, again=True)),
        ("mailto:x", Verdict(SKIPPED, "it is not http or https")),
    ],
)
def test_the_first_request(url: str, step: Step) -> None:
    assert first_step(url) == step


def test_evidence_names_what_was_seen_and_nothing_private() -> None:
    answers = (
        TO_LATER,
        failure(FailureKind.NOT_ALLOWED, "http://10.0.0.1/", "its IP address is not public"),
        response(403, cf_mitigated="challenge"),
        failure(FailureKind.CERTIFICATE, note="expired"),
    )
    assert [(item.url, item.status, item.note) for item in read_evidence(RequestHistory(URL, (answers,)))] == [
        (URL, 302, "GET"),
        (URL, 403, "GET, cf-mitigated: challenge"),
        (URL, None, "GET, the certificate is not valid: expired"),
    ]


ANSWERS = st.one_of(
    st.builds(
        response,
        st.integers(100, 999),
        st.sampled_from([URL, "https://a.org/new", "https://b.org/"]),
        st.sampled_from(["", "/new", "/", URL, "https://b.org/", "//", "x:y", "http://10.0.0.1/"]),
        st.sampled_from(["", "Not found", "Just a moment...", "A paper"]),
        st.sampled_from([GET, HEAD]),
    ),
    st.builds(failure, st.sampled_from(FailureKind)),
)


@given(st.lists(st.lists(ANSWERS, min_size=1, max_size=6).map(tuple), min_size=1, max_size=3).map(tuple))
def test_only_definitive_evidence_makes_a_link_dead(passes: tuple[tuple[FetchResult, ...], ...]) -> None:
    step = next_step(RequestHistory(URL, passes), LIMITS)
    if isinstance(step, Verdict) and step.state is DEAD:
        last = passes[-1][-1]
        definitive = last.status in {404, 410} if isinstance(last, Response) else last.kind is FailureKind.NO_NAME
        assert definitive
        assert last.method == GET
        assert len(passes) > 1
    if isinstance(step, Verdict) and step.state is MOVED:
        assert len(passes) > 1
        assert step.target


@given(
    st.lists(ANSWERS, min_size=1, max_size=12),
    st.sampled_from([LinkLimits(), LinkLimits(waits=(), timeouts=1, too_many=1)]),
)
def test_every_link_comes_to_an_end(answers: list[FetchResult], limits: LinkLimits) -> None:
    """Whatever the answers are, they are not asked for without end; here the same ones come round and round."""
    history, step = RequestHistory(URL), first_step(URL)
    for count in range(200):
        if isinstance(step, Verdict):
            return
        answer = answers[count % len(answers)]
        asked = (
            Response(step.url, step.method, 1.0, 0.01, answer.status, answer.headers, answer.title, answer.size)
            if isinstance(answer, Response)
            else Failure(step.url, step.method, 1.0, 0.01, answer.kind)
        )
        history = history.with_answer(asked, again=step.again)
        step = next_step(history, limits)
    pytest.fail(f"still asking for {step}")


@pytest.mark.parametrize(
    ("tally", "total", "alive"),
    [
        (Tally(), 0, None),
        (Tally(blocked=1, uncertain=2, skipped=4), 7, None),
        (Tally(ok=2, moved=1, dead=1, blocked=3), 7, 75.0),
        (Tally(dead=1), 1, 0.0),
    ],
    ids=["nothing", "nothing that could be judged", "three of four", "none"],
)
def test_how_many_links_are_alive(tally: Tally, total: int, alive: float | None) -> None:
    assert (tally.total, tally.alive) == (total, alive)
