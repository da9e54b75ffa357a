"""A dated entry comes in; where its date stands, and which venues may explain it, go out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.listing.links import badge_words
from bot.papers.venues import find_venues
from bot.text import Span
from bot.wording import proses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.listing import DateLabel, Entry
    from bot.papers.venues import VenueMention
    from bot.text import Text

_BEFORE, _AFTER = 60, 12
"""Characters around a date in which its venue stands."""


def position_of_date(entry: Entry) -> str | None:
    """Where the date stands, as `Conventions.date_position` says it; None without date or title."""
    if entry.date is None or entry.title is None:
        return None
    return "before the title" if entry.date.span.start < entry.title.span.start else "after the title"


def is_venue_date(text: Text, label: DateLabel) -> bool:
    """Whether the date belongs to a venue's name, as in `CoRL, Sept 2024` or `ICML'24`; preprints do not count."""
    line = text.line_span(text.line_at(label.span.start))
    start = max(line.start, label.span.start - _BEFORE)
    around = text[Span(start, min(line.end, label.span.end + _AFTER))]
    first, last = label.span.start - start, label.span.end - start
    return any(
        not venue.preprint and venue.start <= last + 1 and venue.end >= first - 2 for venue in find_venues(around)
    )


def venues_of(entry: Entry) -> Iterator[VenueMention]:
    """The venues that an entry names in its venue field or on badges, preprint servers left out."""
    words = [entry.venue.value] if entry.venue is not None else []
    for prose in proses(entry):
        words += [badge_words(link.label, link.href) for link in prose.links() if link.image]
    return (venue for each in words for venue in find_venues(each) if not venue.preprint)
