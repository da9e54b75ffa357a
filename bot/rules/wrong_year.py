"""The rule `wrong-year`: a year in which the paper was not published."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from bot.facts.model import Facts
from bot.listing import Entry, Listing, Span
from bot.papers.record import Record
from bot.papers.venues import find_venues
from bot.rules.api import Bad, Context, Findings, Good, Need, Rule, Severity
from bot.rules.recorded import Recorded, find_recorded, is_described
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


class _Wrong(NamedTuple):
    span: Span
    year: int
    known: int
    severity: Severity | None = None


class WrongYear(Rule):
    """An entry gives a year in which the paper cannot have been published.

    The message has the year on record. Check which version the entry means, and that the link leads to it.

    With a conference the year must be that of the conference. Without, the year of a preprint is fine, and so is one
    year more than the record has; a year that has not come yet never is. Dates of papers on arXiv are compared by
    `date-mismatch`.
    """

    slug = "wrong-year"
    severity = Severity.WARNING
    needs = Need.PAPERS
    examples = (
        Bad(_ENTRY + " (CVPR 2018)\n", facts=_FACTS),
        Bad(_ENTRY + " (2019)\n", facts=_FACTS),
        Good(_ENTRY + " (CVPR'16)\n", facts=_FACTS),
        Good(_ENTRY + " (2015)\n", facts=_FACTS),
    )

    def check_entry(self, entry: Entry, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry."""
        recorded = find_recorded(entry, context)
        if recorded is None or not any(record.years for record in recorded.records) or not is_described(recorded):
            return
        wrong = next(_find(recorded, context.today.year), None)
        if wrong is not None:
            message = f"the list says {wrong.year}; {recorded.record.source} has {wrong.known}"
            yield self.at(listing, wrong.span, message, severity=wrong.severity)


def _find(recorded: Recorded, today: int) -> Iterator[_Wrong]:
    """The years of an entry that do not fit."""
    from bot.listing.claims import read_claims  # needed with facts only

    claims = read_claims(recorded.entry)
    years = sorted({year for record in recorded.records for year in record.years})
    if not years:
        return
    known = recorded.record.year or years[-1]
    is_preprint = all(record.preprint for record in recorded.records)
    for venue in claims.venues:
        if venue.year is None:
            continue
        if venue.year > today + _LATE:
            yield _Wrong(venue.span, venue.year, known)
        else:
            yield from _judge_venue(recorded, venue, venue.year, years)
    for claimed in claims.years:
        late = claimed.year > (today if is_preprint else min(years[-1], today)) + _LATE
        early = not is_preprint and claimed.year < years[0] - _PREPRINT
        if (late or early) and not any(venue.year for venue in claims.venues):
            yield _Wrong(claimed.span, claimed.year, known)


def _judge_venue(recorded: Recorded, venue: ClaimedVenue, year: int, years: list[int]) -> Iterator[_Wrong]:
    """A year beside a venue: that of the same conference on record, or of the preprint where the venue is arXiv."""
    if venue.mention is None:
        return
    if venue.mention.preprint:
        if all(record.preprint for record in recorded.records) and not years[0] <= year <= years[-1] + _LATE:
            yield _Wrong(venue.span, year, years[0])
        return
    for record in recorded.records:
        same = [each for each in find_venues(record.venue) if each.name == venue.mention.name]
        if not same or any(each.track for each in (venue.mention, *same)):
            continue
        stated = [int(match[0]) for match in _YEAR.finditer(record.venue)] or [each.year for each in same if each.year]
        if stated:
            if year not in stated:
                yield _Wrong(venue.span, year, stated[0])
        elif record.years and not record.preprint and not record.years[0] <= year <= record.years[-1]:
            near = record.years[0] - _LATE <= year <= record.years[-1] + _LATE
            yield _Wrong(venue.span, year, record.year or record.years[-1], Severity.NOTE if near else None)
