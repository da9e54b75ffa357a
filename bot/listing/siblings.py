"""What the fields of an entry are: siblings decide together.

Entries that stand side by side are written alike: the same marks in the same order. So each entry is a sequence of
fields (`bot.listing.fields`), and what a field is, its slot, is told by its shape, by what is before it, and by what
the same place holds in all other entries of the list. The best sequence of slots is found as in a hidden Markov model
(Viterbi); what it finds in all entries then becomes the expectation for each, and the entries are read again. So a name
that no table knows is a venue where the siblings have venues, and a title keeps its commas where theirs do.

The idea is known as record alignment or list extraction: fields of records that share a template are told apart by how
they vary (ListExtract, VLDB 2009; TEGRA, SIGMOD 2015).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.fields import BAR, BY, ENTERING, LEAVING, LINE, LINES, OPENING, SPACE, START, WITHIN, WRAP, Mark
from bot.listing.shapes import Shape
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from bot.listing.fields import Field


class FieldKind(StrEnum):
    """What a field says of the entry."""

    NAME = "name"
    """A number, a short name, a category before the title."""
    TITLE = "title"
    AUTHORS = "authors"
    VENUE = "venue"
    DATE = "date"
    LINK = "link"
    """A label on a link, or an address."""
    NOTE = "note"


class Sibling(NamedTuple):
    """An entry as its siblings are compared with it: its fields, and for a row the words over its columns.

    Rows under the same words are siblings, in whatever table they are.
    """

    fields: tuple[Field, ...]
    columns: tuple[str, ...] = ()
    is_row: bool = False


_SLOTS = tuple(FieldKind)
_NAME, _TITLE, _AUTHORS, _VENUE, _DATE, _LINK, _NOTE = range(len(_SLOTS))
_NEVER = -9.0

_Scores = tuple[float, ...]
"""A score (the logarithm of a likelihood) for each slot, in the order of `FieldKind`."""

# fmt: off
_SHAPES: dict[Shape, _Scores] = {
    #                    name  title  authors venue date  link  note
    Shape.YEAR:          (-4.0, -5.0, -7.0, -4.0, 0.0, -8.0, -3.0),
    Shape.DATE:          (-4.0, -6.0, -8.0, -6.0, 0.0, -8.0, -3.0),
    Shape.NUMBER:        (-1.5, -5.0, -7.0, -3.0, -3.0, -6.0, -1.0),
    Shape.ADDRESS:       (-5.0, -7.0, -8.0, -5.0, -6.0, 0.0, -1.5),
    Shape.LABEL:         (-4.0, -7.0, -7.0, -5.0, -8.0, 0.0, -3.0),
    Shape.OTHERS:        (-8.0, -9.0, 0.0, -9.0, -9.0, -9.0, -6.0),
    Shape.VENUE:         (-2.5, -4.5, -6.0, 0.0, -5.0, -4.0, -3.0),
    Shape.PERIODICAL:    (-5.0, -3.0, -6.0, 0.0, -9.0, -6.0, -3.0),
    Shape.NAMES:         (-5.0, -3.5, 0.0, -5.0, -9.0, -7.0, -4.0),
    Shape.NAME:          (-2.5, -1.6, -1.0, -2.6, -9.0, -6.0, -3.0),
    Shape.INITIALS:      (-4.0, -4.0, 0.0, -4.0, -9.0, -7.0, -4.0),
    Shape.WORD:          (-1.2, -2.0, -2.0, -1.8, -9.0, -4.0, -2.0),
    Shape.ACRONYM:       (-1.0, -2.3, -4.0, -1.0, -9.0, -4.0, -2.0),
    Shape.WORDS:         (-4.0, 0.0, -6.0, -4.5, -9.0, -6.0, -1.6),
    Shape.CAPITALS:      (-4.0, -0.3, -3.5, -1.9, -9.0, -6.0, -1.8),
    Shape.FEW:           (-2.5, -1.5, -6.0, -3.5, -9.0, -4.0, -1.7),
    Shape.FEW_CAPITALS:  (-2.0, -1.2, -3.0, -1.8, -9.0, -5.0, -2.0),
    Shape.REST:          (-4.0, -5.0, -6.0, -4.0, -6.0, -2.0, 0.0),
    Shape.PROSE:         (-8.0, -3.5, -9.0, -9.0, -9.0, -9.0, 0.0),
}
"""How likely words of each shape are in each slot, before anything is known of the list."""
_MARKS: dict[Mark, _Scores] = {
    #             name  title authors venue date link note
    Mark.NONE:    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    Mark.LINK:    (0.0, 2.0, -2.0, -0.5, 0.0, 0.0, -1.5),
    Mark.BOLD:    (0.7, 1.5, -1.0, 0.3, 0.0, -1.0, -1.0),
    Mark.ITALIC:  (0.0, 0.3, 0.5, 1.0, 0.0, 0.0, 0.0),
    Mark.QUOTE:   (0.0, 3.0, -3.0, -2.0, 0.0, 0.0, -1.0),
    Mark.ROUND:   (-0.5, -2.0, -1.0, 0.5, 0.5, 0.0, 0.3),
    Mark.SQUARE:  (0.5, -2.0, -1.0, 0.5, 0.5, 0.0, 0.3),
    Mark.CODE:    (0.5, 0.0, -3.0, 0.0, 0.0, 0.0, 0.0),
}
_REPEATED: _Scores = (1.0, -2.5, -1.0, 0.7, 0.0, 0.3, 0.3)
"""For words that many entries share."""
_FIRST: _Scores = (-1.5, -0.3, -1.2, -1.2, -1.0, -2.5, -3.0)
_STAYS: dict[int, dict[str, float]] = {
    _TITLE: {":": -0.1, ",": -0.6, ".": -2.8, "-": -1.0, ";": -1.5, LINE: -5.0, WRAP: -1.5, BAR: -6.0, BY: -0.5,
             SPACE: -0.5, "?": -0.2, "!": -0.2},
    _AUTHORS: {",": 0.0, ";": 0.0, SPACE: -0.5, LINE: -1.5, WRAP: -0.7, ".": -1.5, BAR: -2.0},
    _VENUE: {",": -0.8, ".": -0.6, SPACE: -0.4, ":": -1.5, "-": -0.8},
    _NOTE: dict.fromkeys((",", ".", ";", ":", LINE, WRAP, SPACE, BAR, "-", "?", "!"), -0.3),
    _DATE: {SPACE: -1.0},
}
"""How likely the next field is in the same slot, by what separates the two."""
_FOLLOWS: dict[tuple[int, int], float] = {
    (_NAME, _TITLE): -0.3, (_TITLE, _AUTHORS): -0.7, (_TITLE, _VENUE): -0.8, (_TITLE, _DATE): -0.7,
    (_TITLE, _LINK): -0.5, (_AUTHORS, _TITLE): -0.7, (_AUTHORS, _VENUE): -0.7, (_AUTHORS, _DATE): -0.8,
    (_AUTHORS, _LINK): -0.7, (_VENUE, _DATE): -0.2, (_DATE, _VENUE): -0.6, (_VENUE, _LINK): -0.7,
    (_DATE, _LINK): -0.6, (_VENUE, _TITLE): -0.8, (_DATE, _TITLE): -0.6, (_LINK, _TITLE): -1.2,
    (_NOTE, _AUTHORS): -3.0, (_VENUE, _AUTHORS): -2.0, (_DATE, _AUTHORS): -1.6, (_LINK, _AUTHORS): -1.8,
    (_NOTE, _TITLE): -2.5,
}
"""How likely a slot follows another one."""
# fmt: on
_STAYS_ELSE, _FOLLOWS_ELSE = -2.0, -1.3
_WITHIN_SAME: dict[int, float] = {_TITLE: 0.3, _AUTHORS: -0.3, _VENUE: -0.5}
"""For fields of one link or one run of bold words."""
_LEAVES = {":": -0.8}
"""For a title that goes on behind a link, behind bold words or a quotation."""
_NO_LEAD = {_NAME: -6.0, _VENUE: -3.0}
"""For what is before the colon or the comma of a title, in the same style: it is the beginning of the title."""
_SIGNS = {(_TITLE, ","): -0.3, (_TITLE, ":"): -1.5}
_SIGNS_BETWEEN = {
    (_TITLE, ":", _AUTHORS): -2.5,
    (_TITLE, BY, _AUTHORS): -0.8,
    (_AUTHORS, SPACE, _TITLE): -1.0,
}
_NAME_LATER = -3.5
_BELOW = -1.2
"""For a title in a line below, for each line up to two."""
_NO_TITLE = -8.0
_UNSURE = frozenset({Shape.WORD, Shape.ACRONYM, Shape.FEW, Shape.NAME, Shape.FEW_CAPITALS, Shape.WORDS, Shape.CAPITALS})
"""Shapes that are those of a venue or of authors only where siblings say so."""
_PERSONAL = frozenset({Shape.NAME, Shape.NAMES, Shape.INITIALS, Shape.OTHERS})
_HEADERS = (
    (_TITLE, lazy_pattern(r"\b(?:title|paper|publication|article)s?\b|题|论文|名称", 2)),
    (_AUTHORS, lazy_pattern(r"author|作者", 2)),
    (_VENUE, lazy_pattern(r"\b(?:venue|conf\w*|journal|publi\w*|pub|source|j/c)\b|会议|期刊", 2)),
    (_DATE, lazy_pattern(r"\b(?:year|date|time|month)\b|年|日期", 2)),
    (_LINK, lazy_pattern(r"\b(?:code|links?|pdf|github|url|project|repo\w*|data(?:set)?s?)\b|链接|代码", 2)),
)
_HEADER = 2.5
_LONGEST_HEADER = 40
_ENOUGH = 5
"""Fields in one place from which what they hold says what an unsure one is."""
_MANY = 0.25
"""The share of sure venues (names) in a place from which unsure words there are venues (names) too; below `_FEW` they
are not."""
_FEW = 0.02
_FEWEST_REPEATS, _SHARE_OF_REPEATS = 3, 0.004
_SHARE_OF_LABELS = 0.1
"""From this share of the entries on, one word on a link says what the link is."""
_SHARE_OF_NAMES = 0.05
"""From this share of the entries on, what looks like a name is not that of an author."""
_ROUNDS = 3
_PRIOR_SLOT, _PRIOR_STEP = 2.0, 4.0
"""How many entries the expectation before reading counts as."""
_MOST_EVIDENCE = 3.0
_LESS, _MORE = 1.0, 1.5
"""How much less or more likely than in any list a step can become."""
_LONGEST_VENUE = 5
"""Words."""


class Aligned(NamedTuple):
    """The fields of an entry, and what each is."""

    fields: tuple[Field, ...] = ()
    slots: tuple[FieldKind, ...] = ()

    def runs(self, slot: FieldKind) -> list[Run]:
        """Find where the entry has such fields; those that nothing else is between are one run."""
        found: list[Run] = []
        last: Field | None = None
        for field, own in zip(self.fields, self.slots, strict=True):
            if own is slot:
                if last is not None and last.place == field.place:
                    found[-1] = found[-1]._replace(end=field.end)
                else:
                    found.append(Run(field.place, field.start, field.end, field.mark))
            last = field if own is slot else None
        return found


NOTHING = Aligned()


class Run(NamedTuple):
    """Fields of one slot behind one another: offsets into the prose of that place, and the mark of the first one."""

    place: int
    start: int
    end: int
    mark: Mark


def align(siblings: Sequence[Sibling]) -> list[Aligned]:
    """Tell what each field of each entry is; all entries of a list are read together."""
    skeletons = _Skeletons(siblings)
    model = _Model(_learn_places(siblings, skeletons))
    for _ in range(_ROUNDS - 1):
        model.learn(skeletons)
    return [Aligned(each.fields, skeletons.expand(number, model)) for number, each in enumerate(siblings)]


class _Item(NamedTuple):
    """A field of a skeleton: all that decides what it is. Several alike in a row are one item."""

    before: str
    mark: Mark
    shape: Shape
    repeated: bool
    place: Hashable
    """Where in an entry it is, as siblings share it: the column of a row, else line, mark and what is before."""
    below: int


class _Skeletons:
    """The entries as sequences of items; entries with the same sequence are read once."""

    def __init__(self, siblings: Sequence[Sibling]) -> None:
        counts = Counter(key for each in siblings for key in {_key(field.words) for field in each.fields})
        venues = _find_venues(siblings)
        least = max(_FEWEST_REPEATS, _SHARE_OF_REPEATS * len(siblings))
        most = max(_FEWEST_REPEATS, _SHARE_OF_NAMES * len(siblings))
        common = max(_FEWEST_REPEATS, _SHARE_OF_LABELS * len(siblings))
        self.of: list[tuple[_Item, ...]] = []
        self.lengths: list[tuple[int, ...]] = []
        """For each entry: how many fields each item stands for."""
        known: dict[tuple[_Item, ...], tuple[_Item, ...]] = {}
        for sibling in siblings:
            items: list[_Item] = []
            lengths: list[int] = []
            line = 0
            for index, field in enumerate(sibling.fields):
                key = _key(field.words)
                line += field.before in LINES
                shape = field.shape
                if shape in _UNSURE and counts[key] >= common and field.mark is Mark.LINK and " " not in key:
                    shape = Shape.LABEL
                elif shape in _UNSURE and key in venues:
                    shape = Shape.VENUE
                place: Hashable = sibling.columns, field.place, field.before in (START, BAR)
                if not sibling.is_row:
                    is_dated = any(each.shape is Shape.YEAR for each in sibling.fields[index + 1 : index + 2])
                    place = min(line, 3), field.mark, field.before, is_dated
                begins_title = any(each.before[-1:] == ":" for each in sibling.fields[index + 1 : index + 2])
                is_repeated = not begins_title and counts[key] >= (most if shape in _PERSONAL else least)
                below = 0 if sibling.is_row else min(line, 2)
                item = _Item(field.before, field.mark, shape, is_repeated, place, below)
                if items and items[-1] == item:
                    lengths[-1] += 1
                else:
                    items.append(item)
                    lengths.append(1)
            skeleton = tuple(items)
            self.of.append(known.setdefault(skeleton, skeleton))
            self.lengths.append(tuple(lengths))
        self.counts = Counter(self.of)

    def expand(self, number: int, model: _Model) -> tuple[FieldKind, ...]:
        """Give each field of an entry its slot."""
        slots = model.read(self.of[number])
        return tuple(
            _SLOTS[slot] for slot, length in zip(slots, self.lengths[number], strict=True) for _ in range(length)
        )


def _key(words: str) -> str:
    return words.strip(" \t\n*_`\"“”'()[].,:;").casefold()


def _find_venues(siblings: Iterable[Sibling]) -> frozenset[str]:
    """Find the words that several entries have before a year of their own: venues that no table knows."""
    dated = Counter(
        _key(field.words)
        for each in siblings
        for field, following in zip(each.fields, each.fields[1:], strict=False)
        if (field.shape in _UNSURE or field.shape is Shape.PERIODICAL)
        and following.shape is Shape.YEAR
        and following.before in " -'"
        and len(field.words.split()) <= _LONGEST_VENUE
    )
    return frozenset(words for words, count in dated.items() if count >= 2)


_Places = dict["Hashable", dict[Shape, _Scores]]


def _learn_places(siblings: Sequence[Sibling], skeletons: _Skeletons) -> _Places:
    """Score each place by the shapes that all siblings have there, and by the words over a column."""
    held: dict[Hashable, Counter[Shape]] = defaultdict(Counter)
    repeated: Counter[Hashable] = Counter()
    for skeleton, count in skeletons.counts.items():
        for item in skeleton:
            held[item.place][item.shape] += count
            repeated[item.place] += item.repeated * count
    headers: dict[Hashable, str] = {
        (each.columns, column, is_first): header
        for each in siblings
        if each.is_row
        for column, header in enumerate(each.columns)
        for is_first in (True, False)
    }
    places: _Places = {}
    for place, shapes in held.items():
        total = shapes.total()
        is_column = isinstance(place, tuple) and len(place) == 3
        extra = [0.0] * len(_SLOTS)
        if (slot := _read_header(headers.get(place, ""))) is not None:
            extra[slot] += _HEADER
            extra[_NAME] += _HEADER * (slot == _TITLE)
        if is_column and total >= 3:
            for slot in range(len(_SLOTS)):
                mean = sum(count * max(_SHAPES[shape][slot], -5.0) for shape, count in shapes.items()) / total
                extra[slot] += mean + repeated[place] / total * _REPEATED[slot]
        venues = (shapes[Shape.VENUE] + shapes[Shape.PERIODICAL]) / total
        names = (shapes[Shape.NAMES] + shapes[Shape.OTHERS] + shapes[Shape.INITIALS]) / total
        unsure = list(extra)
        unsure[_VENUE] += 1.5 if venues > _MANY else 0.0 if venues >= _FEW else -4.0 if total >= _ENOUGH else -1.5
        name = list(unsure)
        if not is_column and venues > _MANY:
            name[_VENUE] -= 1.5
        if is_column:
            unsure[_AUTHORS] += 1.5 if names > _MANY else -2.5 if names < _FEW and total >= _ENOUGH else 0.0
            name = unsure
        places[place] = {shape: tuple(unsure if shape in _UNSURE else extra) for shape in Shape}
        places[place][Shape.NAME] = tuple(name)
    return places


@lru_cache(maxsize=1_024)
def _read_header(header: str) -> int | None:
    """Tell what the words over a column announce."""
    if not header or len(header) > _LONGEST_HEADER:
        return None
    return next((slot for slot, pattern in _HEADERS if pattern.search(header)), None)


@lru_cache(maxsize=1_024)
def _step(before: str, first: int, second: int) -> float:
    """Score a slot behind another one, by what separates them."""
    sign, run = before[-1:], before[:-1]
    if run == ENTERING and second == _TITLE:
        return -5.0 if first == _TITLE else -0.3
    if run == WITHIN and (first == second or _TITLE in (first, second)) and _DATE not in (first, second):
        return _WITHIN_SAME.get(first, -2.0) if first == second else -3.5 if first == _TITLE else -4.0
    if run == OPENING and first == second == _TITLE:
        return _STAYS[_TITLE].get(sign, _STAYS_ELSE) - 0.5
    if first == second:
        leaves = _LEAVES.get(sign, -4.0) if run == LEAVING and first == _TITLE else 0.0
        return _STAYS.get(first, {}).get(sign, _STAYS_ELSE) + leaves
    if first in (_NAME, _VENUE) and second == _TITLE and sign in (":", ","):
        return -2.5 if run == LEAVING else _NO_LEAD[first]
    if first == _NAME and second == _TITLE and run == LEAVING:
        return -2.0
    score = _SIGNS.get((first, sign), 0.0) + _SIGNS_BETWEEN.get((first, sign, second), 0.0)
    return score + (_NAME_LATER if second == _NAME else _FOLLOWS.get((first, second), _FOLLOWS_ELSE))


class _Model:
    """How likely each slot is at each place, and behind each other slot; sharper after each reading of the list."""

    def __init__(self, places: _Places) -> None:
        self.places = places
        self.evidence: dict[Hashable, _Scores] = {}
        """By place: how much more likely each slot is there than anywhere."""
        self.steps: dict[str, list[list[float]]] = {}
        self.known: dict[tuple[_Item, ...], tuple[int, ...]] = {}
        self.scores: dict[_Item, _Scores] = {}

    def score(self, item: _Item) -> _Scores:
        """Score each slot for an item."""
        if (known := self.scores.get(item)) is not None:
            return known
        parts = [_SHAPES[item.shape], _MARKS[item.mark], self.places[item.place][item.shape]]
        if item.repeated:
            parts.append(_REPEATED)
        if (evidence := self.evidence.get((item.place, item.shape in _PERSONAL))) is not None:
            parts.append(evidence)
        scores = [sum(column) for column in zip(*parts, strict=True)]
        scores[_TITLE] += _BELOW * item.below
        self.scores[item] = found = tuple(scores)
        return found

    def step(self, before: str) -> list[list[float]]:
        """Score the steps from each slot to each other one."""
        if before not in self.steps:
            slots = range(len(_SLOTS))
            self.steps[before] = [[_step(before, first, second) for second in slots] for first in slots]
        return self.steps[before]

    def read(self, skeleton: tuple[_Item, ...]) -> tuple[int, ...]:
        """Find the best slots for a skeleton, with at most one title in one piece."""
        if (known := self.known.get(skeleton)) is not None:
            return known
        self.known[skeleton] = found = self.find_best(skeleton) if skeleton else ()
        return found

    def find_best(self, skeleton: tuple[_Item, ...]) -> tuple[int, ...]:
        """Viterbi's algorithm; a state is a slot, and whether the title was there already."""
        states: dict[tuple[int, bool], tuple[float, tuple[int, ...]]] = {}
        for item in skeleton:
            scores = self.score(item)
            best = max(scores)
            candidates = [slot for slot in range(len(_SLOTS)) if scores[slot] > best + _NEVER or slot == _NOTE]
            if not states:
                states = {(s, s == _TITLE): (_FIRST[s] + scores[s], (s,)) for s in candidates}
                continue
            steps = self.step(item.before)
            following: dict[tuple[int, bool], tuple[float, tuple[int, ...]]] = {}
            for (last, has_title), (total, path) in states.items():
                row = steps[last]
                for slot in candidates:
                    if slot == _TITLE and has_title and last != _TITLE:
                        continue
                    state = slot, has_title or slot == _TITLE
                    value = total + row[slot] + scores[slot]
                    if state not in following or value > following[state][0]:
                        following[state] = value, (*path, slot)
            states = following
        return max(
            ((total + (0.0 if has_title else _NO_TITLE), path) for (_, has_title), (total, path) in states.items()),
        )[1]

    def learn(self, skeletons: _Skeletons) -> None:
        """Read all entries, and expect from now on what was found."""
        held: dict[Hashable, Counter[int]] = defaultdict(Counter)
        taken: dict[str, Counter[tuple[int, int]]] = defaultdict(Counter)
        for skeleton, count in skeletons.counts.items():
            slots = self.read(skeleton)
            for index, (item, slot) in enumerate(zip(skeleton, slots, strict=True)):
                held[item.place, item.shape in _PERSONAL][slot] += count
                if index:
                    taken[item.before][slots[index - 1], slot] += count
        total: Counter[int] = Counter()
        for counts in held.values():
            total.update(counts)
        everything = total.total() + len(_SLOTS)
        shares = [(total[slot] + 1) / everything for slot in range(len(_SLOTS))]
        self.evidence = {place: _weigh(counts, shares) for place, counts in held.items()}
        self.steps = {before: _learn_steps(before, counts) for before, counts in taken.items()}
        self.known, self.scores = {}, {}


def _weigh(counts: Counter[int], shares: Sequence[float]) -> _Scores:
    """Score each slot by how much more often it is at a place than anywhere."""
    total = counts.total() + _PRIOR_SLOT
    found = (math.log((counts[slot] + _PRIOR_SLOT * share) / total / share) for slot, share in enumerate(shares))
    return tuple(max(-_MOST_EVIDENCE, min(_MOST_EVIDENCE, each)) for each in found)


def _learn_steps(before: str, taken: Counter[tuple[int, int]]) -> list[list[float]]:
    """Score the steps as the list takes them; where it seldom has one, as any list does."""
    slots = range(len(_SLOTS))
    steps = []
    for first in slots:
        prior = [math.exp(_step(before, first, second)) for second in slots]
        count = sum(taken[first, second] for second in slots)
        if not count:
            steps.append([_step(before, first, second) for second in slots])
            continue
        whole = sum(prior)
        steps.append([])
        for second in slots:
            share = (taken[first, second] + _PRIOR_STEP * prior[second] / whole) / (count + _PRIOR_STEP)
            usual = math.log(prior[second])
            steps[-1].append(max(usual - _LESS, min(usual + _MORE, math.log(share) + 0.5)))
    return steps
