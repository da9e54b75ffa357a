"""No request reaches an address that is not public, whatever the spelling, the resolver or a redirect says."""

from __future__ import annotations

import socket
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from bot.links import LinkState
from bot.links.address_guard import Guard, LookupFailedError, NoSuchHostError, NotAllowedError, Target, read_target
from bot.links.checker import LinkOptions, check_links
from bot.links.verdict import LinkLimits
from tests.web.forms import LOCAL_NAMES, PUBLIC, resolve
from tests.web.server import Web, page

if TYPE_CHECKING:
    from collections.abc import Callable

OPENED = "127.9.9.9"
ALLOW = (ip_network(f"{OPENED}/32"),)
QUICK = LinkLimits(link=3.0, request=1.0, waits=(), confirm=0.1)


def test_an_opened_network_is_asked_on_any_port() -> None:
    with Web(lambda _: page()) as web:
        allow = (ip_network("127.0.0.1/32"),)
        urls = [web.url("/"), web.url("/a", "0x7f.1"), web.url("/b", "[::ffff:127.0.0.1]"), web.url("/c", "localhost")]
        found = check_links(urls, options=LinkOptions(allow), resolver=resolve)
        assert [status.state for status in found.values()] == [LinkState.OK] * 4, found
        assert web.connections >= 1


def table(answers: dict[str, tuple[str, ...]]) -> Callable[[str], tuple[str, ...]]:
    def look_up(host: str) -> tuple[str, ...]:
        if host not in answers:
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return answers[host]

    return look_up


def test_all_answers_must_be_public() -> None:
    guard = Guard(resolver=table({"good.test": (PUBLIC, "2606:4700::1"), "mixed.test": (PUBLIC, "10.0.0.1")}))
    assert [str(address) for address in guard.addresses("good.test", 443)] == [PUBLIC, "2606:4700::1"]
    with pytest.raises(NotAllowedError, match="not public"):
        guard.addresses("mixed.test", 443)


@pytest.mark.parametrize("port", [22, 25, 8080, 8443, 6379])
def test_other_ports_are_not_asked(port: int) -> None:
    guard = Guard(resolver=table({"good.test": (PUBLIC,)}))
    with pytest.raises(NotAllowedError, match=f"port {port}"):
        guard.addresses("good.test", port)


def test_local_names_are_not_even_looked_up() -> None:
    asked: list[str] = []

    def look_up(host: str) -> tuple[str, ...]:
        asked.append(host)
        return (PUBLIC,)

    guard = Guard(resolver=look_up)
    for name in LOCAL_NAMES:
        with pytest.raises(NotAllowedError):
            guard.addresses(name, 80)
    assert asked == []


def test_a_local_name_with_a_public_address_is_not_asked() -> None:
    """What a search domain makes of a bare name is nobody's link."""
    guard = Guard(ALLOW, table({"intranet": (PUBLIC,), "wiki": (OPENED,)}))
    with pytest.raises(NotAllowedError):
        guard.addresses("intranet", 80)
    assert [str(address) for address in guard.addresses("wiki", 8080)] == [OPENED]


def test_a_name_is_missing_only_where_others_are_found() -> None:
    with pytest.raises(NoSuchHostError):
        Guard(resolver=table({"github.com": (PUBLIC,)})).addresses("gone.test", 80)
    with pytest.raises(LookupFailedError):
        Guard(resolver=table({})).addresses("gone.test", 80)


@pytest.mark.parametrize("name", ["-a.example.org", "a-.example.org", "a..example.org", "a b.org"])
def test_a_name_against_the_rules_may_be_known_to_other_resolvers(name: str) -> None:
    with pytest.raises(LookupFailedError):
        Guard(resolver=table({"github.com": (PUBLIC,)})).addresses(name, 80)


def test_a_name_with_an_underscore_is_one() -> None:
    with pytest.raises(NoSuchHostError):
        Guard(resolver=table({"github.com": (PUBLIC,)})).addresses("my_pages.example.org", 80)


@pytest.mark.parametrize("code", [socket.EAI_AGAIN, socket.EAI_FAIL, socket.EAI_NODATA])
def test_a_resolver_in_trouble_says_nothing_about_a_name(code: int) -> None:
    def look_up(host: str) -> tuple[str, ...]:
        if host == "github.com":
            return (PUBLIC,)
        raise socket.gaierror(code, "trouble")

    with pytest.raises(LookupFailedError):
        Guard(resolver=look_up).addresses("gone.test", 80)


@pytest.mark.parametrize(
    ("controls", "state"),
    [({"github.com": (PUBLIC,)}, LinkState.DEAD), ({}, LinkState.UNCERTAIN)],
    ids=["resolver-works", "resolver-does-not"],
)
def test_a_link_to_no_host_is_dead_when_asked_twice(controls: dict[str, tuple[str, ...]], state: LinkState) -> None:
    asked: list[str] = []
    look_up = table(controls)

    def count(host: str) -> tuple[str, ...]:
        asked.append(host)
        return look_up(host)

    (status,) = check_links(["https://gone.test/x"], options=LinkOptions(limits=QUICK), resolver=count).values()
    assert status.state is state
    assert asked.count("gone.test") == (2 if state is LinkState.DEAD else 1)


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://Example.com", Target("https://example.com", "https", "example.com", 443, "/")),
        ("http://example.com./a b", None),
        (
            "http://a.org/100%-right%20x",
            Target("http://a.org/100%25-right%20x", "http", "a.org", 80, "/100%25-right%20x"),
        ),
        ("http://a.org/%7ex?q=%", Target("http://a.org/%7Ex?q=%25", "http", "a.org", 80, "/%7Ex?q=%25")),
        ("http://127.0.0.1%/", None),
        ("http://example.com./a#b", Target("http://example.com./a", "http", "example.com", 80, "/a")),
        ("http://example.com:8080/?q", Target("http://example.com:8080/?q", "http", "example.com", 8080, "/?q")),
        ("http://0x7f.1/", Target("http://0x7f.1/", "http", "127.0.0.1", 80, "/")),
        ("https://[::1]:443/", Target("https://[::1]:443/", "https", "::1", 443, "/")),
        (
            "https://bücher.example/",
            Target("https://xn--bcher-kva.example/", "https", "xn--bcher-kva.example", 443, "/"),
        ),
        ("https://example.com/" + "x" * 3000, None),
        ("https://user@example.com/", None),
        ("https://example.com:99999/", None),
        ("https://example.com:0/", None),
        ("https://exa mple.com/", None),
        ("mailto:a@example.com", None),
        ("javascript:alert(1)", None),
        ("https://", None),
        ("", None),
        ("#section", None),
        ("../paper.pdf", None),
    ],
)
def test_urls_are_taken_apart(url: str, target: Target | None) -> None:
    if target is None:
        with pytest.raises(NotAllowedError):
            read_target(url)
    else:
        assert read_target(url) == target


def test_one_queue_for_both_ports_of_a_host() -> None:
    keys = [read_target(url).key for url in ("http://a.org/", "https://a.org/", "http://a.org:8080/")]
    assert keys == ["a.org", "a.org", "a.org:8080"]


def test_a_dead_resolver_is_not_asked_for_the_controls_again_and_again() -> None:
    """It takes ten seconds to say so, each time."""
    asked: list[str] = []

    def look_up(host: str) -> tuple[str, ...]:
        asked.append(host)
        raise socket.gaierror(socket.EAI_NONAME, "not known")

    guard = Guard(resolver=look_up, controls=("control.test",))
    for name in ("a.test", "b.test", "a.test", "b.test"):
        with pytest.raises(LookupFailedError):
            guard.addresses(name, 80)
    assert asked == ["a.test", "control.test", "b.test"]
