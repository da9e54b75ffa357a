"""The rule `date-mismatch`: dates that contradict the arXiv id beside them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bot.linter.diagnostics import Severity
from bot.linter.rule import Bad, Good, Rule, option
from bot.listing.conventions import months_off
from bot.papers.dates import MONTHS
from bot.papers.identifiers import identify
from bot.rules.prose import is_venue_date, named_venues, venues_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import DateLabel, Entry, Listing

_TYPING_MISTAKES = frozenset({12, 24, 36})
"""So many months apart, the month is right and a digit of the year is not."""
_FEWEST = 5
_SHARE = 0.8
_LATEST_YEAR = 2
_MANY = 20
"""So many dates with one explanation are dates that the list gives on purpose."""
_ONE_WAY = 0.9
"""The share of deviating dates in one direction from which on the list dates otherwise."""
_PUBLISHED = 10
_LATE = 9
"""Papers are revised within so many months; what is later has been dated by its publication, or wrongly."""
_LONG_BEFORE = 60
"""A preprint that is younger than its date by more months than these is an old paper that came to arXiv late."""
_NEAR = 6
"""Months between a date and its neighbours that confirm it."""

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
class DateMismatch(Rule):
    """The date of an entry is not the month of its arXiv id.

    One of the two is wrong: the label was mistyped, or the link leads to another paper, which is worse. An
    arXiv id begins with the year and month in which arXiv announced the paper, so `2406.12045` appeared in
    June 2024.

    Open the link and see whether it is the paper. If it is, write the month of the id; there is no fix, because
    it would hide a wrong link. The rule reports in lists whose dates follow arXiv (at least four fifths of
    them, one month more or less).

    Exactly one, two or three years apart is a mistyped year, and so is a date that its neighbours and the id
    contradict together: these are warnings. Other dates may be right, and earn a note: a later one can be that
    of a revision or of the publication, one a few months earlier that of a submission or of a blog post. A date
    that is the venue's own, and one before the id beside a venue of that year, are taken for granted. Where twenty
    dates or more deviate and nine tenths of them are later, the list dates otherwise: that is one note.
    """

    slug: ClassVar[str] = "date-mismatch"
    severity: ClassVar[Severity] = Severity.WARNING
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(_DATED + "* [2306] [τ-bench](https://arxiv.org/abs/2406.12045)\n"),
        Bad(_DATED.replace("[2411]", "[2511]")),
        Good(_DATED + "* [2405] [τ-bench](https://arxiv.org/abs/2406.12045)\n"),
    )

    months: int = option(2, "From so many months apart on a date is reported.", minimum=1)

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per date that nothing explains, and one for all that share an explanation."""
        tomorrow = context.today + timedelta(days=1)
        found: list[_Deviation] = []
        judge = _Judge(listing, self.months)
        for index, entry in enumerate(judge.papers):
            label = entry.date
            if label is None or label.value is None or label.value.key > (tomorrow.year, tomorrow.month, tomorrow.day):
                continue  # the rule `future-date` tells of what is to come
            severity = judge.severity(index, entry, label)
            if severity is not None:
                found.append(_Deviation(entry, label, months_off(entry), severity))
        yield from self._report(listing, judge, found)

    def _report(self, listing: Listing, judge: _Judge, found: Sequence[_Deviation]) -> Iterator[Diagnostic]:
        """The deviations that the habits of the list leave over."""
        later = [each for each in found if each.months is not None and each.months > 0]
        earlier = [each for each in found if each.months is not None and each.months < 0]
        years = [each for each in found if each.months is None]
        otherwise = len(later) >= _MANY and len(later) >= _ONE_WAY * len(later + earlier)
        if otherwise or judge.follows:
            form = "later than the month of the arXiv id: the list may date by revision, publication or addition"
            yield from self._fold(listing, later, form, certain=otherwise)
        if not judge.follows:
            earlier = [each for each in earlier if judge.none_before and each.severity > Severity.NOTE]
        form = "earlier than the month of the arXiv id: the list may date by submission or by another version"
        yield from self._fold(listing, earlier, form)
        yield from self._fold(listing, years, "not of the year of the arXiv id: the list may date otherwise")

    def _fold(
        self, listing: Listing, found: Sequence[_Deviation], form: str, *, certain: bool = False
    ) -> Iterator[Diagnostic]:
        """The findings, those that share an explanation as one note where they are many."""
        explained = [each for each in found if certain or each.severity is Severity.NOTE]
        if len(explained) < _MANY:
            explained = []
        elif explained:
            message = f"{len(explained)} dates are {form}"
            yield self.at(listing, explained[0].label.span, message, severity=Severity.NOTE)
        known = {each.entry.span for each in explained}
        for each in found:
            announced, work = each.entry.announced, each.entry.work
            if each.entry.span in known or announced is None or work is None:
                continue
            month = f"{MONTHS[(announced.month or 1) - 1]} {announced.year}"
            message = f"dated {each.label.text}, but arXiv {work.value} is of {month}"
            yield self.at(listing, each.label.span, message, severity=each.severity)


class _Judge:
    """How much the date of an entry weighs, in a list with its habits."""

    def __init__(self, listing: Listing, months: int) -> None:
        self.listing, self.months = listing, months
        self.papers = tuple(listing.papers)
        differences = [each for entry in self.papers if (each := months_off(entry)) is not None]
        near = listing.conventions.dates_follow_arxiv
        enough = near is not None and near.total >= _FEWEST
        self.follows = near is not None and enough and near.share >= _SHARE
        """Whether the dates are the months of the arXiv ids, one more or less."""
        self.none_before = enough and sum(each >= -1 for each in differences) >= _ONE_WAY * len(differences)
        """Whether the dates are these months or later ones."""
        order = listing.conventions.order
        self.sorted = order is not None and order.total >= _FEWEST and order.share >= _SHARE
        self._published: bool | None = None

    def severity(self, index: int, entry: Entry, label: DateLabel) -> Severity | None:
        """How much a difference weighs; None for one that is none, or that a venue explains."""
        announced, written = entry.announced, label.value
        if announced is None or written is None or is_venue_date(self.listing.text, label):
            return None
        months = months_off(entry)
        if months is None:
            years = written.year - announced.year
            early = years < 0 and (years < -1 or announced.month != 1)
            return Severity.NOTE if early or years > _LATEST_YEAR else None
        if abs(months) < self.months:
            return None
        if months < 0 and any(venue.year in {written.year, written.year + 1} for venue in venues_of(entry)):
            return None
        if not self.follows and abs(months) not in _TYPING_MISTAKES:
            return Severity.NOTE
        if self._is_contradicted(index, written.months() or 0, announced.months() or 0):
            return Severity.WARNING
        is_wrong = self._is_wrong_later(entry, months) if months > 0 else self._is_wrong_before(entry, -months)
        return Severity.WARNING if is_wrong else Severity.NOTE

    def _is_wrong_later(self, entry: Entry, months: int) -> bool:
        """Whether no revision and no publication explains a date after the id."""
        if entry.link is not None and (identify(entry.link.href).version or 1) > 1:
            return False
        if named_venues(entry):
            return self._dates_published_by_id() and (months >= _LATE or months in _TYPING_MISTAKES)
        return months in _TYPING_MISTAKES

    def _is_wrong_before(self, entry: Entry, months: int) -> bool:
        """Whether no earlier version elsewhere explains a date before the id."""
        if months in _TYPING_MISTAKES:
            return True
        announced, written = entry.announced, entry.date.value if entry.date is not None else None
        if announced is None or written is None or named_venues(entry) or entry.links[:1] != (entry.link,):
            return False
        dropped = written.month == 1 and announced.month in {10, 11, 12} and written.year == announced.year
        return dropped or max(_TYPING_MISTAKES) < months <= _LONG_BEFORE

    def _dates_published_by_id(self) -> bool:
        """Whether papers with a venue are dated by arXiv too: then a venue does not explain a late date."""
        if self._published is None:
            published = [
                abs(months)
                for entry in self.papers
                if (months := months_off(entry)) is not None
                and named_venues(entry)
                and not (entry.date and is_venue_date(self.listing.text, entry.date))
            ]
            near = sum(each <= 1 for each in published)
            self._published = len(published) >= _PUBLISHED and near >= _ONE_WAY * len(published)
        return self._published

    def _is_contradicted(self, index: int, written: int, announced: int) -> bool:
        """Whether an entry is where its id belongs in a sorted list, and not where its date does."""
        around = []
        for place in (index - 1, index + 1) if self.sorted else ():
            near = self.papers[place] if 0 <= place < len(self.papers) else None
            if near is not None and near.section == self.papers[index].section and near.date and near.date.value:
                around.append(near.date.value.months() or 0)
        if len(around) < 2 or max(around) - min(around) > _NEAR:
            return False
        return min(around) <= announced <= max(around) and not min(around) <= written <= max(around)
