"""The rule `wrong-year`: a year in which the paper was not published."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from bot.facts.model import Facts
from bot.judgement import Case, always, judge
from bot.listing import Entry, Listing, Span
from bot.listing.values import section_path
from bot.papers.record import Record
from bot.papers.venues import find_venues
from bot.rules.api import Bad, Context, Diagnostic, Findings, Good, Rule, Severity
from bot.rules.works import Recorded, recorded_entries, title_span
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from bot.listing.claims import ClaimedVenue

_TITLE = "Deep Residual Learning for Image Recognition"
_ENTRY = f"* [{_TITLE}](https://doi.org/10.1109/cvpr.2016.90)"
_VENUE = "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)"
_RECORD = Record(_TITLE, venue=_VENUE, year=2016, years=(2016,), source="Crossref")
_FACTS = Facts(works={"10.1109/cvpr.2016.90": _RECORD})

_YEAR = lazy_pattern(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LATE = 1
"""Years after the latest one on record that a list may still give, for proceedings that appear later."""
_PREPRINT = 4
"""Years before the first one on record in which a preprint may have appeared."""


_FEWEST, _USUAL = 3, 0.75
"""This many entries under years, and this share of them, must fit their records for the headings to be claims."""


class _Wrong(NamedTuple):
    span: Span
    year: int
    known: int
    severity: Severity | None = None


class WrongYear(Rule):
    """An entry gives a year in which the paper cannot have been published.

    Check which version the entry means, and write the year from the message. Beside a conference, the year must be that
    of the conference. Otherwise it may be up to four years earlier than the publication, as that of a preprint, or one
    year later.

    For an entry without a year, the rule takes the year of its heading, if such headings are right for at least three
    entries, and for three quarters of those below them.

    Not reported: dates of papers on arXiv, which `date-mismatch` checks.
    """

    severity = Severity.WARNING
    reason = "the record of the paper has another year"
    examples = (
        Bad(_ENTRY + " (CVPR 2018)\n", facts=_FACTS),
        Bad(_ENTRY + " (2019)\n", facts=_FACTS),
        Good(_ENTRY + " (CVPR'16)\n", facts=_FACTS),
        Good(_ENTRY + " (2015)\n", facts=_FACTS),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry."""
        headed: list[tuple[Recorded, _Wrong | None]] = []
        fitting = 0
        for each in recorded_entries(listing, context):
            if not (known := _years(each)) or not each.is_described():
                continue
            wrong = next(_find(each, context.today.year), None)
            if wrong is not None:
                yield self._report(listing, each, wrong, "the list says")
            elif (year := _year_of_headings(listing, each.entry)) is not None:
                fitting += known[0] - _LATE <= year <= known[-1] + _LATE
                headed.append((each, _judge_year(each, year, title_span(each.entry), context.today.year)))
        for each, wrong in headed if fitting >= max(_FEWEST, _USUAL * len(headed)) else ():
            if wrong is not None:
                yield self._report(listing, each, wrong, "the heading says")

    def _report(self, listing: Listing, recorded: Recorded, wrong: _Wrong, says: str) -> Diagnostic:
        message = f"{says} {wrong.year}; {recorded.record.source} has {wrong.known}"
        return self.at(listing, wrong.span, message, severity=wrong.severity)


def _year_of_headings(listing: Listing, entry: Entry) -> int | None:
    """The year that is a whole heading over an entry which has no year itself."""
    from bot.listing.claims import read_claims  # needed with facts only

    claims = read_claims(entry)
    if entry.date is not None or claims.years or any(venue.year for venue in claims.venues):
        return None
    years = [words for words in section_path(listing, entry) if _YEAR.fullmatch(words.strip())]
    return int(years[0]) if len(years) == 1 else None


def _find(recorded: Recorded, today: int) -> Iterator[_Wrong]:
    """The years of an entry that do not fit."""
    from bot.listing.claims import read_claims  # needed with facts only

    claims = read_claims(recorded.entry)
    years = _years(recorded)
    known = recorded.record.year or years[-1]
    for venue in claims.venues:
        if venue.year is None:
            continue
        if venue.year > today + _LATE:
            yield _Wrong(venue.span, venue.year, known)
        else:
            yield from _judge_venue(recorded, venue, venue.year, years)
    if not any(venue.year for venue in claims.venues):
        yield from filter(None, (_judge_year(recorded, claimed.year, claimed.span, today) for claimed in claims.years))


def _judge_year(recorded: Recorded, year: int, span: Span, today: int) -> _Wrong | None:
    """A year without a venue that does not fit."""
    years = _years(recorded)
    is_preprint = all(record.preprint for record in recorded.records)
    late = year > (today if is_preprint else min(years[-1], today)) + _LATE
    early = not is_preprint and year < years[0] - _PREPRINT
    return _Wrong(span, year, recorded.record.year or years[-1]) if late or early else None


def _years(recorded: Recorded) -> list[int]:
    return sorted({year for record in recorded.records for year in record.years})


class _Claim:
    """A year beside a venue, and a record."""

    def __init__(self, venue: ClaimedVenue, year: int, record: Record) -> None:
        self.venue, self.year, self.record = venue, year, record
        name = venue.mention.name if venue.mention is not None else ""
        self.same = [each for each in find_venues(record.venue) if each.name == name]

    @cached_property
    def stated(self) -> list[int]:
        """The years that the venue on record has in its name."""
        years = [int(match[0]) for match in _YEAR.finditer(self.record.venue)]
        return years or [each.year for each in self.same if each.year]

    def is_of_track(self) -> bool:
        return any(each.track for each in (self.venue.mention, *self.same) if each is not None)

    def is_within(self, margin: int) -> bool:
        """Whether the year is one on record, or so near to it."""
        return self.record.years[0] - margin <= self.year <= self.record.years[-1] + margin


class _Fit(Enum):
    """How a year beside a venue fits a record."""

    FITS = auto()
    OTHER_EDITION = auto()
    NEAR = auto()
    FAR = auto()


_FITS: tuple[Case[_Claim, _Fit], ...] = (
    Case("the record is for another venue", lambda it: not it.same, _Fit.FITS),
    Case("a workshop or a track has years of its own", _Claim.is_of_track, _Fit.FITS),
    Case("it is the year of the conference on record", lambda it: it.year in it.stated, _Fit.FITS),
    Case("the conference on record is of another year", lambda it: it.stated, _Fit.OTHER_EDITION),
    Case("no year of a publication is on record", lambda it: not it.record.years or it.record.preprint, _Fit.FITS),
    Case("it is a year on record", lambda it: it.is_within(0), _Fit.FITS),
    Case("proceedings appear in the years around a conference", lambda it: it.is_within(_LATE), _Fit.NEAR),
    Case("the paper was published in another year", always, _Fit.FAR),
)


def _judge_venue(recorded: Recorded, venue: ClaimedVenue, year: int, years: list[int]) -> Iterator[_Wrong]:
    """A year beside a venue: that of the same conference on record, or of the preprint where the venue is arXiv."""
    if venue.mention is None:
        return
    if venue.mention.preprint:
        if all(record.preprint for record in recorded.records) and not years[0] <= year <= years[-1] + _LATE:
            yield _Wrong(venue.span, year, years[0])
        return
    for record in recorded.records:
        claim = _Claim(venue, year, record)
        fit = judge(_FITS, claim).value
        if fit is _Fit.OTHER_EDITION:
            yield _Wrong(venue.span, year, claim.stated[0])
        elif fit is not _Fit.FITS:
            severity = Severity.NOTE if fit is _Fit.NEAR else None
            yield _Wrong(venue.span, year, record.year or record.years[-1], severity)
