"""What a list holds, as values: entries with their parts, sections, and the listing that joins them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.document.model import EMPTY
from bot.listing.values import Carrier, DateLabel, Kind, Part, Parts

__all__ = ["Carrier", "DateLabel", "Entry", "Kind", "Listing", "Part", "Parts", "Section"]

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Document, Link, Prose
    from bot.listing.conventions import Conventions
    from bot.papers.identifiers import Identifier
    from bot.text import Span, Text


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the list; every part that the entry does not have is None or empty.

    `span` runs from the marker (`*`, `1.`, `|`, `#`) to the end of the entry's last own line, details
    included, without the line end. `work` is the identity of the paper: what its main link names.
    """

    span: Span
    carrier: Carrier
    kind: Kind
    section: int
    """Index into `Listing.sections`."""
    title: Part | None
    link: Link | None
    """The link to the paper itself: the labelled one (`[paper]`, `[pdf]`), else the one on the title."""
    links: tuple[Link, ...]
    work: Identifier | None
    identifiers: tuple[Identifier, ...]
    """All papers, repositories and so on that the entry's links name, each once, in order."""
    date: DateLabel | None
    head: Prose = EMPTY
    """The entry's own words without its details: the first paragraph, the heading, the joined cells."""
    details: tuple[Prose, ...] = ()
    """What stands below the head and belongs to the entry: authors, fields, comments."""
    cells: tuple[Prose, ...] = ()
    """For a table row: its cells, in order."""
    columns: tuple[str, ...] = ()
    """For a table row: the words over its columns."""
    title_place: tuple[int, int, int] = (-1, 0, 0)
    """The cell that the title was read from (-1: the head), and its offsets into the text of that prose."""
    siblings: int = -1
    """Entries with the same number stand directly beside each other in one Markdown list, table or run."""
    number: int | None = None
    """The number of a numbered item, as written."""

    @property
    def parts(self) -> Parts:
        """The smaller fields; read when asked for, which most rules never do, and not kept."""
        from bot.listing.parts import find_parts

        return find_parts(self)

    @property
    def venue(self) -> Part | None:
        """Where the paper was published, with the year if it stands there: `ICLR 24`."""
        return self.parts.venue

    @property
    def affiliation(self) -> Part | None:
        """Where the authors work."""
        return self.parts.affiliation

    @property
    def citations(self) -> Part | None:
        """How often the paper was cited, as written."""
        return self.parts.citations

    @property
    def comment(self) -> Part | None:
        """What the list says of the paper."""
        return self.parts.comment

    @property
    def marks(self) -> tuple[Part, ...]:
        """Emoji such as stars that stand beside the title."""
        return self.parts.marks


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it, down to the next heading of any level.

    The first section of a listing has no heading: `heading` is empty and `level` 0. `span` covers heading
    and body; `heading_span` the heading's line or lines. `path` names the headings above, outermost first.
    """

    span: Span
    heading: str
    heading_span: Span
    level: int
    path: tuple[str, ...]
    entries: tuple[int, ...]
    """Indexes into `Listing.entries`, in order."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A document read as a list of papers."""

    document: Document
    sections: tuple[Section, ...]
    entries: tuple[Entry, ...]
    conventions: Conventions

    @property
    def text(self) -> Text:
        """The file that the listing was read from."""
        return self.document.text

    @property
    def papers(self) -> Iterator[Entry]:
        """The entries about papers, in order."""
        return (entry for entry in self.entries if entry.kind is Kind.PAPER)

    def in_section(self, section: Section) -> tuple[Entry, ...]:
        """The entries of one section, in order."""
        return tuple(self.entries[index] for index in section.entries)
