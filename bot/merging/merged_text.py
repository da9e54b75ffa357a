"""The merged nodes as text, in the order of both sides: blank lines as the versions have them, git's markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from bot.listing import Order
from bot.merging.decisions import Fate, Numbering, with_number
from bot.merging.item_tree import ItemKind, Shape, find_ordinal
from bot.merging.nodes import BASE, OURS, SIDES, THEIRS, Family, are_some_alike
from bot.ordering.order import longest_run
from bot.ordering.places import Sorting, find_place, learn_sorting
from bot.text import lazy_pattern

_LINE_END = lazy_pattern(r"\r\n|\n|\r")

REPLACED = "both sides wrote something else here"


Value = TypeVar("Value")


class Markers(NamedTuple):
    """What the sides of a conflict are called, and how long its markers are."""

    ours: str = "ours"
    theirs: str = "theirs"
    size: int = 7

    def around(self, ours: str, theirs: str) -> str:
        """A conflict of two texts, as git writes it."""
        sides = [f"{text}\n" if text else "" for text in (ours, theirs)]
        begin, middle, end = (character * self.size for character in "<=>")
        return f"{begin} {self.ours}\n{sides[0]}{middle}\n{sides[1]}{end} {self.theirs}"


MARKERS = Markers()


class Block(NamedTuple):
    """Lines of the result: a node, or a conflict."""

    first: int
    """The node that it begins with."""
    last: int
    text: str
    reason: str = ""
    """For a conflict: why it is one."""


class Rendering(NamedTuple):
    """The text of the result, and where its blocks begin."""

    content: str
    blocks: tuple[Block, ...]
    starts: tuple[int, ...]
    """The offset into the content of each block."""


class Renderer:
    """Writes the kept nodes of a family."""

    def __init__(self, family: Family, fates: Mapping[int, Fate], numbering: Numbering, markers: Markers) -> None:
        self.family, self.fates, self.numbering, self.markers = family, fates, numbering, markers
        contents = [tree.listing.text.content for tree in family.trees]
        ends = [set(_LINE_END.findall(content)) for content in contents]
        self.newline = ""
        """The line end of all lines; empty if a version has several."""
        if all(len(each) <= 1 for each in ends):
            first = [next(iter(each), "\n") for each in ends]
            self.newline = _choose(*first)
        self.mark: str = _choose(*("\ufeff" if content.startswith("\ufeff") else "" for content in contents))
        self.is_closed = _choose(*(content.endswith(("\n", "\r")) for content in contents))
        self.gaps = self._learn_gaps()

    def render(self) -> Rendering:
        """The whole result."""
        blocks = tuple(self._blocks(0))
        written, starts, length = [self.mark], [], len(self.mark)
        for above, block in zip((None, *blocks), blocks, strict=False):
            gap = self._gap(above, block)
            starts.append(length + len(gap))
            lines = gap + self._raw(block)
            written.append(lines)
            length += len(lines)
        written.append(self._ended(_choose(*(tree.tail for tree in self.family.trees))))
        content = "".join(written)
        if not self.is_closed:
            content = content.rstrip("\r\n")
        return Rendering(content, blocks, tuple(starts))

    def _blocks(self, section: int) -> Iterator[Block]:
        orders = tuple(
            [
                node
                for node in self.family.children(section, side)
                if node in self.fates and self.fates[node].parents[place] == section
            ]
            for place, side in enumerate(SIDES)
        )
        arranged = arrange(self.family, section, (orders[0], orders[1]))
        numbers = self._numbers(section, arranged)
        for each in arranged:
            if isinstance(each, Clash):
                sides = [self._joined(nodes, side) for nodes, side in zip(each, SIDES, strict=True)]
                yield Block(each.ours[0], each.theirs[-1], self.markers.around(*sides), REPLACED)
                continue
            yield self._block(each, section, numbers.get(each))
            parents = self.fates[each].parents
            if self.family.any_item(each).kind is ItemKind.SECTION and parents[0] == section:
                yield from self._blocks(each)

    def _numbers(self, section: int, arranged: Sequence[int | Clash]) -> dict[int, int]:
        counted = [each for each in arranged if isinstance(each, int) and self.family.any_item(each).number is not None]
        if any(isinstance(each, Clash) for each in arranged):
            return {}
        numbers = self.numbering.find(section, len(counted))
        return dict(zip(counted, numbers, strict=True)) if numbers is not None else {}

    def _block(self, node: int, section: int, number: int | None) -> Block:
        fate = self.fates[node]
        if fate.text is not None:
            return Block(node, node, _numbered(fate.text, number))
        sides = []
        for place, side in enumerate(SIDES):
            item = self.family.item(node, side)
            sides.append(item.text if item is not None and fate.parents[place] == section else "")
        return Block(node, node, self.markers.around(*sides), fate.reason)

    def _joined(self, nodes: Sequence[int], side: int) -> str:
        """Several nodes as one side has them."""
        items = [item for node in nodes if (item := self.family.item(node, side)) is not None]
        written = [items[0].text, *(_LINE_END.sub("\n", item.gap) + item.text for item in items[1:])] if items else []
        return "\n".join(written)

    def _raw(self, block: Block) -> str:
        """The lines of a block with their line ends."""
        if not self.newline:
            for side in SIDES:
                item = self.family.item(block.first, side)
                if item is not None and item.text == block.text and item.raw != item.text:
                    return item.raw
        newline = self.newline or self.family.trees[OURS].listing.text.newline
        return "".join(f"{line}{newline}" for line in block.text.split("\n"))

    def _ended(self, gap: str) -> str:
        return _LINE_END.sub(self.newline, gap) if self.newline else gap

    def _gap(self, above: Block | None, below: Block) -> str:
        """The blank lines between two blocks."""
        versions = [self._gap_in(version, above, below) for version in (BASE, OURS, THEIRS)]
        was, ours, theirs = versions
        if ours is not None and theirs is not None:
            return self._ended(theirs if ours == was else ours)
        found = ours if ours is not None else theirs
        if found is None:
            found = self._usual_gap(above, below)
        return self._ended(found)

    def _gap_in(self, version: int, above: Block | None, below: Block) -> str | None:
        """The blank lines above a block in a version where it is right below the other one."""
        index = self.family.nodes[below.first][version]
        over = self.family.nodes[above.last][version] if above is not None else 0
        if index is None or over is None or index != over + 1:
            return None
        return self.family.trees[version].items[index].gap

    def _usual_gap(self, above: Block | None, below: Block) -> str:
        """The blank lines that a version has between such blocks, best right here."""
        shapes = self._shape(above), self._shape(below)
        for side in SIDES:
            tree = self.family.trees[side]
            index = self.family.nodes[below.first][side]
            if index is not None and tree.items[index - 1].shape == shapes[0]:
                return tree.items[index].gap
            over = self.family.nodes[above.last][side] if above is not None else None
            if over is not None and over + 1 < len(tree.items) and tree.items[over + 1].shape == shapes[1]:
                return tree.items[over + 1].gap
        if shapes in self.gaps:
            return self.gaps[shapes]
        return self.family.any_item(below.first).gap

    def _shape(self, block: Block | None) -> Shape:
        return self.family.any_item(block.last if block is not None else 0).shape

    def _learn_gaps(self) -> dict[tuple[Shape, Shape], str]:
        """The most frequent blank lines between items of each shape."""
        counts: dict[tuple[Shape, Shape], Counter[str]] = {}
        for side in SIDES:
            items = self.family.trees[side].items
            for index in range(1, len(items)):
                counts.setdefault((items[index - 1].shape, items[index].shape), Counter())[items[index].gap] += 1
        return {shapes: found.most_common(1)[0][0] for shapes, found in counts.items()}


def _numbered(text: str, number: int | None) -> str:
    """The text with its number in the result, if it is counted."""
    ordinal = find_ordinal(text)
    if number is None or not ordinal[1] or int(text[slice(*ordinal)]) == number:
        return text
    return with_number(text, ordinal, number)


def _choose(base: Value, ours: Value, theirs: Value) -> Value:
    """What a side changed; ours where both did."""
    return theirs if ours == base else ours


_MOST_COMPARED = 10_000
"""Pairs of nodes of both sides at one place that are compared; more are put one side below the other."""
_FEWEST_STEPS = 3
_SHARE_OF_STEPS = 0.8
"""The share of neighbours that must go one way for a section to be sorted."""


class Clash(NamedTuple):
    """What both sides put at one place, and cannot both be meant: another text in place of the same one."""

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
        return are_some_alike(map(self.family.any_item, own), map(self.family.any_item, other))

    def _interleave(self, own: list[int], other: list[int]) -> Sequence[int | Clash]:
        """Both together in the order of the section; one side below the other where it has none."""
        order = _order_of(self.sorting)
        items = [self.family.any_item(node) for node in (*own, *other)]
        keyed = all(any(item.order) for item in items)
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
