"""What an entry consists of, as values; and how its venue, affiliation, citations and comment are read."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from bot.judgement import Case, always, judge
from bot.listing.labels import read_link_label
from bot.listing.scores import AUTHORS, FieldKind, read_header
from bot.listing.segments import SegmentedProse, SegmentKind, split_segments
from bot.listing.shapes import GROUPS, Mark
from bot.papers.dates import DateFormat, PartialDate, find_dates
from bot.papers.name_lists import is_name_list
from bot.papers.venues import find_venues, is_date_or_venue, is_venue_with_year
from bot.text import Span, StrEnum, lazy_pattern, maker

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.document import Prose


class Carrier(StrEnum):
    """The piece of Markdown that carries an entry."""

    BULLET = "bullet"
    NUMBERED = "numbered item"
    ROW = "table row"
    PARAGRAPH = "paragraph"
    HEADING = "heading"
    HTML = "HTML block"
    RECORD = "record"
    """One record of a data file; its cells are the values, its columns the names of the fields."""


ITEMS = frozenset({Carrier.BULLET, Carrier.NUMBERED})
"""The items of lists, in which others may be nested."""


class Kind(StrEnum):
    """What an entry is about; rules on papers leave the others alone."""

    PAPER = "paper"
    OTHER = "other"


class SkipReason(StrEnum):
    """Why a block with links to papers is in no entry."""

    NEWS = "news"
    GROUP = "heads other entries"
    HEADING = "heading"
    TEXT = "running text"
    IMAGE = "image"
    COMMENT = "HTML comment"
    CODE = "code"
    UNREAD = "not part of the text"
    """A link definition, an attribute of HTML, front matter."""


HIDDEN = frozenset({SkipReason.COMMENT, SkipReason.CODE, SkipReason.UNREAD})
"""Blocks whose words no reader sees as text."""


class Part(NamedTuple):
    """A field of an entry: its value as plain text, and the span it was read from."""

    value: str
    span: Span


make_part = maker(Part)


class Parts(NamedTuple):
    """Fields of an entry that are beside title, date and link."""

    venue: Part | None = None
    """Where the paper was published, with the year if it is there: `ICLR 24`."""
    affiliation: Part | None = None
    """Where the authors work."""
    citations: Part | None = None
    """How often the paper was cited, as written."""
    comment: Part | None = None
    """The list's remark on the paper."""
    marks: tuple[Part, ...] = ()
    """Emoji such as stars that are beside the title."""


class Place(NamedTuple):
    """Where in an entry something is: entries of a list that are made alike have the same things in the same places."""

    number: int
    """0 for the head, then the details; for a row or a record its columns."""
    mark: Mark
    is_before_title: bool

    @property
    def is_bracketed(self) -> bool:
        """Whether it is in brackets."""
        return self.mark in GROUPS


class Labelled(NamedTuple):
    """What an entry has that was read as authors, a venue or a date, in one place."""

    kind: FieldKind
    part: Part
    place: Place
    label: str = ""
    """What announces it, if anything does: the words before a colon or over the column, "by"."""
    dated: Part | None = None
    """A venue with the year that is beside it and is not a date of its own."""

    @property
    def names_authors(self) -> bool:
        """Whether what announces it says that these are authors."""
        return self.label == "by" or read_header(self.label) == AUTHORS


class DateLabel(NamedTuple):
    """A date as the entry writes it; `value` is None if the label names no possible date."""

    text: str
    span: Span
    format: DateFormat
    value: PartialDate | None


_MARK = lazy_pattern(r"[\u2600-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff]\ufe0f?|:[a-z_]{3,20}:")
_CITATIONS = lazy_pattern(r"(?:^|[\s,|])(?!(?:19|20)\d\d\s*$|0\d)(\d{1,3}(?:,\d{3})+|\d{1,6})\s*$")
_AFTER_VENUE = lazy_pattern(r"[-\w]*\s*[|,;/]?\s*")
VENUE_COLUMN = lazy_pattern(r"\b(?:venues?|conf\w*|journals?|publi\w*|pub)\b|会议|期刊", re.IGNORECASE)
"""What announces venues, over a column; under `Source` may be data."""
_MAX_FIELD = 60
"""Characters of a field beside a title; longer ones are remarks."""
_MAX_NAME_WORDS = 8
"""Words in the name of an institution."""
_SMALL = frozenset("of and for the at in et al de la di".split())


def find_parts(prose: Prose, start: int, end: int, venue: Part | None) -> Parts:
    """The fields around a title: those in brackets after it, the marks before it, the venue anywhere in the head.

    The title is `prose.text[start:end]`; `venue` is what siblings have in the same place.
    """
    head = split_segments(prose)
    marks = [match for match in _MARK.finditer(head.text, 0, end) if match.end() <= start]
    parts = Parts(marks=tuple([Part(mark[0], prose.span(mark.start(), mark.end())) for mark in marks]))
    for segment in head.segments:
        if segment.kind is SegmentKind.GROUP and segment.start >= end and not _is_glued(head, segment.start):
            parts = _read_group(head, segment.start, segment.end, parts)
    return parts._replace(venue=_wider(venue, parts.venue or _find_venue(head, start, end)))


def find_parts_of_row(columns: Iterable[str], cells: Iterable[Prose], title_column: int, venue: Part | None) -> Parts:
    """The venue of a row: what siblings have in its place, or the first cell below a heading such as `Venue`."""
    for column, (header, cell) in enumerate(zip(columns, cells, strict=False)):
        words = cell.text.strip()
        is_short = column != title_column and len(words) <= _MAX_FIELD
        if is_short and VENUE_COLUMN.search(header) and find_venues(words):
            offset = cell.text.index(words)
            return Parts(venue=_wider(venue, Part(words, cell.span(offset, offset + len(words)))))
    return Parts(venue=venue)


def _wider(own: Part | None, known: Part | None) -> Part | None:
    """Return the venue that siblings have in the same place; with its year, where it is a known one."""
    if own is None or (known is not None and known.span.contains(own.span)):
        return known
    return own


def _read_group(head: SegmentedProse, start: int, end: int, known: Parts) -> Parts:
    """Add what one pair of brackets says: `(ICML 25 | UC Berkeley, 144)`, `(Tsinghua)`, `[a comment]`."""
    inner = head.text[start + 1 : end - 1]
    if not inner.strip() or read_link_label(inner.strip("[]() ")) is not None:
        return known
    is_long = len(inner) > _MAX_FIELD
    venues = () if is_long else find_venues(inner)
    if not venues and (is_long or head.text[start] in "[【"):
        is_comment = known.comment is None and not is_date_or_venue(inner)
        return known._replace(comment=_part(head, start + 1, end - 1)) if is_comment else known
    begin, stop = start + 1, end - 1
    if venues and known.venue is None:
        known = known._replace(venue=_part(head, begin + venues[0].start, begin + venues[0].end))
        begin += _end_of_venue(inner, venues[0].end)
    cited = _CITATIONS.search(head.text[begin:stop])
    if cited and not is_date_or_venue(head.text[begin:stop]):
        if known.citations is None:
            known = known._replace(citations=_part(head, begin + cited.start(1), begin + cited.end(1)))
        stop = begin + cited.start()
    rest = _Rest(head.text[begin:stop].strip(" ,|;"), known)
    role = judge(_ROLES, rest).value
    if role is _Role.COMMENT:
        return known._replace(comment=_part(head, start + 1, end - 1))
    if role is _Role.NOTHING:
        return known
    offset = head.text.index(rest.words, begin)
    part = _part(head, offset, offset + len(rest.words))
    return known._replace(venue=part) if role is _Role.VENUE else known._replace(affiliation=part)


def _end_of_venue(words: str, end: int) -> int:
    """Find where a venue ends, with what goes on with it and the separator behind."""
    match = _AFTER_VENUE.match(words, end)
    return match.end() if match else end


class _Role(Enum):
    """What is left of a pair of brackets without the venue in front and the citations at the end."""

    NOTHING = auto()
    VENUE = auto()
    AFFILIATION = auto()
    COMMENT = auto()


class _Rest(NamedTuple):
    """These words, and what is known of the entry already."""

    words: str
    known: Parts


_ROLES: tuple[Case[_Rest, _Role], ...] = (
    Case("nothing is left", lambda rest: not rest.words, _Role.NOTHING),
    Case("a date or a venue", lambda rest: is_date_or_venue(rest.words), _Role.NOTHING),
    Case("names of people", lambda rest: is_name_list(rest.words), _Role.NOTHING),
    Case("words that announce something", lambda rest: rest.words.endswith(":"), _Role.NOTHING),
    Case(
        "an unknown venue with its year",
        lambda rest: rest.known.venue is None and is_venue_with_year(rest.words),
        _Role.VENUE,
    ),
    Case(
        "the name of an institution",
        lambda rest: rest.known.affiliation is None and _is_institution(rest.words),
        _Role.AFFILIATION,
    ),
    Case("several words", lambda rest: rest.known.comment is None and len(rest.words.split()) > 1, _Role.COMMENT),
    Case("one word", always, _Role.NOTHING),
)


def _is_glued(head: SegmentedProse, start: int) -> bool:
    """Whether a bracket at `start` continues a word or a number, as in `44(1)`."""
    prose = head.prose
    return start > 0 and head.text[start - 1].isalnum() and prose.run_at(start - 1) == prose.run_at(start)


def _is_institution(words: str) -> bool:
    """Whether words may name an institution: few, and nearly all capitalised."""
    parts = words.replace("/", " ").split()
    small = sum(part[:1].islower() and part not in _SMALL for part in parts)
    return words[:1].isupper() and len(parts) <= _MAX_NAME_WORDS and small <= 1 < len(parts) + 1 - small


def _part(head: SegmentedProse, start: int, end: int) -> Part:
    return Part(" ".join(head.text[start:end].split()), head.prose.span(start, end))


def _find_venue(head: SegmentedProse, title_start: int, title_end: int) -> Part | None:
    """The first venue outside the title and outside longer remarks: behind the title, then in front of it."""
    for after in (True, False):
        for segment in head.segments:
            start = max(segment.start, title_end) if after else segment.start
            end = segment.end if after else min(segment.end, title_start)
            is_bare = segment.link is not None and segment.link.bare
            if end - start < 3 or is_bare or (segment.kind is not SegmentKind.WORDS and end - start > _MAX_FIELD):
                continue
            for venue in find_venues(head.text[start:end]):
                if not venue.preprint or not _is_label(head, start + venue.start):
                    return _part(head, start + venue.start, start + venue.end)
    return None


def _is_label(head: SegmentedProse, offset: int) -> bool:
    """Whether the words at `offset` are those of a link that says nothing else; siblings say where such are venues."""
    link = next((each for each in head.links if each.start <= offset < each.end), None)
    words = head.text[link.start : link.end] if link is not None else ""
    return bool(words) and is_date_or_venue(words) and not find_dates(words)
