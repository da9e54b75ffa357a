"""Asks about news of papers: an index with all other services; publishers and GitHub when it is known about what."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from bot.facts import Depth
from bot.facts.cache import CODE, READMES, VENUES, WORKS
from bot.facts.confirmation import confirm_dead
from bot.facts.crossref import find_askable
from bot.facts.datacite import ARXIV_PREFIX
from bot.facts.github_repositories import (
    HUGGING_FACE,
    HUGGING_FACE_INTERVAL,
    ONE_BY_ONE,
    HuggingFace,
    Pages,
    find_named_code,
    judge_code,
)
from bot.facts.model import Repository, Unknown, read_statements
from bot.facts.paper_news import claim_of_publisher
from bot.facts.semantic_scholar import INTERVAL, KEYED_INTERVAL, SCHOLAR, Indexed, SemanticScholar, ask_index
from bot.facts.services import ask_in_batches
from bot.links import LinkStatus
from bot.papers.identifiers import Identifier, Scheme, arxiv_order
from bot.papers.record import Record
from bot.papers.similarity import is_titled
from bot.papers.witnesses import VenueClaim

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from bot.facts.gather import Gathering, Options, World
    from bot.facts.model import CodeFact, RepositoryFact, VenueFact
    from bot.facts.questions import Queries
    from bot.links.transport import Session

EXTRA = frozenset({SCHOLAR, HUGGING_FACE})
"""Services without which a run is of use: whether they answer says nothing about the network."""


class Task(NamedTuple):
    """What is asked in one thread, and of whom."""

    service: str
    run: Callable[[Session], None]
    """Asks through a session that the thread opens for it."""

    @property
    def is_extra(self) -> bool:
        """Whether the run is of use without it; other tasks report that no service can be reached."""
        return self.service in EXTRA


Names = TypeVar("Names", bound="Collection[object]")


def ask_about(names: Names, service: str, ask: Callable[[Session, Names], None]) -> list[Task]:
    """The task to ask a service about these; none where there are none."""
    return [Task(service, lambda session: ask(session, names))] if names else []


_MOST_COPIES = 50
"""Pages that are gone and that a run looks for copies of: the archive is asked twice about each."""


class NewsGathering:
    """The part of a run that asks about venues and code; `run` knows the papers themselves."""

    def __init__(self, run: Gathering, queries: Queries, world: World, options: Options) -> None:
        self._run, self._queries, self._world, self._options = run, queries, world, options
        self._indexed: dict[Identifier, Indexed] = {}
        """What the index knows."""
        self._index_problem = ""
        self._problems: list[str] = []
        """Why services gave no answer."""
        self._published: dict[str, Record] = {}
        """What publishers have on record, by DOI."""
        self._pages: Pages = {}
        """What Hugging Face says about the code of papers."""
        self._repositories: dict[Identifier, RepositoryFact] = {}
        self.copies: dict[str, str] = {}
        """The archived copies of pages that are gone."""

    def read_cache(self) -> None:
        """Take what is cached and fresh enough."""
        self._indexed.update(self._run.cached.load(VENUES, self.open_venues()))
        if self._options.depth >= Depth.NEWS:
            self._pages.update(self._run.cached.load(CODE, self._open_code()))

    def stages(self) -> Iterator[list[Task]]:
        """What is asked when the papers are known, each stage after the one before it."""
        if self._options.depth < Depth.NEWS:
            return
        yield [
            *ask_about(self._published_dois(), "Crossref", self._ask_publishers),
            *ask_about(self._askable_code(), HUGGING_FACE, self._ask_hugging_face),
            *ask_about(self._run.dead_pages(), "the Wayback Machine", self._ask_archive),
        ]
        if self._world.services.token:
            yield ask_about(self._named_repositories(), "GitHub", self._ask_github)

    def judge_venues(self) -> dict[Identifier, VenueFact]:
        """Where sources other than the authors say that papers were published; of papers that were asked about only."""
        if self._options.depth < Depth.CLAIMS:
            return {}
        found: dict[Identifier, VenueFact] = {}
        for paper in self._queries.papers:
            if (locked := self._world.lock.venues.get(paper)) is not None:
                found[paper] = locked
            elif (known := self._indexed.get(paper)) is not None:
                found[paper] = self._claims(paper, known)
            elif not self._options.offline:
                unknown = Unknown(self._index_problem or f"{SCHOLAR} was not asked")
                found[paper] = self._claims(paper, Indexed()) or unknown
        return found

    def judge_code(self) -> dict[Identifier, CodeFact]:
        """The repositories that sources name, as GitHub knows them; of papers that were asked about only."""
        if self._options.depth < Depth.NEWS:
            return {}
        found: dict[Identifier, CodeFact] = {}
        for paper in self._queries.papers:
            if (locked := self._world.lock.code.get(paper)) is not None:
                found[paper] = locked
            elif paper in self._queries.coded or (self._options.offline and paper not in self._pages):
                continue
            elif (record := self._record(paper)) is not None:
                found[paper] = judge_code(record, self._pages.get(paper), self._repositories, self._project(paper))
        return found

    def silence(self) -> tuple[str, ...]:
        """Which services gave no answer, and why, each once."""
        return tuple(dict.fromkeys(each for each in self._problems if each))

    def _ask_archive(self, _: Session, urls: Sequence[str]) -> None:
        """Ask about copies of pages that are gone, after a second source has confirmed that they are."""
        failing = dict.fromkeys(urls[:_MOST_COPIES], self._world.clock.now())
        confirmed = confirm_dead(failing, self._world).items()
        self.copies.update({url: each.copy for url, each in confirmed if each.copy and each.is_gone is not False})

    def _claims(self, paper: Identifier, known: Indexed) -> tuple[VenueClaim, ...]:
        record = self._record(paper)
        if record is None or not is_titled(known.title, record.all_titles):
            known = Indexed()  # of another paper, whatever id it has there
        works = (self._published.get(doi) or self._run.works.get(doi) for doi in _dois_of(record, known))
        claims = [known.venue, *(claim_of_publisher(work, record) for work in works if work is not None)]
        return tuple(claim for claim in claims if claim is not None)

    def _record(self, paper: Identifier) -> Record | None:
        fact = self._run.known_paper(paper)
        return fact if isinstance(fact, Record) else None

    def _project(self, paper: Identifier) -> LinkStatus | None:
        """What the project page of a paper says, which entries link to."""
        return self._run.statuses.get(self._queries.projects.get(paper, ""))

    def open_venues(self) -> list[Identifier]:
        """The papers about which the index is to be asked."""
        if self._options.depth < Depth.CLAIMS:
            return []
        done = (self._indexed, self._world.lock.venues)
        return [each for each in self._queries.papers if not any(each in one for one in done)]

    def ask_index(self, session: Session, papers: Sequence[Identifier]) -> None:
        """Ask the index where papers were published."""
        address, key = self._world.services.semantic_scholar, self._world.services.semantic_scholar_key
        client = self._run.client(session, KEYED_INTERVAL if key else INTERVAL, SCHOLAR)
        note = partial(self._run.learn, VENUES, self._indexed)
        self._index_problem = ask_index(papers, SemanticScholar(address, client, key), note)
        self._problems.append(self._index_problem)

    def _published_dois(self) -> list[str]:
        """The DOIs under which papers on arXiv were published, as far as nothing is known about them."""
        asked = (each for each in self._queries.papers if each not in self._world.lock.venues)
        named = (doi for each in asked for doi in _dois_of(self._record(each), self._indexed.get(each, Indexed())))
        done = (self._run.works, self._run.unrecorded)
        open_dois = [doi for doi in dict.fromkeys(named) if not any(doi in one for one in done)]
        self._published.update(self._run.cached.load(WORKS, open_dois))
        return [doi for doi in open_dois if doi not in self._published]

    def _ask_publishers(self, session: Session, dois: Sequence[str]) -> None:
        crossref, add = self._run.crossref(session, "Crossref"), partial(self._run.learn, WORKS, self._published)
        self._problems.append(ask_in_batches(crossref, find_askable(dois), add, title="Crossref").problem)

    def _open_code(self) -> list[Identifier]:
        """The papers about whose code nothing is known, newest first."""
        done = (self._queries.coded, self._world.lock.code)
        papers = [each for each in self._queries.papers if not any(each in one for one in done)]
        return sorted(papers, key=lambda each: arxiv_order(each) or (0, 0, 0), reverse=True)

    def _askable_code(self) -> list[Identifier]:
        """The papers whose authors name no repository on arXiv."""
        records = ((each, self._record(each)) for each in self._open_code() if each not in self._pages)
        silent = (each for each, record in records if record is not None and not read_statements(record).code)
        return list(islice(silent, self._options.code_pages))

    def _ask_hugging_face(self, session: Session, papers: Sequence[Identifier]) -> None:
        def add(found: Mapping[str, str]) -> None:
            pages = {Identifier(Scheme.ARXIV, name): address for name, address in found.items()}
            self._run.learn(CODE, self._pages, pages)

        client = self._run.client(session, HUGGING_FACE_INTERVAL, HUGGING_FACE)
        service, names = HuggingFace(self._world.services.papers_pages, client), [each.value for each in papers]
        self._problems.append(ask_in_batches(service, names, add, ONE_BY_ONE, HUGGING_FACE).problem)

    def _named_repositories(self) -> dict[Identifier, tuple[Record, ...]]:
        """The repositories that sources name, with the papers for which they do."""
        named: dict[Identifier, tuple[Record, ...]] = {}
        for paper in self._open_code():
            if (record := self._record(paper)) is None:
                continue
            for repository in find_named_code(record, self._pages.get(paper), self._project(paper)):
                named[repository.identifier] = (*named.get(repository.identifier, ()), record)
        return named

    def _ask_github(self, session: Session, named: Mapping[Identifier, Sequence[Record]]) -> None:
        def name(repository: Identifier) -> str:
            """The repository, with which papers it was searched for."""
            return " ".join((str(repository), *sorted(each.arxiv for each in named[repository])))

        def add(found: Sequence[Repository]) -> None:
            self._run.save(READMES, {each.identifier: each for each in found if each.identifier in named}, name)

        searched = self._run.cached.load(READMES, named, name)
        self._repositories.update(searched)
        open_ = [each for each in named if each not in self._repositories]
        self._run.ask_github(session, open_, self._repositories, add, named)
        unknown = next((each for each in self._repositories.values() if isinstance(each, Unknown)), None)
        self._problems.append(unknown.reason if unknown is not None else "")


def _dois_of(paper: Record | None, known: Indexed) -> tuple[str, ...]:
    """The DOIs of the published versions of a paper on arXiv, as its authors and an index give them."""
    dois = (paper.doi.lower() if paper is not None else "", known.doi)
    return tuple(dict.fromkeys(doi for doi in dois if doi and not doi.startswith(ARXIV_PREFIX)))
