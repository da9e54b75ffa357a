"""Whole texts: through the guard, redirects too, and no larger than allowed."""

from __future__ import annotations

import gzip
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from bot.links.address_guard import Guard
from bot.links.transport import LARGEST_WHOLE, Download, download, open_context
from tests.services.transport import Say, serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.services.transport import Ask

LONG = "x" * (LARGEST_WHOLE + 1)


class Site:
    """Pages by their paths."""

    def answer(self, ask: Ask) -> Say:
        match ask.path:
            case "/feed":
                return Say(200, "Grüße".encode(), {"Content-Type": "text/plain; charset=utf-8"})
            case "/latin":
                return Say(200, "Grüße".encode("latin-1"), {"Content-Type": "text/plain; charset=iso-8859-1"})
            case "/packed":
                return Say(200, gzip.compress(b"packed"), {"Content-Encoding": "gzip"})
            case "/broken":
                return Say(200, b"not gzip", {"Content-Encoding": "gzip"})
            case "/moved":
                return Say(302, b"", {"Location": "/feed"})
            case "/loop":
                return Say(302, b"", {"Location": "/loop"})
            case "/inside":
                return Say(302, b"", {"Location": "http://10.0.0.1/"})
            case "/long":
                return Say(200, LONG.encode())
        return Say(404)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serve(Site()) as address:
        yield address


@pytest.mark.parametrize(
    ("path", "text", "problem"),
    [
        ("/feed", "Grüße", ""),
        ("/latin", "Grüße", ""),
        ("/packed", "packed", ""),
        ("/moved", "Grüße", ""),
        ("/broken", "", "the answer cannot be unpacked"),
        ("/loop", "", "too many redirects"),
        ("/none", "", "it answered 404"),
        ("/long", "", "the answer is larger than 24 MiB"),
    ],
)
def test_texts_and_problems(path: str, text: str, problem: str, address: str) -> None:
    guard = Guard((ip_network("127.0.0.0/8"),))
    assert download(f"{address}{path}", guard, open_context()) == Download(text, problem)


def test_each_hop_passes_the_guard(address: str) -> None:
    guard = Guard((ip_network("127.0.0.0/8"),))
    found = download(f"{address}/inside", guard, open_context())
    assert found == Download(problem="not asked: its IP address is not public")


def test_only_what_is_public(address: str) -> None:
    assert download(f"{address}/feed", Guard(), open_context()).problem == "not asked: its IP address is not public"
