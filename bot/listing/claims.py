"""What an entry says of its paper beside the title: who wrote it, where and when it was published.

Lists write this in many places: behind the title or before it, in lines below, in columns, with a label or without.
A text counts only if all of it reads as names, or as a venue with or without a year. What is in doubt is not a claim.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bot.document import Prose, Style
from bot.listing.parts import Carrier
from bot.listing.segments import SegmentKind, split_segments
from bot.papers.names import AuthorList, may_be_institution, read_authors
from bot.papers.venues import VenueMention, find_venues, is_date_or_venue
from bot.text import Span, StrEnum, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.listing.model import Entry


class Topic(StrEnum):
    """What a label or the header of a column announces."""

    NONE = ""
    AUTHORS = "authors"
    VENUE = "venue"
    YEAR = "year"
    OTHER = "other"


class Place(NamedTuple):
    """Where in an entry something is: entries of a list that are made alike have the same things in the same places."""

    prose: int
    """0 for the head, then the lines below it; for a row its columns."""
    style: int
    bracketed: bool
    is_before_title: bool


class ClaimedAuthors(NamedTuple):
    """Names in an entry; `certain` where a label, a column or "et al." says that they are authors."""

    authors: AuthorList
    span: Span
    certain: bool
    place: Place


class ClaimedVenue(NamedTuple):
    """A venue in an entry, as written without its year."""

    text: str
    span: Span
    mention: VenueMention | None
    """None where the venue is not a known one."""
    year: int | None


class ClaimedYear(NamedTuple):
    """A year in an entry that no venue is beside."""

    year: int
    span: Span


class Claims(NamedTuple):
    """Everything that an entry says of its paper, as far as it is beyond doubt."""

    authors: tuple[ClaimedAuthors, ...] = ()
    venues: tuple[ClaimedVenue, ...] = ()
    years: tuple[ClaimedYear, ...] = ()


class _Piece(NamedTuple):
    """A stretch of a prose without any mark inside."""

    prose: Prose
    start: int
    end: int
    topic: Topic
    place: Place

    @property
    def text(self) -> str:
        return self.prose.text[self.start : self.end]

    def span(self, start: int, end: int) -> Span:
        return self.prose.span(self.start + start, self.start + end)


_LABELS = (
    (Topic.AUTHORS, lazy_pattern(r"(?:paper )?authors?(?:\(s\))?|written by|by|作者|著者", re.IGNORECASE)),
    (
        Topic.VENUE,
        lazy_pattern(
            r"(?:publication |publishing )?venues?|conf(?:erence)?s?|journals?|published(?: (?:in|at|by))?"
            r"|publications?|(?:conference|venue|journal) ?[/&] ?(?:conference|venue|journal|year)|pub\.?"
            r"|会议|期刊|发表",
            re.IGNORECASE,
        ),
    ),
    (Topic.YEAR, lazy_pattern(r"years?|年份?", re.IGNORECASE)),
)
_LABEL = lazy_pattern(r"[\s*_>•·-]*([^\W\d_][\w ()/&.]{0,30}?)[\s*_]*[:：]\s*")
_BY = lazy_pattern(r"[\s\-–—,.·|]*\bby:?\s+", re.IGNORECASE)
_CUT = lazy_pattern(r"(?<=[^\W\d_]{2})(?<!\bProc)(?<!\bConf)(?<!\bIntl)(?<!\bTrans)\.\s+(?=\S)|\s+[-–—|·•]\s+|\n")
"""Where one statement ends and the next begins; not behind an initial, nor behind what a venue begins with."""
_LEADING_TO_VENUE = lazy_pattern(
    r"[\s,.;(]*\b(?:(?:in|at|proc|proceedings|of|the|intl|international|conf|conference|on|ieee|cvf|acm|annual)\b[\s.,/]*)+$",
    re.IGNORECASE,
)
"""Words in front of the short name of a venue that belong to it."""
_LONGEST_LEAD = 60
"""Characters of such words."""
_BARE_YEAR = lazy_pattern(r"\W*((?:19|20)\d\d)\W*")
_CLOSING_YEAR = lazy_pattern(r"(?:[\s,(]*\b((?:19|20)\d\d)|\s?['’](\d\d))\W*$")
_VENUE_WORDS = lazy_pattern(
    r"\b(?:Conference|Symposium|Workshop|Congress|Meeting|Journal|Transactions|Proceedings|Annals|Letters|Forum)\b"
)
_TOPIC = lazy_pattern(r"\b(?:Conference|Symposium|Workshop|Congress|Meeting) (?:on|of|for) [\w ]*$")
_SMALL = frozenset("of on for in the and at a an to de la und to with".split())
_AROUND = " \t\n,;:-–—|·"
_COLONS = frozenset(":：")
_LONGEST_LABEL = 30
_LONGEST_YEAR = 30
"""Characters of a year with what is around it."""
_LONGEST_VENUE = 120
_LONGEST_AUTHORS = 4_000
_FEWEST_WORDS = 3
"""Characters of a venue and of a list of names, at most; words of a venue that no table knows, at least."""


def read_claims(entry: Entry) -> Claims:
    """Read what an entry says of its paper."""
    authors: list[ClaimedAuthors] = []
    venues: list[ClaimedVenue] = []
    years: list[ClaimedYear] = []
    for piece in (piece for piece in _pieces(entry) if piece.end - piece.start <= _LONGEST_AUTHORS):
        for part in _statements(piece):
            _read(part, authors, venues, years)
    return Claims(tuple(authors), tuple(venues), tuple(years))


def _pieces(entry: Entry) -> Iterator[_Piece]:
    column, start, end = entry.title_place
    if entry.carrier in (Carrier.ROW, Carrier.RECORD):
        for number, cell in enumerate(entry.cells):
            header = entry.columns[number] if number < len(entry.columns) else ""
            title = (start, end) if number == column else (0, 0)
            topic = _topic(header.strip(" *_:")) if number != column else Topic.NONE
            yield from _cut(cell, number, title, topic)
    else:
        yield from _cut(entry.head, 0, (start, end))
    for number, prose in enumerate(entry.details, start=len(entry.cells) or 1):
        yield from _cut(prose, number, (0, 0))


def _topic(words: str) -> Topic:
    """What a label or a header announces; OTHER for one that announces something else."""
    found = next((topic for topic, pattern in _LABELS if pattern.fullmatch(words)), None)
    return found if found is not None else Topic.OTHER if words else Topic.NONE


def _cut(prose: Prose, number: int, title: tuple[int, int], topic: Topic = Topic.NONE) -> Iterator[_Piece]:
    """The stretches of a prose between title, links, brackets, breaks and changes of style."""
    if not prose.text.strip():
        return
    label = topic
    for segment in split_segments(prose).segments:
        if segment.kind in (SegmentKind.BREAK, SegmentKind.IMAGE):
            label = topic if segment.kind is SegmentKind.BREAK else label
            continue
        if segment.kind is SegmentKind.CODE:
            continue
        bracketed = segment.kind is SegmentKind.GROUP
        begin, stop = segment.start + bracketed, segment.end - bracketed
        for first, last in _outside(begin, stop, title):
            for one, two in _styled(prose, first, last):
                if (named := _read_label(prose.text, one, two)) is not None:
                    label = named
                    continue
                style = prose.runs[prose.run_at(two - 1)].style & _STYLES
                yield _Piece(prose, one, two, label, Place(number, style, bracketed, two <= title[0]))
                if "\n" in prose.text[one:two]:
                    label = topic


def _read_label(text: str, start: int, end: int) -> Topic | None:
    """What `text[start:end]` announces, in a style of its own and with a colon; None where it is not a label."""
    words = text[start:end].strip(" *_:：\n-•·")
    if not words or len(words) > _LONGEST_LABEL or "," in words:
        return None
    named = _topic(words)
    if named is not Topic.OTHER:
        return named
    is_label = text[start:end].rstrip()[-1:] in _COLONS or text[end : end + 2].lstrip()[:1] in _COLONS
    return named if is_label and not is_date_or_venue(words) else None


def _outside(start: int, end: int, title: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The parts of a range that are not in the title."""
    if start < min(end, title[0]):
        yield start, min(end, title[0])
    if max(start, title[1]) < end:
        yield max(start, title[1]), end


_STYLES = Style.BOLD | Style.ITALIC


def _styled(prose: Prose, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a range that are in one style."""
    cursor, style = start, -1
    for run, begin in zip(prose.runs, prose.starts, strict=True):
        if begin + len(run.value) <= start or begin >= end:
            continue
        if style not in (-1, run.style & _STYLES) and run.value.strip():
            if cursor < max(begin, start):
                yield cursor, max(begin, start)
            cursor = max(begin, start)
        style = run.style & _STYLES if run.value.strip() else style
    if cursor < end:
        yield cursor, end


def _statements(piece: _Piece) -> Iterator[_Piece]:
    """The statements of a piece, each with the label in front of it."""
    cursor = 0
    text = piece.text
    for stop, after in [*((cut.start(), cut.end()) for cut in _CUT.finditer(text)), (len(text), len(text))]:
        if text[cursor:stop].strip():
            start, topic = cursor, piece.topic
            if label := _LABEL.match(text, cursor, stop):
                named = _topic(label[1].strip())
                start, topic = (label.end(), named) if named is not Topic.OTHER else (start, Topic.OTHER)
            yield _Piece(piece.prose, piece.start + start, piece.start + stop, topic, piece.place)
        cursor = after


def _read(piece: _Piece, authors: list[ClaimedAuthors], venues: list[ClaimedVenue], years: list[ClaimedYear]) -> None:
    """Add what a statement says, if it is nothing but names, a venue and a year."""
    text, topic = piece.text, piece.topic
    if topic is Topic.OTHER:
        return
    if topic is not Topic.AUTHORS and (bare := _BARE_YEAR.fullmatch(text)):
        years.append(ClaimedYear(int(bare[1]), piece.span(bare.start(1), bare.end(1))))
        return
    mentions = find_venues(text) if topic is not Topic.AUTHORS else ()
    if mentions and _is_topic(text, mentions[0]):
        mentions = ()
    if mentions and (topic is Topic.VENUE or _is_venue(piece, mentions[0])):
        venues.append(_known(piece, mentions[0]))
        return
    end = mentions[0].start if mentions else len(text)
    if not mentions and (venue := _unknown_venue(piece)) is not None:
        venues.append(venue)
        return
    names = _read_names(piece, end, years)
    if names is not None:
        authors.append(names)
        if mentions and is_date_or_venue(text[mentions[0].start :]):
            venues.append(_known(piece, mentions[0]))


def _is_topic(text: str, mention: VenueMention) -> bool:
    """Whether the name of a journal is the last word of what a conference is about: `Symposium on AI for Science`."""
    is_word = mention.name.isalpha() and mention.name == mention.name.capitalize()
    return is_word and _TOPIC.search(text, max(mention.start - _LONGEST_LEAD, 0), mention.start) is not None


def _is_venue(piece: _Piece, mention: VenueMention) -> bool:
    """Whether a statement is nothing but a venue; its full name may be in front of the short one."""
    if len(piece.text) > _LONGEST_VENUE:
        return False
    in_full = piece.place.bracketed and mention.year is not None and all(map(_is_capitalised, piece.text.split()))
    return in_full or is_date_or_venue(piece.text)


def _known(piece: _Piece, mention: VenueMention) -> ClaimedVenue:
    return ClaimedVenue(mention.text, piece.span(mention.start, mention.end), mention, mention.year)


def _read_names(piece: _Piece, end: int, years: list[ClaimedYear]) -> ClaimedAuthors | None:
    text = piece.text[:end]
    if end < len(piece.text) and (leading := _LEADING_TO_VENUE.search(text, max(end - _LONGEST_LEAD, 0))):
        text = text[: leading.start()]
    by = _BY.match(text)
    start = by.end() if by else 0
    if closing := _CLOSING_YEAR.search(text, max(start, len(text) - _LONGEST_YEAR)):
        text = text[: closing.start()]
    found = read_authors(text[start:])
    if found is None:
        return None
    certain = piece.topic is Topic.AUTHORS or bool(by) or found.more
    is_alone = (
        len(found.names) == 1 and not found.more and (" " not in found.names[0] or (bool(closing) and not certain))
    )
    if is_alone or may_be_institution(text):
        return None
    if closing and closing[1]:
        years.append(ClaimedYear(int(closing[1]), piece.span(closing.start(1), closing.end(1))))
    lead = len(text) - len(text[start:].lstrip(f"{_AROUND}."))
    stop = _last_name_end(text)
    certain = certain and not piece.place.bracketed
    return ClaimedAuthors(found, piece.span(min(lead, stop), stop), certain, piece.place)


def _last_name_end(text: str) -> int:
    """Where the last name of a text ends: before a period, unless that belongs to an initial or to "et al."."""
    words = text.rstrip(_AROUND)
    bare = words.removesuffix(".")
    is_cut = bare == words or not bare[-3:].isalpha() or bare.endswith(" al")
    return len(words if is_cut else bare.rstrip(_AROUND))


def _unknown_venue(piece: _Piece) -> ClaimedVenue | None:
    """A venue that is not known, recognised by its label or by words such as "Symposium on"."""
    text = piece.text.strip(" ,.;:*_\n")
    if not text or len(text) > _LONGEST_VENUE:
        return None
    closing = _CLOSING_YEAR.search(text, max(len(text) - _LONGEST_YEAR, 0))
    name = (text[: closing.start()] if closing else text).strip(" ,.;:")
    if piece.topic is not Topic.VENUE:
        word = _VENUE_WORDS.search(name)
        # What is before a comma are names: `A. Name, B. Name, Symposium on ...`.
        name = name[name.rfind(",", 0, word.start()) + 1 :].strip() if word is not None else ""
        words = name.split()
        if len(words) < _FEWEST_WORDS or not all(map(_is_capitalised, words)):
            return None
    if not name or not any(char.isalpha() for char in name):
        return None
    year = None
    if closing:
        year = int(closing[1]) if closing[1] else 2000 + int(closing[2])
    start, end = piece.text.index(name), piece.text.index(text) + len(text)
    return ClaimedVenue(name, piece.span(start, end), None, year)


def _is_capitalised(word: str) -> bool:
    return not word[0].islower() or word.casefold() in _SMALL
