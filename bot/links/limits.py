"""The name of a host comes in; how often, how many at once and how far it may be asked goes out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.links.model import GET, Answer, Failure, Trouble
from bot.links.pages import Kind, read_page
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.links.model import Reply


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


_EPOCH_FROM = 10_000_000
"""A reset time this large is a moment since 1970, a smaller one a number of seconds."""
_REMAINING = ("ratelimit-remaining", "x-ratelimit-remaining", "x-rate-limit-remaining")
_RESET = ("ratelimit-reset", "x-ratelimit-reset", "x-rate-limit-reset")
_QUOTA_HEADERS = frozenset({"ratelimit", *_REMAINING})
_QUOTA = lazy_pattern(r"(?:^|[;,\s])(?:remaining|r)\s*=\s*0(?=\s*(?:[;,]|$))", re.IGNORECASE)
_UNTIL = lazy_pattern(r"(?:^|[;,\s])(?:reset|t)\s*=\s*(\d{1,12})", re.IGNORECASE)


def read_wait(reply: Reply) -> float | None:
    """What Retry-After asks for (RFC 9110, 10.2.3: seconds or a date), else when the quota is full again."""
    asked = reply.headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d{1,6})?", asked):
        return float(asked)
    if asked:
        try:
            return max(parsedate_to_datetime(asked).timestamp() - _now(reply), 0.0)
        except (ValueError, OverflowError):
            pass
    return _reset(reply.headers, _now(reply)) if reply.status == 429 else None


def read_quota(reply: Reply) -> float | None:
    """How long until more may be asked, where the host says that this request was the last one for now.

    Both forms in use: RateLimit-Remaining and -Reset with their X- variants, and the one RateLimit header of
    draft-ietf-httpapi-ratelimit-headers, old (`remaining=0, reset=5`) and new (`"default";r=0;t=5`).
    """
    if reply.headers.keys().isdisjoint(_QUOTA_HEADERS):
        return None
    whole = reply.headers.get("ratelimit", "")
    if _QUOTA.search(whole) and (until := _UNTIL.search(whole)):
        return float(until[1])
    remaining = _number(reply.headers.get(name) for name in _REMAINING)
    return _reset(reply.headers, _now(reply)) if remaining == 0 else None


def _reset(headers: Mapping[str, str], now: float) -> float | None:
    value = _number(headers.get(name) for name in _RESET)
    if value is None:
        return None
    return max(value - now, 0.0) if value >= _EPOCH_FROM else value


def _number(values: Iterable[str | None]) -> float | None:
    """The first of them that is a number, without the policy that some hosts write behind it."""
    for value in values:
        if found := re.match(r"\s*(\d{1,13}(?:\.\d{1,6})?)\s*(?:[;,]|$)", value or ""):
            return float(found[1])
    return None


def _now(reply: Reply) -> float:
    """The host's own clock where it shows one: what it says of moments is by that clock."""
    try:
        return parsedate_to_datetime(reply.headers.get("date", "")).timestamp()
    except (ValueError, OverflowError):
        return reply.time


_SILENT = frozenset({Trouble.TIMEOUT, Trouble.REFUSED, Trouble.TLS, Trouble.LOOKUP})


class Signal(StrEnum):
    """What an answer says about its host."""

    FINE = "fine"
    LIMITED = "limited"
    WALL = "wall"
    RESET = "reset"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Notice:
    """A signal; `wait` is how long the host asks to be left alone, `mark` tells walls apart."""

    signal: Signal
    wait: float | None = None
    mark: str = ""


def read_notice(answer: Answer) -> Notice:
    """What an answer says about its host."""
    if isinstance(answer, Failure):
        if answer.trouble is Trouble.RESET:
            return Notice(Signal.RESET)
        return Notice(Signal.SILENT if answer.trouble in _SILENT else Signal.FINE)
    page = read_page(answer)
    if page.kind is Kind.LIMITED:
        return Notice(Signal.LIMITED, read_wait(answer))
    if page.kind is Kind.WALL and answer.method == GET:
        return Notice(Signal.WALL, mark=page.mark)
    return Notice(Signal.FINE, read_wait(answer) if answer.status == 503 else read_quota(answer))
