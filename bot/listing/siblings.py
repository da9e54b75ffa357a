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
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from bot.listing.scores import (
    AUTHORS,
    BELOW,
    FIRST,
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
    Basis,
    FieldKind,
    Places,
    Scores,
    announces_fact,
    learn_places,
    learn_steps,
    score_steps,
)
from bot.listing.shapes import (
    BAR,
    ENTERING,
    GROUPS,
    LINE,
    LINKS,
    OPENING,
    PERSONAL,
    RUNS,
    SPACE,
    SURE_NAMES,
    TITLE_SHAPES,
    WITHIN,
    WRAP,
    Mark,
    Shape,
    has_capitals,
)
from bot.listing.vocabulary import UNSURE, Item, Place, Sibling, Spot, Vocabulary
from bot.papers.names import may_be_institution
from bot.papers.titles import count_words
from bot.papers.venues import find_venues
from bot.text import maker

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from bot.listing.shapes import Field


_MAY_BE_NAMES = UNSURE | PERSONAL
_WITHOUT_AUTHORS: Scores = (0.0, 0.0, -4.0, 0.0, 0.0, 0.0, 0.0)
"""For words that look like names in a list that names no authors."""
_NONE_LISTED = -4.0
"""For what looks like names where the words of a title go on, in such a list: `Goals, New Advances, and Open Ends`."""
_WITHIN_TITLES = frozenset({",", f"{WITHIN},", WRAP})
_SHARE_WITH_AUTHORS, _FEWEST_ENTRIES = 0.1, 10
_SHARE_OF_PUBLISHED = 0.2
"""How many published venues a list has on links, to one server of preprints, from which these are venues too."""
_PRIOR_SLOT = 2.0
"""How many entries the expectation before reading counts as."""
_ROUNDS, _MOST_EVIDENCE = 3, 3.0
"""How often the list is read, each time by what was learned before; how much the evidence of a place counts at most."""
_PHRASES = frozenset({Shape.WORDS, Shape.CAPITALS})
_FEWEST_REMARKS, _SHARE_OF_REMARKS = 5, 0.15
"""Entries with a title at the beginning and a remark behind it from which others there are remarks too, and their share
of those with a name at the beginning and the title behind it."""
_LONGEST_NAME = 3
"""Words of a name that is part of the title behind its colon."""


class Aligned(NamedTuple):
    """The fields of an entry, and what each is."""

    fields: tuple[Field, ...] = ()
    slots: tuple[FieldKind, ...] = ()
    is_whole: bool = False
    """Whether `bot.listing.wholes` made one field of the title."""

    def in_slot(self, slot: FieldKind) -> list[Field]:
        """The fields that are of one kind, in order."""
        if slot not in self.slots:
            return []
        return [field for field, own in zip(self.fields, self.slots, strict=True) if own is slot]

    def relabel(self, first: int, last: int, slot: FieldKind) -> Aligned:
        """Put the fields from `first` to before `last` into one slot."""
        return self._replace(slots=(*self.slots[:first], *[slot] * (last - first), *self.slots[last:]))

    def runs(self, slot: FieldKind) -> list[Run]:
        """Find where the entry has such fields; those that nothing else is between are one run."""
        found: list[Run] = []
        if slot not in self.slots:
            return found
        may_be_barred = slot is FieldKind.AUTHORS and BAR in [field.before for field in self.fields]
        barred = self._find_barred_names() if may_be_barred else frozenset()
        for index, (own, field) in enumerate(zip(self.slots, self.fields, strict=True)):
            if own is not slot:
                continue
            last, run = self.fields[index - 1], _make_run((field.place, field.start, field.end, field.mark))
            if not index or self.slots[index - 1] is not slot or not _is_run(slot, last, field, index in barred):
                found.append(run)
            elif slot is FieldKind.TITLE and field[:2] == (OPENING + SPACE, Mark.LINK) and last.mark is Mark.LINK:
                found[-1] = max(found[-1], run, key=lambda each: each.end - each.start)  # `[NAME](url) [Title](url)`
            elif slot is FieldKind.TITLE and _is_named(last, *self.fields[index : index + 2]):
                found[-1] = run
            else:
                place, start, _, mark = found[-1]
                found[-1] = _make_run((place, start, field.end, mark))
        return found

    def _find_barred_names(self) -> frozenset[int]:
        """Find the names, and no others, that a bar, a dot or a slash is before, not a comma: `Ann Lee · Bo Chen`."""
        found: set[int] = set()
        fields = zip(self.fields, self.slots, strict=True)
        for slot, group in groupby(enumerate(fields), key=lambda each: (each[1][1], each[1][0].place)):
            listed = [(index, field) for index, (field, _) in group]
            are_names = all(field.shape in PERSONAL and not may_be_institution(field.words) for _, field in listed)
            if slot[0] is FieldKind.AUTHORS and are_names and all(field.before == BAR for _, field in listed[1:]):
                found.update(index for index, _ in listed[1:])
        return frozenset(found)


def _is_run(slot: FieldKind, last: Field, field: Field, is_barred: bool) -> bool:
    """Whether two fields of a slot, side by side, are one: no bar, bracket, semicolon or line divides them."""
    is_apart = last.place != field.place or (last.mark in GROUPS) != (field.mark in GROUPS)
    if slot is FieldKind.VENUE:
        if _is_short_name(last, field):
            return True
        is_apart = is_apart or _is_other_venue(last, field)
    return not is_apart and (field.before != BAR or is_barred)


def _is_short_name(venue: Field, field: Field) -> bool:
    """Whether brackets behind a venue have its short name: `Conference on Machine Learning (ICML 2019)`."""
    is_short = field.shape is Shape.VENUE or (field.shape is Shape.ACRONYM and venue.shape is Shape.PERIODICAL)
    is_behind = field.mark is Mark.ROUND is not venue.mark and field.start == venue.end + len(" (")
    return is_short and is_behind and " " not in field.words and has_capitals(field.words)


def _is_other_venue(venue: Field, field: Field) -> bool:
    """Whether words behind a venue are not part of it: `[CVPR] [Oral]`, `Journal of Machine Learning. Springer`."""
    is_next = field.mark in GROUPS and field.before == SPACE and field.start > venue.end + 1
    is_long = count_words(venue.words) > _LONGEST_NAME and "." not in venue.words
    is_publisher = is_long and field.before == "." and " " not in field.words
    return is_next or is_publisher or field.before[-1:] == ";"


def _is_named(name: Field, title: Field, rest: Field | None = None) -> bool:
    """Whether a link has the whole title, and what is before it is its name: `NAME: [Title of ...](url)`.

    Several words before the colon of a title in bold only lead up to it.
    """
    if (name.mark, title.before, title.mark) == (Mark.NONE, ":", Mark.BOLD) and count_words(name.words) > _LONGEST_NAME:
        return True
    signs = ":-," if name.mark is Mark.BOLD else ":-"  # `**NAME**, [Title](url)`
    is_apart = title.before[:1] == OPENING and title.before[-1] in signs and name.mark not in (Mark.LINK, Mark.QUOTE)
    is_long = len(title.words) > len(name.words) or (rest is not None and rest.before[:1] == WITHIN)
    return is_apart and title.mark is Mark.LINK and is_long


NOTHING = Aligned()


class Run(NamedTuple):
    """Fields of one slot behind one another: offsets into the prose of that place, and the mark of the first one."""

    place: int
    start: int
    end: int
    mark: Mark


_make_run, _make_aligned = maker(Run), maker(Aligned)


def learn_siblings(siblings: Sequence[Sibling]) -> tuple[Skeletons, Model]:
    """The entries as sequences of items, and what reading them taught."""
    skeletons = Skeletons(siblings)
    model = Model(learn_places(skeletons.count_items()))
    for _ in range(_ROUNDS - 1):
        model.learn(skeletons)
    return skeletons, model


def align(siblings: Sequence[Sibling]) -> list[Aligned]:
    """The slot of each field of each entry; all entries of a list are read together."""
    skeletons, model = learn_siblings(siblings)
    return label(siblings, skeletons, model)


def label(siblings: Sequence[Sibling], skeletons: Skeletons, model: Model) -> list[Aligned]:
    """The slot of each field of each entry, by what was learned."""
    slots = {each: each.expand(model.read(each.items)) for each in skeletons.counts}
    found = [
        _make_aligned((each.fields, _find_journal(each.fields, slots[skeleton]), False))
        for each, skeleton in zip(siblings, skeletons.of, strict=True)
    ]
    return _label_links(found, siblings)


def _label_links(found: list[Aligned], siblings: Sequence[Sibling]) -> list[Aligned]:
    """Take what a list has on links for labels, where nearly all of it names servers of preprints: `[arXiv](url)`.

    So it does outside of tables with what is not a known venue, `[Free copy](url)`, where that is more than the venues.
    """
    shown = Counter([field.words for each in found for field in each.in_slot(FieldKind.VENUE) if field.mark in LINKS])
    named = {words: {venue.preprint for venue in find_venues(words)} for words in shown}
    servers = {words for words, are_preprints in named.items() if are_preprints == {True}}
    published = sum(shown[words] for words, are_preprints in named.items() if False in are_preprints)
    labels = servers if published < _SHARE_OF_PUBLISHED * sum(shown[words] for words in servers) else set()
    empty = {words for words, are_preprints in named.items() if not are_preprints}
    fields = (each.fields for each, own in zip(found, siblings, strict=True) if not own.is_row) if empty else ()
    alone = (each for own in fields for each in own if each.shape in UNSURE and each.before[:1] != WITHIN)
    unknown = {each.words for each in alone if each.words in empty}
    labels |= unknown if published < sum(shown[words] for words in unknown) else set()
    return [_label_undated(each, labels) for each in found] if labels else found


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
        if fields[index + 1].shape is Shape.NUMBER and _may_be_journal(fields[index], slots[index])
    ]
    if not is_named or len(found) != 1:
        return slots
    return (*slots[: found[0]], FieldKind.VENUE, *slots[found[0] + 1 :])


def _may_be_journal(field: Field, slot: FieldKind) -> bool:
    """Whether a field before a number may be a journal; behind a question also one with small letters."""
    if field.before in "?!" and slot in (FieldKind.TITLE, FieldKind.NOTE):
        return field.shape in (Shape.NAME, Shape.FEW, Shape.FEW_CAPITALS) and field.words[0].isupper()
    return field.shape is Shape.NAME and slot in (FieldKind.AUTHORS, FieldKind.NOTE)


class Skeleton:
    """The items of entries, several alike in a row as one, and how many fields each stands for."""

    def __init__(self, items: Sequence[Item]) -> None:
        runs = [(item, len(list(run))) for item, run in groupby(items)]
        self.items = tuple([item for item, _ in runs])
        self.lengths = [length for _, length in runs]

    def expand(self, slots: Sequence[int]) -> tuple[FieldKind, ...]:
        """Give each field its slot."""
        found = zip(slots, self.lengths, strict=True)
        return tuple([SLOTS[slot] for slot, length in found for _ in range(length)])


class Skeletons:
    """The entries as sequences of items; entries with the same sequence are read once."""

    def __init__(self, siblings: Sequence[Sibling]) -> None:
        vocabulary = Vocabulary(siblings, announces_fact)
        known: dict[tuple[Item, ...], Skeleton] = {}
        self.of: list[Skeleton] = []
        for sibling in siblings:
            items = vocabulary.make_items(sibling)
            if (skeleton := known.get(items)) is None:
                skeleton = known[items] = Skeleton(items)
            self.of.append(skeleton)
        self.counts = Counter(self.of)

    def count_items(self) -> Counter[tuple[Item, ...]]:
        """How many entries have the same items, whatever their number of fields."""
        found: Counter[tuple[Item, ...]] = Counter()
        for skeleton, count in self.counts.items():
            found[skeleton.items] += count
        return found


class Model:
    """How likely each slot is at each place, and behind each other slot; sharper after each reading of the list."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.has_authors, self.is_anonymous = True, False
        self.evidence: dict[tuple[Place, bool], Scores] = {}
        """By place, for what may be a person and for the rest: how much more likely each slot is than anywhere."""
        self.held: dict[tuple[Place, bool], Counter[int]] = {}
        """By place, for what may be a person and for the rest: how often each slot was found there."""
        self.steps: dict[str, list[list[float]]] = {}
        self.remarks: set[tuple[Place, Place]] = set()
        """Where entries have their title, and where they have remarks then: no title is there, however short it is."""
        self.known: dict[tuple[Item, ...], tuple[int, ...]] = {}
        self.scores: dict[Item, list[tuple[int, float]]] = {}

    def weigh(self, item: Item) -> dict[Basis, Scores]:
        """Score each slot for an item by everything that tells what it is."""
        found = {
            Basis.SHAPE: SHAPES[item.shape],
            Basis.MARK: MARKS[item.mark],
            Basis.PLACE: self.places[item.place][item.shape],
        }
        if item.repeated:
            found[Basis.REPEATED] = REPEATED_NAME if item.shape is Shape.NAME else REPEATED
        if (evidence := self.evidence.get((item.place, item.shape in PERSONAL))) is not None:
            found[Basis.SIBLINGS] = evidence
        if not self.has_authors and item.shape in _MAY_BE_NAMES:
            found[Basis.ANONYMOUS] = _WITHOUT_AUTHORS
        return found

    def score(self, item: Item) -> list[tuple[int, float]]:
        """Score each slot that an item may be, and remember it."""
        scores: list[float] = [*map(sum, zip(*self.weigh(item).values(), strict=True))]
        least = max(scores) + NEVER
        self.scores[item] = found = [(slot, own) for slot, own in enumerate(scores) if own > least or slot == NOTE]
        return found

    def step(self, before: str) -> list[list[float]]:
        """Score the steps from each slot to each other one, and remember it."""
        self.steps[before] = found = [[*row] for row in score_steps(before)]
        return found

    def read(self, skeleton: tuple[Item, ...]) -> tuple[int, ...]:
        """Find the best slots for a skeleton, with at most one title in one piece."""
        if (known := self.known.get(skeleton)) is not None:
            return known
        self.known[skeleton] = found = self.find_best(skeleton) if skeleton else ()
        return found

    def find_best(self, skeleton: tuple[Item, ...]) -> tuple[int, ...]:
        """Viterbi's algorithm; a state is a slot, more by `_TITLED` behind a title; a path, a slot and the rest."""
        states: dict[int, tuple[float, _Path]] = {}
        may_remark = bool(self.remarks) and skeleton[0].shape in TITLE_SHAPES
        line = _first_line(skeleton) if Shape.CREDIT in [item.shape for item in skeleton[:2]] else ()
        is_cited = Shape.CREDIT in line[:2] and not _PHRASES.isdisjoint(line)
        is_behind = False
        for item in skeleton:
            candidates = self.scores[item] if item in self.scores else self.score(item)
            is_behind = is_behind or (may_remark and (skeleton[0].place, item.place) in self.remarks)
            if is_behind := is_behind or (is_cited and item.before == LINE):  # notes below a whole reference
                candidates = [each for each in candidates if each[0] != TITLE]
            if not states:
                first = [(slot, score + FIRST[slot], (slot, None)) for slot, score in candidates]
                states = {slot + (_TITLED if slot == TITLE else 0): (score, path) for slot, score, path in first}
                continue
            steps = self.steps[item.before] if item.before in self.steps else self.step(item.before)
            states = _go_on(states, candidates, steps, BELOW * item.below)
        totals = [(total + (0.0 if state >= _TITLED else NO_TITLE), path) for state, (total, path) in states.items()]
        most = max([total for total, _ in totals])
        return max([_unfold(path) for total, path in totals if total == most])

    def find_authors(self, skeletons: Skeletons) -> tuple[bool, bool]:
        """Whether entries name their authors: several names, one with "et al.", one before a quoted title.

        Any other single name may be anything. Also whether hardly any entry has words that could be a name.
        """
        named = single = 0
        for skeleton, count in skeletons.counts.items():
            items = zip(skeleton.items, self.read(skeleton.items), skeleton.lengths, strict=True)
            names = [(item.shape, length) for item, slot, length in items if slot == AUTHORS]
            are_several = sum([length for _, length in names]) > 1
            are_sure = any(shape in (Shape.OTHERS, Shape.CREDIT, Shape.INITIALS) for shape, _ in names)
            are_sure |= bool(names) and ENTERING + "," in [item.before for item in skeleton.items]
            named += count * (are_several or are_sure)
            single += count * bool(names)
        least, are_few = _SHARE_WITH_AUTHORS * len(skeletons.of), len(skeletons.of) < _FEWEST_ENTRIES
        return named >= least or (are_few and 2 * single > len(skeletons.of)), single < least and not are_few

    def find_remarks(self, skeletons: Counter[tuple[Item, ...]]) -> set[tuple[Place, Place]]:
        """Find the places of plain words that are remarks behind titles at the beginning, which something sets off.

        There the first words are the title wherever both they and the plain words are more than a name.
        """
        remarks: Counter[tuple[Place, Place]] = Counter()
        titles: Counter[tuple[Place, Place]] = Counter()
        for skeleton, count in skeletons.items():
            if not skeleton or skeleton[0].mark not in RUNS or not isinstance(skeleton[0].place, Spot):
                continue
            slots = self.read(skeleton)
            size = next((each for each in range(1, len(slots)) if skeleton[each].before[:1] != WITHIN), len(slots))
            is_phrase = not _PHRASES.isdisjoint([item.shape for item in skeleton[:size]])
            behind = {
                (item.place, slot)
                for item, slot in zip(skeleton[size:], slots[size:], strict=True)
                if item.mark is Mark.NONE and (item.shape in _PHRASES or item.shape is Shape.PROSE)
            }
            for place, slot in behind:
                remarks[skeleton[0].place, place] += count * (is_phrase and (slots[0], slot) == (TITLE, NOTE))
                titles[skeleton[0].place, place] += count * ((slots[0], slot) == (NAME, TITLE))
        return {pair for pair in remarks if remarks[pair] >= max(_FEWEST_REMARKS, _SHARE_OF_REMARKS * titles[pair])}

    def learn(self, skeletons: Skeletons) -> None:
        """Read all entries, and expect from now on what was found."""
        self.held = held = defaultdict[tuple[Place, bool], Counter[int]](Counter)
        taken: dict[str, Counter[tuple[int, int]]] = defaultdict(Counter)
        items = skeletons.count_items()
        for skeleton, count in items.items():
            slots = self.read(skeleton)
            for index, (item, slot) in enumerate(zip(skeleton, slots, strict=True)):
                held[item.place, item.shape in PERSONAL][slot] += count
                if index:
                    taken[item.before][slots[index - 1], slot] += count
        self.has_authors, self.is_anonymous = self.find_authors(skeletons)
        self.remarks = self.find_remarks(items)
        total: Counter[int] = Counter()
        for counts in held.values():
            total.update(counts)
        everything = total.total() + len(SLOTS)
        shares = [(total[slot] + 1) / everything for slot in range(len(SLOTS))]
        self.evidence = {place: _weigh(counts, shares) for place, counts in held.items()}
        self.steps = {before: learn_steps(before, counts) for before, counts in taken.items()}
        for before in self.steps.keys() & _WITHIN_TITLES if self.is_anonymous else ():
            self.steps[before][TITLE][AUTHORS] += _NONE_LISTED
        self.known, self.scores = {}, {}


def _first_line(skeleton: tuple[Item, ...]) -> list[Shape]:
    """The shapes in the first line of an entry."""
    return [item.shape for item in takewhile(lambda each: each.before != LINE, skeleton)]


_Path: TypeAlias = "tuple[int, _Path | None]"
_TITLED = len(SLOTS)


def _go_on(
    states: dict[int, tuple[float, _Path]],
    candidates: Sequence[tuple[int, float]],
    steps: Sequence[Sequence[float]],
    below: float,
) -> dict[int, tuple[float, _Path]]:
    """Find the best path to each state behind one more item; a title that begins there gains `below`."""
    found: dict[int, tuple[float, _Path]] = {}
    for before, (total, path) in states.items():
        titled = before >= _TITLED
        shift = _TITLED if titled else 0
        last = before - shift
        row = steps[last]
        for slot, score in candidates:
            state, value = slot + shift, total + row[slot] + score
            if slot == TITLE:
                if last != TITLE:
                    if titled:
                        continue
                    value += below
                state = TITLE + _TITLED
            if state not in found or value > found[state][0]:
                found[state] = value, (slot, path)
    return found


def _unfold(path: _Path | None) -> tuple[int, ...]:
    """The slots of a path, in order."""
    slots: list[int] = []
    while path is not None:
        slot, path = path
        slots += (slot,)
    return tuple(slots[::-1])


def _weigh(counts: Counter[int], shares: Sequence[float]) -> Scores:
    """Score each slot by how much more often it is at a place than anywhere."""
    total = counts.total() + _PRIOR_SLOT
    found = (math.log((counts[slot] + _PRIOR_SLOT * share) / total / share) for slot, share in enumerate(shares))
    return tuple([max(-_MOST_EVIDENCE, min(_MOST_EVIDENCE, each)) for each in found])
