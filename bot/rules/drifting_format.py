"""The rule `drifting-format`: entries with another structure than the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from bot.document import Prose
from bot.listing import Entry, Listing, Span
from bot.listing.conventions import position_of_date
from bot.listing.scores import FieldKind
from bot.papers.names import is_person, names_of
from bot.papers.venues import find_known_venues, is_date_or_venue
from bot.rules.api import Bad, Context, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import DATED_LIST
from bot.text import group_pairs, lazy_pattern, plural

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


class DriftingFormat(Rule):
    """The form of an entry differs from that of most entries in the list.

    Entries that look alike are easier to read and to edit. The rule reports what most other entries have differently:

    - a paragraph among list items, or a bullet among numbered items;
    - a date in another place, or no date;
    - a title in capitals;
    - a number out of sequence (`5.` twice);
    - a venue in the column of authors, or authors in the column of venues;
    - a journal or an author that the list writes with other capitals, hyphens or dots elsewhere (`Nature
      communications`).
    """

    severity = Severity.NOTE
    examples = (Bad(DATED_LIST + "* [StarPO](https://arxiv.org/abs/2504.20073) [2504]\n"), Good(DATED_LIST))

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield at most one diagnostic per entry."""
        yield from self._numbers(listing)
        yield from self._capitals(listing)
        yield from self._spellings(listing)
        yield from self._columns(listing)
        papers = listing.papers
        dated = sum(entry.date is not None for entry in papers)
        expects_dates = len(papers) >= _FEWEST and dated >= _NEARLY_ALL * len(papers)
        usual = Counter((entry.section, entry.carrier) for entry in papers)
        sizes = Counter(entry.section for entry in papers)
        undated = Counter(entry.section for entry in papers if entry.date is None)
        carrier, position = listing.conventions.carrier, listing.conventions.date_position
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
                if listing.text.line_at(entry.date.span.start) < listing.text.line_at(_place(entry).start):
                    continue  # what is below the entry was read as its title
                message = f"the date is {position_of_date(entry)}; write it {position.value}, as most entries do"
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
                    yield self.at(listing, span, message, fix=Fix.write(span, form, Safety.UNSAFE))

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
    keys = ["".join(filter(str.isalnum, each)).lower() for each in counts]
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
