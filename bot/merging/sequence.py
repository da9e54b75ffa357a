"""The order of what is in one section, from the orders of both sides."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.order import longest_run
from bot.listing.places import find_place, learn_sorting
from bot.merging.nodes import BASE, are_alike
from bot.merging.outline import ItemKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from bot.listing import Order
    from bot.listing.places import Sorting
    from bot.merging.nodes import Family

_MOST_COMPARED = 10_000
"""Pairs of nodes of both sides at one place that are compared; more are put one side below the other."""
_FEWEST_STEPS = 3
_SHARE_OF_STEPS = 0.8
"""The share of neighbours that must go one way for a section to be sorted."""


class Clash(NamedTuple):
    """What both sides put at one place, and cannot both be meant: another text in the place of the same one."""

    ours: tuple[int, ...]
    theirs: tuple[int, ...]


def arrange(family: Family, section: int, orders: tuple[Sequence[int], Sequence[int]]) -> list[int | Clash]:
    """The nodes of a section in one order; `orders` are those of ours and theirs, of what stays in the section.

    The side that moved more gives the order, and what the other one added or moved comes below what it is below there.
    """
    moved = tuple(_find_moved(family, section, order) for order in orders)
    lead = 0 if len(moved[0]) >= len(moved[1]) else 1
    return _Arranger(family, section, orders, lead, moved[1 - lead] - moved[lead], moved[lead]).arrange()


def _find_moved(family: Family, section: int, order: Sequence[int]) -> set[int]:
    """The fewest nodes that changed places within a section since the base."""
    places = {node: place for place, node in enumerate(family.children(section, BASE))}
    known = [node for node in order if node in places]
    staying = {known[place] for place in longest_run([(places[node],) for node in known])}
    return set(known) - staying


class _Arranger:
    """Puts the nodes of one side among those of the one that leads."""

    def __init__(
        self,
        family: Family,
        section: int,
        orders: tuple[Sequence[int], Sequence[int]],
        lead: int,
        moved: Collection[int],
        unsteady: Collection[int],
    ) -> None:
        self.family, self.lead, self.unsteady = family, lead, unsteady
        self.first, self.second = orders[lead], orders[1 - lead]
        self.shared = {*self.first} & {*self.second}
        self.inserted = ({*self.second} - self.shared) | (self.shared & {*moved})
        self.was = list(family.children(section, BASE))
        self.places = {node: place for place, node in enumerate(self.was)}
        entries = (family.any_item(node) for node in self.first)
        self.sorting = learn_sorting([[item.order for item in entries if item.kind is ItemKind.ENTRY]])

    def arrange(self) -> list[int | Clash]:
        """The whole section."""
        after, before = self._find_anchors()
        found: list[int | Clash] = []
        fixed = [node for node in self.first if node not in self.inserted]
        own: list[int] = []
        anchor: int | None = None
        for node in [*fixed, None]:
            if node is not None and node not in self.shared:
                own.append(node)
                continue
            waiting = [*after.get(anchor, ()), *(before.get(node, ()) if node is not None else ())]
            found += self._join(own, waiting, anchor)
            if node is not None:
                found.append(node)
            own, anchor = [], node
        return found

    def _find_anchors(self) -> tuple[dict[int | None, list[int]], dict[int, list[int]]]:
        """What is inserted, by the node above it; by the one below it where that alone did not move."""
        after: dict[int | None, list[int]] = {}
        before: dict[int, list[int]] = {}
        runs = [(key, list(run)) for key, run in groupby(self.second, key=lambda node: node in self.inserted)]
        for place, (is_inserted, run) in enumerate(runs):
            if not is_inserted:
                continue
            above = runs[place - 1][1][-1] if place else None
            below = runs[place + 1][1][0] if place + 1 < len(runs) else None
            if above in self.unsteady and below is not None and below not in self.unsteady:
                before.setdefault(below, []).extend(run)
            else:
                after.setdefault(above, []).extend(run)
        return after, before

    def _join(self, own: list[int], other: list[int], anchor: int | None) -> Iterator[int | Clash]:
        """What the leading side has at a place, and what the other one puts there."""
        if not own or not other:
            yield from own or other
            return
        parts, others = self._split(own), self._split(other)
        entries, texts, sections = zip(parts, others, strict=True)
        if self._is_replaced(anchor):
            yield from self._clash(parts[0] + parts[1], others[0] + others[1])
        else:
            yield from self._clash(*entries) if self._are_alike(*entries) else self._interleave(*entries)
            yield from self._clash(*texts)
        yield from self._in_turn(*sections)

    def _clash(self, own: list[int], other: list[int]) -> list[int | Clash]:
        """A clash of what both sides have; no clash where one has nothing."""
        if not own or not other:
            return [*own, *other]
        return [Clash(*map(tuple, (own, other) if self.lead == 0 else (other, own)))]

    def _in_turn(self, own: list[int], other: list[int]) -> list[int]:
        return [*own, *other] if self.lead == 0 else [*other, *own]

    def _is_replaced(self, anchor: int | None) -> bool:
        """Whether both sides took away what was below `anchor`."""
        place = self.places.get(anchor, -2) if anchor is not None else -1
        if place == -2:
            return False
        for following in range(place + 1, len(self.was)):
            node = self.was[following]
            if node in self.shared:
                return False
            if self.family.nodes[node][1:] == (None, None):
                return True
        return False

    def _split(self, nodes: list[int]) -> tuple[list[int], list[int], list[int]]:
        """Entries and items on top, text below them, and from the first section on."""
        items = [self.family.any_item(node) for node in nodes]
        section = next((place for place, item in enumerate(items) if item.kind is ItemKind.SECTION), len(nodes))
        text = next((place for place, item in enumerate(items[:section]) if not item.is_list_like), section)
        return nodes[:text], nodes[text:section], nodes[section:]

    def _are_alike(self, own: list[int], other: list[int]) -> bool:
        """Whether both sides may have written the same, in other words."""
        if len(own) * len(other) > _MOST_COMPARED:
            return False
        return any(are_alike(self.family.any_item(one), self.family.any_item(two)) for one in own for two in other)

    def _interleave(self, own: list[int], other: list[int]) -> Sequence[int | Clash]:
        """Both together in the order of the section; one side below the other where it has none."""
        order = _order_of(self.sorting)
        items = [self.family.any_item(node) for node in (*own, *other)]
        keyed = all(item.kind is ItemKind.ENTRY and any(item.order) for item in items)
        if order is None or not keyed or len(own) * len(other) > _MOST_COMPARED:
            return self._in_turn(own, other)
        found = list(own)
        lowest = 0
        for node in other:
            keys = [self.family.any_item(each).order for each in found]
            place = find_place(keys, self.family.any_item(node).order, self.sorting, order)
            lowest = max(place, lowest)
            found.insert(lowest, node)
            lowest += 1
        return found


def _order_of(sorting: Sorting) -> Order | None:
    for direction in (sorting.dates, sorting.numbers):
        if sum(direction) >= _FEWEST_STEPS:
            return direction.shown(_FEWEST_STEPS, _SHARE_OF_STEPS)
    return None
