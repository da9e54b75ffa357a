"""The rule `date-mismatch`: dates that contradict the arXiv id beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from typing import NamedTuple

from bot.judgement import Case, Side, always, cached_property, weigh
from bot.listing import DateLabel, Entry, Listing, Span
from bot.listing.conventions import months_off
from bot.listing.model import ListedEntry
from bot.listing.values import section_path
from bot.papers.dates import MONTHS, PartialDate, find_dates
from bot.papers.identifiers import Scheme, identify
from bot.papers.venues import VenueMention
from bot.rules.api import Bad, Context, Diagnostic, Findings, Good, Places, Rule, Severity, option
from bot.rules.clusters import clusters_of
from bot.rules.link_targets import target_span
from bot.rules.prose import all_venues, is_venue_date, named_venues, names_preprint, venue_of_address, venues_of
from bot.rules.sameness import Pair, Relation
from bot.text import lazy_pattern

_TYPING_MISTAKES = frozenset({12, 24, 36})
"""Differences in months that mean a mistyped year: the month is right."""
_FIRST_DAYS = "02"
"""What ids of the first days of a month begin with after the point: some of their papers came in the month before."""
_FEWEST = 5
_SHARE = 0.8
"""Dates, and the share of them, from which they show a habit of the list."""
_LATEST_YEAR = 2
"""A bare year up to so many years after the id is that of the publication."""
_MANY = 20
"""From this many dates with the same explanation on, the list writes them on purpose."""
_ONE_WAY = 0.9
"""From this share of deviations in one direction on, the list uses another kind of date."""
_PUBLISHED = 10
"""Papers with a venue and a date from which these show whether a venue explains a late date."""
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
_RECENT, _BELATED_RECENTLY = 2019, 4
"""Papers of venues from this year on are on arXiv soon or never: of 500 lists none has one so many years after it."""
_OLD_PAPERS = 2015
"""Papers of venues before this year were often put on arXiv many years later."""

_LATER = "later than the month of the arXiv id: the list may date by revision, publication or addition"
_EARLIER = "earlier than the month of the arXiv id: the list may date by submission or by another version"
_OTHER_YEAR = "not of the year of the arXiv id: the list may date otherwise"

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
    months: int | None
    """From the id to the date; None for a bare year."""
    finding: Diagnostic


@dataclass(frozen=True, eq=False)
class DateMismatch(Rule):
    """The date of an entry does not match the month of its arXiv id.

    An arXiv id begins with the year and month: `2406.12045` is from June 2024. Either the date is mistyped, or the link
    points to another paper. Open the link. If it is the right paper, write the month of the id; otherwise correct the
    link.

    The finding is a warning if something else points to a mistake: the date is exactly one, two or three years off; the
    neighbouring entries, or the year in the heading, match this entry's id; or nearly all dates in the list match their
    ids.

    Only a note: all other mismatches; also dates that may be those of a revision, the publication, a blog post or the
    code, and ids that are also listed under another title.

    Not reported: the date of the venue, and the year of something else, such as a data set (`VOC 2012`).
    """

    severity = Severity.WARNING
    examples = (
        Bad(_DATED + "* [2306] [τ-bench](https://arxiv.org/abs/2406.12045)\n"),
        Bad(_DATED.replace("[2411]", "[2511]")),
        Good(_DATED + "* [2405] [τ-bench](https://arxiv.org/abs/2406.12045)\n"),
    )

    months: int = option(2, "Report a date only if it is off by at least this many months.", minimum=1)

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per unexplained date, and one for all dates that share an explanation."""
        tomorrow = context.today + timedelta(days=1)
        found: list[_Deviation] = []
        judge = _Judge(listing, context)
        for index, entry in enumerate(judge.papers):
            label, announced = entry.date, entry.announced
            if announced is None:
                if (published := venue_of_address(entry)) is not None:
                    yield self._report_address(listing, entry, published)
                continue
            if (venue := judge.year_of_venue(entry, announced)) is not None:
                yield self._report_venue(listing, entry, venue, judge)
                continue
            if label is None or (written := label.value) is None:
                continue
            if written.key > (tomorrow.year, tomorrow.month, tomorrow.day):
                continue  # `future-date` reports dates in the future
            suspect = _Suspect(judge, index, label, written, announced)
            if suspect.is_near(self.months):
                continue
            decided = self.decide(self._report_date(listing, suspect), weigh(_WITNESSES, suspect), context)
            found += [_Deviation(entry, suspect.months, finding) for finding in decided]
        yield from self._report(listing, judge, found)

    def _report(self, listing: Listing, judge: _Judge, found: Sequence[_Deviation]) -> Findings:
        """The deviations that no habit of the list explains."""
        later = [each for each in found if each.months is not None and each.months > 0]
        earlier = [each for each in found if each.months is not None and each.months < 0]
        years = [each for each in found if each.months is None]
        if _is_one_way(later, earlier) or judge.follows:
            revised = [each for each in later if not named_venues(each.entry)]
            otherwise = _is_one_way(revised, [each for each in earlier if not named_venues(each.entry)])
            yield from (_explained(each, _LATER, is_meant=otherwise) for each in later)
        if not judge.follows:
            earlier = [each for each in earlier if judge.none_before and each.finding.severity > Severity.NOTE]
        yield from (_explained(each, _EARLIER) for each in earlier)
        yield from (_explained(each, _OTHER_YEAR) for each in years)

    def places(self, listing: Listing, form: str) -> Places:
        """Return the dates."""
        return Places("dates", tuple(entry.date.span for entry in listing.papers if entry.date is not None))

    def _report_date(self, listing: Listing, suspect: _Suspect) -> Diagnostic:
        """The finding for one date."""
        entry, label = suspect.entry, suspect.label
        work = entry.work
        message = f"dated {label.text}, but {_named(entry)}{'; is the year mistyped?' if suspect.is_mistyped else ''}"
        target = f"{label.value.iso() if label.value else ''} {work.value if work else ''}"
        return self.at(listing, label.span, message, target=target)

    def _report_address(self, listing: Listing, entry: Entry, found: tuple[VenueMention, int, bool]) -> Diagnostic:
        """The finding for a venue of another year than the proceedings that the link leads to."""
        span, (venue, year, is_doubtful) = target_span(entry.link) if entry.link is not None else entry.span, found
        message = f"the list says {venue.name} {venue.year}, but the URL says {venue.name} {year}"
        reasons = ("the entry and the URL name one venue", "the years differ")
        target = f"{venue.name} {venue.year} {year}"
        return self.at(listing, span, message, target=target, reasons=reasons, is_note=is_doubtful)

    def _report_venue(self, listing: Listing, entry: Entry, year: int, judge: _Judge) -> Diagnostic:
        """The finding for an id that is too late for the venue."""
        span = target_span(entry.link) if entry.link is not None else entry.span
        witness = judge.against_late_id(entry, year)
        doubt = "the link or the year is probably wrong" if witness else "it was put there late, or the link is wrong"
        message = f"the venue is from {year}, but {_named(entry)}; {doubt}"
        reasons = ("the id is years later than the venue", *([witness] if witness else []))
        return self.at(listing, span, message, target=f"{year} {entry.work}", reasons=reasons, is_note=not witness)


def _explained(found: _Deviation, form: str, *, is_meant: bool = False) -> Diagnostic:
    """The finding for a date; a note may be explained by how the list dates its entries."""
    is_open = is_meant or found.finding.severity is Severity.NOTE
    return replace(found.finding, forms=(form,)) if is_open else found.finding


def _named(entry: Entry) -> str:
    """The arXiv id of an entry and its month, as shown in messages."""
    announced, work = entry.announced, entry.work
    if announced is None or work is None:
        return "it has no arXiv id"
    return f"arXiv {work.value} is from {MONTHS[(announced.month or 1) - 1]} {announced.year}"


def _is_one_way(one: Sequence[_Deviation], other: Sequence[_Deviation]) -> bool:
    """Whether so many dates deviate in one direction that it must be on purpose."""
    return len(one) >= _MANY and len(one) >= _ONE_WAY * (len(one) + len(other))


class _Judge:
    """What the habits of the list say about a deviating date."""

    def __init__(self, listing: Listing, context: Context) -> None:
        self.listing, self.context = listing, context
        self.papers = listing.papers
        self.months = [months_off(entry) for entry in self.papers]
        """How far each date is from the month of the id beside it; None where there are not both."""
        self.differences = [each for each in self.months if each is not None]
        self.is_firm = len(self.differences) >= _FIRM
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
        dated = [(entry, each) for entry, each in zip(self.papers, self.months, strict=True) if each is not None]
        differences = [each for entry, each in dated if not named_venues(entry)]
        return len(differences) >= _FIRM and sum(abs(each) <= 1 for each in differences) >= _SHARE * len(differences)

    @cached_property
    def _years(self) -> tuple[tuple[int, PartialDate], ...]:
        """The bare years, and the months of the ids beside them."""
        return tuple(
            (entry.date.value.year, announced)
            for entry in self.papers
            if entry.date and entry.date.value and entry.date.value.month is None and (announced := entry.announced)
        )

    @cached_property
    def years_fit(self) -> bool:
        """Whether bare years are those of the ids, or of a publication soon after them.

        Where most entries link elsewhere the years are those of publications, before which no paper need be on arXiv.
        """
        fitting = [
            _LATEST_YEAR >= year - announced.year >= -((announced.month or 1) < _LATE_MONTH)
            for year, announced in self._years
        ]
        bare = sum(bool(entry.date and entry.date.value and not entry.date.value.month) for entry in self.papers)
        is_known = len(fitting) >= _FIRM and len(fitting) >= _MOST_ON_ARXIV * bare
        return is_known and sum(fitting) >= _SHARE_OF_YEARS * len(fitting)

    @cached_property
    def years_are_late(self) -> bool:
        """Whether so many bare years are those after the id that the list may date by the latest version."""
        late = sum(year > announced.year for year, announced in self._years)
        return late >= _FEWEST and late >= _SHARE_OF_LATE * len(self._years)

    def year_of_venue(self, entry: Entry, announced: PartialDate) -> int | None:
        """The year of the entry's venue, if the arXiv id is years too late for it and the date is another one."""
        label = entry.date
        if announced.year < _OLD_PAPERS + _BELATED:
            return None
        if label is not None and (label.value is None or announced.year - label.value.year < _BELATED):
            return None
        if not any(venue.year is not None for venue in venues_of(entry)):
            return None
        latest = max(venue.year or 0 for venue in all_venues(entry))
        is_late = _BELATED <= announced.year - latest <= _LONG_BEFORE // 12
        return latest if is_late and latest >= _OLD_PAPERS else None

    def against_late_id(self, entry: Entry, year: int) -> str | None:
        """What says that a paper was not merely put on arXiv late, years after its venue."""
        if self.has_other_title(entry):
            return _OTHER_TITLE
        is_far = entry.announced is not None and entry.announced.year - year >= _BELATED_RECENTLY
        return "papers of recent venues are hardly ever put on arXiv so late" if is_far and year >= _RECENT else None

    @cached_property
    def dates_published_by_id(self) -> bool:
        """Whether papers with a venue are dated by arXiv too: then a venue does not explain a late date.

        Reading venues takes time, so only as many of the close dates are looked at as are needed to decide.
        """
        pairs = zip(self.papers, self.months, strict=True)
        dated = [(abs(months), entry) for entry, months in pairs if months is not None]
        far = sum(self._is_published(entry) for months, entry in dated if months > 1)
        enough = max(round(far * _ONE_WAY / (1 - _ONE_WAY)), _PUBLISHED - far)
        near = (entry for months, entry in dated if months <= 1 and self._is_published(entry))
        return sum(1 for _ in islice(near, enough)) == enough

    def has_other_title(self, entry: Entry) -> bool:
        """Whether another entry has the id under the title of another paper: then the link is wrong."""
        clusters, own = clusters_of(self.context.catalog), ListedEntry(self.listing, entry)
        places = clusters.with_work(entry.work)
        return any(Pair(own, place, clusters).relation >= Relation.UNKNOWN for place in places)

    def _is_published(self, entry: Entry) -> bool:
        """Whether an entry names a venue and has another date than the venue."""
        return bool(named_venues(entry)) and not (entry.date and is_venue_date(self.listing, entry.date))


class _Suspect:
    """A date that is not that of the arXiv id beside it."""

    def __init__(
        self, judge: _Judge, index: int, label: DateLabel, written: PartialDate, announced: PartialDate
    ) -> None:
        self.judge, self.index, self.entry = judge, index, judge.papers[index]
        self.label, self.written, self.announced = label, written, announced
        self.months = judge.months[index]
        self.is_later = self.months > 0 if self.months is not None else written.year > announced.year
        self.is_mistyped = self.months is not None and abs(self.months) in _TYPING_MISTAKES

    def is_near(self, months: int) -> bool:
        """Whether nothing is suspicious: a few months, the year before an id of January, or a publication.

        The year of a preprint is the one before only for an id of the first days of January.
        """
        if self.months is not None:
            return abs(self.months) < months
        years = self.written.year - self.announced.year
        if years == -1 and self.announced.month == 1:
            number = self.entry.work.value.partition(".")[2] if self.entry.work is not None else ""
            return number < _FIRST_DAYS or not self._is_of_preprint()
        return 0 <= years <= _LATEST_YEAR

    def is_usual(self) -> bool:
        """Whether nearly all dates of the list are those of the ids, so that this one is wrong."""
        if self.months is None:
            years = self.written.year - self.announced.year
            is_early = years < -1 or (years < 0 and (self.announced.month or 1) >= _LATE_MONTH)
            return is_early and years >= -(_LONG_BEFORE // 12) and self.judge.years_fit and _is_alone(self.entry)
        if self.is_later and named_venues(self.entry):
            return self.months >= _LATE and self.judge.dates_published_by_id
        if self.is_later:
            return self.months > _REVISED and self.judge.is_firm
        is_early = self.judge.none_before and _SUBMITTED <= -self.months <= _LONG_BEFORE
        return is_early and self.judge.is_firm and _is_alone(self.entry)

    @cached_property
    def _around(self) -> tuple[int, int] | None:
        """The earlier and the later month of the entries before and after it, if these are near each other."""
        around = []
        papers = self.judge.papers
        for place in (self.index - 1, self.index + 1) if self.judge.sorted else ():
            near = papers[place] if 0 <= place < len(papers) else None
            if near is not None and near.section == self.entry.section and near.date and near.date.value:
                around.append(near.date.value.months() or 0)
        return (min(around), max(around)) if len(around) == 2 and max(around) - min(around) <= _NEAR else None

    def is_beside_id(self) -> bool:
        """Whether the entry is at the place of its id in a sorted list, and not at the place of its date."""
        return self._fits(self.announced) and not self._fits(self.written)

    def is_beside_date(self) -> bool:
        """Whether the entry is at the place of its date in a sorted list, and not at the place of its id."""
        return self._fits(self.written) and not self._fits(self.announced)

    def _fits(self, date: PartialDate) -> bool:
        months = date.months()
        return self._around is not None and months is not None and self._around[0] <= months <= self._around[1]

    @cached_property
    def _year_of_section(self) -> int | None:
        headings = [find_dates(each) for each in section_path(self.judge.listing, self.entry)]
        dates = [found[0].value for found in headings if len(found) == 1]
        return dates[-1].year if dates and dates[-1] is not None else None

    def is_in_section_of_id(self) -> bool:
        return self._year_of_section == self.announced.year != self.written.year

    def is_in_section_of_date(self) -> bool:
        return self._year_of_section == self.written.year != self.announced.year

    def is_year_of_id(self) -> bool:
        """Whether the digits are not a year, but the month that an id begins with: `arXiv 2010`, `arXiv08` under
        2021.
        """
        months = {each.value[:4] for each in self.entry.identifiers if each.scheme is Scheme.ARXIV}
        year = str(self.written.year)
        is_month = year not in self.label.text and self.is_in_section_of_id()
        return self.months is None and (year in months or (is_month and year[2:] in {each[2:] for each in months}))

    def is_of_version(self) -> bool:
        link = self.entry.link
        return self.is_later and link is not None and (identify(link.href).version or 1) > 1

    def may_be_published(self) -> bool:
        """Whether a later date may be that of the publication."""
        if not self.is_later or self.months is None:
            return False
        if named_venues(self.entry):
            return not (self.is_mistyped and self.judge.dates_published_by_id)
        is_soon = self.months < _LATE and not (self.is_beside_id() or self.is_in_section_of_id())
        return not self.judge.follows or is_soon

    def may_be_of_code(self) -> bool:
        """Whether an earlier date may be that of something else that the entry links."""
        is_beside = self.is_mistyped or self.is_beside_id() or self.is_in_section_of_id()
        return not self.is_later and not is_beside and len({each.href for each in self.entry.links}) > 1

    def is_of_late_year(self) -> bool:
        return self.months is None and self.is_later and self.judge.years_are_late

    def may_be_put_there_later(self) -> bool:
        """Whether a bare year is the one before the id, and not that of a preprint (`arXiv 2022`) nor below another."""
        venue, is_next = self.entry.parts.venue, self.months is None and self.announced.year - self.written.year == 1
        is_told = self.is_in_section_of_id() and not (venue is not None and str(self.written.year) in venue.value)
        return is_next and not is_told and not self._is_of_preprint()

    def _is_of_preprint(self) -> bool:
        """Whether what is around the year says that it is that of a preprint: `arXiv 2022`, `Preprint'22`."""
        venue = self.entry.parts.venue
        return names_preprint(f"{self.label.text} {venue.value if venue is not None else ''}") is True

    def is_before_venue(self) -> bool:
        years = {self.written.year, self.written.year + 1}
        is_earlier = self.months is not None and not self.is_later
        return is_earlier and any(venue.year in years for venue in venues_of(self.entry))

    @cached_property
    def _word_before(self) -> str:
        """The word right before the date that is not of the title nor on another link; empty if there is none."""
        if self.months is not None:
            return ""
        text, start = self.judge.listing.text, self.label.span.start
        ends = [link.span.end for link in self.entry.links if link.span.end <= start]
        title = self.entry.title
        first = max(
            [text.line_around(start).start, *ends, *([title.span.end] if title and title.span.end <= start else [])]
        )
        match = _WORD_BEFORE.search(text[Span(first, start)][-_FAR:])
        return match[1] if match is not None else ""

    def is_cited(self) -> bool:
        return self._word_before.rstrip(".").casefold() == "al"

    def is_of_something_else(self) -> bool:
        """Whether the word before a bare year makes it that of a venue, an author, a challenge."""
        word = self._word_before
        is_name = word[:1].isupper() or any(map(str.isupper, word))
        return (is_name and not names_preprint(word)) or self._is_behind_volume()

    def _is_behind_volume(self) -> bool:
        """Whether a bare year is after the volume and the page of a journal: `Phys. Rev. B 7, 006 (2019)`."""
        text, start, title = self.judge.listing.text, self.label.span.start, self.entry.title
        first = max(text.line_around(start).start, start - _FAR_OFF)
        if title is not None and first < title.span.end <= start:
            first = title.span.end
        return self.months is None and _VOLUME.search(_MARKUP.sub(" ", text[Span(first, start)])) is not None


_FAR, _FAR_OFF = 60, 240
"""Characters before a date in which a word, and the volume of a journal, may make it the year of something else."""
_MARKUP = lazy_pattern(r"<[^<>]*>|&nbsp;|\]\([^()\s]*\)|[*_\[]")
_VOLUME = lazy_pattern(
    r"[A-Z][A-Za-z]+\.?(?: [A-Z])?[\s,]+\d{1,4}[\s,:]+(?:\(\d+\)[\s,:]*)?[A-Z]?\d{1,7}(?:[-–]+\d+)?[\s,]*\($"
)
"""What is before the year of an article of a journal."""
_WORD_BEFORE = lazy_pattern(r"([A-Za-z][\w.&-]*)['’]?[\s,.;(*_`'’]*$")
_MOST_ON_ARXIV = 0.6
_SHARE_OF_LATE = 0.1
"""From this share of later years on, and `_FEWEST`, a list may date by the latest version or the publication."""

_OTHER_TITLE = "the id is also in an entry with another title: `reused-id` tells which link is wrong"

_WITNESSES: tuple[Case[_Suspect, Side], ...] = (
    Case("the date is not that of the arXiv id", always, Side.FOR),
    Case("it is exactly one, two or three years off", lambda it: it.is_mistyped, Side.FOR),
    Case("the entries before and after are from the time of the id", _Suspect.is_beside_id, Side.FOR),
    Case("the section is of the year of the id", _Suspect.is_in_section_of_id, Side.FOR),
    Case("nearly all dates of the list agree with the ids", _Suspect.is_usual, Side.FOR),
    Case(_OTHER_TITLE, lambda it: it.judge.has_other_title(it.entry), Side.NOTE),
    Case("the entries before and after are from the time of the date", _Suspect.is_beside_date, Side.NOTE),
    Case("the section is of the year of the date", _Suspect.is_in_section_of_date, Side.NOTE),
    Case("it may be the date of the version that is linked", _Suspect.is_of_version, Side.NOTE),
    Case("it may be the date of the publication", _Suspect.may_be_published, Side.NOTE),
    Case("it may be the date of the code or the page, which are older", _Suspect.may_be_of_code, Side.NOTE),
    Case("the paper may have been put on arXiv in the year after", _Suspect.may_be_put_there_later, Side.NOTE),
    Case("the year is part of a citation, such as Lee et al. 2024", _Suspect.is_cited, Side.NOTE),
    Case("many years of the list are later than the ids", _Suspect.is_of_late_year, Side.NOTE),
    Case("it is the date of a venue", lambda it: is_venue_date(it.judge.listing, it.label), Side.AGAINST),
    Case("it fits a venue of that year", _Suspect.is_before_venue, Side.AGAINST),
    Case("the digits belong to the id, and are not a year", _Suspect.is_year_of_id, Side.AGAINST),
    Case("by the word before it, it is the year of something else", _Suspect.is_of_something_else, Side.AGAINST),
)


def _is_alone(entry: Entry) -> bool:
    """Whether an entry is only a preprint: its first link is to arXiv, and it names no venue, known or not."""
    venue = entry.parts.venue.value if entry.parts.venue is not None else ""
    is_published = names_preprint(venue) is False
    return entry.links[:1] == (entry.link,) and not is_published and not named_venues(entry)
