"""How likely a field is which part of an entry.

That is told by its shape and marks, the field before it, what all entries have in its place, the words over its column.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import lru_cache

from bot.listing.shapes import (
    BAR,
    BY,
    ENTERING,
    GROUPS,
    LEAVING,
    LINE,
    NAMES,
    ON,
    OPENING,
    SPACE,
    WITHIN,
    WRAP,
    Mark,
    Shape,
)
from bot.listing.vocabulary import UNSURE, Cell, Item, Place, Spot
from bot.text import StrEnum, lazy_pattern


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


class Basis(StrEnum):
    """What tells the slot of a field, beside those before and behind it."""

    SHAPE = "shape"
    MARK = "mark"
    PLACE = "place"
    """What all siblings have there, before they are read, or the words over the column."""
    REPEATED = "repeated words"
    SIBLINGS = "siblings"
    """What siblings were read to have there."""
    ANONYMOUS = "anonymous list"
    """The list names no authors."""


SLOTS = tuple(FieldKind)
NAME, TITLE, AUTHORS, VENUE, DATE, LINK, NOTE = range(len(SLOTS))
NEVER = -9.0

Scores = tuple[float, ...]
"""A score for each slot, in the order of `FieldKind`: the natural logarithm of a likelihood. Only differences between
scores matter. `bot.listing.siblings` adds what it learns from the list."""

# fmt: off
SHAPES: dict[Shape, Scores] = {
    #                    name  title  authors venue date  link  note
    Shape.YEAR:          (-4.0, -5.0, -7.0, -4.0, 0.0, -8.0, -3.0),
    Shape.DATE:          (-4.0, -6.0, -8.0, -6.0, 0.0, -8.0, -3.0),
    Shape.NUMBER:        (-1.5, -5.0, -7.0, -6.0, -3.0, -6.0, -1.0),
    Shape.ADDRESS:       (-5.0, -7.0, -8.0, -5.0, -6.0, 0.0, -1.5),
    Shape.LABEL:         (-4.0, -7.0, -7.0, -5.0, -8.0, 0.0, -3.0),
    Shape.OTHERS:        (-8.0, -9.0, 0.0, -9.0, -9.0, -9.0, -6.0),
    Shape.CREDIT:        (-8.0, -9.0, 0.0, -9.0, -9.0, -9.0, -6.0),
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
MARKS: dict[Mark, Scores] = {
    #             name  title authors venue date link note
    Mark.NONE:    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    Mark.LINK:    (0.0, 2.0, -2.0, -0.5, 0.0, 0.0, -1.5),
    Mark.TAG:     (0.5, 0.0, -1.0, -0.5, 0.0, 0.5, -1.0),
    Mark.BOLD:    (0.7, 1.5, -1.0, 0.3, 0.0, -1.0, -1.0),
    Mark.ITALIC:  (0.0, 0.3, 0.5, 1.0, 0.0, 0.0, 0.0),
    Mark.QUOTE:   (0.0, 3.0, -3.0, -2.0, 0.0, 0.0, -1.0),
    Mark.ROUND:   (-0.5, -2.0, -1.0, 0.5, 0.5, 0.0, 0.3),
    Mark.SQUARE:  (0.5, -2.0, -1.0, 0.5, 0.5, 0.0, 0.3),
    Mark.CODE:    (0.5, 0.0, -7.0, 0.0, 0.0, 0.0, 0.0),
}
REPEATED: Scores = (1.0, -2.5, -1.0, 0.7, 0.0, 0.3, 0.3)
"""For words that many entries share."""
REPEATED_NAME: Scores = (1.0, -2.5, -2.5, 0.7, 0.0, 0.3, 0.3)
"""The same for words that only look like a name: `Not Released Yet`."""
FIRST: Scores = (-1.5, -0.3, -1.2, -1.2, -1.0, -2.5, -3.0)
_STAYS: dict[int, dict[str, float]] = {
    TITLE: {":": -0.1, ",": -0.6, ".": -2.8, "-": -1.0, ";": -1.5, LINE: -5.0, WRAP: -1.5, BAR: -6.0, BY: -0.5,
             SPACE: -0.5, "?": -0.2, "!": -0.2},
    AUTHORS: {",": 0.0, ";": 0.0, ":": -6.0, SPACE: -0.5, LINE: -1.5, WRAP: -0.7, ".": -1.5, BAR: -2.0},
    VENUE: {",": -0.8, ".": -0.6, SPACE: -0.4, ":": -1.5, "-": -0.8},
    NOTE: dict.fromkeys((",", ".", ";", ":", LINE, WRAP, SPACE, BAR, "-", "?", "!"), -0.3),
    DATE: {SPACE: -1.0},
}
"""How likely the next field is in the same slot, by what separates the two."""
_FOLLOWS: dict[tuple[int, int], float] = {
    (NAME, TITLE): -0.3, (TITLE, AUTHORS): -0.7, (TITLE, VENUE): -0.8, (TITLE, DATE): -0.7,
    (TITLE, LINK): -0.5, (AUTHORS, TITLE): -0.7, (AUTHORS, VENUE): -0.7, (AUTHORS, DATE): -0.8,
    (AUTHORS, LINK): -0.7, (VENUE, DATE): -0.2, (DATE, VENUE): -0.6, (VENUE, LINK): -0.7,
    (DATE, LINK): -0.6, (VENUE, TITLE): -0.8, (DATE, TITLE): -0.6, (LINK, TITLE): -1.2,
    (NOTE, AUTHORS): -3.0, (VENUE, AUTHORS): -2.0, (DATE, AUTHORS): -1.6, (LINK, AUTHORS): -1.8,
    (NOTE, TITLE): -2.5,
}
"""How likely a slot follows another one."""
# fmt: on
_STAYS_ELSE, _FOLLOWS_ELSE = -2.0, -1.3
_GOES_ON, _CHANGES = 0.3, -3.0
"""For another slot in the middle of a phrase."""
_WITHIN_SAME: dict[int, float] = {TITLE: 0.3, AUTHORS: -0.3, VENUE: -0.5}
"""For fields of one link or one run of bold words."""
_LEAVES = {":": -0.8}
"""For a title that goes on behind a link, behind bold words or a quotation."""
_NO_LEAD = {NAME: -6.0, VENUE: -3.0, NOTE: -3.0}
"""For what is before the colon or the comma of a title, in the same style: it is the beginning of the title."""
_SIGNS = {(TITLE, ","): -0.3, (TITLE, ":"): -1.5}
_SIGNS_BETWEEN = {
    (TITLE, ":", AUTHORS): -2.5,
    (TITLE, ":", VENUE): -1.5,
    (NAME, LINE, TITLE): -1.0,
    (TITLE, BY, AUTHORS): -0.8,
    (TITLE, BY, VENUE): -4.0,
    (TITLE, BY, NAME): -4.0,
    (AUTHORS, SPACE, TITLE): -1.0,
    (VENUE, ":", NOTE): -2.0,
    (VENUE, ":", AUTHORS): -4.0,
}
_NAME_LATER = -3.5
BELOW = -1.2
"""For a title in a line below, for each line up to two."""
NO_TITLE = -8.0


@lru_cache(maxsize=512)
def score_steps(before: str) -> tuple[tuple[float, ...], ...]:
    """Score the steps from each slot to each other one."""
    slots = range(len(SLOTS))
    return tuple([tuple([score_step(before, first, second) for second in slots]) for first in slots])


def score_step(before: str, first: int, second: int) -> float:
    """Score a slot behind another one, by what separates them."""
    sign, run = before[-1:], before[:-1]
    if run == ENTERING and second == TITLE:
        return -5.0 if first == TITLE else -0.3
    if run == WITHIN and (first == second or TITLE in (first, second)) and DATE not in (first, second):
        if (first, sign) == (TITLE, ".") and second in (AUTHORS, VENUE):
            return -1.0
        return _WITHIN_SAME.get(first, -2.0) if first == second else -3.5 if first == TITLE else -4.0
    if run == OPENING and first == second == TITLE:
        return _STAYS[TITLE].get(sign, _STAYS_ELSE) - (2.5 if sign in ",." else 0.7)
    if sign == ON:
        return _GOES_ON if first == second else _CHANGES
    if first == second:
        leaves = _LEAVES.get(sign, -4.0) if run == LEAVING and first == TITLE else 0.0
        return _STAYS.get(first, {}).get(sign, _STAYS_ELSE) + leaves
    if first in _NO_LEAD and second == TITLE and sign in (":", ","):
        return -2.5 if run == LEAVING else _NO_LEAD[first]
    if first == NAME and second == TITLE and run == LEAVING:
        return -2.0
    score = _SIGNS.get((first, sign), 0.0)
    if before != LEAVING + SPACE:  # else the mark that ends there separates the two
        score += _SIGNS_BETWEEN.get((first, sign, second), 0.0)
    return score + (_NAME_LATER if second == NAME else _FOLLOWS.get((first, second), _FOLLOWS_ELSE))


_PRIOR_STEP = 4.0
"""How many steps the expectation before reading counts as."""
_LESS, _MORE = 1.0, 1.5
"""How much less or more likely than in any list a step can become."""


def learn_steps(before: str, taken: Counter[tuple[int, int]]) -> list[list[float]]:
    """Score the steps as the list takes them; where it seldom has one, as any list does."""
    slots = range(len(SLOTS))
    steps = []
    for first, expected in enumerate(score_steps(before)):
        count = sum([taken[first, second] for second in slots])
        if not count:
            steps.append([*expected])
            continue
        prior = [*map(math.exp, expected)]
        whole = sum(prior)
        steps.append([])
        for second in slots:
            share = (taken[first, second] + _PRIOR_STEP * prior[second] / whole) / (count + _PRIOR_STEP)
            usual = math.log(prior[second])
            steps[-1].append(max(usual - _LESS, min(usual + _MORE, math.log(share) + 0.5)))
    return steps


_ANYWHERE = frozenset({Shape.VENUE, Shape.PERIODICAL, Shape.CREDIT, Shape.OTHERS, Shape.INITIALS})
"""Shapes that say by themselves what they are, whatever is over their column."""
_HEADERS = (
    (TITLE, lazy_pattern(r"\b(?:title|paper|publication|article)s?\b|题|论文|名称", 2)),
    (AUTHORS, lazy_pattern(r"author|作者", 2)),
    (VENUE, lazy_pattern(r"\b(?:venue|conf\w*|journal|publi\w*|pub|source|j/c)\b|会议|期刊", 2)),
    (DATE, lazy_pattern(r"\b(?:year|date|time(?! (?:periods?|spans?|ranges?))|month)\b|年|日期", 2)),
    (LINK, lazy_pattern(r"\b(?:code|links?|pdf|github|url|project|repo\w*|data(?:set)?s?)\b|链接|代码", 2)),
)
_ONLY_TITLE = lazy_pattern(r"titles?\b(?!.*(?:author|作者))|题目|论文名|标题", 2)
_REFERENCE = lazy_pattern(r"\b(?:references?|citations?|cite|works?|names?)\b|文献", 2)
"""Words over a column that may hold anything about a paper."""
_QUESTION = lazy_pattern(r"\W*(?:what|why|how)\s+\w", 2)
"""`What it tests`, `Why this paper`: the cells answer, whatever else the header names."""
_MAKER = lazy_pattern(
    r"\b(?:base|backbones?|foundation|org|organi[sz]ations?|institut\w*|affiliations?|compan(?:y|ies)"
    r"|universit(?:y|ies)|labs?|authors?|presenters?|speakers?|leads?|publishers?|frameworks?)\b|机构|单位|主讲|报告人|基座",
    2,
)
_REMARK = lazy_pattern(
    r"\b(?:description|abstract|summary|notes?|comment|contribution|keyword|tag|remark|highlight|tl;?dr|insight"
    r"|focus|feature|task|type|categor|domain|topic|area|field)|描述|简介|摘要|备注|任务|类别",
    2,
)
"""Words over a column that say what its cells are, and that is not a title: who made it, what it is about."""
_TITLED_COLUMN, _OTHER_COLUMN = 2.5, 0.25
"""How much what reads as a title counts below a header that announces titles, and below one that announces others."""
_NOTES = lazy_pattern(r"notes?|key ?words?|tags?|remarks?|comments?|techniques?|备注|关键词", 2)
_SURE_HEADER = lazy_pattern(r"venues?|conferences?|journals?|authors?|会议|期刊|作者", 2)
_SET_OFF = GROUPS | {Mark.BOLD, Mark.CODE, Mark.QUOTE}
_HEADER, _LONGEST_HEADER, _FEWEST_CELLS = 2.5, 40, 3
_ENOUGH = 5
"""Fields in one place from which what they hold says what an unsure one is."""
_MANY, _FEW = 0.25, 0.02
"""The share of sure venues (names) in a place from which unsure words there are some too, and below which none is."""
_SOME, _REMARKS = 0.1, 0.25
"""Where there are fewer sure venues than this and more words in small letters, other words there are no venues."""
_LIKELY, _DOUBTFUL, _UNLIKELY = 1.5, -2.5, -4.0
"""What unsure words gain as authors or as a venue where many of the words in their place surely are, or few are."""
_MOSTLY_NAMES, _NEARLY_ALL, _IN_LINK = 0.5, 0.75, 7.0
"""The shares of names behind commas and behind colons of links from which these are authors, and how much that says."""
Places = dict[Place, dict[Shape, Scores]]


def learn_places(counts: Mapping[tuple[Item, ...], int]) -> Places:
    """Score each place by the shapes that all siblings have there, and by the words over a column."""
    held: dict[Place, Counter[Shape]] = defaultdict(Counter)
    repeated: Counter[Place] = Counter()
    for skeleton, count in counts.items():
        for item in skeleton:
            held[item.place][item.shape] += count
            repeated[item.place] += item.repeated * count
    places: Places = {}
    published = _count_published_below(held)
    for place, shapes in held.items():
        total = shapes.total()
        header = header_of(place)
        extra = [0.0] * len(SLOTS)
        if isinstance(place, Cell):
            extra = _score_column(header, shapes, repeated[place] / total)
        venues = (shapes[Shape.VENUE] + shapes[Shape.PERIODICAL]) / total
        names = sum(shapes[each] for each in NAMES) / total
        if isinstance(place, Spot) and not place.line and place.mark is Mark.BOLD:
            are_names = shapes[Shape.ACRONYM] + shapes[Shape.WORD] > _NEARLY_ALL * total
            extra[TITLE] += _DOUBTFUL * (are_names and published > _NEARLY_ALL * total >= _ENOUGH)
        surely = tuple(extra)
        remarks = _HEADER * (1 + bool(_NOTES.fullmatch(header))) if _announces_other(header) else 0.0
        extra[AUTHORS] -= remarks
        extra[VENUE] -= 2 * remarks
        unsure = list(extra)
        unsure[AUTHORS] -= remarks
        unsure[VENUE] += _score_venues(place, shapes, venues)
        if (slot := read_header(header)) is not None and _SURE_HEADER.fullmatch(header):
            unsure[slot] += _HEADER
        if isinstance(place, Cell):
            unsure[AUTHORS] += _LIKELY if names > _MANY else _DOUBTFUL if names < _FEW and total >= _ENOUGH else 0.0
        name, word = _score_names(place, shapes, unsure, names, venues)
        if _has_authors_about_links(place, held):
            extra[AUTHORS] += _IN_LINK
            name[AUTHORS] += _IN_LINK
        places[place] = {
            shape: tuple(unsure) if shape in UNSURE else surely if shape in _ANYWHERE else tuple(extra)
            for shape in Shape
        }
        places[place][Shape.NAME] = tuple(name)
        places[place][Shape.WORD] = tuple(word)
    return places


def _count_published_below(held: Mapping[Place, Counter[Shape]]) -> int:
    """How many entries have a venue and a year in brackets below their first line: there the title is, not above."""
    spots = ((place, shapes) for place, shapes in held.items() if isinstance(place, Spot) and place.line)
    dated = (shapes for place, shapes in spots if place.mark is Mark.ROUND and place.is_dated)
    return sum(shapes[Shape.VENUE] + shapes[Shape.PERIODICAL] for shapes in dated)


def _score_names(
    place: Place, shapes: Counter[Shape], unsure: list[float], names: float, venues: float
) -> tuple[list[float], list[float]]:
    """Score what may be a name, and a single word, at a place by the shares of sure names and venues there."""
    total, name, word = shapes.total(), list(unsure), list(unsure)
    if not isinstance(place, Spot):
        return name, word
    are_names = names > _MANY and venues < _FEW
    if names >= _FEW:
        name[VENUE] -= _LIKELY * (venues > _MANY)  # what `unsure` has already
        name[AUTHORS] += _LIKELY * are_names
    elif place.mark in _SET_OFF and total >= _ENOUGH:
        name[AUTHORS] += _UNLIKELY * (shapes[Shape.NAME] < _MANY * total)
    if place.before[:1] == LEAVING:  # `[Title](url) - Lee (2015)`
        word[AUTHORS] += 2 * _LIKELY * are_names
    return name, word


def header_of(place: Place) -> str:
    """The words over a column; none for the later lines of its cells where the first one has the title."""
    if not isinstance(place, Cell) or place.column >= len(place.columns):
        return ""
    header = place.columns[place.column].strip()
    return "" if place.is_below and read_header(header) == TITLE else header


def _score_column(header: str, shapes: Counter[Shape], repeated: float) -> list[float]:
    """Score each slot for a column by the words over it and by what all its cells look like."""
    found = [0.0] * len(SLOTS)
    if (announced := read_header(header)) is not None:
        found[announced] += _HEADER
        found[NAME] += _HEADER * (announced == TITLE)
        found[AUTHORS] -= _HEADER * (_ONLY_TITLE.match(header) is not None)
    if announces_maker(header):
        found[TITLE] -= 2 * _HEADER
    if (total := shapes.total()) >= _FEWEST_CELLS:
        for slot in range(len(SLOTS)):
            mean = sum(count * max(SHAPES[shape][slot], -5.0) for shape, count in shapes.items()) / total
            found[slot] += mean + repeated * REPEATED[slot]
    return found


def _announces_other(header: str) -> bool:
    """Whether the words over a column announce something else: its remarks are not authors or venues."""
    return any(map(str.isalpha, header)) and read_header(header) is None and not _REFERENCE.search(header)


def _score_venues(place: Place, shapes: Counter[Shape], venues: float) -> float:
    """Score unsure words at a place as venues, by the share of sure ones there."""
    total = shapes.total()
    if venues > _MANY:
        return _LIKELY
    remarks = (shapes[Shape.FEW] + shapes[Shape.WORDS] + shapes[Shape.PROSE]) / total
    has_remarks = isinstance(place, Spot) and not place.before.startswith(WITHIN) and remarks > _REMARKS
    is_chance = venues < _SOME and (has_remarks or venues * total < 2)  # among many names one is that of a venue
    if venues >= _FEW and not is_chance:
        return 0.0
    return _UNLIKELY if total >= _ENOUGH else -_LIKELY


def _has_authors_about_links(place: Place, held: dict[Place, Counter[Shape]]) -> bool:
    """Whether most words behind commas or colons in links, or nearly all behind the colons of these, are names."""
    if not isinstance(place, Spot) or place.before not in (f"{WITHIN},", f"{WITHIN}:", f"{LEAVING}:"):
        return False
    shapes = held[place]
    total, sure = shapes.total(), sum(shapes[each] for each in NAMES)
    named = sure + shapes[Shape.NAME]
    if place.before == f"{WITHIN},":
        return sure > _FEW * total and named > _MOSTLY_NAMES * total
    if place.before == f"{LEAVING}:":  # `[Title](url): Ann Lee, Bo Chen`
        return total >= _ENOUGH and named > _NEARLY_ALL * total
    return total >= _ENOUGH and sure > _MOSTLY_NAMES * total  # `[Title: Ann Lee, Bo Chen](url)`


@lru_cache(maxsize=1_024)
def read_header(header: str) -> int | None:
    """The slot that the words over a column announce; None where they announce something else."""
    if not header or len(header) > _LONGEST_HEADER:
        return None
    return next((slot for slot, pattern in _HEADERS if pattern.search(header)), None)


def announces_maker(header: str) -> bool:
    """Whether words over a column announce who made something, or what it is made of."""
    return read_header(header) != TITLE and _MAKER.search(header) is not None


def weigh_as_title(header: str) -> float:
    """How much what reads as a title below a header counts as one: more below `Paper`, less below `Abstract`."""
    announced = read_header(header)
    if announced == TITLE and not _QUESTION.match(header):
        return _TITLED_COLUMN
    is_other = announced not in (None, NAME, LINK) or _QUESTION.match(header)
    return _OTHER_COLUMN if is_other or _MAKER.search(header) or _REMARK.search(header) else 1.0


def may_announce_title(header: str) -> bool:
    """Whether the words over a column announce titles, or anything about a paper."""
    return read_header(header) == TITLE or _REFERENCE.search(header) is not None


def announces_fact(words: str) -> bool:
    """Whether words say that the authors, a venue or a date follow."""
    return read_header(words) in (AUTHORS, VENUE, DATE)
