"""The rule `wrong-venue`: a venue at which the paper was not published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.facts.model import Facts
from bot.listing import Entry, Listing
from bot.listing.values import section_path
from bot.papers.record import Record
from bot.papers.venues import find_known_venues
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.prose import full_text
from bot.rules.works import find_recorded
from bot.text import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.listing.claims import ClaimedVenue

_TITLE = "Deep Residual Learning for Image Recognition"
_ENTRY = f"* [{_TITLE}](https://doi.org/10.1109/cvpr.2016.90)"
_VENUE = "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)"
_FACTS = Facts(works={"10.1109/cvpr.2016.90": Record(_TITLE, venue=_VENUE, source="Crossref")})
_LONGEST = 120


class WrongVenue(Rule):
    """An entry names a conference, but the paper was published at another one.

    To fix it, write the venue from the message, or link the version of the paper that you mean. For a paper on arXiv,
    this venue is what its authors state there, or what DBLP has.

    Only a note: the paper is from a workshop at that conference, and the entry does not say so.

    Not reported: different spellings of one conference; journals, which may hold a longer version of the paper;
    workshops, which may hold an earlier one.
    """

    severity = Severity.WARNING
    reason = "the record of the paper names another venue"
    examples = (
        Bad(_ENTRY + " (ICML 2016)\n", facts=_FACTS),
        Good(_ENTRY + " (CVPR'16 oral)\n", facts=_FACTS),
        Good(_ENTRY + " (TPAMI 2018)\n", facts=_FACTS),
    )

    def check_entry(self, entry: Entry, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry."""
        from bot.listing.claims import read_claims  # needed with facts only
        from bot.papers.differences import are_different_venues

        recorded = find_recorded(entry, context)
        records = [record for record in recorded.records if record.venue] if recorded else []
        if recorded is None or not records or not recorded.is_described():
            return
        venues = read_claims(recorded.entry).venues
        is_linked = not recorded.record.preprint and bool(recorded.record.venue)
        severity, claimed, aside = None, venues[0] if venues else None, ""
        if not all(are_different_venues(it.text, one.venue, is_linked=is_linked) for it in venues for one in records):
            claimed = _find_main_venue(entry, listing, venues, records)
            severity, aside = Severity.NOTE, ", which is a workshop there"
        if claimed is not None:
            message = f"the list says {shorten(claimed.text, _LONGEST)};"
            message += f" {records[0].source} has {shorten(records[0].venue, _LONGEST)}{aside}"
            yield self.at(listing, claimed.span, message, severity=severity)


def _find_main_venue(
    entry: Entry, listing: Listing, venues: Sequence[ClaimedVenue], records: Sequence[Record]
) -> ClaimedVenue | None:
    """The conference that an entry names where all records are of one workshop or another at it, in the same year."""
    from bot.papers.witnesses import Track, read_track

    around = " ".join((full_text(entry), *section_path(listing, entry)))
    if {read_track(each.venue) for each in records} != {Track.WORKSHOP} or read_track(around) is not Track.MAIN:
        return None
    named = {(each.name, each.year) for record in records for each in find_known_venues(record.venue)}
    mentions = (each for each in venues if each.mention is not None and not each.mention.track)
    return next((each for each in mentions if each.mention and {(each.mention.name, each.year)} == named), None)
