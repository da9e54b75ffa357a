"""Where the facts of its paper are in the source of an entry; and what the entries a new one is modelled on share."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from itertools import chain, islice, takewhile
from typing import TYPE_CHECKING, NamedTuple

from bot.listing import Carrier
from bot.listing.model import arxiv_of
from bot.listing.skeleton import (
    LONGEST,
    DateStyle,
    Fact,
    Group,
    Mark,
    Slot,
    Words,
    announces_paper,
    form_of,
    leads_to_paper,
    plain,
    walk,
)
from bot.papers.dates import DateFormat, find_dates, read_date_label
from bot.papers.identifiers import identify
from bot.papers.name_lists import NameStyle, count_names, find_names, read_style
from bot.papers.names import NameForm
from bot.papers.venues import find_venues, names_archive
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.listing import Entry, Listing
    from bot.listing.skeleton import Line, Node
    from bot.papers.dates import PartialDate


_GAP = "\x00"
"""Stands for a character of what is marked already."""
_FIELD = lazy_pattern(r"""[^\x00*_()\[\]{}|<>"“”\r\n]+""")
_FIRST_AUTHOR = lazy_pattern(
    r"(?<![\w.-])(?P<name>[^\W\d_a-z][\w'’.-]*(?: [\w'’.-]+){0,4})"
    r"(?: ?\([^()\x00\r\n]{2,80}\)(?P<behind>,? ?et\.? al\b\.?)|(?P<set_off>,? ?([*_]{1,2})et\.? al\b\.?\4))"
)
"""The first author with an affiliation behind, or others in italics or bold: `Wu *et al.*`."""
_AUTHOR = lazy_pattern(r"author", re.IGNORECASE)
"""Words over a column of authors."""
_FIRST_ALONE = NameStyle(NameForm.FULL, ", ", ", ", most=1)
_MARKUP = lazy_pattern(r"[<>\[\]\n]")
_HTML_URL = lazy_pattern(r"""https?://[^\s"'<>)]+""")
_DATED_BADGE = lazy_pattern(
    r"/badge/(?:[^/?#]*?(?<!\d)(?=\d+\.)|arxiv[_-])(\d{2,4}\.\d\d|(?:19|20)\d\d)-\w", re.IGNORECASE
)
"""A picture with a month or the year of a preprint: `badge/arXiv-24.05-red`."""
_LEAD = lazy_pattern(
    r"[\W\d]*?((?:[^\W\d]|\d(?=[\w-]))[\w.+@'’-]*(?: [\w.+@-]+){0,3})(?:\][*_`]{0,3}|[*_`]{1,3})(?:\W{0,6})"
)
"""A few words set off in bold, italic, code or brackets in front of a title."""
_CELL = lazy_pattern(r"(?<=\|)[ \t*_`\[]*([^|\[\]\r\n]*?)(?:\]\([^()|\s]*\))?[ \t*_`\]]*(?=\|)")
"""What a cell holds, without the signs around it and the address of its link."""
_MOST_NAME_WORDS = 4
_AHEAD_OF_AUTHORS = -1
"""The place of a name that the authors are between and the title; others are numbers of cells, or 0."""
_PREPRINT = lazy_pattern(r"(?<![^\W\d_])(?<![/.])(?:ar[Xx]i[vV]|Ar[Xx]i[vV]|ARXIV|[Pp]reprint|CoRR)(?!\w)")
_PREPRINT_AS_VENUE = lazy_pattern(
    rf"{_PREPRINT.pattern}[ ,:'’*_]{{0,3}}(?:[12]\d)?\d\d(?![\d.]*\d)|\|[ *_]*{_PREPRINT.pattern}[ *_]*\|"
)
"""A preprint with a year behind, or alone in a cell: what a list writes in the place of a venue."""
_NUMBERS = {
    Carrier.NUMBERED: lazy_pattern(r"[ \t>]*(\d{1,9})[.)]"),
    Carrier.HEADING: lazy_pattern(r"[ \t>]*#{1,6}[ \t]+(\d{1,4})[.)](?!\d)"),
    Carrier.ROW: lazy_pattern(r"[ \t>]*\|?[ \t]*(\d{1,4})[ \t]*\|"),
}
_SHARE_OF_NAMES = 0.5
"""The share of entries that must have something in the place of a name for that to be the list's way."""
_SHARE_OF_DISTINCT = 0.7


def find_number(carrier: Carrier, source: str) -> re.Match[str] | None:
    """The number that an entry begins with, as its first group."""
    pattern = _NUMBERS.get(carrier)
    return pattern.match(source) if pattern is not None else None


def names_preprint(text: str) -> bool:
    """Whether an entry says where its paper is by words such as `arXiv 2024`."""
    return _PREPRINT_AS_VENUE.search(text) is not None


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
    if number is not None and entry.carrier is not Carrier.ROW:
        taken.add(Mark(*number.span(1), Slot.NUMBER))
    if (value := arxiv_of(entry)) is not None:
        for match in re.finditer(rf"(?<!\d)(?<!\d\.){re.escape(value)}(?:v\d+)?(?!\d)", source):
            taken.add(Mark(match.start(), match.end(), Slot.ID))
        digits = re.escape(value[:4])
        for match in re.finditer(rf"(?i)\b(?:arxiv|preprint|corr)[ :]{{0,2}}({digits})(?![\d.])", source):
            taken.add(Mark(match.start(1), match.end(1), Slot.DATE, DateStyle(DateFormat.YYMM, padded=True)))
    if entry.date is not None and (label := _label(entry, source, offset)) is not None:
        taken.add(label)
    taken.add_all(_venues(taken.masked))
    for match in _PREPRINT.finditer(taken.masked):
        taken.add(Mark(match.start(), match.end(), Slot.PREPRINT))
    own = [date.year for date in (entry.announced, entry.date.value if entry.date else None) if date is not None]
    for date in find_dates(taken.masked):
        if date.value is None or not own or date.value.year >= min(own):  # no `PASCAL VOC 2012`
            taken.add(Mark(date.start, date.end, Slot.DATE, DateStyle(date.format, date.padded)))
    if number is not None:
        taken.add(Mark(*number.span(1), Slot.NUMBER))
    taken.add_all(_authors(entry, taken.masked.replace("\N{NO-BREAK SPACE}", " "), offset))
    return sorted(taken.marks)


class _Taken:
    """Marks that do not overlap, and the source with what they mark blanked out."""

    def __init__(self, source: str) -> None:
        self.masked = source
        self.marks: list[Mark] = []

    def add(self, mark: Mark) -> None:
        """Add a mark, unless it is empty or overlaps one that is there."""
        if mark.start < 0 or mark.end <= mark.start or mark.end > len(self.masked):
            return
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
    name, _, rest = entry.title.value.partition(":")
    behind = written.find(rest.strip(), len(name)) if rest.strip() and written.startswith(name) else -1
    if behind > 0 and written[len(name) : behind].strip(" :"):
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
        is_own = is_own or (value is not None and value in href)
        start, end = span.start - offset, span.end - offset
        bare = source[start:end].strip()
        bare = bare if "[" in bare else bare.rstrip("]")
        start += source[start:end].find(bare)
        dated = None if is_own else _DATED_BADGE.search(source, start, start + len(bare))
        if dated is not None and (readings := read_date_label(dated[1])):
            yield Mark(*dated.span(1), Slot.DATE, DateStyle(readings[0].format, readings[0].padded))
        else:
            yield Mark(start, start + len(bare), Slot.URL if is_own else Slot.OTHER_URL)
    for match in _HTML_URL.finditer(source):  # what is no link of the entry, such as the address of a picture
        yield Mark(match.start(), match.end(), Slot.URL if value is not None and value in match[0] else Slot.OTHER_URL)


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
        mark = Mark(venue.start, venue.end + is_open, slot)
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
            yield Mark(start, end, Slot.AUTHORS, _FIRST_ALONE if is_first and not style.others else style)


def _with_names(sources: list[Source]) -> list[Source]:
    """The sources, with marks of names that stand apart where that is the way of the list.

    A name is what is in one place of most sources, another one each time, and what some titles begin with.
    """
    found = [_names_apart(source) for source in sources]
    of_titles = Counter(place for places in found for place, (_, is_of_title) in places.items() if is_of_title)
    if not of_titles:
        return sources
    place = max(of_titles, key=lambda each: of_titles[each])
    marks = [places[place][0] if place in places else None for places in found]
    names = [
        source.text[mark.start : mark.end] for source, mark in zip(sources, marks, strict=True) if mark is not None
    ]
    if len(names) < _SHARE_OF_NAMES * len(sources) or len(set(names)) < _SHARE_OF_DISTINCT * len(names):
        return sources
    return [
        source if mark is None else source._replace(marks=tuple(sorted((*source.marks, mark))))
        for source, mark in zip(sources, marks, strict=True)
    ]


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
    mark = Mark(span.start - offset, span.end - offset, slot)
    is_new = mark.start >= 0 and _is_free(source, mark.start, mark.end)
    return source._replace(marks=tuple(sorted((*source.marks, mark)))) if is_new else source


def _is_free(source: Source, start: int, end: int) -> bool:
    return all(mark.end <= start or end <= mark.start for mark in source.marks)


_COMMON = 0.5
"""The share of models that must have words, for these to belong to all entries."""
_ORNAMENT = 0.9
"""The same for a picture or a sign, which may say something of the paper."""
_FEWEST_ORNAMENTS = 5
_PROSE = 3
"""Words in a row that say something of one paper, unless nearly all entries have them."""
_PARTS_OF_DATE = lazy_pattern(r"(\w+)")
_NEVER_SHORT = lazy_pattern(r"\b(?:may|june|july)\b", re.IGNORECASE)
_LETTER = lazy_pattern(r"[^\W\d_]")
_ANY_YEAR = lazy_pattern(r"(?<![\w=#/.-])(?:19|20)\d\d(?!\w)")
_FEWEST_BARE = 2
"""Models without a venue that show how preprints are written."""
_FEWEST_PROOFS = 3
"""Models from which those words belong to all entries that most have."""
_FEW_AUTHORS = 3
"""Authors that are all named in lists that write `et al.` for more."""


@dataclass(frozen=True, slots=True)
class Style:
    """What the models have in common."""

    words: frozenset[str]
    """Words that belong to all entries."""
    ornaments: frozenset[str]
    form: str
    """The address of a paper with `{id}` in it."""
    label: str
    """What the link to the paper is called."""
    preprint: str
    """How a preprint is called; empty where the models say nothing of that."""
    linked: str
    """The same in the label of a link."""
    padded: bool
    """Whether months and days below ten carry a zero."""
    is_unproven: bool = False
    """Whether there are too few models to tell the words of all entries from what one says of its paper."""
    longest: int = 0
    """The authors that two entries name at least, of those that name all of theirs; 0 where not even two do."""
    whole: NameStyle | None = None
    """How all authors are written, as far as possible where they are three or more: two do not show what joins more."""
    shortened: NameStyle | None = None
    """How the first of them are written with `et al.` behind."""

    months: tuple[Fact, ...] = ()
    """Dates with the name of a month."""

    def for_date(self, fact: Fact, date: PartialDate | None) -> Fact:
        """The date that shows how one of a model is written: one of the same month, as lists shorten long names only.

        Where there is none May, June and July do not show how others are shortened.
        """
        if fact not in self.months or date is None:
            return fact
        alike = [each for each in self.months if len(each.text.split()) == len(fact.text.split())]
        same = next((each for each in alike if _month_of(each) == date.month), None)
        clear = (each for each in (fact, *alike) if not _NEVER_SHORT.search(each.text))
        return same or next(clear, fact)

    def for_authors(self, style: NameStyle, count: int) -> NameStyle:
        """How so many authors are written where a model has `style`: lists name all authors where they are few."""
        if not style.others:
            if self.shortened is not None and count > self.longest:
                return self.shortened
            return self.whole if self.whole is not None and count > 2 else style
        is_short = self.whole is not None and count <= self.longest <= _FEW_AUTHORS
        return self.whole if is_short and self.whole is not None else style


def learn_style(shapes: Sequence[tuple[Source, tuple[Line, ...]]], elsewhere: Sequence[str] = ()) -> Style:
    """Learn what the models have in common; `elsewhere` is how the list calls preprints in other entries."""
    models = [list(walk([node for line in lines for node in line.nodes])) for _, lines in shapes]
    nodes = list(chain.from_iterable(models))
    facts = [node for node in nodes if isinstance(node, Fact)]
    words = Counter(chain.from_iterable({each.text for each in model if isinstance(each, Words)} for model in models))
    runs = [[node for node in model if isinstance(node, Fact) and node.slot is Slot.AUTHORS] for model in models]
    first = [facts[0] for facts in runs if facts]
    authors = [(each.style, count_names(each.text, each.style)) for each in first if isinstance(each.style, NameStyle)]
    styles: Counter[NameStyle] = Counter()
    for style, count in authors:
        styles[style] += 1 if style.others or count > 2 else 0
    bare = chain.from_iterable(walk(line.nodes, into_links=False) for _, lines in shapes for line in lines)
    preprints = [each.text for each in facts if each.slot is Slot.PREPRINT]
    is_bare = _are_bare(models)
    apart = [node.text for node in bare if isinstance(node, Fact) and node.slot is Slot.PREPRINT]
    return Style(
        words=_common_words(words, len(models)),
        ornaments=_ornaments(words, len(models)),
        form=_most_common(
            (form_of(each.text) for each in facts if each.slot is Slot.URL), "https://arxiv.org/abs/{id}"
        ),
        label=_most_common(map(_label_of, models), "paper"),
        preprint=_most_common_preprint([] if is_bare else apart or elsewhere),
        linked=_most_common_preprint([] if is_bare else preprints or elsewhere),
        padded=_is_padded(facts),
        is_unproven=len(models) < _FEWEST_PROOFS,
        months=tuple(each for each in facts if each.slot is Slot.DATE and _LETTER.search(each.text)),
        longest=next(islice(sorted((count for style, count in authors if not style.others), reverse=True), 1, None), 0),
        whole=next((style for style, _ in styles.most_common() if not style.others), None),
        shortened=next((style for style, times in styles.most_common() if style.others and times > 1), None),
    )


def _common_words(counts: Counter[str], models: int) -> frozenset[str]:
    """Find the words that belong to all entries: no venue and no year, which are one paper's."""
    least, most = max(1 if models < 4 else 2, math.ceil(_COMMON * models)), math.ceil(_ORNAMENT * models)
    common = (text for text, count in counts.items() if count >= (least if len(text.split()) < _PROSE else most))
    words = (text for text in common if any(map(str.isalnum, text)) and not _ANY_YEAR.search(text))
    return frozenset(text for text in words if not find_venues(text))


def _ornaments(counts: Counter[str], models: int) -> frozenset[str]:
    """Find the pictures and signs that all entries have."""
    most = max(_FEWEST_ORNAMENTS, math.ceil(_ORNAMENT * models))
    return frozenset(text for text, count in counts.items() if count >= most)


def _label_of(model: Iterable[Node]) -> str:
    """What the first link of a model is called that announces its paper."""
    links = (node for node in model if isinstance(node, Group) and node.target is not None)
    own = (link.children for link in links if leads_to_paper(link.target or ()))
    labels = (plain(nodes) for nodes in own if all(getattr(each, "slot", None) is not Slot.ID for each in walk(nodes)))
    return next(filter(announces_paper, labels), "").strip("[]() *_`")


def _month_of(fact: Fact) -> int | None:
    return next((found.value.month for found in find_dates(fact.text) if found.value is not None), None)


def _is_padded(facts: Iterable[Fact]) -> bool:
    """Whether most months and days below ten carry a zero."""
    styles = (each.style for each in facts if each.slot not in (Slot.URL, Slot.PREPRINT))
    padded = Counter(style.padded for style in styles if isinstance(style, DateStyle))
    return padded[True] >= padded[False]


def _most_common(values: Iterable[str], usual: str) -> str:
    """Find the first of the most frequent values; `usual` where none says anything."""
    counts = Counter(filter(None, values))
    return max(counts, key=lambda value: counts[value], default=usual)


def _most_common_preprint(written: Sequence[str]) -> str:
    """The first preprint that is called as most are."""
    counts = Counter(map(_without_date, written))
    return max(written, key=lambda text: counts[_without_date(text)], default="")


def _are_bare(models: Sequence[Sequence[Node]]) -> bool:
    """Whether most models that name no venue name nothing in its place: preprints are not called anything there."""
    slots = [{node.slot for node in model if isinstance(node, Fact)} for model in models]
    called = [Slot.PREPRINT in each for each in slots if Slot.VENUE not in each]
    return called.count(False) >= max(_FEWEST_BARE, called.count(True) + 1)


def _without_date(preprint: str) -> str:
    """How a preprint is called, with the format of its date instead of that."""
    for found in find_dates(preprint):
        return f"{preprint[: found.start]}{found.format}{preprint[found.end :]}"
    return re.sub(r"\d", "0", preprint)


def separate_as(model: str, date: str) -> str:
    """A date with what stands between the parts of another one: `3rd Apr., 2023`."""
    old, new = _PARTS_OF_DATE.split(model), _PARTS_OF_DATE.split(date)
    if len(old) != len(new):
        return date
    return "".join(part if index % 2 else gap for index, (gap, part) in enumerate(zip(old, new, strict=True)))
