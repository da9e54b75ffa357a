"""Proof that a merge lost nothing: the result is read anew and compared with what the sides did."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.merging.decisions import Fate
    from bot.merging.nodes import Family
    from bot.merging.outline import Outline
    from bot.merging.rendering import Rendering


def find_doubt(family: Family, fates: Mapping[int, Fate], rendering: Rendering, result: Outline) -> str:
    """What is wrong with a result without conflicts; empty where nothing is."""
    return find_lost_link(family, result) or _find_misplaced(family, fates, rendering, result)


def find_lost_link(family: Family, result: Outline) -> str:
    """A link that is there more or less often than the sides want."""
    was, ours, theirs = (Counter(_addresses(outline)) for outline in family.outlines)
    found = Counter(_addresses(result))
    joined = _joined_links(family)
    for address in {*was, *ours, *theirs, *found}:
        before, one, two, now = was[address], ours[address], theirs[address], found[address]
        if address in joined:
            least, most = 0, max(before, one, two)
        elif before in (one, two):
            least = most = one + two - before
        else:
            both = one + two - before
            least, most = max(min(one, two, both), 0), max(one, two, both)
        if not least <= now <= most:
            return f"{address} would be there {now} times, not {least}"
    return ""


def _addresses(outline: Outline) -> list[str]:
    return [link.href for link in outline.listing.document.links]


def _joined_links(family: Family) -> frozenset[str]:
    """The addresses in what both sides wrote anew: of two forms of one address one is left."""
    found: set[str] = set()
    for node in range(1, len(family.nodes)):
        base, ours, theirs = family.items(node)
        if ours is None or theirs is None or ours.plain == theirs.plain:
            continue
        if base is None or base.work not in (ours.work, theirs.work):
            found.update(ours.links, theirs.links)
    return frozenset(found)


def _find_misplaced(family: Family, fates: Mapping[int, Fate], rendering: Rendering, result: Outline) -> str:
    """An item that is read as part of another one, or of another section, than it was put in."""
    places = {}
    """By offset into the result, its item."""
    length = len(rendering.content) - len(rendering.content.removeprefix("\ufeff"))
    for index, item in enumerate(result.items):
        places[length + len(item.gap)] = index
        length += len(item.gap) + len(item.raw)
    found: dict[int, int] = {0: 0}
    for block, start in zip(rendering.blocks, rendering.starts, strict=True):
        if start not in places:
            return f"this would be part of what is above it: {block.text}"
        found[block.first] = places[start]
    for node, index in found.items():
        parent = fates[node].parents[0] if node else None
        if parent is not None and found.get(parent) != result.items[index].parent:
            return f"this would be in another section: {family.any_item(node).text}"
    return ""
