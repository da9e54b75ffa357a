"""Lists or entries come in; what the world shall be asked about them goes out, sorted by who knows. No I/O here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from bot.linter.rule import Need
from bot.network.doi import read_doi
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.urls import split_url
from bot.rules.answers import named_paper

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.listing import Entry, Listing

_BADGE = re.compile(
    r"/github/(?:stars|forks|watchers|license|last-commit|issues|issues-raw|issues-pr|contributors|repo-size"
    r"|created-at|v/release|languages/top|commit-activity/[a-z])"
    r"/([A-Za-z0-9-]+)/([A-Za-z0-9._-]+?)(?:\.svg|\.png|\.json)?/?"
)
_ROOT = re.compile(r"/[^/]+/[^/]+?(?:\.git)?/?")


@dataclass(frozen=True, slots=True)
class Questions:
    """What to ask, each thing once, in the order of the lists."""

    papers: Mapping[Identifier, tuple[str, ...]]
    """Papers on arXiv, with the titles that entries give them."""
    links: tuple[str, ...]
    """All URLs, as written; those of papers and repositories too."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The questions, sorted by who is asked."""

    papers: Mapping[Identifier, tuple[str, ...]]
    repositories: tuple[Identifier, ...]
    dois: Mapping[str, str]
    """DOIs by URL."""
    pages: tuple[str, ...]
    """URLs of pages to visit."""
    fronts: Mapping[Identifier, str]
    """The front page of each repository, as first linked."""
    links: tuple[str, ...]
    """All URLs whose status is wanted."""


@dataclass(frozen=True, slots=True)
class Route:
    """Who knows about a URL: at most one of the three; a page is visited where nobody else knows enough."""

    paper: Identifier | None = None
    repository: Identifier | None = None
    doi: str | None = None
    page: bool = False
    reason: str = ""
    """Why nobody is asked."""


def ask_about(listings: Iterable[Listing]) -> Questions:
    """Everything in whole lists, links outside of entries included."""
    lists = tuple(listings)
    links = (link.href for listing in lists for link in listing.document.links)
    return _questions(chain.from_iterable(listing.papers for listing in lists), links)


def ask_about_entries(entries: Iterable[Entry]) -> Questions:
    """Only what these entries hold: those that a change adds or touches."""
    chosen = tuple(entries)
    return _questions(chosen, (link.href for entry in chosen for link in entry.links))


def plan(questions: Questions, needs: Need) -> Plan:
    """Who is asked what, where `needs` wants it; links to papers and repositories need those facts as well."""
    linked = Need.LINKS in needs
    routes = {url: find_route(url) for url in questions.links}
    fronts: dict[Identifier, str] = {}
    repositories: dict[Identifier, None] = {}
    for url, route in routes.items():
        if route.repository is not None:
            repositories[route.repository] = None
            if not route.page and not is_badge(url):
                fronts.setdefault(route.repository, url)
    return Plan(
        papers=questions.papers if needs & (Need.PAPERS | Need.LINKS) else {},
        repositories=tuple(repositories) if needs & (Need.REPOSITORIES | Need.LINKS) else (),
        dois={url: route.doi for url, route in routes.items() if linked and route.doi is not None},
        pages=tuple(url for url, route in routes.items() if linked and route.page),
        fronts=fronts,
        links=questions.links if linked else (),
    )


def is_badge(url: str) -> bool:
    """Whether a URL is a picture that shields.io makes of a repository's figures."""
    parts = split_url(url)
    return parts is not None and parts.host == "img.shields.io"


@lru_cache(maxsize=65_536)
def find_route(url: str) -> Route:
    """Who is asked about `url`, by its text alone."""
    parts = split_url(url)
    if parts is None or parts.scheme not in {"http", "https"} or not parts.host:
        return Route(reason="not a web address")
    identifier = identify(url).identifier
    if identifier is not None and identifier.scheme is Scheme.ARXIV:
        ours = identify(url).form is not None or read_doi(url) is not None
        return Route(paper=identifier, page=not ours)
    if doi := read_doi(url):
        return Route(doi=doi)
    if is_badge(url):
        badge = _BADGE.fullmatch(parts.path)
        if badge is None:
            return Route(reason="a badge, made by the badge service itself")
        return Route(repository=Identifier(Scheme.GITHUB, f"{badge[1]}/{badge[2]}".lower()))
    if identifier is not None and identifier.scheme is Scheme.GITHUB:
        return Route(repository=identifier, page=_ROOT.fullmatch(parts.path) is None)
    return Route(page=True)


def _questions(entries: Iterable[Entry], urls: Iterable[str]) -> Questions:
    papers: dict[Identifier, dict[str, None]] = {}
    links = tuple(dict.fromkeys(url for url in urls if url and find_route(url).reason != "not a web address"))
    for url in links:
        if (paper := find_route(url).paper) is not None:
            papers.setdefault(paper, {})
    for entry in entries:
        if (named := named_paper(entry)) is not None and entry.title is not None:
            papers.setdefault(named[1], {})[entry.title.value] = None
    return Questions({paper: tuple(titles) for paper, titles in papers.items()}, links)
