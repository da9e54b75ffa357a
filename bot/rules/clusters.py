"""What is listed more than once: the entries of a run that share a work or a title, found once for all rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from bot.listing import Catalog, Entry, Listing, Span
from bot.listing.model import ListedEntry
from bot.papers.identifiers import Identifier
from bot.rules.texts import keep_last

_Places = defaultdict[str, set[Span]]
"""The places of entries, by the path of their list."""


class Clusters:
    """The entries about papers that have their work, or their title, in common with another place."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    @cached_property
    def by_work(self) -> dict[Identifier, list[ListedEntry]]:
        """The works with several entries, and these."""
        return {work: [*places] for work, places in self.catalog.by_work.items() if len(places) > 1}

    @cached_property
    def of_work(self) -> _Places:
        """The entries whose work another one has too."""
        return _collect(place for places in self.by_work.values() for place in places)

    @cached_property
    def of_title(self) -> _Places:
        """The entries whose title another place has too, in text outside of entries perhaps."""
        by_title = self.catalog.by_title
        return _collect(place for title in self.catalog.shared_titles for place in by_title.get(title, ()))

    def entries(self, listing: Listing) -> list[Entry]:
        """Those of one list, in the order of the catalog."""
        either = self.of_work[listing.text.path] | self.of_title[listing.text.path]
        return [entry for entry in self.catalog.entries_of(listing) if entry.span in either] if either else []


def _collect(places: Iterable[ListedEntry]) -> _Places:
    found: _Places = defaultdict(set)
    for listing, entry in places:
        found[listing.text.path].add(entry.span)
    return found


clusters_of = keep_last(Clusters)
