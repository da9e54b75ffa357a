"""Proof that a merge lost nothing: the result is read anew and compared with what the sides did."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.merging.outline import plain_text, section_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.listing import Entry, Listing
    from bot.merging.decisions import Fate
    from bot.merging.nodes import Family
    from bot.merging.outline import Outline
    from bot.merging.rendering import Rendering


def find_doubt(family: Family, fates: Mapping[int, Fate], rendering: Rendering, result: Outline) -> str:
    """What is wrong with a result without conflicts; empty where nothing is."""
    return (
        find_lost_link(family, result.listing)
        or _find_lost_line(family, fates, result)
        or _find_misplaced(family, fates, rendering, result)
    )


def find_lost_link(family: Family, result: Listing) -> str:
    """A link that is there more or less often than the sides want."""
    was, ours, theirs = (Counter(_addresses(outline.listing)) for outline in family.outlines)
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


def _addresses(listing: Listing) -> list[str]:
    """Those of links; the address of a badge may hold a count."""
    return [link.href for link in listing.document.links if not link.image]


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


def _find_lost_line(family: Family, fates: Mapping[int, Fate], result: Outline) -> str:
    """A line that a side deleted and that is back, or one that is gone though no side deleted or changed it."""
    counts = [Counter(_lines(outline.listing.text.content)) for outline in (*family.outlines, result)]
    was, ours, theirs, found = counts
    joined = _joined_lines(family, fates)
    for line in {*was, *ours, *theirs, *found} - joined:
        before, one, two, now = was[line], ours[line], theirs[line], found[line]
        if before in (one, two) and now != one + two - before:
            return f"this line would be there {now} times, not {one + two - before}: {line}"
        if one and two and not now:  # each side deleted another one of several alike
            return f"this line would be lost: {line}"
    return ""


def find_lost(family: Family, fates: Mapping[int, Fate], content: str) -> str:
    """A line that is missing in a result with conflicts: one that is new, or that both sides kept."""
    was, ours, theirs = (set(_lines(outline.listing.text.content)) for outline in family.outlines)
    needed = (ours - was) | (theirs - was) | (was & ours & theirs)
    joined = _joined_lines(family, {node: fate for node, fate in fates.items() if fate.text is not None})
    lost = needed - joined - set(_lines(content))
    return f"this line would be lost: {min(lost)}" if lost else ""


def _lines(content: str) -> list[str]:
    return [plain for line in content.splitlines() if (plain := plain_text(line))]


def _joined_lines(family: Family, fates: Mapping[int, Fate]) -> set[str]:
    """The lines that may be gone because they were joined with others."""
    found: set[str] = set()
    for node, fate in fates.items():
        items = [item for item in family.items(node) if item is not None]
        if any(item.plain != plain_text(fate.text or "") for item in items):
            found.update(line for item in items for line in _lines(item.text))
            found.update(_lines(fate.text or ""))
    return found


def find_items(rendering: Rendering, result: Outline) -> dict[int, int]:
    """For each node without a conflict the item of the result that begins where it does."""
    places: dict[int, int] = {}
    length = len(rendering.content) - len(rendering.content.removeprefix("\ufeff"))
    for index, item in enumerate(result.items):
        places[length + len(item.gap)] = index
        length += len(item.gap) + len(item.raw)
    blocks = zip(rendering.blocks, rendering.starts, strict=True)
    found = {block.first: places[start] for block, start in blocks if start in places and not block.reason}
    return {0: 0, **found}


def _find_misplaced(family: Family, fates: Mapping[int, Fate], rendering: Rendering, result: Outline) -> str:
    """An item that is read as part of another one, or of another section, than it was put in."""
    found = find_items(rendering, result)
    for block in rendering.blocks:
        if block.first not in found:
            return f"this would be part of what is above it: {block.text}"
    for node, index in found.items():
        parent = fates[node].parents[0] if node else None
        if parent is not None and found.get(parent) != result.items[index].parent:
            return f"this would be in another section: {family.any_item(node).text}"
    return ""


def find_double(sides: Sequence[Listing], result: Listing) -> str:
    """A paper that is there more often than on either side."""
    counts = [Counter(entry.work for entry in side.papers) for side in sides]
    for work, count in Counter(entry.work for entry in result.papers).items():
        if work is not None and work.is_paper and count > max(each[work] for each in counts):
            return f"{work} would be there {count} times"
    return ""


def find_stray(sides: Sequence[Listing], result: Listing) -> str:
    """An entry under a heading that neither side has above it."""
    homes: dict[str, set[str]] = {}
    for side in sides:
        for entry in side.entries:
            homes.setdefault(plain_text(side.text[entry.span]), set()).add(_heading(side, entry))
    known = set().union(*homes.values())
    for entry in result.entries:
        there, heading = homes.get(plain_text(result.text[entry.span])), _heading(result, entry)
        if there and heading in known - there:
            return f"this would be in another section: {result.text[entry.span]}"
    return ""


def _heading(listing: Listing, entry: Entry) -> str:
    return section_key(plain_text(listing.text[listing.sections[entry.section].heading_span]))


def is_read_alike(family: Family, nodes: Iterable[int]) -> bool:
    """Whether the versions are read alike where these nodes are: no entry of one is a mere line of another."""
    lines = {line for outline in family.outlines[:1] for line in _lines(outline.listing.text.content)}
    for node in nodes:
        items = [item for item in family.items(node) if item is not None]
        if len({item.kind for item in items}) > 1:
            return False
        if family.nodes[node].base is None and any(lines.issuperset(_lines(item.text)) for item in items):
            return False
    return True
