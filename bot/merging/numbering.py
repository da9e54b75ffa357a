"""Numbers that count, right in the result where they were in all versions: of entries, in headings, in badges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bot.listing import Kind, Listing
from bot.merging.nodes import BASE, OURS, THEIRS, VERSIONS, Family
from bot.merging.outline import ItemKind
from bot.text import lazy_pattern

_CONTINUED = lazy_pattern(r"\n(?=  )")


class Numbering:
    """Which sections number what is in them, in each version."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self._steps: tuple[dict[int, int], ...] = ({}, {}, {})
        """For each version, by node: 1 where the numbers in it count up, -1 where they count down."""
        self._ends: tuple[dict[int, int], ...] = ({}, {}, {})
        """The number that the count begins at: the first one, or the last one where they count down."""
        for version, outline in enumerate(family.outlines):
            for section, children in enumerate(outline.children):
                numbers = [number for child in children if (number := outline.items[child].number) is not None]
                step = _step(numbers)
                if step:
                    home = family.homes[version][section]
                    self._steps[version][home] = step
                    self._ends[version][home] = numbers[0] if step > 0 else numbers[-1]

    def without_numbers(self, node: int) -> tuple[str, str, str]:
        """The texts of a node that all versions have, with the number of the base in all where these count."""
        items = [item for item in self._family.items(node) if item is not None]
        parents = [self._family.parent(node, version) for version in (BASE, OURS, THEIRS)]
        texts = [item.text for item in items]
        if all(parent in self._steps[version] for version, parent in enumerate(parents)):
            start, end = items[0].ordinal
            number = items[0].text[start:end]
            texts = [item.text[: item.ordinal[0]] + number + item.text[item.ordinal[1] :] for item in items]
        return texts[0], texts[1], texts[2]

    def find(self, section: int, count: int) -> Sequence[int] | None:
        """The numbers of `count` nodes in a section; None where they are not counted."""
        node = self._family.nodes[section]
        steps = {self._steps[version].get(section, 0) for version in (OURS, THEIRS) if node[version] is not None}
        if len(steps) != 1 or steps == {0}:
            return None
        (step,) = steps
        was, ours, theirs = (self._ends[version].get(section) for version in (BASE, OURS, THEIRS))
        start = theirs if ours in (was, None) and theirs is not None else ours
        if None not in (was, ours, theirs) and len({was, ours, theirs}) == 3:
            start = (ours or 0) + (theirs or 0) - (was or 0)
        if start is None:
            return None
        return range(start, start + count) if step > 0 else range(start + count - 1, start - 1, -1)


def _step(numbers: Sequence[int]) -> int:
    if len(numbers) == 1:
        return int(numbers[0] == 1)
    steps = {following - number for number, following in pairwise(numbers)}
    return steps.pop() if steps in ({1}, {-1}) else 0


def with_number(text: str, ordinal: tuple[int, int], number: int) -> str:
    """The text with another number, and further lines indented as far as that needs."""
    start, end = ordinal
    written = str(number)
    wider = len(written) - (end - start)
    rest = text[end:]
    if wider > 0 and "|" not in text[:start]:
        rest = _CONTINUED.sub("\n" + " " * wider, rest)
    return text[:start] + written + rest


_NUMBER = lazy_pattern(r"(?<![\w.])\d{1,6}(?![\w.])")
_MOST_NUMBERS = 20
"""Numbers of a line; more of them count nothing."""


class Counter(NamedTuple):
    """What a number may count: papers or all entries, of the section or the list, those of sections inside or not."""

    is_paper: bool
    is_whole: bool
    is_deep: bool


_COUNTERS = tuple(
    Counter(is_paper, is_whole, is_deep)
    for is_whole in (False, True)
    for is_paper in (True, False)
    for is_deep in ((True,) if is_whole else (False, True))
)


class Count(NamedTuple):
    """A number that counts: the which one of a node's text, and what."""

    place: int
    counter: Counter


class Census:
    """The numbers of entries in the sections of a list."""

    def __init__(self, listing: Listing) -> None:
        self._counts: dict[Counter, list[int]] = {}
        for is_paper in (True, False):
            own = [
                sum(listing.entries[index].kind is Kind.PAPER or not is_paper for index in section.entries)
                for section in listing.sections
            ]
            self._counts[Counter(is_paper, False, False)] = list(own)
            for index in range(len(own) - 1, 0, -1):
                own[listing.sections[index].outer] += own[index]
            self._counts[Counter(is_paper, False, True)] = own
            self._counts[Counter(is_paper, True, True)] = [own[0]] * len(own)

    def count(self, counter: Counter, section: int) -> int:
        """How many there are."""
        return self._counts[counter][section]


def find_counts(family: Family) -> dict[int, tuple[Count, ...]]:
    """The numbers of headings and lines that count entries in all versions, and were changed by a side."""
    censuses = [Census(outline.listing) for outline in family.outlines]
    found = ((node, _find_counts(family, node, censuses)) for node in range(1, len(family.nodes)))
    return {node: counts for node, counts in found if counts}


def _find_counts(family: Family, node: int, censuses: Sequence[Census]) -> tuple[Count, ...]:
    items = [item for item in family.items(node) if item is not None]
    if len(items) != len(VERSIONS) or items[0].kind is ItemKind.ENTRY or len({item.text for item in items}) == 1:
        return ()
    numbers = [[int(value) for value in _NUMBER.findall(item.text)] for item in items]
    if len({len(each) for each in numbers}) != 1 or len(numbers[0]) > _MOST_NUMBERS:
        return ()
    found = []
    for place, values in enumerate(zip(*numbers, strict=True)):
        if len(set(values)) == 1:
            continue
        for counter in _COUNTERS:
            counted = (census.count(counter, item.section) for census, item in zip(censuses, items, strict=True))
            if tuple(counted) == values:
                found.append(Count(place, counter))
                break
    return tuple(found)


def read_values(text: str, counts: Sequence[Count]) -> tuple[str, ...]:
    """The values of the counts in a text."""
    values = _NUMBER.findall(text) if counts else ()
    return tuple(values[count.place] for count in counts)


def with_values(text: str, counts: Sequence[Count], values: Sequence[str]) -> str:
    """The text with other values of its counts."""
    matches = list(_NUMBER.finditer(text)) if counts else []
    for count, value in sorted(zip(counts, values, strict=True), reverse=True):
        start, end = matches[count.place].span()
        text = text[:start] + value + text[end:]
    return text
