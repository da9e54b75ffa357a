"""A read entry comes in; the smaller fields around its title go out: venue, affiliation, citations, comment, marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.dates import DateMention
    from bot.listing.entry import Part
    from bot.listing.features import Features
    from bot.listing.mentions import Mention
    from bot.listing.options import Option


@dataclass(frozen=True, slots=True)
class Parts:
    """Fields of an entry that stand beside title, date and link."""

    venue: Part | None = None
    affiliation: Part | None = None
    citations: Part | None = None
    comment: Part | None = None
    marks: tuple[Part, ...] = ()


def find_parts(features: Features, title: Option | None, date: tuple[Mention, DateMention] | None) -> Parts:
    return Parts()
