"""Where the facts of its paper are in the source of an entry."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, takewhile
from typing import TYPE_CHECKING, NamedTuple

from bot.listing import Carrier
from bot.listing.skeleton import LONGEST, DateStyle, Mark, Slot
from bot.listing.values import arxiv_of
from bot.papers.dates import DateFormat, find_dates, read_date_label
from bot.papers.identifiers import identify
from bot.papers.name_lists import NameStyle, find_byline, find_names, read_style
from bot.papers.names import NameForm, names_of
from bot.papers.venues import find_venues, names_archive
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.listing import Entry, Listing


_GAP = "\x00"
"""Stands for a character of what is marked already."""
_FIELD = lazy_pattern(r"""[^\x00*_()\[\]{}|<>"“”\r\n]+""")
_FIRST_AUTHOR = lazy_pattern(
    r"(?<![\w.-])(?P<name>[^\W\d_a-z][\w'’.-]*(?: [\w'’.-]+){0,4})"
    r"(?: ?\([^()\x00\r\n]{2,80}\)(?P<behind>,? ?et\.? ?al\b\.?)|(?P<set_off>,? ?([*_]{1,2})et\.? ?al\b\.?\4))"
)
"""The first author with an affiliation after it, or others in italics or bold: `Wu *et al.*`."""
_BYLINE = lazy_pattern(r"[^\x00\[\]{}|“”]+")
_GROUP = lazy_pattern(r" ?\([^()\[\]\x00\r\n]+\)")
"""Whom the authors stand for: `A. Lovelace, et al. (Engine Collaboration)`."""
_BROKEN = lazy_pattern(r"[<\n]")
"""Markup that is hardly ever between anything but authors."""
_AUTHOR = lazy_pattern(r"author", re.IGNORECASE)
"""Words over a column of authors."""
_FIRST_ALONE = NameStyle(NameForm.FULL, ", ", ", ", most=1)
_LAST_JOINT = lazy_pattern(r",? [*_]{0,2}(?:and|&)[*_]{0,2} (?=[^,]+, [^,]+\Z)")
_MARKUP = lazy_pattern(r"[<>\[\]\n]")
_HTML_URL = lazy_pattern(r"""https?://[^\s"'<>)]+""")
_FIGURE = lazy_pattern(r"arxiv\.org/html/.+\.(?:png|jpe?g|gif|svg|webp)\b", re.IGNORECASE)
"""A picture of a paper, which another one has not."""
_DATED_BADGE = lazy_pattern(
    r"/badge/(?:[^/?#]*?(?<!\d)(?=\d+\.)|arxiv[_-])(\d{2,4}\.\d\d|(?:19|20)\d\d)-\w", re.IGNORECASE
)
"""A picture with a month or the year of a preprint: `badge/arXiv-24.05-red`."""
_LEAD = lazy_pattern(
    r"[\W\d]*?((?:[^\W\d]|\d(?=[\w-]))[\w.+@'’-]*(?: [\w.+@-]+){0,3})(?:[\])][*_`]{0,3}|[*_`]{1,3})[\W_]{0,6}"
)
"""A few words set off in bold, italic, code or brackets in front of a title."""
_AFTER_NAME = lazy_pattern(r":| [-–—] ")
"""What sets a name off from the rest of the title."""
_CELL = lazy_pattern(r"(?<=\|)[ \t*_`\[]*([^|\[\]\r\n]*?)(?:\]\([^()|\s]*\))?[ \t*_`\]]*(?=\|)")
"""What a cell holds, without the signs around it and the address of its link."""
_MOST_NAME_WORDS = 4
_AHEAD_OF_AUTHORS = -1
"""The place of a name that the authors are between and the title; others are numbers of cells, or 0."""
_VERSION, _IN_NUMBER = lazy_pattern(r"(?:v\d+)?(?!\d)"), lazy_pattern(r"\d\.?$")
"""What may be after an arXiv id, and what is before one that is a part of another number."""
_MONTH_OF_ID = lazy_pattern(r"\b(?:arxiv|preprint|corr)[ :]{0,2}(\d{4})(?![\d.])", re.IGNORECASE)
_PREPRINT = lazy_pattern(r"(?<![^\W\d_])(?<![/.])(?:ar[Xx]i[vV]|Ar[Xx]i[vV]|ARXIV|[Pp]reprint|CoRR)(?!\w)")
_NUMBERS = {
    Carrier.NUMBERED: lazy_pattern(r"[ \t>]*(\d{1,9})[.)]"),
    Carrier.HEADING: lazy_pattern(r"[ \t>]*#{1,6}[ \t]+(\d{1,4})[.)](?!\d)"),
    Carrier.ROW: lazy_pattern(r"[ \t>]*\|?[ \t]*(\d{1,4})[ \t]*\|"),
    Carrier.PARAGRAPH: lazy_pattern(r"[ \t>]*(?:<a [^<>]*>|[*_]{1,2})?\[(\d{1,4})\](?!\()"),
}
_SHARE_OF_NAMES = 0.5
"""The share of entries that must have something in place of a name for that to be the list's way."""
_SHARE_OF_DISTINCT = 0.7
"""The share of different ones among short names, from which they name the papers and no topics."""


def find_number(carrier: Carrier, source: str) -> re.Match[str] | None:
    """The number that an entry begins with, as its first group."""
    pattern = _NUMBERS.get(carrier)
    return pattern.match(source) if pattern is not None else None


class Source(NamedTuple):
    """The whole lines of an entry, without the last line end, and where the facts are in them."""

    entry: Entry
    text: str
    marks: tuple[Mark, ...]


def find_sources(listing: Listing, entries: Iterable[Entry]) -> list[Source]:
    """The sources of entries that have a title, each with its marks; those too long for a model are left out."""
    found = []
    for entry in entries:
        text = listing.text
        start = text.line_around(entry.span.start).start
        span = Span(start + text.content.startswith("\ufeff", start), entry.span.end)
        if entry.title is not None and len(span) <= LONGEST:
            found.append(Source(entry, text[span], tuple(_find_marks(entry, text[span], span.start))))
    return [_with_venue(listing, source) for source in _with_names(found)]


def _find_marks(entry: Entry, source: str, offset: int) -> list[Mark]:
    """All marks but names apart, in order."""
    taken = _Taken(source)
    taken.add_all(_title(entry, source, offset))
    taken.add_all(_urls(entry, source, offset))
    number = find_number(entry.carrier, source)
    if number is not None and entry.date is not None and entry.date.span.start == offset + number.start(1):
        number = None  # `[2024]` is a year
    if number is not None and entry.carrier is not Carrier.ROW:
        taken.add(Mark(*number.span(1), Slot.NUMBER))
        # The same in the address of its place: `<a id="7">[7]</a>`.
        taken.add(Mark(at := source.find(number[1], 0, number.start(1)), at + len(number[1]), Slot.NUMBER))
    if (value := arxiv_of(entry)) is not None:
        taken.add_all(_ids(value, source))
    if entry.date is not None and (label := _label(entry, source, offset)) is not None:
        taken.add(label)
    taken.add_all(_venues(taken.masked))
    for match in _PREPRINT.finditer(taken.masked):
        taken.add(Mark(match.start(), match.end(), Slot.PREPRINT))
    own = [date.year for date in (entry.announced, entry.date.value if entry.date else None) if date is not None]
    for date in find_dates(taken.masked):
        if date.value is None or not own or date.value.year >= min(own):  # `PASCAL VOC 2012` is not a venue
            taken.add(Mark(date.start, date.end, Slot.DATE, DateStyle(date.format, date.padded)))
    if number is not None:
        taken.add(Mark(*number.span(1), Slot.NUMBER))
    taken.add_all(_authors(entry, taken.masked.replace("\N{NO-BREAK SPACE}", " "), offset))
    return sorted(taken.marks)


def _ids(value: str, source: str) -> Iterator[Mark]:
    """Where an arXiv id is written, and its month after a name: `arXiv 2401`."""
    start = source.find(value)
    while start >= 0:
        end = start + len(value)
        if (version := _VERSION.match(source, end)) and not _IN_NUMBER.search(source, max(start - 2, 0), start):
            yield Mark(start, version.end(), Slot.ID)
        start = source.find(value, end)
    for match in _MONTH_OF_ID.finditer(source):
        if match[1] == value[:4]:
            yield Mark(match.start(1), match.end(1), Slot.DATE, DateStyle(DateFormat.YYMM, padded=True))


class _Taken:
    """Marks that do not overlap, and the source with what they mark blanked out."""

    def __init__(self, source: str) -> None:
        self.masked = source
        self.marks: list[Mark] = []

    def add(self, mark: Mark) -> None:
        """Add a mark, unless it is empty or overlaps one that is there."""
        if mark.start < 0 or mark.end <= mark.start or mark.end > len(self.masked):
            return
        if isinstance(mark.style, NameStyle) and mark.style.others and (group := _GROUP.match(self.masked, mark.end)):
            mark = mark._replace(end=group.end())
        elif isinstance(mark.style, NameStyle) and self.masked.startswith(('. "', ". “"), mark.end - 1):
            style = mark.style._replace(others=mark.style.others.removesuffix("."))
            mark = mark._replace(end=mark.end - 1, style=style)
        if _GAP not in self.masked[mark.start : mark.end]:
            self.marks.append(mark)
            gap = _GAP * (mark.end - mark.start)
            self.masked = f"{self.masked[: mark.start]}{gap}{self.masked[mark.end :]}"

    def add_all(self, marks: Iterable[Mark]) -> None:
        """Add marks in order."""
        for mark in marks:
            self.add(mark)


def _title(entry: Entry, source: str, offset: int) -> Iterator[Mark]:
    """The title; in two marks where its name is set off: `**FireAct**: Toward Language Agent Fine-tuning`."""
    assert entry.title is not None  # noqa: S101 - asked only for entries with a title
    start, end = entry.title.span.start - offset, entry.title.span.end - offset
    written = source[start:end]
    name, *rest = _AFTER_NAME.split(entry.title.value, 1)
    behind = written.find(rest[0].strip(), len(name)) if rest and rest[0].strip() and written.startswith(name) else -1
    if behind > 0 and written[len(name) : behind].strip(" :-–—"):
        yield Mark(start, start + len(name), Slot.NAME)
        yield Mark(start + behind, end, Slot.REST)
    else:
        yield Mark(start, end, Slot.TITLE)


def _urls(entry: Entry, source: str, offset: int) -> Iterator[Mark]:
    """The addresses of links and images: those of the paper, and others."""
    value = arxiv_of(entry)
    links = [*entry.links, *(link.badge for link in entry.links if link.badge is not None)]
    spans = [(link.url_span, link.href, link is entry.link) for link in links if link.url_span is not None]
    for span, href, is_main in spans:
        is_own = is_main or (entry.work is not None and identify(href).identifier == entry.work)
        is_own = (is_own or (value is not None and value in href)) and not _FIGURE.search(href)
        start, end = span.start - offset, span.end - offset
        bare = source[start:end].strip()
        bare = bare if "[" in bare else bare.rstrip("]")
        start += source[start:end].find(bare)
        yield _url(source, start, start + len(bare), is_own=is_own)
    for match in _HTML_URL.finditer(source):  # what is not a link of the entry, such as the address of a picture
        is_own = value is not None and value in match[0] and not _FIGURE.search(match[0])
        yield _url(source, match.start(), match.end(), is_own=is_own)


def _url(source: str, start: int, end: int, *, is_own: bool) -> Mark:
    """An address, or the date in that of a badge."""
    dated = None if is_own else _DATED_BADGE.search(source, start, end)
    if dated is not None and (readings := read_date_label(dated[1])):
        return Mark(*dated.span(1), Slot.DATE, DateStyle(readings[0].format, readings[0].padded))
    return Mark(start, end, Slot.URL if is_own else Slot.OTHER_URL)


def _label(entry: Entry, source: str, offset: int) -> Mark | None:
    """The date that the entry is read by, unless it is the year of a venue."""
    assert entry.date is not None  # noqa: S101 - asked only for dated entries
    start, end = entry.date.span.start - offset, entry.date.span.end - offset
    if start < 0:
        return None
    line = source.rfind("\n", 0, start) + 1
    around = source[line : source.find("\n", end) if "\n" in source[end:] else len(source)]
    if any(venue.start < end - line and start - line < venue.end for venue in find_venues(around)):
        return None
    reading = next((each for each in read_date_label(source[start:end]) if each.format is entry.date.format), None)
    return Mark(start, end, Slot.DATE, DateStyle(entry.date.format, reading.padded if reading else None))


def _venues(masked: str) -> Iterator[Mark]:
    """Venues with their years; two beside each other, such as a name and its short form, are one.

    A bracket that closes within one is a part of it: `ICCV (2023)`.
    """
    last: Mark | None = None
    for venue in find_venues(masked):
        slot = Slot.PREPRINT if venue.preprint else Slot.VENUE
        is_open = venue.text.count("(") > venue.text.count(")") and masked.startswith(")", venue.end)
        words = masked[venue.start : venue.end]
        whole = words.partition("*,")[0]  # `*ICML*, 2024`: the year is apart
        mark = Mark(venue.start, venue.start + len(whole) + is_open, slot)
        if last is not None:
            if last.slot is slot is Slot.VENUE and not re.search(r"\w|\x00", masked[last.end : venue.start]):
                mark = mark._replace(start=last.start)
            else:
                yield last
        last = mark
    if last is not None:
        yield last


def _authors(entry: Entry, masked: str, offset: int) -> Iterator[Mark]:
    """The names of the authors, wherever the list as a whole shows them: an entry may have some above all of them.

    One alone in a column is often the first of several. Names that nothing else shows to be authors are so too: a list
    of one group repeats them in each entry, and none of them is to be copied into that of another paper.
    """
    if match := _FIRST_AUTHOR.search(masked):
        found = find_names(f"{match['name']} et al.")
        if found is not None and found.start == 0:
            others = match["behind"] or match["set_off"]
            yield Mark(match.start(), match.end(), Slot.AUTHORS, found.style._replace(others=others))
            return
    if entry.listed is NameForm.FAMILY_FIRST and (turned := [*_turned(entry, masked, offset)]):
        yield from turned
        return
    shown = [part.span.start - offset for part in entry.authors]
    for field in _BYLINE.finditer(masked):
        names = find_byline(masked, *field.span())
        is_shown = any(field.start() <= start < field.end() for start in shown)
        if names is not None and (is_shown or (not shown and _BROKEN.search(masked, names.start, names.end))):
            yield Mark(names.start, names.end, Slot.AUTHORS, names.style)
            return
    unread = () if entry.authors else _FIELD.finditer(masked)
    named = (names for field in unread if (names := find_names(masked, field.start(), field.end())) is not None)
    yield from (Mark(names.start, names.end, Slot.AUTHORS, names.style) for names in islice(named, 1))
    is_first = len(entry.authors) == 1 and any(map(_AUTHOR.search, entry.columns))
    for part in entry.authors:
        start, end = part.span.start - offset, part.span.end - offset
        fields = takewhile(lambda field: field.start() < end, _FIELD.finditer(masked, start))  # noqa: B023 - used at once
        runs = [names for field in fields if (names := find_names(masked, field.start(), field.end())) is not None]
        yield from (Mark(names.start, names.end, Slot.AUTHORS, names.style) for names in runs)
        style = read_style(masked[start:end]) if not runs and not _MARKUP.search(masked, start, end) else None
        if style is not None:
            end -= style.form in (NameForm.TRAILING, NameForm.JOINED) and masked.endswith(".", start, end)
            yield Mark(start, end, Slot.AUTHORS, _FIRST_ALONE if is_first and not style.others else style)


def _turned(entry: Entry, masked: str, offset: int) -> Iterator[Mark]:
    """Names with commas in them and between them, which the list as a whole tells: `Lee, Ann, Roe, Bo, and Li, Cy`."""
    for part in entry.authors:
        start, end = part.span.start - offset, part.span.end - offset
        last = _LAST_JOINT.search(masked, start, end)
        style = NameStyle(NameForm.FAMILY_FIRST, ", ", last[0] if last is not None else ", ")
        if style.write(names_of(part.value, entry.listed).names) == masked[start:end]:
            yield Mark(start, end, Slot.AUTHORS, style)


def _with_names(sources: list[Source]) -> list[Source]:
    """The sources, with marks of names that are apart where that is the way of the list.

    A name is what is in one place of most sources, another one each time, and what some titles begin with; so may be
    the words of a link in another column.
    """
    found = [_names_apart(source) for source in sources]
    of_titles = Counter(place for places in found for place, (_, is_of_title) in places.items() if is_of_title)
    most = max(of_titles.values(), default=0)
    for place in sorted(of_titles, key=lambda each: -of_titles[each]):
        marks = [places[place][0] if place in places else None for places in found]
        names = [
            source.text[mark.start : mark.end] for source, mark in zip(sources, marks, strict=True) if mark is not None
        ]
        are_many = len(names) >= _SHARE_OF_NAMES * len(sources) and 2 * of_titles[place] >= most
        if are_many and len(set(names)) >= _SHARE_OF_DISTINCT * len(names):
            sources = [_with_mark(source, mark) for source, mark in zip(sources, marks, strict=True)]
    return sources


def _with_mark(source: Source, mark: Mark | None) -> Source:
    is_new = mark is not None and mark.start >= 0 and _is_free(source, mark.start, mark.end)
    return source._replace(marks=tuple(sorted((*source.marks, mark)))) if mark is not None and is_new else source


def _names_apart(source: Source) -> dict[int, tuple[Mark, bool]]:
    """What may be a name, and whether the title begins with it.

    By its column; 0 is in front of the title, -1 in front of the authors.
    """
    title = next((mark for mark in source.marks if mark.slot is Slot.TITLE), None)
    if title is None or source.entry.title is None:
        return {}
    name = source.entry.title.value.partition(":")[0].strip().casefold()
    is_row = source.entry.carrier is Carrier.ROW
    line = source.text.rfind("|" if is_row else "\n", 0, title.start) + 1
    before = [mark for mark in source.marks if line <= mark.start and mark.end <= title.start]
    starts = {0: (max([line, *(mark.end for mark in before)]), title.start)}
    if before and before[0].slot is Slot.AUTHORS:  # the name, the authors, the title
        starts[_AHEAD_OF_AUTHORS] = (line, before[0].start)
    found = _names_in_row(source, name) if is_row else {}
    for place, (start, end) in starts.items():
        match = _LEAD.fullmatch(source.text, start, end)
        if match is not None and _is_free(source, match.start(1), match.end(1)):
            found[place] = (Mark(match.start(1), match.end(1), Slot.NAME), match[1].casefold() == name)
    return found


def _names_in_row(source: Source, name: str) -> dict[int, tuple[Mark, bool]]:
    """The short cells of a row, by their number."""
    return {
        number: (Mark(match.start(1), match.end(1), Slot.NAME), match[1].casefold() == name)
        for number, match in enumerate(_CELL.finditer(source.text), 1)
        if 0 < len(match[1].split()) <= _MOST_NAME_WORDS and _is_free(source, match.start(1), match.end(1))
    }


def _with_venue(listing: Listing, source: Source) -> Source:
    """The source, with a mark of the venue that only the list as a whole shows."""
    if source.entry.venue is None:
        return source
    span = source.entry.venue.span
    offset = listing.text.line_around(source.entry.span.start).start
    slot = Slot.PREPRINT if names_archive(source.entry.venue.value) else Slot.VENUE
    return _with_mark(source, Mark(span.start - offset, span.end - offset, slot))


def _is_free(source: Source, start: int, end: int) -> bool:
    return all(mark.end <= start or end <= mark.start for mark in source.marks)
