"""Targets come in; what an earlier run learned of them, and whether it will still do, goes out; new facts are kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.links.model import LinkState
from bot.network.cache import DAY, FRESH, Kind
from bot.network.doubts import claims_withdrawal, is_in_doubt
from bot.network.kept import read_link, read_paper, read_repository, write_link, write_paper, write_repository

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.facts import Paper, Repository
    from bot.links.model import LinkStatus
    from bot.network.cache import Cache
    from bot.papers.identifiers import Identifier


@dataclass(frozen=True, slots=True)
class Memory:
    """The kept answers as facts, seen at the time `now`; with `offline` those of any age will do."""

    cache: Cache
    now: float
    offline: bool = False

    def papers(
        self, titles: Mapping[Identifier, Sequence[str]]
    ) -> tuple[dict[Identifier, Paper], dict[Identifier, Paper]]:
        """Papers that need not be asked about, and others that exist but of which there may be news."""
        settled: dict[Identifier, Paper] = {}
        stale: dict[Identifier, Paper] = {}
        names = {str(each): each for each in titles}
        for name, answer in self.cache.get(Kind.PAPER, names).items():
            paper = read_paper(names[name], answer.text, answer.time)
            if paper is None:
                continue
            age = self.now - answer.time
            if is_settled(paper, titles[paper.identifier], age):
                settled[paper.identifier] = paper
            else:
                stale[paper.identifier] = paper if 0 <= age <= DAY else replace(paper, other_titles=None)
        return settled, stale

    def repositories(self, identifiers: Iterable[Identifier]) -> dict[Identifier, Repository]:
        """Repositories that need not be asked about."""
        names = {str(each): each for each in identifiers}
        found = {}
        for name, answer in self.cache.get(Kind.REPOSITORY, names).items():
            repository = read_repository(names[name], answer.text, answer.time)
            if repository is not None and self._will_do(Kind.REPOSITORY, answer.time):
                found[repository.identifier] = repository
        return found

    def links(self, urls: Iterable[str]) -> dict[str, LinkStatus]:
        """Links that were ok lately."""
        found = {}
        for url, answer in self.cache.get(Kind.LINK, tuple(urls)).items():
            status = read_link(url, answer.text, answer.time)
            if status is not None and self._will_do(Kind.LINK, answer.time):
                found[url] = status
        return found

    def keep_papers(self, papers: Iterable[Paper], time: float) -> None:
        """Keep papers learned at `time`."""
        self._keep(Kind.PAPER, {str(each.identifier): write_paper(each) for each in papers}, time)

    def keep_repositories(self, repositories: Iterable[Repository], time: float) -> None:
        """Keep repositories learned at `time`."""
        texts = {str(each.identifier): write_repository(each) for each in repositories}
        self._keep(Kind.REPOSITORY, texts, time)

    def keep_links(self, statuses: Iterable[LinkStatus], time: float) -> None:
        """Keep those links that are ok; no other state will be true tomorrow."""
        fine = (each for each in statuses if each.state is LinkState.OK)
        self._keep(Kind.LINK, {each.url: write_link(each) for each in fine}, time)

    def rest_of(self, service: str, interval: float) -> float:
        """How many of the `interval` seconds after the last answer of a service to any run are still to pass."""
        kept_moment = self.cache.get(Kind.MOMENT, (service,)).get(service)
        age = self.now - kept_moment.time if kept_moment else interval
        return interval - age if 0 <= age < interval else 0.0

    def keep_moment(self, service: str, time: float) -> None:
        """A service has answered just now."""
        self.cache.put(Kind.MOMENT, {service: ""}, time)

    def _keep(self, kind: Kind, texts: Mapping[str, str], time: float) -> None:
        if texts:
            self.cache.put(kind, texts, time)

    def _will_do(self, kind: Kind, time: float) -> bool:
        return self.offline or 0 <= self.now - time <= FRESH[kind]


def is_settled(paper: Paper, titles: Iterable[str], age: float) -> bool:
    """Whether a paper learned `age` seconds ago answers all that the list's `titles` for it ask.

    A title in doubt is worth a new question once a day: the paper may have been renamed since.
    """
    if not 0 <= age <= FRESH[Kind.PAPER]:
        return False
    doubted = any(is_in_doubt(title, paper.title) for title in titles)
    if doubted and (age > DAY or paper.other_titles is None):
        return False
    return not (claims_withdrawal(paper.comment) and paper.withdrawn is None and age > DAY)
