"""Numbers of papers in headings and badges: those that were right in all versions are right in the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.listing import Kind
from bot.merging.nodes import VERSIONS
from bot.merging.outline import ItemKind
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.listing import Listing
    from bot.merging.nodes import Family

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
