"""The items of three versions as nodes: which of them are the same, and what each side did to them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from bot.merging.alignment import align
from bot.merging.item_tree import Item, ItemKind, ItemTree
from bot.text import group_pairs, lazy_pattern

Name: TypeAlias = Callable[[Item], Hashable]

_PART = lazy_pattern(r"\w+")
_ALIKE = 0.5
"""The share of words in common from which a line is an edited one."""
_NEARLY_THE_SAME = 0.75
"""The share from which two new lines may say the same."""
_WINDOW = 20
"""This many unmatched lines beside one another are compared each with each."""
_DISTINCTIVE = 20
"""Characters of a line that is found again wherever it is."""
_SAME_SECTION = 0.5
"""A section under a new heading, or elsewhere, is the one that it shares so many of its entries with."""

_NAMES: tuple[Name, ...] = (
    lambda item: item.plain,
    lambda item: item.work and (item.work, item.title),
    lambda item: item.work,
    lambda item: item.title,
)
"""What tells entries apart, the surest first."""


def match(base: ItemTree, side: ItemTree) -> dict[int, int]:
    """For each item of `base` that `side` still has, edited and moved ones among them, its index there."""
    matching = _Matching(base, side)
    matching.match_below(0, 0)
    matching.match_moved_sections()
    matching.match_entries()
    matching.match_edited()
    matching.match_same_words()
    return matching.pairs


class _Matching:
    """The pairs found so far."""

    def __init__(self, base: ItemTree, side: ItemTree) -> None:
        self.base, self.side = base, side
        self.pairs: dict[int, int] = {0: 0}
        self.taken: set[int] = {0}
        self._sections = [(0, 0)]

    def _pair(self, index: int, other: int) -> None:
        self.pairs[index] = other
        self.taken.add(other)
        if self.base.items[index].kind is ItemKind.SECTION:
            self._sections.append((index, other))

    def _left(self, kind: ItemKind) -> tuple[list[int], list[int]]:
        """The items of a kind that are in no pair, of both versions."""
        return (
            [i for i, item in enumerate(self.base.items) if item.kind is kind and i not in self.pairs],
            [i for i, item in enumerate(self.side.items) if item.kind is kind and i not in self.taken],
        )

    def match_below(self, index: int, other: int) -> None:
        """Match the sections and lines that two sections hold directly, and what these sections hold."""
        waiting = [(index, other)]
        while waiting:
            one, two = waiting.pop()
            below = self._free(self.base.children[one], self.pairs), self._free(self.side.children[two], self.taken)
            names = [[self._name(tree.items[i]) for i in part] for tree, part in zip(self._both, below, strict=True)]
            for place, place_there in align(*names).items():
                pair = below[0][place], below[1][place_there]
                self._pair(*pair)
                if self.base.items[pair[0]].kind is ItemKind.SECTION:
                    waiting.append(pair)

    @property
    def _both(self) -> tuple[ItemTree, ItemTree]:
        return self.base, self.side

    @staticmethod
    def _free(indexes: Iterable[int], taken: Iterable[int]) -> list[int]:
        return [index for index in indexes if index not in taken]

    @staticmethod
    def _name(item: Item) -> Hashable:
        """What a line or heading is found by in its section; a section whose heading counts is the same."""
        return (item.shape.level, item.key) if item.kind is ItemKind.SECTION else item.plain

    def match_moved_sections(self) -> None:
        """Match the sections that went elsewhere, or have another heading: by name where that is unique, by entries."""
        for find in (self._sections_by_name, self._sections_by_entries):
            for index, other in find():
                if index not in self.pairs and other not in self.taken:
                    self._pair(index, other)
                    self.match_below(index, other)

    def _sections_by_name(self) -> list[tuple[int, int]]:
        first, second = (
            group_pairs((self._name(tree.items[index]), index) for index in left)
            for tree, left in zip(self._both, self._left(ItemKind.SECTION), strict=True)
        )
        return [
            (indexes[0], second[name][0])
            for name, indexes in first.items()
            if len(indexes) == 1 == len(second.get(name, ()))
            and (self._shares(indexes[0], second[name][0]) or not self._entries(self.base, indexes[0]))
        ]

    def _sections_by_entries(self) -> list[tuple[int, int]]:
        left = self._left(ItemKind.SECTION)
        homes: dict[Hashable, int] = {}
        for other in left[1]:
            homes.update(dict.fromkeys(self._entries(self.side, other), other))
        found = []
        for index in left[0]:
            shared = Counter(homes[name] for name in self._entries(self.base, index) if name in homes)
            if shared and self._shares(index, best := shared.most_common(1)[0][0]):
                found.append((index, best))
        return found

    def _shares(self, index: int, other: int) -> bool:
        """Whether two sections have most of the entries in common that are in either."""
        one, two = set(self._entries(self.base, index)), set(self._entries(self.side, other))
        return len(one & two) > _SAME_SECTION * max(len(one), len(two))

    @staticmethod
    def _entries(tree: ItemTree, index: int) -> list[Hashable]:
        below = (tree.items[child] for child in tree.children[index])
        return [item.work or item.title or item.plain for item in below if item.kind is ItemKind.ENTRY]

    def match_entries(self) -> None:
        """Match entries by what they say, what they name and their title, in their own section before all others."""
        homes = {other: index for index, other in self.pairs.items()}
        for name in _NAMES:
            left = self._left(ItemKind.ENTRY)
            own = [(self.base.items[i].parent, name(self.base.items[i])) for i in left[0]]
            there = [(homes.get(self.side.items[i].parent, -1), name(self.side.items[i])) for i in left[1]]
            self._match_names(left, own, there)
        for name in _NAMES:
            left = self._left(ItemKind.ENTRY)
            self._match_names(
                left, [(0, name(self.base.items[i])) for i in left[0]], [(0, name(self.side.items[i])) for i in left[1]]
            )

    def _match_names(
        self,
        left: tuple[list[int], list[int]],
        first: Sequence[tuple[int, Hashable]],
        second: Sequence[tuple[int, Hashable]],
    ) -> None:
        """Match what has the same name, the first with the first."""
        others = zip(reversed(second), reversed(left[1]), strict=True)
        waiting = group_pairs((name, index) for name, index in others if name[1])
        for index, name in zip(left[0], first, strict=True):
            if waiting.get(name):
                self._pair(index, waiting[name].pop())

    def match_edited(self) -> None:
        """Match what is between the same neighbours of the same section and has enough words in common."""
        for index, other in self._sections:  # those matched on the way among them
            for one, two in self._runs(self.base.children[index], self.side.children[other]):
                self._match_alike(one, two)

    def _runs(self, below: Sequence[int], there: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
        """What is in no pair, by the neighbour above it that is."""
        runs: dict[int, tuple[list[int], list[int]]] = {}
        above, own = -1, set(there)
        for child in below:
            if (found := self.pairs.get(child, -1)) in own:
                above = found
            elif found < 0:
                runs.setdefault(above, ([], []))[0].append(child)
        above, kept = -1, {self.pairs[child] for child in below if child in self.pairs}
        for child in there:
            if child in kept:
                above = child
            elif child not in self.taken and above in runs:
                runs[above][1].append(child)
        yield from runs.values()

    def match_same_words(self) -> None:
        """Match what says the same and was read as something else: an entry as a line, in another section."""
        first, second = (
            group_pairs(
                (item.plain, index)
                for index, item in enumerate(tree.items)
                if index not in taken and len(item.plain) >= _DISTINCTIVE
            )
            for tree, taken in zip(self._both, (self.pairs, self.taken), strict=True)
        )
        for plain, indexes in first.items():
            others = second.get(plain, ())
            if len(indexes) == len(others) == 1:
                self._pair(indexes[0], others[0])

    def _match_alike(self, first: Sequence[int], second: Sequence[int]) -> None:
        words = {index: _words(self.side.items[index]) for index in second}
        following = 0
        for index in first:
            own = _words(self.base.items[index])
            for place in range(following, min(following + _WINDOW, len(second))):
                other = second[place]
                if self._may_be_same(index, other) and _similarity(own, words[other]) >= _ALIKE:
                    self._pair(index, other)
                    following = place + 1
                    if self.base.items[index].kind is ItemKind.SECTION:
                        self.match_below(index, other)
                    break

    def _may_be_same(self, index: int, other: int) -> bool:
        """Whether a line may have become the other one: headings stay headings of their level."""
        one, two = self.base.items[index], self.side.items[other]
        if ItemKind.SECTION in (one.kind, two.kind):
            return one.shape == two.shape
        return one.shape.kind is two.shape.kind


def _words(item: Item) -> Counter[str]:
    """The words of a line; of the header of a table, and of a line without spaces, what is between their marks."""
    words, is_header = item.plain.split(), item.kind is ItemKind.LINE and "|" in item.plain
    return Counter(words if len(words) > 1 and not is_header else _PART.findall(item.plain))


def _similarity(one: Counter[str], other: Counter[str]) -> float:
    """The share of words that two lines have in common."""
    return 2 * (one & other).total() / max(one.total() + other.total(), 1)


def are_some_alike(own: Iterable[Item], other: Iterable[Item]) -> bool:
    """Whether an item of one side, which nothing names, may be one of the other side in other words."""
    ones, others = ([(item, words, words.total()) for item in each if (words := _words(item))] for each in (own, other))
    return any(
        one.kind is two.kind
        and None in (one.work, two.work)
        and 2 * min(count, size) >= _NEARLY_THE_SAME * (count + size)  # else the words need not be compared
        and _similarity(words, those) >= _NEARLY_THE_SAME
        for one, words, count in ones
        for two, those, size in others
    )


class Node(NamedTuple):
    """One item in up to three versions: its index in each, None if it is not there."""

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

    def __init__(self, base: ItemTree, ours: ItemTree, theirs: ItemTree) -> None:
        self.trees = (base, ours, theirs)
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
        return None if index is None else self.trees[version].items[index]

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
        """The node of the section that a node is in; None if the version does not have it."""
        item = self.item(node, version)
        return None if item is None or item.parent < 0 else self.homes[version][item.parent]

    def children(self, node: int, version: int) -> Iterator[int]:
        """The nodes that are directly in a section, in order."""
        index = self.nodes[node][version]
        if index is not None:
            yield from (self.homes[version][child] for child in self.trees[version].children[index])


_NAMES_OF_NEW: tuple[tuple[ItemKind, Callable[[Item], Hashable]], ...] = (
    (ItemKind.LINE, lambda item: item.plain),
    (ItemKind.ENTRY, lambda item: item.plain),
    (ItemKind.ENTRY, lambda item: item.work),
    (ItemKind.ENTRY, lambda item: item.title.replace(" ", "")),
)


def _pair_added(family: Family) -> dict[int, int]:
    """What both sides added to the same section: indexes of ours, each with the one of theirs."""
    found: dict[int, int] = {}
    new = [
        [i for i in range(len(tree.items)) if i not in homes]
        for tree, homes in zip(family.trees[OURS:], family.homes[OURS:], strict=True)
    ]
    sections: dict[int, int] = {}
    """For sections of theirs that ours added too, those of ours."""

    def home(side: int, index: int) -> Hashable:
        """The section that an item is in, the same for what both sides added."""
        parent = family.trees[side].items[index].parent
        if parent in family.homes[side]:
            return family.homes[side][parent]
        return "new", sections.get(parent, -1) if side == THEIRS else parent

    def pair(kind: ItemKind, name: Callable[[Item], Hashable]) -> None:
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        taken = set(found.values())
        for index in reversed(new[0]):
            item = family.trees[OURS].items[index]
            if item.kind is kind and index not in found and (own := name(item)):
                waiting[home(OURS, index), own].append(index)
        for index in new[1]:
            item = family.trees[THEIRS].items[index]
            if item.kind is not kind or index in taken or not (there := name(item)):
                continue
            if partners := waiting.get((home(THEIRS, index), there)):
                found[partners[-1]] = index
                sections[index] = partners.pop()

    pair(ItemKind.SECTION, lambda item: (item.shape.level, item.key))
    for kind, name in _NAMES_OF_NEW:
        pair(kind, name)
    return found
