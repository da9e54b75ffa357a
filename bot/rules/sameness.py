"""Whether entries with the same id are one paper, and which of two conflicting ones is doubtful."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from bot.listing import Entry, Listing
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Scheme
from bot.papers.similarity import (
    are_different_papers,
    are_same_paper,
    coined_name,
    is_comparable,
    normalise,
    shares_words,
    similarity,
)
from bot.rules.prose import full_text, venues_of
from bot.text import lazy_pattern

_NAME = r"[A-Z][\w'’-]+(?: (?:[A-Z](?:\.|(?!\w))|d[eiu]|la|van|von|der|den|al|bin|[A-Z][\w'’-]+)){1,4}"
_AUTHORS = lazy_pattern(rf"{_NAME}(?:,? (?:and |& ?)?{_NAME})+")
_NEXT_AUTHOR = lazy_pattern(r",? (?:and |& ?)|, ")
_INSTITUTION = lazy_pattern(r"\b(?:Universit|Institut|College|School|Academy|Research|Lab|Tech|Google|Microsoft|Meta)")
_FEWEST_AUTHORS = 3
"""From this many names in common on, it is not a coincidence."""

_ALIKE, _RENAMED = 70, 60
"""Similarity of titles in percent: from here on one is a form of the other; below, authors can tell them apart."""


class Relation(IntEnum):
    """How two entries with the same id relate, from one paper to two."""

    SAME = 0
    ALIKE = 1
    """One title is a form or an alias of the other or too short to tell, or the authors are the same."""
    UNKNOWN = 2
    """The paper may have been renamed, or one of the links is wrong."""
    UNLIKE = 3
    """The titles share only what most titles of the list share, or the authors differ."""
    UNRELATED = 4


def relate(one: Entry, other: Entry, topic: frozenset[str]) -> Relation:
    """Compare two entries with the same id; `topic` holds the stems that many titles of the list share."""
    if one.title is None or other.title is None:
        return Relation.SAME
    titles = one.title.value, other.title.value
    if titles[0] == titles[1] or are_same_paper(*titles):
        return Relation.SAME
    if _is_alias(one, other) or _is_alias(other, one):
        return Relation.ALIKE
    if not all(map(_is_latin, titles)):
        return Relation.UNKNOWN
    authors = _authors_of(one), _authors_of(other)
    shared = len(authors[0] & authors[1])
    if shared >= _FEWEST_AUTHORS or (shared >= 2 and authors[0] == authors[1]):
        return Relation.ALIKE
    if are_different_papers(*titles):
        return Relation.UNRELATED
    if are_different_papers(*titles, topic):
        return Relation.UNLIKE
    alike = similarity(*titles)
    if not shared and min(map(len, authors)) >= _FEWEST_AUTHORS and alike < _RENAMED:
        return Relation.UNLIKE
    if alike >= _ALIKE or not all(map(is_comparable, titles)) or shares_words(*titles):
        return Relation.ALIKE
    return Relation.UNKNOWN


def _is_alias(one: Entry, other: Entry) -> bool:
    """Whether the text of `one` contains the title of `other`, or its beginning."""
    if one.title is None or other.title is None:
        return False
    whole, name = normalise(other.title.value), coined_name(other.title.value)
    return any(each in (whole, name) for each in names_in(one) if each)


def names_in(entry: Entry) -> Iterator[str]:
    """Other names of an entry's paper: the name before the colon, its aliases, the words of cells."""
    if entry.title is not None:
        yield coined_name(entry.title.value)
    yield from map(normalise, entry.aliases)
    yield from (normalise(cell.text) for cell in entry.cells)


def _authors_of(entry: Entry) -> frozenset[str]:
    """The last names of two or more authors that an entry lists before or after its title."""
    text = full_text(entry)
    if entry.title is not None:
        text = text.replace(entry.title.value, "|")
    found: set[str] = set()
    for match in _AUTHORS.finditer(text):
        if not _INSTITUTION.search(match[0]):
            found.update(normalise(name.rpartition(" ")[2]) for name in _NEXT_AUTHOR.split(match[0]))
    return frozenset(found)


def _is_latin(title: str) -> bool:
    letters = [character for character in title if character.isalpha()]
    return sum(character < "\u0250" for character in letters) * 2 > len(letters)


_MISDATED, _WELL_DATED = 2, 1
"""Months between date and id: from here on they contradict, up to here they confirm each other."""
_LATE, _EARLY = 1, 4
"""Most years between the venue and the preprint of one paper."""


def doubt(listing: Listing, entry: Entry) -> int:
    """How much an entry's date and venue contradict its arXiv id; below zero if they confirm it.

    Two is enough for a warning. If the list does not use the dates of arXiv, one only tells which id is doubtful.
    """
    announced = entry.announced
    if announced is None or entry.work is None or entry.work.scheme is not Scheme.ARXIV:
        return 0
    years = [venue.year - announced.year for venue in venues_of(entry) if venue.year is not None]
    by_venue = 2 * (bool(years) and not any(-_LATE <= each <= _EARLY for each in years))
    by_date = _doubt_of_date(entry.date.value if entry.date is not None else None, announced)
    return by_venue + (by_date if listing.conventions.follow_arxiv else min(by_date, 1))


def _doubt_of_date(written: PartialDate | None, announced: PartialDate) -> int:
    """How much a date contradicts the month of an id."""
    months = written.months() if written is not None else None
    month = announced.months()
    if months is None or month is None:
        return 0
    apart = abs(months - month)
    return 2 if apart >= _MISDATED else -1 if apart <= _WELL_DATED else 0
