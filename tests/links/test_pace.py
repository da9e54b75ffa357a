"""Many links of few hosts over real connections. How fast they are asked is tested in test_scheduler.py, on its clock;
here a busy machine may cost time, never an answer.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from ipaddress import ip_network

import pytest

from bot.links import LinkState
from bot.links.checker import LinkOptions, check_links
from tests.web.limiters import Limiter
from tests.web.server import Web, page

LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.mark.slow
def test_a_host_that_limits_is_asked_by_its_rules() -> None:
    """On a busy machine some requests come too early. Each of them costs a wait of at most the host's five seconds."""
    limiter = Limiter(20, 5.0)
    with Web(limiter) as web:
        started = time.monotonic()
        found = check_links([web.url(f"/{number}") for number in range(60)], options=LinkOptions(LOOPBACK))
        seconds = time.monotonic() - started
    assert Counter(status.state for status in found.values()) == {LinkState.OK: 60}
    assert len(web.visits) == 60 + limiter.refused
    assert limiter.refused <= math.ceil(seconds)


@pytest.mark.slow
def test_two_hosts_in_blocks_are_asked_side_by_side() -> None:
    first, second = Limiter(20, 1.0, latency=0.03), Limiter(20, 1.0, latency=0.03)
    with Web(first) as one, Web(second, "127.0.0.2") as other:
        urls = [web.url(f"/{number}") for web in (one, other) for number in range(400)]
        found = check_links(urls, options=LinkOptions(LOOPBACK))
    assert Counter(status.state for status in found.values()) == {LinkState.OK: 800}
    assert other.visits[0].time < one.visits[100].time
    assert one.visits[0].time < other.visits[100].time


def test_an_ordinary_host_gets_ten_a_second() -> None:
    """Loopback is opened for all but this: a host between ours and the public ones does not exist."""
    with Web(lambda visit: page()) as web:
        started = time.monotonic()
        found = check_links([web.url(f"/{number}") for number in range(45)], options=LinkOptions(LOOPBACK))
        seconds = time.monotonic() - started
    assert Counter(status.state for status in found.values()) == {LinkState.OK: 45}
    assert seconds >= 1.9
