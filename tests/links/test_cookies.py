"""Which cookies a host sets, and which of them go back to whom."""

from __future__ import annotations

import pytest

from bot.links.connections import GET, Cookie, Failure, FailureKind, FetchResult, Response, cookies_for, read_cookies

NOW = 1_795_000_000.0
URL = "https://a.org/paper"


@pytest.mark.parametrize(
    ("lines", "cookies"),
    [
        ([], ()),
        (["a=1"], (Cookie("a", "1"),)),
        (["a = b c ; Path=/; HttpOnly", 'b="x=y"'], (Cookie("a", "b c"), Cookie("b", '"x=y"'))),
        (["a=; SECURE"], (Cookie("a", "", secure=True),)),
        (
            ["a=1; Max-Age=0", "b=1; max-age=-1", "c=1; Max-Age=60"],
            (Cookie("a", None), Cookie("b", None), Cookie("c", "1")),
        ),
        (["a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], (Cookie("a", None),)),
        (["a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=9"], (Cookie("a", "1"),)),
        (["a=1; Expires=Wed, 01 Jan 2070 00:00:00 GMT", "b=1; Expires=soon"], (Cookie("a", "1"), Cookie("b", "1"))),
        (["", "=1", "a", "a b=1", "a=1\r\nX: y", "a=\x00", "a=é"], ()),
        (["a=" + "x" * 5_000], ()),
        (["a=" + "x" * 4_000, "b=" + "x" * 4_000], (Cookie("a", "x" * 4_000),)),
    ],
    ids=[
        *("none", "one", "two", "secure", "ages", "expired", "age first", "dates", "what is none", "too long"),
        "too long together",
    ],
)
def test_cookies_are_read(lines: list[str], cookies: tuple[Cookie, ...]) -> None:
    assert read_cookies(lines, NOW) == cookies


def test_cookies_are_only_so_many() -> None:
    assert len(read_cookies([f"a{number}=1" for number in range(50)], NOW)) == 20


def hop(url: str, *lines: str) -> Response:
    return Response(url, GET, NOW, 0.1, 302, cookies=read_cookies(lines, NOW))


@pytest.mark.parametrize(
    ("chain", "sent"),
    [
        ([], ""),
        ([hop(URL)], ""),
        ([hop(URL, "a=1", "b=2")], "a=1; b=2"),
        ([hop(URL, "a=1"), hop("https://a.org/login", "a=2")], "a=2"),
        ([hop(URL, "a=1"), hop(URL, "a=1; Max-Age=0")], ""),
        ([hop("http://a.org/", "a=1"), hop("https://b.org/", "b=1")], "a=1"),
        ([hop("https://www.a.org/", "a=1; Domain=a.org"), hop("https://b.org/", "b=1; Domain=a.org")], ""),
        ([hop("https://a.org:8443/", "a=1")], ""),
        ([hop(URL, "a=1; Secure")], "a=1"),
        ([Failure(URL, GET, NOW, 1.0, FailureKind.RESET), hop(URL, "a=1")], "a=1"),
    ],
    ids=[
        *("no answer", "no cookie", "two", "the last counts", "taken back", "over http before", "other hosts"),
        *("a port", "secure", "a failure"),
    ],
)
def test_cookies_go_back_to_their_host(chain: list[FetchResult], sent: str) -> None:
    assert cookies_for(URL, chain) == sent


def test_secure_cookies_stay_on_secure_connections() -> None:
    assert cookies_for("http://a.org/", [hop(URL, "a=1; Secure", "b=2")]) == "b=2"
