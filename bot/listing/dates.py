"""The date of an entry: what the fields that siblings have as dates say, as the list writes these; and of headings."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.scores import FieldKind
from bot.listing.segments import find_labels
from bot.listing.shapes import DATES, EDGES, GROUPS, LINES, LINKS, SPACE, START, Mark, Shape
from bot.listing.siblings import Run
from bot.papers.dates import (
    DAY_OR_MONTH_FIRST,
    DIGIT,
    MONTHS,
    DateFormat,
    DateMention,
    PartialDate,
    find_dates,
    read_date_label,
)
from bot.papers.names import AUTHOR_YEAR
from bot.papers.venues import find_venues
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.document import Prose
    from bot.listing.candidates import Candidate
    from bot.listing.siblings import Aligned
    from bot.listing.titles import TitleCandidate


class DateCandidate(NamedTuple):
    """A date that an entry has where its siblings have theirs: offsets into a prose, and each reading it could have."""

    prose: Prose
    column: int
    """As `Candidate.prose_of` takes it."""
    mark: Mark
    start: int
    end: int
    readings: tuple[DateMention, ...]
    label: str = ""
    """For a line below that begins with `Datasets:`: these words in small letters."""
    is_own: bool = True
    """Whether it is in no line below, or beside a venue in one."""
    is_whole: bool = False
    """Whether it is all that is in its brackets."""

    @property
    def is_apart(self) -> bool:
        """Whether it is in brackets, on a link or in a cell."""
        return self.column >= 0 or self.mark in GROUPS or self.mark in LINKS


_Key = tuple[int, Mark, bool, str, float]
_Column = tuple[tuple[str, ...], int]
_MAX_LEAD = 24
"""Characters before a date that say what it is the date of."""
_UPDATED = lazy_pattern(
    r"(?:\b(?:updated?|as of|accessed|retrieved|deadline|expected|maintained)\b|更新)"
    r"[^\w\n]{0,3}(?:(?:on|in|at|since|until|时间|日期|于)\b)?[^\w\n]{0,3}$",
    re.IGNORECASE,
    needs=("update", "as of", "accessed", "retrieved", "deadline", "expected", "maintained", "更新"),
)
"""Leads up to the date of a change or of a look at something."""
_COUNTED = lazy_pattern(r"⭐\ufe0f? ?\d[\d.,]*[kK]? \|[^\n]{0,80}\|[^\w\n]*$", needs="⭐")
"""Leads up to the date of a repository, behind the number of its stars."""
_LEADS_UP = lazy_pattern(
    rf"\b(?:in|of|since|by|from|until|to|before|after|during|for|and|or)\s+(?:(?:{'|'.join(MONTHS)})\s+)?$",
    re.IGNORECASE,
)
"""Words that make a date a part of a sentence: `the code has been there since May 2024`."""
_CITATION = lazy_pattern(rf"[(（](?:e\.g\.,? |see )?{AUTHOR_YEAR}[)）]")
_AROUND = ' \t\n[](){}（）【】*_`"“”,.;:-'
_FIRST = (START, *LINES)
_UNREAD = frozenset({Shape.NUMBER, Shape.PROSE})
_READ = frozenset({FieldKind.DATE, FieldKind.VENUE})
_PAIRS = frozenset({"()", "[]", "（）", "【】"})
_QUOTES = "'’‘ "
_LONGEST_AHEAD = 20
"""Characters of a date before its year."""
_CLOSING = lazy_pattern(r"[(（]([^()（）]{4,80})[)）]?$", needs="(（")
_YEARS = lazy_pattern(r"\byears?\b|年", re.IGNORECASE)
"""Words over a column in which four digits are a year."""
EARLY = 1950
"""An earlier year may be a month: `1911`, as it is in other labels."""
_FEWEST_IN_LOG = 5
_COMMON = 3.0
"""How much a date gains from being where all entries have one; its month counts for two."""
_MIN_SHARE = 0.1
"""The share of entries from which a place is one where the list has its dates."""
_FEWEST, _SHARE_BELOW = 3, 0.3
"""Entries with a date in a sentence or a line below, and the share of the latter, from which a list has them there."""


def find_entry_dates(entry: Candidate, aligned: Aligned) -> list[DateCandidate]:
    """The dates of an entry: in the fields that are dates among its siblings, else in venues, or in any others.

    A venue may hold one (`COLIEE 2025 Workshop`), and an entry may have one where no sibling has. A number in brackets
    may be meant as one, `[1700]`, and prose may end in one.
    """
    dates = _find_odd(entry, aligned, are_read=False)
    if runs := aligned.runs(FieldKind.DATE):
        pairs = zip(aligned.slots, aligned.fields[1:], strict=False)
        behind = (each for slot, each in pairs if slot is FieldKind.VENUE and each.before not in LINES)
        beside = {(each.place, each.start) for each in behind}
        is_alone = len(runs) == 1
        for run in runs:
            is_beside = (run.place, run.start) in beside
            dates += _read_run(entry, run, is_slot=True, is_alone=is_alone, is_beside=is_beside)
        return dates
    for run in aligned.runs(FieldKind.VENUE):
        dates += _read_run(entry, run, is_beside=True)
    return dates or _find_odd(entry, aligned, are_read=True)


def _find_odd(entry: Candidate, aligned: Aligned, *, are_read: bool) -> list[DateCandidate]:
    """The dates that an entry has in brackets, in front or at the end, where siblings have none.

    `are_read`: in fields that read as dates; else in numbers and in prose.
    """
    found: list[DateCandidate] = []
    above = len(entry.cells) or 1
    for field, slot in zip(aligned.fields, aligned.slots, strict=True):
        if slot in _READ or (field.shape not in _UNREAD) is not are_read:
            continue
        start, is_grouped = field.start, field.mark in GROUPS
        is_last = field.shape is not Shape.NUMBER and field.words[-2:].isdecimal()  # `Ann Lee and Bo Chen 2015.05`
        is_apart = is_last if field.shape not in DATES else field.before[-1:] != SPACE
        if closing := _CLOSING.search(field.words):  # of prose, or of a long title in brackets
            start += closing.start()
        elif slot is FieldKind.TITLE or not (is_grouped or field.before in _FIRST or is_apart):
            continue
        if field.place < above or is_grouped or closing or field.shape is Shape.DATE:
            found += _read_run(entry, Run(field.place, start, field.end, field.mark))
    return found


def _read_run(
    entry: Candidate, run: Run, *, is_slot: bool = False, is_alone: bool = False, is_beside: bool = False
) -> Iterator[DateCandidate]:
    """The dates in a run of fields, which may be a slot for dates.

    Two digits are one where there `is_alone` such a run. What `is_beside` a venue is the entry's own below it too.
    """
    column = entry.column_of(run.place)
    prose, is_below = entry.prose_of(column), column < -1
    text = prose.text
    label = _label_at(text, run.start) if is_below else ""
    may_be_label = run.mark in GROUPS or (is_slot and not is_below)
    for start, end, readings in _read_words(text, run.start, run.end, is_alone=is_alone, may_be_label=may_be_label):
        if not _is_of_other(text, start, readings[0].format, is_below=is_below):
            if 0 <= column < len(entry.columns) and _YEARS.search(entry.columns[column]):
                readings = tuple([each for each in readings if each.format is DateFormat.YYYY]) or readings
            is_whole = text[start - 1 : start] + text[end : end + 1] in _PAIRS
            is_own = is_beside or not is_below
            yield DateCandidate(prose, column, run.mark, start, end, readings, label, is_own, is_whole)


def _read_words(
    text: str, start: int, end: int, *, is_alone: bool, may_be_label: bool
) -> Iterator[tuple[int, int, tuple[DateMention, ...]]]:
    """The dates between two offsets of a text, each with all that it could be."""
    inner = text[start:end].strip(_AROUND)
    digits = inner.strip(_QUOTES)
    begin = text.find(digits, start)
    own = begin, begin + len(digits)
    may_be_label = may_be_label or _ARCHIVED.search(text, max(begin - _LONGEST_ARCHIVE, 0), end) is not None
    if may_be_label and not text[begin - 1 : begin].isalpha() and (readings := read_date_label(digits)):
        yield *own, _of_archive(text, *own, readings)
        return
    ahead = max(start - _LONGEST_AHEAD, text.rfind("\n", 0, start) + 1)  # `10/2020`, `May 2024`, `'24`
    found = [each for each in find_with_venues(text[ahead:end]) if each.end > start - ahead]
    for each in found:
        place = ahead + each.start, ahead + each.end
        is_label = each.format in DAY_OR_MONTH_FIRST
        yield *place, _of_archive(text, *place, (is_label and read_date_label(each.text)) or (each,))
    if not found and is_alone and len(digits) == 2:  # `CIKM 19`, `Lamport L. '82`
        for each in find_dates(f"A'{digits}"):
            yield *own, (each._replace(text=digits),)


def _of_archive(text: str, start: int, end: int, readings: tuple[DateMention, ...]) -> tuple[DateMention, ...]:
    """Leave out early years behind the name of an archive that is younger: `arXiv'1909` is of September 2019."""
    if len(readings) == 1 or not _ARCHIVED.search(text, max(start - _LONGEST_ARCHIVE, 0), end):
        return readings
    return tuple([each for each in readings if each.value is None or each.value.year >= EARLY]) or readings


def _is_of_other(text: str, start: int, form: DateFormat, *, is_below: bool) -> bool:
    """Whether a date is that of a change, a look, a repository or another paper, or the number of an issue."""
    if _UPDATED.search(text[max(0, start - _MAX_LEAD) : start]) or _COUNTED.search(text[:start]):
        return True
    is_issue = form is DateFormat.YYMM and text[start - 1 : start] == "(" and text[start - 2 : start - 1].isdecimal()
    return is_issue or (is_below and _is_cited(text, start))  # `361(6400)`


def _is_cited(text: str, start: int) -> bool:
    """Whether brackets name another paper in the middle of a text: `Factcheck (Azaria and Mitchell, 2023); MMLU`."""
    begin = max(text.rfind("(", 0, start), text.rfind("（", 0, start))
    cited = _CITATION.match(text, begin) if begin >= 0 else None
    return bool(cited and cited.end() > start and text[:begin].strip() and text[cited.end() :].strip(" .\n"))


def _leads_up(date: DateCandidate) -> bool:
    """Whether words lead up to a date: it is in a sentence."""
    before = date.prose.text[max(0, date.start - _MAX_LEAD) : date.start]
    is_apart = date.is_whole or (date.is_apart and date.column >= -1)
    return not is_apart and _LEADS_UP.search(before) is not None


def _label_at(text: str, offset: int) -> str:
    """The label of the line at `offset`, in small letters; empty if it has none."""
    line = text.rfind("\n", 0, offset) + 1
    return next((each.words.lower() for each in find_labels(text) if line <= each.start < offset), "")


class DateHabits(NamedTuple):
    """How a list writes dates, and where."""

    formats: frozenset[DateFormat] = frozenset()
    """What four digits in a label mean, YYMM or YYYY; and what comes first in `05/06/2019`, if the list tells."""
    counts: Mapping[_Key, int] = {}
    """The entries that have a date at each place, of each precision."""
    dated: int = 1
    """The entries that have a date."""
    labels: frozenset[str] = frozenset()
    """What many entries have in front of a line below."""
    is_log: bool = False
    """Whether the days in front of entries are those on which papers were read."""
    is_below: bool = False
    """Whether the list has its dates in lines below."""
    numbers: frozenset[_Column] = frozenset()
    """Columns, with their headers, in which most numbers are not years: numbers of papers, citations."""

    def read(self, date: DateCandidate) -> DateMention:
        """The one reading that the list gives a date."""
        return next((each for each in reversed(date.readings) if each.format in self.formats), date.readings[0])

    def key(self, date: DateCandidate) -> _Key:
        """What dates have in common that say the same of their entries."""
        label = date.label if date.label in self.labels else ""
        precision = _precision(self.read(date))
        if date.column < -1:
            return -2, Mark.NONE, False, label, precision
        return date.column, date.mark, date.is_whole, label, precision

    def share(self, date: DateCandidate) -> float:
        """The share of the entries with a date that have such a one."""
        return self.counts.get(self.key(date), 0) / self.dated

    def is_usual(self, date: DateCandidate) -> bool:
        """Whether the list has its dates at such a place."""
        return self.share(date) >= max(_MIN_SHARE, _FEWEST / self.dated)

    def may_be_own(self, entry: Candidate, date: DateCandidate) -> bool:
        """Whether a date can be that of the entry: not a number in a column, not said in a sentence or of data."""
        if (entry.columns, date.column) in self.numbers:
            return False
        is_unlabelled = date.label not in self.labels
        is_own = (is_unlabelled and (date.is_own or self.is_below)) or _precision(self.read(date)) > 0
        return (is_own and not _leads_up(date)) or self.is_usual(date)

    def choose(
        self, entry: Candidate, title: TitleCandidate | None, dates: Sequence[DateCandidate]
    ) -> DateCandidate | None:
        """The entry's own date outside of its title: the most precise one, at the place where siblings have theirs."""

        def rank(date: DateCandidate) -> tuple[bool, float, bool]:
            is_of_reading = self.is_log and _begins(entry, date)
            weight = _precision(self.read(date)) + _COMMON * self.share(date)
            return not is_of_reading, weight, date.is_whole

        own = [each for each in dates if not _is_inside(each, title) and self.may_be_own(entry, each)]
        return max(own, key=rank, default=None)


def _is_inside(date: DateCandidate, title: TitleCandidate | None) -> bool:
    return title is not None and date.column == title.column and date.start < title.end and title.start < date.end


def learn_date_habits(entries: Sequence[Candidate], dates: Sequence[Sequence[DateCandidate]]) -> DateHabits:
    """What most entries agree on, by the dates of each."""
    habits = DateHabits(_learn_formats(dates), labels=_learn_labels(entries, dates))
    below = sum([any(date.column < -1 for date in own) for own in dates])
    return habits._replace(
        counts=Counter([key for own in dates for key in {habits.key(date) for date in own}]),
        dated=sum(map(bool, dates)) or 1,
        is_log=_is_log(entries, dates, habits),
        numbers=_learn_numbers(entries, dates),
        is_below=below >= max(_FEWEST, _SHARE_BELOW * len(dates)),
    )


def _learn_labels(entries: Sequence[Candidate], dates: Sequence[Sequence[DateCandidate]]) -> frozenset[str]:
    """The words in front of lines below that many entries share, in small letters: not the names of authors."""
    if not any(date.label for own in dates for date in own):
        return frozenset()
    counts = Counter(
        words
        for entry in entries
        for words in {each.words.lower() for prose in entry.details for each in find_labels(prose.text)}
    )
    fewest = max(_FEWEST, _MIN_SHARE * len(entries))
    return frozenset(words for words, count in counts.items() if count >= fewest)


def _learn_numbers(entries: Sequence[Candidate], dates: Sequence[Sequence[DateCandidate]]) -> frozenset[_Column]:
    years: Counter[_Column] = Counter()
    for entry, own in zip(entries, dates, strict=True):
        dated = {date.column for date in own if any(each.format is DateFormat.YYYY for each in date.readings)}
        for column, cell in enumerate(entry.cells):
            if cell.text.strip().isdecimal():
                years[entry.columns, column] += 1 if column in dated else -1
    return frozenset(column for column, more in years.items() if more < 0)


def _is_log(entries: Sequence[Candidate], dates: Sequence[Sequence[DateCandidate]], habits: DateHabits) -> bool:
    """Whether entries begin with a day that is a year or more after the one they give, the paper's."""
    later: Counter[bool] = Counter()
    for entry, own in zip(entries, dates, strict=True):
        if not own or not _begins(entry, own[0]):
            continue
        day, *others = [habits.read(date).value for date in own]
        years = [value.year for value in others if value is not None and value.month is None]
        if day is not None and day.day is not None and years:
            later[max(years) < day.year] += 1
    return later[True] >= _FEWEST_IN_LOG and later[True] > 2 * later[False]


def _begins(entry: Candidate, date: DateCandidate) -> bool:
    """Whether an entry begins with a date."""
    return date.prose is entry.head and not entry.head.text[: date.start].strip(EDGES)


def _learn_formats(dates: Iterable[Sequence[DateCandidate]]) -> frozenset[DateFormat]:
    """Whether `[2009]` is a month in this list, and `05/06/2019` in May: what the labels that have one reading are."""
    counts: Counter[DateFormat] = Counter()
    for date in chain.from_iterable(dates):
        formats = {each.format for each in date.readings if each.value is not None and each.value.year >= EARLY}
        if len(formats) == 1 and formats <= {DateFormat.YYMM, DateFormat.YYYY, *DAY_OR_MONTH_FIRST}:
            counts.update(formats)
    label = DateFormat.YYMM if counts[DateFormat.YYMM] > counts[DateFormat.YYYY] else DateFormat.YYYY
    order = max(sorted(DAY_OR_MONTH_FIRST), key=lambda each: counts[each])
    return frozenset({label, order} if counts[order] else {label})


def _precision(reading: DateMention) -> float:
    value = reading.value
    if value is None:
        return 2.0 if reading.format is DateFormat.YYMM else -1.0
    return 3.0 if value.day is not None else 2.0 if value.month is not None else 0.0


_LONGEST_ARCHIVE = 6
_ARCHIVED = lazy_pattern(r"arxiv['’‘ -](\d{4}|20\d{4})(?![\d./-])", re.IGNORECASE, needs=("rxiv",))
"""`arXiv'2506`: what four digits are there, the other entries tell."""
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


def _read_match(match: re.Match[str], group: int = 0) -> tuple[DateMention, ...]:
    """The date that a group of a match is, with its place in the text; empty if it is none."""
    start, end = match.span(group)
    return tuple(each._replace(start=start, end=end) for each in read_date_label(match[group])[:1])


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
