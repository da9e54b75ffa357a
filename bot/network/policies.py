"""The name of a host comes in; how often, how many at once and how far it may be asked goes out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """The pace of a host: at most `count` requests begin within any `seconds`, `at_once` are under way."""

    at_once: int
    count: int
    seconds: float
    most: int | None = None
    """Links asked in one run; None: all."""
    walls: int = 3
    """Equal walls in a row, and nothing else ever, after which the rest is taken to be behind them as well."""
    candid: bool = True
    """Whether a 404 says that there is no page; some hosts say so to programs, or to people without a login."""


ORDINARY = Policy(at_once=4, count=10, seconds=1.0)
OPENED = Policy(at_once=4, count=20, seconds=1.0)
"""For hosts in a network that the user has opened, and answers for."""

_GENTLE = Policy(at_once=2, count=2, seconds=1.0)
_SINGLE = Policy(at_once=1, count=1, seconds=1.0)
_WALLED = Policy(at_once=1, count=1, seconds=2.0, walls=1, candid=False)

KNOWN: dict[str, Policy] = {
    "arxiv.org": Policy(at_once=1, count=1, seconds=3.0, walls=1),
    "github.com": Policy(at_once=1, count=1, seconds=1.0, most=50),
    "githubusercontent.com": _SINGLE,
    "img.shields.io": Policy(at_once=1, count=1, seconds=1.0, most=0),
    **dict.fromkeys(("doi.org", "bit.ly"), _SINGLE),
    "openreview.net": Policy(at_once=1, count=1, seconds=1.0, candid=False),
    **dict.fromkeys(
        (
            *("huggingface.co", "aclanthology.org", "aclweb.org", "neurips.cc", "nips.cc", "mlr.press"),
            *("youtube.com", "youtu.be", "thecvf.com", "iacr.org", "readthedocs.io", "wikipedia.org"),
        ),
        _GENTLE,
    ),
    **dict.fromkeys(
        (
            *("dl.acm.org", "ieeexplore.ieee.org", "sciencedirect.com", "onlinelibrary.wiley.com", "mdpi.com"),
            *("academic.oup.com", "pnas.org", "semanticscholar.org", "researchgate.net", "linkedin.com"),
            *("x.com", "twitter.com", "medium.com", "zhihu.com", "cell.com", "tandfonline.com", "science.org"),
        ),
        _WALLED,
    ),
}
"""Hosts that are known to be slow, strict or closed to programs; subdomains go with them.

arXiv and GitHub are asked through their interfaces instead; only pages that have none come here. A badge of
shields.io says nothing by being there: it is there for repositories that are not.
"""


def policy_of(host: str) -> Policy:
    """The policy for a host by its name, or by that of the domain it is in."""
    name = host.partition(":")[0]
    while name:
        if name in KNOWN:
            return KNOWN[name]
        name = name.partition(".")[2]
    return ORDINARY
