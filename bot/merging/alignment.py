"""Which elements of two sequences are the same, in order; and three sequences cut where they agree."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from bot.listing.order import longest_run

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

Element = TypeVar("Element")


def align(first: Sequence[Hashable], second: Sequence[Hashable]) -> dict[int, int]:
    """Pairs of equal elements, as indexes, both rising; in O(n log n), and so not always the most.

    What both begin and end with is paired, then what occurs once in both, then the equal neighbours of pairs, and at
    last, between pairs, the first of several alike with the first.
    """
    start, end = 0, 0
    shortest = min(len(first), len(second))
    while start < shortest and first[start] == second[start]:
        start += 1
    while end < shortest - start and first[len(first) - 1 - end] == second[len(second) - 1 - end]:
        end += 1
    pairs = {index: index for index in range(start)}
    inside = range(start, len(first) - end), range(start, len(second) - end)
    pairs.update(_pair(_once(first, inside[0]), _once(second, inside[1])))
    pairs.update((len(first) - 1 - index, len(second) - 1 - index) for index in range(end))
    pairs = _with_neighbours(first, second, pairs)
    for part, other in list(_between(pairs, len(first), len(second))):
        pairs.update(_pair(_numbered(first, part), _numbered(second, other)))
    return dict(sorted(pairs.items()))


def _once(sequence: Sequence[Hashable], part: range) -> dict[Hashable, int]:
    counts = Counter(sequence[index] for index in part)
    return {sequence[index]: index for index in part if counts[sequence[index]] == 1}


def _numbered(sequence: Sequence[Hashable], part: range) -> dict[Hashable, int]:
    """The elements, each with the number of the same ones above it."""
    counts: Counter[Hashable] = Counter()
    found: dict[Hashable, int] = {}
    for index in part:
        found[sequence[index], counts[sequence[index]]] = index
        counts[sequence[index]] += 1
    return found


def _pair(first: Mapping[Hashable, int], second: Mapping[Hashable, int]) -> Iterator[tuple[int, int]]:
    """The most pairs of the same elements whose places rise in both; `first` is in order."""
    pairs = [(index, second[element]) for element, index in first.items() if element in second]
    for place in longest_run([(other,) for _, other in pairs]):
        yield pairs[place]


def _with_neighbours(first: Sequence[Hashable], second: Sequence[Hashable], pairs: Mapping[int, int]) -> dict[int, int]:
    """`pairs` and the equal elements right below and right above them."""
    found = dict(pairs)
    taken = set(found.values())
    for step in (1, -1):
        for index, other in sorted(found.items(), reverse=step < 0):
            one, two = index + step, other + step
            while 0 <= one < len(first) and 0 <= two < len(second) and one not in found and two not in taken:
                if first[one] != second[two]:
                    break
                found[one] = two
                taken.add(two)
                one, two = one + step, two + step
    return found


def _between(pairs: Mapping[int, int], first: int, second: int) -> Iterator[tuple[range, range]]:
    """The stretches between pairs that have elements on both sides."""
    one = two = 0
    for index, other in [*sorted(pairs.items()), (first, second)]:
        if index > one and other > two:
            yield range(one, index), range(two, other)
        one, two = index + 1, other + 1


class Stretch(NamedTuple, Generic[Element]):
    """A stretch of three sequences that agree around it."""

    base: Sequence[Element]
    ours: Sequence[Element]
    theirs: Sequence[Element]
    is_agreed: bool
    """Whether both sides kept each element of the base."""


def cut(
    base: Sequence[Element],
    ours: Sequence[Element],
    theirs: Sequence[Element],
    pairs: tuple[Mapping[int, int], Mapping[int, int]],
) -> Iterator[Stretch[Element]]:
    """The three sequences, cut at the elements that both sides kept; `pairs` are those of the base with each side."""
    place = (0, 0, 0)
    agreed = ((index, pairs[0][index], pairs[1][index]) for index in range(len(base)) if _in_all(index, pairs))
    for found in _with_end(agreed, (len(base), len(ours), len(theirs))):
        if found != place:
            yield Stretch(base[place[0] : found[0]], ours[place[1] : found[1]], theirs[place[2] : found[2]], False)
        if found[0] < len(base):
            one, two, three = found
            yield Stretch(base[one : one + 1], ours[two : two + 1], theirs[three : three + 1], True)
        place = (found[0] + 1, found[1] + 1, found[2] + 1)


def _in_all(index: int, pairs: tuple[Mapping[int, int], Mapping[int, int]]) -> bool:
    return index in pairs[0] and index in pairs[1]


def _with_end(found: Iterable[tuple[int, int, int]], end: tuple[int, int, int]) -> Iterator[tuple[int, int, int]]:
    yield from found
    yield end
