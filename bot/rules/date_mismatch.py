"""The rule `date-mismatch`: dates that contradict the arXiv id beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from bot.listing import DateLabel, Entry, Listing
from bot.listing.conventions import months_off
from bot.papers.dates import MONTHS
from bot.papers.identifiers import identify
from bot.rules.api import Bad, Context, Diagnostic, Findings, Form, Good, HabitRule, Severity, option
from bot.rules.link_targets import target_span
from bot.rules.prose import all_venues, is_venue_date, named_venues, venues_of

_TYPING_MISTAKES = frozenset({12, 24, 36})
"""Differences in months that mean a mistyped year: the month is right."""
_FEWEST = 5
_SHARE = 0.8
_LATEST_YEAR = 2
_MANY = 20
"""From this many dates with the same explanation on, the list writes them on purpose."""
_ONE_WAY = 0.9
"""From this share of deviations in one direction on, the list uses another kind of date."""
_PUBLISHED = 10
_LATE = 9
"""Papers are revised within this many months; a later date is that of the publication, or wrong."""
_LONG_BEFORE = 60
"""A preprint newer than its date by more months than this is an old paper that was put on arXiv late."""
_NEAR = 6
"""Largest distance in months between a date and the neighbours that confirm it."""
_FIRM = 10
"""Fewest dates from which a habit of the list is known well enough to call a single date wrong."""
_SUBMITTED = 5
"""Without a venue, a date this many months before the id is seldom that of a submission or a report elsewhere."""
_REVISED = 24
"""Hardly any paper is dated by a revision later than this (months)."""
_SHARE_OF_YEARS = 0.95
"""If at least this share of bare years fits the ids, the others are wrong."""
_LATE_MONTH = 4
"""Papers of the previous year are put on arXiv until this month."""
_BELATED = 2
"""Papers are hardly ever put on arXiv this many years after their venue."""
_OLD_PAPERS = 2015
"""Papers of venues before this year were often put on arXiv many years later."""

_LATER = Form(
    "later",
    "dates",
    "are later than the month of the arXiv id: the list may date by revision, publication or addition",
)
_EARLIER = Form(
    "earlier",
    "dates",
    "are earlier than the month of the arXiv id: the list may date by submission or by another version",
)
_OTHER_YEAR = Form("year", "dates", "are not of the year of the arXiv id: the list may date otherwise")

_DATED = """\
* [2505] [SPA-RL](https://arxiv.org/abs/2505.20732)
* [2504] [MARFT](https://arxiv.org/abs/2504.16129)
* [2503] [SWEET-RL](https://arxiv.org/abs/2503.15478)
* [2411] [WebRL](https://arxiv.org/abs/2411.02337)
* [2406] [DigiRL](https://arxiv.org/abs/2406.11896)
"""


class _Deviation(NamedTuple):
    """A date that differs from the month of its arXiv id."""

    entry: Entry
    label: DateLabel
    months: int | None
    """From the id to the date; None for a bare year."""
    severity: Severity


@dataclass(frozen=True, eq=False)
class DateMismatch(HabitRule):
    """The date of an entry is not the month of its arXiv id.

    One of the two is wrong: the date was mistyped or, worse, the link leads to another paper. An arXiv id begins with
    the year and month in which arXiv announced the paper, so `2406.12045` appeared in June 2024. Open the link and
    check that it is the right paper. If it is, write the month of the id. There is no fix, because it would hide a
    wrong link.

    The rule applies to lists whose dates follow arXiv: at least four fifths of them, give or take a month. These are
    warnings: a date exactly one, two or three years off, which is a mistyped year; a date that both its neighbours and
    the id contradict; without a venue, a date five or more months before the id or more than two years after it, unless
    the list has many such dates; and an id two or more years after the year of the venue.

    Other differences can be right and are notes: a later date can be that of a revision or of the publication, a
    slightly earlier one that of a submission or a blog post. The venue's own date, and an earlier date next to a venue
    of that year, are accepted.

    If twenty or more dates without a venue deviate and nine tenths of them are later, the list dates its entries in
    another way; that is one note.
    """

    slug = "date-mismatch"
    severity = Severity.WARNING
    examples = (
        Bad(_DATED + "* [2306] [τ-bench](https://arxiv.org/abs/2406.12045)\n"),
        Bad(_DATED.replace("[2411]", "[2511]")),
        Good(_DATED + "* [2405] [τ-bench](https://arxiv.org/abs/2406.12045)\n"),
    )

    accept_habits: bool = option(
        True, "Write one note for twenty or more dates with the same explanation; `false` reports each."
    )
    months: int = option(2, "The difference in months from which a date is reported.", minimum=1)

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per unexplained date, and one for all dates that share an explanation."""
        tomorrow = context.today + timedelta(days=1)
        found: list[_Deviation] = []
        judge = _Judge(listing, self.months)
        for index, entry in enumerate(judge.papers):
            label = entry.date
            if (venue := judge.year_of_venue(entry)) is not None:
                yield self._report_venue(listing, entry, venue)
                continue
            if label is None or label.value is None or label.value.key > (tomorrow.year, tomorrow.month, tomorrow.day):
                continue  # `future-date` reports dates in the future
            severity = judge.severity(index, entry, label)
            if severity is not None:
                found.append(_Deviation(entry, label, months_off(entry), severity))
        yield from self._report(listing, judge, found)

    def _report(self, listing: Listing, judge: _Judge, found: Sequence[_Deviation]) -> Findings:
        """The deviations that no habit of the list explains."""
        later = [each for each in found if each.months is not None and each.months > 0]
        earlier = [each for each in found if each.months is not None and each.months < 0]
        years = [each for each in found if each.months is None]
        if _is_one_way(later, earlier) or judge.follows:
            revised = [each for each in later if not named_venues(each.entry)]
            otherwise = _is_one_way(revised, [each for each in earlier if not named_venues(each.entry)])
            yield from self._fold_many(listing, later, _LATER, certain=otherwise)
        if not judge.follows:
            earlier = [each for each in earlier if judge.none_before and each.severity > Severity.NOTE]
        yield from self._fold_many(listing, earlier, _EARLIER)
        yield from self._fold_many(listing, years, _OTHER_YEAR)

    def _fold_many(
        self, listing: Listing, found: Sequence[_Deviation], form: Form, *, certain: bool = False
    ) -> Findings:
        """The findings; many that share an explanation become one note."""
        explained = [each for each in found if certain or each.severity is Severity.NOTE]
        is_habit = bool(self.habit(listing.text.path, [True] * len(explained), form, _find_many))
        folded = {each.entry.span for each in explained} if is_habit else set()
        diagnostics = [(each.entry.span in folded, self._report_date(listing, each)) for each in found]
        total = sum(entry.date is not None for entry in listing.papers) if folded else 0
        yield from self.note([each for is_folded, each in diagnostics if is_folded], total, form)
        yield from (each for is_folded, each in diagnostics if not is_folded)

    def _report_date(self, listing: Listing, found: _Deviation) -> Diagnostic:
        """The finding for one date."""
        label, work = found.label, found.entry.work
        message = f"dated {label.text}, but {_named(found.entry)}"
        target = f"{label.value.iso() if label.value else ''} {work.value if work else ''}"
        return self.at(listing, label.span, message, severity=found.severity, target=target)

    def _report_venue(self, listing: Listing, entry: Entry, year: int) -> Diagnostic:
        """The finding for an id that is too late for the venue."""
        span = target_span(entry.link) if entry.link is not None else entry.span
        message = f"the venue is from {year}, but {_named(entry)}; the link or the year is probably wrong"
        return self.at(listing, span, message, target=f"{year} {entry.work}")


def _named(entry: Entry) -> str:
    """The arXiv id of an entry and its month, as shown in messages."""
    announced, work = entry.announced, entry.work
    if announced is None or work is None:
        return "it has no arXiv id"
    return f"arXiv {work.value} is from {MONTHS[(announced.month or 1) - 1]} {announced.year}"


def _find_many(has_form: Sequence[bool]) -> tuple[int, ...]:
    """The places, if they are so many that the list must write them on purpose."""
    return tuple(range(len(has_form))) if len(has_form) >= _MANY else ()


def _is_one_way(one: Sequence[_Deviation], other: Sequence[_Deviation]) -> bool:
    """Whether so many dates deviate in one direction that it must be on purpose."""
    return len(one) >= _MANY and len(one) >= _ONE_WAY * (len(one) + len(other))


class _Judge:
    """Decides how serious a deviating date is, given the habits of the list."""

    def __init__(self, listing: Listing, months: int) -> None:
        self.listing, self.months = listing, months
        self.papers = tuple(listing.papers)
        self.differences = [each for entry in self.papers if (each := months_off(entry)) is not None]
        enough = len(self.differences) >= _FEWEST
        self.none_before = enough and sum(each >= -1 for each in self.differences) >= _ONE_WAY * len(self.differences)
        """Whether the dates are the months of the arXiv ids or later ones."""
        order = listing.conventions.order
        self.sorted = order is not None and order.total >= _FEWEST and order.share >= _SHARE

    @cached_property
    def follows(self) -> bool:
        """Whether the dates are the months of the arXiv ids, give or take one; at least those without a venue."""
        if self.listing.conventions.follow_arxiv:
            return True
        preprints = (entry for entry in self.papers if months_off(entry) is not None and not named_venues(entry))
        differences = [months_off(entry) or 0 for entry in preprints]
        return len(differences) >= _FIRM and sum(abs(each) <= 1 for each in differences) >= _SHARE * len(differences)

    @cached_property
    def years_fit(self) -> bool:
        """Whether bare years are those of the ids, or of a publication soon after them."""
        years = [
            _LATEST_YEAR >= entry.date.value.year - announced.year >= -((announced.month or 1) < _LATE_MONTH)
            for entry in self.papers
            if entry.date and entry.date.value and entry.date.value.month is None and (announced := entry.announced)
        ]
        return len(years) >= _FIRM and sum(years) >= _SHARE_OF_YEARS * len(years)

    def year_of_venue(self, entry: Entry) -> int | None:
        """The year of the entry's venue, if the arXiv id is years too late for it and the date is another one."""
        announced, label = entry.announced, entry.date
        if announced is None or announced.year < _OLD_PAPERS + _BELATED:
            return None
        if label is not None and (label.value is None or announced.year - label.value.year < _BELATED):
            return None
        if not any(venue.year is not None for venue in venues_of(entry)):
            return None
        latest = max(venue.year or 0 for venue in all_venues(entry))
        is_late = _BELATED <= announced.year - latest <= _LONG_BEFORE // 12
        return latest if is_late and latest >= _OLD_PAPERS else None

    def severity(self, index: int, entry: Entry, label: DateLabel) -> Severity | None:
        """The severity of a difference; None if there is none, or if a venue explains it."""
        announced, written = entry.announced, label.value
        if announced is None or written is None:
            return None
        months = months_off(entry)
        if (months is not None and abs(months) < self.months) or is_venue_date(self.listing, label):
            return None
        if months is None:
            years = written.year - announced.year
            early = years < 0 and (years < -1 or announced.month != 1)
            if not early and years <= _LATEST_YEAR:
                return None
            is_late = years > 0 or years < -1 or (announced.month or 1) >= _LATE_MONTH
            is_wrong = is_late and years >= -(_LONG_BEFORE // 12) and self.years_fit and _is_alone(entry)
            return Severity.WARNING if is_wrong else Severity.NOTE
        if months < 0 and any(venue.year in {written.year, written.year + 1} for venue in venues_of(entry)):
            return None
        if months > 0 and not self.follows and months not in _TYPING_MISTAKES:
            return Severity.NOTE
        if self._is_contradicted(index, written.months() or 0, announced.months() or 0):
            return Severity.WARNING
        is_wrong = self._is_wrong_later(entry, months) if months > 0 else self._is_wrong_before(entry, -months)
        return Severity.WARNING if is_wrong else Severity.NOTE

    def _is_wrong_later(self, entry: Entry, months: int) -> bool:
        """Whether neither a revision nor a publication explains a date after the id."""
        if entry.link is not None and (identify(entry.link.href).version or 1) > 1:
            return False
        if named_venues(entry):
            return (months >= _LATE or months in _TYPING_MISTAKES) and self.dates_published_by_id
        return months in _TYPING_MISTAKES or (months > _REVISED and len(self.differences) >= _FIRM)

    def _is_wrong_before(self, entry: Entry, months: int) -> bool:
        """Whether no earlier version elsewhere can explain a date before the id."""
        if months in _TYPING_MISTAKES:
            return True
        if not self.none_before or not _SUBMITTED <= months <= _LONG_BEFORE:
            return False
        return len(self.differences) >= _FIRM and _is_alone(entry)

    @cached_property
    def dates_published_by_id(self) -> bool:
        """Whether papers with a venue are dated by arXiv too: then a venue does not explain a late date.

        Reading venues takes time, so only as many of the close dates are looked at as are needed to decide.
        """
        dated = [(abs(months), entry) for entry in self.papers if (months := months_off(entry)) is not None]
        far = sum(self._is_published(entry) for months, entry in dated if months > 1)
        enough = max(round(far * _ONE_WAY / (1 - _ONE_WAY)), _PUBLISHED - far)
        near = (entry for months, entry in dated if months <= 1 and self._is_published(entry))
        return sum(1 for _ in islice(near, enough)) == enough

    def _is_published(self, entry: Entry) -> bool:
        """Whether an entry names a venue and has another date than the venue."""
        return bool(named_venues(entry)) and not (entry.date and is_venue_date(self.listing, entry.date))

    def _is_contradicted(self, index: int, written: int, announced: int) -> bool:
        """Whether an entry is at the place of its id in a sorted list, and not at the place of its date."""
        around = []
        for place in (index - 1, index + 1) if self.sorted else ():
            near = self.papers[place] if 0 <= place < len(self.papers) else None
            if near is not None and near.section == self.papers[index].section and near.date and near.date.value:
                around.append(near.date.value.months() or 0)
        if len(around) < 2 or max(around) - min(around) > _NEAR:
            return False
        return min(around) <= announced <= max(around) and not min(around) <= written <= max(around)


def _is_alone(entry: Entry) -> bool:
    """Whether an entry is only a preprint: its first link is to arXiv, and it names no venue."""
    return entry.links[:1] == (entry.link,) and not named_venues(entry)
