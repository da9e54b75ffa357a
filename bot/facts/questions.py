"""Which service is asked about each link of a list, what its answers mean for the link, and what stayed open.

What a run could not check is named: a report that leaves it out would claim too much. No I/O here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from bot.facts.model import Absent, Facts, PaperFact, Repository, RepositoryFact, Unknown, Unrecorded, WorkFact
from bot.files import LOCK_FILE
from bot.judgement import Case, always, judge
from bot.links import LinkState, LinkStatus
from bot.listing import Entry, Link, Listing
from bot.listing.labels import Label
from bot.listing.links import label_of
from bot.listing.model import named_paper
from bot.papers.identifiers import Identifier, Scheme, Target, arxiv_order, identify, read_doi
from bot.papers.identity import find_landing_page, name_work, named_doi
from bot.papers.record import Record
from bot.papers.urls import Url, split_url
from bot.text import lazy_pattern

_MOST_PROJECTS = 50
"""Project pages that a run visits."""
BADGES = "img.shields.io"
"""The host of shields.io, which makes pictures of a repository's figures."""

_BADGE = lazy_pattern(
    r"/github/(?:stars|forks|watchers|license|last-commit|issues|issues-raw|issues-pr|contributors|repo-size"
    r"|created-at|v/release|languages/top|commit-activity/[a-z])"
    r"/([A-Za-z0-9-]+)/([A-Za-z0-9._-]+?)(?:\.svg|\.png|\.json)?/?"
)
_ROOT = lazy_pattern(r"/[^/]+/[^/]+?(?:\.git)?/?")


@dataclass(frozen=True, slots=True)
class Questions:
    """What to ask, each thing once, in the order of the lists."""

    papers: Mapping[Identifier, tuple[str, ...]]
    """Papers on arXiv, with the titles that entries give them."""
    links: tuple[str, ...]
    """All URLs, as written; those of papers and repositories too."""
    claimed: frozenset[str] = frozenset()
    """The URLs that entries give for their own paper."""
    coded: frozenset[Identifier] = frozenset()
    """Papers on arXiv whose code need not be asked for: entries have it, or the lists name none at all."""
    projects: Mapping[Identifier, str] = field(default_factory=dict)
    """The project pages that entries without code link to, by their papers."""


@dataclass(frozen=True, slots=True)
class Queries:
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
    works: tuple[str, ...] = ()
    """The DOIs that URLs name, whoever has the page."""
    records: Mapping[str, str] = field(default_factory=dict)
    """Pages that are visited for what they say about a work, even where the status of links is not wanted: its name."""
    coded: frozenset[Identifier] = frozenset()
    """Papers whose code need not be asked for."""
    projects: Mapping[Identifier, str] = field(default_factory=dict)
    """Project pages that are visited for the code that they link to."""


@dataclass(frozen=True, slots=True)
class Route:
    """Who is asked about a URL: at most one of the three services; a page is visited where that is not enough."""

    paper: Identifier | None = None
    repository: Identifier | None = None
    doi: str | None = None
    page: bool = False
    reason: str = ""
    """Why nothing is asked."""


def collect_questions(listings: Iterable[Listing]) -> Questions:
    """Everything in whole lists, links outside of entries included."""
    lists = tuple(listings)
    links = (link.href for listing in lists for link in listing.document.links)
    return _questions(chain.from_iterable(listing.papers for listing in lists), links)


def collect_entry_questions(entries: Iterable[Entry]) -> Questions:
    """Only what these entries hold: those that a change adds or touches."""
    chosen = tuple(entries)
    return _questions(chosen, (link.href for entry in chosen for link in entry.links))


def plan_queries(
    questions: Questions, *, papers: bool = True, repositories: bool = True, links: bool = True, projects: bool = False
) -> Queries:
    """Who is asked what, of what is wanted; the status of links takes facts about papers and repositories as well."""
    routes = {url: find_route(url) for url in questions.links}
    named = ((url, named_doi(url)) for url in questions.links if papers or links)
    works = {url: doi for url, doi in named if doi is not None}
    records = _pages_for_records(questions, routes, works) if papers else {}
    homes = _newest_projects(questions) if projects else {}
    pages = [url for url, route in routes.items() if route.page] if links else []
    linked = dict.fromkeys(route.repository for route in routes.values() if route.repository is not None)
    return Queries(
        papers=questions.papers if papers or links else {},
        repositories=tuple(linked) if repositories or links else (),
        dois={url: route.doi for url, route in routes.items() if route.doi is not None} if links else {},
        pages=tuple(dict.fromkeys([*pages, *records, *homes.values()])),
        fronts=_front_pages(routes),
        links=questions.links if links else (),
        works=tuple(dict.fromkeys(works.values())),
        records=records,
        coded=questions.coded,
        projects=homes,
    )


def _newest_projects(questions: Questions) -> dict[Identifier, str]:
    """The project pages of the newest papers whose code is asked for."""
    open_ = [each for each in questions.projects if each not in questions.coded]
    newest = sorted(open_, key=lambda each: arxiv_order(each) or (0, 0, 0), reverse=True)
    return {each: questions.projects[each] for each in newest[:_MOST_PROJECTS]}


def _pages_for_records(questions: Questions, routes: Mapping[str, Route], works: Mapping[str, str]) -> dict[str, str]:
    """The pages that say what a work without a DOI is, with its name: entries give them for their own paper."""
    return {
        find_landing_page(url) or url: name_work(url)
        for url in questions.links
        if url in questions.claimed and routes[url].page and url not in works
    }


def _front_pages(routes: Mapping[str, Route]) -> dict[Identifier, str]:
    """The front page of each repository, as first linked."""
    fronts: dict[Identifier, str] = {}
    for url, route in routes.items():
        if route.repository is not None and not route.page and not is_badge(url):
            fronts.setdefault(route.repository, url)
    return fronts


def is_badge(url: str) -> bool:
    """Whether a URL is a picture of a repository's figures."""
    parts = split_url(url)
    return parts is not None and parts.host == BADGES


class _Address(NamedTuple):
    """A URL, and what its text names."""

    url: str
    parts: Url | None
    named: Target

    @property
    def paper(self) -> Identifier | None:
        """The paper on arXiv, whoever has the page."""
        identifier = self.named.identifier
        return identifier if identifier is not None and identifier.scheme is Scheme.ARXIV else None

    @property
    def repository(self) -> Identifier | None:
        """The repository on GitHub, of whose pages it is one."""
        identifier = self.named.identifier
        return identifier if identifier is not None and identifier.scheme is Scheme.GITHUB else None

    @property
    def pictured(self) -> Identifier | None:
        """The repository that it is a badge of."""
        badge = _BADGE.fullmatch(self.parts.path) if self.parts is not None else None
        return Identifier(Scheme.GITHUB, f"{badge[1]}/{badge[2]}".lower()) if badge is not None else None

    @property
    def host(self) -> str:
        """The host that has the page; empty for what is not of the web, and cannot be asked about at all."""
        return self.parts.host if self.parts is not None and self.parts.scheme in {"http", "https"} else ""

    @property
    def is_own_page(self) -> bool:
        """Whether arXiv, or the DOI of the paper there, has the page."""
        return self.named.form is not None or read_doi(self.url) is not None

    @property
    def is_front(self) -> bool:
        """Whether it is the front page of a repository, not one within."""
        return self.parts is not None and _ROOT.fullmatch(self.parts.path) is not None


_NO_ADDRESS = "not a URL"
_EMPTY_BADGE = "a badge, generated by the badge service"
_ACCOUNT = "the picture of an account"
_AVATARS = "avatars.githubusercontent.com"
_ROUTES: tuple[Case[_Address, Callable[[_Address], Route]], ...] = (
    Case("not of the web", lambda it: not it.host, lambda _: Route(reason=_NO_ADDRESS)),
    Case("a paper on arXiv", lambda it: it.paper, lambda it: Route(paper=it.paper, page=not it.is_own_page)),
    Case("a DOI", lambda it: read_doi(it.url), lambda it: Route(doi=read_doi(it.url))),
    Case(
        "a badge of a repository",
        lambda it: it.host == BADGES and it.pictured,
        lambda it: Route(repository=it.pictured),
    ),
    Case("an avatar", lambda it: it.host == _AVATARS, lambda _: Route(reason=_ACCOUNT)),
    Case("another badge", lambda it: it.host == BADGES, lambda _: Route(reason=_EMPTY_BADGE)),
    Case(
        "in a repository on GitHub",
        lambda it: it.repository,
        lambda it: Route(repository=it.repository, page=not it.is_front),
    ),
    Case("any page", always, lambda _: Route(page=True)),
)
"""What a URL is by its text, and who is asked about it then."""


@lru_cache(maxsize=16_384)
def find_route(url: str) -> Route:
    """Who is asked about `url`, by its text alone."""
    address = _Address(url, split_url(url), identify(url))
    return judge(_ROUTES, address).value(address)


def _questions(entries: Iterable[Entry], urls: Iterable[str]) -> Questions:
    papers: dict[Identifier, dict[str, None]] = {}
    claimed: set[str] = set()
    coded: set[Identifier] = set()
    uncoded: set[Identifier] = set()
    projects: dict[Identifier, str] = {}
    links = tuple(dict.fromkeys(url for url in urls if url and find_route(url).reason != _NO_ADDRESS))
    for url in links:
        if (paper := find_route(url).paper) is not None:
            papers.setdefault(paper, {})
    for entry in entries:
        if (named := named_paper(entry)) is not None and entry.title is not None:
            papers.setdefault(named[1], {})[entry.title.value] = None
            has_code = any(find_route(link.href).repository is not None for link in entry.links)
            (coded if has_code else uncoded).add(named[1])
            if (page := next(filter(_leads_to_project, entry.links), None)) is not None:
                projects.setdefault(named[1], page.href)
        elif entry.link is not None and entry.title is not None and find_route(entry.link.href).repository is None:
            claimed.add(entry.link.href)
    return Questions(
        papers={paper: tuple(titles) for paper, titles in papers.items()},
        links=links,
        claimed=frozenset(claimed),
        coded=frozenset(papers.keys() - uncoded if coded else papers),
        projects=projects,
    )


_PROJECT = lazy_pattern(r"\b(?:project|home|web)[- ]?(?:page|site)?\b|\b(?:page|site)\b", re.IGNORECASE)


def _leads_to_project(link: Link) -> bool:
    """Whether a link is to the project page of a paper, by its words."""
    is_page = label_of(link) is Label.PAGE and find_route(link.href).page
    return is_page and _PROJECT.search(link.label or (link.badge.label if link.badge is not None else "")) is not None


def judge_links(
    urls: Iterable[str],
    papers: Mapping[Identifier, PaperFact],
    repositories: Mapping[Identifier, RepositoryFact],
    answers: Mapping[str, LinkStatus],
    reason: str = "not asked",
) -> dict[str, LinkStatus]:
    """The status of each URL; `answers` are those of pages and DOIs, `reason` says why one may be missing."""
    return {url: _judge(url, papers, repositories, answers, reason) for url in urls}


def judge_page(page: LinkStatus | None, reason: str) -> WorkFact:
    """What is known about the work that a page without tags is about; `reason` says why it may not have been
    visited.
    """
    if page is None:
        return Unknown(reason or "its page was not visited")
    if page.state in {LinkState.OK, LinkState.MOVED}:
        return Unrecorded("its page does not say which paper it is about")
    return Unknown(page.reason, page.evidence)


def judge_repository(identifier: Identifier, page: LinkStatus | None) -> RepositoryFact:
    """What the page of a repository tells about it where GitHub's API could not be asked."""
    if page is None:
        return Unknown("GITHUB_TOKEN is not set, and the page was not visited")
    if page.state is LinkState.DEAD:
        return Absent(page.evidence)
    name = _name_in(page.target or page.url)
    if page.state is LinkState.OK or (page.state is LinkState.MOVED and name is not None):
        present = name or identifier.value
        moved = present if present.lower() != identifier.value.lower() else None
        return Repository(identifier, present, None, moved, page.evidence)
    return Unknown(page.reason, page.evidence)


def _judge(
    url: str,
    papers: Mapping[Identifier, PaperFact],
    repositories: Mapping[Identifier, RepositoryFact],
    answers: Mapping[str, LinkStatus],
    reason: str,
) -> LinkStatus:
    route = find_route(url)
    if route.reason:
        return LinkStatus(url, LinkState.SKIPPED, route.reason)
    if route.paper is not None and not route.page:
        return _of_fact(url, papers.get(route.paper), "arXiv has no such paper", reason)
    if route.repository is not None:
        fact = repositories.get(route.repository)
        if not route.page or isinstance(fact, Absent):
            return _of_fact(url, fact, "GitHub has no such repository", reason)
    return answers.get(url) or LinkStatus(url, LinkState.SKIPPED, reason)


def _of_fact(url: str, fact: PaperFact | RepositoryFact | None, absent: str, reason: str) -> LinkStatus:
    """The status of a link by the fact that it leads to; `absent` says what it is that does not exist.

    Uncertain where an answer was not useful, skipped where nothing was asked at all.
    """
    match fact:
        case Record(version=latest, evidence=evidence):
            version = identify(url).version
            if version is not None and latest is not None and version > latest:
                text = f"arXiv has version {latest} of the paper, and none later"
                return LinkStatus(url, LinkState.UNCERTAIN, text, evidence)
            return LinkStatus(url, LinkState.OK, "the paper is known", evidence)
        case Repository(moved_to=str(name), evidence=evidence) if not is_badge(url):
            target = f"https://github.com/{name}"
            return LinkStatus(url, LinkState.MOVED, f"the repository is now {name}", evidence, target)
        case Repository(evidence=evidence):
            return LinkStatus(url, LinkState.OK, "GitHub has the repository", evidence)
        case Absent(evidence=evidence):
            return LinkStatus(url, LinkState.DEAD, absent, evidence)
        case Unknown(reason=why, evidence=evidence):
            return LinkStatus(url, LinkState.UNCERTAIN if evidence else LinkState.SKIPPED, why, evidence)
    return LinkStatus(url, LinkState.SKIPPED, reason)


def _name_in(url: str) -> str | None:
    """`owner/name` of a repository's page on GitHub."""
    parts = split_url(url)
    names = parts.path.strip("/").split("/") if parts is not None and parts.host == "github.com" else []
    return "/".join(names) if len(names) == 2 else None


_UNCLEAR = frozenset({LinkState.UNCERTAIN, LinkState.BLOCKED, LinkState.SKIPPED})
"""Nothing is known about the page behind such a link, whether it turned the bot away or was never asked."""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Targets of one kind about which one service gave no clear answer, for one reason."""

    kind: str
    """`paper`, `repository` or `link`."""
    service: str
    """Who was asked, or would have been: a service, or the host of a page."""
    reason: str
    count: int


def find_unchecked(facts: Facts) -> tuple[Unchecked, ...]:
    """All that could not be checked: papers, repositories, then links, each by service and reason, the most first.

    A link to a paper or to a repository counts as that, and what is not a URL is not counted at all.
    """
    reasons: dict[tuple[str, str], Counter[str]] = {}
    for kind, service, reason in _open_targets(facts):
        reasons.setdefault((kind, service), Counter())[reason] += 1
    kinds = ("paper", "repository", "link")
    services = sorted(reasons.items(), key=lambda each: (kinds.index(each[0][0]), -each[1].total(), each[0][1]))
    return tuple(Unchecked(*key, *reason) for key, counter in services for reason in counter.most_common())


def is_complete(facts: Facts) -> bool:
    """Whether all was checked that rules about facts could find something in."""
    return not facts.only_papers and not find_unchecked(facts)


def _open_targets(facts: Facts) -> Iterator[tuple[str, str, str]]:
    """Kind, service and reason of each target."""
    yield from _unknown_of("paper", LOCK_FILE if facts.only_papers else "arXiv", facts.papers.values())
    if facts.only_papers:  # else they count as links
        yield from _unknown_of("paper", LOCK_FILE, facts.works.values())
    yield from _unknown_of("repository", "GitHub", facts.repositories.values())
    for url, status in facts.links.items():
        route = find_route(url)
        is_asked_otherwise = (route.paper is not None or route.repository is not None) and not route.page
        if status.state in _UNCLEAR and not is_asked_otherwise and not route.reason:
            yield "link", "doi.org" if route.doi else _host(url), status.reason


def _unknown_of(kind: str, service: str, facts: Iterable[object]) -> Iterator[tuple[str, str, str]]:
    return ((kind, service, fact.reason) for fact in facts if isinstance(fact, Unknown))


def _host(url: str) -> str:
    parts = split_url(url)
    return parts.host if parts is not None else ""
