"""A list of papers as values: entries, sections, the listing that joins them, and the catalog of several lists."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from enum import IntFlag
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from bot.document.model import EMPTY_PROSE
from bot.judgement import cached_property
from bot.listing.parts import HIDDEN, Carrier, DateLabel, Kind, Labelled, Part, Parts, find_parts, find_parts_of_row
from bot.listing.titles import find_aliases
from bot.papers.identifiers import ArxivForm, Identifier, Scheme, arxiv_month, identify
from bot.papers.names import NameForm, names_of
from bot.papers.similarity import common_stems, title_key
from bot.text import Span, StrEnum, group_pairs, lazy_pattern, make_span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.document import Document, Link, Prose
    from bot.listing.parts import SkipReason
    from bot.papers.dates import DateFormat, PartialDate
    from bot.papers.identifiers import Identifier
    from bot.text import Text


PATH_SEPARATOR = " > "
"""Between the parts of a path that is one text: the category of a record, a cell of a table."""
_EMOJI = lazy_pattern(r"(?<![\w:]):[\w+-]{2,}:(?!:)|(?::[a-z][\w+-]+:)+$", needs=":")


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
    code: Link | None
    """The link to the code, where one is another than `link`."""
    work: Identifier | None
    identifiers: tuple[Identifier, ...]
    """All papers, repositories and so on that the entry's links name, each once, in order."""
    date: DateLabel | None
    head: Prose = EMPTY_PROSE
    """The entry's own words without its details: the first paragraph, the heading, the joined cells."""
    details: tuple[Prose, ...] = ()
    """What is below the head and belongs to the entry: authors, fields, comments."""
    cells: tuple[Prose, ...] = ()
    """For a table row: its cells, in order."""
    columns: tuple[str, ...] = ()
    """For a table row: the words over its columns."""
    title_place: tuple[int, int, int] = (-1, 0, 0)
    """The cell that the title was read from (-1: the head), and its offsets into the text of that prose."""
    siblings: int = -1
    """Entries with the same number are directly beside each other in one Markdown list, table or run."""
    number: int | None = None
    """The number of a numbered item, as written."""
    category: str = ""
    """What divides a table into categories: for a row what such columns say, for a record its field."""
    venue: Part | None = None
    """Where it was published, as siblings have it in the same place, without the year."""
    authors: tuple[Part, ...] = ()
    """Who wrote it, as written: one part for each run of names."""
    written: tuple[Identifier, ...] = ()
    """What it names in words, without a link: `DOI: 10.1000/182`."""
    labelled: tuple[Labelled, ...] = ()
    """All that was read as authors, a venue or a date; `venue`, `authors` and `date` are chosen from it."""
    listed: NameForm | None = None
    """What single words between commas are in the names of authors, where the list tells."""
    fields: Parts | None = None
    """For a record: venue, affiliation and so on, as the names of its fields say."""
    reason: str = ""
    """Why it has its kind, as a phrase behind "it"; empty for a record."""

    def __hash__(self) -> int:
        """By its place alone: what is known of an entry is kept by it, and two in one place are seldom compared."""
        return hash(self.span)

    @property
    def place(self) -> tuple[int, str]:
        """Its section, and its category where a table has several: the same for entries that are in one group."""
        return self.section, self.category.casefold()

    @property
    def names_paper(self) -> bool:
        """Whether it is about a paper or, whatever it is about, its link names one: rules compare it with others."""
        return self.kind is Kind.PAPER or (self.work is not None and self.work.is_paper)

    @property
    def proses(self) -> tuple[Prose, ...]:
        """All its text: the cells or the head, and the details."""
        return (*(self.cells or (self.head,)), *self.details)

    @property
    def title_text(self) -> str:
        """The words of its title; empty without one."""
        return self.title.value if self.title is not None else ""

    @property
    def named(self) -> tuple[Identifier, ...]:
        """All that its links and its words name, each once."""
        return tuple(dict.fromkeys((*self.identifiers, *self.written)))

    @property
    def announced(self) -> PartialDate | None:
        """The month that the arXiv id of its work begins with; None if the work has no such id."""
        return arxiv_month(self.work) if self.work is not None else None

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other titles and names of the paper anywhere in the entry; read on each access, as `parts` are."""
        found = find_aliases(self.proses)
        return tuple(dict.fromkeys(each for each in found if each != self.title_text))

    @property
    def parts(self) -> Parts:
        """Venue, affiliation and so on; read on each access and not cached, since most rules never need them."""
        if self.fields is not None:
            return self.fields
        column, start, end = self.title_place
        if self.title is None:
            return Parts()
        if self.carrier is Carrier.ROW:
            return find_parts_of_row(self.columns, self.cells, column, self.venue)
        return find_parts(self.head, start, end, self.venue)


class SectionKind(StrEnum):
    """What heads a section."""

    HEADING = "heading"
    SUMMARY = "summary"
    """The words of a `<summary>`; the section is its `<details>`."""
    BOLD = "bold line"  # or a bullet in bold over others, or one of several lines above lists, in italics or plain
    TOPIC = "topic bullet"
    """A bullet over what is nested in it or, with a colon, the bullets below it; or a line of only a venue and year."""


class Section(NamedTuple):
    """What groups entries on the page: a heading with what is below it, down to the next heading of any level.

    Summaries, bold lines and topic bullets make sections inside that of their heading, which goes on behind them.
    The first section of a listing has no heading: `heading` is empty and `level` 0. `span` covers heading
    and body; `heading_span` the heading's line or lines. `path` names the sections around, outermost first.
    """

    span: Span
    heading: str
    heading_span: Span
    level: int
    path: tuple[str, ...]
    entries: tuple[int, ...]
    """Indexes into `Listing.entries`, in order; those of sections inside this one are not among them."""
    kind: SectionKind = SectionKind.HEADING
    outer: int = -1
    """The section around this one, as an index into `Listing.sections`; -1 for the first one."""


class SectionIndex:
    """Finds the innermost section at an offset."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self._starts: list[int] = []
        self._found: list[int] = []
        inside: list[int] = []
        for index, start in [*enumerate(section.span.start for section in sections), (-1, sys.maxsize)]:
            while len(inside) > 1 and sections[inside[-1]].span.end < start:
                self._starts.append(sections[inside.pop()].span.end + 1)
                self._found.append(inside[-1])
            inside.append(index)
            self._starts.append(start)
            self._found.append(index)

    def at(self, offset: int) -> int:
        """The index of the innermost section that `offset` is in."""
        return self._found[bisect_right(self._starts, offset) - 1]


class Mention(NamedTuple):
    """A paper that a skipped block links to."""

    title: str | None
    """The words on or beside the link that read as a title."""
    link: Link
    identifier: Identifier | None
    """None if the URL is one of arXiv's whose id is malformed."""
    date: PartialDate | None


class SkippedBlock(NamedTuple):
    """Lines with links to papers that are in no entry; `span` covers whole lines, and no entry is on them."""

    span: Span
    reason: SkipReason
    section: int
    """Index into `Listing.sections`."""
    mentions: tuple[Mention, ...]


class Order(StrEnum):
    """How the dated entries of a section follow one another."""

    NEWEST_FIRST = "newest-first"
    OLDEST_FIRST = "oldest-first"


Value = TypeVar("Value")

MIN_ENTRIES = 10
"""Entries from which a habit counts as one."""

MIN_SHARE = 0.8
"""The share of entries from which the others are called drift."""

_FEWEST_DATED = 5
"""Dates and arXiv ids from which their agreement counts."""
_FEWEST_KNOWN, _SHARE_FITTING = 4, 0.75
"""Papers with an arXiv id below a heading, and the share of them from its year or the last one, if it is theirs."""


class Convention(NamedTuple, Generic[Value]):
    """A habit of the list: `followers` of `total` entries that could have it do."""

    value: Value
    followers: int
    total: int

    @property
    def share(self) -> float:
        """The part of the entries that follow, from 0 to 1."""
        return self.followers / self.total

    @property
    def is_firm(self) -> bool:
        """Whether enough entries follow for the others to be called drift."""
        return self.total >= MIN_ENTRIES and self.share >= MIN_SHARE


@dataclass(frozen=True, slots=True)
class Conventions:
    """The habits of a list; None if no entry shows one."""

    carrier: Convention[Carrier] | None = None
    date_format: Convention[DateFormat] | None = None
    date_position: Convention[str] | None = None
    dates_follow_arxiv: Convention[bool] | None = None
    """Entries of known month whose date is the month of their arXiv id, one month more or less."""
    order: Convention[Order] | None = None
    """Neighbours of different date that are in the order, of all of them."""
    arxiv_form: Convention[ArxivForm] | None = None
    ascii_brackets: Convention[bool] | None = None
    """Round brackets that are ASCII, of these and the full-width ones; those of links do not count."""

    @property
    def follow_arxiv(self) -> bool:
        """Whether enough dates are the months of the arXiv ids to tell something of the others."""
        near = self.dates_follow_arxiv
        return near is not None and near.total >= _FEWEST_DATED and near.share >= MIN_SHARE


@dataclass(frozen=True)
class Listing:
    """A document read as a list of papers."""

    document: Document
    sections: tuple[Section, ...]
    entries: tuple[Entry, ...]
    conventions: Conventions
    skipped: tuple[SkippedBlock, ...] = ()
    """What links to papers and is in no entry, in order."""

    @cached_property
    def text(self) -> Text:
        """The file that the listing was read from."""
        return self.document.text

    @cached_property
    def papers(self) -> tuple[Entry, ...]:
        """The entries about papers, in order."""
        return tuple([entry for entry in self.entries if entry.kind is Kind.PAPER])

    @cached_property
    def names(self) -> tuple[tuple[Span, str], ...]:
        """The names of authors of papers that have two words or more, each with its place."""
        found: list[tuple[Span, str]] = []
        for entry in self.papers:
            for part in entry.authors:
                for name in names_of(part.value, entry.listed).names if " " in part.value else ():
                    start = self.text.content.find(name, part.span.start, part.span.end)
                    if " " in name and start >= 0:
                        found.append((make_span((start, start + len(name))), name))
        return tuple(found)

    @cached_property
    def venues(self) -> dict[str, str]:
        """The venue that each heading or category is of; learned when first asked for."""
        from bot.listing.badges import find_venues_of

        headings = [((each.outer, each.level), each.heading) for each in self.sections]
        return find_venues_of(headings, {words for each in self.entries for words in each.category.split("\n")})

    @cached_property
    def misdated(self) -> frozenset[str]:
        """The headings whose year is that of the list, or of reading: the arXiv ids of most papers below disagree."""
        from bot.listing.dates import date_of_heading

        dates = ((index, date_of_heading(each.heading)) for index, each in enumerate(self.sections))
        years = {index: date.year for index, date in dates if date is not None}
        known, fitting = Counter[int](), Counter[int]()
        for entry in self.entries if years else ():
            month, index = entry.announced, entry.section
            while month is not None and index >= 0:
                if index in years:
                    known[index] += 1
                    fitting[index] += 0 <= years[index] - month.year <= 1
                index = self.sections[index].outer
        return frozenset(
            without_emoji(self.sections[index].heading)
            for index, count in known.items()
            if count >= _FEWEST_KNOWN and fitting[index] < _SHARE_FITTING * count
        )

    @cached_property
    def contents(self) -> frozenset[int]:
        """The sections that are a table of contents: below the heading are links into the page, and nothing else.

        The first heading names the list, whatever is below it.
        """
        headings = [
            index for index, each in enumerate(self.sections) if each.heading and each.kind is SectionKind.HEADING
        ][1:]
        starts = [each.span.start for each in self.document.links]
        found = []
        for index, following in zip(headings, (*headings[1:], None), strict=False):
            section = self.sections[index]
            end = self.sections[following].span.start if following is not None else len(self.text.content)
            links = self.document.links[bisect_right(starts, section.heading_span.end) : bisect_right(starts, end)]
            if len(links) > 1 and not section.entries and all(each.href.startswith("#") for each in links):
                found.append(index)
        return frozenset(found)

    @cached_property
    def quoted(self) -> tuple[Span, ...]:
        """What entries quote below their titles, in order: behind a `</summary>`, in a `<blockquote>`."""
        content = self.text.content
        if "</summary" not in content and "<blockquote" not in content:
            return ()
        found: list[Span] = []
        for tag in _QUOTES.finditer(content):
            entry = self.entry_at(tag.start())
            if entry is None or tag.end() >= entry.span.end or (found and tag.start() < found[-1].end):
                continue
            if entry.title is None or entry.title.span.end <= tag.start():
                closing = _END_OF_QUOTE.search(content, tag.end(), entry.span.end)
                found.append(Span(tag.end(), closing.start() if closing else entry.span.end))
        return tuple(found)

    @cached_property
    def _urls(self) -> list[Span]:
        return sorted(link.url_span for link in self.document.links if link.url_span is not None)

    def is_in_url(self, span: Span) -> bool:
        """Whether a place is in the address of a link."""
        index = bisect_right(self._urls, span.start, key=lambda each: each.start) - 1
        return index >= 0 and self._urls[index].contains(span)

    def entry_at(self, offset: int) -> Entry | None:
        """The entry that an offset is in, or at whose end it is."""
        index = bisect_right(self.entries, offset, key=lambda entry: entry.span.start) - 1
        return self.entries[index] if index >= 0 and offset <= self.entries[index].span.end else None

    def in_section(self, section: Section) -> tuple[Entry, ...]:
        """The entries of one section, in order."""
        return tuple(self.entries[index] for index in section.entries)


_QUOTES = lazy_pattern(r"</summary\s*>|<blockquote\b[^>]*>")
_END_OF_QUOTE = lazy_pattern(r"</(?:details|blockquote)\b")


class ListedEntry(NamedTuple):
    """An entry in its list."""

    listing: Listing
    entry: Entry


class Touch(IntFlag):
    """What the change that a run is about did to an entry; both to a new one."""

    NOT = 0
    MOVED = 1
    """It was put elsewhere, or has another date or work: its order is new."""
    EDITED = 2


class ListedMention(NamedTuple):
    """A paper that a text outside of entries links to, in its list."""

    listing: Listing
    mention: Mention


@dataclass(frozen=True)
class Catalog:
    """The lists of a run, read together; its indexes are built when first asked for."""

    listings: tuple[Listing, ...]
    touches: Mapping[tuple[str, Span], Touch] = field(default_factory=dict)
    """What the change of the run did to entries, by path and span; those that it left alone are missing."""

    def touch(self, listing: Listing, entry: Entry) -> Touch:
        """What the change of the run did to `entry`."""
        return self.touches.get((listing.text.path, entry.span), Touch.NOT)

    def entries_of(self, listing: Listing) -> Sequence[Entry]:
        """All entries, in order; those that the change touched come last, as if they were added last.

        So a finding about two entries is about the one that the change touched.
        """
        if not self.touches:
            return listing.entries
        return sorted(listing.entries, key=lambda entry: self.touch(listing, entry))

    @cached_property
    def _papers(self) -> list[ListedEntry]:
        """Those that name papers in all lists, as `papers` orders them."""
        found = [ListedEntry(own, entry) for own in self.listings for entry in own.entries if entry.names_paper]
        return sorted(found, key=lambda each: self.touch(*each)) if self.touches else found

    @cached_property
    def by_work(self) -> Mapping[Identifier, Sequence[ListedEntry]]:
        """Each paper's entries, in order of list and place, what the change touched last."""
        return group_pairs([(each.entry.work, each) for each in self._papers if each.entry.work is not None])

    @cached_property
    def by_title(self) -> Mapping[str, Sequence[ListedEntry]]:
        """The entries of papers under each title, compared without case, accents and punctuation; else as `by_work`."""
        titled = [(each, each.entry.title) for each in self._papers]
        return group_pairs([(key, each) for each, title in titled if title and (key := title_key(title.value))])

    @cached_property
    def shared_titles(self) -> frozenset[str]:
        """The titles, as in `by_title`, that more than one place has."""
        own, shown = self.by_title, self.mentions_by_title
        several = [title for each in (own, shown) for title, places in each.items() if places[1:]]
        return frozenset(several).union(own.keys() & shown.keys())

    @cached_property
    def mentions_by_title(self) -> Mapping[str, Sequence[ListedMention]]:
        """The papers under each title that texts outside of entries link to, such as news."""
        shown = ((own, each.mentions) for own in self.listings for each in own.skipped if each.reason not in HIDDEN)
        mentions = (ListedMention(own, each) for own, found in shown for each in found)
        titled = ((title_key(each.mention.title or ""), each) for each in mentions)
        return group_pairs((title, each) for title, each in titled if title)

    @cached_property
    def topic(self) -> frozenset[str]:
        """The stems of the words that many titles share."""
        return common_stems({each.entry.title.value for each in self._papers if each.entry.title is not None})


def without_emoji(heading: str) -> str:
    """Leave out the codes of emoji, such as `:memo:`, which are not words."""
    return " ".join(_EMOJI.sub(" ", heading).split())


def named_paper(entry: Entry) -> tuple[Link, Identifier] | None:
    """The paper on arXiv that the entry is about, with the link that names it: the main one, or the title's own."""
    if entry.title is None:
        return None
    titled = (link for link in entry.links if link.span.contains(entry.title.span))
    for link in (*((entry.link,) if entry.link else ()), *titled):
        identifier = identify(link.href).identifier
        if identifier is not None and identifier.scheme is Scheme.ARXIV:
            return link, identifier
    return None
