"""What is known about a paper, and who says so: one shape for arXiv, registries, lock files, pages and feeds."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
from bot.text import StrEnum, lazy_pattern, one_line


@dataclass(frozen=True, slots=True)
class Evidence:
    """One observation: at `time` (seconds since the epoch) `url` answered `status` (None: nothing)."""

    time: float
    url: str
    status: int | None
    note: str = ""
    """What the status does not say: the hop, the header or the title that decided."""


class VenueKind(StrEnum):
    """What a work was published in."""

    UNKNOWN = ""
    JOURNAL = "journal"
    PROCEEDINGS = "proceedings"
    BOOK = "book"


@dataclass(frozen=True, slots=True)
class Record:
    """What a source says about a work, in one shape for all: entries are held against it, and new ones written from it.

    arXiv, Crossref, DataCite and the pages of publishers are sources. A field that is empty is not known.
    """

    title: str
    titles: tuple[str, ...] | None = ()
    """Its other titles: those of earlier versions, and with the subtitle; None if they were not asked for."""
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
    """What names the work; None if its address names none."""
    doi: str = ""
    """Of the published work."""
    categories: tuple[str, ...] = ()
    """Of arXiv, the primary one first."""
    address: str = ""
    """Of its page, where a person finds it."""
    date: PartialDate | None = None
    """When it was first made public, as exactly as the source says."""
    updated: PartialDate | None = None
    """The day of the latest version."""
    version: int | None = None
    """The number of the latest version."""
    comment: str = ""
    """What the authors say about it: pages, venue, withdrawal."""
    journal_reference: str = ""
    """Where it was published, as the authors say."""
    code: str = ""
    """The address of its repository, where the authors name it."""
    withdrawn: bool | None = None
    """Whether it is withdrawn; None if its authors may say so, and no service confirmed it."""
    venue_kind: VenueKind = VenueKind.UNKNOWN
    evidence: tuple[Evidence, ...] = ()

    @property
    def arxiv(self) -> str:
        """The arXiv id, without version; empty if it has none."""
        return self.identifier.value if self.identifier is not None and self.identifier.scheme is Scheme.ARXIV else ""

    @property
    def all_titles(self) -> tuple[str, ...]:
        """All titles that it has or had, as far as they are known: each is compared with each entry of the paper."""
        return (self.title, *(self.titles or ())[:_MOST_TITLES])


_MOST_TITLES = 20
"""Titles that a paper had beside its own; it is not a paper that had more, and each costs time in each entry."""
CODE_LINK = lazy_pattern(r"https?://(?:www\.)?github\.com/[\w.-]+/[\w.-]*[\w-]")
"""The address of a repository in what authors write."""
_ADDRESS = lazy_pattern(r"www\.|://|[\w-]\.[a-z]{2,}/", re.IGNORECASE, needs=("www.", "/"))
_MOST_CHARACTERS = 1_000
"""Anything longer is not a title or a name."""


def for_list(record: Record) -> Record:
    """The record with texts that fit into an entry: control characters and line ends become blanks.

    What authors say about the venue of a preprint is a sentence of theirs, and is left out.
    """
    return replace(
        record,
        title=short_line(record.title),
        titles=tuple(map(short_line, record.titles or ())),
        authors=tuple(name for each in record.authors if (name := short_line(each))),
        venue="" if record.preprint or holds_address(record.venue) else short_line(record.venue),
        address=short_line(record.address),
        code=short_line(record.code),
    )


def holds_address(name: str) -> bool:
    """Whether an address is in the name of a venue: pages would link it."""
    return _ADDRESS.search(name) is not None


def short_line(text: str) -> str:
    """The text on one line, and no more of it than a title or a name has."""
    return one_line(text[:_MOST_CHARACTERS])
