"""The headers of a reply come in; how long its host asks to be left alone goes out, in seconds."""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.network.answers import Reply

_EPOCH_FROM = 10_000_000
"""A reset time this large is a moment since 1970, a smaller one a number of seconds."""
_REMAINING = ("ratelimit-remaining", "x-ratelimit-remaining", "x-rate-limit-remaining")
_RESET = ("ratelimit-reset", "x-ratelimit-reset", "x-rate-limit-reset")
_QUOTA_HEADERS = frozenset({"ratelimit", *_REMAINING})
_QUOTA = re.compile(r"(?:^|[;,\s])(?:remaining|r)\s*=\s*0(?=\s*(?:[;,]|$))", re.IGNORECASE)
_UNTIL = re.compile(r"(?:^|[;,\s])(?:reset|t)\s*=\s*(\d{1,12})", re.IGNORECASE)


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
