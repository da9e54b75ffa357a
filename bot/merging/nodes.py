"""The items of three versions as nodes: what is the same in them, what each side did to it."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from bot.merging.matching import match
from bot.merging.outline import ItemKind

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from bot.merging.outline import Item, Outline


class Node(NamedTuple):
    """One item in up to three versions: its index in each, None where it is not there."""

    base: int | None
    ours: int | None
    theirs: int | None

    @property
    def is_in_both(self) -> bool:
        """Whether both sides have it."""
        return self.ours is not None and self.theirs is not None


BASE, OURS, THEIRS = range(3)
VERSIONS = (BASE, OURS, THEIRS)
SIDES = (OURS, THEIRS)


class Family:
    """Three versions of a list, and the nodes that their items make; the first node is the whole file."""

    def __init__(self, base: Outline, ours: Outline, theirs: Outline) -> None:
        self.outlines = (base, ours, theirs)
        pairs = match(base, ours), match(base, theirs)
        self.nodes = [Node(index, pairs[0].get(index), pairs[1].get(index)) for index in range(len(base.items))]
        self.homes: tuple[dict[int, int], ...] = ({}, {}, {})
        """For each version the node of each item."""
        self._note(0)
        added = _pair_added(self)
        kept = {node.ours for node in self.nodes}, {node.theirs for node in self.nodes}
        first = len(self.nodes)
        self.nodes += [Node(None, index, added.get(index)) for index in range(len(ours.items)) if index not in kept[0]]
        there = kept[1] | set(added.values())
        self.nodes += [Node(None, None, index) for index in range(len(theirs.items)) if index not in there]
        self._note(first)

    def _note(self, first: int) -> None:
        for number in range(first, len(self.nodes)):
            for version, index in enumerate(self.nodes[number]):
                if index is not None:
                    self.homes[version][index] = number

    def item(self, node: int, version: int) -> Item | None:
        """The item that a node is in one version."""
        index = self.nodes[node][version]
        return None if index is None else self.outlines[version].items[index]

    def items(self, node: int) -> tuple[Item | None, Item | None, Item | None]:
        """The item that a node is in each version."""
        return self.item(node, BASE), self.item(node, OURS), self.item(node, THEIRS)

    def any_item(self, node: int) -> Item:
        """The node as ours has it, else as theirs has it, else as it was."""
        base, ours, theirs = self.items(node)
        found = ours or theirs or base
        assert found is not None  # noqa: S101 - a node is in one version at least
        return found

    def parent(self, node: int, version: int) -> int | None:
        """The node of the section that a node is in; None where the version does not have it."""
        item = self.item(node, version)
        return None if item is None or item.parent < 0 else self.homes[version][item.parent]

    def children(self, node: int, version: int) -> Iterator[int]:
        """The nodes that are directly in a section, in order."""
        index = self.nodes[node][version]
        if index is not None:
            yield from (self.homes[version][child] for child in self.outlines[version].children[index])


_NAMES: tuple[tuple[ItemKind, Callable[[Item], Hashable]], ...] = (
    (ItemKind.LINE, lambda item: item.plain),
    (ItemKind.ENTRY, lambda item: item.plain),
    (ItemKind.ENTRY, lambda item: item.work),
    (ItemKind.ENTRY, lambda item: item.title.replace(" ", "")),
)


def _pair_added(family: Family) -> dict[int, int]:
    """What both sides added to the same section: indexes of ours, each with the one of theirs."""
    found: dict[int, int] = {}
    new = [
        [i for i in range(len(outline.items)) if i not in homes]
        for outline, homes in zip(family.outlines[OURS:], family.homes[OURS:], strict=True)
    ]
    sections: dict[int, int] = {}
    """For sections of theirs that ours added too, those of ours."""

    def home(side: int, index: int) -> Hashable:
        """The section that an item is in, the same for what both sides added."""
        parent = family.outlines[side].items[index].parent
        if parent in family.homes[side]:
            return family.homes[side][parent]
        return "new", sections.get(parent, -1) if side == THEIRS else parent

    def pair(kind: ItemKind, name: Callable[[Item], Hashable]) -> None:
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        taken = set(found.values())
        for index in reversed(new[0]):
            item = family.outlines[OURS].items[index]
            if item.kind is kind and index not in found and (own := name(item)):
                waiting[home(OURS, index), own].append(index)
        for index in new[1]:
            item = family.outlines[THEIRS].items[index]
            if item.kind is not kind or index in taken or not (there := name(item)):
                continue
            if partners := waiting.get((home(THEIRS, index), there)):
                found[partners[-1]] = index
                sections[index] = partners.pop()

    pair(ItemKind.SECTION, lambda item: (item.shape.level, item.key))
    for kind, name in _NAMES:
        pair(kind, name)
    return found
