"""Compare the papers of feeds with a list: which it has, how like it the others are, and where they would go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.proposal import learn_topics, propose
from bot.listing.parts import HIDDEN
from bot.listing.places import name_of
from bot.papers.identifiers import arxiv_month
from bot.papers.record import Record
from bot.papers.similarity import names_one_paper, title_key
from bot.scouting.model import Candidate, Neighbour
from bot.scouting.ranking import Example, Text, rank

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.listing import Entry, Listing
    from bot.papers.identifiers import Identifier
    from bot.scouting.model import FeedPaper

NEIGHBOURS = 3
_PROPOSALS = 400_000
"""Titles that are compared to propose sections: all candidates of small lists get one, the first of large ones."""
_FEWEST_PROPOSALS = 30


@dataclass(frozen=True, slots=True)
class Scouted:
    """The papers of the feeds: those that are new to the list, the likest first, then those that it has."""

    new: tuple[Candidate, ...]
    listed: tuple[Candidate, ...]


def scout(listing: Listing, papers: Sequence[FeedPaper], others: Sequence[Listing] = ()) -> Scouted:
    """Compare papers with a list; those in `others` are listed, too.

    A paper without a title is a candidate of score 0: there is nothing to compare.
    """
    index = _Index((listing, *others))
    listed, fresh = [], []
    for paper in papers:
        place = index.find(paper)
        if place is None:
            fresh.append(paper)
        else:
            text, section = place.listing.text, _section_of(place.listing, place.section)
            listed.append(Candidate(paper, section=section, line=text.line_at(place.offset), path=text.path))
    return Scouted(tuple(_rank(listing, fresh)), tuple(listed))


def _rank(listing: Listing, fresh: Sequence[FeedPaper]) -> list[Candidate]:
    entries = [entry for entry in listing.papers if entry.title is not None]
    if not entries or not fresh:
        return [Candidate(each) for each in fresh]
    examples = [Example(entry.title.value, _month(entry)) for entry in entries if entry.title is not None]
    headings = [heading for entry in entries if (heading := listing.sections[entry.section].heading)]
    scores = rank(examples, headings, [Text(each.title, each.abstract) for each in fresh], NEIGHBOURS)
    found = []
    for paper, score in zip(fresh, scores, strict=True):
        near = tuple(
            Neighbour(examples[at].title, listing.text.line_at(entries[at].span.start), similarity)
            for at, similarity in score.nearest
        )
        value = round(score.value, 4) if paper.title else 0.0
        found.append((score.value if paper.title else 0.0, Candidate(paper, value, None, near, score.is_unlike)))
    found.sort(key=lambda each: (-each[0], each[1].paper.id or "", each[1].paper.title))
    return _with_sections(listing, [candidate for _, candidate in found], len(entries))


def _with_sections(listing: Listing, candidates: Sequence[Candidate], size: int) -> list[Candidate]:
    """The candidates with the sections that `bot add` would propose; in a long list only the first ones."""
    topics = learn_topics(listing)
    most = max(_FEWEST_PROPOSALS, _PROPOSALS // size)
    names: dict[int, str | None] = {}
    found = []
    for candidate in candidates[:most]:
        paper = candidate.paper
        proposals = propose(topics, Record(paper.title, identifier=paper.identifier, date=paper.day))
        best = proposals[0].section if proposals and paper.title else 0
        if best not in names:
            names[best] = _section_of(listing, best)
        found.append(replace(candidate, section=names[best]))
    return [*found, *candidates[most:]]


def _section_of(listing: Listing, index: int) -> str | None:
    """The name of a section, as `bot add --section` takes it; None for what is above all headings."""
    return name_of(listing, index) if listing.sections[index].level else None


def _month(entry: Entry) -> int | None:
    """When an entry's paper appeared, by its arXiv id, else by its date."""
    named = (arxiv_month(each) for each in (entry.work, *entry.identifiers) if each is not None)
    found = next((each for each in named if each is not None), entry.date.value if entry.date is not None else None)
    return found.year * 12 + (found.month or 6) if found is not None else None


class _Place(NamedTuple):
    """Where a list has a paper."""

    listing: Listing
    offset: int
    section: int


class _Index:
    """Where lists have a paper: by what its links name, the main ones first, else by its whole title."""

    def __init__(self, listings: Iterable[Listing]) -> None:
        self._works: dict[Identifier, _Place] = {}
        self._named: dict[Identifier, _Place] = {}
        self._titles: dict[str, _Place] = {}
        for listing in listings:
            for entry in listing.entries:
                place = _Place(listing, entry.span.start, entry.section)
                if entry.work is not None:
                    self._works.setdefault(entry.work, place)
                for identifier in entry.identifiers:
                    self._named.setdefault(identifier, place)
                if entry.title is not None and names_one_paper(entry.title.value):
                    self._titles.setdefault(title_key(entry.title.value), place)
            for block in listing.skipped:
                for mention in block.mentions if block.reason not in HIDDEN else ():
                    if mention.identifier is not None:
                        place = _Place(listing, mention.link.span.start, block.section)
                        self._named.setdefault(mention.identifier, place)

    def find(self, paper: FeedPaper) -> _Place | None:
        """Where the paper is."""
        if paper.identifier is not None:
            found = self._works.get(paper.identifier) or self._named.get(paper.identifier)
            if found is not None:
                return found
        return self._titles.get(title_key(paper.title)) if names_one_paper(paper.title) else None
