"""A paper or an id comes in; whether more has to be asked about it before anything is said goes out. No I/O here."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot.papers.identifiers import arxiv_order
from bot.papers.titles import Match, compare_titles

if TYPE_CHECKING:
    from bot.papers.identifiers import Identifier

_MOST_VERSIONS = 20
"""Earlier versions of one paper whose titles are looked at: the first ten and the last ten."""
_LISTED_WITHIN = timedelta(days=3)
"""The query API is renewed once a day, not on days without announcements."""
_WITHDRAWAL = re.compile(
    r"\s*(?:this (?:paper|article|submission|manuscript|work|preprint) (?:has been|is|was) withdrawn|withdrawn\b)",
    re.IGNORECASE,
)


def is_in_doubt(written: str, official: str) -> bool:
    """Whether the title in a list calls for a look at the paper's earlier titles."""
    return compare_titles(written, official) in {Match.CLOSE, Match.DIFFERENT}


def claims_withdrawal(comment: str | None) -> bool:
    """Whether the authors say that the paper itself is withdrawn; arXiv has no other mark for it."""
    return comment is not None and _WITHDRAWAL.match(comment) is not None


def earlier_versions(latest: int | None) -> tuple[int, ...]:
    """The versions before `latest` whose titles are worth a look; the first where nobody knows the latest."""
    if latest is None:
        return (1,)
    versions = tuple(range(1, latest))
    half = _MOST_VERSIONS // 2
    return versions if len(versions) <= _MOST_VERSIONS else (*versions[:half], *versions[-half:])


def may_be_new(identifier: Identifier, newest: tuple[int, int, int], now: float) -> bool:
    """Whether an id that arXiv does not list may have been issued too short a time ago to be listed.

    `newest` is the latest id that was found, in the order of ids: what came before it is listed.
    """
    order = arxiv_order(identifier)
    settled = datetime.fromtimestamp(now, UTC) - _LISTED_WITHIN
    return order is not None and order > newest and order[:2] >= (settled.year, settled.month)
