"""A plan comes in; the errands of one run, and what they brought home, go out.

An errand leaves its answers in mappings that others may read while it is under way: a run that is broken off
still knows what it had heard.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.facts.arxiv import ARXIV_INTERVAL
from bot.facts.cache import Memory
from bot.facts.github_repositories import GITHUB_INTERVAL, RepositoryDesk, ask_about_repositories
from bot.facts.model import Facts, Paper, Unknown
from bot.facts.papers import PaperDesk, ask_about_papers
from bot.facts.questions import judge_links, judge_repository
from bot.facts.registries import DOI_INTERVAL, ask_about_dois
from bot.facts.services import Client, open_session
from bot.links.clock import Deadline, Pace, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    import requests

    from bot.facts.cache import Cache
    from bot.facts.model import PaperFact, Repository, RepositoryFact
    from bot.facts.questions import Queries
    from bot.facts.services import Services
    from bot.links.clock import Clock
    from bot.links.model import LinkStatus
    from bot.papers.identifiers import Identifier

    PageCheck: TypeAlias = Callable[[Sequence[str]], Mapping[str, LinkStatus]]

    """Visits pages, in a thread of its own; called once, and not at all where there is nothing to visit.

    It is to return what it has when the run's clock is stopped.
    """

    Progress: TypeAlias = Callable[[str, int, int], None]

    """Told what is asked about (`papers`, `repositories`, `DOIs`), how many are settled, and of how many.

    Called from several threads, one at a time for each word.
    """


_ARXIV = "arxiv"


class Errands:
    """What is found out in one run: `papers`, `repositories` and `answers` (by URL) fill up as it goes."""

    def __init__(self, queries: Queries, world: World, options: Options, progress: Progress) -> None:
        self.queries = queries
        self.papers: dict[Identifier, PaperFact] = {}
        self.repositories: dict[Identifier, RepositoryFact] = {}
        self.answers: dict[str, LinkStatus] = {}
        self._world = world
        self._options = options
        self._progress = progress
        self._memory = Memory(world.cache, world.clock.now(), options.offline)
        self.deadline = Deadline(world.clock, options.budget)
        self._stale: dict[Identifier, Paper] = {}
        """Papers of which there may be news."""
        self._visited: dict[Identifier, str] = {}
        """The front pages that stand in for GitHub's API."""

    def recall(self) -> None:
        """Take from the memory what will do."""
        settled, self._stale = self._memory.papers(self.queries.papers)
        self.papers.update(settled)
        self.repositories.update(self._memory.repositories(self.queries.repositories))
        self.answers.update(self._memory.links((*self.queries.dois, *self.queries.pages)))

    def jobs(self) -> Iterator[Callable[[], None]]:
        """The errands that are still wanted, each to be run in a thread of its own."""
        if urls := self._wanted_pages():
            yield lambda: self._visit_pages(urls)
        if any(each not in self.papers for each in self.queries.papers):
            yield self._ask_about_papers
        if self._world.services.token and self._open_repositories():
            yield self._ask_about_repositories
        if any(url not in self.answers for url in self.queries.dois):
            yield self._ask_about_dois

    def conclude(self, reason: str) -> tuple[dict[Identifier, PaperFact], dict[Identifier, RepositoryFact]]:
        """All papers and repositories in the order of the lists; `reason` says why some may be unknown."""
        lacking = "GitHub was not asked" if self._world.services.token else "GitHub is not asked without a token"
        found_papers, found_repositories = dict(self.papers), dict(self.repositories)
        for each in self.queries.papers:
            if each in self._stale and not isinstance(found_papers.get(each), Paper):
                found_papers[each] = self._stale[each]
        for each in self._visited:
            found_repositories[each] = judge_repository(each, self.answers.get(self._visited[each]))
        return (
            {each: found_papers.get(each, Unknown(reason or "arXiv was not asked")) for each in self.queries.papers},
            {each: found_repositories.get(each, Unknown(reason or lacking)) for each in self.queries.repositories},
        )

    def _open_repositories(self) -> list[Identifier]:
        return [each for each in self.queries.repositories if each not in self.repositories]

    def _wanted_pages(self) -> tuple[str, ...]:
        """What no service knows, and without a token for GitHub some front pages of repositories."""
        wanted = [url for url in self.queries.pages if url not in self.answers]
        if not self._world.services.token:
            fronts = [(each, url) for each in self._open_repositories() if (url := self.queries.fronts.get(each))]
            self._visited = dict(fronts[: self._options.pages_without_token])
        return tuple(dict.fromkeys([*wanted, *self._visited.values()]))

    def _visit_pages(self, urls: Sequence[str]) -> None:
        statuses = self._world.check_pages(urls)
        self.answers.update(statuses)
        self._memory.keep_links(statuses.values(), self._world.clock.now())

    def _ask_about_papers(self) -> None:
        world, before, total = self._world, len(self.papers), len(self.queries.papers)
        titles = {each: titles for each, titles in self.queries.papers.items() if each not in self.papers}
        facts: dict[Identifier, PaperFact] = {}

        def heard(found: Sequence[Paper], done: int) -> None:
            self._memory.keep_papers(found, world.clock.now())
            self.papers.update(facts)
            self._progress("papers", min(before + done, total), total)

        with world.open_session() as first, world.open_session() as second:
            pace = Pace(
                ARXIV_INTERVAL,
                world.clock,
                first=self._memory.rest_of(_ARXIV, ARXIV_INTERVAL),
                rested=lambda: self._memory.keep_moment(_ARXIV, world.clock.now()),
            )
            desk = PaperDesk(
                services=world.services,
                arxiv=Client(first, world.clock),
                datacite=Client(second, world.clock),
                clock=world.clock,
                deadline=self.deadline,
                most_singles=self._options.singles,
                heard=heard,
                pace=pace,
            )
            ask_about_papers(titles, facts, desk)
        self.papers.update(facts)

    def _ask_about_repositories(self) -> None:
        world, wanted, total = self._world, self._open_repositories(), len(self.queries.repositories)

        def heard(found: Sequence[Repository]) -> None:
            self._memory.keep_repositories(found, world.clock.now())
            self._progress("repositories", len(self.repositories), total)

        with world.open_session() as session:
            desk = RepositoryDesk(
                address=world.services.graphql,
                token=world.services.token or "",
                client=Client(session, world.clock),
                pace=Pace(GITHUB_INTERVAL, world.clock),
                deadline=self.deadline,
                facts=self.repositories,
                heard=heard,
            )
            ask_about_repositories(wanted, desk)

    def _ask_about_dois(self) -> None:
        world, total = self._world, len(self.queries.dois)
        wanted = {url: name for url, name in self.queries.dois.items() if url not in self.answers}
        known = [name for url, name in self.queries.dois.items() if url not in wanted]
        found: dict[str, LinkStatus] = {}

        def heard(done: int) -> None:
            self.answers.update(found)
            self._progress("DOIs", total - len(wanted) + done, total)

        with world.open_session() as session:
            client, pace = Client(session, world.clock), Pace(DOI_INTERVAL, world.clock)
            address = world.services.handles
            try:
                ask_about_dois(wanted, found, address, client, pace, self.deadline, heard, known)
            finally:  # also when the run is broken off
                self.answers.update(found)
                self._memory.keep_links(found.values(), world.clock.now())


@dataclass(frozen=True, slots=True)
class Options:
    """How far to go."""

    offline: bool = False
    """Use kept answers only, of whatever age."""
    budget: float = 1_200.0
    """Seconds after which no service is asked any more; what is open then stays unknown."""
    pages_without_token: int = 50
    """Repositories whose pages are visited where there is no token for GitHub's API."""
    singles: int = 10
    """Papers about which arXiv's OAI-PMH service is asked one by one, at most."""


@dataclass(frozen=True, slots=True)
class World:
    """What lies outside: everything that a test puts something else in the place of."""

    services: Services
    cache: Cache
    clock: Clock
    check_pages: PageCheck
    open_session: Callable[[], requests.Session] = open_session


DEFAULTS = Options()
_STEP = 0.1
_GRACE = 2.0
"""Seconds that the errands have to come home after the run was broken off."""


def gather(
    queries: Queries,
    world: World,
    options: Options = DEFAULTS,
    progress: Progress = lambda _what, _done, _total: None,
) -> Facts:
    """Find out what is planned. Ctrl-C ends the asking, not the run: what is known by then is returned.

    What the network does is never raised: it makes facts unknown.
    """
    started = world.clock.now()
    errands = Errands(queries, world, options, progress)
    errands.recall()
    interrupted = not options.offline and _run(errands, world.clock)
    reason = "the run was broken off" if interrupted else "no kept answer" if options.offline else ""
    papers, repositories = errands.conclude(reason)
    links = judge_links(errands.queries.links, papers, repositories, errands.answers, reason or "not asked")
    return Facts(
        papers=MappingProxyType(papers),
        repositories=MappingProxyType(repositories),
        links=MappingProxyType(links),
        asked_at=started,
        interrupted=interrupted or (not options.offline and errands.deadline.is_over()),
    )


def _run(errands: Errands, clock: Clock) -> bool:
    """Run every errand in a thread of its own, and wait for all; True when the run was broken off."""
    troubles: list[BaseException] = []
    jobs = [(job, threading.Event()) for job in errands.jobs()]
    begun: list[threading.Event] = []
    try:
        for job, ended in jobs:
            threading.Thread(target=_guarded, args=(job, ended, troubles), daemon=True).start()
            begun.append(ended)
        for ended in begun:
            # In short steps, which Ctrl-C can come between; a join that it breaks off takes the thread for ended.
            while not ended.wait(_STEP):
                pass
    except KeyboardInterrupt:
        clock.stop()
        with suppress(KeyboardInterrupt):  # who says it twice does not want to wait
            end = time.monotonic() + _GRACE
            for ended in begun:
                ended.wait(max(end - time.monotonic(), 0.0))
    if troubles:
        raise troubles[0]
    return clock.is_stopped()


def _guarded(job: Callable[[], None], ended: threading.Event, troubles: list[BaseException]) -> None:
    """Run a job; a mistake of ours must not vanish with its thread."""
    try:
        job()
    except Stopped:
        pass
    except BaseException as error:  # noqa: BLE001 - raised again in the main thread
        troubles.append(error)
    finally:
        ended.set()
