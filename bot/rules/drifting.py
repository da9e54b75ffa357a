"""The rules `drifting-date-format` and `drifting-format`: entries that are not written like the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.document import Prose
from bot.listing import DateLabel, Entry, Listing, Span
from bot.listing.conventions import position_of_date
from bot.listing.scores import FieldKind
from bot.papers.dates import OTHER_NAMES, DateFormat, PartialDate, has_format, read_date_label, write_date
from bot.papers.names import is_person, names_of
from bot.papers.venues import find_known_venues, is_date_or_venue
from bot.rules.api import Bad, Context, Diagnostic, Findings, Fix, Good, Places, Rule, Severity, option
from bot.rules.prose import DATED_LIST, full_text, impossible_dates
from bot.rules.texts import BETWEEN
from bot.text import group_pairs, lazy_pattern, plural

_FEWEST_NAMED, _NAMED = 4, 0.5
"""Dates with English names of months, and their share of all dates, from which another language is a slip."""
_COMMON = 0.2
"""The share of the dates after a word, as in `Published in May 2024`, from which the list dates so."""
_SENTENCE = lazy_pattern(r"(?:(?<![^\W_])[a-z]+|(?:^|[\n.!?] )[ \t]*[A-Z][a-z]+)[ \t]+$")
"""The word of a sentence: in small letters, or the first one."""
_LONGEST_WORD = 20
_SEVERAL = 3
_OTHER_MONTH = lazy_pattern(rf"(?i:(?<![^\W\d_])({'|'.join(OTHER_NAMES)})(?=\.? $))")

_DATED = """\
* [2025-05] [Group-in-Group Policy Optimization](https://arxiv.org/pdf/2505.10978)
* [2025-05] [SPA-RL](https://arxiv.org/abs/2505.20732)
* [2025-04] [MARFT](https://arxiv.org/abs/2504.16129)
* [2025-03] [SWEET-RL](https://arxiv.org/pdf/2503.15478)
* [2025-03] [MPO](https://arxiv.org/pdf/2503.02682)
* [2025-02] [EPO](https://arxiv.org/pdf/2502.12486)
* [2024-11] [WebRL](https://arxiv.org/pdf/2411.02337)
* [2024-09] [Building Math Agents](https://arxiv.org/pdf/2409.02392)
* [2024-06] [DigiRL](https://arxiv.org/pdf/2406.11896)
* [2024-02] [ArCHer](https://arxiv.org/pdf/2402.19446)
"""


@dataclass(frozen=True, eq=False)
class DriftingDateFormat(Rule):
    """The date of an entry is in another format than the other dates of the list.

    The rule applies if at least ten entries have dates, and four fifths of them have the same format. It writes notes,
    or warnings if you set `conventions.date_format`. `2024.7` and `2024.07` count as the same format.

    The fix writes the date in the format of the list. There is no fix if the date is more or less precise than this
    format. For a month in another language (`Mai 2023`), the fix is unsafe.

    Not reported: dates within a sentence (`In May 2024, its authors ...`), and a format that most dates of a section
    have.
    """

    severity = Severity.WARNING
    reason = "nearly all dates of the list have another format"
    examples = (
        Bad(_DATED.replace("[2024-06]", "[June 2024]"), fixed=_DATED),
        Bad(_DATED.replace("[2024-06]", "[2024]")),
        Good(_DATED),
    )

    date_format: DateFormat | None = option(None, "The format of all dates; overrides `conventions.date_format`.")

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per date in another format than the list's."""
        labels = _labels(listing)
        yield from self._other_languages(listing, labels)
        learned = listing.conventions.date_format
        wanted = self.date_format or (learned.value if learned is not None and learned.is_firm else None)
        if wanted is None:
            return
        if all(entry.date is None or _is_written_as(entry.date, wanted) for entry in listing.papers):
            return
        padded = _is_padded(labels)
        before = [_word_before(listing, label) for label in labels]
        words = Counter(before)
        own = _find_own_shapes(listing, _format_of_date)
        for label, word in zip(labels, before, strict=True):
            entry = listing.entry_at(label.span.start)
            if self.date_format is None and entry is not None and (entry.section, label.format) in own:
                continue
            if word and words[word] < len(labels) * _COMMON:
                continue  # a date within a sentence, which is in no format
            if (found := self._find(listing, label, wanted, padded)) is not None:
                form = f"the date has the format {label.format.value}, the list uses {wanted.value}"
                is_learned = self.date_format is None
                severity = Severity.NOTE if is_learned else found.severity
                yield replace(found, forms=(form,) if is_learned else (), severity=severity)

    def places(self, listing: Listing, form: str) -> Places:
        """Return the dates."""
        return Places("dates", tuple(label.span for label in _labels(listing)))

    def _other_languages(self, listing: Listing, labels: Sequence[DateLabel]) -> Findings:
        """The names of months in another language than the others: `Mai 2023`, where the id is of May."""
        usual = Counter(label.format for label in labels if "Mon" in label.format).most_common(1)
        if not usual or usual[0][1] < max(_FEWEST_NAMED, _NAMED * len(labels)):
            return
        for label in labels:
            entry = listing.entry_at(label.span.start) if label.format is DateFormat.YYYY else None
            announced = entry.announced if entry is not None else None
            start = max(label.span.start - _LONGEST_WORD, 0)
            found = _OTHER_MONTH.search(listing.text.content, start, label.span.start)
            if announced is None or found is None or label.value != PartialDate(announced.year):
                continue
            span, written = Span(found.start(), label.span.end), write_date(announced, usual[0][0])
            if OTHER_NAMES[found[1].lower()] == announced.month and written is not None:
                message = f"write the date as {written}; the other months of the list are in English"
                yield self.at(listing, span, message, new=written, severity=Severity.NOTE)

    def _find(self, listing: Listing, label: DateLabel, wanted: DateFormat, padded: bool) -> Diagnostic | None:
        """What is wrong with one date; None for one in the wanted format."""
        if label.value is None or _is_written_as(label, wanted):
            return None
        written = write_date(label.value, wanted, padded)
        entry, is_glued = listing.entry_at(label.span.start), _is_glued(listing, label)
        if is_glued and entry is not None and written is not None and written in full_text(entry):
            return None  # `FSKD'14 ..., 2014`: the date is beside it, as the list writes it
        if written is None or not _is_lossless(written, wanted, label.value) or is_glued:
            message = f"write the date as {wanted.value}, like the others of the list"
            return self.at(listing, label.span, message, severity=Severity.NOTE)
        message = f"write the date as {written}; the list uses {wanted.value}"
        return self.at(listing, label.span, message, fix=Fix.write(label.span, written))


def _find_own_shapes(listing: Listing, shape: Callable[[Entry], str | None]) -> frozenset[tuple[int, str | None]]:
    """The sections in which most dates have one shape, and several have: that is a habit of the section."""
    shapes = [(entry.section, shape(entry)) for entry in listing.papers if entry.date is not None]
    counts, sizes = Counter(shapes), Counter(section for section, _ in shapes)
    return frozenset(each for each, count in counts.items() if count >= _SEVERAL and 2 * count > sizes[each[0]])


def _format_of_date(entry: Entry) -> str | None:
    return entry.date.format if entry.date is not None else None


def _is_written_as(label: DateLabel, wanted: DateFormat) -> bool:
    """Whether a date is in the wanted format, or may be read so: `1911` is not November where the list has years."""
    is_year = wanted is DateFormat("YYYY") and label.text.isdecimal() and label.text[:2] in ("18", "19")
    return is_year or label.format is wanted or has_format(label.text, wanted)


def _labels(listing: Listing) -> list[DateLabel]:
    """The dates of papers, without impossible ones."""
    impossible = {entry.span for entry, *_ in impossible_dates(listing)}
    return [each.date for each in listing.papers if each.date is not None and each.span not in impossible]


def _is_padded(labels: list[DateLabel]) -> bool:
    """Whether most dates of the list write one-digit months with a leading zero."""
    counts = Counter(mention.padded for label in labels for mention in read_date_label(label.text)[:1])
    return counts[True] >= counts[False]


def _is_lossless(written: str, date_format: DateFormat, value: PartialDate) -> bool:
    """Whether reading the written date back gives the same date."""
    return any(mention.value == value for mention in read_date_label(written) if mention.format is date_format)


def _word_before(listing: Listing, label: DateLabel) -> str:
    """The word of a sentence right before a date; nothing if other text or a mark is before it."""
    content, end = listing.text.content, label.span.start
    if content[end - 1 : end] not in (" ", "\t"):
        return ""
    first = max(listing.text.line_around(end).start, end - _LONGEST_WORD)
    before = content[first:end]
    match = _SENTENCE.search(before) if before.rstrip(" \t")[-1:].isalpha() else None
    return match[0].strip(" \t\n.!?").lower() if match is not None else ""


def _is_glued(listing: Listing, label: DateLabel) -> bool:
    """Whether the date is part of a name, such as the year in `SEC'22`."""
    before = listing.text.content[label.span.start - 1 : label.span.start]
    return before.isalnum() or not read_date_label(label.text)


_NEARLY_ALL = 0.95
_MOST = 0.8
_FEWEST = 10
_FEWEST_SPACES = 3
"""Shorter titles in capitals are acronyms and names."""

_FEWEST_CELLS = 4
_OFTEN = 5
"""How many times a list must have one form of a name for each time that it has another one."""

_JOURNAL = lazy_pattern(r"[A-Z][a-z]+ \S")
"""The beginning of the name of a journal; after an acronym are words of any form: `CVPR workshop`."""

_JOURNALS = """\
* [Mapping the Seabed](https://doi.org/10.1038/s41467-019-00001-1), Nature Communications, 2019
* [Mapping the Moon](https://doi.org/10.1038/s41467-020-00002-2), Nature communications, 2020
"""


class DriftingFormat(Rule):
    """An entry is written differently from most entries in the list.

    The rule reports

    - a paragraph among list items, or a bullet among numbered items;
    - a date in a different position, or no date;
    - a title in capitals;
    - a number out of sequence (`5.` twice);
    - a venue in the column of authors, or authors in the column of venues;
    - a journal or an author that the list writes with other capitals, hyphens or dots elsewhere (`Nature
      communications`).

    The fix writes the usual form of a journal or an author.

    Not reported: a date in a different position, if most entries of its section have it there.
    """

    severity = Severity.NOTE
    examples = (
        Bad(_JOURNALS, fixed=_JOURNALS.replace("Nature communications", "Nature Communications")),
        Bad(DATED_LIST + "* [StarPO](https://arxiv.org/abs/2504.20073) [2504]\n"),
        Good(DATED_LIST),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield at most one diagnostic per entry."""
        yield from self._numbers(listing)
        yield from self._capitals(listing)
        yield from self._spellings(listing)
        yield from self._columns(listing)
        papers = listing.papers
        dated = sum([entry.date is not None for entry in papers])
        expects_dates = len(papers) >= _FEWEST and dated >= _NEARLY_ALL * len(papers)
        usual = Counter([(entry.section, entry.carrier) for entry in papers])
        sizes = Counter([entry.section for entry in papers])
        undated = Counter([entry.section for entry in papers if entry.date is None])
        carrier, position = listing.conventions.carrier, listing.conventions.date_position
        own = _find_own_shapes(listing, position_of_date)
        for entry in papers:
            if carrier is not None and carrier.is_firm and entry.carrier is not carrier.value:
                if 2 * usual[entry.section, carrier.value] > sizes[entry.section]:
                    message = f"this is a {entry.carrier}, most entries are {carrier.value}s: write it as one"
                    yield self.at(listing, _place(entry), message)
            elif entry.date is None:
                if expects_dates and (undated[entry.section] < 2 or 2 * undated[entry.section] <= sizes[entry.section]):
                    message = f"no date; {dated} of {len(papers)} entries have one: add it"
                    yield self.at(listing, _place(entry), message)
            elif position is not None and position.is_firm and position_of_date(entry) not in (None, position.value):
                place = position_of_date(entry)
                is_above = listing.text.line_at(entry.date.span.start) < listing.text.line_at(_place(entry).start)
                if is_above or (entry.section, place) in own:
                    continue  # what is below the entry was read as its title, or its section is written so
                message = f"the date is {place}; write it {position.value}, as most entries do"
                yield self.at(listing, entry.date.span, message)

    def _capitals(self, listing: Listing) -> Findings:
        """Titles in capitals, where nearly all others are not."""
        titles = [entry.title for entry in listing.papers if entry.title is not None]
        loud = [each for each in titles if each.value.isupper() and each.value.count(" ") >= _FEWEST_SPACES]
        if len(titles) >= _FEWEST and len(loud) <= (1 - _NEARLY_ALL) * len(titles):
            for title in loud:
                others = f"{len(titles) - len(loud)} of {len(titles)} titles"
                message = f"the title is in capitals; write it like {others}"
                yield self.at(listing, title.span, message)

    def _spellings(self, listing: Listing) -> Findings:
        """Journals in fewer capitals than elsewhere in the list, and names in another form than nearly always."""
        venues = (entry.venue for entry in listing.papers if entry.venue is not None)
        journals = [(each.span, each.value) for each in venues if _JOURNAL.match(each.value)]
        for least, written in ((0, journals), (_OFTEN, listing.names)):
            usual = _usual_forms([each for _, each in written], least)
            for span, each in written:
                if each in usual and listing.text[span] == each:
                    form, count = usual[each]
                    message = f"elsewhere the list writes `{form}` ({plural(count, 'time')})"
                    yield self.at(listing, span, message, new=form)

    def _columns(self, listing: Listing) -> Findings:
        """Cells that hold something else than their column."""
        cells = [each for entry in listing.papers for each in _cells(entry)]
        sizes, kinds = Counter(column for column, _, _ in cells), Counter((column, kind) for column, kind, _ in cells)
        usual = {
            each: kind for (each, kind), count in kinds.items() if count >= max(_FEWEST_CELLS, _MOST * sizes[each])
        }
        for column, _, prose in cells:
            held = usual.get(column)
            what = next((what for kind, is_other, what in _MISPLACED if held is kind and is_other(prose)), None)
            if what is not None:
                yield self.at(listing, prose.span(0, len(prose.text)), what)

    def _numbers(self, listing: Listing) -> Findings:
        """Numbers of items that do not follow the one before, in a list that numbers nearly all items in order."""
        steps = [
            (one.number, other.number, other)
            for one, other in pairwise(listing.entries)
            if one.number is not None and other.number is not None and one.siblings == other.siblings
        ]
        odd = [step for step in steps if step[1] != step[0] + 1]
        if len(steps) < _FEWEST or len(odd) > (1 - _MOST) * len(steps):
            return
        for before, number, entry in odd:
            span = Span(entry.span.start, entry.span.start + len(str(number)))
            yield self.at(listing, span, f"number {number} follows number {before}; number the items in order")


def _usual_forms(written: list[str], least: int) -> dict[str, tuple[str, int]]:
    """For names, the form with more capitals that a list has instead, and how often: `least` times as often as this."""
    counts = Counter(written)
    names = BETWEEN.join(counts)
    signs = {sign for sign in {*names} if not sign.isalnum()} - {BETWEEN}
    keys = names.translate(dict.fromkeys(map(ord, signs))).lower().split(BETWEEN) if counts else []
    shared = Counter(keys)
    alike = group_pairs((key, each) for key, each in zip(keys, counts, strict=True) if shared[key] > 1)
    found: dict[str, tuple[str, int]] = {}
    for alike_forms in alike.values():
        forms = [each for each in alike_forms if not each.isupper()]
        if len(forms) < 2:
            continue
        usual = max(forms, key=lambda each: (sum(map(str.isupper, each)), counts[each]))
        for each in forms:
            is_other = usual.replace(" ", "") != each.replace(" ", "")  # else `missing-space` reports it
            if is_other and counts[usual] >= least * counts[each]:
                found[each] = usual, counts[usual]
    return found


def _cells(entry: Entry) -> Iterator[tuple[tuple[int, object], FieldKind | None, Prose]]:
    """The cells of a row that have words, except for its title: what each was read as."""
    read = {each.place.number: each.kind for each in entry.labelled if each.kind is not FieldKind.DATE}
    for column, prose in enumerate(entry.cells):
        if column != entry.title_place[0] and any(map(str.isalpha, prose.text)):
            yield (entry.siblings, (column, entry.columns)), read.get(column), prose


def _is_venue(prose: Prose) -> bool:
    return is_date_or_venue(prose.text) and bool(find_known_venues(prose.text.strip()))


def _are_names(prose: Prose) -> bool:
    """Whether a cell has two or more names of people, and is not a venue."""
    names = names_of(prose.text).names if "," in prose.text else ()  # `Computer Vision and Pattern Recognition`
    return len(names) > 1 and not is_date_or_venue(prose.text) and all(" " in it and is_person(it) for it in names)


_MISPLACED: tuple[tuple[FieldKind, Callable[[Prose], bool], str], ...] = (
    (FieldKind.AUTHORS, _is_venue, "this is a venue, in a column of authors"),
    (FieldKind.VENUE, _are_names, "these are names, in a column of venues"),
)
"""What most cells of a column are, what no cell should be then, and the message."""


def _place(entry: Entry) -> Span:
    return entry.title.span if entry.title is not None else entry.span
