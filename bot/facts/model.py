"""Facts about papers, repositories and links, with their evidence, as values.

A fact is known, absent or unknown. Absent means that the service that must know was asked twice and said no;
whatever else goes wrong makes it unknown, and nothing may be concluded from that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date  # noqa: TC003 - the codec reads annotations
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from bot.links.model import Evidence  # noqa: TC001 - the codec reads annotations
from bot.papers.dates import PartialDate  # noqa: TC001 - the codec reads annotations
from bot.papers.identifiers import Identifier  # noqa: TC001 - the codec reads annotations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.links.model import LinkStatus


LOCK_FILE = "papers.lock.jsonl"
"""The file beside a list that keeps facts about its papers."""


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
class Paper:
    """A paper as arXiv or a registry describes it, in its latest version."""

    identifier: Identifier
    title: str
    other_titles: tuple[str, ...] | None = None
    """Titles of all earlier versions, where they matter and are known; None: not asked, or not answered."""
    version: int | None = None
    """The number of the latest version."""
    published: date | None = None
    """The day the first version was submitted (UTC)."""
    updated: date | None = None
    """The day the latest version was submitted (UTC)."""
    comment: str | None = None
    """What the authors say of the paper: pages, venue, withdrawal."""
    journal_reference: str | None = None
    doi: str | None = None
    """The DOI of the published article, as the authors gave it."""
    withdrawn: bool | None = None
    """None if the comment says so and no service confirmed it."""
    authors: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    """Of arXiv, the primary one first."""
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


class VenueKind(StrEnum):
    """What a work was published in."""

    UNKNOWN = ""
    JOURNAL = "journal"
    PROCEEDINGS = "proceedings"
    BOOK = "book"


@dataclass(frozen=True, slots=True)
class Record:
    """What a source says of a work, in one shape for all: entries are held against it, and new ones written from it.

    arXiv, Crossref, DataCite and the pages of publishers are sources. A field that is empty is not known.
    """

    title: str
    titles: tuple[str, ...] | None = ()
    """Its other titles: those of earlier versions, and with the subtitle; None where they were not asked for."""
    authors: tuple[str, ...] = ()
    """In the order of the work, each as `Given Family` where the source tells the names apart."""
    venue: str = ""
    """The conference or journal, as the source writes it."""
    year: int | None = None
    """Of publication at the venue; of the first version for a preprint."""
    years: tuple[int, ...] = ()
    """All years that the source gives: online, in print, of versions; `year` is among them."""
    source: str = ""
    """Who says so, as messages call it."""
    preprint: bool = False
    """Whether it is the record of a preprint, which may have appeared elsewhere since."""
    identifier: Identifier | None = None
    """What names the work; None where its address names none."""
    doi: str = ""
    """Of the published work, in lower case."""
    categories: tuple[str, ...] = ()
    """Of arXiv, the primary one first."""
    address: str = ""
    """Of its page, where a person finds it."""
    date: PartialDate | None = None
    """When it was first made public, as exactly as the source says."""
    code: str = ""
    """The address of its repository, where the authors name it."""
    withdrawn: bool = False
    """Whether it is withdrawn, or its authors say so."""
    venue_kind: VenueKind = VenueKind.UNKNOWN
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Unrecorded:
    """Whoever might have a record of it was asked, answered, and has none: it may exist all the same."""

    reason: str


PaperFact: TypeAlias = Paper | Absent | Unknown
WorkFact: TypeAlias = Record | Unrecorded | Unknown
RecordFact: TypeAlias = Record | Absent | Unrecorded | Unknown
RepositoryFact: TypeAlias = Repository | Absent | Unknown


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What a second source says of a link that is about to be called dead."""

    is_gone: bool | None = None
    """False: it has seen the page since it first failed. None: it cannot say."""
    copy: str | None = None
    """The address of an archived copy."""


@dataclass(frozen=True, slots=True)
class Facts:
    """All answers of a run; a target that is not in a mapping was not asked about."""

    papers: Mapping[Identifier, PaperFact] = field(default_factory=lambda: MappingProxyType({}))
    repositories: Mapping[Identifier, RepositoryFact] = field(default_factory=lambda: MappingProxyType({}))
    links: Mapping[str, LinkStatus] = field(default_factory=lambda: MappingProxyType({}))
    """By URL, as the lists write it; papers and repositories are here too, as the links that lead to them."""
    works: Mapping[str, WorkFact] = field(default_factory=lambda: MappingProxyType({}))
    """What registries and pages say of works that are not on arXiv, by `records.name_work`."""
    only_papers: bool = False
    """Whether nothing was looked at but papers and works: links and repositories were not."""
    asked_at: float = 0.0
    """When the run began to ask, in seconds since the epoch; cached answers are older."""
    interrupted: bool = False
    """Whether the run was broken off, or its time was up, before all was asked."""
    unreached: tuple[str, ...] = ()
    """Who was asked, where nobody answered and the connectivity probes failed too; else nobody."""

    def paper(self, identifier: Identifier | None) -> Paper | None:
        """The paper of that name, where it is known to exist."""
        fact = self.papers.get(identifier) if identifier is not None else None
        return fact if isinstance(fact, Paper) else None

    def work(self, name: str) -> Record | None:
        """What is on record under that name, where anything is."""
        fact = self.works.get(name)
        return fact if isinstance(fact, Record) else None

    def repository(self, identifier: Identifier | None) -> Repository | None:
        """The repository of that name, where it is known to exist."""
        fact = self.repositories.get(identifier) if identifier is not None else None
        return fact if isinstance(fact, Repository) else None
