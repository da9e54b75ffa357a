"""The fields of entries in the form in which these are compared: where each is, how often the list has its words."""

from __future__ import annotations

import re
import sys
from collections import Counter
from functools import lru_cache
from itertools import chain, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.shapes import (
    BAR,
    BY,
    EDGES,
    GROUPS,
    LEAVING,
    LINE,
    LINES,
    LINKS,
    NAMES,
    ON,
    PARTS_OF_DATES,
    PERSONAL,
    START,
    SURE_NAMES,
    WITHIN,
    Mark,
    Shape,
)
from bot.papers.names import may_be_institution, read_authors
from bot.papers.titles import count_words
from bot.text import group_pairs, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

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
_YEARS, _DATES, _WHERE = {Shape.YEAR}, {Shape.YEAR, Shape.DATE}, {Shape.VENUE, Shape.PERIODICAL}
FEWEST_IN_TITLE = 3
"""Words of a title that is in a reference."""
_PHRASES = frozenset({Shape.WORDS, Shape.CAPITALS, Shape.PROSE})
_CAPITALS = frozenset({Shape.NAME, Shape.NAMES, Shape.CAPITALS, Shape.FEW_CAPITALS})
_FEWEST_REPEATS, _SHARE_OF_REPEATS = 3, 0.004
_LONGEST_BODY = 6
_SHARE_OF_LABELS = 0.1
"""From this share of the entries on, one word on a link says what the link is."""
AHEAD = PARTS_OF_DATES
"""What may be before the names that an entry, or a reference, begins with."""
_JOINED = lazy_pattern(r"^\S+ (?:&|and) \S+$", needs=("&", "and"))
_WORDS = attrgetter("words")
_WORDED = _PHRASES | UNSURE | NAMES
_APART = "\x1c"
"""A separator of files, which is a space to all that divides words."""
_MARKS = re.escape("".join(EDGES.replace("-", "").split()))
_MARKS_AROUND = lazy_pattern(rf"(?<=\s)[{_MARKS}]+|(?<![{_MARKS}])[{_MARKS}]++(?=\s)")
_MOST_LINES, _BELOW = 3, (0, 1, 2, 2)
"""Lines that are told apart, and how far below the first line each counts as."""
_SHARE_OF_HEADS = 0.3
"""From this share of the entries on that begin with several words or sure names, others begin with names too."""
_SHARE_OF_NAMES = 0.05
"""From this share of the entries on, what looks like a name is not that of an author."""
_LONGEST_VENUE, _LONGEST_LABEL = 5, 3
"""Words."""


class Cell(NamedTuple):
    """A place in the rows of all tables with the same words over their columns."""

    columns: tuple[str, ...]
    column: int
    is_first: bool
    is_below: bool
    """Whether it is in a later line of the cell."""


class Spot(NamedTuple):
    """A place in entries that are not rows."""

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


class Vocabulary:
    """How often the entries of a list have the same words, and what that says of them."""

    def __init__(self, siblings: Sequence[Sibling], announces: Callable[[str], bool]) -> None:
        self.announces = announces
        """Whether the words over a column, or before a colon, say that authors, a venue or a date follow."""
        self.counts = Counter(chain.from_iterable({*map(_key, map(_WORDS, each.fields))} for each in siblings))
        self.spots: dict[tuple[int, Mark, str, bool, bool], Spot] = {}
        self.items: dict[tuple[str, Mark, Shape, bool, Place, int], Item] = {}
        self.words, self.topics = _find_topic_words(siblings)
        self.has_heads = self.begin_with_names(siblings)
        self.venues = _find_venues(siblings)
        self.names = _find_names_apart(siblings)
        self.bodies = _find_bodies(siblings)
        self.least = max(_FEWEST_REPEATS, _SHARE_OF_REPEATS * len(siblings))
        self.most = max(_FEWEST_REPEATS, _SHARE_OF_NAMES * len(siblings))
        self.common = max(_FEWEST_REPEATS, _SHARE_OF_LABELS * len(siblings))

    def make_items(self, sibling: Sibling) -> tuple[Item, ...]:
        """The fields of an entry as items, each by itself; the same item is one object in the whole list."""
        fields = sibling.fields
        pairs = enumerate(pairwise(fields)) if self.names else ()
        names = {index for index, pair in pairs if _leads(*pair) in self.names}
        labels, labelled = self.find_labels(fields)
        shapes = self.read_shapes(sibling, names, labels)
        found: list[Item] = []
        line, is_behind, is_below, is_aside = 0, False, False, False
        for index, (field, following, shape) in enumerate(zip(fields, (*fields[1:], None), shapes, strict=False)):
            sign, style, own, start, _, home, words = field
            if sign in LINES:
                line, is_behind = min(line + 1, _MOST_LINES), False
            is_below = sign == LINE or (is_below and sign != BAR)
            is_named = index - 1 in names
            before = BAR if is_named else sign
            is_next = is_named or (is_aside and start - fields[index - 1].end < len(") ("))
            is_aside = is_next and style is Mark.ROUND  # the brackets set a title off, as a colon does
            mark = Mark.NONE if is_aside else style
            place: Place
            if sibling.is_row:
                place = Cell(sibling.columns, home, sign in (START, BAR), is_below)
            elif index in labelled:
                place = labelled[index]
            else:
                years = _DATES if style in GROUPS and following and following.mark is style else _YEARS
                is_dated = following is not None and following.shape in years  # `(Nature Methods 2022.08)`
                is_plain = style is Mark.NONE or style is Mark.ITALIC
                spot = (line, mark, before, is_dated, is_behind and is_plain)
                place = self.spots[spot] if spot in self.spots else self.spots.setdefault(spot, Spot(*spot))
                is_behind = is_behind or own is Shape.YEAR
            most = self.most if shape in PERSONAL else self.least
            begins_title = following is not None and following.before[-1:] == ":"
            is_repeated = not begins_title and self.counts[_key(words)] >= most
            item = (before, mark, shape, is_repeated, place, 0 if sibling.is_row else _BELOW[line])
            found.append(self.items[item] if item in self.items else self.items.setdefault(item, Item(*item)))
        return tuple(found)

    def read_shapes(self, sibling: Sibling, names: set[int], labels: set[int]) -> list[Shape]:
        """The shapes of the fields of an entry, by what the words are in other entries.

        `names` and `labels` are before titles and before facts.
        """
        fields, is_titled = sibling.fields, False
        found: list[Shape] = []
        topics = self.find_topics(fields)
        heads = self.find_head(fields) if self.has_heads else ()
        for index, (field, following) in enumerate(zip(fields, (*fields[1:], None), strict=False)):
            is_titled = is_titled or field.shape in _PHRASES
            is_dated = following is not None and following.shape is Shape.YEAR
            if is_dated and _is_key(field, fields[index + 2 :]):
                shape = Shape.NUMBER
            elif index in names:
                shape = Shape.ACRONYM
            elif index in labels:
                shape = Shape.LABEL
            elif index in heads and field.shape in UNSURE:
                shape = Shape.NAMES
            elif index in topics:
                shape = Shape.FEW_CAPITALS
            elif field.shape not in UNSURE:
                shape = field.shape
            else:
                is_lead = following is not None and following.before[-1:] == ":"  # more often of a title than repeated
                announces = (field.mark in LINKS or is_lead) and field.before[-1:] != "-"
                shape = self.shape_of(field, announces=announces)
            may_be_body = bool(self.bodies) and is_titled and shape in _CAPITALS
            is_body = may_be_body and _spot_of(sibling, field) in self.bodies and _is_body(field)
            found.append(Shape.REST if is_body else shape)
        return found

    def find_labels(self, fields: Sequence[Field]) -> tuple[set[int], dict[int, Cell]]:
        """Find the words that many entries have before a colon at the beginning of a line, and what these are over."""
        labels: set[int] = set()
        below: dict[int, Cell] = {}
        label = ""
        for index, (field, following) in enumerate(zip(fields, (*fields[1:], None), strict=False)):
            if field.before in (START, BAR, *LINES):
                is_label = field.before in LINES and following is not None and following.before[-1:] == ":"
                key = _key(field.words)
                is_label = is_label and count_words(key) <= _LONGEST_LABEL and self.counts[key] >= self.common
                if is_label:
                    labels.add(index)
                label = key if is_label and self.announces(key) else ""
            elif label:
                below[index] = Cell((label,), 0, index - 1 in labels, False)
        return labels, below

    def find_topics(self, fields: Sequence[Field]) -> set[int]:
        """Find what only looks like names, alone or listed: most of the words are those of titles and sentences."""
        return {
            index for run in _find_names(fields) if self.are_topics([fields[each] for each in run]) for index in run
        }

    def are_topics(self, fields: Iterable[Field]) -> bool:
        """Whether most of the words of fields are those of titles and sentences."""
        texts = [each.words for each in fields]
        words = [word for text in texts for word in self.words[text] if word[1:]]
        return 2 * len([word for word in words if word in self.topics]) > len(words)

    def begin_with_names(self, siblings: Iterable[Sibling]) -> bool:
        """Whether words that entries begin with are family names: many begin with sure names, or with several."""
        heads = [[each.fields[index] for index in self.find_head(each.fields)] for each in siblings if not each.is_row]
        named = sum([len(head) > 1 or any(field.shape is not Shape.WORD for field in head) for head in heads])
        return named >= max(_FEWEST_REPEATS, _SHARE_OF_HEADS * len(heads))

    def find_head(self, fields: Sequence[Field]) -> Sequence[int]:
        """Find the words that an entry begins with and that may be names, behind its number or date."""
        head: list[int] = []
        for index, field in enumerate(fields):
            if not head and field.shape in AHEAD:
                continue
            if head and (field.mark is not fields[head[0]].mark or field.before[-1:] not in _LISTED):
                is_topic = self.are_topics([fields[each] for each in head])
                is_lead = len(head) == 1 and field.before == ":"
                return () if is_topic or is_lead or field.before[:1] in (WITHIN, ON) else head
            is_one = field.shape is Shape.WORD or (field.shape in UNSURE and head and read_authors(field.words))
            if not is_one and field.shape not in NAMES and not _JOINED.search(field.words):
                return ()
            head.append(index)
        return ()

    def shape_of(self, field: Field, *, announces: bool) -> Shape:
        """The shape of a field of unknown words; the other entries show it."""
        key = _key(field.words)
        if key in self.venues:
            return Shape.VENUE
        return Shape.LABEL if announces and " " not in key and self.counts[key] >= self.common else field.shape


def _is_key(field: Field, behind: Sequence[Field]) -> bool:
    """Whether what is before a year names a reference by its author: `Lee2015`."""
    may_be_key = field.before in (START, *LINES) and field.shape is Shape.WORD
    return may_be_key and any(field.words in each.words for each in behind if each.shape in PERSONAL)


@lru_cache(maxsize=16_384)
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


def _find_words(texts: Sequence[str]) -> list[list[str]]:
    """The words of each text, without marks at their ends."""
    joined = _APART.join(("", *texts, ""))
    if joined.count(_APART) > len(texts) + 1:
        return _find_words([each.replace(_APART, " ") for each in texts])
    bare = _MARKS_AROUND.sub(" ", joined.casefold().replace("-", " "))
    return [[*map(sys.intern, each.split())] for each in bare.split(_APART)[1:-1]]


def _find_topic_words(siblings: Iterable[Sibling]) -> tuple[dict[str, list[str]], frozenset[str]]:
    """The words of what may be titles or names, and the longer ones that titles and sentences have more often."""
    fields = [field for each in siblings for field in each.fields if field.shape in _WORDED]
    texts = [*dict.fromkeys([field.words for field in fields])]
    found = dict(zip(texts, _find_words(texts), strict=True))
    phrases, names = (
        Counter(chain.from_iterable(map(set, [found[field.words] for field in fields if field.shape in shapes])))
        for shapes in (_PHRASES, {Shape.NAMES})
    )
    topics = [each for each, count in phrases.items() if each[1:] and (each not in names or count > names[each])]
    return found, frozenset(topics)


def _leads(name: Field, following: Field) -> tuple[Mark, Mark] | None:
    """The marks of a short name and of what is set off behind it, by a colon or brackets, or a dash behind a link."""
    if name.mark in LINKS:
        is_behind, may_be_aside = following.before == LEAVING + "-", False
    else:
        is_behind, may_be_aside = following.before[-1:] == ":", following.mark is Mark.ROUND is not name.mark
    if not (is_behind or may_be_aside) or following.before[:1] == WITHIN:
        return None
    if count_words(name.words) > _LONGEST_LABEL:
        return None
    is_long = is_behind or count_words(following.words) > _LONGEST_LABEL
    return (name.mark, following.mark) if is_long or _key(name.words) == _key(following.words) else None


def _find_names_apart(siblings: Iterable[Sibling]) -> frozenset[tuple[Mark, Mark]]:
    """Find the marks of names that are not part of the titles which they lead to: many titles begin with them again.

    Behind a link a colon follows them: `[Foo](url) - Foo is a tool` has no title.
    """
    found = [
        (leads, *pair)
        for each in siblings
        for pair in pairwise(each.fields)
        if (pair[1].before[-1] in ":-" or pair[1].mark is Mark.ROUND) and (leads := _leads(*pair))
    ]
    total = Counter(leads for leads, _, _ in found)
    again = Counter(
        leads
        for leads, name, title in found
        if _key(title.words).startswith(_key(name.words))
        and (name.mark not in LINKS or len(_key(title.words)) == len(_key(name.words)))
    )
    return frozenset(
        leads for leads, count in again.items() if count >= max(_FEWEST_REPEATS, _SHARE_OF_LABELS * total[leads])
    )


def _spot_of(sibling: Sibling, field: Field) -> tuple[object, ...]:
    """Where a field stands, whatever its shape: the column, or the style and what is before it."""
    return (*sibling.columns, field.place) if sibling.is_row else (field.mark, field.before, field.place)


def _is_body(field: Field) -> bool:
    """Whether what looks like a name is an institution; one in brackets behind a name does not count."""
    return _names_body(field.words)


@lru_cache(maxsize=16_384)
def _names_body(words: str) -> bool:
    words = words.partition("(")[0]
    return len(words.split()) <= _LONGEST_BODY and may_be_institution(words)


def _find_bodies(siblings: Iterable[Sibling]) -> frozenset[tuple[object, ...]]:
    """Find the places where most of what looks like names are institutions: those of the authors, not they."""
    named = [(_spot_of(each, field), field) for each in siblings for field in each.fields if field.shape in _CAPITALS]
    places = ((spot, fields) for spot, fields in group_pairs(named).items() if len(fields) >= _FEWEST_REPEATS)
    return frozenset(spot for spot, fields in places if 2 * sum(map(_is_body, fields)) > len(fields))


def _ends_names(last: Field | None, field: Field, following: Field) -> bool:
    """Whether a field is the last name before a year in brackets: `Ann Lee, Bo Chen (2015)`, `by Ann Lee (2015)`."""
    is_listed = field.before == BY or (field.before == "," and last is not None and last.shape is Shape.NAME)
    return is_listed and field.shape is Shape.NAME and following.mark is Mark.ROUND


def _find_venues(siblings: Iterable[Sibling]) -> frozenset[str]:
    """Find the words that several entries have before a year of their own: venues that no table knows.

    A phrase in an entry that is listed twice counts once: it may be the title.
    """
    before_years = {
        (number if field.shape is not Shape.WORDS else each.fields, field, following.before[-1:])
        for number, each in enumerate(siblings)
        for last, field, following in zip((None, *each.fields), each.fields, each.fields[1:], strict=False)
        if following.shape is Shape.YEAR
        if not (_ends_names(last, field, following))
    }
    dated = Counter(
        _key(field.words)
        for _, field, sign in before_years
        if (field.shape in UNSURE or field.shape is Shape.PERIODICAL)
        and sign in " -'"
        and len(field.words.split()) <= _LONGEST_VENUE
    )
    found = {words for words, count in dated.items() if count >= 2}
    if (
        sum([field.shape in SURE_NAMES for _, field, _ in before_years]) > dated.total()
    ):  # `Ann Lee (2015)`, `Lee et al. (2016)`
        found -= {_key(field.words) for each in siblings for field in each.fields if field.shape is Shape.NAME}
    return frozenset(found)
