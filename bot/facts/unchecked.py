"""What a run could not check, and who gave no clear answer: a report that leaves it out would claim too much."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.facts.model import LOCK_FILE, Unknown
from bot.facts.questions import find_route
from bot.links.model import LinkState
from bot.papers.urls import split_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.facts.model import Facts

_UNCLEAR = frozenset({LinkState.UNCERTAIN, LinkState.BLOCKED, LinkState.SKIPPED})
"""Nothing is known of the page behind such a link, whether it turned the bot away or was never asked."""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Targets of one kind about which one service gave no clear answer."""

    kind: str
    """`paper`, `repository` or `link`."""
    service: str
    """Who was asked, or would have been: a service, or the host of a page."""
    reason: str
    """That of most of them."""
    count: int


def find_unchecked(facts: Facts) -> tuple[Unchecked, ...]:
    """All that could not be checked: papers, repositories, then links, each by service, the most first.

    A link to a paper or to a repository counts as that, and what is not a web address is not counted at all.
    """
    reasons: dict[tuple[str, str], Counter[str]] = {}
    for kind, service, reason in _each(facts):
        reasons.setdefault((kind, service), Counter())[reason] += 1
    found = [
        Unchecked(kind, service, counter.most_common(1)[0][0], counter.total())
        for (kind, service), counter in reasons.items()
    ]
    kinds = ("paper", "repository", "link")
    return tuple(sorted(found, key=lambda each: (kinds.index(each.kind), -each.count, each.service)))


def is_complete(facts: Facts) -> bool:
    """Whether all was checked that rules about facts could find something in."""
    return not facts.only_papers and not find_unchecked(facts)


def _each(facts: Facts) -> Iterator[tuple[str, str, str]]:
    """Kind, service and reason of each target."""
    yield from _unknown("paper", LOCK_FILE if facts.only_papers else "arXiv", facts.papers.values())
    if facts.only_papers:  # else they count as links
        yield from _unknown("paper", LOCK_FILE, facts.works.values())
    yield from _unknown("repository", "GitHub", facts.repositories.values())
    for url, status in facts.links.items():
        route = find_route(url)
        is_asked_otherwise = (route.paper is not None or route.repository is not None) and not route.page
        if status.state in _UNCLEAR and not is_asked_otherwise and not route.reason:
            yield "link", "doi.org" if route.doi else _host(url), status.reason


def _unknown(kind: str, service: str, facts: Iterable[object]) -> Iterator[tuple[str, str, str]]:
    return ((kind, service, fact.reason) for fact in facts if isinstance(fact, Unknown))


def _host(url: str) -> str:
    parts = split_url(url)
    return parts.host if parts is not None else ""
