"""Whether a section is out of order: what it is sorted by, and which entries are out of place by that."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from enum import Enum, auto
from functools import cached_property
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.judgement import Case, always, judge
from bot.listing.model import Entry, Listing, Order, SectionIndex
from bot.listing.parts import Carrier
from bot.ordering.order import MARGIN, Arrangement, agreement, longest_run
from bot.papers.identifiers import Scheme
from bot.papers.similarity import title_key
from bot.papers.venues import find_venues
from bot.text import Span, group_pairs, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from bot.ordering.order import Key, Series
    from bot.text import Text

_MOST_MOVES = 0.2
"""A section that needs a larger share of its entries moved is sorted by something else."""
_LEAST_AGREEMENT = 0.5
_SAFE_MOVES = 10
"""A fix that moves more entries changes the page more than a reader would expect."""
_KNOWN = 0.8
"""The share of entries that must have a key for the section to be sorted by it."""
_SHORTEST_GROUP = 3
"""This many neighbours that are in order among themselves are a group, even without a heading."""
_MISTYPED_YEARS = (-3, -2, -1, 1, 2, 3)
_OTHER_DECADES = (-100, -20, -10, 10, 20, 100)
"""What one wrong digit before the last one does to a year."""

_FEW_DAYS = 7
_LEAST_STEPS = 10
_SHARE_OF_STEPS = 0.9
"""Entries of one date are ordered by arXiv ids if this many neighbours, and this share of them, are."""

_DECLARED = lazy_pattern(r"\s*bot:[ \t]*order[ \t:]+(newest-first|oldest-first|none)\b", re.IGNORECASE, needs=("bot:",))
_NAME = lazy_pattern(r"[A-Za-z]{3,}")
_NUMBER = lazy_pattern(r"\d{1,7}")
_ARXIV = lazy_pattern(r"(\d{4})\.(\d{4,5})")


class Disorder(NamedTuple):
    """What is out of order in a series, and how to put it in order."""

    arrangement: Arrangement
    pinned: tuple[int, ...]
    """Entries out of order that stay: at the top, perhaps on purpose, or a few days off while the ids are in order."""
    suppressed: tuple[int, ...]
    """Entries out of order whose finding a comment suppresses; they stay."""
    is_safe: bool


def find_disorder(
    series: Series,
    order: Order,
    *,
    declared: bool,
    doubted: Collection[int] = (),
    suppressed: Collection[int] = (),
    touched: Collection[int] = (),
) -> Disorder | None:
    """What is out of order in `series`; None if nothing is, or where something else explains it.

    `declared` is true where the maintainers say that the section has this order. `doubted` and `suppressed` hold the
    indexes of blocks that no fix moves: their dates may be wrong, or a comment keeps them. Rather than another one a
    block moves that is `touched`: a change put it there. Blocks with coarse dates do not move either.
    """
    dated = [index for index, block in enumerate(series.blocks) if not block.is_coarse]
    places = {index: place for place, index in enumerate(dated)}
    disorder = _find_disorder(
        series._replace(blocks=tuple([series.blocks[index] for index in dated])),
        order,
        declared=declared,
        doubted={places[index] for index in doubted if index in places},
        suppressed={places[index] for index in suppressed if index in places},
        touched={places[index] for index in touched if index in places},
    )
    if disorder is None:
        return None
    moving = {dated[place] for place in disorder.arrangement.moved}
    arranged = _with_coarse([dated[place] for place in disorder.arrangement.order], moving, len(series.blocks))
    return Disorder(
        Arrangement(arranged, frozenset(range(len(series.blocks))) - moving),
        tuple(dated[place] for place in disorder.pinned),
        tuple(dated[place] for place in disorder.suppressed),
        disorder.is_safe,
    )


def _with_coarse(order: Sequence[int], moving: Collection[int], count: int) -> tuple[int, ...]:
    """The order of all blocks: those that `order` lacks stay below the block that they are below now."""
    others = set(range(count)).difference(order)
    below: dict[int, list[int]] = {}
    anchor = -1
    for index in range(count):
        if index in others:
            below.setdefault(anchor, []).append(index)
        elif index not in moving:
            anchor = index
    found = below.get(-1, [])
    for index in order:
        found += [index, *below.get(index, ())]
    return tuple(found)


def _find_disorder(
    series: Series,
    order: Order,
    *,
    declared: bool,
    doubted: Collection[int],
    suppressed: Collection[int],
    touched: Collection[int],
) -> Disorder | None:
    """What is out of order in `series`, whose blocks all have dates of its precision."""
    labels = series.keys(order)
    if all(first <= second for first, second in pairwise(labels)):
        return None  # in order by the dates alone: what else may sort it takes longer to read
    keys, staying = choose_keys([(key,) for key in labels] if declared else _options(series, order), touched)
    moved = tuple(index for index in range(len(keys)) if index not in staying)
    if not moved:
        return None
    if not declared and (not _is_nearly_sorted(keys, len(moved)) or _has_other_key(series, keys, len(moved))):
        return None
    known = _Known(
        suppressed=suppressed,
        doubted=doubted,
        slips=() if declared else frozenset(_slips(series, labels, moved, order)),
        top=() if declared else frozenset(i for place, i in enumerate(moved) if place == i and i not in touched),
        grouped=() if declared else frozenset(_grouped(keys, moved)),
        related=() if declared else frozenset(_beside_family(series, moved)),
    )
    fates = {index: judge(_FATES, (index, known)).value for index in moved}
    moving, pinned, hidden = (
        tuple(index for index in moved if fates[index] is fate) for fate in (_Fate.MOVES, _Fate.PINNED, _Fate.HIDDEN)
    )
    if not moving and not pinned and not hidden:
        return None
    is_safe = declared or not (len(moving) > _SAFE_MOVES or _may_be_mistyped(series, order, moving))
    arrangement = _arrange(labels, keys, staying, frozenset(moving), _second_keys(series, labels, order))
    return Disorder(arrangement, pinned, hidden, is_safe)


class _Fate(Enum):
    """What becomes of an entry that is out of order."""

    MOVES = auto()
    PINNED = auto()
    HIDDEN = auto()
    """It stays, and its finding is suppressed."""
    STAYS = auto()


class _Known(NamedTuple):
    """What is known of entries that are out of order: the indexes of those that each field is true of."""

    suppressed: Collection[int]
    doubted: Collection[int]
    slips: Collection[int]
    top: Collection[int]
    grouped: Collection[int]
    related: Collection[int]


_FATES: tuple[Case[tuple[int, _Known], _Fate], ...] = (
    Case("a comment suppresses its finding", lambda it: it[0] in it[1].suppressed, _Fate.HIDDEN),
    Case("its date is a few days off, and the ids are in order", lambda it: it[0] in it[1].slips, _Fate.PINNED),
    Case("its date may be wrong", lambda it: it[0] in it[1].doubted, _Fate.STAYS),
    Case("it is at the top, perhaps on purpose", lambda it: it[0] in it[1].top, _Fate.PINNED),
    Case("it is in a group of its own", lambda it: it[0] in it[1].grouped, _Fate.STAYS),
    Case("it is next to one of the same name or owner", lambda it: it[0] in it[1].related, _Fate.STAYS),
    Case("nothing else explains where it is", always, _Fate.MOVES),
)


class Strays:
    """The entries of a run that are out of order, and what is found once for all of them."""

    def __init__(self, text: Text, series: Series, keys: Sequence[Key], arrangement: Arrangement) -> None:
        self._text, self._blocks, self._keys = text, series.blocks, keys
        self.moved = arrangement.moved
        self._places = {index: place for place, index in enumerate(arrangement.order)}
        self._staying = [each for each in sorted(arrangement.staying) if not series.blocks[each].is_coarse]
        self._staying_places = [self._places[each] for each in self._staying]
        self._are_sorted: dict[tuple[int, int], bool] = {}

    def passed_by(self, index: int, many: int) -> tuple[int, ...]:
        """The entries that one would pass by; only the first ones where more than so `many` are out of order."""
        start = bisect_left(self._staying, index)
        end = bisect_left(self._staying_places, self._places[index])
        passed = self._staying[min(start, end) : max(start, end)]
        return tuple(passed if len(self.moved) <= many else passed[:many])

    @cached_property
    def dividers(self) -> tuple[list[int], list[int]]:
        """Before which entries there is a blank line, and which are not in one order with the stray above them."""
        strays, keys, text = {*self.moved}, self._keys, self._text
        pairs = [(each.entries[-1].span.end, other.entry.span.start) for each, other in pairwise(self._blocks)]
        lines = (text[Span(end, start)].split("\n")[1:-1] for end, start in pairs)
        blank = [index for index, each in enumerate(lines, 1) if not all(line.strip(MARGIN) for line in each)]
        apart = [i for i in range(1, len(keys)) if not {i - 1, i} <= strays or keys[i - 1] > keys[i]]
        return blank, apart

    def are_set_apart(self, dividers: list[int], index: int, fewest: int) -> bool:
        """Whether an entry is one of several in order, and something divides their first one from those above."""
        keys, place = self._keys, bisect_right(dividers, index)
        first = dividers[place - 1] if place else 0
        end = dividers[place] if place < len(dividers) else len(keys)
        if (first, end) not in self._are_sorted:
            self._are_sorted[first, end] = sorted(keys[first:end]) == [*keys[first:end]]
        return fewest <= end - first < len(keys) and self._are_sorted[first, end]


def _options(series: Series, order: Order) -> list[tuple[Key, ...]]:
    """What may sort each block: its date, the month of its arXiv id and the year of its venue where these differ."""
    sign = -1 if order is Order.NEWEST_FIRST else 1
    dates = [block.date.key for block in series.blocks]
    options = []
    for index, block in enumerate(series.blocks):
        found = [dates[index]]
        announced = block.entry.announced
        if announced is not None and announced.key[:2] != dates[index][:2]:
            month = announced.key[:2]
            beside = [date for date in dates[max(index - 1, 0) : index + 2] if date[:2] == month]
            found += beside or [(*month, 15)]
        year = _venue_year(block.entry)
        if year is not None and int(year) != dates[index][0]:
            beside = [date for date in dates[max(index - 1, 0) : index + 2] if date[0] == int(year)]
            found += [(int(year), 0, 0)] if series.precision == 1 else beside
        options.append(tuple(tuple(sign * part for part in date[: series.precision]) for date in found))
    return options


def choose_keys(
    options: Sequence[Sequence[Key]], touched: Collection[int] = ()
) -> tuple[tuple[Key, ...], frozenset[int]]:
    """Of each block the key by which the most blocks are in order, and the indexes of those; O(n log n).

    As many as possible of those in order are not among the `touched`, then as many as possible have their first key,
    and so have the others.
    """
    ranks = {key: rank for rank, key in enumerate(sorted({key for keys in options for key in keys}), 1)}
    best = [(0, -1)] * (len(ranks) + 1)
    """A Fenwick tree: the weight of the heaviest run that ends with a key of so high a rank, and its last step."""
    steps: list[tuple[int, Key, int]] = []
    """Block, key, and the step before; -1 for none."""

    def heaviest(rank: int) -> tuple[int, int]:
        found = best[0]
        while rank:
            found = max(found, best[rank])
            rank &= rank - 1
        return found

    for index, keys in enumerate(options):
        before = [(key, *heaviest(ranks[key])) for key in reversed(keys)]
        for key, weight, step in before:
            own = (1 if index in touched else len(options)) * (len(options) + 1) + (key == keys[0])
            end = (weight + own, len(steps))
            steps.append((index, key, step))
            rank = ranks[key]
            while rank < len(best):
                best[rank] = max(best[rank], end)
                rank += rank & -rank
    chosen = [keys[0] for keys in options]
    staying = set()
    step = heaviest(len(ranks))[1]
    while step >= 0:
        index, chosen[index], step = steps[step]
        staying.add(index)
    return tuple(chosen), frozenset(staying)


def _is_nearly_sorted(keys: Sequence[Key], moves: int) -> bool:
    """Whether a series is in order except for a few entries."""
    most = max(1, int(_MOST_MOVES * len(keys)))
    return len(keys) > 2 and moves <= most and agreement(keys) > _LEAST_AGREEMENT


def _has_other_key(series: Series, keys: Sequence[Key], moves: int) -> bool:
    """Whether names, citations or venues are in a better order than the dates, and tell as many entries apart."""
    entries = [block.entry for block in series.blocks]
    for read, directions in ((_title, (1,)), (_first_cell, (1,)), (_citations, (-1, 1)), (_venue_year, (-1, 1))):
        found = [value for entry in entries if (value := read(entry)) is not None]
        if len(found) < _KNOWN * len(entries) or 2 * _steps(found) < _steps(keys):
            continue
        ranks = {value: rank for rank, value in enumerate(sorted(set(found)))}
        for sign in directions:
            run = longest_run([(sign * ranks[value],) for value in found])
            if len(found) - len(run) < moves:
                return True
    return False


def _steps(values: Sequence[object]) -> int:
    """How many neighbours differ."""
    return sum(first != second for first, second in pairwise(values))


def _title(entry: Entry) -> str | None:
    return (title_key(entry.title.value) or None) if entry.title is not None else None


def _first_cell(entry: Entry) -> str | None:
    """The name in the first column of a table, where that is not the date."""
    words = entry.cells[0].text.strip().casefold() if entry.carrier is Carrier.ROW and entry.cells else ""
    is_name = words[:1].isalpha() and entry.date is not None and entry.date.text.casefold() not in words
    return words if is_name else None


def _citations(entry: Entry) -> str | None:
    """The number of citations, padded so that it compares as text."""
    citations = entry.parts.citations
    match = _NUMBER.search(citations.value.replace(",", "")) if citations is not None else None
    return match[0].rjust(8, "0") if match else None


def _venue_year(entry: Entry) -> str | None:
    venue = entry.parts.venue
    years = [each.year for each in find_venues(venue.value) if each.year and not each.preprint] if venue else []
    return str(years[0]) if years else None


def _grouped(keys: Sequence[Key], moved: Sequence[int]) -> Iterator[int]:
    """The entries out of order that form a group: neighbours in order among themselves, of more than one date."""
    for _, run in groupby(enumerate(moved), key=lambda each: each[1] - each[0]):
        indexes = [index for _, index in run]
        found = [keys[index] for index in indexes]
        if len(indexes) >= _SHORTEST_GROUP and found == sorted(found) and found[0] != found[-1]:
            yield from indexes


def _beside_family(series: Series, moved: Sequence[int]) -> Iterator[int]:
    """The entries out of order that are kept beside one of the same name, or of the same owner on GitHub."""
    for index in moved:
        own = _family(series.blocks[index].entry)
        beside = (place for place in (index - 1, index + 1) if 0 <= place < len(series.blocks))
        if any(own & _family(series.blocks[place].entry) for place in beside):
            yield index


def _family(entry: Entry) -> frozenset[str]:
    """The name that a title begins with, without version (`PaLM` for `PaLM-E: ...`), and the owners on GitHub."""
    owners = {each.value.partition("/")[0] for each in entry.identifiers if each.scheme is Scheme.GITHUB}
    title = entry.title_text
    alias, colon, _ = title.partition(":")
    word = (alias.split() or [""])[0]
    match = _NAME.match(word)
    if match is None or (colon and len(alias.split()) > 3):
        return frozenset(owners)
    is_mixed = any(letter.isupper() for letter in match[0][1:]) and not match[0].isupper()
    is_name = is_mixed or bool(re.search(r"\d", word)) or (bool(colon) and not match[0].isupper())
    return frozenset({*owners, match[0].casefold()} if is_name else owners)


def _may_be_mistyped(series: Series, order: Order, moving: Sequence[int]) -> bool:
    """Whether another year would put one of the entries where it is: then its date may be wrong, not its place."""
    keys = series.keys(order)
    return any(fits_another_year(series, keys, index) for index in moving)


def fits_another_year(series: Series, keys: Sequence[Key], index: int, *, decades: bool = False) -> bool:
    """Whether another year, one or two off where only years are known, or of another decade, fits where a block is."""
    if not 0 < index < len(keys) - 1 or series.blocks[index].entry.announced is not None:
        return False
    above, below = keys[index - 1], keys[index + 1]
    year, *rest = keys[index]
    near = _MISTYPED_YEARS if series.precision > 1 else _OTHER_DECADES if decades else _MISTYPED_YEARS[1:-1]
    return any(above <= (year + years, *rest) <= below for years in near)


def find_copies(entries: Sequence[Entry]) -> frozenset[int]:
    """The entries of which there is another one with the same title, work and date: either may be in its place."""
    names = [(title_key(entry.title_text), entry.work, entry.date and entry.date.value) for entry in entries]
    counts = Counter([name for name in names if name[0]])
    return frozenset(index for index, name in enumerate(names) if counts[name] > 1)


def number_of(series: Series, index: int, order: Order) -> Key | None:
    """The arXiv id of a block, as what sorts it; None if it has none."""
    match = _ARXIV.fullmatch(work.value) if (work := series.blocks[index].entry.work) is not None else None
    if match is None:
        return None
    sign = -1 if order is Order.NEWEST_FIRST else 1
    return sign * int(match[1]), sign * int(match[2])


def _second_keys(series: Series, labels: Sequence[Key], order: Order) -> tuple[Key | None, ...]:
    """The arXiv ids of the blocks where these order those of one date; none if they do not."""
    numbers = tuple(number_of(series, index, order) for index in range(len(labels)))
    alike = (pair for pair, (first, second) in zip(pairwise(numbers), pairwise(labels), strict=True) if first == second)
    steps = [first < second for first, second in alike if first is not None and second is not None]
    is_ordered = len(steps) >= _LEAST_STEPS and sum(steps) >= _SHARE_OF_STEPS * len(steps)
    return numbers if is_ordered else (None,) * len(labels)


def _slips(series: Series, labels: Sequence[Key], moved: Sequence[int], order: Order) -> Iterator[int]:
    """The entries that are out of order by a few days, while their arXiv ids are in order."""
    known = frozenset(moved)
    for index in moved if series.precision > 2 else ():
        beside = [place for place in (index - 1, index + 1) if 0 <= place < len(labels) and place not in known]
        numbers = [number_of(series, place, order) for place in sorted([index, *beside])]
        found = [number for number in numbers if number is not None]
        wrong = [place for place in beside if labels[min(index, place)] > labels[max(index, place)]]
        off = [abs(series.blocks[index].date.days() - series.blocks[place].date.days()) for place in wrong]
        if off and max(off) <= _FEW_DAYS and len(found) == len(numbers) and found == sorted(found):
            yield index


def _arrange(
    labels: Sequence[Key],
    keys: Sequence[Key],
    staying: Collection[int],
    moving: frozenset[int],
    numbers: Sequence[Key | None],
) -> Arrangement:
    """The order after the moves: what is out of order and does not move stays below what it is below now.

    Among blocks of its date, a block that moves has its place by its number, or else by where it was.
    """
    final = list(keys)
    above: Key | None = None
    for index in range(len(keys)):
        if index in moving:
            final[index] = labels[index]
        elif index in staying:
            above = keys[index]
        else:
            final[index] = above if above is not None else min(keys[each] for each in staying)
    own = ((index, number) for index, number in enumerate(numbers) if number is not None and index not in moving)
    peers = group_pairs((final[index], (number, index)) for index, number in own)
    highest = {key: list(accumulate((number for number, _ in found), max)) for key, found in peers.items()}

    def place(index: int) -> tuple[Key, int, Key]:
        number = numbers[index]
        if index not in moving or number is None or final[index] not in peers:
            return final[index], 2 * index, ()
        above = bisect_right(highest[final[index]], number)
        found = peers[final[index]]
        return final[index], 2 * found[above][1] - 1 if above < len(found) else 2 * len(keys), number

    order = sorted(range(len(keys)), key=place)
    return Arrangement(tuple(order), frozenset(range(len(keys))) - moving)


def declared_orders(listing: Listing, otherwise: str | None) -> list[str | None]:
    """Find the order that a comment declares for each section, in it or in one around it; else that of the option."""
    sections = SectionIndex(listing.sections)
    own: dict[int, str] = {}
    for comment in listing.document.comments:
        if found := _DECLARED.match(comment.text):
            own.setdefault(sections.at(comment.span.start), found[1].lower())
    declared: list[str | None] = []
    for index, section in enumerate(listing.sections):
        declared.append(own.get(index) or (declared[section.outer] if section.outer >= 0 else otherwise))
    return declared
