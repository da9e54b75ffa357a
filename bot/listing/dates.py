"""How the date of an entry is found: every date in it that could be its own, and the choice that fits the list."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.scores import FieldKind
from bot.listing.segments import LineLabel, SegmentKind, find_labels
from bot.listing.shapes import EDGES, LINES, Shape, find_year, read_shape
from bot.listing.siblings import NOTHING
from bot.papers.dates import (
    DAY_OR_MONTH_FIRST,
    DIGIT,
    DateFormat,
    DateMention,
    PartialDate,
    find_dates,
    read_date_label,
)
from bot.papers.names import AUTHOR_YEAR
from bot.papers.venues import find_venues, is_date_or_venue
from bot.text import DIGIT_KIND, StrEnum, kinds_of, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.document import Prose
    from bot.listing.candidates import Candidate
    from bot.listing.segments import Segment, SegmentedProse
    from bot.listing.siblings import Aligned
    from bot.listing.titles import TitleCandidate


class Position(StrEnum):
    """Where in an entry a date is."""

    LABEL = "a label of its own"
    LINK = "the text of a link"
    GROUP = "a bracket with other words"
    CODE = "code"
    CELL = "a cell"
    WORDS = "running words"
    DETAIL = "a line below"


class DateCandidate(NamedTuple):
    """A date in a prose: offsets into its text, and every reading that it could have."""

    prose: Prose
    position: Position
    start: int
    end: int
    readings: tuple[DateMention, ...]
    column: int = -1
    """For a table row: the cell that the date is in."""
    label: str = ""
    """For a line below that begins with `Datasets:`: these words in small letters."""


_MAX_GROUP = 110
_MAX_DETAIL = 700
_MAX_YEAR_CELL = 60
_MAX_LEAD = 24
"""Characters before a date that say what it is the date of."""
_NEAR = 12
"""Characters between a venue and its year, at most."""
_UNKNOWN_VENUE = lazy_pattern(r"[.,;|(\n]\s+(?:[A-Za-z]*[A-Z][\w&/-]*\.?\s){1,3}$")
_PREPOSITION = lazy_pattern(r"\b(?:in|of|since|by|from|until|to|before|after|during|for|and|or)\s+$", re.IGNORECASE)
_UPDATED = lazy_pattern(
    r"(?:\b(?:updated?|as of|accessed|retrieved|deadline|expected|maintained)\b|更新)"
    r"[^\w\n]{0,3}(?:(?:on|in|at|since|until|时间|日期|于)\b)?[^\w\n]{0,3}$",
    re.IGNORECASE,
    needs=("update", "as of", "accessed", "retrieved", "deadline", "expected", "maintained", "更新"),
)
"""Leads up to the date of a change or of a look at something."""
_COUNTED = lazy_pattern(r"⭐\ufe0f? ?\d[\d.,]*[kK]? \|[^\n]{0,80}\|[^\w\n]*$", needs="⭐")
"""Leads up to the date of a repository, behind the number of its stars."""
_CITATION = lazy_pattern(rf"\((?:e\.g\.,? |see )?{AUTHOR_YEAR}\)")
_TWO_DIGITS = frozenset({DateFormat.APOSTROPHE_YY, DateFormat.YY_MM_DOT, DateFormat.YY_MM_DASH})
_QUOTES = frozenset("'’‘")
_YEAR_FOLLOWS = lazy_pattern(r"(?: ?\(\d{1,3}\))?[ ,.:]{0,3}\(?(?:19|20)\d\d(?!\d)", needs=("19", "20"))
_MAX_ISSUE = 15
"""Characters between a volume and the end of its year, and one more."""
_ENDS = lazy_pattern(r"\s*(?:[.,;|)\]:）】·]|$|\n|-\s|–)")
_BEGINS = lazy_pattern(r"(?:^|[.,;:：|(\[（【·]|\n|-|–)\s*$")


def find_date_candidates(
    prose: SegmentedProse, position: Position | None = None, column: int = -1
) -> list[DateCandidate]:
    """The dates of a prose. `position` is given for details and cells, whatever the dates are in there."""
    text = prose.text
    if (position is Position.DETAIL and len(text) > _MAX_DETAIL) or DIGIT_KIND not in (kinds := kinds_of(text)):
        return []
    labels = tuple(find_labels(text)) if position is Position.DETAIL else ()
    return [
        DateCandidate(prose.prose, position or own, start, end, readings, column, _label_at(text, start, labels))
        for segment in prose.segments
        if DIGIT_KIND in kinds[segment.start : segment.end] and segment.kind is not SegmentKind.IMAGE
        if position is not Position.DETAIL or not _cites(text, segment)
        for own, start, end, readings in _read_segment(text, segment, position)
        if not _is_of_change(text, start) and not _is_volume(text, start, end, readings)
    ]


def _is_of_change(text: str, start: int) -> bool:
    """Whether a date is that of a change, a look, or the repository whose stars are counted before it."""
    return bool(_UPDATED.search(text[max(0, start - _MAX_LEAD) : start]) or _COUNTED.search(text[:start]))


def _label_at(text: str, offset: int, labels: Sequence[LineLabel]) -> str:
    """The label of the line at `offset`, in small letters; empty if it has none."""
    line = text.rfind("\n", 0, offset) + 1
    return next((each.words.lower() for each in labels if line <= each.start < offset), "")


def _cites(text: str, segment: Segment) -> bool:
    """Whether brackets name another paper in the middle of a text: `Factcheck (Azaria and Mitchell, 2023); MMLU`."""
    is_cited = segment.kind is SegmentKind.GROUP and _CITATION.fullmatch(text, segment.start, segment.end)
    return bool(is_cited and text[: segment.start].strip() and text[segment.end :].strip(" .\n"))


def _is_volume(text: str, start: int, end: int, readings: tuple[DateMention, ...]) -> bool:
    """Whether digits are those of a volume, as a year follows: `AAAI 34.05 (2020)`; or of an issue: `491(7422)`."""
    first = readings[0]
    if first.format is DateFormat.YYMM and text[start - 1 : start] == "(" and text[start - 2 : start - 1].isdecimal():
        return True
    may_be = first.format in _TWO_DIGITS and _QUOTES.isdisjoint(first.text)
    return may_be and _YEAR_FOLLOWS.match(text, end, end + _MAX_ISSUE) is not None


def _read_segment(
    text: str, segment: Segment, position: Position | None
) -> list[tuple[Position, int, int, tuple[DateMention, ...]]]:
    """The dates of a segment: what they are in, their offsets into `text` and their readings."""
    start, end = segment.start, segment.end
    words = text[start:end]
    if segment.kind is SegmentKind.WORDS:
        found = _read_opening(words) if start == 0 else ()
        found = found or tuple(_read_words(text, start, words, position))
        return [(Position.WORDS, start + m.start, start + m.end, _readings(words, m)) for m in found]
    if segment.kind is SegmentKind.LINK and not is_date_or_venue(words):
        return []
    own = {SegmentKind.GROUP: Position.GROUP, SegmentKind.LINK: Position.LINK}.get(segment.kind, Position.CODE)
    inner = words.strip(" \t\n[](){}（）【】*_`'\"")
    readings = read_date_label(inner)
    if readings:
        offset = start + words.index(inner)
        own = Position.LABEL if own is Position.GROUP else own
        return [(own, offset, offset + len(inner), readings)]
    offset = start + words.index(inner)
    if len(words) > _MAX_GROUP:
        closing = _CLOSING.search(inner)
        readings = read_date_label(closing[1]) if closing else ()
        return [(own, offset + closing.start(1), offset + closing.end(1), readings)] if closing and readings else []
    found = _read_opening(inner) or tuple(find_with_venues(inner))
    return [(own, offset + m.start, offset + m.end, _readings(inner, m)) for m in found]


def _readings(words: str, mention: DateMention) -> tuple[DateMention, ...]:
    """A date in words with every reading that it could have."""
    is_label = mention.format in DAY_OR_MONTH_FIRST or _ARCHIVED.search(words, max(mention.start - 6, 0), mention.end)
    found = read_date_label(mention.text) if is_label else ()
    return tuple([each for each in found if each.value is None or each.value.year >= _EARLY]) or (mention,)


def _read_opening(words: str) -> tuple[DateMention, ...]:
    """The month without a separator that an entry opens with, as in `201711 ICLR-18`; elsewhere it is a number."""
    match = _SIX_DIGITS.match(words) if words.lstrip()[:6].isdecimal() else None
    return _read_match(match, 1) if match is not None else ()


def _read_match(match: re.Match[str], group: int = 0) -> tuple[DateMention, ...]:
    """The date that a group of a match is, with its place in the text; empty if it is none."""
    start, end = match.span(group)
    return tuple(each._replace(start=start, end=end) for each in read_date_label(match[group])[:1])


def _read_words(text: str, start: int, words: str, position: Position | None) -> list[DateMention]:
    """Dates in running words; a bare year counts only where something sets it off, in a short cell or behind a day."""
    found = find_with_venues(words)
    if position is Position.CELL and len(text) < _MAX_YEAR_CELL:
        return found
    dates: list[DateMention] = []
    for mention in found:
        last = position is not Position.DETAIL and not words[mention.end :].strip(" ,.;")
        begin, end = start + mention.start, start + mention.end
        is_near = bool(dates) and not any(map(str.isalnum, words[dates[-1].end : mention.start]))
        is_behind = is_near and "D" in dates[-1].format
        if mention.format is not DateFormat.YYYY or is_behind or _is_set_off(text, begin, end, last=last):
            dates.append(mention)
    return dates


def _is_set_off(text: str, start: int, end: int, *, last: bool) -> bool:
    """Whether a year is a date of its own: beside a venue, at the end of a phrase, or the `last` word before a link."""
    before = text[max(0, start - 60) : start]
    venues = find_venues(before + text[start:end])
    if venues and len(before) - venues[-1].end <= _NEAR:
        return True
    if not (last or _ENDS.match(text, end)):
        return False
    if _BEGINS.search(before[-8:]) or _UNKNOWN_VENUE.search(before):
        return True
    return last and end < len(text.rstrip()) and not _PREPOSITION.search(before)


_CLOSING = lazy_pattern(r"[(（]([^()（）]{4,20})$", needs="(（")
_ARCHIVED = lazy_pattern(r"arxiv['’‘ -](\d{4}|20\d{4})(?![\d./-])", re.IGNORECASE, needs=("rxiv",))
"""`arXiv'2506`: what four digits are there, the other entries tell."""
_SIX_DIGITS = lazy_pattern(r"\s*(20[0-4]\d[01]\d)(?=\s)", needs=("20",))
_EIGHT_DIGITS = lazy_pattern(r"(?<!\w)20[0-4]\d[01]\d[0-3]\d(?![\w.])", needs=("20",))


def find_with_venues(words: str) -> list[DateMention]:
    """Dates, and those that venues carry in a way of their own, such as `ICML 25`, `arXiv'2506`."""
    if not DIGIT.search(words):
        return []
    mentions = list(find_dates(words))
    for match in _EIGHT_DIGITS.finditer(words):
        mentions += _read_match(match)
    for match in _ARCHIVED.finditer(words):
        if not any(m.start <= match.start(1) < m.end for m in mentions):
            mentions += _read_match(match, 1)
    for venue in find_venues(words):
        if venue.year is None or any(m.start < venue.end and venue.start < m.end for m in mentions):
            continue
        value = PartialDate(venue.year)
        mentions.append(DateMention(venue.start, venue.end, venue.text, DateFormat.APOSTROPHE_YY, value))
    return sorted(mentions, key=lambda mention: mention.start) if len(mentions) > 1 else mentions


_LONGEST_DATED = 40
"""Characters of a heading that says of when its entries are."""
_BOUND = lazy_pattern(r"\b(?:before|until|up to|prior to|after|since|from|pre)\b|[<>≤≥]|前|后", re.IGNORECASE)
"""What makes the year of a heading the end of a time, not the time."""
_GLUED = lazy_pattern(r"^[^\W\d_]{2,12}(?=(?:19|20)\d\d$)", needs=("19", "20"))


def date_of_heading(heading: str) -> PartialDate | None:
    """The one date that a heading says of all its entries, right behind a word too: `sec2025`."""
    if len(heading) > _LONGEST_DATED or _BOUND.search(heading):
        return None
    found = find_with_venues(_GLUED.sub("", heading))
    return found[0].value if len(found) == 1 else None


class DateHabits(NamedTuple):
    """How a list writes dates, and where."""

    formats: frozenset[DateFormat]
    """What four digits in a label mean, YYMM or YYYY; and what comes first in `05/06/2019`, if the list tells."""
    shares: dict[tuple[Position, int, str, float], float]
    """The share of entries with a date at each position (with its column, or the label of its line) and of each
    precision.
    """
    forms: dict[tuple[Position, int, str, float, DateFormat], float]
    """The same for each way of writing as well."""
    dated: int = 0
    """How many entries have a date."""
    labels: frozenset[str] = frozenset()
    """What many entries have in front of a line below."""
    numbers: frozenset[tuple[tuple[str, ...], int]] = frozenset()
    """Columns, with their headers, in which most numbers are no years: numbers of papers, citations."""
    is_log: bool = False
    """Whether the days in front of entries are those on which papers were read."""

    def read(self, date: DateCandidate) -> DateMention:
        """The one reading that the list gives a date."""
        for reading in reversed(date.readings):
            if reading.format in self.formats:
                return reading
        return date.readings[0]

    def share(self, date: DateCandidate) -> float:
        """The share of entries with such a date."""
        return self.shares.get(self.key(date), 0.0)

    def key(self, date: DateCandidate) -> tuple[Position, int, str, float]:
        """What dates have in common that say the same of their entries."""
        label = date.label if date.label in self.labels else ""
        return date.position, date.column, label, _precision(self.read(date))

    def form(self, date: DateCandidate) -> tuple[Position, int, str, float, DateFormat]:
        """The same, and how the date is written."""
        return (*self.key(date), self.read(date).format)


_MIN_ENTRIES = 3
"""Entries with a date in a sentence from which that may be where the list has its dates."""
_FEWEST_IN_LOG = 5
_EARLY = 1950
"""An earlier year may be a month: `1911`, as it is in other labels."""
_MIN_SHARE = 0.1
"""The share of entries from which a position is one where the list has its dates."""


def learn_date_habits(entries: Sequence[Candidate]) -> DateHabits:
    """What most entries agree on."""
    habits = DateHabits(_learn_formats(entries), {}, {}, labels=_learn_labels(entries))
    counts = Counter([key for entry in entries for key in {habits.key(date) for date in entry.dates}])
    dated = sum([bool(entry.dates) for entry in entries])
    shares = {key: count / dated for key, count in counts.items()}
    forms = Counter([form for entry in entries for form in {habits.form(date) for date in entry.dates}])
    return habits._replace(
        shares=shares,
        forms={form: count / dated for form, count in forms.items()},
        dated=dated,
        numbers=_learn_numbers(entries),
        is_log=_is_log(entries, habits),
    )


def _learn_numbers(entries: Sequence[Candidate]) -> frozenset[tuple[tuple[str, ...], int]]:
    years: Counter[tuple[tuple[str, ...], int]] = Counter()
    for entry in entries:
        dated = {date.column for date in entry.dates}
        for column, cell in enumerate(entry.cells):
            if cell.text.strip().isdecimal():
                years[entry.columns, column] += 1 if column in dated else -1
    return frozenset(column for column, more in years.items() if more < 0)


def _is_log(entries: Sequence[Candidate], habits: DateHabits) -> bool:
    """Whether entries begin with a day that is a year or more after the one they give, the paper's."""
    later: Counter[bool] = Counter()
    for entry in entries:
        if not entry.dates or not _begins(entry, entry.dates[0]):
            continue
        day, *others = [habits.read(date).value for date in entry.dates]
        years = [value.year for value in others if value is not None and value.month is None]
        if day is not None and day.day is not None and years:
            later[max(years) < day.year] += 1
    return later[True] >= _FEWEST_IN_LOG and later[True] > 2 * later[False]


def _begins(entry: Candidate, date: DateCandidate) -> bool:
    """Whether an entry begins with a date."""
    return date.prose is entry.head and not entry.head.text[: date.start].strip(EDGES)


def _learn_labels(entries: Sequence[Candidate]) -> frozenset[str]:
    """The words in front of lines below that many entries share, in small letters: not the names of authors."""
    if not any(date.label for entry in entries for date in entry.dates):
        return frozenset()
    counts = Counter(
        words
        for entry in entries
        for words in {each.words.lower() for prose in entry.details for each in find_labels(prose.text)}
    )
    fewest = max(_MIN_ENTRIES, _MIN_SHARE * len(entries))
    return frozenset(words for words, count in counts.items() if count >= fewest)


def _learn_formats(entries: Sequence[Candidate]) -> frozenset[DateFormat]:
    """Whether `[2009]` is a month in this list, and `05/06/2019` in May: what the labels that have one reading are."""
    counts: Counter[DateFormat] = Counter()
    for entry in entries:
        for date in entry.dates:
            formats = {each.format for each in date.readings if each.value is not None and each.value.year >= _EARLY}
            if len(formats) == 1 and formats <= {DateFormat.YYMM, DateFormat.YYYY, *DAY_OR_MONTH_FIRST}:
                counts.update(formats)
    label = DateFormat.YYMM if counts[DateFormat.YYMM] > counts[DateFormat.YYYY] else DateFormat.YYYY
    order = max(sorted(DAY_OR_MONTH_FIRST), key=lambda each: counts[each])
    return frozenset({label, order} if counts[order] else {label})


_READ = 10.0
"""What the day on which a paper was read is less than any date of the paper."""
_SIBLINGS = 2.0
"""How much a date gains from being where siblings have theirs."""
_WRITTEN_SO = 0.1
"""How much it gains from being written as they are: enough to go before an earlier date of the same place."""


def choose_date(
    entry: Candidate,
    title: TitleCandidate | None,
    habits: DateHabits,
    aligned: Aligned = NOTHING,
    *,
    below: bool = False,
) -> DateCandidate | None:
    """The entry's own date: the most precise one outside the title, at the position where the list has its dates.

    `below`: siblings have theirs in lines below, so that those count too.
    """
    best: tuple[float, DateCandidate] | None = None
    known = [each for each in entry.dates if title is None or not _is_inside(each, title)]
    numbers = {id(cell) for at, cell in enumerate(entry.cells) if (entry.columns, at) in habits.numbers}
    known = [each for each in known if id(each.prose) not in numbers]
    places = [each for each in _find_expected(entry, aligned, below=below) if id(each.prose) not in numbers]
    unread = [each for each in places if each.may_be_unread and not any(each.holds(date) for date in known)]
    for order, date in enumerate((*known, *_read_expected(unread, is_alone=len(places) == 1))):
        is_expected = bool([each for each in places if each.holds(date)])
        precision, share = _precision(habits.read(date)), habits.share(date)
        if not is_expected or _is_in_sentence(date):
            if share < _MIN_SHARE and date.position is Position.DETAIL and not precision:
                continue  # a year in a line below is about something else, unless all entries have it there
            if (share < _MIN_SHARE or share * habits.dated < _MIN_ENTRIES) and _is_in_sentence(date):
                continue
        weight = precision + 3.0 * share - 0.01 * order + _SIBLINGS * is_expected
        weight += _WRITTEN_SO * habits.forms.get(habits.form(date), 0.0)
        if date.position is Position.LABEL:
            weight += 0.3
        if habits.is_log and _begins(entry, date):
            weight -= _READ
        if best is None or weight > best[0]:
            best = weight, date
    return best[1] if best else None


class _Expected(NamedTuple):
    """Where an entry has what its siblings have as their dates."""

    prose: Prose
    start: int
    end: int
    may_be_unread: bool
    """Whether it is a date though it does not read as one by itself."""

    def holds(self, date: DateCandidate) -> bool:
        """Whether a date is there."""
        return date.prose is self.prose and date.start < self.end and self.start < date.end


def _find_expected(entry: Candidate, aligned: Aligned, *, below: bool) -> Iterator[_Expected]:
    """Where the entry has what its siblings have as their dates; in lines below behind a venue, or if all have."""
    of_venue = {
        (field.place, field.start)
        for slot, field in zip(aligned.slots, aligned.fields[1:], strict=False)
        if slot is FieldKind.VENUE and field.before not in LINES
    }
    details = {id(prose) for prose in entry.details}
    runs = aligned.runs(FieldKind.DATE)
    for run in runs:
        is_of_venue = (run.place, run.start) in of_venue
        if below or not run.place or entry.cells or is_of_venue:
            prose = entry.prose_of(entry.column_of(run.place))
            label, colon, words = prose.text[: run.start].rpartition("\n")[2].partition(":")
            # `Datasets: AIME 2024` says nothing of it, but `Year: 2024` where many have it
            is_said = is_of_venue and (not colon or read_shape(label) is Shape.PERIODICAL)
            is_alone = not (words + prose.text[run.end :].partition("\n")[0]).strip()
            is_said = is_said or (below and is_alone and find_year(prose.text[run.start : run.end]) is not None)
            yield _Expected(prose, run.start, run.end, id(prose) not in details or is_said)
    if not runs:  # `COLIEE 2025 Workshop`
        for field in aligned.in_slot(FieldKind.VENUE):
            if field.shape is Shape.PERIODICAL and len(find_dates(field.words)) == 1:
                prose = entry.prose_of(entry.column_of(field.place))
                yield _Expected(prose, field.start, field.end, may_be_unread=True)


def _read_expected(places: list[_Expected], *, is_alone: bool) -> Iterator[DateCandidate]:
    """The dates at places where siblings have theirs and that by themselves would not be read as dates.

    Two digits are one where a place `is_alone`.
    """
    for prose, start, end, _ in places:
        words = prose.text[start:end]
        found = read_date_label(words.strip()) or find_dates(words)
        found = found or find_dates(prose.text[max(0, start - 2) : end])  # `'21` is a year behind a word alone
        if not found and is_alone:  # `CIKM 19`, `Lamport L. '82`
            digits = words.strip().lstrip("".join(_QUOTES))
            found = tuple(each._replace(text=words.strip()) for each in find_dates(f"A'{digits}"))
        for mention in found[:1]:
            offset = start + words.find(mention.text)
            is_read = any(each.start < offset < each.end for each in find_dates(prose.text))
            if is_read or _is_of_change(prose.text, offset):
                continue  # what is read as a date, and is none of the entry
            yield DateCandidate(prose, Position.WORDS, offset, offset + len(mention.text), (mention,))


def _is_in_sentence(date: DateCandidate) -> bool:
    """Whether words lead up to a date, as in `the code has been there since May 2024`."""
    before = date.prose.text[max(0, date.start - _MAX_LEAD) : date.start]
    return date.position in (Position.DETAIL, Position.WORDS) and bool(_PREPOSITION.search(before))


def _is_inside(date: DateCandidate, title: TitleCandidate) -> bool:
    """Whether a date is a part of the title."""
    if date.position is Position.DETAIL or date.column != title.column:
        return False
    return date.start < title.end and title.start < date.end


def _precision(reading: DateMention) -> float:
    value = reading.value
    if value is None:
        return 2.0 if reading.format is DateFormat.YYMM else -1.0
    return 3.0 if value.day is not None else 2.0 if value.month is not None else 0.0
