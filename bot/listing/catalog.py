"""All lists of a run come in; where each work and each title stands goes out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bot.papers.titles import key

if TYPE_CHECKING:
    from bot.listing.entry import Entry, Listing
    from bot.papers.identifiers import Identifier


@dataclass(frozen=True, slots=True)
class Place:
    """An entry in its list."""

    listing: Listing
    entry: Entry


@dataclass(frozen=True)
class Catalog:
    """The lists of a run, read together; its indexes are built when first asked for."""

    listings: tuple[Listing, ...]

    @cached_property
    def by_work(self) -> dict[Identifier, tuple[Place, ...]]:
        """Each paper's entries, in order of list and place."""
        found: dict[Identifier, list[Place]] = {}
        for listing in self.listings:
            for entry in listing.papers:
                if entry.work is not None:
                    found.setdefault(entry.work, []).append(Place(listing, entry))
        return {work: tuple(places) for work, places in found.items()}

    @cached_property
    def by_title(self) -> dict[str, tuple[Place, ...]]:
        """The entries of papers under each title, compared without case, accents and punctuation."""
        found: dict[str, list[Place]] = {}
        for listing in self.listings:
            for entry in listing.papers:
                if entry.title is not None and (title := key(entry.title.value)):
                    found.setdefault(title, []).append(Place(listing, entry))
        return {title: tuple(places) for title, places in found.items()}
