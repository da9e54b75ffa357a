"""How long many links of few hosts take, and how many requests; slow tests, because hosts are."""

from __future__ import annotations

import time
from collections import Counter
from ipaddress import ip_network

import pytest

from bot.links.checker import LinkOptions, check_links
from bot.links.model import LinkState
from tests.web.limiters import Limiter
from tests.web.server import Web, page

LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.mark.slow
def test_a_host_that_limits_is_asked_as_fast_as_it_allows() -> None:
    limiter = Limiter(20, 5.0)
    with Web(limiter) as web:
        started = time.monotonic()
        found = check_links([web.url(f"/{number}") for number in range(60)], options=LinkOptions(LOOPBACK))
        seconds = time.monotonic() - started
    assert Counter(status.state for status in found.values()) == {LinkState.OK: 60}
    assert (seconds <= 12.0, len(web.visits) <= 66) == (True, True), (seconds, len(web.visits))


@pytest.mark.slow
def test_two_hosts_in_blocks_are_asked_side_by_side() -> None:
    first, second = Limiter(20, 1.0, latency=0.03), Limiter(20, 1.0, latency=0.03)
    with Web(first) as one, Web(second, "127.0.0.2") as other:
        urls = [web.url(f"/{number}") for web in (one, other) for number in range(400)]
        started = time.monotonic()
        found = check_links(urls, options=LinkOptions(LOOPBACK))
        seconds = time.monotonic() - started
    assert Counter(status.state for status in found.values()) == {LinkState.OK: 800}
    refused = first.refused + second.refused
    assert refused <= 12
    assert seconds <= 21.0 + refused, "on a busy machine some requests come too early, and cost a second of waiting"


def test_an_ordinary_host_gets_four_at_once_and_ten_a_second() -> None:
    """Loopback is opened for all but this: a host between ours and the public ones does not exist."""
    with Web(lambda visit: page()) as web:
        started = time.monotonic()
        found = check_links([web.url(f"/{number}") for number in range(45)], options=LinkOptions(LOOPBACK))
        seconds = time.monotonic() - started
    assert Counter(status.state for status in found.values()) == {LinkState.OK: 45}
    assert 1.9 <= seconds <= 4.0
