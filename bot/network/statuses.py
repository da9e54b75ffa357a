"""Facts about papers, repositories, DOIs and pages come in; the status of every link goes out. No I/O here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.facts import Absent, Paper, Repository, Unknown
from bot.links.model import Evidence, LinkState, LinkStatus
from bot.network.questions import find_route, is_badge
from bot.papers.identifiers import identify
from bot.papers.urls import split_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.facts import PaperFact, RepositoryFact
    from bot.papers.identifiers import Identifier


def judge_links(
    urls: Iterable[str],
    papers: Mapping[Identifier, PaperFact],
    repositories: Mapping[Identifier, RepositoryFact],
    answers: Mapping[str, LinkStatus],
    reason: str = "not asked",
) -> dict[str, LinkStatus]:
    """The status of each URL; `answers` are those of pages and DOIs, `reason` says why one may lack."""
    return {url: _judge(url, papers, repositories, answers, reason) for url in urls}


def judge_repository(identifier: Identifier, page: LinkStatus | None) -> RepositoryFact:
    """What the page of a repository tells about it where GitHub's API could not be asked."""
    if page is None:
        return Unknown("GitHub is not asked without a token, and the page was not visited")
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
        return _of_paper(url, papers.get(route.paper), reason)
    if route.repository is not None:
        fact = repositories.get(route.repository)
        if not route.page or isinstance(fact, Absent):
            return _of_repository(url, fact, reason)
    return answers.get(url) or LinkStatus(url, LinkState.SKIPPED, reason)


def _of_paper(url: str, fact: PaperFact | None, reason: str) -> LinkStatus:
    match fact:
        case Paper(version=latest, evidence=evidence):
            version = identify(url).version
            if version is not None and latest is not None and version > latest:
                words = f"arXiv has version {latest} of the paper, and none later"
                return LinkStatus(url, LinkState.UNCERTAIN, words, evidence)
            return LinkStatus(url, LinkState.OK, "the paper is known", evidence)
        case Absent(evidence=evidence):
            return LinkStatus(url, LinkState.DEAD, "arXiv has no such paper", evidence)
        case Unknown(reason=why, evidence=evidence):
            return _unanswered(url, why, evidence)
    return LinkStatus(url, LinkState.SKIPPED, reason)


def _of_repository(url: str, fact: RepositoryFact | None, reason: str) -> LinkStatus:
    match fact:
        case Repository(moved_to=str(name), evidence=evidence) if not is_badge(url):
            target = f"https://github.com/{name}"
            return LinkStatus(url, LinkState.MOVED, f"the repository is now {name}", evidence, target)
        case Repository(evidence=evidence):
            return LinkStatus(url, LinkState.OK, "GitHub has the repository", evidence)
        case Absent(evidence=evidence):
            return LinkStatus(url, LinkState.DEAD, "GitHub has no such repository", evidence)
        case Unknown(reason=why, evidence=evidence):
            return _unanswered(url, why, evidence)
    return LinkStatus(url, LinkState.SKIPPED, reason)


def _unanswered(url: str, why: str, evidence: tuple[Evidence, ...]) -> LinkStatus:
    """No answer is no verdict; where nobody was asked at all, the link was skipped."""
    return LinkStatus(url, LinkState.UNCERTAIN if evidence else LinkState.SKIPPED, why, evidence)


def _name_in(url: str) -> str | None:
    """`owner/name` of a repository's page on GitHub."""
    parts = split_url(url)
    names = parts.path.strip("/").split("/") if parts is not None and parts.host == "github.com" else []
    return "/".join(names) if len(names) == 2 else None
