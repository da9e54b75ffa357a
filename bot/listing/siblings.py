"""What the fields of an entry are: siblings decide together.

Entries that stand side by side are written alike: the same marks in the same order. So each entry is a sequence of
fields (`bot.listing.shapes`), and what a field is, its slot, is told by its shape, by what is before it, and by what
the same place holds in all other entries of the list. The best sequence of slots is found as in a hidden Markov model
(Viterbi); what it finds in all entries then becomes the expectation for each, and the entries are read again. So a name
that no table knows is a venue where the siblings have venues, and a title keeps its commas where theirs do.

The idea is known as record alignment or list extraction: fields of records that share a template are told apart by how
they vary (ListExtract, VLDB 2009; TEGRA, SIGMOD 2015).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.listing.items import (
    AUTHORS,
    BELOW,
    DATE,
    FIRST,
    LINK,
    MARKS,
    NAME,
    NEVER,
    NO_TITLE,
    NOTE,
    REPEATED,
    REPEATED_NAME,
    SHAPES,
    SLOTS,
    TITLE,
    UNSURE,
    VENUE,
    Cell,
    FieldKind,
    Item,
    Place,
    Scores,
    Sibling,
    Spot,
    Words,
    learn_steps,
    score_step,
)
from bot.listing.shapes import (
    BAR,
    GROUPS,
    LEAVING,
    LINKS,
    NAMES,
    OPENING,
    PERSONAL,
    SPACE,
    SURE_NAMES,
    WITHIN,
    WRAP,
    Mark,
    Shape,
    has_capitals,
)
from bot.papers.names import may_be_institution
from bot.papers.venues import find_venues
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from bot.listing.shapes import Field


_ANYWHERE = frozenset({Shape.VENUE, Shape.PERIODICAL, Shape.CREDIT, Shape.OTHERS, Shape.INITIALS})
"""Shapes that say by themselves what they are, whatever is over their column."""
_MAY_BE_NAMES = UNSURE | PERSONAL
_HEADERS = (
    (TITLE, lazy_pattern(r"\b(?:title|paper|publication|article)s?\b|题|论文|名称", 2)),
    (AUTHORS, lazy_pattern(r"author|作者", 2)),
    (VENUE, lazy_pattern(r"\b(?:venue|conf\w*|journal|publi\w*|pub|source|j/c)\b|会议|期刊", 2)),
    (DATE, lazy_pattern(r"\b(?:year|date|time|month)\b|年|日期", 2)),
    (LINK, lazy_pattern(r"\b(?:code|links?|pdf|github|url|project|repo\w*|data(?:set)?s?)\b|链接|代码", 2)),
)
_ONLY_TITLE = lazy_pattern(r"titles?\b(?!.*(?:author|作者))|题目|论文名|标题", 2)
_REFERENCE = lazy_pattern(r"\b(?:references?|citations?|cite|works?|names?)\b|文献", 2)
"""Words over a column that may hold any of what is told of a paper."""
_NOTES = lazy_pattern(r"notes?|key ?words?|tags?|remarks?|comments?|techniques?|备注|关键词", 2)
_SURE_HEADER = lazy_pattern(r"venues?|conferences?|journals?|authors?|会议|期刊|作者", 2)
_LAST_LETTER = "\u3000"  # above it are the characters of Chinese, Japanese and Korean
_SET_OFF = GROUPS | {Mark.BOLD, Mark.CODE, Mark.QUOTE}
_HEADER, _LONGEST_HEADER, _FEWEST_CELLS = 2.5, 40, 3
_ENOUGH = 5
"""Fields in one place from which what they hold says what an unsure one is."""
_WITHOUT_AUTHORS: Scores = (0.0, 0.0, -4.0, 0.0, 0.0, 0.0, 0.0)
"""For words that look like names in a list that names no authors."""
_SHARE_WITH_AUTHORS, _FEWEST_ENTRIES = 0.1, 10
_MANY, _FEW = 0.25, 0.02
"""The share of sure venues (names) in a place from which unsure words there are some too, and below which none is."""
_SOME, _REMARKS = 0.1, 0.25
"""Where there are fewer sure venues than this and more words in small letters, other words there are no venues."""
_MOSTLY_NAMES, _NEARLY_ALL, _IN_LINK = 0.5, 0.75, 7.0
"""The shares of names behind commas and behind colons of links from which these are authors, and how much that says."""
_SHARE_OF_PUBLISHED = 0.2
"""How many published venues a list has on links, to one server of preprints, from which these are venues too."""
_PRIOR_SLOT = 2.0
"""How many entries the expectation before reading counts as."""
_ROUNDS, _MOST_EVIDENCE = 3, 3.0


class Aligned(NamedTuple):
    """The fields of an entry, and what each is."""

    fields: tuple[Field, ...] = ()
    slots: tuple[FieldKind, ...] = ()

    def in_slot(self, slot: FieldKind) -> list[Field]:
        """The fields that are of one kind, in order."""
        fields = zip(self.fields, self.slots, strict=True) if slot in self.slots else ()
        return [field for field, own in fields if own is slot]

    def runs(self, slot: FieldKind) -> list[Run]:
        """Find where the entry has such fields; those that nothing else is between are one run."""
        found: list[Run] = []
        if slot not in self.slots:
            return found
        last: Field | None = None
        may_be_barred = slot is FieldKind.AUTHORS and any(field.before == BAR for field in self.fields)
        barred = self._find_barred_names() if may_be_barred else frozenset()
        for index, (field, own) in enumerate(zip(self.fields, self.slots, strict=True)):
            if own is slot:
                run = Run(field.place, field.start, field.end, field.mark)
                if last is None or not _is_run(slot, last, field, index in barred):
                    found.append(run)
                elif slot is FieldKind.TITLE and _is_named(last, *self.fields[index : index + 2]):
                    found[-1] = run
                else:
                    found[-1] = found[-1]._replace(end=field.end)
            last = field if own is slot else None
        return found

    def _find_barred_names(self) -> frozenset[int]:
        """Find the names, and no others, that a bar, a dot or a slash is before, not a comma: `Ann Lee · Bo Chen`."""
        found: set[int] = set()
        fields = zip(self.fields, self.slots, strict=True)
        for slot, group in groupby(enumerate(fields), key=lambda each: (each[1][1], each[1][0].place)):
            listed = [(index, field) for index, (field, _) in group]
            are_names = all(field.shape in PERSONAL and not may_be_institution(field.words) for _, field in listed)
            are_names = are_names and len({max(field.words) > _LAST_LETTER for _, field in listed}) == 1
            if slot[0] is FieldKind.AUTHORS and are_names and all(field.before == BAR for _, field in listed[1:]):
                found.update(index for index, _ in listed[1:])
        return frozenset(found)


def _is_run(slot: FieldKind, last: Field, field: Field, is_barred: bool) -> bool:
    """Tell whether two fields of a slot, side by side, are one: no bar, bracket, semicolon or line divides them."""
    is_apart = last.place != field.place or (last.mark in GROUPS) != (field.mark in GROUPS)
    if slot is FieldKind.VENUE:
        is_next = field.mark in GROUPS and field.before == SPACE and field.start > last.end + 1  # `[CVPR] [Oral]`
        is_short = field.shape is Shape.VENUE or (field.shape is Shape.ACRONYM and last.shape is Shape.PERIODICAL)
        is_behind = is_short and field.mark is Mark.ROUND is not last.mark and field.start == last.end + len(" (")
        if is_behind and " " not in field.words and has_capitals(field.words):
            return True  # `Conference on Machine Learning (ICML)`
        is_apart |= is_next or field.before[-1:] == ";"
    elif slot is FieldKind.TITLE:
        is_apart |= field.before == WRAP and " " not in field.words and last.mark is Mark.LINK is not field.mark
    return not is_apart and (field.before != BAR or is_barred)


def _is_named(name: Field, title: Field, rest: Field | None = None) -> bool:
    """Tell whether a link has the whole title, and what is before it is its name: `NAME: [Title of ...](url)`."""
    is_apart = title.before[:1] == OPENING and title.before[-1] in ":-" and name.mark not in (Mark.LINK, Mark.QUOTE)
    is_long = len(title.words) > len(name.words) or (rest is not None and rest.before[:1] == WITHIN)
    return is_apart and title.mark is Mark.LINK and is_long


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
    model = _Model(_learn_places(skeletons))
    for _ in range(_ROUNDS - 1):
        model.learn(skeletons)
    found = [
        Aligned(each.fields, _find_journal(each.fields, skeletons.expand(number, model)))
        for number, each in enumerate(siblings)
    ]
    return _label_servers(found)


def _label_servers(found: list[Aligned]) -> list[Aligned]:
    """Take what a list has on links for labels, where nearly all of it names servers of preprints: `[arXiv](url)`."""
    shown = Counter(field.words for each in found for field in each.in_slot(FieldKind.VENUE) if field.mark in LINKS)
    named = {words: {venue.preprint for venue in find_venues(words)} for words in shown}
    servers = {words for words, are_preprints in named.items() if are_preprints == {True}}
    published = sum(shown[words] for words, are_preprints in named.items() if False in are_preprints)
    is_label = published < _SHARE_OF_PUBLISHED * sum(shown[words] for words in servers)
    return [_label_undated(each, servers) for each in found] if is_label else found


def _label_undated(entry: Aligned, servers: Container[str]) -> Aligned:
    """Take such words for labels unless a date is in the same link: `[arXiv 2024](url)` says when and where."""
    slots = list(entry.slots)
    for index, field in enumerate(entry.fields):
        if slots[index] is FieldKind.VENUE and field.mark in LINKS and field.words in servers:
            is_dated = slots[index + 1 : index + 2] == [FieldKind.DATE]
            if not (is_dated and entry.fields[index + 1].before.startswith(WITHIN)):
                slots[index] = FieldKind.LINK
    return entry._replace(slots=tuple(slots))


def _find_journal(fields: tuple[Field, ...], slots: tuple[FieldKind, ...]) -> tuple[FieldKind, ...]:
    """Take capitalised words between the title and a number for a venue, where surer names are before the title."""
    if FieldKind.VENUE in slots or FieldKind.TITLE not in slots:
        return slots
    title = slots.index(FieldKind.TITLE)
    before = zip(fields[:title], slots, strict=False)
    is_named = any(slot is FieldKind.AUTHORS and field.shape in SURE_NAMES for field, slot in before)
    found = [
        index
        for index in range(title + 1, len(slots) - 1)
        if slots[index] in (FieldKind.AUTHORS, FieldKind.NOTE)
        and (fields[index].shape, fields[index + 1].shape) == (Shape.NAME, Shape.NUMBER)
    ]
    if not is_named or len(found) != 1:
        return slots
    return (*slots[: found[0]], FieldKind.VENUE, *slots[found[0] + 1 :])


class _Skeletons:
    """The entries as sequences of items; entries with the same sequence are read once."""

    def __init__(self, siblings: Sequence[Sibling]) -> None:
        words = Words(siblings)
        self.of: list[tuple[Item, ...]] = []
        self.lengths: list[tuple[int, ...]] = []
        """For each entry: how many fields each item stands for."""
        known: dict[tuple[Item, ...], tuple[Item, ...]] = {}
        for sibling in siblings:
            runs = [(item, len(list(run))) for item, run in groupby(words.make_items(sibling))]
            skeleton = tuple([item for item, _ in runs])
            self.of.append(known.setdefault(skeleton, skeleton))
            self.lengths.append(tuple([length for _, length in runs]))
        self.counts = Counter(self.of)

    def expand(self, number: int, model: _Model) -> tuple[FieldKind, ...]:
        """Give each field of an entry its slot."""
        slots = zip(model.read(self.of[number]), self.lengths[number], strict=True)
        return tuple(SLOTS[slot] for slot, length in slots for _ in range(length))


_Places = dict[Place, dict[Shape, Scores]]


def _learn_places(skeletons: _Skeletons) -> _Places:
    """Score each place by the shapes that all siblings have there, and by the words over a column."""
    held: dict[Place, Counter[Shape]] = defaultdict(Counter)
    repeated: Counter[Place] = Counter()
    for skeleton, count in skeletons.counts.items():
        for item in skeleton:
            held[item.place][item.shape] += count
            repeated[item.place] += item.repeated * count
    places: _Places = {}
    cited = {
        place[0]: place[1:2]
        for place, shapes in held.items()
        if shapes[Shape.CREDIT] >= max(_FEWEST_CELLS, shapes.total() / 2)
        and isinstance(place, Cell)
        and Shape.YEAR in held.get(place._replace(is_first=False), ())
    }
    for place, shapes in held.items():
        total = shapes.total()
        is_column = isinstance(place, Cell)
        header = _header_of(place)
        extra = _score_column(header, shapes, repeated[place] / total) if is_column else [0.0] * len(SLOTS)
        venues = (shapes[Shape.VENUE] + shapes[Shape.PERIODICAL]) / total
        names = sum(shapes[each] for each in NAMES) / total
        surely = tuple(extra)
        remarks = _HEADER * (1 + bool(_NOTES.fullmatch(header))) if _announces_other(header) else 0.0
        extra[AUTHORS] -= remarks
        extra[VENUE] -= 2 * remarks
        unsure = list(extra)
        unsure[AUTHORS] -= remarks
        unsure[VENUE] += _score_venues(place, shapes, venues)
        if (slot := read_header(header)) is not None and _SURE_HEADER.fullmatch(header):
            unsure[slot] += _HEADER
        if is_column:
            if place[0] in cited and read_header(header) != TITLE:  # a cell that begins with authors is a reference
                unsure[TITLE] += _HEADER if place[1] in cited[place[0]] else -_HEADER
            unsure[AUTHORS] += 1.5 if names > _MANY else -2.5 if names < _FEW and total >= _ENOUGH else 0.0
        name = list(unsure)
        if not is_column and names >= _FEW:
            name[VENUE] -= 1.5 * (venues > _MANY)
            name[AUTHORS] += 1.5 * (names > _MANY and venues < _FEW)
        elif isinstance(place, Spot) and place.mark in _SET_OFF and total >= _ENOUGH:
            name[AUTHORS] -= 4.0 * (shapes[Shape.NAME] < _MANY * total)
        if _has_authors_about_links(place, held):
            extra[AUTHORS] += _IN_LINK
            name[AUTHORS] += _IN_LINK
        places[place] = {
            shape: tuple(unsure) if shape in UNSURE else surely if shape in _ANYWHERE else tuple(extra)
            for shape in Shape
        }
        places[place][Shape.NAME] = tuple(name)
    return places


def _header_of(place: Place) -> str:
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
    if (total := shapes.total()) >= _FEWEST_CELLS:
        for slot in range(len(SLOTS)):
            mean = sum(count * max(SHAPES[shape][slot], -5.0) for shape, count in shapes.items()) / total
            found[slot] += mean + repeated * REPEATED[slot]
    return found


def _announces_other(header: str) -> bool:
    """Tell whether the words over a column announce something else: its remarks are no authors and no venues."""
    return any(map(str.isalpha, header)) and read_header(header) is None and not _REFERENCE.search(header)


def _score_venues(place: Place, shapes: Counter[Shape], venues: float) -> float:
    """Score unsure words at a place as venues, by the share of sure ones there."""
    total = shapes.total()
    if venues > _MANY:
        return 1.5
    remarks = (shapes[Shape.FEW] + shapes[Shape.WORDS] + shapes[Shape.PROSE]) / total
    has_remarks = isinstance(place, Spot) and not place.before.startswith(WITHIN) and remarks > _REMARKS
    if venues >= _FEW and not (has_remarks and venues < _SOME):
        return 0.0
    return -4.0 if total >= _ENOUGH else -1.5


def _has_authors_about_links(place: Place, held: dict[Place, Counter[Shape]]) -> bool:
    """Tell whether most words behind commas or colons in links, or nearly all behind the colons of these, are names."""
    if not isinstance(place, Spot) or place.before not in (f"{WITHIN},", f"{WITHIN}:", f"{LEAVING}:"):
        return False
    shapes = held.get(place) or Counter()
    total, sure = shapes.total(), sum(shapes[each] for each in NAMES)
    named = sure + shapes[Shape.NAME]
    if place.before == f"{WITHIN},":
        return sure > _FEW * total and named > _MOSTLY_NAMES * total
    if place.before == f"{LEAVING}:":  # `[Title](url): Ann Lee, Bo Chen`
        return total >= _ENOUGH and named > _NEARLY_ALL * total
    is_listed = named > _NEARLY_ALL * total and _has_authors_about_links(place._replace(before=f"{WITHIN},"), held)
    return total >= _ENOUGH and (sure > _MOSTLY_NAMES * total or is_listed)  # `[Title: Ann Lee, Bo Chen](url)`


@lru_cache(maxsize=1_024)
def read_header(header: str) -> int | None:
    """Tell what the words over a column announce."""
    if not header or len(header) > _LONGEST_HEADER:
        return None
    return next((slot for slot, pattern in _HEADERS if pattern.search(header)), None)


class _Model:
    """How likely each slot is at each place, and behind each other slot; sharper after each reading of the list."""

    def __init__(self, places: _Places) -> None:
        self.places = places
        self.has_authors = True
        self.evidence: dict[tuple[Place, bool], Scores] = {}
        """By place, for what may be a person and for the rest: how much more likely each slot is than anywhere."""
        self.steps: dict[str, list[list[float]]] = {}
        self.known: dict[tuple[Item, ...], tuple[int, ...]] = {}
        self.scores: dict[Item, list[tuple[int, float]]] = {}

    def score(self, item: Item) -> list[tuple[int, float]]:
        """Score each slot that an item may be."""
        if (known := self.scores.get(item)) is not None:
            return known
        parts = [SHAPES[item.shape], MARKS[item.mark], self.places[item.place][item.shape]]
        if item.repeated:
            parts.append(REPEATED_NAME if item.shape is Shape.NAME else REPEATED)
        if (evidence := self.evidence.get((item.place, item.shape in PERSONAL))) is not None:
            parts.append(evidence)
        if not self.has_authors and item.shape in _MAY_BE_NAMES:
            parts.append(_WITHOUT_AUTHORS)
        scores = [sum(column) for column in zip(*parts, strict=True)]
        least = max(scores) + NEVER
        self.scores[item] = found = [(slot, own) for slot, own in enumerate(scores) if own > least or slot == NOTE]
        return found

    def step(self, before: str) -> list[list[float]]:
        """Score the steps from each slot to each other one."""
        if before not in self.steps:
            slots = range(len(SLOTS))
            self.steps[before] = [[score_step(before, first, second) for second in slots] for first in slots]
        return self.steps[before]

    def read(self, skeleton: tuple[Item, ...]) -> tuple[int, ...]:
        """Find the best slots for a skeleton, with at most one title in one piece."""
        if (known := self.known.get(skeleton)) is not None:
            return known
        self.known[skeleton] = found = self.find_best(skeleton) if skeleton else ()
        return found

    def find_best(self, skeleton: tuple[Item, ...]) -> tuple[int, ...]:
        """Viterbi's algorithm; a state is a slot, and whether there was a title; a path, its last slot and the rest."""
        states: dict[tuple[int, bool], tuple[float, _Path]] = {}
        for item in skeleton:
            candidates = self.score(item)
            if not states:
                states = {(slot, slot == TITLE): (FIRST[slot] + score, (slot, None)) for slot, score in candidates}
                continue
            steps = self.step(item.before)
            following: dict[tuple[int, bool], tuple[float, _Path]] = {}
            for (last, has_title), (total, path) in states.items():
                row = steps[last]
                for slot, score in candidates:
                    state, value = (slot, has_title), total + row[slot] + score
                    if slot == TITLE:
                        if last != TITLE:
                            if has_title:
                                continue
                            value += BELOW * item.below
                        state = slot, True
                    known = following.get(state)
                    if known is None or value > known[0]:
                        following[state] = value, (slot, path)
            states = following
        totals = [(total + (0.0 if has_title else NO_TITLE), path) for (_, has_title), (total, path) in states.items()]
        most = max(total for total, _ in totals)
        return max(_unfold(path) for total, path in totals if total == most)

    def find_authors(self, skeletons: _Skeletons) -> bool:
        """Tell whether entries name their authors: several names, or one with others; a single one may be anything."""
        named = 0
        for skeleton, lengths in zip(skeletons.of, skeletons.lengths, strict=True):
            items = zip(skeleton, self.read(skeleton), lengths, strict=True)
            names = [(item.shape, length) for item, slot, length in items if slot == AUTHORS]
            are_several = sum(length for _, length in names) > 1
            named += are_several or any(shape in (Shape.OTHERS, Shape.CREDIT, Shape.INITIALS) for shape, _ in names)
        return named >= _SHARE_WITH_AUTHORS * len(skeletons.of) or len(skeletons.of) < _FEWEST_ENTRIES

    def learn(self, skeletons: _Skeletons) -> None:
        """Read all entries, and expect from now on what was found."""
        held: dict[tuple[Place, bool], Counter[int]] = defaultdict(Counter)
        taken: dict[str, Counter[tuple[int, int]]] = defaultdict(Counter)
        for skeleton, count in skeletons.counts.items():
            slots = self.read(skeleton)
            for index, (item, slot) in enumerate(zip(skeleton, slots, strict=True)):
                held[item.place, item.shape in PERSONAL][slot] += count
                if index:
                    taken[item.before][slots[index - 1], slot] += count
        self.has_authors = self.find_authors(skeletons)
        total: Counter[int] = Counter()
        for counts in held.values():
            total.update(counts)
        everything = total.total() + len(SLOTS)
        shares = [(total[slot] + 1) / everything for slot in range(len(SLOTS))]
        self.evidence = {place: _weigh(counts, shares) for place, counts in held.items()}
        self.steps = {before: learn_steps(before, counts) for before, counts in taken.items()}
        self.known, self.scores = {}, {}


_Path: TypeAlias = "tuple[int, _Path | None]"


def _unfold(path: _Path | None) -> tuple[int, ...]:
    """The slots of a path, in order."""
    slots: list[int] = []
    while path is not None:
        slots.append(path[0])
        path = path[1]
    return tuple(reversed(slots))


def _weigh(counts: Counter[int], shares: Sequence[float]) -> Scores:
    """Score each slot by how much more often it is at a place than anywhere."""
    total = counts.total() + _PRIOR_SLOT
    found = (math.log((counts[slot] + _PRIOR_SLOT * share) / total / share) for slot, share in enumerate(shares))
    return tuple(max(-_MOST_EVIDENCE, min(_MOST_EVIDENCE, each)) for each in found)
