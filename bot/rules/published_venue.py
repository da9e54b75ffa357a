"""The rule `published-venue`: published papers whose entry names no venue."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bot.facts.model import Facts
from bot.listing import Entry, Listing
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.papers.venues import VenueMention, find_known_venues, find_venues
from bot.rules.api import Bad, Context, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import full_text, has_full_name
from bot.rules.works import find_described
from bot.text import lazy_pattern

FEWEST = 3
"""Fewest entries with a venue in a list that names venues."""

_NAME_AND_YEAR = lazy_pattern(r"(?P<name>.*?[^\W\d_])(?P<gap>[^\w()\[\]]{0,3})(?P<year>(?:19|20)?\d\d)", re.DOTALL)
_TRACKS = {"findings": "Findings", "workshop": "Workshop", "demo": "Demo", "industry": "Industry"}


class VenueStyle(NamedTuple):
    """How a list writes venues: `ICLR 2025`, `ICLR'25`, `ICLR`."""

    gap: str
    """The text between name and year."""
    digits: int
    """Digits of the year: 4, 2, or 0 if the list writes none."""
    names: Mapping[str, str]
    """The list's own names of venues, by their usual names."""

    def write(self, mention: VenueMention) -> str:
        """A venue as this list would write it."""
        name = self.names.get(mention.name, mention.name)
        year = str(mention.year)[-self.digits :] if mention.year and self.digits else ""
        track = f" {_TRACKS[mention.track]}" if mention.track in _TRACKS else ""
        return f"{name}{self.gap if year else ''}{year}{track}"


def learn_venue_style(listing: Listing) -> VenueStyle | None:
    """The style that most entries follow; None for a list that rarely names venues."""
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
    return VenueStyle(gap, digits, {name: counts.most_common(1)[0][0] for name, counts in names.items()})


def _venues_of(listing: Listing) -> Iterator[VenueMention]:
    """The venue that each entry names as its own."""
    for entry in listing.papers:
        if entry.parts.venue is not None:
            found = find_known_venues(entry.parts.venue.value)
            yield from found[:1]


_WORK = Identifier(Scheme.ARXIV, "2310.05915")
_OTHERS = """\
* [ReAct: Synergizing Reasoning and Acting in Language Models](https://arxiv.org/abs/2210.03629) (ICLR'23)
* [Toolformer: Language Models Can Teach Themselves to Use Tools](https://arxiv.org/abs/2302.04761) (NeurIPS'23)
* [Self-Instruct: Aligning Language Models](https://arxiv.org/abs/2212.10560) (ACL'23)
"""
_ENTRY = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"


def _paper(comment: str) -> Facts:
    return Facts({_WORK: Record("FireAct: Toward Language Agent Fine-tuning", None, identifier=_WORK, comment=comment)})


class PublishedVenue(Rule):
    """The authors state on arXiv where the paper was published, but the entry names no venue.

    The message gives the venue in the style of the list. If the entry says `arXiv` instead of a venue, the fix replaces
    it. Otherwise add the venue yourself, or run `bot update`.

    Not reported: papers that are submitted, under review, or an extension of another paper; lists that name no venues.
    """

    severity = Severity.NOTE
    examples = (
        Bad(_OTHERS + _ENTRY + "\n", facts=_paper("Accepted at ICLR 2024, 20 pages")),
        Bad(
            _OTHERS + _ENTRY + " (arXiv'23)\n",
            _OTHERS + _ENTRY + " (ICLR'24)\n",
            _paper("Accepted at ICLR 2024, 20 pages"),
        ),
        Good(_OTHERS + _ENTRY + "\n", _paper("Submitted to ICLR 2024")),
        Good(_OTHERS + _ENTRY + " (ICLR'24)\n", _paper("Accepted at ICLR 2024")),
        Good(_OTHERS + _ENTRY + " (Conference on Language Modeling)\n", _paper("Accepted at COLM 2024")),
        Good(_ENTRY + "\n", _paper("Accepted at ICLR 2024")),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry."""
        from bot.facts.model import find_published_venue  # needed with facts only

        style = learn_venue_style(listing)
        if style is None:
            return
        for entry in listing.entries:
            paper = find_described(entry, context)
            venue = find_published_venue(paper) if paper is not None else None
            if venue is None or _names_venue(listing, entry):
                continue
            written = style.write(venue)
            place = entry.parts.venue or entry.title
            message = f"the paper was published: {written}"
            fix = _fix(listing, entry, written)
            yield self.at(listing, place.span if place else entry.span, message, fix=fix)


def _names_venue(listing: Listing, entry: Entry) -> bool:
    """Whether the entry or a heading above it says where the paper was published."""
    section = listing.sections[entry.section]
    venue = entry.parts.venue
    texts = (full_text(entry), section.heading, *section.path, venue.value if venue else "")
    if any(map(find_known_venues, texts)):
        return True
    beside = texts[0].replace(entry.title.value, "") if entry.title is not None else texts[0]
    return has_full_name(beside)


def _fix(listing: Listing, entry: Entry, written: str) -> Fix | None:
    """The fix that writes the venue if the entry says only `arXiv` in its place."""
    venue = entry.parts.venue
    if venue is None or listing.text[venue.span] != venue.value:
        return None
    mentions = find_venues(venue.value)
    if len(mentions) != 1 or mentions[0].text != venue.value.strip():
        return None
    return Fix.write(venue.span, written, Safety.UNSAFE)
