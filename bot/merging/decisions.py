"""What becomes of each node: where it is, what it says, or that nobody can tell."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bot.merging.counts import Count, find_counts, read_values, with_values
from bot.merging.nodes import BASE, OURS, SIDES, THEIRS
from bot.merging.numbering import Numbering
from bot.merging.outline import ItemKind, plain_text
from bot.merging.wording import join_added, merge_texts
from bot.papers.likeness import are_different_papers

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from bot.merging.nodes import Family
    from bot.merging.outline import Item

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
    """What it says; None where that is a conflict."""
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


def _decide(family: Family, node: int, numbering: Numbering, counts: tuple[Count, ...]) -> Fate | None:
    base, ours, theirs = family.items(node)
    was, one, two = (family.parent(node, version) for version in (BASE, OURS, THEIRS))
    if ours is None or theirs is None:
        kept, parent = (ours, one) if ours is not None else (theirs, two)
        if kept is None:
            return None
        if base is None:
            return Fate((parent, parent), kept.text)
        if _says_the_same(base, kept) and (parent == was or kept.kind is ItemKind.SECTION):
            return None
        return Fate((parent, parent), None, DELETED if parent == was else DELETED_MOVED)
    if base is None:
        joined = _join(ours, theirs)
        return Fate((one, one), joined, "" if joined is not None else DIFFERENT)
    if _is_another_paper(base, ours) and _is_another_paper(base, theirs):
        text = _join(ours, theirs)
    elif _is_rewritten(base, ours) or _is_rewritten(base, theirs):
        text = theirs.text if ours.plain == base.plain else ours.text if theirs.plain == base.plain else None
    else:
        was_text, *others = numbering.without_numbers(node)
        values = read_values(was_text, counts)
        text = _merge_words(was_text, *(with_values(text, counts, values) for text in others))
    reason = "" if text is not None else EDITED
    if one == two or two == was:
        return Fate((one, one), text, reason)
    if one == was:
        return Fate((two, two), text, reason)
    return Fate((one, two), None, MOVED)


def _says_the_same(base: Item, kept: Item) -> bool:
    """Whether a side left an item as it was, but for layout and for the count in a heading."""
    return base.key == kept.key if base.kind is ItemKind.SECTION else base.plain == kept.plain


def _is_another_paper(base: Item, item: Item) -> bool:
    """Whether an entry was given the link of another paper."""
    return base.work is not None and item.work is not None and base.work != item.work


def _is_rewritten(base: Item, item: Item) -> bool:
    """Whether an entry was given another link and another title: then its other fields are of another paper, too."""
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
        moved = [n for n in nodes if family.nodes[n].base is not None and _is_moved(family, fates, n)]
        if all(new) or (any(new) and moved):
            yield from ((node, TWICE) for node in (*new[0], *new[1]))


def _is_moved(family: Family, fates: dict[int, Fate], node: int) -> bool:
    return fates[node].parents[0] != family.parent(node, BASE)


def _find_torn(family: Family, fates: dict[int, Fate]) -> Iterator[tuple[int, str]]:
    """What one side added right below or above something that the other one put into a new section."""
    for side in SIDES:
        for section, parent in family.homes[side].items():
            children = [family.homes[side][child] for child in family.outlines[side].children[section]]
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
    for version, outline in enumerate(family.outlines):
        for item in outline.items:
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
