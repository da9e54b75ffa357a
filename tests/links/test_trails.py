"""How a link was redirected, and what is shown of it."""

from __future__ import annotations

import pytest

from bot.links.address_guard import NotAllowedError
from bot.links.model import GET, HEAD, Answer, Evidence, Failure, Reply, Trouble
from bot.links.verdict import (
    Trail,
    chain_of,
    ends_well,
    explain,
    is_permanent,
    location,
    read_evidence,
    redirects,
    sent_url,
)

URL = "https://a.org/paper"


def reply(status: int = 200, url: str = URL, to: str = "", method: str = GET, title: str = "") -> Reply:
    headers = {"content-type": "text/html"} | ({"location": to} if to else {})
    return Reply(url, method, 1.0, 0.1, status, headers, title, 100)


def failure(trouble: Trouble, url: str = URL, note: str = "") -> Failure:
    return Failure(url, GET, 2.0, 0.1, trouble, note)


PAGE, GONE, MOVED, LATER = reply(), reply(404), reply(301, to="/new"), reply(302, to="/later")
NEW = reply(url="https://a.org/new")
SILENCE = failure(Trouble.TIMEOUT)


def test_answers_are_told_apart_by_passes() -> None:
    trail = Trail(URL)
    for answer, again in ((MOVED, True), (NEW, False), (MOVED, True)):
        trail = trail.with_answer(answer, again=again)
    assert trail.passes == ((MOVED, NEW), (MOVED,))
    assert trail.answers == (MOVED, NEW, MOVED)
    assert Trail(URL).with_answer(PAGE, again=False) == Trail(URL, ((PAGE,),))


@pytest.mark.parametrize(
    ("one", "chain"),
    [
        ((), ()),
        ((PAGE,), (PAGE,)),
        ((SILENCE, reply(503), PAGE), (PAGE,)),
        ((MOVED, NEW), (MOVED, NEW)),
        ((MOVED, failure(Trouble.RESET, NEW.url), NEW), (MOVED, NEW)),
        ((reply(405, method=HEAD), PAGE), (PAGE,)),
        ((reply(503), reply(302, to=URL), reply(503), PAGE), (reply(302, to=URL), PAGE)),
    ],
    ids=["nothing", "a page", "three tries", "a redirect", "a redirect and two tries", "two methods", "to itself"],
)
def test_of_several_tries_the_last_counts(one: tuple[Answer, ...], chain: tuple[Answer, ...]) -> None:
    assert chain_of(one) == chain


@pytest.mark.parametrize(
    ("passes", "well"),
    [
        ((), False),
        (((PAGE,),), True),
        (((GONE,), (PAGE,)), True),
        (((PAGE,), (SILENCE,)), True),
        (((MOVED,),), False),
        (((GONE,), (SILENCE,)), False),
        (((reply(title="Page not found"),),), False),
        (((reply(301),),), False),
    ],
)
def test_a_pass_ends_well_at_a_page(passes: tuple[tuple[Answer, ...], ...], well: bool) -> None:
    assert ends_well(passes) is well


@pytest.mark.parametrize("status", [300, 301, 302, 303, 307, 308])
def test_a_redirect_says_where_to(status: int) -> None:
    assert redirects(reply(status, to="/x"))
    assert not redirects(reply(status))
    assert not redirects(reply(status, to="  "))


@pytest.mark.parametrize("status", [200, 201, 304, 305, 404])
def test_a_location_alone_is_no_redirect(status: int) -> None:
    assert not redirects(reply(status, to="/x"))


@pytest.mark.parametrize(
    ("chain", "permanent"),
    [
        ((PAGE,), True),
        ((MOVED, NEW), True),
        ((reply(308, to="/x"), MOVED, NEW), True),
        ((LATER, NEW), False),
        ((MOVED, LATER, NEW), False),
        ((MOVED, GONE), True),
        ((failure(Trouble.RESET), NEW), False),
    ],
)
def test_all_redirects_must_be_for_good(chain: tuple[Answer, ...], permanent: bool) -> None:
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
    assert location(reply(302, to=to)) == url


def test_urls_are_the_same_when_they_are_sent_alike() -> None:
    assert sent_url("HTTPS://A.org/%7ex#mark") == sent_url("https://a.org/%7Ex")
    with pytest.raises(NotAllowedError):
        sent_url("ftp://a.org/")


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (failure(Trouble.TIMEOUT), "no answer in time"),
        (failure(Trouble.CERTIFICATE, note="expired"), "the certificate of the host is not valid: expired"),
    ],
)
def test_troubles_are_explained(trouble: Failure, words: str) -> None:
    assert explain(trouble) == words


def test_evidence_is_what_was_seen() -> None:
    wall = Reply(URL, GET, 4.0, 0.1, 403, {"cf-mitigated": "challenge"})
    hidden = failure(Trouble.NOT_ALLOWED, "http://10.0.0.1/", "its address is not public")
    trail = Trail(URL, ((LATER, hidden), (reply(title="Page not found"), SILENCE, wall)))
    assert read_evidence(trail) == (
        Evidence(1.0, URL, 302, "GET"),
        Evidence(1.0, URL, 200, "GET, a page titled “Page not found”"),
        Evidence(2.0, URL, None, "GET, no answer in time"),
        Evidence(4.0, URL, 403, "GET, cf-mitigated: challenge"),
    )
