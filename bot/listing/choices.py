"""An entry in the making: which words are its title, which link leads to its paper, and which date is its own."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.dates import EARLY, DateCandidate, Position, is_in_sentence, is_of_change
from bot.listing.labels import Label, read_link_label
from bot.listing.links import LinkCandidate, shows_address
from bot.listing.scores import FieldKind
from bot.listing.sections import OTHER_SECTION
from bot.listing.segments import find_labels, split_segments
from bot.listing.shapes import EDGES, LINES, LINKS, PERSONAL, WITHIN, Mark, Shape, find_year, read_shape, trim
from bot.listing.siblings import NOTHING, Aligned
from bot.listing.titles import OPENERS, Role, TitleCandidate, candidate_of
from bot.papers.dates import DAY_OR_MONTH_FIRST, DateFormat, DateMention, find_dates, read_date_label
from bot.papers.titles import trim_title
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.document import Prose
    from bot.listing.candidates import Candidate
    from bot.listing.shapes import Field
    from bot.listing.siblings import Run


class Draft(NamedTuple):
    """An entry whose title, link and date are chosen, and whose kind is not known yet."""

    candidate: Candidate
    title: TitleCandidate | None
    link: LinkCandidate | None
    date: DateCandidate | None
    heading: str
    """The heading of its section."""
    category: str = ""
    """What the table says of its category."""
    aligned: Aligned = NOTHING
    announced: bool = False
    """Whether a heading around, or the words over its title's column, announce papers."""
    is_in_section_of_others: bool = False
    """Whether a heading around only names something else than papers."""
    is_in_section_of_data: bool = False
    """Whether a heading around announces data."""

    @property
    def has_own_date(self) -> bool:
        """Whether the date is in a label, a link or a cell of its own."""
        return self.date is not None and self.date.position in (Position.LABEL, Position.LINK, Position.CELL)

    def is_titled_by(self, field: Field) -> bool:
        """Whether its title begins in a field."""
        title, column = self.title, self.candidate.column_of(field.place)
        return title is not None and title.column == column and field.start <= title.start < field.end

    @property
    def links_title(self) -> bool:
        """Whether the entry's link is the one on its title."""
        return self.link is not None and self.title is not None and self.link.link is self.title.link

    @property
    def is_in_other_section(self) -> bool:
        """Whether the heading announces something else than papers."""
        return bool(OTHER_SECTION.search(self.heading))


def find_shared(entries: Iterable[Candidate]) -> frozenset[str]:
    """Return the targets of links without a label that the entries of several papers share."""
    papers: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        own = next((each.link.href for each in entry.links if each.is_paper), None)
        for each in entry.links:
            if (
                own is not None
                and each.label is None
                and each.link.href != own
                and each.link.label.strip("[] ") not in each.link.href
            ):
                papers[each.link.href].add(own)
    return frozenset(href for href, found in papers.items() if len(found) >= _SEVERAL)


_SEVERAL = 3
"""Papers from which on what they share is the code of none of them."""


def learn_link_columns(entries: Iterable[Candidate]) -> dict[int, int]:
    """For each table (group of candidates) the column in which most rows link their paper."""
    tables: dict[int, Counter[int]] = defaultdict(Counter)
    for entry in entries:
        for column in {link.column for link in entry.links if link.is_paper and link.column >= 0}:
            tables[entry.group][column] += 1
    return {group: counts.most_common(1)[0][0] for group, counts in tables.items() if counts}


def choose_link(entry: Candidate, title: TitleCandidate | None, columns: Mapping[int, int]) -> LinkCandidate | None:
    """The link to the paper: the one labelled so, else the one on the title, else one that names a paper."""
    if not entry.links:
        return None
    links = [each for each in entry.links if each.link.href and not each.link.href.startswith("#")]
    on_title = [each for each in links if title is not None and each.link is title.link]
    labelled = [each for each in links if each.label is Label.PAPER and not (each.dated and each.detail)]
    titled = [each for each in on_title if each.is_paper]
    if titled:  # `[Title](...) [DOI]`: the DOI is a second way to the same paper
        labelled = [each for each in labelled if each.link.label.strip().casefold() != "doi"]
    unlabelled = [each for each in links if each.is_paper and each.label in (None, Label.HERE)]
    column = columns.get(entry.group, -1)
    by_preference = (
        [each for each in labelled if each.is_paper]
        or labelled
        or titled
        or [each for each in unlabelled if each.column == column >= 0]
        or on_title
        or unlabelled
        or [each for each in links if each.label is Label.HERE]
        or [each for each in links if shows_address(each.link) and not each.detail]
        or [each for each in links if each.is_paper and not each.detail]  # whatever its words are
        or _find_below([each for each in links if shows_address(each.link)], entry)
    )
    return by_preference[0] if by_preference else None


def _find_below(addresses: list[LinkCandidate], entry: Candidate) -> list[LinkCandidate]:
    """The addresses that are all that a line below an entry has."""
    below = {prose.text.strip() for prose in entry.details} if addresses else set()
    return [each for each in addresses if each.link.label.strip() in below]


_YEARS = lazy_pattern(r" ?\((?:19|20)\d\d ?[-–—] ?(?:19|20)\d\d\)")

_ROLES = {
    Mark.LINK: Role.LINKED,
    Mark.TAG: Role.LINKED,
    Mark.BOLD: Role.BOLD,
    Mark.QUOTE: Role.QUOTED,
    Mark.ITALIC: Role.ITALIC,
}


def read_title(entry: Candidate, aligned: Aligned) -> TitleCandidate | None:
    """The words that its siblings show to be the title of an entry, else those that read most like one."""
    runs = aligned.runs(FieldKind.TITLE)
    if not runs:
        return entry.best_title()
    run, index = runs[0], aligned.slots.index(FieldKind.TITLE)
    by, *behind = aligned.fields[index : index + 3]
    is_said = aligned.slots[index + 1 : index + 3] == (FieldKind.DATE, FieldKind.VENUE)
    if is_said and by.shape in PERSONAL and all((each.before[:1], each.mark) == (WITHIN, Mark.LINK) for each in behind):
        return entry.best_title()  # `[Lee & Chen 2012 Journal of Foo](url)`
    column = entry.column_of(run.place)
    prose = entry.prose_of(column)
    text = prose.text
    stop = runs[2].end if _goes_on(text, runs[:3]) else run.end
    named = [each for each in aligned.in_slot(FieldKind.TITLE) if each.place == run.place and each.end <= run.end][1:]
    is_apart = bool(named) and named[-1].mark in LINKS and run.mark is not named[-1].mark
    if is_apart and (named[-1].shape is Shape.NAMES or " " not in named[-1].words):
        stop = named[-1].start  # `Title [(Doe et al. 2015)](url)`, `Title: A Survey [survey](url)`, `Title [[TF](url)]`
    if FieldKind.DATE in aligned.slots and (span := _YEARS.match(text, stop)) is not None:
        stop = span.end()  # `A Review of the Last Decade (2010-2020)`
    start, end = trim(text, run.start, stop) if run.mark is Mark.QUOTE else (run.start, stop)
    start, end = trim_title(text, start, start + len(text[start:end].rstrip(OPENERS)))
    end += text[end : end + 1] in ("?", "!")
    if start >= end:
        return entry.best_title()
    inside = [each for each in split_segments(prose).links if each.start < end and start < each.end]
    longest = max(inside, key=lambda each: each.end - each.start, default=None)
    link = longest.link if longest is not None else None
    title = candidate_of(_ROLES.get(run.mark, Role.PLAIN), text, start, end, link, column=column)
    is_label = title.role is Role.LINKED and read_link_label(title.text) is not None
    return title if title.score > 0 and not is_label else entry.best_title()


def _goes_on(text: str, runs: Sequence[Run]) -> bool:
    """Whether brackets stand within a title: `TinyCD: A (Not So) Deep Learning Model`."""
    if len(runs) < 3 or len({run.place for run in runs}) > 1:
        return False
    first, aside, rest = runs
    return not (text[first.end : aside.start].strip(" (") or text[aside.end : rest.start].strip(" ):"))


class DateHabits(NamedTuple):
    """How a list writes dates, and where."""

    formats: frozenset[DateFormat]
    """What four digits in a label mean, YYMM or YYYY; and what comes first in `05/06/2019`, if the list tells."""
    shares: dict[tuple[Position, int, str, float], float]
    """The share of entries with a date at each position (with its column, or the label of its line) and of each
    precision.
    """
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

    def is_usual(self, date: DateCandidate) -> bool:
        """Whether the list has its dates at such a place, so that words before it make no difference."""
        share = self.share(date)
        return share >= _MIN_SHARE and share * self.dated >= _MIN_ENTRIES


_MIN_ENTRIES = 3
"""Entries with a date in a sentence from which that may be where the list has its dates."""

_FEWEST_IN_LOG = 5

_COMMON, _SIBLINGS = 3.0, 2.0
"""How much a date gains from being where all entries have one, and where siblings do; its month counts for two."""
_MIN_SHARE = 0.1
"""The share of entries from which a position is one where the list has its dates."""


def learn_date_habits(entries: Sequence[Candidate]) -> DateHabits:
    """What most entries agree on."""
    habits = DateHabits(_learn_formats(entries), {}, labels=_learn_labels(entries))
    counts = Counter([key for entry in entries for key in {habits.key(date) for date in entry.dates}])
    dated = sum([bool(entry.dates) for entry in entries])
    return habits._replace(
        shares={key: count / dated for key, count in counts.items()},
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
            formats = {each.format for each in date.readings if each.value is not None and each.value.year >= EARLY}
            if len(formats) == 1 and formats <= {DateFormat.YYMM, DateFormat.YYYY, *DAY_OR_MONTH_FIRST}:
                counts.update(formats)
    label = DateFormat.YYMM if counts[DateFormat.YYMM] > counts[DateFormat.YYYY] else DateFormat.YYYY
    order = max(sorted(DAY_OR_MONTH_FIRST), key=lambda each: counts[each])
    return frozenset({label, order} if counts[order] else {label})


def choose_date(
    entry: Candidate,
    title: TitleCandidate | None,
    habits: DateHabits,
    aligned: Aligned = NOTHING,
    *,
    below: bool = False,
) -> DateCandidate | None:
    """The entry's own date: the most precise one outside the title, at the place where its siblings have theirs.

    `below`: siblings have theirs in lines below, so that those count too.
    """
    numbers = {id(cell) for at, cell in enumerate(entry.cells) if (entry.columns, at) in habits.numbers}
    known = [each for each in entry.dates if id(each.prose) not in numbers]
    known = [each for each in known if title is None or not _is_inside(each, title)]
    places = [each for each in _find_expected(entry, aligned, below=below) if id(each.prose) not in numbers]
    unread = [each for each in places if each.may_be_unread and not any(each.holds(date) for date in known)]
    dates = [*known, *_read_expected(unread, is_alone=len(places) == 1)]
    dates = [each for each in dates if not is_in_sentence(each) or habits.is_usual(each)]
    expected = {id(date) for date in dates if [each for each in places if each.holds(date)]}

    def may_be_own(date: DateCandidate) -> bool:
        is_below = date.position is Position.DETAIL and not _precision(habits.read(date))
        return not is_below or habits.share(date) >= _MIN_SHARE  # a year in a line below is about something else

    def rank(date: DateCandidate) -> tuple[bool, float, bool]:
        is_of_reading = habits.is_log and _begins(entry, date)
        weight = _precision(habits.read(date)) + _COMMON * habits.share(date) + _SIBLINGS * (id(date) in expected)
        return not is_of_reading, weight, date.position is Position.LABEL

    own = [each for each in dates if id(each) in expected or may_be_own(each)]
    return max(own, key=rank, default=None)


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
            digits = words.strip().lstrip("'’‘")
            found = tuple(each._replace(text=words.strip()) for each in find_dates(f"A'{digits}"))
        for mention in found[:1]:
            offset = start + words.find(mention.text)
            is_read = any(each.start < offset < each.end for each in find_dates(prose.text))
            if is_read or is_of_change(prose.text, offset):
                continue  # what is read as a date, and is none of the entry
            yield DateCandidate(prose, Position.WORDS, offset, offset + len(mention.text), (mention,))


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
