"""Finds out about papers: those on arXiv of its query API, DataCite and OAI-PMH, others of Crossref and DataCite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bot.facts.arxiv import ArxivBatches, Batch, Name, ask_batches, ask_oai
from bot.facts.crossref import find_askable
from bot.facts.datacite import ARXIV_PREFIX
from bot.facts.model import Absent, PaperFact, Unknown, claims_withdrawal
from bot.facts.services import Client, Service, Services, ask_in_batches
from bot.links.clock import Clock
from bot.papers.differences import Degree, find_difference
from bot.papers.identifiers import Identifier, Scheme, arxiv_order
from bot.papers.record import Evidence, Record
from bot.papers.similarity import Match, compare_titles

_MOST_VERSIONS = 20
"""Earlier versions of one paper whose titles are compared: the first ten and the last ten."""
_LISTED_WITHIN = timedelta(days=3)
"""The query API is renewed once a day, not on days without announcements."""


def is_in_doubt(written: str, official: str) -> bool:
    """Whether a list gives a paper so different a title that its earlier titles are worth asking for."""
    match = compare_titles(written, official)
    differs = match is Match.SAME and find_difference(written, official).degree is Degree.WORDS
    return differs or match in {Match.CLOSE, Match.DIFFERENT}


def earlier_versions(latest: int | None) -> tuple[int, ...]:
    """The versions before `latest` whose titles are worth asking for; the first where the latest is not known."""
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


@dataclass(slots=True)
class PaperLookup:
    """Finds out about the papers in `titles`, and fills `facts` as they become known."""

    titles: Mapping[Identifier, Sequence[str]]
    """The papers, each with the titles that lists give it."""
    facts: dict[Identifier, PaperFact]
    services: Services
    arxiv: Client
    """For OAI-PMH as well, which shares its pace."""
    datacite: Service[Record]
    clock: Clock
    all_versions: bool = False
    """Ask for the titles of all versions, not only where a list has another title than the present one."""
    max_singles: int = 10
    """Questions to OAI-PMH of each kind, which take three seconds each."""
    on_papers: Callable[[Sequence[Record], int], None] = lambda _papers, _done: None
    """Called with each answer's papers, and the number of papers settled."""
    batches: ArxivBatches = field(init=False)

    def __post_init__(self) -> None:
        self.batches = ArxivBatches((each.value for each in self.titles), self._versions_worth_asking)

    def run(self) -> None:
        """Ask all services in turn. Raises `Stopped`, with `facts` half full."""
        ask_batches(self.batches, self.services.arxiv, self.arxiv, self._read_batch)
        self._settle()
        self._ask_datacite()
        self._ask_oai()
        self._confirm_withdrawals()

    def _versions_worth_asking(self, record: Record) -> Iterable[int]:
        """The earlier versions of a paper that is listed under another title than its present one."""
        titles = self.titles.get(Identifier(Scheme.ARXIV, record.arxiv), ())
        if not self.all_versions and not any(is_in_doubt(title, record.title) for title in titles):
            return ()
        return earlier_versions(record.version)

    def _read_batch(self, batch: Batch) -> None:
        """Add the papers that an answer held."""
        found = self.batches.found
        papers = {
            Identifier(Scheme.ARXIV, name.value): self._paper(found[name])
            for name in batch.names
            if name.version is None and name in found
        }
        self.facts.update(papers)
        self.on_papers(tuple(papers.values()), len(self.facts) + len(self.batches.absent))

    def _paper(self, record: Record) -> Record:
        """The paper, with what is known by now of its earlier versions."""
        found = self.batches.found
        seen = self.batches.evidence[Name(record.arxiv)][-1]
        evidence = replace(seen, url=f"{seen.url}?id_list={record.arxiv}")
        others = [Name(record.arxiv, version) for version in earlier_versions(record.version)]
        is_complete = record.version is not None and all(other in found for other in others)
        titles = tuple(found[other].title for other in others) if is_complete else None
        withdrawn = None if claims_withdrawal(record.comment) else False
        return replace(record, titles=titles, withdrawn=withdrawn, evidence=(evidence,))

    def _settle(self) -> None:
        """What arXiv's query API said in the end: papers with their other titles, absent ones, and open questions."""
        papers = []
        orders = (arxiv_order(Identifier(Scheme.ARXIV, name.value)) for name in self.batches.found)
        newest = max((order for order in orders if order), default=(0, 0, 0))
        for identifier in self.titles:
            name = Name(identifier.value)
            if (record := self.batches.found.get(name)) is not None:
                paper = self._paper(record)
                if paper != self.facts.get(identifier):
                    papers.append(paper)
                self.facts[identifier] = paper
            elif identifier.value in self.batches.absent:
                url = f"{self.services.arxiv}?id_list={identifier.value}"
                seen = tuple(replace(each, url=url) for each in self.batches.evidence[name])
                is_new = may_be_new(identifier, newest, self.clock.now())
                self.facts[identifier] = Unknown("arXiv does not list it yet", seen) if is_new else Absent(seen)
            else:
                self.facts[identifier] = self.batches.unanswered.get(name) or Unknown("arXiv was not asked")
        self.on_papers(papers, len(self.facts))

    def _ask_datacite(self) -> None:
        """Look up what arXiv left open, and what it does not know: a registered paper is not absent."""
        wanted = {f"{ARXIV_PREFIX}{it.value}": it for it, fact in self.facts.items() if not isinstance(fact, Record)}
        by_doi = {doi.lower(): identifier for doi, identifier in wanted.items()}

        def add(found: Mapping[str, Record]) -> None:
            for doi, record in found.items():
                if (identifier := by_doi.get(doi)) is not None:
                    self.facts[identifier] = Record(record.title, None, identifier=identifier, evidence=record.evidence)
            self.on_papers((), len(self.facts))

        ask_in_batches(self.datacite, tuple(wanted), add)

    def _ask_oai(self) -> None:
        """Look up a few of those that seem absent or are still open, until the service turns the bot away."""
        absent = [each for each, fact in self.facts.items() if isinstance(fact, Absent)]
        unknown = [each for each, fact in self.facts.items() if isinstance(fact, Unknown)]
        for identifier, record in self._ask_oai_alone([*absent, *unknown]):
            seen = Evidence(self.clock.now(), self.services.oai, 200, "asked alone")
            self._keep(identifier, replace(record, evidence=(seen,)))

    def _confirm_withdrawals(self) -> None:
        """Ask OAI-PMH whether papers are withdrawn whose authors say so."""
        claimed = {
            identifier: fact
            for identifier, fact in self.facts.items()
            if isinstance(fact, Record) and fact.withdrawn is None and claims_withdrawal(fact.comment)
        }
        for identifier, record in self._ask_oai_alone(list(claimed)):
            paper = claimed[identifier]
            seen = Evidence(self.clock.now(), self.services.oai, 200, "size of the last version")
            self._keep(identifier, replace(paper, withdrawn=record.withdrawn, evidence=(*paper.evidence, seen)))

    def _keep(self, identifier: Identifier, paper: Record) -> None:
        self.facts[identifier] = paper
        self.on_papers((paper,), len(self.facts))

    def _ask_oai_alone(self, identifiers: Sequence[Identifier]) -> Iterator[tuple[Identifier, Record]]:
        """The records of a few papers, until there is no time left or the service does not answer."""
        for identifier in identifiers[: self.max_singles]:
            if not self.arxiv.has_time():
                return
            record, answer = ask_oai(identifier.value, self.services.oai, self.arxiv)
            if record is not None:
                yield identifier, record
            if answer.status != 200:
                return


def ask_registries(
    dois: Sequence[str],
    works: dict[str, Record],
    crossref: Service[Record],
    datacite: Service[Record],
    on_works: Callable[[Mapping[str, Record]], None] = lambda _found: None,
) -> set[str]:
    """Fill `works`, by DOI, with what registries have on record; the DOIs of which both say that they have none.

    `on_works` is called with what each answer held. Raises `Stopped`, with `works` half full.
    """

    def add(found: Mapping[str, Record]) -> None:
        works.update(found)
        on_works(found)

    answered = ask_in_batches(crossref, find_askable(dois), add).names
    answered &= ask_in_batches(datacite, [doi for doi in dois if doi not in works], add).names
    return answered.difference(works)
