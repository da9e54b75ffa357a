"""What kind of page a response is."""

from __future__ import annotations

import time

import pytest

from bot.links.connections import GET, Response
from bot.links.responses import Kind, is_page, read_page, read_title, stand_in, wants_head


def response(status: int = 200, title: str = "", size: int = 100, **headers: str) -> Response:
    return Response(
        "https://a.org/x", GET, 1.0, 0.1, status, {k.replace("_", "-"): v for k, v in headers.items()}, title, size
    )


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        *((response(status), Kind.FINE) for status in (200, 201, 203, 206, 304)),
        *((response(status), Kind.GONE) for status in (404, 410)),
        *((response(status), Kind.WALL) for status in (401, 402, 403, 407, 418, 451, 456, 999)),
        *((response(status), Kind.FAULT) for status in (408, 425, 500, 502, 503, 504, 520, 522, 530, 599)),
        *((response(status), Kind.ODD) for status in (100, 300, 302, 400, 405, 406, 409, 412, 414, 421, 431)),
        (response(429), Kind.LIMITED),
        (response(202, size=0), Kind.ODD),
        (response(202), Kind.FINE),
        (response(204, size=0), Kind.FINE),
        (response(404, cf_mitigated="challenge"), Kind.WALL),
        (response(200, cf_mitigated="Challenge "), Kind.WALL),
        (response(200, cf_mitigated="other"), Kind.FINE),
        (response(202, x_amzn_waf_action="challenge", size=0), Kind.WALL),
        (response(405, x_amzn_waf_action="captcha"), Kind.WALL),
        (response(200, x_amzn_waf_action="count"), Kind.FINE),
        (response(429, x_vercel_mitigated="deny"), Kind.WALL),
        (response(200, x_datadome="protected"), Kind.FINE),
        (response(403, x_datadome="blocked"), Kind.WALL),
        (response(503, "Just a moment..."), Kind.WALL),
        (response(404, "Attention Required! | Cloudflare"), Kind.WALL),
        (response(503, server="cloudflare"), Kind.FAULT),
        (response(404, "My Project", server="GitHub.com"), Kind.SOFT),
        (response(404, "Page not found · GitHub Pages", server="GitHub.com"), Kind.GONE),
        (response(404, "404 - My Project", server="GitHub.com"), Kind.GONE),
        (response(404, "", server="GitHub.com"), Kind.GONE),
        (response(404, "My Project", server="nginx"), Kind.GONE),
        (response(410, "My Project", server="GitHub.com"), Kind.GONE),
        (response(404, "Site under maintenance"), Kind.FAULT),
        (response(404, "Example University | Down for scheduled maintenance"), Kind.FAULT),
        (response(410, "We'll be right back!"), Kind.FAULT),
        (response(404, "Request blocked"), Kind.WALL),
        (response(404, "Sorry, you have been blocked"), Kind.WALL),
        (response(404, "Maintenance of Deep Networks: a Survey"), Kind.GONE),
        (response(200, "Predictive Maintenance"), Kind.FINE),
    ],
)
def test_kinds_of_replies(page: Response, kind: Kind) -> None:
    assert read_page(page).kind is kind
    assert read_page(page).reason


@pytest.mark.parametrize(
    "title",
    [
        *("404", "404 Not Found", "Error 404", "Error 404: page missing", "Not Found", "Page not found", "410 Gone"),
        *("Page not found | Example University", "Example University - Page Not Found", "File not found"),
        *("Oops! That page can't be found.", "Sorry, this page could not be found", "This page does not exist"),
        *("Not Found - OpenReview", "GitHub: 404", "This domain is for sale", "example.com: domain for sale!"),
        *("The page is no longer available", "Page doesn't exist", "页面不存在", "Document not found"),
    ],
)
def test_titles_of_pages_that_are_not_there(title: str) -> None:
    assert read_page(response(title=title)).kind is Kind.SOFT


@pytest.mark.parametrize(
    "title",
    [
        *("Just a moment...", "Just a moment…", "Making sure you're not a bot!", "Verify you are human"),
        *("Access Denied", "Client Challenge", "DDoS-Guard", "Vercel Security Checkpoint", "Are you a robot?"),
        *("Human Verification", "Pardon Our Interruption", "Checking your browser before accessing example.org"),
        "Robot Check",
    ],
)
def test_titles_of_walls(title: str) -> None:
    assert read_page(response(title=title)).kind is Kind.WALL


@pytest.mark.parametrize(
    "title",
    [
        *("", "A Paper", "Lost and Found: Learning to Search", "Attention Is All You Need", "Found in Translation"),
        *("A Study of 404 Pages on the Web", "Never Not Found Again: Robust Retrieval", "Error Correction"),
        *("Access Control for Agents", "Just a Moment in Time: Video Retrieval", "Robot Learning", "CAPTCHAs and Bots"),
        *("The 410 Parkway Dataset", "Security Checks for Models", "Not All Tokens Are What You Need"),
        *("Verifying Human Feedback at Scale", "Page Rank", "How to Handle a Page Not Found Error - A Guide to URLs"),
    ],
)
def test_titles_of_pages_that_are_there(title: str) -> None:
    assert read_page(response(title=title)).kind is Kind.FINE


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("<title>A &amp; B</title>", "A & B"),
        ("<html><TITLE lang=en>\n  Two\n lines </TITLE>", "Two lines"),
        ("<title>It&#39;s</title>", "It's"),
        ("<title>first</title><svg><title>second</title>", "first"),
        ("<titles>no</titles>", ""),
        ("<title>never closed", ""),
        ("<title", ""),
        ("", ""),
        ("<title>" + "x" * 5_000 + "</title>", ""),
    ],
)
def test_titles_are_read(text: str, title: str) -> None:
    assert read_title(text) == title


@pytest.mark.parametrize("text", ["<title " * 9_000, "<title>" * 9_000, "<" * 65_000, "<title>" + "</titl" * 9_000])
def test_titles_are_read_in_linear_time(text: str) -> None:
    started = time.perf_counter()
    assert read_title(text) == ""
    assert time.perf_counter() - started < 0.2


@pytest.mark.parametrize("title", ["page " * 200, "not " * 200, "4" * 1_000, "- " * 500 + "not foun", "domain " * 150])
def test_hostile_titles_cost_nothing(title: str) -> None:
    started = time.perf_counter()
    read_page(response(title=title[:120]))
    assert time.perf_counter() - started < 0.05


@pytest.mark.parametrize(
    ("asked", "final", "name"),
    [
        ("https://a.org/papers/1", "https://a.org/", "a start page"),
        ("https://a.org/papers/1", "https://a.org", "a start page"),
        ("https://a.org/papers/1", "https://www.a.org/en/", "a start page"),
        ("https://a.org/papers/1", "https://b.org/index.html", "a start page"),
        ("https://a.org/papers/1", "https://a.org/de_DE/home", "a start page"),
        ("https://a.org/", "https://www.a.org/", ""),
        ("https://a.org/papers/1", "https://a.org/zh-Hans/", "a start page"),
        ("https://a.org/papers/1", "https://a.org/ok", ""),
        ("https://a.org/papers/1", "https://a.org/ml/", ""),
        ("https://a.org/index.html", "https://a.org/", ""),
        ("https://a.org/papers/1", "https://a.org/?p=17", ""),
        ("https://a.org/papers/1", "https://a.org/papers/one", ""),
        ("https://a.org/papers/1", "https://a.org/login?next=/papers/1", "a login page"),
        ("https://a.org/papers/1", "https://a.org/users/sign_in", "a login page"),
        *(
            ("https://a.org/papers/1", f"https://{name}.b.org/", "a login page")
            for name in ("login", "signin", "sso", "auth", "accounts", "idp", "id")
        ),
        ("https://login.b.org/1", "https://login.b.org/2", ""),
        ("https://a.org/papers/1", "https://accounts.google.com/v3/signin/identifier", "a login page"),
        ("https://a.org/docs/login", "https://a.org/v2/docs/login", ""),
        ("https://a.org/papers/1", "https://consent.b.org/consent?to=x", "a consent page"),
        ("https://a.org/papers/1", "https://a.org/404", "an error page"),
        ("https://a.org/papers/1", "https://a.org/errors/not-found", "an error page"),
        *(
            ("https://a.org/papers/1", f"https://www.{name}.com/a/b?d=a", "a page that sells domains")
            for name in ("hugedomains", "sedoparking", "sedo", "dan", "afternic", "bodis")
        ),
        ("https://a.org/papers/1", "https://jordan.com/x", ""),
    ],
)
def test_pages_that_stand_in_for_another(asked: str, final: str, name: str) -> None:
    assert stand_in(asked, final) == name


def test_files_are_asked_for_by_head() -> None:
    assert wants_head("https://a.org/paper.pdf")
    assert wants_head("https://a.org/data.tar.gz#part")
    assert not wants_head("https://a.org/paper.html")
    assert not wants_head("https://a.org/pdf")
    assert not wants_head("https://report.zip")
    assert is_page(response(content_type="text/html; charset=utf-8"))
    assert is_page(response())
    assert not is_page(response(content_type="application/pdf"))
