"""What is listed more than once: entries that share a work or a title, and the names that tell them apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.document import Style
from bot.judgement import cached_property, keep_last
from bot.listing import Carrier, Catalog, Entry, Kind, Link, Listing, Mention, Span
from bot.listing.model import ListedEntry
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.names import AUTHOR_YEAR
from bot.papers.similarity import normalise, title_key
from bot.papers.venues import find_venues, is_date_or_venue
from bot.rules.prose import GroupLines, before_title, titled_prose
from bot.text import lazy_pattern

MANY = 8
"""Only this many places of one work are compared."""
LEAST_WORDS, _DISTINCTIVE_WORDS = 3, 4
"""Shorter titles are not compared; shorter ones, such as "Neural Machine Translation", are those of several papers."""
_SHORTEST = 15
"""Letters of such a title."""
_AUTHOR_YEAR = lazy_pattern(AUTHOR_YEAR, needs=("19", "20"))
_YEAR_BEHIND = 9
"""Characters of a year with a comma or brackets."""

_Places = defaultdict[str, set[Span]]
"""The places of entries, by the path of their list."""


class Claim(NamedTuple):
    """An arXiv id under a title, in an entry or in text outside of entries, such as news."""

    listing: Listing
    work: Identifier
    link: Link
    place: Entry | Mention


class Clusters:
    """The entries about papers that have their work, or their title, in common with another place."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._claims: dict[str, tuple[Claim, ...]] = {}

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

    def with_work(self, work: Identifier | None) -> list[ListedEntry]:
        """The entries of a work, as many as are compared."""
        return [*self.catalog.by_work.get(work, ())[:MANY]] if work is not None else []

    def with_title(self, entry: Entry) -> list[ListedEntry]:
        """The entries with the title of one, as many as are compared, if two papers do not share it by chance."""
        is_shared = title_key(entry.title_text) in self.catalog.shared_titles  # few are: so the rest is not asked
        title = distinctive_title(entry) if is_shared else None
        return [*self.catalog.by_title.get(title, ())[:MANY]] if title is not None else []

    def claims(self, title: str) -> tuple[Claim, ...]:
        """The arXiv ids under a title in the places that are compared: entries first, then other text."""
        if title not in self._claims:
            entries, mentions = self.catalog.by_title.get(title, ()), self.catalog.mentions_by_title.get(title, ())
            found: list[tuple[Listing, Identifier | None, Link | None, Entry | Mention]]
            found = [(own, each.work, each.link, each) for own, each in entries[:MANY]]
            found += [(own, each.identifier, each.link, each) for own, each in mentions[:MANY]]
            self._claims[title] = tuple(
                Claim(own, work, link, place)
                for own, work, link, place in found
                if link is not None and work is not None and work.scheme is Scheme.ARXIV
            )
        return self._claims[title]

    def preprints(self, entry: Entry) -> frozenset[Identifier]:
        """All arXiv ids under the title of an entry."""
        title = distinctive_title(entry, LEAST_WORDS)
        return frozenset(claim.work for claim in self.claims(title)) if title is not None else frozenset()


def _collect(places: Iterable[ListedEntry]) -> _Places:
    found: _Places = defaultdict(set)
    for listing, entry in places:
        found[listing.text.path].add(entry.span)
    return found


clusters_of = keep_last(Clusters)


def distinctive_title(entry: Entry, least_words: int = _DISTINCTIVE_WORDS) -> str | None:
    """The key of a title that two papers do not share by chance; None if it is missing or too short."""
    words, title = normalise(entry.title_text), title_key(entry.title_text)
    is_long = words.count(" ") >= least_words - 1 and len(title) >= _SHORTEST
    return title if is_long and not _is_citation(entry) else None


def _is_citation(entry: Entry) -> bool:
    """Whether a title is the names of a citation: `ETH et al`, or authors and a year, which may be after it."""
    title = entry.title_text
    end = entry.title_place[2]
    match = _AUTHOR_YEAR.match(title + (titled_prose(entry).text[end : end + _YEAR_BEHIND] if end > 0 else ""))
    return title.endswith("et al") or (match is not None and match.end() >= len(title))


class OwnNames:
    """What the entries of a list say before their titles, counted: what is theirs alone names a method of a paper."""

    def __init__(self, listing: Listing) -> None:
        self.listing, self.lines = listing, GroupLines(listing)

    @cached_property
    def words(self) -> Counter[str]:
        """The words before titles."""
        return Counter(word for entry in self.listing.papers for word in {*words_before(entry)})

    @cached_property
    def rows(self) -> Counter[str]:
        """The names that rows begin with."""
        return Counter(filter(None, map(name_of_row, self.listing.papers)))

    @cached_property
    def topics(self) -> Counter[str]:
        """The labels before titles."""
        return Counter(filter(None, map(topic_of, self.listing.papers)))

    @cached_property
    def pages(self) -> Counter[str]:
        """The titles of what is not a paper, and how many pages have each."""
        others = ((entry.title, entry.link) for entry in self.listing.entries if entry.kind is not Kind.PAPER)
        return Counter(name for name, _ in {(normalise(one.value), link.href) for one, link in others if one and link})

    @cached_property
    def bare(self) -> frozenset[Span]:
        """The papers without date, authors and venue."""
        return frozenset(it.span for it in self.listing.papers if not (it.date or it.authors or it.parts.venue))


own_names_of = keep_last(OwnNames)


def name_of_row(entry: Entry) -> str:
    """The words of the first cell of a row, where the title is in another one; empty for dates and venues."""
    text = entry.cells[0].text if entry.carrier is Carrier.ROW and entry.title_place[0] > 0 and entry.cells else ""
    return "" if is_date_or_venue(text) or not any(map(str.isalpha, text)) else normalise(text)


def topic_of(entry: Entry) -> str:
    """The label that an entry begins with, before its title: with a colon, in brackets, or as code; empty for dates.

    What was read as the beginning of a title, before words in bold, is a label too: `Graph networks: **Title**`.
    """
    column, start, end = entry.title_place
    if column >= 0 or entry.title is None or any(each.span.end <= entry.title.span.start for each in entry.links):
        return ""
    runs = [*zip(entry.head.starts, entry.head.runs, strict=True)]
    if runs and runs[0][1].style & Style.CODE and start > 0:
        return normalise(runs[0][1].value)
    bold = next((at for at, run in runs if start < at < end and run.style & Style.BOLD), start)
    words = entry.head.text[:bold].strip(" *_")
    label = words[:-1] if words.endswith(":") else words[1:-1] if words[:1] + words[-1:] in ("()", "[]") else ""
    is_topic = label.count(" ") < _LONGEST_TOPIC and any(map(str.isalpha, label)) and not is_date_or_venue(label)
    return normalise(label) if is_topic else ""


_LONGEST_TOPIC = 6
"""Words of a label."""
_WORD = lazy_pattern(r"[A-Za-z][\w+-]*")


def words_before(entry: Entry) -> Iterator[str]:
    """The words before the title of an entry that no venue has, nor a link."""
    column = entry.title_place[0]
    cells = [each.text for each in entry.cells[:column]] if column > 0 else []
    for text in (*cells, before_title(entry)):
        known = [Span(venue.start, venue.end) for venue in find_venues(text)]
        for match in _WORD.finditer(text):
            if not known or not any(each.start <= match.start() < each.end for each in known):
                yield match[0]
