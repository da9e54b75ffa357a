"""A listing comes in; how it writes venues, and what it would write for another one, goes out."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.papers.venues import find_venues

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.listing import Listing
    from bot.papers.venues import VenueMention

FEWEST = 3
"""Entries with a venue from which on a list is one that names venues."""

_NAME_AND_YEAR = re.compile(r"(?P<name>.*?[^\W\d_])(?P<gap>[^\w()\[\]]{0,3})(?P<year>(?:19|20)?\d\d)", re.DOTALL)
_TRACKS = {"findings": "Findings", "workshop": "Workshop", "demo": "Demo", "industry": "Industry"}


@dataclass(frozen=True, slots=True)
class VenueStyle:
    """How a list writes venues: `ICLR 2025`, `ICLR'25`, `ICLR`."""

    gap: str
    """What stands between name and year."""
    digits: int
    """Digits of the year: 4, 2, or 0 where the list writes none."""
    names: Mapping[str, str]
    """The list's own word for venues that it has, by their usual names."""

    def write(self, mention: VenueMention) -> str:
        """A venue as this list would write it."""
        name = self.names.get(mention.name, mention.name)
        year = str(mention.year)[-self.digits :] if mention.year and self.digits else ""
        track = f" {_TRACKS[mention.track]}" if mention.track in _TRACKS else ""
        return f"{name}{self.gap if year else ''}{year}{track}"


def learn_venue_style(listing: Listing) -> VenueStyle | None:
    """The style that most entries follow; None for a list that hardly ever names a venue."""
    shapes: Counter[tuple[str, int]] = Counter()
    names: dict[str, Counter[str]] = {}
    for mention in _venues_of(listing):
        match = _NAME_AND_YEAR.fullmatch(mention.text)
        if match is not None and not mention.track:
            shapes[match["gap"], len(match["year"])] += 1
            names.setdefault(mention.name, Counter())[match["name"]] += 1
        elif mention.year is None and not mention.track:
            shapes["", 0] += 1
            names.setdefault(mention.name, Counter())[mention.text] += 1
    if not shapes or shapes.total() < FEWEST:
        return None
    (gap, digits), _ = shapes.most_common(1)[0]
    return VenueStyle(gap, digits, {name: words.most_common(1)[0][0] for name, words in names.items()})


def _venues_of(listing: Listing) -> Iterator[VenueMention]:
    """The venue that each entry names as its own."""
    for entry in listing.papers:
        if entry.venue is not None:
            found = [each for each in find_venues(entry.venue.value) if not each.preprint]
            yield from found[:1]
