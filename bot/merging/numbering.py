"""Numbers that count: those that entries begin with, and those in headings and badges."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from bot.merging.nodes import BASE, OURS, THEIRS
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.merging.nodes import Family

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
