"""Finds out what a run wants to know: cached answers first, then arXiv, GitHub, the handle service and pages at once.

Each service is asked in a thread of its own. Results are in dictionaries that may be read while the threads run: a run
that is interrupted returns what is known by then.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from bot.facts import Depth
from bot.facts.arxiv import ARXIV_INTERVAL
from bot.facts.cache import LINKS, PAPERS, REPOSITORIES, WORKS, Cache, CachedFacts, Form, K, T
from bot.facts.confirmation import DOI_INTERVAL, DoiLookup
from bot.facts.crossref import CROSSREF_INTERVAL, Crossref
from bot.facts.datacite import DATACITE_INTERVAL, DataCite
from bot.facts.github_repositories import GITHUB_INTERVAL, NO_PAPERS, RepositoryLookup
from bot.facts.lock_file import NO_LOCK, Lock
from bot.facts.model import (
    Absent,
    Facts,
    PaperFact,
    Repository,
    RepositoryFact,
    Unknown,
    Unrecorded,
    WorkFact,
    records_of_pages,
)
from bot.facts.news_gathering import EXTRA, NewsGathering, Task, ask_about
from bot.facts.papers import PaperLookup, ask_registries, is_in_doubt
from bot.facts.questions import Queries, judge_links, judge_page, judge_repository
from bot.facts.semantic_scholar import SCHOLAR
from bot.facts.services import Client, NetworkWatch, Services, open_session
from bot.links import LinkState, LinkStatus
from bot.links.clock import Clock, Deadline, Pace, Stopped
from bot.links.scheduler import StopReason
from bot.links.transport import Session
from bot.papers.identifiers import Identifier
from bot.papers.record import Record

PageCheck: TypeAlias = Callable[[Sequence[str]], Mapping[str, LinkStatus]]
"""Visits pages; not called where there are none. Returns what it has when the run's clock is stopped."""

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with what is asked about (`papers`, `repositories`, `DOIs`), how many are settled, and of how many.

Called from several threads, but only from one thread for each kind.
"""


@dataclass(frozen=True, slots=True)
class Options:
    """How far to go."""

    offline: bool = False
    """Use cached answers only, of whatever age."""
    budget: float = 1_200.0
    """Seconds after which no service is asked any more; what is open then stays unknown."""
    pages_without_token: int = 50
    """Repositories whose pages are visited where there is no token for GitHub's API."""
    depth: Depth = Depth.RECORDS
    code_pages: int = 100
    """Papers, newest first, about whose code Hugging Face is asked one by one, at most."""
    singles: int = 10
    """Papers about which arXiv's OAI-PMH service is asked one by one, at most."""


@dataclass(frozen=True, slots=True)
class World:
    """All that is outside, and that tests put something else in place of."""

    services: Services
    cache: Cache
    clock: Clock
    check_pages: PageCheck
    open_session: Callable[[], Session] = open_session
    lock: Lock = NO_LOCK
    """What is known about papers and works beforehand: these are not asked about again."""
    network: NetworkWatch | None = None
    """Ends the run where nothing can be reached; without it every service is asked until it gives up."""


DEFAULTS = Options()
_ARXIV = "arxiv"
PAGES = "any linked page"
"""How messages name the pages, since many are asked at once."""
_POLL_SECONDS = 0.1
_GRACE = 2.0
"""Seconds that the threads have to end after an interruption."""
_SHORT_GRACE = 0.3
"""The same where nothing can be reached: no answer is on its way."""


def gather(
    queries: Queries,
    world: World,
    options: Options = DEFAULTS,
    on_progress: Progress = lambda _what, _done, _total: None,
) -> Facts:
    """Find out what the queries ask for. Ctrl-C ends the asking, not the run: what is known by then is returned.

    What the network does is never raised: it makes facts unknown.
    """
    started = world.clock.now()
    run = Gathering(queries, world, options, on_progress)
    run.read_cache()
    unreached: tuple[str, ...] = ()
    if not options.offline:
        unreached = _run_all(run.tasks(), world, world.network)
        for tasks in run.news.stages() if not unreached else ():
            _run_all(tasks, world, None)
    interrupted = not options.offline and not unreached and world.clock.is_stopped()
    reason = "the run was interrupted" if interrupted else "no cached answer" if options.offline else ""
    if unreached:
        reason = "no connection could be made (offline?)"
        run.forget_unvisited()
    papers, repositories = run.results(reason)
    links = judge_links(queries.links, papers, repositories, run.statuses, reason or "not asked")
    return Facts(
        papers=papers,
        repositories=repositories,
        links=links,
        works=run.judge_works(reason),
        venues=run.news.judge_venues(),
        code=run.news.judge_code(),
        copies=run.news.copies,
        silent=run.news.silence(),
        asked_at=started,
        interrupted=interrupted or (not options.offline and not unreached and run.deadline.is_over()),
        unreached=unreached,
    )


class Gathering:
    """What one run finds out, and what fills up meanwhile: `statuses` are of DOIs and pages, by URL."""

    def __init__(self, queries: Queries, world: World, options: Options, on_progress: Progress) -> None:
        self.papers: dict[Identifier, PaperFact] = {}
        self.repositories: dict[Identifier, RepositoryFact] = {}
        self.works: dict[str, Record] = {}
        self.unrecorded: set[str] = set()
        """The DOIs that no registry has a record of."""
        self.statuses: dict[str, LinkStatus] = {}
        self.deadline = Deadline(world.clock, options.budget)
        self._queries = queries
        self._world = world
        self._options = options
        self._on_progress = on_progress
        self.cached = CachedFacts(world.cache, world.clock.now(), options.offline)
        self._stale: dict[Identifier, Record] = {}
        """Papers that exist, but may have changed."""
        self._fronts: dict[Identifier, str] = {}
        """The front pages that are visited instead of asking GitHub's API."""
        self.news = NewsGathering(self, queries, world, options)

    def read_cache(self) -> None:
        """Take what is cached and fresh enough."""
        self._read_lock()
        open_papers = {each: titles for each, titles in self._queries.papers.items() if each not in self.papers}
        settled, stale = self.cached.load_papers(open_papers, all_versions=self._options.depth is Depth.LOCK)
        self.papers.update(settled)
        self._stale.update(stale)
        repositories = self.cached.load(REPOSITORIES, self._queries.repositories)
        self.repositories.update(repositories)
        self.works.update(self.cached.load(WORKS, [doi for doi in self._queries.works if doi not in self.works]))
        self.statuses.update(self.cached.load(LINKS, (*self._queries.dois, *self._queries.pages)))
        self.news.read_cache()

    def _read_lock(self) -> None:
        """Take what is known beforehand, where it answers what the lists ask."""
        lock = self._world.lock
        for each, titles in self._queries.papers.items():
            fact = lock.paper(each, self._world.clock.now())
            if isinstance(fact, Absent) and self._options.offline:
                self.papers[each] = fact
            elif isinstance(fact, Record):
                is_enough = fact.titles is not None or not any(is_in_doubt(one, fact.title) for one in titles)
                (self.papers if is_enough else self._stale)[each] = fact
        names = dict.fromkeys((*self._queries.works, *self._queries.records.values()))
        for name in names:
            known = lock.works.get(name)
            if isinstance(known, Record):
                self.works[name] = known
            elif known is not None and self._options.offline:
                self.unrecorded.add(name)

    def known_paper(self, identifier: Identifier) -> PaperFact | None:
        """What is known about a paper by now, even if it is old."""
        fact = self.papers.get(identifier)
        return fact if isinstance(fact, Record) else self._stale.get(identifier, fact)

    def dead_pages(self) -> tuple[str, ...]:
        """The links whose pages are gone, of those whose status is wanted."""
        dead = (self.statuses.get(url) for url in self._queries.links)
        return tuple(each.url for each in dead if each is not None and each.state is LinkState.DEAD)

    def tasks(self) -> list[Task]:
        """What is still to be asked, each task to be run in a thread of its own."""
        queries, token = self._queries, self._world.services.token
        papers = {each: titles for each, titles in queries.papers.items() if each not in self.papers}
        dois = [url for url in queries.dois if url not in self.statuses]
        works = [doi for doi in queries.works if doi not in self.works]
        by_registries = ask_about(works, "Crossref", self._ask_about_works)
        return [
            *ask_about(papers, "arXiv", self._ask_arxiv),
            *ask_about(self._open_repositories() if token else [], "GitHub", self._ask_github),
            *(ask_about(dois, "doi.org", partial(self._ask_about_dois, works)) or by_registries),
            *ask_about(self.news.open_venues(), SCHOLAR, self.news.ask_index),
            *ask_about(self._choose_pages(), PAGES, self._visit_pages),
        ]

    def forget_unvisited(self) -> None:
        """Leave out the pages that gave no answer before the run ended: why is known for the whole run."""
        stopped = StopReason.STOPPED
        self.statuses = {url: it for url, it in self.statuses.items() if it.evidence and it.reason != stopped}

    def results(self, reason: str) -> tuple[dict[Identifier, PaperFact], dict[Identifier, RepositoryFact]]:
        """All papers and repositories in the order of the lists; `reason` says why some may be unknown."""
        papers, repositories = dict(self.papers), dict(self.repositories)
        for identifier, paper in self._stale.items():
            if not isinstance(papers.get(identifier), Record):
                papers[identifier] = paper
        for identifier, url in self._fronts.items():
            repositories[identifier] = judge_repository(identifier, self.statuses.get(url))
        not_asked = "GitHub was not asked" if self._world.services.token else "GITHUB_TOKEN is not set"
        return (
            {each: papers.get(each, Unknown(reason or "arXiv was not asked")) for each in self._queries.papers},
            {each: repositories.get(each, Unknown(reason or not_asked)) for each in self._queries.repositories},
        )

    def judge_works(self, reason: str) -> dict[str, WorkFact]:
        """What is known about works; `reason` says why some may be unknown. A registry is believed before a page."""
        pages = records_of_pages(self.statuses.values())
        found: dict[str, WorkFact] = {**pages, **self.works}
        for doi in self._queries.works:
            if doi in self.unrecorded:
                found.setdefault(doi, Unrecorded("neither Crossref nor DataCite has a record of it"))
            else:
                found.setdefault(doi, Unknown(reason or "Crossref gave no answer"))
        for url, name in self._queries.records.items():
            found.setdefault(name, judge_page(self.statuses.get(url), reason))
        return found

    def _ask_arxiv(self, session: Session, titles: Mapping[Identifier, Sequence[str]]) -> None:
        world, before, total = self._world, len(self.papers), len(self._queries.papers)
        facts: dict[Identifier, PaperFact] = {}

        def on_papers(found: Sequence[Record], done: int) -> None:
            named = {each.identifier: each for each in found if each.identifier is not None}
            self.save(PAPERS, named)
            self.papers.update(facts)
            self._on_progress("papers", min(before + done, total), total)

        pace = Pace(
            ARXIV_INTERVAL,
            world.clock,
            first=self.cached.remaining_wait(_ARXIV, ARXIV_INTERVAL),
            rested=lambda: self.cached.save_answer_time(_ARXIV, world.clock.now()),
        )
        PaperLookup(
            titles=titles,
            facts=facts,
            services=world.services,
            arxiv=Client(session, world.clock, pace, self.deadline, service="arXiv", network=world.network),
            datacite=self._datacite(session, "DataCite"),
            clock=world.clock,
            all_versions=self._options.depth is Depth.LOCK,
            max_singles=self._options.singles,
            on_papers=on_papers,
        ).run()
        self.papers.update(facts)

    def _open_repositories(self) -> list[Identifier]:
        return [each for each in self._queries.repositories if each not in self.repositories]

    def _ask_github(self, session: Session, repositories: Sequence[Identifier]) -> None:
        def add(found: Sequence[Repository]) -> None:
            self.save(REPOSITORIES, {each.identifier: each for each in found})
            self._on_progress("repositories", len(self.repositories), len(self._queries.repositories))

        self.ask_github(session, repositories, self.repositories, add)

    def ask_github(
        self,
        session: Session,
        repositories: Sequence[Identifier],
        facts: dict[Identifier, RepositoryFact],
        on_repositories: Callable[[Sequence[Repository]], None],
        papers: Mapping[Identifier, Sequence[Record]] = NO_PAPERS,
    ) -> None:
        """Ask GitHub about repositories, and which of the `papers` their READMEs name; fill `facts`."""
        services = self._world.services
        client = self.client(session, GITHUB_INTERVAL, "GitHub")
        lookup = RepositoryLookup(services.graphql, services.token or "", client, facts, on_repositories, papers=papers)
        lookup.run(repositories)

    def _ask_about_works(self, session: Session, dois: Sequence[str], service: str = "Crossref") -> None:
        """Ask registries what they have on record; `service` is how messages call whom the task asks."""

        def add(found: Mapping[str, Record]) -> None:
            self.save(WORKS, found)
            total = len(self._queries.dois)
            self._on_progress("DOIs", min(len(self.works), total), total)

        registries = self.crossref(session, service), self._datacite(session, service)
        self.unrecorded = ask_registries(dois, self.works, *registries, add)

    def _ask_about_dois(self, works: Sequence[str], session: Session, urls: Sequence[str]) -> None:
        """Ask registries about `works` in batches, and the handle service about each DOI that none of them has."""
        self._ask_about_works(session, works, "doi.org")
        known = {
            url: LinkStatus(url, LinkState.OK, f"{record.source} has it on record", record.evidence)
            for url in urls
            if (record := self.works.get(self._queries.dois[url])) is not None
        }
        self.statuses.update(known)
        self._save_links(known)
        total = len(self._queries.dois)
        wanted = {url: self._queries.dois[url] for url in urls if url not in known}
        found: dict[str, LinkStatus] = {}

        def on_progress(done: int) -> None:
            self.statuses.update(found)
            self._on_progress("DOIs", total - len(wanted) + done, total)

        lookup = DoiLookup(
            dois=wanted,
            statuses=found,
            address=self._world.services.handles,
            client=self.client(session, DOI_INTERVAL, "doi.org"),
            existing=[doi for url, doi in self._queries.dois.items() if url not in wanted],
            on_progress=on_progress,
        )
        try:
            lookup.run()
        finally:  # also when the run is interrupted
            self.statuses.update(found)
            self._save_links(found)

    def learn(self, form: Form[K, T], known: dict[K, T], found: Mapping[K, T]) -> None:
        """Add what was found just now to what is known, and cache it."""
        known.update(found)
        self.save(form, found)

    def save(self, form: Form[K, T], found: Mapping[K, T], name: Callable[[K], str] = str) -> None:
        """Cache what was learnt just now."""
        self.cached.save(form, found, self._world.clock.now(), name)

    def _save_links(self, found: Mapping[str, LinkStatus]) -> None:
        self.cached.save_links(found.values(), self._world.clock.now())

    def client(self, session: Session, interval: float, service: str) -> Client:
        """Who asks a service within the time of the run."""
        world = self._world
        pace, network = Pace(interval, world.clock), None if service in EXTRA else world.network
        return Client(session, world.clock, pace, self.deadline, service=service, network=network)

    def crossref(self, session: Session, service: str) -> Crossref:
        """Crossref, as part of a task that messages call by the name of `service`."""
        client = self.client(session, CROSSREF_INTERVAL, service)
        return Crossref(self._world.services.crossref, client, self._world.services.mailto)

    def _datacite(self, session: Session, service: str) -> DataCite:
        client = self.client(session, DATACITE_INTERVAL, service)
        return DataCite(self._world.services.datacite, client, self._world.services.mailto)

    def _choose_pages(self) -> tuple[str, ...]:
        """What no service knows, and without a token for GitHub some front pages of repositories."""
        linked = frozenset(self._queries.links)
        wanted = [
            url
            for url in self._queries.pages
            if url not in self.statuses and (url in linked or self._queries.records.get(url) not in self.works)
        ]
        if not self._world.services.token:
            fronts = [(each, url) for each in self._open_repositories() if (url := self._queries.fronts.get(each))]
            self._fronts = dict(fronts[: self._options.pages_without_token])
        return tuple(dict.fromkeys([*wanted, *self._fronts.values()]))

    def _visit_pages(self, _: Session, urls: Sequence[str]) -> None:
        statuses = self._world.check_pages(urls)
        self.statuses.update(statuses)
        self._save_links(statuses)


def _run_all(tasks: Sequence[Task], world: World, network: NetworkWatch | None) -> tuple[str, ...]:
    """Run each task in a thread, and wait for all; the clock is stopped where the run is interrupted.

    Returns the services that were asked if none could be reached; then the clock is stopped as well.
    """
    mistakes: list[BaseException] = []
    started: list[threading.Event] = []
    is_down = False
    if network is not None:
        network.begin([task.service for task in tasks if not task.is_extra])
    try:
        for task in tasks:
            ended = threading.Event()
            threading.Thread(target=_run, args=(task, world, ended, mistakes), daemon=True).start()
            started.append(ended)
        for ended in started:
            # In short steps, between which Ctrl-C is noticed; a `join` that it interrupts takes the thread for ended.
            while not is_down and not ended.wait(_POLL_SECONDS):
                is_down = network is not None and network.is_down()
        is_down = is_down or (network is not None and network.was_down())
        if is_down:
            world.clock.stop()
            _wait_for(started, _SHORT_GRACE)
    except KeyboardInterrupt:
        is_down = False
        world.clock.stop()
        with suppress(KeyboardInterrupt):  # a second Ctrl-C ends the waiting as well
            _wait_for(started, _GRACE)
    if mistakes:
        raise mistakes[0]
    return tuple(task.service for task in tasks if not task.is_extra) if is_down else ()


def _wait_for(started: Sequence[threading.Event], seconds: float) -> None:
    end = time.monotonic() + seconds
    for ended in started:
        ended.wait(max(end - time.monotonic(), 0.0))


def _run(task: Task, world: World, ended: threading.Event, mistakes: list[BaseException]) -> None:
    """Run a task; a bug must not vanish with its thread."""
    try:
        with world.open_session() as session:
            task.run(session)
    except Stopped:
        pass
    except BaseException as error:  # noqa: BLE001 - raised again in the main thread
        mistakes.append(error)
    finally:
        ended.set()
