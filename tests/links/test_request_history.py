"""How a link was redirected, and what is shown of it."""

from __future__ import annotations

import pytest

from bot.links.address_guard import NotAllowedError
from bot.links.connections import GET, HEAD, Failure, FailureKind, FetchResult, Response
from bot.links.verdict import (
    RequestHistory,
    explain,
    is_permanent,
    is_redirect,
    location,
    reached_page,
    read_evidence,
    redirect_chain,
    sent_url,
)
from bot.papers.record import Evidence

URL = "https://a.org/paper"


def response(status: int = 200, url: str = URL, to: str = "", method: str = GET, title: str = "") -> Response:
    headers = {"content-type": "text/html"} | ({"location": to} if to else {})
    return Response(url, method, 1.0, 0.1, status, headers, title, 100)


def failure(kind: FailureKind, url: str = URL, note: str = "") -> Failure:
    return Failure(url, GET, 2.0, 0.1, kind, note)


PAGE, GONE, MOVED, LATER = response(), response(404), response(301, to="/new"), response(302, to="/later")
NEW = response(url="https://a.org/new")
SILENCE = failure(FailureKind.TIMEOUT)


def test_answers_are_grouped_by_passes() -> None:
    history = RequestHistory(URL)
    for answer, again in ((MOVED, True), (NEW, False), (MOVED, True)):
        history = history.with_answer(answer, again=again)
    assert history.passes == ((MOVED, NEW), (MOVED,))
    assert history.answers == (MOVED, NEW, MOVED)
    assert RequestHistory(URL).with_answer(PAGE, again=False) == RequestHistory(URL, ((PAGE,),))


@pytest.mark.parametrize(
    ("one", "chain"),
    [
        ((), ()),
        ((PAGE,), (PAGE,)),
        ((SILENCE, response(503), PAGE), (PAGE,)),
        ((MOVED, NEW), (MOVED, NEW)),
        ((MOVED, failure(FailureKind.RESET, NEW.url), NEW), (MOVED, NEW)),
        ((response(405, method=HEAD), PAGE), (PAGE,)),
        ((response(503), response(302, to=URL), response(503), PAGE), (response(302, to=URL), PAGE)),
    ],
    ids=["nothing", "a page", "three tries", "a redirect", "a redirect and two tries", "two methods", "to itself"],
)
def test_of_several_tries_the_last_counts(one: tuple[FetchResult, ...], chain: tuple[FetchResult, ...]) -> None:
    assert redirect_chain(one) == chain


@pytest.mark.parametrize(
    ("passes", "well"),
    [
        ((), False),
        (((PAGE,),), True),
        (((GONE,), (PAGE,)), True),
        (((PAGE,), (SILENCE,)), True),
        (((MOVED,),), False),
        (((GONE,), (SILENCE,)), False),
        (((response(title="Page not found"),),), False),
        (((response(301),),), False),
    ],
)
def test_a_pass_ends_well_at_a_page(passes: tuple[tuple[FetchResult, ...], ...], well: bool) -> None:
    assert reached_page(passes) is well


@pytest.mark.parametrize("status", [300, 301, 302, 303, 307, 308])
def test_a_redirect_says_where_to(status: int) -> None:
    assert is_redirect(response(status, to="/x"))
    assert not is_redirect(response(status))
    assert not is_redirect(response(status, to="  "))


@pytest.mark.parametrize("status", [200, 201, 304, 305, 404])
def test_a_location_alone_is_no_redirect(status: int) -> None:
    assert not is_redirect(response(status, to="/x"))


@pytest.mark.parametrize(
    ("chain", "permanent"),
    [
        ((PAGE,), True),
        ((MOVED, NEW), True),
        ((response(308, to="/x"), MOVED, NEW), True),
        ((LATER, NEW), False),
        ((MOVED, LATER, NEW), False),
        ((MOVED, GONE), True),
        ((failure(FailureKind.RESET), NEW), False),
    ],
)
def test_all_redirects_must_be_for_good(chain: tuple[FetchResult, ...], permanent: bool) -> None:
    assert is_permanent(chain) is permanent


@pytest.mark.parametrize(
    ("to", "url"),
    [
        ("/x", "https://a.org/x"),
        ("x y", "https://a.org/x%20y"),
        ("?q", "https://a.org/paper?q"),
        ("//b.org", "https://b.org"),
        ("http://b.org/ü", "http://b.org/ü"),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("gopher://b.org/", None),
        ("http://[", None),
        ("http://u@b.org/", None),
        ("http://b.org/\x00", None),
        ("x" * 3_000, None),
    ],
)
def test_where_a_redirect_leads(to: str, url: str | None) -> None:
    assert location(response(302, to=to)) == url


def test_urls_are_the_same_when_they_are_sent_alike() -> None:
    assert sent_url("HTTPS://A.org/%7ex#mark") == sent_url("https://a.org/%7Ex")
    with pytest.raises(NotAllowedError):
        sent_url("ftp://a.org/")


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (failure(FailureKind.TIMEOUT), "no answer in time"),
        (failure(FailureKind.CERTIFICATE, note="expired"), "the certificate is not valid: expired"),
    ],
)
def test_troubles_are_explained(trouble: Failure, words: str) -> None:
    assert explain(trouble) == words


def test_evidence_is_what_was_seen() -> None:
    wall = Response(URL, GET, 4.0, 0.1, 403, {"cf-mitigated": "challenge"})
    hidden = failure(FailureKind.NOT_ALLOWED, "http://10.0.0.1/", "its IP address is not public")
    history = RequestHistory(URL, ((LATER, hidden), (response(title="Page not found"), SILENCE, wall)))
    assert read_evidence(history) == (
        Evidence(1.0, URL, 302, "GET"),
        Evidence(1.0, URL, 200, "GET, a page titled “Page not found”"),
        Evidence(2.0, URL, None, "GET, no answer in time"),
        Evidence(4.0, URL, 403, "GET, cf-mitigated: challenge"),
    )
