"""What becomes of each node: where it is, what it says, or that nobody can tell; and of numbers that count.

These are right in the result where they were in all versions: of entries, in headings, in badges.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from bot.judgement import Case, always, judge
from bot.listing import Kind, Listing
from bot.merging.alignment import join_added, merge_texts
from bot.merging.item_tree import Item, ItemKind, plain_text
from bot.merging.nodes import BASE, OURS, SIDES, THEIRS, VERSIONS, Family
from bot.papers.similarity import are_different_papers
from bot.text import lazy_pattern

_SHORTEST_TITLE = 12
"""Letters of a title that names a paper; shorter ones may be labels."""

EDITED = "both sides changed it"
DELETED = "one side changed what the other one deleted"
IN_USE = "one side deleted a section that the other one changed"
MOVED = "the sides moved it to different sections"
DELETED_MOVED = "one side moved what the other one deleted"
TWICE = "both sides added it, in different sections"
DIFFERENT = "both sides added it with different words"
TORN = "one side added it to what the other one divided into sections"
COLUMNS = "one side added a row, the other one changed the columns"
CERTAIN = frozenset({IN_USE, MOVED, DELETED_MOVED, TWICE, DIFFERENT, COLUMNS})
"""Conflicts of meaning, which are there also where no line was changed by both sides."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a node."""

    parents: tuple[int | None, int | None]
    """The section that it is in: twice the same, unless the sides do not agree."""
    text: str | None
    """What it says; None if that is a conflict."""
    reason: str = ""
    """Why it is a conflict."""


class Decisions(NamedTuple):
    """What becomes of the nodes that are kept."""

    fates: dict[int, Fate]
    numbering: Numbering
    counts: dict[int, tuple[Count, ...]]
    """The numbers in headings and lines that count entries, by node; in the text they are those of the base."""


def decide(family: Family) -> Decisions:
    """The fate of each node that is kept."""
    numbering = Numbering(family)
    counts = find_counts(family)
    fates: dict[int, Fate] = {}
    for node in range(1, len(family.nodes)):
        fate = _decide(family, node, numbering, counts.get(node, ()))
        if fate is not None:
            fates[node] = fate
    for node in [*fates]:
        _keep_parents(family, fates, node)
    for node, reason in (*_find_doubles(family, fates), *_find_torn(family, fates), *_find_misfits(family, fates)):
        fates[node] = replace(fates[node], text=None, reason=fates[node].reason or reason)
    return Decisions(fates, numbering, counts)


class _Presence(Enum):
    """Whether a node is kept."""

    GONE = 0
    ADDED = 1
    """One side added it."""
    JOINED = 2
    """Both sides added it."""
    CLASH = 3
    KEPT = 4


class _Wording(Enum):
    """Whose words a node that all versions have gets."""

    JOINED = 0
    """Those of both, which wrote it again."""
    OURS = 1
    THEIRS = 2
    NOBODYS = 3
    MERGED = 4


class _Place(Enum):
    """In whose section a node is."""

    OURS = 0
    THEIRS = 1
    BOTH = 2


class _Change:
    """A node in three versions."""

    def __init__(self, family: Family, node: int) -> None:
        self.base, self.ours, self.theirs = family.items(node)
        self.was, self.one, self.two = (family.parent(node, version) for version in (BASE, OURS, THEIRS))
        self.kept, self.parent = (self.ours, self.one) if self.ours is not None else (self.theirs, self.two)
        """What is there of it, and where."""
        self.is_in_both = self.ours is not None and self.theirs is not None

    def is_deleted(self) -> bool:
        """Whether a side deleted it, and the other one left it as it was."""
        if self.is_in_both or self.base is None or self.kept is None:
            return False
        is_in_place = self.parent == self.was or self.kept.kind is ItemKind.SECTION
        return is_in_place and _says_the_same(self.base, self.kept)

    def is_replaced(self) -> bool:
        """Whether both sides gave an entry the link of another paper."""
        return _is_another_paper(self.base, self.ours) and _is_another_paper(self.base, self.theirs)

    def is_rewritten(self) -> bool:
        """Whether a side made an entry one of another paper."""
        return _is_rewritten(self.base, self.ours) or _is_rewritten(self.base, self.theirs)

    def is_left(self, item: Item | None) -> bool:
        """Whether a side did not change the words."""
        return self.base is not None and item is not None and self.base.plain == item.plain


_PRESENCE: tuple[Case[_Change, _Presence], ...] = (
    Case("neither side has it", lambda node: node.kept is None, _Presence.GONE),
    Case("one side added it", lambda node: node.base is None and not node.is_in_both, _Presence.ADDED),
    Case("both sides added it", lambda node: node.base is None, _Presence.JOINED),
    Case("one side deleted it", _Change.is_deleted, _Presence.GONE),
    Case(DELETED, lambda node: not node.is_in_both and node.parent == node.was, _Presence.CLASH),
    Case(DELETED_MOVED, lambda node: not node.is_in_both, _Presence.CLASH),
    Case("all versions have it", always, _Presence.KEPT),
)
_WORDINGS: tuple[Case[_Change, _Wording], ...] = (
    Case("both sides put another paper in its place", _Change.is_replaced, _Wording.JOINED),
    Case(
        "theirs put another paper in its place",
        lambda node: node.is_rewritten() and node.is_left(node.ours),
        _Wording.THEIRS,
    ),
    Case(
        "ours put another paper in its place",
        lambda node: node.is_rewritten() and node.is_left(node.theirs),
        _Wording.OURS,
    ),
    Case("one side changed what the other one put another paper for", _Change.is_rewritten, _Wording.NOBODYS),
    Case("it is of one paper", always, _Wording.MERGED),
)
_PLACES: tuple[Case[_Change, _Place], ...] = (
    Case("at most ours moved it", lambda node: node.two in (node.one, node.was), _Place.OURS),
    Case("theirs moved it", lambda node: node.one == node.was, _Place.THEIRS),
    Case(MOVED, always, _Place.BOTH),
)


def _decide(family: Family, node: int, numbering: Numbering, counts: tuple[Count, ...]) -> Fate | None:
    change = _Change(family, node)
    presence = judge(_PRESENCE, change)
    parents = change.parent, change.parent
    if presence.value is _Presence.GONE or change.kept is None:
        return None
    if presence.value is _Presence.ADDED:
        return Fate(parents, change.kept.text)
    if presence.value is _Presence.CLASH or change.ours is None or change.theirs is None:
        return Fate(parents, None, presence.reason)
    if presence.value is _Presence.JOINED:
        joined = _join(change.ours, change.theirs)
        return Fate(parents, joined, "" if joined is not None else DIFFERENT)
    place = judge(_PLACES, change)
    if place.value is _Place.BOTH:
        return Fate((change.one, change.two), None, place.reason)
    parent = change.one if place.value is _Place.OURS else change.two
    if (wording := judge(_WORDINGS, change).value) is _Wording.MERGED:
        was, *others = numbering.without_numbers(node)
        values = read_values(was, counts)
        text = _merge_words(was, *(with_values(each, counts, values) for each in others))
    else:
        text = _choose(wording, change.ours, change.theirs)
    return Fate((parent, parent), text, "" if text is not None else EDITED)


def _choose(wording: _Wording, ours: Item, theirs: Item) -> str | None:
    if wording is _Wording.JOINED:
        return _join(ours, theirs)
    return {_Wording.OURS: ours.text, _Wording.THEIRS: theirs.text}.get(wording)


def _says_the_same(base: Item, kept: Item) -> bool:
    """Whether a side left an item as it was, apart from layout and the count in a heading."""
    return base.key == kept.key if base.kind is ItemKind.SECTION else base.plain == kept.plain


def _is_another_paper(base: Item | None, item: Item | None) -> bool:
    """Whether an entry was given the link of another paper."""
    works = {each.work if each is not None else None for each in (base, item)}
    return len(works) > 1 and None not in works


def _is_rewritten(base: Item | None, item: Item | None) -> bool:
    """Whether an entry was given another link and another title: then its other fields are of another paper, too."""
    if base is None or item is None:
        return False
    return _is_another_paper(base, item) and base.title != item.title


def _merge_words(base: str, ours: str, theirs: str) -> str | None:
    """The text with the changes of both sides.

    Where one side only set or took spaces between words, the words of the other one are kept as they are.
    """
    for layout, words in ((ours, theirs), (theirs, ours)):
        if layout.split() != base.split() and plain_text(layout) == plain_text(base) != plain_text(words):
            return words
    return merge_texts(base, ours, theirs)


def _join(ours: Item, theirs: Item) -> str | None:
    if ours.text == theirs.text or ours.plain == theirs.plain:
        return ours.text
    if are_different_papers(ours.name, theirs.name):  # one of them has the link of the other one
        return None
    return join_added(ours.text, theirs.text, (ours.title, theirs.title))


def _keep_parents(family: Family, fates: dict[int, Fate], node: int) -> None:
    """Keep the sections that a node is in, as conflicts where a side deleted them."""
    for side, parent in zip(SIDES, fates[node].parents, strict=True):
        above, version = parent, side
        while above and above not in fates:
            items = family.items(above)
            version = OURS if items[OURS] is not None else THEIRS if items[THEIRS] is not None else BASE
            outer = family.parent(above, version)
            fates[above] = Fate((outer, outer), None, IN_USE)
            above = outer


def _find_doubles(family: Family, fates: dict[int, Fate]) -> Iterator[tuple[int, str]]:
    """What one side added, and the other one added or moved too, to another section or under another name."""
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for node in fates:
        item = family.any_item(node)
        if item.kind is ItemKind.ENTRY:
            title = item.title.replace(" ", "")
            for name in (item.work, title if len(title) >= _SHORTEST_TITLE else ""):
                if name:
                    groups[name].append(node)
    for nodes in groups.values():
        if len(nodes) < 2:
            continue
        new = [[n for n in nodes if family.nodes[n][side] is None and family.nodes[n].base is None] for side in SIDES]
        known = [n for n in nodes if family.nodes[n].base is not None]
        moved = [n for n in known if fates[n].parents[0] != family.parent(n, BASE)]
        if all(new) or (any(new) and moved):
            yield from ((node, TWICE) for node in (*new[0], *new[1]))


def _find_torn(family: Family, fates: dict[int, Fate]) -> Iterator[tuple[int, str]]:
    """What one side added right below or above something that the other one put into a new section."""
    for side in SIDES:
        for section, parent in family.homes[side].items():
            children = [family.homes[side][child] for child in family.trees[side].children[section]]
            above, below = _nearest(family, children), _nearest(family, children[::-1])[::-1]
            for node, *beside in zip(children, above, below, strict=True):
                if node not in fates or family.nodes[node].base is not None or family.nodes[node].is_in_both:
                    continue
                homes = [_has_new_home(family, fates, each, parent) for each in beside if each is not None]
                if homes and all(homes):
                    yield node, TORN


def _nearest(family: Family, nodes: Sequence[int]) -> list[int | None]:
    """For each node the last one before it that the base has."""
    found: list[int | None] = []
    last: int | None = None
    for node in nodes:
        found.append(last)
        last = node if family.nodes[node].base is not None else last
    return found


def _has_new_home(family: Family, fates: dict[int, Fate], node: int, parent: int) -> bool:
    """Whether a node went from `parent` to a section that was not there before."""
    home = fates[node].parents[0] if node in fates else parent
    return home is not None and home != parent and family.nodes[home].base is None


def _find_misfits(family: Family, fates: dict[int, Fate]) -> Iterator[tuple[int, str]]:
    """Rows that one side added to a table whose columns the other one changed."""
    columns: dict[tuple[int, int], set[tuple[str, ...]]] = defaultdict(set)
    for version, tree in enumerate(family.trees):
        for item in tree.items:
            if item.columns:
                columns[version, family.homes[version][item.parent]].add(item.columns)
    for node, fate in fates.items():
        item, parent = family.any_item(node), fate.parents[0]
        side = OURS if family.nodes[node].theirs is None else THEIRS
        if not item.columns or parent is None or family.nodes[node].base is not None or family.nodes[node].is_in_both:
            continue
        there = columns.get((THEIRS if side == OURS else OURS, parent))
        if there and item.columns not in there and there != columns.get((BASE, parent)):
            yield node, COLUMNS


_CONTINUED = lazy_pattern(r"\n(?=  )")


class Numbering:
    """Which sections number what is in them, in each version."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self._steps: tuple[dict[int, int], ...] = ({}, {}, {})
        """For each version, by node: 1 if the numbers in it count up, -1 if they count down."""
        self._ends: tuple[dict[int, int], ...] = ({}, {}, {})
        """The number that the count begins at: the first one, or the last one where they count down."""
        for version, tree in enumerate(family.trees):
            for section, children in enumerate(tree.children):
                numbers = [number for child in children if (number := tree.items[child].number) is not None]
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
        """The numbers of `count` nodes in a section; None if they are not counted."""
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
    censuses = [Census(tree.listing) for tree in family.trees]
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
