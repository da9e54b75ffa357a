"""The paces of known hosts, as agreed: nobody is asked faster than they want."""

from __future__ import annotations

import pytest

from bot.links.scheduler import KNOWN, ORDINARY, Policy, policy_of


@pytest.mark.parametrize(
    ("host", "policy"),
    [
        ("example.org", Policy(at_once=4, count=10, seconds=1.0)),
        ("arxiv.org", Policy(at_once=1, count=1, seconds=3.0, walls=1)),
        ("github.com", Policy(at_once=1, count=1, seconds=1.0, most=50)),
        ("doi.org", Policy(at_once=1, count=1, seconds=1.0)),
        ("img.shields.io", Policy(at_once=1, count=1, seconds=1.0, most=0)),
        ("openreview.net", Policy(at_once=1, count=1, seconds=1.0, candid=False)),
        ("huggingface.co", Policy(at_once=2, count=2, seconds=1.0)),
        ("ieeexplore.ieee.org", Policy(at_once=1, count=1, seconds=2.0, walls=1, candid=False)),
    ],
)
def test_the_paces_of_known_hosts(host: str, policy: Policy) -> None:
    assert policy_of(host) == policy
    assert policy_of(f"a.b.{host}:8080") == policy
    assert policy_of(f"not{host}") == ORDINARY


def test_no_known_host_is_asked_more_than_an_ordinary_one() -> None:
    fastest = ORDINARY.count / ORDINARY.seconds
    assert [name for name, each in KNOWN.items() if each.count / each.seconds > fastest or each.at_once > 4] == []
    assert [name for name in KNOWN if name != name.lower() or name.startswith("www.")] == []
