"""The fields of an entry as its siblings are compared with it: where they are, what their words are in the list."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.shapes import BAR, EDGES, GROUPS, LINE, LINES, LINKS, START, SURE_NAMES, Mark, Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.listing.shapes import Field


class Sibling(NamedTuple):
    """An entry as its siblings are compared with it: its fields, and for a row the words over its columns.

    Rows under the same words are siblings, in whatever table they are.
    """

    fields: tuple[Field, ...]
    columns: tuple[str, ...] = ()
    is_row: bool = False


UNSURE = frozenset({Shape.WORD, Shape.ACRONYM, Shape.FEW, Shape.NAME, Shape.FEW_CAPITALS, Shape.WORDS, Shape.CAPITALS})
"""Shapes that are those of a venue or of authors only where siblings say so."""
_NAMES = frozenset({Shape.NAME, Shape.NAMES})
_LISTED = frozenset(",;")
_PHRASES = frozenset({Shape.WORDS, Shape.CAPITALS, Shape.PROSE})
PERSONAL = SURE_NAMES | {Shape.NAME, Shape.INITIALS}
_FEWEST_REPEATS, _SHARE_OF_REPEATS = 3, 0.004
_SHARE_OF_LABELS = 0.1
"""From this share of the entries on, one word on a link says what the link is."""
_SHARE_OF_NAMES = 0.05
"""From this share of the entries on, what looks like a name is not that of an author."""
_LONGEST_VENUE = 5
"""Words."""


class Cell(NamedTuple):
    """A place in the rows of all tables with the same words over their columns."""

    columns: tuple[str, ...]
    column: int
    is_first: bool
    is_below: bool
    """Whether it is in a later line of the cell."""


class Spot(NamedTuple):
    """A place in entries that are no rows."""

    line: int
    mark: Mark
    before: str
    is_dated: bool
    """Whether a year follows."""
    is_behind: bool
    """Whether it is outside of links and brackets, behind the first year of its line."""


Place = Cell | Spot


class Item(NamedTuple):
    """A field of a skeleton: all that decides what it is. Several alike in a row are one item."""

    before: str
    mark: Mark
    shape: Shape
    repeated: bool
    place: Place
    """Where in an entry it is, as siblings share it."""
    below: int


class Words:
    """How often the entries of a list have the same words, and what that says of them."""

    def __init__(self, siblings: Sequence[Sibling]) -> None:
        self.counts = Counter(key for each in siblings for key in {_key(field.words) for field in each.fields})
        self.topics = _find_topic_words(siblings)
        self.venues = _find_venues(siblings)
        self.least = max(_FEWEST_REPEATS, _SHARE_OF_REPEATS * len(siblings))
        self.most = max(_FEWEST_REPEATS, _SHARE_OF_NAMES * len(siblings))
        self.common = max(_FEWEST_REPEATS, _SHARE_OF_LABELS * len(siblings))

    def make_items(self, sibling: Sibling) -> Iterator[Item]:
        """The fields of an entry as items, each by itself."""
        line, is_behind, is_below = 0, False, False
        topics = self.find_topics(sibling.fields)
        for index, (field, following) in enumerate(zip_longest(sibling.fields, sibling.fields[1:])):
            line += field.before in LINES
            is_behind = is_behind and field.before not in LINES
            is_below = field.before == LINE or (is_below and field.before != BAR)
            begins_title = following is not None and following.before[-1:] == ":"
            announces = (field.mark in LINKS or begins_title) and field.before[-1:] != "-"
            shape = Shape.FEW_CAPITALS if index in topics else self.tell_shape(field, announces=announces)
            place: Place
            if sibling.is_row:
                place = Cell(sibling.columns, field.place, field.before in (START, BAR), is_below)
            else:
                is_grouped = field.mark in GROUPS and following is not None and following.mark is field.mark
                dates = (Shape.YEAR, Shape.DATE) if is_grouped else (Shape.YEAR,)  # `(Nature Methods 2022.08)`
                is_dated = following is not None and following.shape in dates
                is_plain = field.mark in (Mark.NONE, Mark.ITALIC)
                place = Spot(min(line, 3), field.mark, field.before, is_dated, is_behind and is_plain)
                is_behind = is_behind or field.shape is Shape.YEAR
            most = self.most if shape in PERSONAL else self.least
            is_repeated = not begins_title and self.counts[_key(field.words)] >= most
            yield Item(field.before, field.mark, shape, is_repeated, place, 0 if sibling.is_row else min(line, 2))

    def find_topics(self, fields: Sequence[Field]) -> set[int]:
        """Find what only looks like names, alone or listed: most of the words are those of titles and sentences."""
        found: set[int] = set()
        for run in _find_names(fields):
            words = [word for index in run for word in _find_words(fields[index].words)]
            if 2 * sum(word in self.topics for word in words) > len(words):
                found.update(run)
        return found

    def tell_shape(self, field: Field, *, announces: bool) -> Shape:
        """The shape of a field, which words that nobody knows owe to the other entries."""
        if field.shape not in UNSURE:
            return field.shape
        key = _key(field.words)
        if key in self.venues:
            return Shape.VENUE
        return Shape.LABEL if announces and " " not in key and self.counts[key] >= self.common else field.shape


def _key(words: str) -> str:
    return words.strip(" \t\n*_`\"“”'()[].,:;").casefold()


def _find_names(fields: Sequence[Field]) -> list[list[int]]:
    """Find where fields look like names; those that are listed are together."""
    runs: list[list[int]] = []
    for index, field in enumerate(fields):
        if field.shape not in _NAMES:
            continue
        if runs and runs[-1][-1] == index - 1 and field.before in _LISTED:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _find_words(text: str) -> list[str]:
    words = (each.strip(EDGES) for each in text.casefold().replace("-", " ").split())
    return [each for each in words if len(each) > 1]


def _find_topic_words(siblings: Iterable[Sibling]) -> frozenset[str]:
    """Find the words that titles and sentences of the list have more often than what may be names."""
    phrases: Counter[str] = Counter()
    names: Counter[str] = Counter()
    for each in siblings:
        for field in each.fields:
            if field.shape in _PHRASES:
                phrases.update(set(_find_words(field.words)))
            elif field.shape is Shape.NAMES:
                names.update(set(_find_words(field.words)))
    return frozenset(word for word, count in phrases.items() if count > names[word])


def _find_venues(siblings: Iterable[Sibling]) -> frozenset[str]:
    """Find the words that several entries have before a year of their own: venues that no table knows."""
    before_years = [
        (field, following.before[-1:])
        for each in siblings
        for field, following in zip(each.fields, each.fields[1:], strict=False)
        if following.shape is Shape.YEAR
    ]
    dated = Counter(
        _key(field.words)
        for field, sign in before_years
        if (field.shape in UNSURE or field.shape is Shape.PERIODICAL)
        and sign in " -'"
        and len(field.words.split()) <= _LONGEST_VENUE
    )
    found = {words for words, count in dated.items() if count >= 2}
    if (
        sum(field.shape in SURE_NAMES for field, _ in before_years) > dated.total()
    ):  # `Ann Lee (2015)`, `Lee et al. (2016)`
        found -= {_key(field.words) for each in siblings for field in each.fields if field.shape is Shape.NAME}
    return frozenset(found)
