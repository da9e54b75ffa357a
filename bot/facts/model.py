"""Facts about papers, repositories and links, with their evidence, as values; one record for each work behind a link.

A fact is known, absent or unknown. Absent means that the service that must know was asked twice and said no;
whatever else goes wrong makes it unknown, and nothing may be concluded from that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from bot.document.html import plain_text
from bot.papers.dates import PartialDate, earliest, read_day
from bot.papers.identifiers import Identifier, Scheme, arxiv_month, identify, page_url
from bot.papers.identity import name_work
from bot.papers.names import given_first
from bot.papers.record import CODE_LINK, Evidence, Record, VenueKind
from bot.papers.statements import find_statements
from bot.papers.urls import split_url
from bot.papers.venues import VenueMention
from bot.papers.witnesses import CodeClaim, VenueClaim
from bot.text import group_pairs, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.facts.services import ServiceResponse
    from bot.links import LinkStatus


@dataclass(frozen=True, slots=True)
class Unknown:
    """It could not be found out; `reason` says why, as text."""

    reason: str
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Absent:
    """It does not exist: the responsible service said so twice, and answered other questions."""

    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository on GitHub; `name` is its present `owner/name`, as GitHub writes it."""

    identifier: Identifier
    name: str
    archived: bool | None = None
    """None if only its page was seen."""
    moved_to: str | None = None
    """The present `owner/name` where the list has another one; case does not count."""
    evidence: tuple[Evidence, ...] = ()
    is_empty: bool | None = None
    is_private: bool | None = None
    names: tuple[str, ...] = ()
    """The papers on arXiv that its README names, of those that were looked for."""
    is_list: bool = False
    """Whether its README is a list of papers."""


@dataclass(frozen=True, slots=True)
class Unrecorded:
    """Whoever might have a record of it was asked, answered, and has none: it may still exist."""

    reason: str


PaperFact: TypeAlias = Record | Absent | Unknown
WorkFact: TypeAlias = Record | Unrecorded | Unknown
RecordFact: TypeAlias = Record | Absent | Unrecorded | Unknown
RepositoryFact: TypeAlias = Repository | Absent | Unknown
VenueFact: TypeAlias = tuple[VenueClaim, ...] | Unknown
CodeFact: TypeAlias = tuple[CodeClaim, ...] | Unknown


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What a second source says about a link that is about to be called dead."""

    is_gone: bool | None = None
    """False: it has seen the page since it first failed. None: it cannot say."""
    copy: str | None = None
    """The address of an archived copy."""


@dataclass(frozen=True, slots=True)
class Facts:
    """All answers of a run; a target that is not in a mapping was not asked about."""

    papers: Mapping[Identifier, PaperFact] = field(default_factory=dict)
    repositories: Mapping[Identifier, RepositoryFact] = field(default_factory=dict)
    links: Mapping[str, LinkStatus] = field(default_factory=dict)
    """By URL, as the lists write it; papers and repositories are here too, as the links that lead to them."""
    works: Mapping[str, WorkFact] = field(default_factory=dict)
    """What registries and pages say about works that are not on arXiv, by `identity.name_work`."""
    venues: Mapping[Identifier, VenueFact] = field(default_factory=dict)
    """Where an index and publishers say that papers on arXiv were published; their authors' words are in `papers`."""
    code: Mapping[Identifier, CodeFact] = field(default_factory=dict)
    """The repositories that sources name for papers on arXiv."""
    copies: Mapping[str, str] = field(default_factory=dict)
    """The addresses of archived copies of pages that are gone, by URL."""
    silent: tuple[str, ...] = ()
    """Which services gave no answer about venues and code, and why."""
    only_papers: bool = False
    """Whether nothing was looked at but papers and works: links and repositories were not."""
    asked_at: float = 0.0
    """When the run began to ask, in seconds since the epoch; cached answers are older."""
    interrupted: bool = False
    """Whether the run was broken off, or its time was up, before all was asked."""
    unreached: tuple[str, ...] = ()
    """Who was asked, if no answer came and the connectivity probes failed too; empty otherwise."""

    def paper(self, identifier: Identifier | None) -> Record | None:
        """The paper of that name, where it is known to exist."""
        fact = self.papers.get(identifier) if identifier is not None else None
        return fact if isinstance(fact, Record) else None

    def work(self, name: str) -> Record | None:
        """What is on record under that name, where anything is."""
        fact = self.works.get(name)
        return fact if isinstance(fact, Record) else None

    def repository(self, identifier: Identifier | None) -> Repository | None:
        """The repository of that name, where it is known to exist."""
        fact = self.repositories.get(identifier) if identifier is not None else None
        return fact if isinstance(fact, Repository) else None


def find_record(facts: Facts, url: str) -> Record | None:
    """What is on record about the work behind a link; None if no source was asked, or none had a record."""
    identifier = identify(url).identifier
    if (paper := facts.paper(identifier)) is not None:
        return read_statements(paper)
    if identifier is not None and identifier.scheme is Scheme.ARXIV:
        return None
    return facts.work(name_work(url))


def records_of_pages(statuses: Iterable[LinkStatus]) -> dict[str, Record]:
    """What pages say about the works that they are about, by their names; the first of two pages about one counts."""
    found: dict[str, Record] = {}
    for status in statuses:
        name = name_work(status.url) if status.tags else ""
        if name and name not in found and (record := record_of_page(status)) is not None:
            found[name] = record
    return found


_WITHDRAWAL = lazy_pattern(
    r"\s*(?:this (?:paper|article|submission|manuscript|work|preprint) (?:has been|is|was) withdrawn|withdrawn\b)",
    re.IGNORECASE,
)


def claims_withdrawal(comment: str) -> bool:
    """Whether the authors say that the paper itself is withdrawn; arXiv has no other mark for it."""
    return _WITHDRAWAL.match(comment) is not None


@lru_cache(maxsize=16_384)
def read_statements(paper: Record) -> Record:
    """The record of a paper on arXiv with what its authors state in words: the venue, the year of it, the code."""
    clause, venue = find_statement(paper)
    announced = _announced(paper)
    dates = (paper.date, paper.updated, announced, venue)
    years = [each.year for each in dates if each is not None and each.year is not None]
    code = CODE_LINK.search(paper.comment)
    return replace(
        paper,
        venue=clause,
        year=years[0] if years else None,
        years=tuple(sorted(set(years))),
        source="arXiv" if paper.arxiv else "the record",
        preprint=bool(paper.arxiv),
        doi=paper.doi.lower(),
        address=page_url(paper.identifier) if paper.identifier is not None and paper.arxiv else "",
        date=paper.date or announced,
        code=code[0].removesuffix(".git") if code else paper.code,
        withdrawn=claims_withdrawal(paper.comment) if paper.withdrawn is None else paper.withdrawn,
    )


def _announced(paper: Record) -> PartialDate | None:
    return arxiv_month(paper.identifier) if paper.identifier is not None else None


_LATEST = 4
"""Most years from a preprint to its venue; beyond them the number is not a year, or the venue another paper's."""


def find_published_venue(paper: Record) -> VenueMention | None:
    """The paper's own venue, from the journal reference or the authors' comment."""
    return find_statement(paper)[1]


def find_statement(paper: Record) -> tuple[str, VenueMention | None]:
    """What the authors say about the paper's venue, and the venue in it."""
    announced = _announced(paper)
    for text in (paper.journal_reference, paper.comment):
        for clause, mention in find_statements(text, is_reference=text is paper.journal_reference):
            if announced is None or mention.year is None or -1 <= mention.year - announced.year <= _LATEST:
                return clause, mention
    return "", None


_YEAR = lazy_pattern(r"(?:19|20)\d\d")
_VENUE_TAGS = {
    "citation_conference_title": VenueKind.PROCEEDINGS,
    "citation_conference": VenueKind.PROCEEDINGS,
    "citation_journal_title": VenueKind.JOURNAL,
    "citation_inbook_title": VenueKind.BOOK,
}
_DATE_TAGS = ("citation_publication_date", "citation_date", "citation_year", "citation_online_date")
_SEVERAL = lazy_pattern(r"\s*;\s*")


def record_of_page(status: LinkStatus) -> Record | None:
    """What the page behind a link says about its paper in `citation_*` meta tags; None if it gives no title."""
    tags = group_pairs((tag[0], tag[1]) for tag in status.tags if len(tag) == 2)
    title = next(iter(tags.get("citation_title", ())), "")
    if not title:
        return None
    names = [*tags.get("citation_author", ())]
    names = names or [name for text in tags.get("citation_authors", ()) for name in _SEVERAL.split(text)]
    years = [int(match[0]) for name in _DATE_TAGS for text in tags.get(name, ()) if (match := _YEAR.search(text))]
    parts = split_url(status.target or status.url)
    days = [day for name in _DATE_TAGS for text in tags.get(name, ()) if (day := read_day(text)) is not None]
    return Record(
        title=plain_text(title),
        authors=signed(plain_text(given_first(name)) for name in names),
        venue=next((value for name in _VENUE_TAGS for value in tags.get(name, ())), ""),
        year=years[0] if years else None,
        years=tuple(sorted(set(years))),
        source=f"its page on {parts.host}" if parts is not None else "its page",
        identifier=identify(status.url).identifier,
        venue_kind=next((kind for tag, kind in _VENUE_TAGS.items() if tags.get(tag)), VenueKind.UNKNOWN),
        address=status.url,
        date=earliest(days),
        evidence=status.evidence[-1:],
    )


_MOST_AUTHORS = 100
"""As of papers on arXiv."""


def signed(names: Iterable[str]) -> tuple[str, ...]:
    """The authors; empty if they are hidden from reviewers."""
    found = tuple(name for name in names if name)
    return () if any(name.casefold().startswith("anonymous") for name in found) else found


def objects(value: object) -> Sequence[Mapping[str, object]]:
    """The objects in a list of JSON; nothing for anything else."""
    return [each for each in value[:_MOST_AUTHORS] if isinstance(each, dict)] if isinstance(value, list) else []


def fields_of(value: object) -> Mapping[str, object]:
    """The fields of an object of JSON; none of anything else."""
    return value if isinstance(value, dict) else {}


def text_of(value: object) -> str:
    """A text of JSON; nothing for anything else."""
    return value if isinstance(value, str) else ""


def with_evidence(named: Sequence[tuple[str, Record | None]], answer: ServiceResponse, note: str) -> dict[str, Record]:
    """The records of a service that were found, with the answer as their evidence."""
    address = answer.url.partition("?")[0]
    evidence = (Evidence(answer.time, address, answer.status, note),)
    return {doi: replace(record, evidence=evidence) for doi, record in named if record is not None}
